"""Arbitrary games for property tests: any names, any rules in force, any course of events that can be.

Building a strategy takes longer than drawing from it, so each is built once, and what depends on the game is drawn
piece by piece.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, get_args

from hypothesis import strategies as st

from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.game.events import (
    CallMade,
    ColourChosen,
    DayChanged,
    EventKind,
    Finished,
    PenaltyServed,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    Redone,
    Reopened,
    RoundCleared,
    RoundScored,
    RulesChanged,
    RulingKept,
    SeatsChanged,
    Started,
    TieDrawn,
    TotalsHidden,
    Undone,
)
from scorekeeper.game.game import Game
from scorekeeper.game.log import GameLog, begin_game
from scorekeeper.game.names import clean_name, clean_note, clean_title
from scorekeeper.game.round import (
    Blocked,
    Call,
    Ending,
    Entry,
    KeptRuling,
    Out,
    Overruled,
    Pips,
    Points,
    SitsOut,
    TileEntry,
)
from scorekeeper.rules.rulebook import read_changes, with_changes
from scorekeeper.rules.schema import Rules, TieBreak, Value
from scorekeeper.tiles import SET_SIZES, full_set
from tests.conftest import CLASSIC

TIE_BREAKS: tuple[str, ...] = get_args(TieBreak)


def _cleaned(text: str, clean: Callable[[str], str]) -> str | None:
    try:
        return clean(text)
    except Malformed:
        return None


@cache
def names() -> st.SearchStrategy[str]:
    """Return any name that a player may have, awkward ones among them."""
    awkward = st.sampled_from(
        ["[b]", "Ana = Bea", "a.b", '"Q"', "O'Neil", "明美", "José", "#1", "Ben\\n", "out"]
    )
    some = st.one_of(awkward, st.text(min_size=1, max_size=12))
    return some.map(lambda text: _cleaned(text, clean_name)).filter(bool)


@cache
def notes(clean: Callable[[str], str] = clean_note) -> st.SearchStrategy[str]:
    """Return any note, or any title."""
    some = st.text(max_size=20).map(lambda text: _cleaned(text, clean))
    return some.filter(lambda text: text is not None)


CHANGES: dict[str, st.SearchStrategy[Any]] = {
    "rounds.order": st.sampled_from(["descending", "ascending", "down-and-up"]),
    "rounds.length": st.sampled_from(["all-doubles", "fixed", "target-score"]),
    "rounds.count": st.integers(1, 25),
    "rounds.target": st.integers(20, 300),
    "start.next_double": st.sampled_from(
        ["schedule", "schedule-then-next-lower", "highest-unused", "relative"]
    ),
    "start.later_starter": st.sampled_from(["rotate-left", "previous-winner", "double-holder"]),
    "scoring.double_blank": st.sampled_from([0, 25, 50, 100]),
    "scoring.blank_half": st.sampled_from([0, 25]),
    "scoring.blank_tile": st.just(25),
    "scoring.blocked": st.sampled_from(["all-score", "low-hand-zero"]),
    "scoring.open_foot": st.sampled_from([0, 10]),
    "scoring.out": st.sampled_from([0, -5]),
    "little.points": st.sampled_from([0, 5]),
    "winning.ties": st.lists(st.sampled_from(TIE_BREAKS), max_size=5, unique=True),
}
"""Changes that a table might make to the rules that scores and the schedule rest on."""

CHANGED = st.sets(st.sampled_from(sorted(CHANGES)))


@st.composite
def houses(draw: st.DrawFn) -> dict[str, Value]:
    """Return some of these changes."""
    kept = draw(CHANGED)
    if "rounds.length" in kept:
        kept |= {"rounds.count", "rounds.target"}
    return read_changes({key: draw(CHANGES[key]) for key in sorted(kept)})


@st.composite
def starts(draw: st.DrawFn) -> Started:
    """Return the start of any game that can be played."""
    house = draw(houses())
    size = draw(st.sampled_from(SET_SIZES))
    fits = {6: 5, 9: 12}.get(size, 10)
    players = draw(
        st.lists(names(), min_size=2, max_size=min(fits, 6), unique_by=str.casefold),
    )
    return Started(
        title=draw(notes(clean_title)),
        date=draw(st.dates(date(1, 1, 1))),
        set_size=size,
        players=tuple(players),
        book="classic",
        rules=with_changes(CLASSIC, house),
        house=house,
        first_starter=draw(st.sampled_from([None, *players])),
    )


def entries(size: int, rules: Rules = CLASSIC) -> st.SearchStrategy[Entry]:
    """Return any entry for a hand of a double-`size` set."""
    return _entries(size, rules.scoring.blank_tile is not None)


@cache
def _entries(size: int, blanks_are_flat: bool) -> st.SearchStrategy[Entry]:
    tiles = st.lists(st.sampled_from(full_set(size)), max_size=6, unique=True)
    blanks = st.just(0) if blanks_are_flat else st.integers(0, size)
    return st.one_of(
        tiles.map(lambda found: TileEntry(tuple(found))),
        st.builds(Pips, st.integers(0, 200), st.booleans(), blanks),
        st.builds(Points, st.integers(0, 300)),
    )


@cache
def _perhaps(some: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return a value or none."""
    return st.one_of(st.none(), some)


def _ending(draw: st.DrawFn, game: Game) -> Ending | None:
    kind = draw(st.sampled_from(["none", "out", "blocked"]))
    if kind == "out":
        return Out(draw(st.sampled_from(game.players)))
    return Blocked(draw(_perhaps(st.integers(0, game.set_size)))) if kind == "blocked" else None


def _overruled(draw: st.DrawFn, game: Game) -> tuple[Overruled, ...]:
    fact, player = draw(st.sampled_from(["D1", "D12"])), draw(st.sampled_from([None, *game.players]))
    return (
        Overruled(fact, player, draw(notes()), draw(st.sampled_from([None, "Ana"])), draw(_perhaps(notes()))),
    )


def _scored(draw: st.DrawFn, game: Game, number: int) -> RoundScored:
    """Return an entry or a correction of a round, for some or all players."""
    told = st.one_of(st.none(), entries(game.set_size, game.rules), st.just(SitsOut()))
    optional: dict[str, Callable[[], object]] = {
        "ending": lambda: _ending(draw, game),
        "started_with": lambda: draw(_perhaps(st.integers(0, game.set_size))),
        "began": lambda: draw(_perhaps(st.sampled_from(game.players))),
        "note": lambda: draw(notes()),
        "reason": lambda: draw(_perhaps(notes())),
        "overruled": lambda: _overruled(draw, game),
    }
    chosen = {name: some() for name, some in optional.items() if draw(st.booleans())}
    who = draw(st.lists(st.sampled_from(game.players), unique=True))
    return RoundScored(round=number, entries={name: draw(told) for name in who}, **chosen)  # type: ignore[arg-type]


def _called(draw: st.DrawFn, game: Game, number: int) -> CallMade:
    kind, player = draw(st.sampled_from(["chickenlittle", "misplay"])), draw(st.sampled_from(game.players))
    by, effect = draw(st.sampled_from([None, *game.players])), draw(st.sampled_from([None, "draw-1", "none"]))
    return CallMade(number, Call(kind, player, by, effect, draw(_perhaps(notes()))))


def _ruled(draw: st.DrawFn, _game: Game, number: int) -> RulingKept:
    """Return how a dispute was settled, in any words."""
    question, answer, reason, book = (draw(notes()) for _each in range(4))
    told, rule = draw(st.lists(notes(), max_size=2)), draw(st.sampled_from([None, "foot.lock"]))
    ruling = KeptRuling(
        question=question, answer=answer, reason=reason, told=tuple(told), rule=rule, book=book
    )
    return RulingKept(number, ruling)


def _changed(draw: st.DrawFn, _game: Game, _number: int) -> RulesChanged:
    reason, count_again = draw(_perhaps(notes())), draw(st.booleans())
    return RulesChanged(changes=draw(houses()), reason=reason, count_again=count_again)


def _joined(draw: st.DrawFn, game: Game, number: int) -> PlayerJoined:
    begins, points = draw(
        st.sampled_from(
            [("zero", None), ("before", None), ("highest", None), ("average", None), ("given", 40)]
        )
    )
    name = draw(names()) if draw(st.booleans()) else draw(st.sampled_from(game.players))
    return PlayerJoined(player=name, round=_round_or_none(draw, number), begins=begins, points=points)


def _left(draw: st.DrawFn, game: Game, number: int) -> PlayerLeft:
    player = draw(st.sampled_from(game.players))
    return PlayerLeft(player=player, round=_round_or_none(draw, number), reason=draw(_perhaps(notes())))


def _round_or_none(draw: st.DrawFn, number: int) -> int | None:
    return draw(st.sampled_from([None, number, number + 1]))


SIMPLE = st.sampled_from(
    [Undone(), Undone(), Redone(), Finished(), Reopened("why"), TotalsHidden(), DayChanged(date(2025, 1, 31))]
)

HAPPENINGS: tuple[Callable[[st.DrawFn, Game, int], EventKind], ...] = (
    *[_scored] * 4,
    _called,
    lambda draw, _game, number: PenaltyServed(number, draw(st.integers(0, 2))),
    _ruled,
    lambda _draw, _game, number: RoundCleared(number),
    _changed,
    lambda draw, game, _number: TieDrawn(tuple(draw(st.permutations(game.players)))),
    *[lambda draw, _game, _number: draw(SIMPLE)] * 2,
    _joined,
    _left,
    lambda draw, game, _number: ColourChosen(draw(st.sampled_from(game.players)), draw(st.integers(-1, 12))),
    lambda draw, game, _number: PlayerRenamed(draw(st.sampled_from(game.players)), draw(names())),
    lambda draw, game, _number: SeatsChanged(tuple(draw(st.permutations(game.players)))),
)
"""What can happen, what happens often more than once."""

KINDS = st.sampled_from(HAPPENINGS)
AUTHORS = st.sampled_from([None, "Ana"])


@st.composite
def happenings(draw: st.DrawFn, game: Game) -> EventKind:
    """Return something that might happen in a game; not all of it can be."""
    last = len(game.rounds) + min(len(game.ahead), 2)
    number = draw(st.integers(1, max(last, 1)))
    return draw(KINDS)(draw, game, number)


@st.composite
def logs(draw: st.DrawFn, most: int = 14) -> GameLog:
    """Return any log; what the game refuses is left out, as it would be at the table."""
    at = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
    log = begin_game(draw(starts()), at)
    for _step in range(draw(st.integers(0, most))):
        try:
            log = log.after(draw(happenings(log.game)), at, draw(AUTHORS))
        except ScorekeeperError:
            continue
    return log


def games() -> st.SearchStrategy[Game]:
    """Return any game that can stand on a table."""
    return logs().map(lambda log: log.game)
