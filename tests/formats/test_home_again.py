"""Out and home again: a game that is exported as a table and imported is the same game."""

import json
from collections.abc import Collection
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
import tomli
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.checks import game_findings
from scorekeeper.cli.imports import HINTS
from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats.export import EXPORTS
from scorekeeper.formats.table_cells import sheets_of
from scorekeeper.formats.table_games import ImportPlan
from scorekeeper.game.events import (
    CallMade,
    Change,
    Finished,
    RoundCleared,
    RoundScored,
    RulingKept,
    SeatsChanged,
)
from scorekeeper.game.game import Game
from scorekeeper.game.log import GameLog, begin_game
from scorekeeper.game.round import Blocked, Call, KeptRuling, Out, Pips, Points, TileEntry
from scorekeeper.session.incoming import read_files, read_games
from scorekeeper.tiles import parse_tiles
from tests.build import AT, evening, started
from tests.company import DEEDS, PEOPLE, deed
from tests.conftest import BOOKS, Cli

HOUSE = (
    "scoring.double_blank=25",
    "little.points=5",
    "scoring.out=-5",
    "scoring.blocked=low-hand-zero",
    "scoring.open_foot=10",
    "rounds.order=ascending",
    "start.next_double=highest-unused",
    "scoring.out_on_double=doubled",
    "scoring.marker=10",
)
"""Rules that tables change and points or rounds rest on."""


def random_game(rng: Random) -> Game:
    """Return a game of either kind in which anything may have happened."""
    book = rng.choice(BOOKS)
    house = rng.sample(HOUSE, rng.choice((0, 0, 1, 2)))
    size, title = rng.choice((9, 12)), rng.choice(("", "Friday night", "=1+2", "12-12"))
    people = PEOPLE[: rng.randint(3, 3 if size == 9 else 5)]
    log = begin_game(started(*house, book=book.id, players=people, size=size, title=title), AT)
    for _step in range(rng.randint(0, 8)):
        for _deed in range(rng.choice((0, 1, 2))):
            log = after(log, deed(log.game, rng.choice(DEEDS), rng.randrange(100)))
        played = log.game.current
        if played is None:
            break
        for what in (_entry(log.game, rng, played.number), _aside(log.game, rng, played.number)):
            log = after(log, what)
    if rng.random() < 0.2:
        log = after(log, deed(log.game, rng.choice(DEEDS), rng.randrange(100)))
    return after(log, Finished()).game if rng.random() < 0.2 else log.game


def after(log: GameLog, what: Change | None) -> GameLog:
    """Return the log after a change that no check calls an error; as it was where there is one."""
    try:
        changed = log if what is None else log.after(what, AT)
    except ScorekeeperError:
        return log
    return log if any(finding.level == "error" for finding in game_findings(changed.game)) else changed


def _entry(game: Game, rng: Random, number: int) -> Change:
    """Return the entry of a round: hands of every kind, mostly all, and its end; 0 would say who went out."""
    players = game.dealt_in(number)
    out = rng.choice(players) if rng.random() < 0.7 else None
    hands = {
        name: rng.choice(
            (Points(rng.randint(1, 60)), Pips(rng.randint(1, 40)), TileEntry(parse_tiles("5-0 3-2", 9)))
        )
        for name in players
        if name != out and rng.random() < 0.95
    }
    ending = Out(out) if out else Blocked(rng.choice((None, 4)))
    fields: dict[str, Any] = {}
    if rng.random() < 0.15:
        fields["started_with"] = rng.randint(0, 9)
    if rng.random() < 0.1:
        fields["marked"] = (rng.choice(players),)
    if rng.random() < 0.95:
        fields["ending"] = ending
    return RoundScored(round=number, entries=hands, **fields)


def _aside(game: Game, rng: Random, number: int) -> Change | None:
    """Return what happens beside the hands, now and then."""
    players = game.dealt_in(number)
    return rng.choice(
        (
            CallMade(number, Call("chickenlittle", rng.choice(players), effect="draw-1")),
            RulingKept(number, KeptRuling(question="May she?", answer="no", reason="")),
            RoundScored(round=number, note="windy"),
            RoundCleared(rng.randint(1, number)),
            SeatsChanged(tuple(rng.sample(players, len(players)))),
            *[None] * 10,
        )
    )


def visitors(game: Game) -> set[str]:
    """Return who came and left between two rounds; what they were given there counts from another round on."""
    return {stay.player for stay in game.stays if stay.joined == stay.left}


def facts(game: Game, but: Collection[str] = ()) -> dict[str, object]:
    """Return all that a table holds of a game; `but` have a total alone, and no running one."""
    bare = replace(
        game, rounds=tuple(replace(played, calls=(), rulings=(), note="") for played in game.rounds)
    )
    last = max((played.number for played in bare.rounds if played.entries or played.ending), default=0)
    rounds = bare.rounds[:last]
    played = {name for number in range(1, last + 1) for name in game.players_of(number)}
    return {
        "about": (game.title, game.date, game.set_size, game.players, game.book, game.house, game.finished),
        "doubles": [(played.double, played.began_with) for played in rounds],
        "table": [game.players_of(number) for number in range(1, last + 2)],
        "points": [{**points} for points in game.points[:last]],
        "ended": [(played.out, played.blocked, played.open_foot) for played in rounds],
        "sits out": [played.sits_out for played in rounds],
        "total": {name: game.total(name) for name in played},
        "totals": [
            {name: game.total(name, number) for name in played.difference(but)} for number in range(last + 1)
        ],
        "missing": [missing for missing in bare.missing if missing.round <= last],
    }


def home(path: Path) -> list[Game]:
    """Import the games of a file, with nothing said beside."""
    plan = ImportPlan(BOOKS[0], {}, None, None, None, AT, HINTS)
    return [one.log.game for one in read_games(read_files([path], (), AT), plan, (), {})]


@pytest.mark.parametrize("kind", [kind for kind in EXPORTS if kind not in ("toml", "json")])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_table_comes_home_as_the_same_game(
    tmp_path_factory: pytest.TempPathFactory, kind: str, seed: int
) -> None:
    """Rounds, who was at the table, points, endings, totals, what is missing, day, title and rules are the same."""
    game = random_game(Random(seed))
    if not any(played.entries or played.ending for played in game.rounds):
        return
    path = tmp_path_factory.mktemp("home") / f"game{EXPORTS[kind].ending}"
    path.write_bytes(EXPORTS[kind].show(game))
    (again,) = home(path)
    assert facts(again, visitors(game)) == facts(game, visitors(game)), EXPORTS["csv"].show(game).decode()


def test_all_games_come_home_from_one_spreadsheet(cli: Cli, tmp_path: Path) -> None:
    """Each is on a sheet of its own, and the lists of results and people are no games; or from a folder of files."""
    for players in ("Ana,Ben", "Ana,Cy"):
        game = cli("new", "--players", players, "--title", players, "--date", "2026-01-05").out.strip()
        assert cli("round", game, "--out", "Ana", f"{players[4:]}==7").status == 0
    assert cli("export", "--all", "--format", "toml", "-o", tmp_path / "all").status == 0
    assert sorted(game.title for file in (tmp_path / "all").iterdir() for game in home(file)) == [
        "Ana,Ben",
        "Ana,Cy",
    ]
    path = tmp_path / "all.xlsx"
    assert cli("export", "--all", "-o", path).status == 0
    assert [sheet.name.split()[0] for sheet in sheets_of(path.read_bytes())] == [
        "Results",
        "People",
        "1",
        "2",
    ]
    assert [(game.title, game.total(game.players[1])) for game in home(path)] == [
        ("Ana,Ben", 7),
        ("Ana,Cy", 7),
    ]


def test_totals_and_standing_are_formulas(tmp_path: Path) -> None:
    """What somebody corrects in the sheet changes totals, standing and rounds won; the values of now stand beside."""
    game = evening().game
    with ZipFile(BytesIO(EXPORTS["xlsx"].show(game))) as parts:
        standing, table = (parts.read(f"xl/worksheets/sheet{number}.xml").decode() for number in (1, 2))
    assert "<f>SUM(C2:C3)</f><v>12</v>" in table
    assert "<f>'1 2026-11-20'!C4</f><v>12</v>" in standing
    assert "<f>SUMPRODUCT(--('1 2026-11-20'!B1:B3=\"Ana out\"))</f><v>1</v>" in standing


def test_a_spreadsheet_has_the_same_bytes_each_time() -> None:
    """So nothing changes in a repository where nothing changed in a game."""
    game = evening().game
    assert EXPORTS["xlsx"].show(game) == EXPORTS["xlsx"].show(game)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "Name a game, or write all of them with --all."),
        (("last", "--all"), "Name a game, or write all of them with --all."),
        (
            ("--all", "--format", "csv"),
            "Standard output takes one file, not a folder of them; name a folder.",
        ),
        (("--all",), "There are no saved games yet"),
    ],
)
def test_what_cannot_be_exported_is_refused(words: tuple[str, ...], says: str, cli: Cli) -> None:
    """In one sentence."""
    ran = cli("export", *words)
    assert (ran.status, says in ran.err) == (2, True)


def test_a_game_is_exported_as_json(cli: Cli, game: str) -> None:
    """It has the tables of the game file."""
    exported = json.loads(cli("export", game, "--json").out)
    assert exported == json.loads(json.dumps(tomli.loads(cli("export", game).out), default=str))


def test_rules_that_somebody_names_count_more_than_those_of_the_file(cli: Cli, tmp_path: Path) -> None:
    """And a file with a rule book that is not here is refused by its name, unless another one is said."""
    path = tmp_path / "friday.csv"
    path.write_text("round,Ana,Ben\n9-9,0,7\nset,9\nrules,our-book\n", encoding="utf-8")
    ran = cli("import", path)
    assert (ran.status, "our-book" in ran.err) == (2, True)
    ran = cli("import", path, "--rules", "hastings")
    assert cli("export", ran.out.strip(), "--json").out.count('"rules": "hastings"') == 1
