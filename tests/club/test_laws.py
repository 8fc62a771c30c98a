"""Laws that hold for every evening: arrivals, draws, results, corrections and undo in any order."""

from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.club import (
    Club,
    ClubLog,
    ClubPerson,
    PeopleSet,
    ScoredBy,
    SittingDrawn,
    TableTotals,
    TotalsEntered,
    club_standing,
    draw_sitting,
    replay_club,
    table_results,
)
from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import GameLog, Points, Redone, Reopened, RoundScored, Undone
from tests.build import AT
from tests.clubs import club_log, table_log

NAMES = [f"P{number}" for number in range(14)]


def step(log: ClubLog, games: dict[str, GameLog], luck: Random) -> ClubLog:
    """Do something that may happen in an evening; the games of its tables are changed in place."""
    match luck.choice(("people", "draw", "again", "enter", "sheet", "correct", "undo", "redo")):
        case "people":
            some = luck.sample(NAMES, 3)
            apart = (some[1],) if some[1] in log.club.names else ()
            person = ClubPerson(some[0], luck.random() < 0.8, luck.choice((None, None, 1, 2)), apart)
            return log.after(PeopleSet((person,)), AT)
        case "draw":
            return draw(log, games, len(log.club.sittings) + 1, luck)
        case "again" if log.club.sittings:
            return draw(log, games, luck.randint(1, len(log.club.sittings)), luck)
        case "enter" if log.club.sittings:
            sitting = luck.randint(1, len(log.club.sittings))
            table = luck.choice(log.club.sittings[sitting - 1])
            points = {name: luck.randint(0, 60) for name in table.players}
            return log.after(TotalsEntered((TableTotals(sitting, table.number, points),)), AT)
        case "sheet" if log.club.sittings:
            table = luck.choice(luck.choice(log.club.sittings))
            points = {name: luck.randint(0, 60) for name in table.players}
            games[table.game] = table_log(table, points, over=luck.random() < 0.8)
        case "correct" if games:
            game, kept = luck.choice(sorted(games.items()))
            kept = kept.after(Reopened(), AT) if kept.game.finished else kept
            entry = RoundScored(
                round=1, entries={kept.game.players[0]: Points(luck.randint(0, 60))}, reason="!"
            )
            games[game] = kept.after(entry, AT)
        case "undo":
            return log.after(Undone(), AT)
        case "redo":
            return log.after(Redone(), AT)
    return log


def draw(log: ClubLog, games: dict[str, GameLog], sitting: int, luck: Random) -> ClubLog:
    """Draw a sitting, or what of it has not begun."""
    begun = [one.table for one in table_results(log.club, games) if one.sitting == sitting and one.begun]
    tables = draw_sitting(log.club, sitting, begun, luck.random).tables
    named = [
        table if table.game else type(table)(table.number, table.players, f"{len(log.events)}-{table.number}")
        for table in tables
    ]
    return log.after(SittingDrawn(sitting, tuple(named)), AT)


def recounted(club: Club, games: dict[str, GameLog], by: ScoredBy) -> dict[str, Fraction]:
    """Return everybody's score, counted plainly from totals and games."""
    per_sitting: list[dict[str, Fraction]] = []
    for sitting, tables in enumerate(club.sittings, start=1):
        scores: dict[str, Fraction] = {}
        for table in tables:
            game = games[table.game].game if table.game in games else None
            whole = game is not None and game.finished
            points = {name: game.total(name) for name in table.players} if game and whole else None
            points = points or club.totals.get((sitting, table.number))
            for name, own in (points or {}).items():
                others = [other for who, other in (points or {}).items() if who != name]
                beaten = sum(Fraction(own > other) + Fraction(own == other, 2) for other in others)
                mean = Fraction(sum(others) + own, len(others) + 1)
                scores[name] = {
                    "points": Fraction(own),
                    "place": 100 * beaten / len(others),
                    "mean": 100 * own / mean if mean else Fraction(100),
                }[by]
        per_sitting.append(scores)
    while per_sitting and not per_sitting[-1]:
        per_sitting.pop()
    everybody = {name for scores in per_sitting for name in scores}
    return {
        name: sum(
            (scores.get(name, max(scores.values(), default=Fraction(0))) for scores in per_sitting),
            Fraction(0),
        )
        for name in everybody
    }


@settings(max_examples=60)
@given(st.integers(0, 10**9), st.integers(1, 25))
def test_every_evening(seed: int, steps: int) -> None:
    """Nobody sits at two tables in a sitting, nobody is lost, and every standing is a plain recount."""
    luck, games = Random(seed), dict[str, GameLog]()
    log = club_log(luck.randint(3, 12), most=luck.choice((3, 4, 6)))
    for _step in range(steps):
        before = log
        try:
            log = step(log, games, luck)
        except ScorekeeperError:
            assert log is before
        for sitting, tables in enumerate(log.club.sittings, start=1):
            seated = [name for table in tables for name in table.players]
            assert len(seated) == len(set(seated)), sitting
            assert set(seated) <= set(log.club.names)
    last = len(log.club.sittings) + 1
    present = {person.name for person in log.club.people.values() if person.here}
    if len(present) >= 3:
        assert {
            name for table in draw_sitting(log.club, last, (), luck.random).tables for name in table.players
        } == present
    assert replay_club(log.events) == log
    for by in ("points", "place", "mean"):
        standing = club_standing(log.club, games, by).standing
        counted = recounted(log.club, games, by)
        shown = {
            name: score.numerator if score.denominator == 1 else round(float(score), 1)
            for name, score in counted.items()
        }
        assert {place.player: place.score for place in standing} == shown
        assert [place.rank for place in standing] == sorted(place.rank for place in standing)
