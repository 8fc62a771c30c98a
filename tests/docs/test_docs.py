"""The documentation says what the program does: commands, keys, fields, links and examples."""

import pkgutil
import re
import tempfile
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import click
import pytest

import scorekeeper as package
from scorekeeper.cli import COMMANDS, scorekeeper
from scorekeeper.errors import Malformed
from scorekeeper.game.notation import parse_entry
from scorekeeper.system import language_of
from scorekeeper.text import _, spoken
from scorekeeper.tui.base.actions import ACTIONS, EVERYWHERE, key_names
from tests.conftest import cases
from tests.markdown import PAGES, ROOT, Block, Page, page
from tools import pictures
from tools.made import PARTS
from tools.pages import pages

KEY = r"F\d+|Ctrl\+\w|Enter|Esc|Space|Up|Down|Left|Right|Delete|[a-z]|f\d+|enter|esc|escape|space"
"""Keys as pages write them, rightly or wrongly."""

BESIDE_KEYS = (
    "the and you your for with that this what who into from one are its not out all can has have them they then "
    "there which where here any each once more press screen los las una que con del por para esta este como cada "
    "más presiona pantalla"
)
SAY_NOTHING = set(BESIDE_KEYS.split())
"""Words of three letters and more that stand beside every key."""


def command_faults(written: Page) -> Iterator[str]:
    """Yield each command and option in a sentence that the program does not have."""
    for code in written.codes:
        words = [word.strip("[]…") for word in code.text.removeprefix("scorekeeper ").split()]
        options = [word for word in words if re.fullmatch(r"--[a-z-]+|-[a-z]", word)]
        if code.text.startswith("scorekeeper ") or (words and words[0] in COMMANDS and options):
            known = options_of(words)
        elif words == options:
            known = set.union(*(options_of([name]) for name in COMMANDS))
        else:
            continue
        yield from (f"{code.text}: no {word}" for word in options if word not in known)
        yield from (f"{code.text}: other choices of {option}" for option in wrongly_listed(words))
        if code.text.startswith("scorekeeper ") and not (
            words[0] in COMMANDS or words[0].isupper() or options
        ):
            yield f"{code.text}: no command"


def wrongly_listed(words: list[str]) -> Iterator[str]:
    """Yield each option whose choices are others than those listed after it, `--option a|b`."""
    listed = {option: choices.split("|") for option, choices in pairwise(words) if "|" in choices}
    for option, choices in listed.items():
        for one in parameters_of(words):
            if option in one.opts and [*getattr(one.type, "choices", ())] != choices:
                yield option


def options_of(words: list[str]) -> set[str]:
    """Return the options of the command that words begin with."""
    known = set(scorekeeper.context_settings["help_option_names"])
    return known | {name for option in parameters_of(words) for name in option.opts}


def parameters_of(words: list[str]) -> list[click.Parameter]:
    """Return the parameters of the command that words begin with."""
    command: click.Command = scorekeeper
    ctx = click.Context(scorekeeper, info_name="scorekeeper")
    for word in [*words, ""]:
        inner = command.get_command(ctx, word) if isinstance(command, click.Group) else None
        if inner is None:
            break
        command = inner
    return command.get_params(ctx)


def key_faults(written: Page) -> Iterator[str]:
    """Yield each key that does nothing on the screens that the page names before it."""
    for code in written.codes:
        if not re.fullmatch(KEY, code.text):
            continue
        pressed = {name for screen in code.screens for name in keys_of(screen)}
        if code.text not in pressed and not ("entry" in code.screens and can_be_typed(code.text)):
            yield f"{code.text}: no key of {', '.join(code.screens) or 'a named screen'}"


def meaning_faults(written: Page) -> Iterator[str]:
    """Yield each key beside which stands no word of what it does on a screen that the page names before it.

    What a key does everywhere, and what is typed for a hand, cannot be taken for something else.
    """
    speaks = "es" if written.path.endswith((".es.md", "/es.md")) else "en"
    everywhere = {name for action in EVERYWHERE for name in key_names(action.keys)}
    for code in written.codes:
        typed = "entry" in code.screens and can_be_typed(code.text)
        if not re.fullmatch(KEY, code.text) or code.text in everywhere or typed:
            continue
        with spoken(language_of(speaks)):
            meant = [
                _(action.label) + " " + _(action.help)
                for screen in code.screens
                for action in ACTIONS.get(screen, ())
                if code.text in key_names(action.keys)
            ]
        if meant and not any(stems(one) & stems(code.words) for one in meant):
            yield f"{code.text}: does not do that; it does: {' / '.join(meant)}"


def stems(text: str) -> set[str]:
    """Return how the words of a text begin, but for those that say nothing of what a key does."""
    words = {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", text)}
    return {word[:4] for word in words - SAY_NOTHING}


def raw_faults(written: Page) -> Iterator[str]:
    """Yield each line that begins with a comment and goes on: it is taken for HTML, and no code is read there."""
    for token in written.parts():
        words = re.sub("<!--.*?-->", "", token.content, flags=re.DOTALL).strip()
        if token.type == "html_block" and words and not words.startswith("<"):
            yield f"{words.splitlines()[0]}: is taken for HTML"


def keys_of(screen: str) -> set[str]:
    """Return the keys of a screen, as pages write them."""
    actions = [*ACTIONS.get(screen, ()), *EVERYWHERE]
    return {name for action in actions for name in key_names(action.keys)}


def can_be_typed(text: str) -> bool:
    """Whether a text can be typed for a hand."""
    try:
        parse_entry(text, 18)
    except Malformed:
        return False
    return True


def link_faults(written: Page) -> Iterator[str]:
    """Yield each broken link to a file or heading of the project."""
    for target in written.targets:
        path, _hash, anchor = target.partition("#")
        if "://" in path:
            continue
        file = (ROOT / written.path).parent / path if path else ROOT / written.path
        if not file.exists():
            yield f"{target}: no such file"
        elif anchor and anchor not in page(file.resolve().relative_to(ROOT).as_posix()).anchors:
            yield f"{target}: no such heading"


def make_faults(written: Page) -> Iterator[str]:
    """Yield each `make` target that the Makefile does not have."""
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    shown = [
        line for block in written.blocks if block.language == "console" for line in block.text.splitlines()
    ]
    for line in [*shown, *(code.text for code in written.codes)]:
        if (named := re.match(r"(?:\$ )?make ([a-z]+)", line)) and named[1] not in targets:
            yield f"{line}: no target {named[1]}"


def name_faults(written: Page) -> Iterator[str]:
    """Yield each module, function or file that a page names and that does not exist."""
    for code in written.codes:
        if code.text.endswith((".py", ".toml")):
            if not any((folder / code.text).exists() for folder in (ROOT, ROOT / "scorekeeper")):
                yield f"{code.text}: no such file"
        elif re.fullmatch(r"\w+(\.\w+)+", code.text) and not is_named(code.text):
            yield f"{code.text}: not in the package"


def is_named(dotted: str) -> bool:
    """Whether a dotted name leads from a module of the package to something that exists."""
    try:
        pkgutil.resolve_name(f"scorekeeper.{dotted}")
    except (ImportError, AttributeError):
        return False
    return True


CHECKS: dict[str, Callable[[Page], Iterator[str]]] = {
    "commands": command_faults,
    "keys": key_faults,
    "meanings": meaning_faults,
    "raw": raw_faults,
    "links": link_faults,
    "targets": make_faults,
}


@pytest.mark.parametrize("path", ["CONTRIBUTING.md", "docs/code.md"])
def test_what_is_said_of_the_code_is_there(path: str) -> None:
    """Every module, function and file named on the pages about the code exists."""
    assert list(name_faults(page(path))) == []


def test_what_is_made_is_up_to_date() -> None:
    """`make pages` would change nothing, and covers every page and the man page."""
    made = pages()
    assert {path.relative_to(ROOT).as_posix() for path in made} == {
        *(path for path in PAGES if path.startswith("docs/")),
        "docs/scorekeeper.1",
    }
    assert made == {path: path.read_text(encoding="utf-8") for path in made}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_that_asks_for_reports_says_where_they_go(path: str) -> None:
    """Nobody is asked to report a problem to a place that is not named."""
    asks = re.search(r"(?i)report a (problem|fault)|advisory|maintainers", page(path).text)
    assert not asks or any("://" in target or "@" in target for target in page(path).targets)


@pytest.mark.parametrize("name", PARTS)
def test_every_made_part_stands_on_a_page(name: str) -> None:
    """Every generated part is on a page."""
    assert any(f"<!-- made: {name} -->" in page(path).text for path in PAGES)


def test_the_pictures_are_those_that_are_made() -> None:
    """`make pictures` draws each picture, and each is shown on a page."""
    gallery = {f"template-{name}.png" for name in pictures.examples()}
    drawn = (
        {f"{name}.svg" for name in pictures.KEYS}
        | {"sheet.png", "tour.svg", "moment.svg"}
        | gallery
        | {f"{name}.png" for name in pictures.PAGES}
        | {f"{name}.es.svg" for name in (*pictures.SPANISH, "moment")}
        | {"phone-hand.es.png", "big-screen.es.png"}
    )
    shown = {Path(target).name for path in PAGES for target in page(path).targets if "pictures/" in target}
    assert {path.name for path in pictures.PICTURES.iterdir()} == drawn == shown


@pytest.mark.parametrize("name", [path.stem for path in sorted(pictures.PICTURES.glob("*.svg"))])
def test_a_picture_names_nobody(name: str) -> None:
    """A picture loads nothing from the network, and does not show in which folder it was made."""
    drawn = (pictures.PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert set(re.findall(r"https?://[\w.]+", drawn)) <= {"http://www.w3.org"}
    assert tempfile.gettempdir() not in drawn


def test_the_tour_is_small_and_shows_every_step() -> None:
    """The tour has a screen for each step, and is below a megabyte."""
    drawn = (pictures.PICTURES / "tour.svg").read_text(encoding="utf-8")
    assert drawn.count('<g class="f') == len(pictures.STEPS)
    assert len(drawn.encode()) < 1_000_000


def test_pictures_take_turns_and_share_no_names() -> None:
    """Each picture is shown for its share of the time, and one stays where nothing may move."""
    one = '<svg viewBox="0 0 8 4"><rect class="terminal-77-r1" clip-path="url(#terminal-77-clip)"/></svg>'
    drawn = pictures.animated([one, one], 4, calm=1)
    assert drawn.count("t0-r1") == drawn.count("t1-r1") == 1
    assert 'class="f" style="animation-delay:0.000s"' in drawn
    assert 'class="f calm" style="animation-delay:2.000s"' in drawn
    assert "50.0000%" in drawn


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_true(path: str, check: str) -> None:
    """Every command, option, key, link, picture and make target on a page exists."""
    assert list(CHECKS[check](page(path))) == []


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("README.md", "README.es.md"),
        ("docs/README.md", "docs/es.md"),
        ("docs/first-evening.md", "docs/first-evening.es.md"),
    ],
)
def test_a_first_page_says_the_same_in_spanish(english: str, spanish: str) -> None:
    """It leads where the English one does, with the same commands and keys; each leads to the other."""
    here, there = page(english), page(spanish)
    assert [shown_commands(block) for block in there.blocks] == [
        shown_commands(block) for block in here.blocks
    ]
    assert {code.text for code in here.codes} <= {code.text for code in there.codes}
    other = {"README.md": spanish, "docs/README.md": "docs/es.md", Path(spanish).name: "README.md"}
    other |= {"#install-it": "#instalar", "README.md#install-it": "es.md#instalar"}
    evening = ("first-evening.md", "first-evening.es.md")
    other |= dict([evening, evening[::-1], (f"docs/{evening[0]}", f"docs/{evening[1]}")])
    there_targets = {re.sub(r"\.es(\.(svg|png))$", r"\1", target) for target in there.targets}
    assert {other.get(target, target) for target in here.targets} == there_targets


def shown_commands(block: Block) -> list[str]:
    """Return the lines of a block without their comments, and without what is quoted, which is in its language."""
    lines = (line.partition(" #")[0].rstrip() for line in block.text.splitlines())
    return [re.sub('"[^"]*"', '""', line) for line in lines]


@pytest.mark.parametrize("case", cases("docs"), ids=lambda case: case["fault"])
def test_what_is_not_true_is_found(case: dict[str, str]) -> None:
    """The checks find what is wrong on a page."""
    assert list(CHECKS[case["check"]](page("docs/none.md", case["text"]))) == [case["fault"]]


def test_the_public_api_names_nothing_that_it_does_not_list() -> None:
    """Every type in a signature stands on the page itself, or is one that every Python program knows."""
    known = {*package.__all__, "Any", "False", "Iterable", "Mapping", "None", "Path", "Sequence", "True"}
    calls = re.findall(
        r"^(?:\*\*`)?\w+\(.*", (ROOT / "docs/api.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(calls) > 30
    assert {name for call in calls for name in re.findall(r"\b[A-Z]\w+", call)} <= known
