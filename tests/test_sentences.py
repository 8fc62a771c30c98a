"""A translator can reach every sentence: none is fixed when a module is loaded, and each has what it names."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import scorekeeper

PACKAGE = Path(scorekeeper.__file__).parent
SENTENCES = {"_": slice(0, 1), "ngettext": slice(0, 2), "pgettext": slice(1, 2)}
"""By the function that translates: which of its arguments are the sentence."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield every module of the package, with its name."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield str(path.relative_to(PACKAGE)), ast.parse(path.read_text(encoding="utf-8"))


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
