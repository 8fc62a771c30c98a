"""A game as it stands: players, rules in force, rounds with what was left in every hand.

These are values; `events` makes them from what happened. A player with no entry in a round has not
been entered, which is never the same as zero.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property
from typing import NamedTuple, TypeAlias

import msgspec

from scorekeeper.earlier import Earlier, doubles_to_come, rules_of
from scorekeeper.errors import Impossible, Malformed, nearest
from scorekeeper.players import spelled
from scorekeeper.rules import Rules, Value
from scorekeeper.scoring import Line, Score, score_pips, score_tiles
from scorekeeper.tiles import Tile
from scorekeeper.words import _


class Hand(msgspec.Struct, frozen=True, tag="tiles"):
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


Entry: TypeAlias = Hand | Pips | Points


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


class KeptRuling(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A dispute that the table settled, in the words in which the judge settled it."""

    question: str
    answer: str
    reason: str
    told: tuple[str, ...] = ()
    """What the table said of the position, a line each."""
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
    rulings: tuple[KeptRuling, ...] = ()

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

    def missing(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return the players who have not been entered."""
        return tuple(name for name in players if name not in self.entries and name != self.out)

    @property
    def begun(self) -> bool:
        """Whether anything of the round was entered."""
        told = self.entries or self.ending or self.calls or self.note or self.rulings
        return bool(told) or self.started_with is not None


class Missing(NamedTuple):
    """A player who has not been entered in a round that has begun."""

    round: int
    double: int
    player: str


class Game(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """Where a game stands. `rounds` runs from the first round to the last one begun."""

    title: str
    date: date
    set_size: int
    players: tuple[str, ...]
    book: str
    rules: Rules
    earlier: Earlier = ()
    """Rules that earlier rounds were played by; `rules` are those in force now."""
    house: Mapping[str, Value] = {}
    first_starter: str | None = None
    rounds: tuple[Round, ...] = ()
    tie_draw: tuple[str, ...] = ()
    """Players in the order of the tiles they drew to settle a tie, best first."""
    finished: bool = False

    @cached_property
    def points(self) -> tuple[Mapping[str, int], ...]:
        """Points by round; a player who was not entered is not in it."""
        return tuple(
            {name: score.total for name, score in round_scores(self, played).items()}
            for played in self.rounds
        )

    def total(self, player: str, rounds: int | None = None) -> int:
        """Return a player's points in all rounds, or in the first `rounds` of them."""
        return sum(points.get(player, 0) for points in self.points[:rounds])

    @cached_property
    def missing(self) -> tuple[Missing, ...]:
        """Everybody not entered in the rounds up to the last one begun."""
        return tuple(
            Missing(played.number, played.double, name)
            for played in self.rounds
            for name in played.missing(self.players)
        )

    @cached_property
    def rounds_played(self) -> int:
        """How many rounds have every player entered."""
        return sum(not played.missing(self.players) for played in self.rounds)

    @cached_property
    def ahead(self) -> tuple[int, ...]:
        """The doubles of the rounds to be played, the next one first; none once a target is reached."""
        return () if self.target_reached else self.scheduled

    @cached_property
    def scheduled(self) -> tuple[int, ...]:
        """The doubles that the schedule wants for the rounds not begun, target or not."""
        started = [played.began_with for played in self.rounds]
        return doubles_to_come(self.earlier, self.rules, self.set_size, started)

    @property
    def target_reached(self) -> bool:
        """Whether somebody is over the agreed total after a complete round (catalogue G22)."""
        target = self.rules.rounds.target
        if self.rules.rounds.length != "target-score" or target is None or self.missing:
            return False
        return any(self.total(name) >= target for name in self.players)

    @property
    def rounds_total(self) -> int | None:
        """How many rounds the game has; None while a target score decides that."""
        if self.rules.rounds.length == "target-score" and not self.target_reached:
            return None
        return len(self.rounds) + len(self.ahead)

    @property
    def complete(self) -> bool:
        """Whether every round of the game has every player entered."""
        return bool(self.rounds) and not self.ahead and not self.missing

    @property
    def current(self) -> Round | None:
        """The round to enter next: the first that lacks somebody, else the next; None when complete."""
        for played in self.rounds:
            if played.missing(self.players):
                return played
        return Round(len(self.rounds) + 1, self.ahead[0]) if self.ahead else None

    def round(self, number: int) -> Round:
        """Return a round by its number, empty if it has not begun.

        A table may play on past its target score. Raises Impossible, saying how many rounds there
        are, if the game has no such round.
        """
        if 1 <= number <= len(self.rounds):
            return self.rounds[number - 1]
        offset, ahead = number - len(self.rounds) - 1, self.scheduled
        if not 0 <= offset < len(ahead):
            raise Impossible(
                _("There is no round {number}; this game has rounds 1 to {last}.").format(
                    number=number, last=len(self.rounds) + len(ahead)
                )
            )
        return Round(number, ahead[offset])

    def rules_of(self, number: int) -> Rules:
        """Return the rules that a round is played and counted by."""
        return rules_of(self.earlier, self.rules, number)

    def player(self, name: str) -> str:
        """Return the player of that name, however it is capitalised.

        Raises Malformed, naming the nearest, if nobody at the table has it.
        """
        folded = spelled(name).casefold()
        for player in self.players:
            if player.casefold() == folded:
                return player
        raise Malformed(
            _("nobody called {name!r} sits at this table; {hint}").format(
                name=name, hint=nearest(name, self.players)
            )
        )


def round_scores(game: Game, played: Round) -> dict[str, Score]:
    """Return every entered player's points in a round of a game, as `score_round`."""
    return score_round(game.rules_of(played.number), game.players, played)


def score_round(rules: Rules, players: tuple[str, ...], played: Round) -> dict[str, Score]:
    """Return every entered player's points in a round, with the lines that make them up.

    Points of Chickenlittle calls are added last; they are never mixed into the pips.
    """
    scores = {
        name: entry_score(rules, played, name)
        for name in players
        if name == played.out or name in played.entries
    }
    if played.blocked and rules.scoring.blocked == "low-hand-zero" and len(scores) == len(players):
        scores = _lowest_free(scores)
    return {name: _with_calls(rules, played, name, score) for name, score in scores.items()}


def entry_score(rules: Rules, played: Round, player: str) -> Score:
    """Return what one player's entry counts, before calls and before the lowest hand goes free."""
    if player == played.out:
        return Score(rules.scoring.out, (Line(None, rules.scoring.out, "scoring.out"),))
    score = score_entry(played.entries[player], rules)
    foot = rules.scoring.open_foot
    if foot and played.blocked and played.ending != Blocked(None):
        return Score(score.total + foot, (*score.lines, Line(None, foot, "scoring.open_foot")))
    return score


def score_entry(entry: Entry, rules: Rules) -> Score:
    """Score what was entered for one hand."""
    if isinstance(entry, Hand):
        return score_tiles(entry.tiles, rules)
    if isinstance(entry, Pips):
        return score_pips(entry.count, entry.double_blank, entry.blank_halves, rules)
    return Score(entry.count, (Line(None, entry.count, "points"),))


def _lowest_free(scores: dict[str, Score]) -> dict[str, Score]:
    lowest = min(score.total for score in scores.values())
    free = Score(0, (Line(None, 0, "scoring.blocked"),))
    return {name: free if score.total == lowest else score for name, score in scores.items()}


def _with_calls(rules: Rules, played: Round, player: str, score: Score) -> Score:
    charged = sum(call.player == player and call.penalised for call in played.calls) * rules.little.points
    if not charged:
        return score
    return Score(score.total + charged, (*score.lines, Line(None, charged, "little.points")))


def next_starter(game: Game, number: int) -> str | None:
    """Return who begins a round, where the rules and the record settle it; else None.

    Sources: `start.first_starter`, `start.later_starter`.
    """
    first, later = game.first_starter, game.rules.start.later_starter
    if number == 1:
        return first
    if later == "rotate-left" and first is not None:
        return game.players[(game.players.index(first) + number - 1) % len(game.players)]
    if later == "previous-winner" and number - 2 < len(game.rounds):
        return game.rounds[number - 2].out
    return None
