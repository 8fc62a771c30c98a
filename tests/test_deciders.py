"""Everything that can decide a place, on every surface: the command line, the sheet, the app."""

from collections.abc import Callable
from typing import NamedTuple, get_args

import pytest
from rich.console import Console
from textual.widgets import Static

from scorekeeper.game.events import PlayerLeft, TieDrawn
from scorekeeper.game.log import GameLog
from scorekeeper.game.ranking import (
    DECIDERS,
    Standing,
    TieBreaker,
    standings,
)
from scorekeeper.rules.schema import TieBreak
from scorekeeper.sheets import Look, typeset
from scorekeeper.sheets.game_sheet import filled_sheet
from scorekeeper.storage import open_store
from scorekeeper.storage.store import Store
from scorekeeper.system import paths
from scorekeeper.tui.app import ScorekeeperApp
from scorekeeper.tui.table.result import ResultScreen
from tests.build import AT, new_log, scored
from tests.conftest import Ran
from tests.paper import page_texts, squeezed


class Decided(NamedTuple):
    """A game in which a decider puts a player ahead, what stands beside that player, and the explanation."""

    word: str
    log: GameLog
    label: str
    tie_label: str
    explanation: str


def tied(word: str, *rounds: tuple[str | None, dict[str, str]]) -> GameLog:
    """Return a game with one tie-breaker, and these rounds: who went out, and the other hands."""
    log = new_log(f'winning.ties=["{word}"]')
    for number, (out, hands) in enumerate(rounds, 1):
        log = log.after(scored(number, out, **hands), AT)
    return log


def level() -> tuple[str, dict[str, str]]:
    """Return a round that leaves Ana and Ben level with five points."""
    return "blocked", {"Ana": "=5", "Ben": "=5", "Cy": "=9"}


ONE_ROUND = new_log().after(scored(1, "Ana", Ben="=5", Cy="=9"), AT)

TWO_LEFT = (
    new_log(players=("Ana", "Ben", "Cy", "Dan"))
    .after(scored(1, "Ana", Ben="=5", Cy="=9", Dan="=7"), AT)
    .after(PlayerLeft(player="Ana"), AT)
    .after(scored(2, "Ben", Cy="=9", Dan="=7"), AT)
    .after(PlayerLeft(player="Ben"), AT)
)

GAMES = {
    "lowest-total": Decided("lowest-total", ONE_ROUND, "lower total", "", ""),
    "left": Decided("left", ONE_ROUND.after(PlayerLeft(player="Ana"), AT), "the next one left", "", ""),
    "left earlier": Decided("left", TWO_LEFT, "the next one left earlier", "", ""),
    "most-rounds-won": Decided(
        "most-rounds-won",
        tied(
            "most-rounds-won",
            ("Ana", {"Ben": "=10", "Cy": "=30"}),
            ("Ana", {"Ben": "=10", "Cy": "=30"}),
            ("Ben", {"Ana": "=20", "Cy": "=30"}),
        ),
        "more rounds won",
        "most rounds won",
        "Ana and Ben both have 20; Ana won 2 rounds, Ben 1.",
    ),
    "lowest-nonzero-round": Decided(
        "lowest-nonzero-round",
        tied(
            "lowest-nonzero-round",
            ("blocked", {"Ana": "=3", "Ben": "=5", "Cy": "=30"}),
            ("blocked", {"Ana": "=7", "Ben": "=5", "Cy": "=30"}),
        ),
        "lower best round",
        "lowest round that is not zero",
        "Ana and Ben both have 10; the lowest round that is not zero is 3 for Ana, 5 for Ben.",
    ),
    "best-next-round": Decided(
        "best-next-round",
        tied(
            "best-next-round",
            ("blocked", {"Ana": "=1", "Ben": "=1", "Cy": "=30"}),
            ("blocked", {"Ana": "=2", "Ben": "=3", "Cy": "=30"}),
            ("blocked", {"Ana": "=8", "Ben": "=7", "Cy": "=30"}),
        ),
        "better next round",
        "best next round",
        "Ana and Ben both have 11; Ana has the better rounds, best first.",
    ),
    "draw-a-tile": Decided(
        "draw-a-tile",
        tied("draw-a-tile", level()).after(TieDrawn(("Ana", "Ben")), AT),
        "drew the better tile",
        "a drawn tile",
        "Ana and Ben both have 5; Ana drew the better tile.",
    ),
    "share": Decided(
        "share",
        tied("share", level()),
        "shared",
        "nothing; they share",
        "Ana and Ben both have 5; they share the place.",
    ),
}

every_decider = pytest.mark.parametrize("case", GAMES)


def place(case: str) -> Standing:
    """Return the first place in its game that the decider decides, and the label stands beside."""
    found, table = GAMES[case], standings(GAMES[case].log.game)
    return next(one for one in table.standings if (one.decided_by, one.label) == (found.word, found.label))


def keep(log: GameLog) -> Store:
    """Keep a game where the program looks for games."""
    store = open_store(paths.games_file())
    store.add_games([log])
    return store


def test_every_word_of_the_rules_is_a_tie_breaker_and_every_decider_has_a_game_here() -> None:
    """The words of `winning.ties` are the tie-breakers, and these tests walk all deciders there are."""
    breakers = {word for word, decider in DECIDERS.items() if isinstance(decider, TieBreaker)}
    assert breakers == set(get_args(TieBreak))
    assert DECIDERS.keys() == {case.word for case in GAMES.values()}


@every_decider
def test_a_decider_has_its_words(case: str) -> None:
    """A decider has a label, and a tie-breaker one for tables of ties besides."""
    decider = DECIDERS[GAMES[case].word]
    assert (decider.word, decider.label(place(case))) == (GAMES[case].word, GAMES[case].label)
    assert (decider.tie_label if isinstance(decider, TieBreaker) else "") == GAMES[case].tie_label


@every_decider
def test_the_place_names_its_decider_and_the_explanation_every_tie(case: str) -> None:
    """The standings hold the word; a tie has its sentence, anything else needs none."""
    assert place(case).decider is DECIDERS[GAMES[case].word]
    assert standings(GAMES[case].log.game).explanation == GAMES[case].explanation


SENTENCES = {
    "lowest-total": "Ana wins with 0, 5 points fewer than Ben.",
    "left": "Ana left the game, so Cy is ahead.",
    "left earlier": "Ben and Ana left the game; Ben stayed longer.",
}


@every_decider
def test_every_decider_has_a_sentence(case: str) -> None:
    """A decider explains a place in a whole sentence, also where the explanation leaves it out."""
    game = GAMES[case].log.game
    places = standings(game).standings
    number = places.index(place(case))
    sentence = DECIDERS[GAMES[case].word].sentence(game, *places[number : number + 2])
    assert sentence == (GAMES[case].explanation or SENTENCES[case])


@every_decider
def test_the_command_line_prints_what_decided_a_tie(case: str, cli: Callable[..., Ran]) -> None:
    """A line of `standings` ends in what decided the tie, under its heading, and the sentence follows."""
    keep(GAMES[case].log).close()
    out = cli("standings", "last").out
    assert ("tie decided by" in out) == bool(GAMES[case].tie_label)
    line = next(line for line in out.splitlines() if line[3:].startswith(place(case).player))
    assert line.endswith(GAMES[case].tie_label)
    assert GAMES[case].explanation in out


ON_SHEET = {"lowest-total": "5 points", "left": "", "left earlier": ""}
"""What the result sheet says where it does not say the label: by how much; and nobody is ahead of who left."""


@pytest.mark.parametrize("case", ["lowest-total", "left", "most-rounds-won"])
def test_the_result_sheet_says_what_put_a_player_ahead(case: str) -> None:
    """The sheet of a result prints by how many points a player is ahead, or what decided the tie."""
    sheet = filled_sheet(GAMES[case].log.game, "Classic")
    ahead = ON_SHEET.get(case, GAMES[case].label)
    assert {one.player: one.decided_by for one in sheet.places}[place(case).player] == ahead
    [page] = page_texts(typeset([sheet], Look(template="result")).pages[0])
    assert squeezed(ahead) in squeezed(page)


def shown(app: ScorekeeperApp, name: str) -> str:
    """Return the words of a part of the screen in front."""
    content = app.screen.query_one(f"#{name}", Static).content
    console = Console(width=120, color_system=None)
    with console.capture() as capture:
        console.print(content)
    return capture.get()


async def result(log: GameLog, *keys: str) -> dict[str, str]:
    """Return what the app shows after these keys on the table of a game: headline, places and reasons."""
    store = keep(log)
    store.close()
    app = ScorekeeperApp(store.place, store.list()[0].id)
    async with app.run_test() as pilot:
        await pilot.press(*keys)
        assert isinstance(app.screen, ResultScreen)
        return {name: shown(app, name) for name in ("winner", "places", "why")}


@pytest.mark.parametrize("case", ["lowest-total", "most-rounds-won"])
async def test_the_app_shows_the_label(case: str, home: object) -> None:
    """The result in the app says beside the player by how much, or what decided the tie."""
    screen = await result(GAMES[case].log, "s")
    line = next(line for line in screen["places"].splitlines() if f" {place(case).player} " in line)
    assert line.rstrip().endswith("by 5" if case == "lowest-total" else GAMES[case].label)
    assert screen["why"].strip() == GAMES[case].explanation
