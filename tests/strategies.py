"""Arbitrary games for property tests: any names, any rules in force, any course of events that can be."""

from datetime import UTC, date, datetime
from typing import get_args

from hypothesis import strategies as st

from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.events import (
    CallMade,
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
    TileEntry,
)
from scorekeeper.rules.rulebook import read_changes, with_changes
from scorekeeper.rules.schema import Rules, TieBreak, Value
from scorekeeper.system import paths
from scorekeeper.tiles import SET_SIZES, full_set

CLASSIC = Shelf(paths.shipped_folder("rules")).book("classic").rules
TIE_BREAKS: tuple[str, ...] = get_args(TieBreak)


def _cleaned(text: str, clean: object) -> str | None:
    try:
        return clean(text)  # type: ignore[operator]
    except Malformed:
        return None


def names() -> st.SearchStrategy[str]:
    """Return any name that a player may have, awkward ones among them."""
    awkward = st.sampled_from(
        ["[b]", "Ana = Bea", "a.b", '"Q"', "O'Neil", "明美", "José", "#1", "Ben\\n", "out"]
    )
    some = st.one_of(awkward, st.text(min_size=1, max_size=12))
    return some.map(lambda text: _cleaned(text, clean_name)).filter(bool)


def notes() -> st.SearchStrategy[str]:
    """Return any note."""
    return (
        st.text(max_size=20)
        .map(lambda text: _cleaned(text, clean_note))
        .filter(lambda note: note is not None)
    )


def titles() -> st.SearchStrategy[str]:
    """Return any title."""
    return (
        st.text(max_size=20)
        .map(lambda text: _cleaned(text, clean_title))
        .filter(lambda text: text is not None)
    )


@st.composite
def houses(draw: st.DrawFn) -> dict[str, Value]:
    """Return changes that a table might make to the rules that scores and the schedule rest on."""
    tables: dict[str, Value] = {
        "rounds.order": draw(st.sampled_from(["descending", "ascending", "down-and-up"])),
        "rounds.length": draw(st.sampled_from(["all-doubles", "fixed", "target-score"])),
        "rounds.count": draw(st.integers(1, 25)),
        "rounds.target": draw(st.integers(20, 300)),
        "start.next_double": draw(
            st.sampled_from(["schedule", "schedule-then-next-lower", "highest-unused", "relative"])
        ),
        "start.later_starter": draw(st.sampled_from(["rotate-left", "previous-winner", "double-holder"])),
        "scoring.double_blank": draw(st.sampled_from([0, 25, 50, 100])),
        "scoring.blank_half": draw(st.sampled_from([0, 25])),
        "scoring.blocked": draw(st.sampled_from(["all-score", "low-hand-zero"])),
        "scoring.open_foot": draw(st.sampled_from([0, 10])),
        "scoring.out": draw(st.sampled_from([0, -5])),
        "little.points": draw(st.sampled_from([0, 5])),
        "winning.ties": draw(st.lists(st.sampled_from(TIE_BREAKS), max_size=5, unique=True)),
    }
    if draw(st.booleans()):
        tables["scoring.blank_tile"] = 25
    kept = draw(st.sets(st.sampled_from(sorted(tables))))
    if "rounds.length" in kept:
        kept |= {"rounds.count", "rounds.target"}
    return read_changes({key: tables[key] for key in sorted(kept)})


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
        title=draw(titles()),
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
    tiles = st.lists(st.sampled_from(full_set(size)), max_size=6, unique=True)
    blanks = st.just(0) if rules.scoring.blank_tile is not None else st.integers(0, size)
    return st.one_of(
        tiles.map(lambda found: TileEntry(tuple(found))),
        st.builds(Pips, st.integers(0, 200), st.booleans(), blanks),
        st.builds(Points, st.integers(0, 300)),
    )


def _endings(game: Game) -> st.SearchStrategy[Ending | None]:
    return st.one_of(
        st.none(),
        st.builds(Out, st.sampled_from(game.players)),
        st.builds(Blocked, st.one_of(st.none(), st.integers(0, game.set_size))),
    )


@st.composite
def rounds_scored(draw: st.DrawFn, game: Game, number: int) -> RoundScored:
    """Return an entry or a correction of a round, for some or all players."""
    who = draw(st.lists(st.sampled_from(game.players), unique=True))
    told = st.one_of(st.none(), entries(game.set_size, game.rules))
    optional = {
        "ending": _endings(game),
        "started_with": st.one_of(st.none(), st.integers(0, game.set_size)),
        "note": notes(),
        "reason": st.one_of(st.none(), notes()),
        "overruled": st.builds(
            Overruled,
            st.sampled_from(["D1", "D12"]),
            st.one_of(st.none(), st.sampled_from(game.players)),
            notes(),
            st.one_of(st.none(), st.just("Ana")),
            st.one_of(st.none(), notes()),
        ).map(lambda one: (one,)),
    }
    chosen = {name: draw(some) for name, some in optional.items() if draw(st.booleans())}
    return RoundScored(round=number, entries={name: draw(told) for name in who}, **chosen)  # type: ignore[arg-type]


@st.composite
def happenings(draw: st.DrawFn, game: Game) -> EventKind:
    """Return something that might happen in a game; not all of it can be."""
    last = len(game.rounds) + min(len(game.ahead), 2)
    number = draw(st.integers(1, max(last, 1)))
    player = st.sampled_from(game.players)
    little = st.builds(
        Call,
        st.sampled_from(["chickenlittle", "misplay"]),
        player,
        st.one_of(st.none(), player),
        st.one_of(st.none(), st.sampled_from(["draw-1", "none"])),
        st.one_of(st.none(), notes()),
    )
    scored = rounds_scored(game, number)
    rare = st.one_of(
        st.builds(CallMade, st.just(number), little),
        st.builds(PenaltyServed, st.just(number), st.integers(0, 2)),
        st.builds(RulingKept, st.just(number), _rulings()),
        st.builds(RoundCleared, st.just(number)),
        st.builds(
            RulesChanged, changes=houses(), reason=st.one_of(st.none(), notes()), count_again=st.booleans()
        ),
        st.builds(TieDrawn, st.permutations(game.players).map(tuple)),
        st.sampled_from([Undone(), Undone(), Redone(), Finished(), Reopened("why"), TotalsHidden()]),
        _comings(game, last),
    )
    return draw(st.one_of(scored, scored, rare))


def _rulings() -> st.SearchStrategy[KeptRuling]:
    """Return how a dispute was settled, in any words."""
    return st.builds(
        KeptRuling,
        question=notes(),
        answer=notes(),
        reason=notes(),
        told=st.lists(notes(), max_size=2).map(tuple),
        rule=st.sampled_from([None, "foot.lock"]),
        book=notes(),
    )


def _comings(game: Game, last: int) -> st.SearchStrategy[EventKind]:
    """Return somebody coming, leaving, sitting elsewhere or taking another name."""
    player, number = st.sampled_from(game.players), st.one_of(st.none(), st.integers(1, last + 1))
    begins = st.sampled_from([("zero", None), ("highest", None), ("average", None), ("given", 40)])
    return st.one_of(
        st.builds(
            lambda name, number, begun: PlayerJoined(
                player=name, round=number, begins=begun[0], points=begun[1]
            ),
            st.one_of(names(), player),
            number,
            begins,
        ),
        st.builds(PlayerLeft, player=player, round=number, reason=st.one_of(st.none(), notes())),
        st.builds(PlayerRenamed, player, names()),
        st.builds(SeatsChanged, st.permutations(game.players).map(tuple)),
    )


@st.composite
def logs(draw: st.DrawFn, most: int = 14) -> GameLog:
    """Return any log; what the game refuses is left out, as it would be at the table."""
    at = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
    log = begin_game(draw(starts()), at)
    for _step in range(draw(st.integers(0, most))):
        try:
            log = log.after(draw(happenings(log.game)), at, draw(st.sampled_from([None, "Ana"])))
        except ScorekeeperError:
            continue
    return log


def games() -> st.SearchStrategy[Game]:
    """Return any game that can stand on a table."""
    return logs().map(lambda log: log.game)
