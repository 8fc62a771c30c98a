"""The state of one round, with all that can be done with it: deal, look, ask what is allowed, do it, copy.

Decides nothing itself: what may be done is asked of `play`, the one place that knows.
"""

from collections.abc import Callable, Sequence

from scorekeeper.engine import play
from scorekeeper.engine.actions import Action
from scorekeeper.engine.base_state import BaseState, Table
from scorekeeper.engine.bits import BIT, DOUBLE_OF
from scorekeeper.engine.feet import FeetTable
from scorekeeper.engine.notation import parse_action, parse_by_seats, read_position, show_position
from scorekeeper.engine.reasons import Reason
from scorekeeper.engine.result import RoundResult, round_result
from scorekeeper.engine.setup import ANYBODY, Dealt, Setup, check_setup, check_table, plan_of, to_deal
from scorekeeper.engine.trains import TrainsTable
from scorekeeper.engine.turns import calls_that_count
from scorekeeper.errors import Impossible, Malformed, short
from scorekeeper.game import find_player
from scorekeeper.rules import RuleBook, Rules, double_is_held, double_order
from scorekeeper.text import N_, _
from scorekeeper.tiles import Tile


class State(BaseState):
    """The state of one round. Mutable, and changed by its actions alone."""

    @classmethod
    def deal(
        cls,
        book: RuleBook | Rules,
        players: Sequence[str],
        shuffle: Callable[[list[Tile]], object],
        *,
        set_size: int | None = None,
        double: int | None = None,
        starter: str | None = None,
    ) -> "State":
        """Deal a round to the players, in the order of their seats.

        `shuffle` puts the tiles in an order of its choice, such as `random.Random(7).shuffle`. Set and double are
        the first that the rules name, and the first player begins, where nothing else is said.
        Raises ScorekeeperError for a table that cannot be set up, Malformed where the id of a book stands for it.
        """
        rules, names = _rules(book), tuple(players)
        size = rules.set.default if set_size is None else set_size
        wanted = double_order(rules, size)[0] if double is None else double
        dealt, held = check_table(rules, names, size, wanted).deal, double_is_held(rules)
        in_order, whole = to_deal(size, None if held else DOUBLE_OF[wanted])
        tiles = list(in_order)
        shuffle(tiles)
        if len(tiles) != len(whole) or whole != set(tiles):
            words = N_("The tiles are not those of the set any more: shuffle must only change their order.")
            raise Impossible(_(words))
        nobody = ANYBODY if held else 0
        seat = nobody if starter is None else names.index(find_player(names, starter))
        ends = range(0, len(names) * dealt.hand + 1, dealt.hand)
        hands = tuple(Dealt(tuple(tiles[end : end + dealt.hand])) for end in ends[:-1])
        pile = tiles[ends[-1] :]
        state = begun(Setup(rules, size, names, wanted, hands, len(pile), dealt.reserve, seat))
        state.pile = pile
        return state

    @classmethod
    def at(cls, book: RuleBook | Rules, position: str) -> "State":
        """Return the round that `position` wrote, under the rule book by which it was played.

        Raises ScorekeeperError for another text, or where the rules do not allow what was done.
        """
        setup, pile, actions = read_position(_rules(book), position)
        state = begin_round(setup)
        state.pile = pile
        for action in actions:
            state.do(state.parse(action))
        return state

    @property
    def position(self) -> str:
        """The round as one line of text: what was dealt, and what was done since. `at` reads it."""
        return show_position(self)

    @property
    def result(self) -> RoundResult | None:
        """How the round ended, with the points of each player; None until it has."""
        return None if self.outcome is None else round_result(self)

    def legal_actions(self) -> list[Action]:
        """Return all that the player on turn may do: tiles to lay, each with a place, a draw, a pass.

        Of several ends that show the same number, only the first one laid is listed. While anybody may begin, this is
        what each player may do. Empty only once the round is over.
        """
        if not self.legal:
            self.legal = play.options_on_turn(self)
        return [*self.legal]

    def interrupts(self) -> list[Action]:
        """Return what may be done whoever is on turn: calls and challenges that change something, tiles owed.

        If a player may stop a run, it also lists what the next player may do, which ends the run.
        """
        return [*play.options_of_others(self), *calls_that_count(self)]

    def parse(self, text: str) -> Action:
        """Read an action: by seats as `str` writes it, such as `0 9-4 on 9-9`, or by names, such as `Ana draw`.

        Raises Malformed that names what is wrong and its position, counted from 1.
        """
        seat = text.partition(" ")[0]
        by_seat = seat.isdecimal() and int(seat) < self.seats
        return (parse_by_seats if by_seat else parse_action)(text, self.setup.players, self.setup.set_size)

    def verify(self, action: Action) -> tuple[Reason, ...]:
        """Return the questions on which it depends whether the action stands; none if it surely does.

        Raises Refusal if it cannot stand, Malformed if its place has to be named or it names what is not in the game.
        """
        play.check_action(self, action)
        return play.verify(self, action)

    def can(self, action: Action) -> bool:
        """Whether the action surely stands by what is known."""
        play.check_action(self, action)
        return play.can(self, action)

    def do(self, action: Action) -> tuple[Reason, ...]:
        """Verify the action and carry it out; returns and raises as `verify`.

        A draw takes the next tile of a yard that was dealt.
        """
        if action in self.legal:
            play.carry_out(self, action)
            return ()
        play.check_action(self, action)
        return play.do(self, action)

    def push(self, action: Action) -> None:
        """Do an action that `pop` takes back; raises as `do`."""
        before = self.copy()
        before.legal = self.legal
        self.do(action)
        self.before.append(before)

    def pop(self) -> Action:
        """Take back the last pushed action and all actions since; return the latest one."""
        if not self.before:
            raise Impossible(_("Nothing was pushed that could be taken back."))
        before, action = self.before[-1], self.history[-1]
        vars(self).update(vars(before) | {"before": self.before[:-1]})
        return action

    def __repr__(self) -> str:
        lines = [f"Round {self.double}-{self.double}, {self.table.yard} tiles in the yard"]
        lines += self.table.show(self.setup.players)
        for player, hand in zip(self.setup.players, self.hands, strict=True):
            hidden = [f"{'?' if group.size is None else group.size} hidden" for group in hand.hidden]
            lines.append(" ".join([f"{player}:", *map(str, hand.known), *hidden]))
        if self.outcome is None:
            turn = "Anybody begins" if self.turn == ANYBODY else f"{self.name(self.turn)} to play"
        else:
            turn = "Blocked" if self.outcome.out is None else f"{self.name(self.outcome.out)} went out"
        return "\n".join([*lines, turn])


def _rules(book: object) -> Rules:
    """Return the rules of a book, or those that were passed themselves."""
    rules = book.rules if isinstance(book, RuleBook) else book
    if isinstance(rules, Rules):
        return rules
    raise Malformed(_("{found} is not a rule book; rule_book(id) returns one.", found=short(book)))


def begin_round(setup: Setup) -> State:
    """Return a round before its first action; the starting double is on the table if the rules lay it out first.

    Raises ScorekeeperError for a round that no table can set up, Malformed for what is no tile, Refusal for rules
    that are not ruled on.
    """
    check_setup(setup)
    return begun(setup)


def begun(setup: Setup) -> State:
    """Return a round as it begins whose setup was checked."""
    rules = setup.rules
    if rules.layout.owned_ends:
        table: Table = TrainsTable(setup)
    else:
        table = FeetTable(setup, plan_of(rules, setup.players, setup.set_size).start_toes)
    state = State(setup, table)
    if not double_is_held(rules):
        double = BIT[DOUBLE_OF[setup.double]]
        for hand in state.hands:
            hand.mask &= ~double
        state.started = True
        state.table.begin(setup.double)
        if rules.start.turn == "double-is-turn" and state.turn != ANYBODY:
            state.turn = (state.turn + 1) % state.seats
    return state


def state_of_table(setup: Setup, table: Table, turn: int) -> State:
    """Return a round in the middle, of which people told the table as they remember it."""
    state = State(setup, table)
    state.turn = turn
    return state
