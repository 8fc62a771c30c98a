"""Figures over many games: the same as a plain count of the events gives."""

from collections import Counter
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.game.events import Finished, PlayerJoined, RoundCleared, RoundScored
from scorekeeper.game.game import Game
from scorekeeper.game.log import GameLog
from scorekeeper.game.log import replay_events as replayed
from scorekeeper.game.ranking import standings
from scorekeeper.history import statistics
from scorekeeper.history.past import Past, past_games
from scorekeeper.history.statistics import PlayerRecord, faced, games_together, played_periods, player_records
from scorekeeper.history.summary import summarise
from tests.build import AT, after, new_log, played, scored
from tests.strategies import logs

ONE_ROUND = ("rounds.length=fixed", "rounds.count=1")


def pasts(*games: Game, **same: str) -> tuple[Past, ...]:
    """Return games as past ones, with ids 1, 2, 3."""
    return past_games([(str(number), summarise(game)) for number, game in enumerate(games, start=1)], same)


def record(player: str, *games: Game) -> PlayerRecord:
    """Return how a player did."""
    return next(one for one in player_records(pasts(*games)) if one.player == player)


def over(ana: int, ben: int, cy: int, out: str = "Ana") -> Game:
    """Return a finished game of one round."""
    return played([(ana, ben, cy)], [out], *ONE_ROUND)


@pytest.mark.parametrize("half", [scored(2, "Ben"), scored(2, "Ben", Ana="1"), scored(1, "Ben", Cy="3")])
def test_nobody_has_won_a_round_before_it_is_complete(half: RoundScored) -> None:
    """Of one that lacks a hand no figure of a person or a pair tells a win; with the hand it does."""
    log = after(new_log(), scored(1, "Ana", Ben="4", Cy="9"), RoundCleared(1), half)
    whole = after(log, scored(half.round, Ana="1", Cy="3")).game
    for game, won in ((log.game, 0), (whole, 1)):
        (against,) = [one for one in faced(pasts(game), "Ben", alike=True) if one.other == "Ana"]
        assert (record("Ben", game).rounds_won, against.rounds_won) == (won, won)
        assert record("Ana", game).rounds_won == 0


@given(st.lists(logs(5), max_size=4))
def test_records_are_what_a_plain_count_of_the_events_gives(kept: list[GameLog]) -> None:
    """Games, rounds, points and wins of everybody agree with a count event by event."""
    games = [replayed(log.events).game for log in kept]
    counts: dict[str, Counter[str]] = {}
    for game in games:
        for name in game.players:
            mine = counts.setdefault(name.casefold(), Counter())
            mine["games"] += 1
            mine["wins"] += name in standings(game).winners
            for played_round, points in zip(game.rounds, game.points, strict=True):
                mine["rounds won"] += played_round.out == name and not game.missing_in(played_round)
                mine["rounds"] += name in points
                mine["points"] += points.get(name, 0)
    found = {one.player.casefold(): one for one in player_records(pasts(*games))}
    assert set(found) == set(counts)
    for name, count in counts.items():
        one = found[name]
        told = (one.games, one.wins, one.rounds, one.rounds_won, one.points)
        assert told == tuple(count[word] for word in ("games", "wins", "rounds", "rounds won", "points"))
        assert one.average == (one.points / one.rounds if one.rounds else None)
        assert one == statistics.player_record(pasts(*games), one.player, alike=True)


@given(st.lists(logs(5), max_size=4))
def test_head_to_head_is_the_same_from_both_sides(kept: list[GameLog]) -> None:
    """If one is ahead, the other is behind, and both have the same number of games."""
    games = pasts(*(log.game for log in kept))
    for one in player_records(games):
        for met in faced(games, one.player, alike=True):
            (back,) = (other for other in faced(games, met.other, alike=True) if other.other == one.player)
            assert (met.games, met.ahead, met.level) == (back.games, back.behind, back.level)
            assert (met.average, met.rounds_won) == (back.other_average, back.other_rounds_won)
            assert met.games == len(games_together(games, one.player, met.other))


def test_game_that_is_not_over_counts_for_rounds_and_not_for_wins() -> None:
    """An unfinished game counts for rounds and points, but nobody has won it, and it is nobody's best."""
    one = record("Ana", played([(0, 10, 20)], ["Ana"]))
    assert (one.games, one.finished, one.wins, one.rounds, one.rounds_won) == (1, 0, 0, 1, 1)
    assert (one.best_game, one.worst_game) == (None, None)
    (met, _other) = faced(pasts(played([(0, 10, 20)], ["Ana"])), "Ana", alike=True)
    assert (met.ahead, met.behind, met.level) == (0, 0, 0)


def test_only_rounds_that_a_player_was_entered_in_count() -> None:
    """A missing hand counts neither as a round nor as a zero."""
    log = new_log().after(scored(1, "Ana", Ben="4"), AT).after(scored(2, "Ana", Ben="8", Cy="9"), AT)
    assert (record("Ben", log.game).average, record("Cy", log.game).average) == (6.0, 9.0)
    assert record("Cy", new_log().game).average is None


def test_a_tie_is_shared_or_decided_as_the_rules_of_the_game_say() -> None:
    """Without a tie-breaker both have won, and share it; with rounds won only one has."""
    share = played([(3, 3, 9)], [""], *ONE_ROUND, 'winning.ties=["share"]')
    assert [(one.player, one.wins, one.shared) for one in player_records(pasts(share))][:2] == [
        ("Ana", 1, 1),
        ("Ben", 1, 1),
    ]
    assert faced(pasts(share), "Ana", alike=True)[0].level == 1
    two = ("rounds.length=fixed", "rounds.count=2", 'winning.ties=["most-rounds-won"]')
    decided = played([(0, 5, 9), (5, 0, 9)], ["Ana", "Cy"], *two)
    assert [record(name, decided).wins for name in ("Ana", "Ben")] == [1, 0]


def test_best_and_worst_name_their_game() -> None:
    """The lowest total is the best game, the highest the worst; rounds without points are no best round."""
    one = record("Ana", over(0, 5, 6), over(7, 0, 9, out="Ben"), over(30, 1, 0, out="Cy"))
    assert one.best_game is not None
    assert one.worst_game is not None
    assert (one.best_game.points, one.best_game.id) == (0, "1")
    assert (one.worst_game.points, one.worst_game.id) == (30, "3")
    assert (one.best_round, one.worst_round) == (7, 30)


def test_a_game_of_which_a_player_missed_rounds_is_not_their_best() -> None:
    """A game in which a player missed rounds is never that player's best."""
    told = summarise(over(0, 5, 6))
    late = tuple(replace(seat, rounds=0, points=0) if seat.player == "Ana" else seat for seat in told.seats)
    (one, *_others) = player_records(past_games([("1", replace(told, seats=late))], {}))
    assert (one.player, one.wins, one.best_game) == ("Ana", 1, None)


def test_most_wins_come_first_then_fewest_points() -> None:
    """The order is by wins, then points per round, then names; players without a round come last."""
    names = [one.player for one in player_records(pasts(over(0, 5, 6), over(0, 8, 2), new_log().game))]
    assert names == ["Ana", "Cy", "Ben"]
    assert player_records(()) == ()


@pytest.mark.parametrize(
    ("days", "unit", "stretches"), [(0, "day", 1), (40, "day", 2), (70, "month", 2), (800, "year", 2)]
)
def test_time_is_told_by_the_stretch_that_fits(days: int, unit: str, stretches: int) -> None:
    """A few weeks are shown by day, a year by month, many years by year."""
    first = over(0, 5, 6)
    later = replace(first, date=first.date + timedelta(days=days))
    found = played_periods(pasts(first, later), "Ana", alike=True)
    assert ({one.unit for one in found}, len(found)) == ({unit}, stretches)
    assert sum(one.games for one in found) == 2
    assert found[0].since <= date(2026, 11, 20)
    assert played_periods((), "Ana", alike=True) == ()


def test_summary_says_since_when_the_first_is_ahead() -> None:
    """The round since which one player alone has the fewest points; none at a tie."""
    assert summarise(played([(9, 0, 9), (0, 20, 9), (0, 9, 9)], ["Ben", "Ana", "Ana"])).ahead_since == 2
    assert summarise(played([(5, 5, 9)], [""])).ahead_since is None
    assert summarise(new_log().game).ahead_since is None


def test_nobody_is_ahead_since_a_round_before_they_came() -> None:
    """Somebody who came with nothing is ahead since the first round that they played, and ends no lead before."""
    log = new_log()
    for number, points in ((1, "=9"), (2, "=8")):
        log = log.after(scored(number, "Ana", Ben=points, Cy="=30"), AT)
    came = log.after(PlayerJoined(player="Dot", round=3, begins="zero"), AT)
    assert summarise(came.game).ahead_since is None
    both = came.after(scored(3, "Dot", Ana="=5", Ben="=6", Cy="=7"), AT)
    assert (summarise(both.game).ahead, summarise(both.game).ahead_since) == (("Dot",), 3)
    late = log.after(PlayerJoined(player="Dot", round=3, begins="highest"), AT)
    assert (summarise(late.game).ahead, summarise(late.game).ahead_since) == (("Ana",), 1)


def test_called_off_game_has_no_winner() -> None:
    """Nobody has won a game that was finished before its last round."""
    log = new_log().after(scored(1, "Ana", Ben="1", Cy="2"), AT).after(Finished(), AT)
    assert summarise(log.game).finished == bool(standings(log.game).winners)
