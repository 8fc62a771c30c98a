"""Actions in words, and who is taken to have done the first of a record."""

from collections.abc import Sequence

from scorekeeper.engine import Action, State, Train, TrainFact, number_of_train, train_word
from scorekeeper.text import N_, _, join_or
from scorekeeper.tiles import Tile


def describe_action(action: Action, players: Sequence[str]) -> str:
    """Return what a player does as a sentence without its full stop."""
    facts: dict[str, object] = {"player": players[action.seat], "tile": action.tile}
    if action.kind == "challenge" and action.other is not None:
        return _("{player} says that {other} forgot to call", **facts, other=players[action.other])
    if isinstance(action.on, Train):
        train = place_in_words(train_word(number_of_train(action.on, len(players)), players))
        return _("{player} lays {tile} on {place}", **facts, place=train)
    if action.kind == "lay" and isinstance(action.on, Tile) and action.on.high >= 0:
        return _("{player} lays {tile} on {place}", **facts, place=action.on)
    sentences = {
        "lay": N_("{player} lays {tile}"),
        "draw": N_("{player} draws {tile}") if action.tile else N_("{player} draws a tile"),
        "pass": N_("{player} passes"),
        "little": N_("{player} announces the last tile"),
        "marks": N_("{player} says that the marker is up"),
        "unmarks": N_("{player} says that the marker is down"),
    }
    return _(sentences[action.kind], **facts)


def choices_in_words(actions: Sequence[str], other: str = "", stops: bool = False) -> str:
    """Return actions in notation as what a player may do, any one of them, and another that is in words already.

    Where a pass only `stops` a run of tiles, it is called that.

    >>> choices_in_words(("Ana 6-4", "Ana draw", "Ana pass"))
    'lay 6-4, draw a tile or pass'
    >>> choices_in_words(("Ana 7-3 on Ben", "Ana 9-5 on own"))
    "lay 7-3 on Ben's train or lay 9-5 on their own train"
    >>> choices_in_words(("Ana 9-5 on own", "Ana pass"), stops=True)
    'lay 9-5 on their own train or stop'
    """
    return join_or([*(_deed_in_words(action, stops) for action in actions), *filter(None, (other,))])


def _deed_in_words(action: str, stops: bool) -> str:
    deed, on, place = action.rpartition(" on ")
    if on:
        return _("lay {tile} on {train}", tile=deed.rpartition(" ")[2], train=place_in_words(place))
    words = {"draw": _("draw a tile"), "pass": _("stop") if stops else _("pass")}
    word = action.rpartition(" ")[2]
    return words.get(word) or _("lay {tile}", tile=word)


def place_in_words(place: str) -> str:
    """Return a place in notation as a sentence names it: a train, or a tile as it is."""
    if place == "own" or place[0].isdecimal():
        return _("their own train") if place == "own" else place
    first, _space, number = place.partition(" ")
    return str(TrainFact("", int(number or 1)) if first == "public" else TrainFact(place))


def since_first_named(state: State, reason: str) -> str:
    """Return the reason of a ruling with who is taken to have begun, where no double was laid that would show it."""
    first = next(iter(state.history), None)
    if first is None or (first.tile and first.tile.is_double):
        return reason
    sentence = N_("{reason} Nobody said who began; {player}, who is named first, is taken to have begun.")
    return _(sentence, reason=reason, player=state.name(first.seat))
