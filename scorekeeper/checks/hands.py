"""What hands can hold and count: each tile once, no more than are left, and none at all only after going out.

Facts D1 to D8, as far as they are about hands. Which tiles would make a hand that was counted is asked in
`feasibility`; what hands prove about the table is in `round`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate

from scorekeeper.checks.feasibility import Need, impossible_together
from scorekeeper.checks.findings import CheckedRound, Remark, check
from scorekeeper.game import Hand, Out, Pips, Points, TileEntry, in_two_hands, score_entry
from scorekeeper.rules import Rules, double_is_held, hand_size, score_tiles, yard_reserve
from scorekeeper.text import N_, _, join_and, ngettext
from scorekeeper.tiles import DOUBLE_BLANK, Tile, full_set, repeated, set_name


@check("D2", level="error")
def more_than_the_set(checked: CheckedRound) -> Iterator[Remark]:
    """Find hands, one or all together, that count more than the set without the starting double."""
    entries, set_size, started = checked.played.hands, checked.game.set_size, checked.played.began_with
    pips = {name: entry_pips(entry) for name, entry in entries.items()}
    yield from _beyond(checked, pips, sum(pips_left(set_size, started)), _TOO_MANY_PIPS)
    if any(isinstance(entry, Points) for entry in entries.values()):
        points = {name: _least_points(entry, checked.rules) for name, entry in entries.items()}
        left = score_tiles(_tiles_left(set_size, started), checked.rules).total
        yield from _beyond(checked, points, left, _TOO_MANY_POINTS)


def _beyond(
    checked: CheckedRound, counted: Mapping[str, int], left: int, sentences: tuple[str, str]
) -> Iterator[Remark]:
    """Find one hand, or all together, that count more than is left; the sentences are about one and all."""
    over = next((name for name, count in counted.items() if count > left), None)
    if sum(counted.values()) > left:
        sentence = _(
            sentences[over is None],
            name=over,
            count=sum(counted.values()) if over is None else counted[over],
            set_name=set_name(checked.game.set_size),
            left=left,
            double=checked.played.began_with,
        )
        yield Remark(over, sentence)


_TOO_MANY_PIPS = (
    N_("{name} cannot hold {count} pips; a {set_name} set has {left} besides {double}-{double}."),
    N_("All hands together hold {count} pips, but only {left} are in the set besides {double}-{double}."),
)
_TOO_MANY_POINTS = (
    N_("{name} cannot have {count} points; a {set_name} set has {left} besides {double}-{double}."),
    N_("All hands together have {count} points, but only {left} are in the set besides {double}-{double}."),
)


def entry_pips(entry: Hand) -> int:
    """Return the pips of a hand; 0 where only its points were entered."""
    if isinstance(entry, TileEntry):
        return sum(tile.pips for tile in entry.tiles)
    return entry.count if isinstance(entry, Pips) else 0


def _least_points(entry: Hand, rules: Rules) -> int:
    """Return what an entry counts at least; pips may be worth less where blank tiles count flat."""
    if isinstance(entry, Pips) and rules.scoring.blank_tile is not None:
        return 0
    return score_entry(entry, rules).total


@check("D2", level="warning", unless=more_than_the_set)
def more_than_was_dealt(checked: CheckedRound) -> Iterator[Remark]:
    """Find a hand heavier than any that was dealt.

    Drawing may make one, so this is a warning. It asks for a second look where a digit too many was
    typed: 230 for 23.
    """
    dealt = hand_size(checked.rules, checked.game.set_size, len(checked.players))
    hands = {name: entry for name, entry in checked.played.hands.items() if not isinstance(entry, TileEntry)}
    measures = {kind: _worths(checked, kind) for kind in {type(entry) for entry in hands.values()}}
    for name, entry in hands.items():
        worths = measures[type(entry)]
        if sum(worths[:dealt]) < entry.count <= sum(worths):
            tiles = next(tiles for tiles, worth in enumerate(accumulate(worths), 1) if worth >= entry.count)
            sentence = N_("{name}: {count} takes {tiles} tiles or more, and {dealt} were dealt; is it right?")
            yield Remark(name, _(sentence, name=name, count=entry.count, tiles=tiles, dealt=dealt))


def _worths(checked: CheckedRound, measure: type[Pips | Points]) -> Sequence[int]:
    """Return what each tile counts in a measure, the heaviest first."""
    set_size, started = checked.game.set_size, checked.played.began_with
    if measure is Pips:
        return pips_left(set_size, started)
    free = _tiles_left(set_size, started)
    return sorted((score_tiles([tile], checked.rules).total for tile in free), reverse=True)


@cache
def _tiles_left(set_size: int, started: int) -> tuple[Tile, ...]:
    """Return the set without the double that started the round."""
    return tuple(tile for tile in full_set(set_size) if tile != Tile(started, started))


@cache
def pips_left(set_size: int, started: int) -> tuple[int, ...]:
    """Return the pips of each tile but the double that started the round, the most first."""
    return tuple(sorted((tile.pips for tile in _tiles_left(set_size, started)), reverse=True))


@check("D3", "D4", level="error")
def starting_double_held(checked: CheckedRound) -> Iterator[Remark]:
    """Find the starting double in a hand; D3 in the round that 0-0 started, else D4."""
    started = Tile(checked.played.began_with, checked.played.began_with)
    for name, entry in checked.played.hands.items():
        named = isinstance(entry, TileEntry) and started in entry.tiles
        if named or (started == DOUBLE_BLANK and _claims_double_blank(entry)):
            yield Remark(
                name,
                _("{tile} started this round, so it cannot be in {name}'s hand.", tile=started, name=name),
                _fact_of(started),
            )


def _claims_double_blank(entry: Hand) -> bool:
    """Whether a hand that was counted is marked as holding 0-0."""
    return isinstance(entry, Pips) and entry.double_blank


def _fact_of(tile: Tile) -> str:
    """Return the fact that a tile is in one place: 0-0 has one of its own."""
    return "D3" if tile == DOUBLE_BLANK else "D4"


@check("D3", "D4", level="error")
def tile_in_two_hands(checked: CheckedRound) -> Iterator[Remark]:
    """Find a tile in two hands; D3 of 0-0, else D4."""
    for tile in repeated(checked.hands.values()):
        names = [name for name, tiles in checked.hands.items() if tile in tiles]
        yield Remark(names[-1], in_two_hands(tile, names), _fact_of(tile))


@check("D3", level="error")
def double_blank_twice(checked: CheckedRound) -> Iterator[Remark]:
    """Find 0-0 as a tile in one hand, and marked in another that was counted."""
    named = [name for name, tiles in checked.hands.items() if DOUBLE_BLANK in tiles]
    marked = [name for name, entry in checked.played.hands.items() if _claims_double_blank(entry)]
    if named and marked:
        yield Remark(marked[0], in_two_hands(DOUBLE_BLANK, [*named, *marked]))


@check("D5", level="warning")
def nobody_marked_out(checked: CheckedRound) -> Iterator[Remark]:
    """Find the only player with nothing left, who went out."""
    empty = _empty_hands(checked)
    if checked.played.ending is None and len(empty) == 1:
        yield Remark(
            empty[0], _("{name} has nothing left; mark {name} as the one who went out.", name=empty[0])
        )


@check("D1", "D5", level="error")
def empty_hand_besides(checked: CheckedRound) -> Iterator[Remark]:
    """Find players with nothing left who cannot have gone out; D1 of tiles, D5 of a count."""
    played = checked.played
    if _may_stay_without_tiles(checked):
        return
    empty = _empty_hands(checked)
    sentence = (
        N_("The round was blocked, so {name} has tiles left; if it is only 0-0, enter 0-0.")
        if played.blocked
        else N_("{other} went out, so {name} has tiles left; if it is only 0-0, enter 0-0.")
    )
    for name in empty[played.ending is None :]:
        fact = "D1" if isinstance(played.hands[name], TileEntry) else "D5"
        yield Remark(name, _(sentence, name=name, other=played.out or empty[0]), fact)


def _empty_hands(checked: CheckedRound) -> list[str]:
    return [name for name, entry in checked.played.hands.items() if _is_empty(checked, entry)]


def _is_empty(checked: CheckedRound, entry: Hand) -> bool:
    if isinstance(entry, TileEntry):
        return not entry.tiles
    worthless = checked.rules.scoring.double_blank == 0
    return entry.count == 0 and not worthless and not _claims_double_blank(entry)


def _may_stay_without_tiles(checked: CheckedRound) -> bool:
    """Whether the rules let a player be without tiles, or count zero, who did not go out."""
    scoring, ending = checked.rules.scoring, checked.rules.ending
    if ending.double_out == "must-cover" or ending.first_turn == "all-finish-first-turn":
        return True
    return checked.played.blocked and scoring.blocked == "low-hand-zero"


@check("D7", level="error")
def too_few_pips_for_blanks(checked: CheckedRound) -> Iterator[Remark]:
    """Find more tiles with one blank, or fewer pips for them, than can be: each has another half."""
    named = {tile for tiles in checked.hands.values() for tile in tiles if tile.one_blank}
    left = [number for number in range(1, checked.game.set_size + 1) if Tile(number, 0) not in named]
    pips = {name: entry for name, entry in checked.played.hands.items() if isinstance(entry, Pips)}
    if sum(entry.blank_halves for entry in pips.values()) > len(left):
        sentence = ngettext(
            "Only {count} tile with one blank is left for the hands that were counted.",
            "Only {count} tiles with one blank are left for the hands that were counted.",
            len(left),
        )
        yield Remark(next(reversed(pips)), sentence)
        return
    for name, entry in pips.items():
        least = sum(left[: entry.blank_halves])
        if entry.count < least:
            sentence = N_("{name}: {blanks} tiles with one blank have at least {least} pips, not {pips}.")
            yield Remark(
                name, _(sentence, name=name, blanks=entry.blank_halves, least=least, pips=entry.count)
            )


@check("D5", "D6", level="error", unless=too_few_pips_for_blanks)
def not_enough_small_tiles(checked: CheckedRound) -> Iterator[Remark]:
    """Find small hands that there are too few small tiles for (`feasibility`: exact); D5 of zeros, else D6."""
    needs = [need for name, entry in checked.played.hands.items() for need in _needs(checked, name, entry)]
    group = impossible_together(needs, _free_tiles(checked) if needs else (), checked.rules)
    if not group:
        return
    if not group[-1].amount:
        sentence = N_("{names} cannot count zero: only 0-0 is worth nothing, and it is in one hand at most.")
    elif len(group) == 1:
        sentence = N_("No remaining tiles make a hand of {amounts}, as {names} has; count again.")
    else:
        sentence = N_("{names} cannot have {amounts}: a {set_name} set has too few small tiles; count again.")
    message = _(
        sentence,
        names=join_and([need.player for need in group]),
        amounts=join_and([str(need.amount) for need in group]),
        set_name=set_name(checked.game.set_size),
    )
    yield Remark(group[-1].player, message, "D6" if group[-1].amount else "D5")


def _needs(checked: CheckedRound, name: str, entry: Hand) -> Iterator[Need]:
    """Yield what has to be made for an entry; nothing for tiles, or where another check settles a zero."""
    if isinstance(entry, TileEntry):
        return
    if entry.count == 0 and (
        _is_empty(checked, entry) or checked.played.ending is None or _may_stay_without_tiles(checked)
    ):
        return
    if isinstance(entry, Points):
        yield Need(name, entry.count, in_points=True)
    else:
        charged = checked.rules.scoring.double_blank != 0
        holds = entry.double_blank if charged or entry.double_blank else None
        yield Need(name, entry.count, blanks=entry.blank_halves or None, holds_double_blank=holds)


def _free_tiles(checked: CheckedRound) -> list[Tile]:
    """Return the tiles that hands which were counted can be made of."""
    gone = {tile for tiles in checked.hands.values() for tile in tiles}
    gone.add(Tile(checked.played.began_with, checked.played.began_with))
    if any(map(_claims_double_blank, checked.played.hands.values())):
        gone.add(DOUBLE_BLANK)
    return [tile for tile in full_set(checked.game.set_size) if tile not in gone]


@check("D8", level="error")
def more_tiles_than_can_be_held(checked: CheckedRound) -> Iterator[Remark]:
    """Find more tiles named than the set has besides the starting double and what the yard keeps."""
    held, free = sum(map(len, checked.hands.values())), _most_held(checked)
    if held > free:
        yield Remark(
            None, _("The hands name {held} tiles, but at most {free} can be in hands.", held=held, free=free)
        )


@check("D8", level="warning", unless=more_tiles_than_can_be_held)
def more_tiles_than_left(checked: CheckedRound) -> Iterator[Remark]:
    """Find more in hands than a player who went out can have left.

    What that player laid is known only if the deal was as the rules have it, so this is a warning: a
    bound on the tiles, and by the heaviest tiles on the pips.
    """
    played, set_size = checked.played, checked.game.set_size
    if not isinstance(played.ending, Out):
        return
    dealt = hand_size(checked.rules, set_size, len(checked.players))
    laid = dealt - double_is_held(checked.rules)
    left = _most_held(checked) - laid
    held, pips = sum(map(len, checked.hands.values())), sum(map(entry_pips, played.hands.values()))
    if held > left or pips > sum(pips_left(set_size, played.began_with)[: max(0, left)]):
        sentence = N_(
            "{name} went out and laid {laid} tiles or more, so the hands can hardly be so large; count again."
        )
        yield Remark(None, _(sentence, name=played.out, laid=laid))


def _most_held(checked: CheckedRound) -> int:
    """Return how many tiles can be in hands: the set without the starting double and what the yard keeps."""
    return len(full_set(checked.game.set_size)) - 1 - yard_reserve(checked.rules, len(checked.players))
