"""Whoever leaves a question without an answer has saved nothing, and loses nothing that was typed."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

import scorekeeper.tui
from scorekeeper.tui.base.screen import ASKS
from scorekeeper.tui.entry.grid import EntryGrid
from scorekeeper.tui.entry.tile_pad import TilePicker
from scorekeeper.tui.help import Palette
from scorekeeper.tui.rules.editor import Editor
from scorekeeper.tui.widgets.dialogs import Confirm, Dialog
from tests.build import scored
from tests.conftest import cases
from tests.tui.conftest import NAMES, until
from tests.tui.test_pasting import paste
from tests.tui.test_pressed import keys

CASES = cases("left_questions")
WAYS = ("click", "f1 escape", "ctrl+q", "f10")
"""How a question can be left besides Esc; help leads back to it."""
WAYS_OF_LINES = (*WAYS, "up", "down", "tab", "pageup", "pagedown")
FIRST = {case["front"]: case for case in reversed(CASES)}
"""The case of each screen that is left in every way; the others are left by a click and by a key each in turn."""
ROUND = {"out": "Ana", "Ben": "9", "Carla": "8", "Dan": "7"}


@pytest.fixture(autouse=True)
def _reached(own_address: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open tables as if others could reach them."""
    monkeypatch.setattr("scorekeeper.web.host.is_alone", lambda _address: False)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['asks']} {case['keys']}" for case in CASES])
async def test_a_question_that_is_left_saves_and_loses_nothing(
    app, keep, home: Path, monkeypatch: pytest.MonkeyPatch, case: dict[str, Any]
) -> None:
    """By Esc, quitting, a click elsewhere or another key nothing is saved; what was typed stays or is asked about."""
    monkeypatch.chdir(home)
    if "others" in case:
        first, *rest = case["others"]
        keep(tuple(case["others"]), happened=[scored(1, first, **dict.fromkeys(rest, "5"))])
    happened = [scored(number + 1, **ROUND) for number in range(case.get("rounds", 0))]
    kept = keep(tuple(case.get("players", NAMES)), happened=happened, **case.get("house", {}))
    async with app(None if case.get("at_home") else kept).run_test(size=(100, 40)) as pilot:
        quits: list[str] = []
        monkeypatch.setattr(pilot.app, "exit", lambda *_args, **_named: quits.append("quit"))
        if "file" in case:
            (home / "club.csv").write_text(case["file"], encoding="utf-8")
            await paste(pilot, str(home / "club.csv"))
        for key in keys(case["keys"]):
            await pilot.press(key)
        await until(pilot, lambda: type(pilot.app.screen).__name__ == case["front"])
        assert case["asks"] in ("", *(one.name for one in pilot.app.workers if one.group == ASKS))
        question, saved = pilot.app.screen, everything_saved(pilot, home)
        ways, turn = WAYS_OF_LINES if case.get("lines") else WAYS, CASES.index(case)
        for way in ways if FIRST[case["front"]] is case else ("click", ways[1:][turn % len(ways[1:])]):
            quits.clear()
            await leave(pilot, way)
            await say_no(pilot, question)
            assert everything_saved(pilot, home) == saved, way
            assert pilot.app.screen is question, way
            assert case.get("stays", "") in ("", *everything_typed(pilot)), way
            holds = "stays" in case or "earlier" in case
            assert not (quits and holds), f"{way} ends the app with what was typed"
        await leave(pilot, "escape")
        if await say_no(pilot, question):
            assert case.get("stays", "") in ("", *everything_typed(pilot))
            await pilot.press("escape", "y")
        elif "again" in case:
            await pilot.press("ctrl+q")
            assert await say_no(pilot, question), "quitting drops unasked what was left"
            assert not quits
            await pilot.press(*keys(case["again"]))
            assert case["stays"] in everything_typed(pilot)
        else:
            asked = "earlier" not in case and ("stays" not in case or isinstance(question, Confirm))
            assert asked, "Esc drops what was typed unasked"
        assert everything_saved(pilot, home) == saved


async def leave(pilot: Pilot[None], way: str) -> None:
    """Leave what is in front: by keys, or by a click on another line or elsewhere."""
    screen = pilot.app.screen
    if way != "click":
        await pilot.press(*way.split())
    elif isinstance(screen, EntryGrid):
        others = [line for line in screen.lines.lines if line is not screen.line_in_hand()]
        await pilot.click(others[0].field)
    else:
        await pilot.click(offset=(0, 0))


async def say_no(pilot: Pilot[None], question: Screen[object]) -> bool:
    """Answer with no if it is asked whether to lose what was typed; return whether it was."""
    if pilot.app.screen is question or not isinstance(pilot.app.screen, Confirm):
        return False
    await pilot.press("n")
    return True


def everything_saved(pilot: Pilot[None], home: Path) -> list[object]:
    """Return what is in the store, in the open game, and in files of books and sheets."""
    session = pilot.app.session
    found: list[object] = [
        session.store.list(),
        session.store.list(deleted=True),
        session.store.same_players(),
    ]
    found += [session.store.game(one.id).log.events for one in session.store.list()]
    ours = [path for path in home.rglob("*") if path.suffix in (".toml", ".pdf", ".json")]
    return [*found, {path: path.read_bytes() for path in sorted(ours)}]


def everything_typed(pilot: Pilot[None]) -> Iterator[str]:
    """Yield what stands in fields of all open screens, is picked, or was changed in a rule book."""
    for screen in pilot.app.screen_stack:
        yield from (field.value for field in screen.query(Input))
        match screen:
            case TilePicker():
                yield from map(str, screen.tray.held)
            case Editor():
                yield from screen.changed()


def test_every_question_is_among_them() -> None:
    """Each action that asks, and each kind of question, is left by a case."""
    asked = {case["asks"] for case in CASES} - {""}
    fronts = {case["front"] for case in CASES}
    assert asked == set(asking_actions())
    assert {one.__name__ for one in kinds(Dialog)} - {Palette.__name__} <= fronts


def kinds(base: type) -> Iterator[type]:
    """Yield all classes of questions."""
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)


def asking_actions() -> Iterator[str]:
    """Yield the actions that are marked with `@asks`, with their classes."""
    for path in Path(scorekeeper.tui.__file__).parent.rglob("*.py"):
        for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(one, ast.ClassDef):
                yield from (f"{one.name}.{action.name}" for action in one.body if is_asking(action))


def is_asking(action: ast.AST) -> bool:
    """Whether a function is marked with `@asks`."""
    marks = action.decorator_list if isinstance(action, ast.AsyncFunctionDef) else []
    return any(isinstance(mark, ast.Name) and mark.id == "asks" for mark in marks)
