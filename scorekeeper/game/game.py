"""A game as it stands: players, rules in force, and rounds with what was left in every hand.

Plain values; `apply` makes them from events. A player with no entry in a round has not been entered,
which is never the same as zero.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from typing import NamedTuple, TypeVar

import msgspec

from scorekeeper.errors import Impossible
from scorekeeper.game.names import find_player
from scorekeeper.game.round import Round, score_round
from scorekeeper.game.seating import NightTable, SeatTurn, Stay, Stays, next_seat, players_in_round, stays_of
from scorekeeper.rules import RulePeriods, Rules, Score, Value, rounds_to_come, rules_of_round
from scorekeeper.text import N_, _

T = TypeVar("T")


class Missing(NamedTuple):
    """A player who has not been entered in a round that has begun."""

    round: int
    double: int
    player: str


class Game(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """Where a game stands. `rounds` runs from the first round to the last one begun."""

    title: str
    date: dt.date
    set_size: int
    players: tuple[str, ...]
    """All who ever played, in the order of their seats; `players_of` says who plays in a round."""
    book: str
    rules: Rules
    earlier: RulePeriods = ()
    """Rules that earlier rounds were played by; `rules` are those in force now."""
    house: Mapping[str, Value] = {}
    first_starter: str | None = None
    stays: Stays = ()
    """Players who came late or left; of all others nothing is said."""
    turn: SeatTurn | None = None
    """Who began the last round before the seats changed, where that is known."""
    rounds: tuple[Round, ...] = ()
    tie_draw: tuple[str, ...] = ()
    """Players in the order of the tiles they drew to settle a tie, best first."""
    colours: Mapping[str, int] = {}
    """The places in a palette that players brought from earlier games; `player_marks` has those of all."""
    chosen: tuple[str, ...] = ()
    """Players who chose another colour in this game."""
    finished: bool = False
    hidden: bool = False
    """Whether the table wants to see no totals before the end."""
    club: NightTable | None = None

    def __repr__(self) -> str:
        total = "?" if self.rounds_total is None else self.rounds_total
        return f"<Game {self.title or self.date}: {self.rounds_played} of {total} rounds>"

    @cached_property
    def points(self) -> tuple[Mapping[str, int], ...]:
        """Points by round; a player who was not entered is not in it."""
        return tuple(
            {name: score.total for name, score in round_scores(self, played).items()}
            for played in self.rounds
        )

    def total(self, player: str, rounds: int | None = None) -> int:
        """Return a player's points after all rounds, or after the first `rounds` of them.

        What a latecomer began with is counted from the round before they joined.
        """
        begun_with = self.begun_with(player, None if rounds is None else rounds + 1)
        return begun_with + sum(points.get(player, 0) for points in self.points[:rounds])

    def begun_with(self, player: str, number: int | None = None) -> int:
        """Return the points that a player got for coming late or back, up to round `number` or in the whole game."""
        return sum(
            stay.points
            for stay in self.stays
            if stay.player == player and (number is None or stay.joined <= number)
        )

    def players_of(self, number: int) -> tuple[str, ...]:
        """Return who is at the table in a round, in the order of their seats."""
        return players_in_round(self.stays, self.players, number)

    def dealt_in(self, number: int) -> tuple[str, ...]:
        """Return who plays a round: those at the table who do not sit it out."""
        sits_out = self.rounds[number - 1].sits_out if 0 < number <= len(self.rounds) else ()
        return tuple(name for name in self.players_of(number) if name not in sits_out)

    @cached_property
    def at_table(self) -> tuple[str, ...]:
        """Who sits at the table now: in the last round under way; once all are entered in it, in the next, if any.

        An earlier round that is open again calls nobody back to the table.
        """
        whole = not any(missing.round == self.last_under_way for missing in self.missing)
        return self.players_of(min(self.last_under_way + whole, self.last_number))

    def stay(self, player: str) -> Stay:
        """Return when a player came last, and left; with `joined` 1 and no `left` for the whole game."""
        return stays_of(self.stays, player)[-1]

    def lacks(self, played: Round) -> tuple[str, ...]:
        """Return who is at the table in a round, and has neither been entered nor sits out."""
        return played.missing(self.players_of(played.number))

    @cached_property
    def last_under_way(self) -> int:
        """The number of the last round that is played or was; who joins, new seats and new rules count after it."""
        return max((played.number for played in self.rounds if played.under_way), default=0)

    @cached_property
    def missing(self) -> tuple[Missing, ...]:
        """Everybody not entered in the rounds up to the last one under way."""
        return tuple(
            Missing(played.number, played.double, name)
            for played in self.rounds[: self.last_under_way]
            for name in self.lacks(played)
        )

    @cached_property
    def rounds_played(self) -> int:
        """How many rounds have every player entered."""
        return sum(not self.lacks(played) for played in self.rounds)

    @cached_property
    def ahead(self) -> tuple[int, ...]:
        """The doubles of the rounds to be played, the next one first; none once a target is reached."""
        return () if self.target_reached else self.scheduled

    @cached_property
    def scheduled(self) -> tuple[int, ...]:
        """The doubles that the schedule wants for the rounds not begun, target or not."""
        started = [played.began_with for played in self.rounds]
        return rounds_to_come(self.earlier, self.rules, self.set_size, started)

    @property
    def target_reached(self) -> bool:
        """Whether somebody is over the agreed total after a complete round, `rounds.target`."""
        rounds = self.rules.rounds
        if rounds.length != "target-score" or rounds.target is None or self.rounds_played < len(self.rounds):
            return False
        return any(self.total(name) >= rounds.target for name in self.players_of(len(self.rounds)))

    @property
    def last_number(self) -> int:
        """The number of the last round, as far as rounds are planned; none is planned past a target."""
        return len(self.rounds) + len(self.ahead)

    @property
    def last_scheduled(self) -> int:
        """The number of the last round that the schedule has, target or not."""
        return len(self.rounds) + len(self.scheduled)

    @property
    def rounds_total(self) -> int | None:
        """How many rounds the game has; None while a target score decides that."""
        if self.rules.rounds.length == "target-score" and not self.target_reached:
            return None
        return self.last_number

    @property
    def complete(self) -> bool:
        """Whether every round of the game has every player entered."""
        return bool(self.rounds) and not self.ahead and self.rounds_played == len(self.rounds)

    @property
    def over(self) -> bool:
        """Whether the game has a result: it is complete, or the table called it over after a complete round."""
        return self.complete or (self.finished and self.rounds_played > 0)

    @property
    def hides_totals(self) -> bool:
        """Whether totals are to be shown to nobody yet."""
        return self.hidden and not self.over

    @property
    def current(self) -> Round | None:
        """The round to enter next: the first that lacks somebody, else the next; None when complete."""
        for played in self.rounds:
            if self.lacks(played):
                return played
        return Round(len(self.rounds) + 1, self.ahead[0]) if self.ahead else None

    def is_closed(self, played: Round) -> bool:
        """Whether every hand of a round is in, and it is known how it ended."""
        return played.ending is not None and not self.lacks(played)

    @property
    def open_round(self) -> Round | None:
        """The round at the table: as `current`, but the last one stays until it is known how it ended."""
        whole = bool(self.rounds) and self.rounds_played == len(self.rounds)
        if whole and self.rounds[-1].ending is None and not self.finished:
            return self.rounds[-1]
        return None if self.over else self.current

    def closed_before(self, number: int) -> tuple[Round, ...]:
        """Return the rounds before one of which every hand is in; that at the table may still change."""
        open_round = self.open_round
        return tuple(
            played for played in self.rounds[: number - 1] if not self.lacks(played) and played != open_round
        )

    @property
    def correctable(self) -> Round | None:
        """The closed round of which players may still correct their own hands: nobody has entered one of the next."""
        played = self.open_round
        number = len(self.rounds) if played is None else played.number - 1
        if self.finished or not number or (played is not None and (played.hands or played.ending)):
            return None
        return self.rounds[number - 1]

    def round(self, number: int) -> Round:
        """Return a round by its number, empty if it has not begun.

        A table may play on past its target score. Raises Impossible, saying how many rounds there
        are, if the game has no such round.
        """
        if 1 <= number <= len(self.rounds):
            return self.rounds[number - 1]
        if not 1 <= number <= self.last_scheduled:
            sentence = N_("There is no round {number}; this game has rounds 1 to {last}.")
            raise Impossible(_(sentence, number=number, last=self.last_scheduled))
        return Round(number, self.scheduled[number - len(self.rounds) - 1])

    def rules_of(self, number: int) -> Rules:
        """Return the rules that a round is played and counted by."""
        return rules_of_round(self.earlier, self.rules, number)

    def player(self, name: str) -> str:
        """Return the player of that name, however it is capitalised.

        Raises Malformed, naming the nearest, if nobody at the table has it.
        """
        return find_player(self.players, name)


def once(figure: Callable[[Game], T]) -> Callable[[Game], T]:
    """Let a figure of a game be found only once, as a game never changes."""

    @wraps(figure)
    def known(game: Game) -> T:
        name = figure.__name__
        if name not in game.__dict__:
            game.__dict__[name] = figure(game)
        value: T = game.__dict__[name]
        return value

    return known


def round_scores(game: Game, played: Round) -> dict[str, Score]:
    """Return every entered player's points in a round of a game, as `score_round`."""
    return score_round(game.rules_of(played.number), game.players_of(played.number), played)


def told_starter(game: Game, number: int) -> str | None:
    """Return who begins a round, where somebody said so; else None."""
    starter = game.rounds[number - 1].began if number <= len(game.rounds) else None
    return starter or (game.first_starter if number == 1 else None)


def next_starter(game: Game, number: int) -> str | None:
    """Return who begins a round, where that was told or follows from the rules and the record; else None.

    Sources: `start.first_starter`, `start.later_starter`.
    """
    starter, later = told_starter(game, number), game.rules_of(number).start.later_starter
    if starter is not None or number == 1:
        return starter
    if later == "rotate-left":
        return _rotated(game, number)
    if number - 1 > len(game.rounds):
        return None
    if later == "previous-winner":
        out = game.rounds[number - 2].out
        return out if out in game.dealt_in(number) else None
    whole = not any(game.lacks(played) for played in game.rounds[: number - 1])
    if later != "lowest-total" or not whole:
        return None
    totals = {name: game.total(name, number - 1) for name in game.dealt_in(number)}
    lowest = [name for name, total in totals.items() if total == min(totals.values())]
    return lowest[0] if len(lowest) == 1 else None


_STARTS: Mapping[str, str] = {
    "double-holder": N_("Whoever holds {double}-{double} starts"),
    "double-finder": N_("Whoever turns up {double}-{double} starts"),
    "high-draw": N_("Whoever draws the most dots starts"),
    "highest-engine-tile": N_("Whoever holds the highest tile with {double} starts"),
    "random": N_("Chance decides who starts"),
    "rotate-left": N_("Left of the last starter starts"),
    "previous-winner": N_("Whoever went out last starts"),
    "lowest-total": N_("Whoever has the lowest total starts"),
}
"""Who begins a round where nobody in particular is known to, by the word of the rule."""


def starter_words(game: Game, number: int) -> str:
    """Return who begins a round, by name or as the rule says it, without a full stop."""
    start, name = game.rules_of(number).start, next_starter(game, number)
    if name is not None:
        return _("{name} starts", name=name)
    rule = start.first_starter if number == 1 else start.later_starter
    return _(_STARTS[rule], double=game.round(number).began_with)


def _rotated(game: Game, number: int) -> str | None:
    """Return whose turn it is to begin a round, going round the table from who is known to have begun one last."""
    turn = game.turn
    since, starter = (1, None) if turn is None else (turn.round, turn.player)
    if number < since:
        return None
    for round_number in range(since, number + 1):
        named = told_starter(game, round_number)
        if named is not None:
            starter = named
        elif starter is not None and round_number > since:
            starter = next_seat(game.players, starter, game.dealt_in(round_number))
    return starter
