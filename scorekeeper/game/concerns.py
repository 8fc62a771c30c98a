"""Which changes concern each other: whoever makes one of two such changes must have seen the other.

Changes that do not concern each other may be made at the same time, in either order, by people who know nothing of
each other.
"""

from collections.abc import Iterable
from contextlib import suppress

from msgspec import UNSET

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game.apply import apply_event
from scorekeeper.game.events import (
    CallMade,
    EventKind,
    Finished,
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
    TieDrawn,
    TotalsHidden,
    Undone,
)
from scorekeeper.game.log import Event, Step
from scorekeeper.game.names import name_key
from scorekeeper.game.roster import with_names
from scorekeeper.game.round import Out, SitsOut

_OF_A_ROUND = (("ending", "out_on_double"), ("started_with",), ("began",), ("note",), ("marked",))
"""What an entry may say of a whole round; fields that say the same thing are together."""


def caught_up(what: EventKind, came: Iterable[tuple[Event, Step]]) -> EventKind | None:
    """Return a change as it is to be made after others that came first: with the new names of players.

    None if it concerns one of them.
    """
    for event, step in came:
        first = event.what
        if what == first or _concerns(what, first, step) or _concerns(first, what, step):
            return None
        if isinstance(first, PlayerRenamed):
            what = with_names(what, {name_key(first.player): first.name})
    return what


def _concerns(one: EventKind, other: EventKind, step: Step) -> bool:
    """Whether a change concerns another; `step` has the game before and after the one that came first."""
    match one, other:
        case Undone() | Redone() | Finished() | Reopened(), _:
            return True
        case RoundScored(), RoundScored():
            out = {name_key(name) for name, entry in other.entries.items() if isinstance(entry, SitsOut)}
            same = _told_of_all(one) & _told_of_all(other) or _players(one) & _players(other)
            return one.round == other.round and bool(same or _starter(one) & out)
        case RoundScored() | RoundCleared(), RoundCleared():
            return one.round == other.round
        case RoundScored() | RoundCleared() | CallMade() | RulingKept(), RulesChanged():
            return _changes_rules(other, one.round, step)
        case RoundScored(), PlayerLeft() | SeatsChanged():
            who = _players(one) | _starter(one)
            return name_key(other.player) in who if isinstance(other, PlayerLeft) else one.began is not UNSET
        case RoundCleared(), PlayerJoined() | PlayerLeft():
            return True
        case PlayerJoined() | PlayerLeft(), PlayerJoined() | PlayerLeft():
            return name_key(one.player) == name_key(other.player)
        case PlayerRenamed(), PlayerRenamed():
            return name_key(one.player) == name_key(other.player)
        case SeatsChanged(), SeatsChanged() | PlayerJoined() | PlayerLeft():
            return True
    return isinstance(one, RulesChanged | TieDrawn | TotalsHidden) and type(one) is type(other)


def _told_of_all(what: RoundScored) -> set[tuple[str, ...]]:
    """Return what an entry says of the whole round."""
    return {names for names in _OF_A_ROUND if any(getattr(what, name) is not UNSET for name in names)}


def _players(what: RoundScored) -> set[str]:
    """Return whose hands an entry says, by the keys of their names; who went out has an empty one."""
    out = [what.ending.player] if isinstance(what.ending, Out) else []
    return {name_key(name) for name in (*what.entries, *out)}


def _starter(what: RoundScored) -> set[str]:
    """Return the key of who is said to have begun the round, if anybody is."""
    return {name_key(what.began)} if isinstance(what.began, str) else set()


def _changes_rules(what: RulesChanged, number: int, step: Step) -> bool:
    """Whether a change of the rules changes those of a round, or would if it had come first."""
    if isinstance(step.what, RulesChanged):
        return step.before.rules_of(number) != step.after.rules_of(number)
    with suppress(ScorekeeperError):  # rules that cannot be are refused when they are applied
        before, after = (apply_event(what, game).rules_of(number) for game in (step.before, step.after))
        return before != after
    return False
