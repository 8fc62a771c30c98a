"""Names that changed meanwhile, and which change made a hand what it is."""

from collections.abc import Sequence

from scorekeeper.game import (
    EntryCell,
    Event,
    Game,
    GameLog,
    PlayerRenamed,
    held_entry,
    normalise_spelling,
)


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
