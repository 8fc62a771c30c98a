"""Whether two changes conflict; names that changed meanwhile; and which change made a hand what it is.

Two people may enter different rounds of one game, or different hands of one round, without a conflict. In every
other case the slower one has to look again.
"""

from collections.abc import Iterable, Sequence

from msgspec import UNSET

from scorekeeper.game import (
    CallMade,
    EntryCell,
    Event,
    EventKind,
    Game,
    GameLog,
    Out,
    PlayerRenamed,
    RoundScored,
    held_entry,
    normalise_spelling,
)

Touched = frozenset[tuple[int, str]]
"""Pairs of a round and a player; "" in place of a player means the round itself."""


def independent(what: EventKind, came: Iterable[Event]) -> bool:
    """Whether a change touches nothing that these events touched."""
    return all(_apart(what, event.what) for event in came)


def _apart(one: EventKind, other: EventKind) -> bool:
    if isinstance(one, CallMade) or isinstance(other, CallMade):
        return isinstance(one, CallMade | RoundScored) and isinstance(other, CallMade | RoundScored)
    if not isinstance(one, RoundScored) or not isinstance(other, RoundScored):
        return False
    if one.started_with is not UNSET or other.started_with is not UNSET:
        return False
    return not _touched(one) & _touched(other)


def _touched(what: RoundScored) -> Touched:
    players = {name.casefold() for name in what.entries}
    if isinstance(what.ending, Out):
        players.add(what.ending.player.casefold())
    if what.overruled or any(said is not UNSET for said in _of_the_round(what)):
        players.add("")
    return frozenset((what.round, player) for player in players)


def _of_the_round(what: RoundScored) -> tuple[object, ...]:
    return what.ending, what.note, what.out_on_double, what.marked


def changed_last(log: GameLog, number: int, player: str | None) -> Event | None:
    """Return the event that changed a player's hand in a round last, or with None how the round ended."""
    for event, step in zip(reversed(log.events), reversed(log.steps), strict=True):
        if not isinstance(step.what, PlayerRenamed) and (
            _part(step.before, number, player) != _part(step.after, number, player)
        ):
            return event
    return None


def _part(game: Game, number: int, player: str | None) -> object:
    if number > len(game.rounds):
        return None
    if player is None:
        return game.round(number).ending, game.round(number).out_on_double
    return held_entry(game, EntryCell(number, player))


def called_now(before: GameLog, after: GameLog) -> dict[str, str]:
    """Return the current names of the players of an earlier state; a player who is gone keeps the name.

    Follows renamings made meanwhile, and those undone meanwhile.
    """
    then, now = ([step.what for step in log.standing] for log in (before, after))
    both = list(zip(then, now, strict=False))
    shared = next((place for place, (one, other) in enumerate(both) if one != other), len(both))
    turned = [(what.name, what.player) for what in reversed(then[shared:]) if isinstance(what, PlayerRenamed)]
    made = [(what.player, what.name) for what in now[shared:] if isinstance(what, PlayerRenamed)]
    return {name: _followed(name, [*turned, *made], after.game) for name in before.game.players}


def _followed(name: str, steps: Sequence[tuple[str, str]], game: Game) -> str:
    """Return what these renamings made of a name, as the game spells it."""
    for old, new in steps:
        if normalise_spelling(name).casefold() == normalise_spelling(old).casefold():
            name = new
    spellings = {player.casefold(): player for player in game.players}
    return spellings.get(normalise_spelling(name).casefold(), name)
