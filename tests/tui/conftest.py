"""What tests of the app share: an app on its own store, an evening to type in, and a pilot that never idles."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from textual._compositor import Compositor
from textual._context import active_app
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import CSSLocation, Stylesheet
from textual.notifications import Notification
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import OptionList, Select
from textual.worker import Worker

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.events import EventKind, Started
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.rules.schema import Value
from scorekeeper.storage import open_store
from scorekeeper.storage.store import KeptGame
from scorekeeper.system.paths import HOME_VARIABLE
from scorekeeper.tui.app import ScorekeeperApp
from scorekeeper.tui.base.screen import ASKS
from scorekeeper.tui.widgets.moment import Moment
from tests import servers
from tests.waiting import PATIENCE
from tests.web.served import free_port

NAMES = ("Ana", "Ben", "Carla", "Dan")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty home for the program."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    for variable, value in servers.environment(tmp_path).items():
        monkeypatch.setenv(variable, value)
    return tmp_path


@pytest.fixture
def keep(home: Path, shelf: Shelf) -> Callable[..., KeptGame]:
    """Return a function that keeps a game of double-nine, or as asked."""

    def kept(
        players: tuple[str, ...] = NAMES,
        book: str = "classic",
        set_size: int = 9,
        happened: Iterable[EventKind] = (),
        **house: Value,
    ) -> KeptGame:
        rules = with_changes(shelf.book(book).rules, house)
        started = Started(
            title="Friday night",
            date=date(2026, 11, 20),
            set_size=set_size,
            players=players,
            book=book,
            rules=rules,
            house=house,
        )
        store = open_store(home / "games.db")
        game = store.create(started, NOON)
        for what in happened:
            game = store.append(game, [what], NOON)
        store.close()
        return game

    return kept


@pytest.fixture
def app(home: Path) -> Callable[..., ScorekeeperApp]:
    """Return a function that makes the app, on a game if one is given."""

    def made(kept: KeptGame | None = None) -> ScorekeeperApp:
        return ScorekeeperApp(home / "games.db", kept.id if kept else None)

    return made


@pytest.fixture
def own_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open tables at this computer's own address, and at a port that no other test takes between two openings."""
    monkeypatch.setattr("scorekeeper.web.host.home_address", lambda: "127.0.0.1")
    monkeypatch.setattr("scorekeeper.web.host.PORT", free_port())


def notices(app: App[None]) -> list[Notification]:
    """Return what the app tells."""
    return list(app._notifications)


def told(app: App[None]) -> str:
    """Return the messages that the app shows."""
    return "\n".join(note.message for note in notices(app))


def strips(screen: Screen[object]) -> list[Strip]:
    """Return the lines of a screen as they are drawn."""
    return screen._compositor.render_strips()


def moment_lines(moment: Moment) -> list[str]:
    """Return the lines of the result as they are drawn."""
    return [moment.render_line(row).text for row in range(moment.size.height)]


def covered(pilot: Pilot[None]) -> int:
    """Return how many places the result in front covers; 0 where it covers none, or is not in front."""
    return sum(moment.shown.covered for moment in pilot.app.screen.query(Moment))


async def until(pilot: Pilot[None], there: Callable[[], bool]) -> None:
    """Wait until something is there; a test fails where it does not come."""
    end = monotonic() + PATIENCE
    while not there() and monotonic() < end:
        await pilot.pause(0.02)
    await drawn()
    assert there()


def offered(select: Select[object]) -> list[str]:
    """Return what can be chosen."""
    return [str(option.prompt) for option in select.query_one(OptionList).options]


@pytest.fixture(autouse=True)
def _no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay screens out, but draw them only where a test looks: there is no terminal."""
    draw = Compositor.render_update

    def drawn_if_looked_at(compositor: Compositor, full: bool = False, **how: Any) -> object:
        if full:
            return draw(compositor, full, **how)
        compositor._dirty_regions.clear()
        return None

    monkeypatch.setattr(Compositor, "render_update", drawn_if_looked_at)


@pytest.fixture(autouse=True)
def _no_idling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for what is under way, and no longer; draw the screen where a test looks, not after every key."""
    press = Pilot.press

    async def press_and_draw(pilot: Pilot[None], *keys: str) -> None:
        await press(pilot, *keys)
        await drawn()

    monkeypatch.setattr(Pilot, "press", press_and_draw)
    monkeypatch.setattr("textual.app.wait_for_idle", settled)
    monkeypatch.setattr("textual.pilot.wait_for_idle", drawn)
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 1)
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")


lasting: frozenset[str] = frozenset()
"""Names of workers that go on while a test goes on; it sets them itself."""


async def settled(_least: float = 0) -> None:
    """Wait until nothing is under way but what waits for the screen to be drawn."""
    await _settle(_stirs)


async def drawn(_least: float = 0) -> None:
    """Wait until nothing is under way, and the screen is drawn as it is."""
    await _settle(lambda screen: _stirs(screen) or _stale(screen))


def _stirs(screen: Screen[object]) -> bool:
    return bool(screen._callbacks) or screen._recompose_required


def _stale(screen: Screen[object]) -> bool:
    required = screen._layout_required or screen._scroll_required or screen._repaint_required
    return required or bool(screen._dirty_widgets)


def _is_awaited(worker: Worker[object]) -> bool:
    return worker.is_running and worker.group != ASKS and worker.name not in lasting


async def _settle(lacks_drawing: Callable[[Screen[object]], bool]) -> None:
    """Wait until no message and no worker is left, but for answers; draw what lacks it.

    Textual's own wait ends when the process has hardly used the processor for a fiftieth of a second.
    """
    app, loop = active_app.get(), asyncio.get_running_loop()
    end = monotonic() + PATIENCE
    while monotonic() < end:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        if app._resize_timer is not None or any(map(_is_awaited, app.workers)):
            await asyncio.sleep(0.002)
        elif app.return_code is None and app.screen.is_running and lacks_drawing(app.screen):
            app.screen._on_timer_update()
        else:
            return
    raise AssertionError(f"the app was never at rest: {[*app.workers]}")


@pytest.fixture(autouse=True, scope="session")
def _read_style_sheets_once() -> Iterator[None]:
    """Share among all apps of a run what reading a style sheet gives; nothing changes it afterwards."""
    read = Stylesheet._parse_rules
    known: dict[object, list[RuleSet]] = {}

    def read_once(
        sheet: Stylesheet, css: str, read_from: CSSLocation, *how: object, **more: object
    ) -> list[RuleSet]:
        key = (css, read_from, how, *more.items(), *sheet._variables.items())
        if key not in known:
            known[key] = read(sheet, css, read_from, *how, **more)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", read_once)
        patch.setattr(RuleSet, "__hash__", object.__hash__)  # the same number, without a call into Python
        yield
