"""Everything that can decide a place, on every surface: the command line, the sheet, the app."""

from typing import Any, get_args

import pytest

from scorekeeper.game.log import GameLog
from scorekeeper.game.ranking import DECIDERS, Standing, TieBreaker, standings
from scorekeeper.rules.schema import TieBreak
from scorekeeper.sheets import Look, typeset
from scorekeeper.sheets.game_sheet import filled_sheet
from scorekeeper.storage import open_store
from scorekeeper.storage.store import Store
from scorekeeper.system import paths
from scorekeeper.tui.app import ScorekeeperApp
from scorekeeper.tui.table.result import ResultScreen
from scorekeeper.tui.widgets.moment import Moment
from tests.build import after, event_of, new_log, scored
from tests.conftest import Cli, cases
from tests.paper import page_texts, squeezed

CASES = cases("deciders")
BREAKERS = {word for word, decider in DECIDERS.items() if isinstance(decider, TieBreaker)}
every_decider = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])


def with_key(key: str) -> pytest.MarkDecorator:
    """Return the mark of a test on the cases that say something about a surface."""
    found = [case for case in CASES if key in case]
    return pytest.mark.parametrize("case", found, ids=lambda case: case["name"])


def log_of(case: dict[str, Any]) -> GameLog:
    """Return the game of a case, with its word as the only tie-breaker if it is one."""
    names = tuple(name for name in ("Ana", "Ben", "Cy", "Dan") if name != "Dan" or "Dan" in case["rounds"][0])
    log = new_log(*[f'winning.ties=["{case["word"]}"]'] * (case["word"] in BREAKERS), players=names)
    for number, played in enumerate(case["rounds"], 1):
        hands = {name: hand for name, hand in played.items() if name in names}
        log = after(log, scored(number, played["out"], **hands), *map(event_of, played.get("then", ())))
    return log


def place(case: dict[str, Any]) -> Standing:
    """Return the first place in its game that the decider decides, and the label stands beside."""
    places, wanted = standings(log_of(case).game).standings, (case["word"], case["label"])
    return next(one for one in places if (one.decided_by, one.label) == wanted)


def keep(log: GameLog) -> Store:
    """Keep a game where the program looks for games."""
    store = open_store(paths.games_file())
    store.add_games([log])
    store.close()
    return store


def test_every_word_of_the_rules_is_a_tie_breaker_and_every_decider_has_a_game_here() -> None:
    """The words of `winning.ties` are the tie-breakers, and these tests walk all deciders there are."""
    assert set(get_args(TieBreak)) == BREAKERS
    assert DECIDERS.keys() == {case["word"] for case in CASES}


@every_decider
def test_a_decider_has_its_words(case: dict[str, Any]) -> None:
    """A decider has a label, a tie-breaker one for tables of ties besides, and a sentence; a tie is explained."""
    game, decider = log_of(case).game, DECIDERS[case["word"]]
    table, here = standings(game), place(case)
    assert (decider.word, decider.label(here), here.decider) == (case["word"], case["label"], decider)
    assert (decider.tie_label if isinstance(decider, TieBreaker) else "") == case.get("tie", "")
    assert table.explanation == case.get("explanation", "")
    number = table.standings.index(here)
    sentence = decider.sentence(game, *table.standings[number : number + 2])
    assert sentence == case.get("explanation", case.get("sentence"))


@every_decider
def test_the_command_line_prints_what_decided_a_tie(case: dict[str, Any], cli: Cli) -> None:
    """A line of `standings` ends in what decided the tie, under its heading, and the sentence follows."""
    keep(log_of(case))
    out = cli("standings", "last").out
    assert ("tie decided by" in out) == ("tie" in case)
    line = next(line for line in out.splitlines() if line[3:].lstrip().startswith(place(case).player))
    assert line.endswith(case.get("tie", ""))
    assert case.get("explanation", "") in out


@with_key("on_sheet")
def test_the_result_sheet_says_what_put_a_player_ahead(case: dict[str, Any]) -> None:
    """The sheet says by how many points a player is ahead, or what decided the tie; nobody is ahead of who left."""
    sheet = filled_sheet(log_of(case).game, "Classic")
    assert {one.player: one.decided_by for one in sheet.places}[place(case).player] == case["on_sheet"]
    [page] = page_texts(typeset([sheet], Look(template="result")).pages[0])
    assert squeezed(case["on_sheet"]) in squeezed(page)


@with_key("in_app")
async def test_the_app_shows_the_label(case: dict[str, Any], home: object) -> None:
    """The result in the app says beside the player by how much, or what decided the tie."""
    store = keep(log_of(case))
    app = ScorekeeperApp(store.place, store.list()[0].id)
    async with app.run_test() as pilot:
        await pilot.press("s")
        assert isinstance(app.screen, ResultScreen)
        shown = app.screen.query_one(Moment).shown
    assert {one.player: one.why for one in shown.places}[place(case).player] == case["in_app"]
    assert case.get("explanation", "") in shown.why
