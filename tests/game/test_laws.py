"""Laws that hold for every game, whatever happened in it."""

import tomllib
from contextlib import suppress
from datetime import UTC, datetime
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.errors import NotFound, ScorekeeperError
from scorekeeper.formats.game_file import log_of, show_game
from scorekeeper.formats.rule_words import shipped_wording
from scorekeeper.game.apply import apply_event, start_game
from scorekeeper.game.events import Redone, Undone
from scorekeeper.game.game import Game
from scorekeeper.game.log import GameLog
from scorekeeper.game.narrative import describe_events
from scorekeeper.game.notation import WentOut, parse_entry, show_entry
from scorekeeper.game.ranking import standings
from scorekeeper.game.round import TileEntry
from scorekeeper.rules.rulebook import RuleBook
from scorekeeper.rules.schedule import doubles_to_come
from scorekeeper.system.files import parse_toml
from scorekeeper.tiles import SET_SIZES
from tests.strategies import entries, games, logs

AT = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)


def no_books(book_id: str) -> RuleBook:
    """Stand for a shelf from which every pack has gone."""
    raise NotFound(book_id)


@given(logs())
def test_game_is_its_standing_changes(log: GameLog) -> None:
    """A game is its start and the changes in force, applied in order; nothing else matters."""
    game = start_game(log.standing[0].what)  # type: ignore[arg-type]
    for step in log.standing[1:]:
        game = apply_event(step.what, game)
    assert game == log.game


@given(logs())
def test_undo_all_then_redo_all_changes_nothing(log: GameLog) -> None:
    """As many redos as undos give the same game, back to the first event."""
    steps, undone = len(log.standing) - 1, log
    for _step in range(steps):
        undone = undone.after(Undone(), AT)
    assert undone.game.rounds == ()
    redone = undone
    for _step in range(steps):
        redone = redone.after(Redone(), AT)
    assert (redone.game, redone.standing) == (log.game, log.standing)


@given(games())
def test_game_file_round_trip(game: Game) -> None:
    """A game written as text and read back is the same game, and writes the same text again.

    It needs no rule book: the rules in force are in the file. Colours are not: they belong to people in a store.
    """
    text = show_game(game)
    again = log_of(tomllib.loads(text), no_books, datetime.min).game
    assert again == replace(game, colours={}, chosen=())
    assert show_game(again) == text


@given(games())
def test_totals_are_the_sum_of_the_rounds(game: Game) -> None:
    """A running total is the one before it and the round's points (fact D18), and what a latecomer began with."""
    for player in game.players:
        running = [game.total(player, number) for number in range(len(game.rounds) + 1)]
        steps = [points.get(player, 0) for points in game.points]
        begun = [(stay.joined, stay.points) for stay in game.stays if stay.player == player]
        assert running == [
            sum(steps[:number]) + sum(points for joined, points in begun if joined <= number + 1)
            for number in range(len(steps) + 1)
        ]
        assert game.total(player) == sum(steps) + sum(points for _joined, points in begun)


@given(games())
def test_rounds_follow_the_schedule(game: Game) -> None:
    """Every round has the double that the schedule wants after the rounds before it."""
    for index, played in enumerate(game.rounds):
        before = [earlier.began_with for earlier in game.rounds[:index]]
        assert doubles_to_come(game.rules_of(index + 1), game.set_size, before)[0] == played.double
        assert played.number == index + 1


@given(games())
def test_standings_put_everybody_in_order(game: Game) -> None:
    """Every player has one place, lower totals first among those who play on, shared only on a full tie."""
    table = standings(game)
    assert sorted(one.player for one in table.standings) == sorted(game.players)
    assert all(
        ahead.total <= behind.total or ahead.decided_by == "left"
        for ahead, behind in pairwise(table.standings)
    )
    for index, one in enumerate(table.standings):
        assert one.rank == index + 1 or table.standings[index - 1].decided_by == "share"
    assert bool(table.winners) == game.over


@given(logs())
def test_chronicle_tells_every_event(log: GameLog) -> None:
    """Every event has a sentence, and as many changes are in force as stand."""
    told = describe_events(log, shipped_wording)
    assert [one.number for one in told] == [event.number for event in log.events]
    assert all(one.sentence for one in told)
    steps = {event.number for event in log.events if isinstance(event.what, Undone | Redone)}
    assert sum(one.in_force and one.number not in steps for one in told) == len(log.standing)


@given(st.data())
def test_entry_round_trip(data: st.DataObject) -> None:
    """An entry shown as it would be typed is read back as the same entry."""
    size = data.draw(st.sampled_from(SET_SIZES))
    entry = data.draw(entries(size))
    expected = None if entry == TileEntry(()) else entry
    assert parse_entry(show_entry(entry), size) == expected


TYPED = st.one_of(st.text(), st.text("0123456789-+|:[]b=o, "), st.from_regex(r"\A[0-9]+([-+ ]+[0-9b]+)*\Z"))


@given(TYPED, st.sampled_from(SET_SIZES))
def test_any_text_is_an_entry_or_a_sentence(text: str, size: int) -> None:
    """Whatever is typed for a hand is read, or refused with one sentence."""
    with suppress(ScorekeeperError):
        entry = parse_entry(text, size)
        assert entry in (None, WentOut()) or parse_entry(show_entry(entry), size) == entry  # type: ignore[arg-type]


@given(games(), st.data())
def test_damaged_file_is_read_or_refused(game: Game, data: st.DataObject) -> None:
    """A game file with a stretch of it cut out or overwritten is a game or a sentence, never a crash."""
    text = show_game(game).encode()
    first = data.draw(st.integers(0, len(text)))
    last = data.draw(st.integers(first, min(len(text), first + 40)))
    damaged = text[:first] + data.draw(st.binary(max_size=20)) + text[last:]
    with suppress(ScorekeeperError):
        log_of(parse_toml(damaged), no_books, datetime.min)


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.dates()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
