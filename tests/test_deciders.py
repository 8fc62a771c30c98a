"""Everything that can decide a place, on every surface: the command line, the sheet, the app."""

from collections.abc import Callable
from typing import Any, get_args

import pytest
from rich.console import Console
from textual.widgets import Static

from scorekeeper.game.ranking import DECIDERS, Standing, TieBreaker, standings
from scorekeeper.rules.schema import TieBreak
from scorekeeper.sheets import Look, typeset
from scorekeeper.sheets.game_sheet import filled_sheet
from scorekeeper.storage import open_store
from scorekeeper.storage.store import Store
from scorekeeper.system import paths
from scorekeeper.tui.app import ScorekeeperApp
from scorekeeper.tui.table.result import ResultScreen
from tests.build import log_of
from tests.conftest import Ran, cases
from tests.paper import page_texts, squeezed

CASES = cases("deciders")
every_decider = pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])


def place(case: dict[str, Any]) -> Standing:
    """Return the first place in its game that the decider decides, and the label stands beside."""
    table = standings(log_of(case).game).standings
    return next(one for one in table if (one.decided_by, one.label) == (case["word"], case["label"]))


def explained(case: dict[str, Any]) -> str:
    """Return what the explanation says: the sentence of a tie."""
    return str(case.get("explained", case["sentence"]))


def keep(case: dict[str, Any]) -> Store:
    """Keep a game where the program looks for games."""
    store = open_store(paths.games_file())
    store.add_games([log_of(case)])
    return store


def test_every_word_of_the_rules_is_a_tie_breaker_and_every_decider_has_a_game_here() -> None:
    """The words of `winning.ties` are the tie-breakers, and these tests walk all deciders there are."""
    breakers = {word for word, decider in DECIDERS.items() if isinstance(decider, TieBreaker)}
    assert breakers == set(get_args(TieBreak))
    assert DECIDERS.keys() == {case["word"] for case in CASES}


@every_decider
def test_a_decider_has_its_words(case: dict[str, Any]) -> None:
    """It has a label and a sentence, a tie-breaker a label for tables of ties besides; the explanation names ties."""
    game, decider = log_of(case).game, DECIDERS[case["word"]]
    table = standings(game)
    number = table.standings.index(place(case))
    assert place(case).decider is decider
    assert decider.label(place(case)) == case["label"]
    assert decider.sentence(game, *table.standings[number : number + 2]) == case["sentence"]
    assert (decider.tie_label if isinstance(decider, TieBreaker) else None) == case.get("tie_label")
    assert table.explanation == explained(case)


@every_decider
def test_the_command_line_prints_what_decided_a_tie(case: dict[str, Any], cli: Callable[..., Ran]) -> None:
    """A line of `standings` ends in what decided the tie, under its heading, and the sentence follows."""
    keep(case).close()
    out = cli("standings", "last").out
    assert ("tie decided by" in out) == ("tie_label" in case)
    line = next(line for line in out.splitlines() if line[3:].startswith(place(case).player))
    assert line.endswith(case.get("tie_label", ""))
    assert explained(case) in out


@pytest.mark.parametrize("case", [case for case in CASES if "sheet" in case], ids=lambda case: case["label"])
def test_the_result_sheet_says_what_put_a_player_ahead(case: dict[str, Any]) -> None:
    """The sheet of a result prints by how many points a player is ahead, or what decided the tie."""
    sheet = filled_sheet(log_of(case).game, "Classic")
    assert {one.player: one.decided_by for one in sheet.places}[place(case).player] == case["sheet"]
    [page] = page_texts(typeset([sheet], Look(template="result")).pages[0])
    assert squeezed(case["sheet"]) in squeezed(page)


def shown(app: ScorekeeperApp, name: str) -> str:
    """Return the words of a part of the screen in front."""
    content = app.screen.query_one(f"#{name}", Static).content
    console = Console(width=120, color_system=None)
    with console.capture() as capture:
        console.print(content)
    return capture.get()


@pytest.mark.parametrize("case", [CASES[0], CASES[3]], ids=lambda case: case["label"])
async def test_the_app_shows_the_label(case: dict[str, Any], home: object) -> None:
    """The result in the app says beside the player by how much, or what decided the tie."""
    store = keep(case)
    store.close()
    app = ScorekeeperApp(store.place, store.list()[0].id)
    async with app.run_test() as pilot:
        await pilot.press("s")
        assert isinstance(app.screen, ResultScreen)
        line = next(line for line in shown(app, "places").splitlines() if f" {place(case).player} " in line)
        assert line.rstrip().endswith("by 5" if case["word"] == "lowest-total" else case["label"])
        assert shown(app, "why").strip() == explained(case)
