"""A translator can reach every sentence: none is fixed when a module is loaded, and each has what it names."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from string import Formatter

import scorekeeper

PACKAGE = Path(scorekeeper.__file__).parent
SENTENCES = {"_": slice(0, 1), "ngettext": slice(0, 2), "pgettext": slice(1, 2)}
"""By the function that translates: which of its arguments are the sentence."""


@cache
def modules() -> Sequence[tuple[str, ast.Module]]:
    """Return every module of the package, with its name."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return [
        (path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))) for path in paths
    ]


def run_at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is run when a module is loaded: all but the bodies of its functions."""
    for child in ast.iter_child_nodes(node):
        yield child
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            given = (*child.args.defaults, *filter(None, child.args.kw_defaults))
            for part in (*given, *getattr(child, "decorator_list", ())):
                yield part
                yield from run_at_import(part)
        else:
            yield from run_at_import(child)


def translating(nodes: Iterator[ast.AST]) -> Iterator[ast.Call]:
    """Yield the calls that translate a sentence."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SENTENCES:
            yield node


def named(call: ast.Call) -> set[str] | None:
    """Return the placeholders of the sentence that a call translates; None where it is not written there."""
    assert isinstance(call.func, ast.Name)
    sentences = call.args[SENTENCES[call.func.id]]
    if not all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in sentences):
        return None
    return {
        name
        for one in sentences
        for _text, name, _format, _how in Formatter().parse(ast.literal_eval(one))
        if name is not None
    }


def test_nothing_is_translated_when_a_module_is_loaded() -> None:
    """A sentence fixed then would stay in the language of that moment, whoever reads it later."""
    fixed = [f"{name}:{call.lineno}" for name, tree in modules() for call in translating(run_at_import(tree))]
    assert fixed == []


def test_every_placeholder_is_given_and_none_in_vain() -> None:
    """Each name in braces has its fact beside it, and each fact its place in the sentence."""
    faults = []
    for name, tree in modules():
        for call in translating(ast.walk(tree)):
            wanted, given = named(call), {one.arg for one in call.keywords}
            if wanted is None or None in given or (wanted and not given and call.func.id == "_"):
                continue
            if wanted - {"count"} != given - {"count"} or (call.func.id != "ngettext" and wanted != given):
                faults.append(f"{name}:{call.lineno} {sorted(wanted ^ given)}")
    assert faults == []


TELLING = {
    *("Ambiguous", "Damaged", "Impossible", "Malformed", "NotFound", "Unavailable"),
    *("UsageError", "complain", "fault"),
}
"""Whatever is called with a sentence that stands alone: errors, and what prints on stderr."""

ENDS = (".", "?", "!", "…", "{hint}", "{why}", "{reasons}", "{fault}", "{message}")
"""How a sentence ends: by its mark, or by another sentence that is filled in."""

PIECES = {
    "{id} ({title})": "one of the games that an ambiguous name could mean",
    "change {number} is missing": "told in brackets, as the reason why a game is damaged",
    **dict.fromkeys(
        ("round {double}-{double}", "line {number}"), "the place in a file, in front of a sentence"
    ),
    "A note": "the subject of a sentence",
    "Rounds": "the label of a field, in front of a sentence",
}
"""What is no sentence of its own."""


def told(nodes: Iterator[ast.AST]) -> Iterator[str]:
    """Yield the sentences that errors and complaints are made of."""
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in TELLING:
            for call in translating(part for one in (*node.args, *node.keywords) for part in ast.walk(one)):
                assert isinstance(call.func, ast.Name)
                for part in call.args[SENTENCES[call.func.id]]:
                    if isinstance(part, ast.Constant):
                        yield part.value


def test_what_is_told_has_one_style() -> None:
    """What is refused or complained of begins with a capital, or with what it names, and has its full stop."""
    sentences = {sentence for _name, tree in modules() for sentence in told(ast.walk(tree))} - set(PIECES)
    assert len(sentences) > 200
    assert [one for one in sentences if one[0].islower() or not one.endswith(ENDS)] == []


NO_FACES = ("checks", "engine", "formats", "game", "history", "judge", "reading", "rules", "sheets")
"""Packages whose sentences reach people in the app, on phones and on the command line alike."""


def test_no_sentence_of_all_faces_names_a_command_or_an_option() -> None:
    """Whoever reads it in the app could not type it; the face says in its own words where something is said."""
    marked = [
        (name, part.value)
        for name, tree in modules()
        if name.partition("/")[0] in NO_FACES
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in (*SENTENCES, "N_")
        for part in call.args
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]
    assert len(marked) > 500
    assert [one for one in marked if re.search(r"(^|\s)--[a-z]|scorekeeper [a-z]", one[1])] == []


def test_quotes_are_those_of_the_language() -> None:
    """Nothing that is filled in gets the quotes of Python, which no translator could change."""
    assert [
        call.lineno
        for _name, tree in modules()
        for call in translating(ast.walk(tree))
        if "!r}" in ast.unparse(call)
    ] == []


def test_what_is_counted_is_collected_in_both_forms() -> None:
    """Babel sees the two sentences of a count only where they are written in the call itself."""
    calls = [call for _name, tree in modules() for call in translating(ast.walk(tree))]
    counted = [call for call in calls if ast.unparse(call.func) == "ngettext"]
    assert len(counted) > 50
    assert [ast.unparse(call) for call in counted if named(call) is None] == []


DRAWN = ("dates.py", "web/standing.py")
"""Where a number with a decimal part is formatted: for all sentences and tables, and in a drawing."""


def test_decimals_are_formatted_in_one_place() -> None:
    """Elsewhere a number would have a point in every language."""
    assert [
        f"{name}:{part.lineno}"
        for name, tree in modules()
        for part in ast.walk(tree)
        if isinstance(part, ast.FormattedValue) and name not in DRAWN
        if part.format_spec is not None and re.search(r"\.[1-9]f", ast.unparse(part.format_spec))
    ] == []
