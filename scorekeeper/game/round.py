"""One round as it was played: what was left in every hand, how it ended, what was called, what it counts.

A player with no entry has not been entered, which is never the same as zero. Knows nothing of the other
rounds of the game.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

import msgspec

from scorekeeper.rules import Rules, Score, ScorePart, score_pips, score_tiles
from scorekeeper.tiles import DOUBLE_BLANK, Tile


class TileEntry(msgspec.Struct, frozen=True, tag="tiles"):
    """A hand whose tiles were named."""

    tiles: tuple[Tile, ...]


class Pips(msgspec.Struct, frozen=True, tag="pips"):
    """A hand whose dots were counted, blanks worth nothing."""

    count: int
    double_blank: bool = False
    blank_halves: int = 0
    """Tiles with exactly one blank."""


class Points(msgspec.Struct, frozen=True, tag="points"):
    """Points as the table counted them, taken as they are."""

    count: int


Hand: TypeAlias = TileEntry | Pips | Points
"""What was left in a hand, as it was entered."""


def holds_double_blank(hand: Hand) -> bool:
    """Whether 0-0 is known to be in a hand."""
    if isinstance(hand, TileEntry):
        return DOUBLE_BLANK in hand.tiles
    return isinstance(hand, Pips) and hand.double_blank


class SitsOut(msgspec.Struct, frozen=True, tag="sits-out"):
    """Stands where the hand of a player would, who is at the table but not in this round."""


Entry: TypeAlias = Hand | SitsOut


class EntryCell(NamedTuple):
    """A player's hand in a round."""

    round: int
    player: str


class Out(msgspec.Struct, frozen=True, tag="out"):
    """The round ended because a player laid the last tile."""

    player: str


class Blocked(msgspec.Struct, frozen=True, tag="blocked"):
    """The round ended because nobody could play; the double short of toes, where known."""

    open_foot: int | None = None


Ending: TypeAlias = Out | Blocked


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something called at the table: Chickenlittle, or a penalty."""

    kind: str
    player: str
    caught_by: str | None = None
    effect: str | None = None
    note: str | None = None
    served: bool = False
    """Whether what was imposed has been done."""

    @property
    def penalised(self) -> bool:
        """Whether something was imposed on the player."""
        return self.effect not in (None, "none") or (self.caught_by is not None and self.effect is None)

    @property
    def caught(self) -> bool:
        """Whether the player forgot, and somebody noticed."""
        return self.caught_by is not None or self.penalised


class Overruled(msgspec.Struct, frozen=True, omit_defaults=True):
    """A warning that the table kept an entry against: which fact, about whom, who overruled it and why."""

    fact: str
    player: str | None = None
    message: str = ""
    by: str | None = None
    why: str | None = None


class KeptRuling(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A dispute that the table settled, in the words in which the judge settled it."""

    question: str
    answer: str
    reason: str = ""
    told: tuple[str, ...] = ()
    """The position as the table described it, a line each."""
    rule: str | None = None
    """The rule's key."""
    book: str = ""
    """The title of the rule book, and how sure it is that the book says so."""


class Round(msgspec.Struct, frozen=True):
    """One round: `number` from 1, `double` as the schedule wants it."""

    number: int
    double: int
    started_with: int | None = None
    ending: Ending | None = None
    entries: Mapping[str, Entry] = {}
    calls: tuple[Call, ...] = ()
    note: str = ""
    overruled: tuple[Overruled, ...] = ()
    rulings: tuple[KeptRuling, ...] = ()
    out_on_double: bool = False
    """Whether the last tile of the player who went out was a double."""
    marked: tuple[str, ...] = ()
    """The players whose train had a marker at the end."""
    began: str | None = None
    """Who laid the starting double, where that was told; `next_starter` says also what follows from the rules."""

    @property
    def began_with(self) -> int:
        """The double that really started the round."""
        return self.double if self.started_with is None else self.started_with

    @property
    def out(self) -> str | None:
        """The player who went out, if the round ended so."""
        return self.ending.player if isinstance(self.ending, Out) else None

    @property
    def blocked(self) -> bool:
        """Whether nobody went out because nobody could play."""
        return isinstance(self.ending, Blocked)

    @property
    def open_foot(self) -> int | None:
        """The double that was short of toes in a blocked round, where known."""
        return self.ending.open_foot if isinstance(self.ending, Blocked) else None

    @property
    def hands(self) -> Mapping[str, Hand]:
        """What was entered for those who play."""
        return {name: entry for name, entry in self.entries.items() if not isinstance(entry, SitsOut)}

    @property
    def sits_out(self) -> tuple[str, ...]:
        """The players who are at the table, but not in this round."""
        return tuple(name for name, entry in self.entries.items() if isinstance(entry, SitsOut))

    def missing(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return the players who have not been entered, and of whom nobody said that they sit out."""
        return tuple(name for name in players if name not in self.entries and name != self.out)

    def contradicts(self, call: Call) -> bool:
        """Whether a call is noted in time that was missed by another one of the round, or the other way round.

        Both can be true: whoever draws comes to the last tile again.
        """
        return any(
            (other.player, other.kind) == (call.player, call.kind) and other.caught != call.caught
            for other in self.calls
        )

    @property
    def under_way(self) -> bool:
        """Whether anything shows that the round is played; a note or a ruling alone does not."""
        signs = (self.entries, self.calls, self.ending, self.marked, self.began)
        return any(signs) or self.started_with is not None

    def counts_marker(self, player: str) -> bool:
        """Whether a player had a marker at the end, and the table did not count the points itself."""
        return player in self.marked and not isinstance(self.hands.get(player), Points)

    @property
    def begun(self) -> bool:
        """Whether the round holds anything at all."""
        return self.under_way or self != Round(self.number, self.double)


def score_round(rules: Rules, players: tuple[str, ...], played: Round) -> dict[str, Score]:
    """Return every entered player's points in a round, with the lines that make them up.

    Somebody who sits out has none. Points of markers and of Chickenlittle calls are added last; they are never
    mixed into the pips. A marker adds nothing to points that the table counted itself.
    """
    hands = played.hands
    scores = {
        name: entry_score(rules, played, name) for name in players if name == played.out or name in hands
    }
    if played.blocked and rules.scoring.blocked == "low-hand-zero" and not played.missing(players):
        lowest = min(score.total for score in scores.values())
        free = Score(0, (ScorePart(None, 0, "scoring.blocked"),))
        scores = {name: free if score.total == lowest else score for name, score in scores.items()}
    return {name: _with_charges(rules, played, name, score) for name, score in scores.items()}


def entry_score(rules: Rules, played: Round, player: str) -> Score:
    """Return what one player's entry counts, before markers, calls and before the lowest hand goes free."""
    if player == played.out:
        return Score(rules.scoring.out, (ScorePart(None, rules.scoring.out, "scoring.out"),))
    hand = played.entries[player]
    assert not isinstance(hand, SitsOut), "somebody who sits out has no hand"
    score = score_entry(hand, rules)
    if played.out_on_double and rules.scoring.out_on_double == "doubled" and not isinstance(hand, Points):
        again = ScorePart(None, score.total, "scoring.out_on_double")
        return Score(2 * score.total, (*score.lines, again))
    foot = rules.scoring.open_foot
    if foot and played.open_foot is not None and not isinstance(hand, Points):
        return Score(score.total + foot, (*score.lines, ScorePart(None, foot, "scoring.open_foot")))
    return score


def score_entry(entry: Hand, rules: Rules) -> Score:
    """Score what was entered for one hand."""
    if isinstance(entry, TileEntry):
        return score_tiles(entry.tiles, rules)
    if isinstance(entry, Pips):
        return score_pips(entry.count, entry.double_blank, entry.blank_halves, rules)
    return Score(entry.count, (ScorePart(None, entry.count, "points"),))


def _with_charges(rules: Rules, played: Round, player: str, score: Score) -> Score:
    missed = sum(call.player == player and call.penalised for call in played.calls)
    charges = {
        "scoring.marker": rules.scoring.marker if played.counts_marker(player) else 0,
        "little.points": missed * rules.little.points,
    }
    lines = tuple(ScorePart(None, points, rule) for rule, points in charges.items() if points)
    return Score(score.total + sum(line.points for line in lines), (*score.lines, *lines))
