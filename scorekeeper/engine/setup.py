"""What is fixed before a round begins: who plays, by which rules, and what lies in the hands and the yard.

Refuses what no table can set up.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from scorekeeper.engine.actions import NONE, Action
from scorekeeper.engine.reasons import Reason, Refusal
from scorekeeper.errors import Impossible
from scorekeeper.game import clean_players
from scorekeeper.rules import Deal, Rules, check_toes, deal, double_is_held
from scorekeeper.text import N_, _
from scorekeeper.tiles import Tile, check_set, check_tile, full_set, repeated, set_name, show_tiles

ANYBODY = NONE
"""Stands for the seat whose turn it is where nobody said who begins."""


class Dealt(NamedTuple):
    """One hand as dealt: the tiles that are known, and how many are not (None: nobody knows)."""

    known: tuple[Tile, ...] = ()
    hidden: int | None = 0

    @property
    def size(self) -> int:
        """How many tiles are known of or said to be in it."""
        return len(self.known) + (self.hidden or 0)

    def __str__(self) -> str:
        """Write the hand: its tiles, then how many are hidden, such as `6-4 3?`; `?` alone where nobody knows."""
        hidden = "?" if self.hidden is None else f"{self.hidden}?" if self.hidden else ""
        return f"{show_tiles(self.known)} {hidden}".strip()


class Setup(NamedTuple):
    """All that is fixed before a round begins."""

    rules: Rules
    set_size: int
    players: tuple[str, ...]
    double: int
    """The number of the double that the schedule wants; what is held decides under `highest-held`."""
    hands: tuple[Dealt, ...]
    yard: int
    """Tiles left face down after the deal."""
    reserve: int = 0
    starter: int = ANYBODY
    answers: tuple[tuple[Reason, bool], ...] = ()
    """Questions about what is hidden, and their answers, where somebody knows them."""


class TablePlan:
    """What follows from rules, players and set alone: found once, and shared by all rounds of a table."""

    __slots__ = "__dict__", "free", "rows"
    """Python reads these two faster than what lies beside cached properties."""

    def __init__(self, rules: Rules, players: tuple[str, ...], set_size: int) -> None:
        self.rules, self.players, self.set_size = rules, players, set_size
        self.checked = False
        """Whether such a table can be."""
        self.moments: dict[int, Action | None] = {}
        """At each kind of moment of a seat's turn that there was, the draw or the pass that is left."""
        self.rows: Sequence[Mapping[int, tuple[Action, ...]]] = ()
        """For each seat, by train, how it lays the tile of each bit there; none without trains."""
        self.free: Sequence[Mapping[int, Sequence[int]]] = ()
        """For each seat, by what is to be seen of the trains, those that it may use where nothing binds it."""

    @cached_property
    def deal(self) -> Deal:
        """What lies where once the hands are drawn. Raises Impossible where the tiles do not suffice."""
        return deal(self.rules, self.set_size, len(self.players))

    @cached_property
    def start_toes(self) -> int:
        """The toes on the starting double. Raises Impossible where its suit does not suffice."""
        return check_toes(self.rules, self.set_size, len(self.players))


@cache
def to_deal(set_size: int, laid_out: Tile | None) -> tuple[tuple[Tile, ...], frozenset[Tile]]:
    """Return the tiles that are shuffled, twice: all, but for a starting double that is laid out before."""
    tiles = tuple(tile for tile in full_set(set_size) if tile != laid_out)
    return tiles, frozenset(tiles)


_PLANS: dict[tuple[int, tuple[str, ...], int], TablePlan] = {}
MOST_PLANS = 1000


def plan_of(rules: Rules, players: tuple[str, ...], set_size: int) -> TablePlan:
    """Return the plan of a table; rules are told apart by identity, and kept with it."""
    key = id(rules), players, set_size
    if key not in _PLANS:
        if len(_PLANS) == MOST_PLANS:
            _PLANS.clear()
        _PLANS[key] = TablePlan(rules, players, set_size)
    return _PLANS[key]


def check_setup(setup: Setup) -> None:
    """Raise ScorekeeperError for a round that no table can set up, Refusal for rules that are not ruled on."""
    check_table(setup.rules, setup.players, setup.set_size, setup.double)
    players = len(setup.players)
    if len(setup.hands) != players:
        words = N_("There are {hands} hands for {players} players.")
        raise Impossible(_(words, hands=len(setup.hands), players=players))
    if not (setup.starter == ANYBODY or 0 <= setup.starter < players):
        raise Impossible(_("Nobody sits in seat {seat}, so nobody there can begin.", seat=setup.starter))
    for hand in setup.hands:
        for tile in hand.known:
            check_tile(tile)
    check_hands(setup.hands, setup.set_size)
    counts = [setup.yard, setup.reserve, *(hand.hidden or 0 for hand in setup.hands)]
    if min(counts) < 0:
        raise Impossible(_("{count} is not a number of tiles.", count=min(counts)))
    laid = None if double_is_held(setup.rules) else Tile(setup.double, setup.double)
    free = len(full_set(setup.set_size)) - (laid is not None)
    dealt = setup.yard + sum(len({*hand.known} - {laid}) + (hand.hidden or 0) for hand in setup.hands)
    if dealt > free:
        words = N_("Hands and yard have {dealt} tiles, but only {free} can be dealt.")
        raise Impossible(_(words, dealt=dealt, free=free))


def check_table(rules: Rules, players: tuple[str, ...], set_size: int, double: int) -> TablePlan:
    """Return the plan of a table. Raises ScorekeeperError where no round of this double is played at it."""
    plan = plan_of(rules, players, set_size)
    if not plan.checked:
        if (why := why_not_ruled_on(rules)) is not None:
            raise Refusal(why.key, why.id)
        check_set(set_size)
        clean_players(players)
        plan.checked = True
    _check_in_set([Tile(double, double)], set_size)
    return plan


def why_not_ruled_on(rules: Rules) -> Reason | None:
    """Return why we do not rule under these rules, where we do not."""
    return Reason("trains.wild_blanks", "not-ruled-on", {}) if rules.trains.wild_blanks else None


def check_hands(hands: Iterable[Dealt], set_size: int) -> None:
    """Raise Impossible for a tile in two hands or one that the set does not have."""
    held = [tile for hand in hands for tile in hand.known]
    if len(set(held)) < len(held):
        raise Impossible(_("More than one hand holds {tiles}.", tiles=show_tiles(repeated([held]))))
    _check_in_set(held, set_size)


def _check_in_set(tiles: Sequence[Tile], set_size: int) -> None:
    whole = to_deal(set_size, None)[1]
    if not whole.issuperset(tiles):
        foreign = set(tiles) - whole
        facts = {"name": set_name(set_size), "tiles": show_tiles(sorted(foreign, reverse=True))}
        raise Impossible(_("A {name} set does not have {tiles}.", **facts))
