"""What nobody knows of a situation and a question can turn on, with all the ways in which each gap can be filled."""

from collections.abc import Iterator
from itertools import accumulate, product
from typing import Any, NamedTuple

from msgspec.structs import replace

from scorekeeper.engine import Dealt, Reason, Train, TrainFact, number_of_train
from scorekeeper.judge.position import draws_since
from scorekeeper.judge.situation import Situation
from scorekeeper.judge.told import Foot, TrainTold
from scorekeeper.rules import Rules, yard_reserve
from scorekeeper.text import N_, _, join_or, number_name
from scorekeeper.tiles import Tile, full_set

YARD_SHOWS = N_("one left"), N_("none left")
END_SHOWS = N_("an end that fits"), N_("no end that fits")
_LEFT = N_("enough such tiles left to lay"), N_("too few such tiles left to lay")
_ALL_LAID = N_("even one in a hand or in the yard"), N_("all on the table")

Filling = dict[str, Any]
"""Fields of a situation that fill a gap, as `replace` takes them."""


class Gap(NamedTuple):
    """A fact that nobody knows, and how it can be."""

    reason: Reason
    fillings: tuple[Filling, ...]
    shows: tuple[object, ...]
    """What the fact is in each of them."""
    known: tuple[Reason, ...] = ()
    """What limits the ways that it can be."""
    usual_first: bool = False
    """Whether the first filling is the usual one: what holds in any case has the grounds that it has with that."""
    bare_first: bool = False
    """Whether the first filling is a train that nobody has begun, and every other one is its end."""
    exact: bool = True
    """Whether the fillings are all the ways that it can be; otherwise the reason with one of them is not for all."""


def gaps(situation: Situation, rules: Rules) -> tuple[Gap, ...]:
    """Return the facts that are not known and that can matter for the question."""
    of_feet = _toes(situation), _foot(situation, rules), _suit(situation, rules), _ends(situation)
    of_trains = *_trains(situation), _dead(situation, rules)
    of_table = of_trains if rules.layout.owned_ends else of_feet
    of_hands = _drawn(situation, rules), _counted(situation)
    return tuple(filter(None, (_yard(situation, rules), *of_table, *of_hands)))


def fillings(situation: Situation, unknown: tuple[Gap, ...]) -> Iterator[tuple[tuple[int, ...], Situation]]:
    """Yield the situation with its gaps filled, every one in each way, after the numbers of the fillings."""
    for numbers in product(*(range(len(gap.fillings)) for gap in unknown)):
        filled: Filling = {}
        for gap, number in zip(unknown, numbers, strict=True):
            filling = gap.fillings[number]
            if trains := filling.get("trains"):
                filling = {"trains": {**filled.get("trains", situation.trains or {}), **trains}}
            filled |= filling
        yield numbers, replace(situation, **filled) if filled else situation


def _yard(situation: Situation, rules: Rules) -> Gap | None:
    if situation.yard is not None or "yard" not in situation.question.turns_on:
        return None
    kept = yard_reserve(rules, len(situation.players))
    return Gap(
        Reason("yard.empty", "needs-yard", {}),
        ({"yard": kept + 2}, {"yard": kept}),
        YARD_SHOWS,
        usual_first=True,
    )


def _trains(situation: Situation) -> Iterator[Gap]:
    """Yield the gaps of the player's own train and of the one to play on, where nobody told how they stand."""
    seat, known = situation.seat, {*(situation.trains or ()), *(lay.train for lay in situation.open_now)}
    if seat is None or "ends" not in situation.question.turns_on or situation.opens_round:
        return
    on = number_of_train(situation.on, len(situation.players)) if isinstance(situation.on, Train) else seat
    ends = (None, *range(situation.set_size + 1))
    shows = (N_("no tile"), *map(number_name, ends[1:]))
    if seat not in known:
        reason = Reason("conduct.misplay", "needs-train", {"train": TrainFact(situation.name(seat))})
        choices = tuple({"trains": {seat: TrainTold(end)}} for end in ends)
        yield Gap(reason, choices, shows, bare_first=True)
    if on < len(situation.players) and on not in (seat, *known):
        reason = Reason("trains.marker_on", "needs-marker-end", {"owner": situation.name(on)})
        trains = TrainTold(), *(TrainTold(end, marked=True) for end in ends)
        choices = tuple({"trains": {on: train}} for train in trains)
        shows = N_("no marker"), *(_("the marker and {end}", end=_(end)) for end in shows)
        yield Gap(reason, choices, shows)


def _toes(situation: Situation) -> Gap | None:
    asked = (situation.played and situation.ends is None) or situation.asked_double == situation.began_with
    if situation.toes is not None or situation.opens_round or not asked:
        return None
    reason = Reason("start.toes", "needs-toes", {"double": situation.starting_double})
    return Gap(
        reason,
        ({"toes": situation.set_size}, {"toes": 0}),
        (N_("all its toes"), N_("fewer toes")),
        exact=False,
    )


def _number_of_foot(situation: Situation) -> int | None:
    """Return the number of the open foot, or of a later double that is asked about and is perhaps one."""
    number = situation.asked_double if situation.foot is None else situation.foot.double
    return None if number == situation.began_with else number


def _foot(situation: Situation, rules: Rules) -> Gap | None:
    """Return the gap of a foot whose toes nobody knows; asked about a double, perhaps it is one."""
    foot, number = situation.foot, _number_of_foot(situation)
    if number is None or (foot is not None and foot.toes is not None):
        return None
    tiles = tuple(tile for tile in situation.suit(number) if tile in situation.laid)
    few = 0 < len(tiles) <= rules.foot.toes  # one of them joins the double to the table
    counts = tuple(range(len(tiles) if few else rules.foot.toes))
    choices: tuple[Filling, ...] = tuple({"foot": Foot(number, toes)} for toes in counts)
    facts = {"double": Tile(number, number), "tiles": tiles, "most": len(tiles) - 1}
    reason = Reason("foot.toes", "needs-toes", {"double": Tile(number, number)})
    known = (Reason("foot.toes", "at-most" if len(tiles) > 1 else "joins", facts),) if few else ()
    if few or foot is not None:
        return Gap(reason, choices, counts, known=known, exact=False)
    return Gap(reason, ({"foot": None}, *choices), (N_("all its toes"), *counts), exact=False)


def _suit(situation: Situation, rules: Rules) -> Gap | None:
    """Return the gap of an open foot of whose number no tile on the table was named, where it can be given up."""
    foot, number = situation.foot, _number_of_foot(situation)
    if number is None or "suit" not in situation.question.turns_on or rules.foot.uncloseable == "exhaust":
        return None
    if not set(situation.suit(number)).isdisjoint(situation.laid):
        return None
    reason = Reason("foot.uncloseable", "needs-suit", {"double": Tile(number, number), "number": number})
    free = (tile for tile in situation.off_table(number) if tile not in situation.elsewhere)
    perhaps_laid = tuple(free)[: _room_on_table(situation)]
    laid: Filling = {"laid": (*situation.laid, *perhaps_laid)}
    if foot is None or foot.toes is None:
        return Gap(reason, ({}, laid), _LEFT, exact=False)
    least = situation.set_size - rules.foot.toes + foot.toes + 1
    shows = _("fewer than {n}", n=least), _("{n} or more, which leaves too few for its toes", n=least)
    return Gap(reason, ({}, laid), shows, exact=False)


def _dead(situation: Situation, rules: Rules) -> Gap | None:
    """Return the gap of an open double of whose number not all tiles on the table were named.

    Where none was named, only a question about that double asks for them.
    Where every tile of hands and yard is known, all others are on the table.
    """
    if rules.foot.uncloseable == "exhaust":
        return None
    elsewhere = situation.elsewhere.union((situation.lays, situation.last_drawn))
    known = situation.yard == 0 and all(hand.hidden == 0 for hand in situation.hands)
    for number in (lay.tile.high for lay in situation.open_now):
        suit, left = situation.suit(number), situation.off_table(number)
        if not 0 < len(left) <= _room_on_table(situation) or not elsewhere.isdisjoint(suit):
            continue
        reason, shows = Reason("foot.uncloseable", "needs-suit-all", {"number": number}), _ALL_LAID
        if len(left) == 1:
            reason = Reason("foot.uncloseable", "needs-suit-rest", {"number": number, "tile": left[0]})
            shows = _("{tile} in a hand or in the yard", tile=left[0]), _("{tile} on the table", tile=left[0])
        covered = {"laid": (*situation.laid, *left)}
        if known and "ends" in situation.question.turns_on:
            return Gap(reason, (covered,), shows, exact=False)
        if situation.asked_double == number or not set(suit).isdisjoint(situation.laid):
            return Gap(reason, ({}, covered), shows, exact=False)
    return None


def _room_on_table(situation: Situation) -> int:
    """Return how many tiles more than those known can be on the table."""
    held = sum(hand.size for hand in situation.hands)
    return len(full_set(situation.set_size)) - held - (situation.yard or 0) - len(situation.on_table)


def _ends(situation: Situation) -> Gap | None:
    known = situation.ends is not None or situation.finished == situation.on is not None
    if known or "ends" not in situation.question.turns_on or situation.opens_round:
        return None
    every = tuple(range(situation.set_size + 1))
    named = [number_name(number) for number in dict.fromkeys(situation.tile or ())]
    shows = (join_or(named), N_("no such end")) if named else END_SHOWS
    return Gap(
        Reason("conduct.misplay", "needs-ends", {}), ({"ends": every}, {"ends": ()}), shows, exact=False
    )


def _drawn(situation: Situation, rules: Rules) -> Gap | None:
    """Return the gap of a drawn tile: whether it was drawn before a tile was laid, and which one of a hand it is."""
    seat = situation.seat
    if seat is None or not situation.draws_made or situation.last_drawn is not None:
        return None
    since, player = draws_since(situation, rules), {"player": situation.name(seat)}
    before: tuple[Filling, ...] = ({"drawn_since": since[0]},) if len(since) > 1 else ()
    hand = situation.hands[seat]
    tiles = (*hand.known, *[None] * (hand.hidden != 0)) if since[-1] and hand.known else (None,)
    after = tuple({"drawn_since": since[-1], "drawn_tile": tile} for tile in tiles)
    if before:
        laid = [lay.tile for lay in situation.laid_now][-1:]
        facts = {**player, "tile": str(*laid)}
        reason = Reason("turn.draws", "needs-when-tile" if laid else "needs-when", facts)
        drawn = (_("{tile} drawn after it", tile=tile) if tile else N_("the draw after it") for tile in tiles)
        return Gap(reason, (*before, *after), (N_("the draw first"), *drawn))
    reason = Reason("turn.drawn_tile", "needs-which", player)
    shown = tuple(tile or N_("another tile") for tile in tiles)
    if situation.tile in tiles and len(after) > 1:  # which of the others was drawn makes no difference to it
        at = tiles.index(situation.tile)
        other = _("any tile but {tile}", tile=situation.tile)
        return Gap(reason, (after[not at], after[at]), (other, situation.tile))
    return None if tiles == (None,) else Gap(reason, after, shown)


def _counted(situation: Situation) -> Gap | None:
    """Return the gap of hands told as a number, by people who count them as they are now, or before what happened."""
    if not situation.told_late:
        return None
    hands, late, possible = list(situation.hands), list[str](), True
    for seat, (known, count) in enumerate(situation.hands):
        deeds = (event.action.kind for event in situation.events if event.action.seat == seat)
        changes = [{"lay": -1, "draw": 1}.get(kind, 0) for kind in deeds]
        before = (count or 0) - sum(changes)
        if count and not known and before != count and min(accumulate(changes, initial=before)) > 0:
            hands[seat] = Dealt((), before)
            late.append(situation.name(seat))
            possible = possible and min(accumulate(changes, initial=count)) >= 0
    choices: tuple[Filling, ...] = ({}, {"hands": tuple(hands)})
    reason = Reason("conduct.misplay", "needs-when-counted", {"players": tuple(late)})
    shows = N_("that number before it"), N_("that number now")
    return Gap(reason, choices[not possible :], shows[not possible :], usual_first=True) if late else None
