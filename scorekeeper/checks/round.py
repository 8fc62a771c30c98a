"""What cannot be true of the entries of a round, and what is odd.

Each finding carries the number of its fact in the rule catalogue's section of consistency facts. What
asks for the yard, the layout or every pip on the table (D9, D10, D15) cannot be told from entries; D13
and D18 cannot be broken by a game that was read (`deal`, `game`), only by how it was typed.

Findings are told, never enforced here: a file with an impossible hand can still be read and mended.
"""

from collections.abc import Iterator

from scorekeeper.checks.blocked import block_findings
from scorekeeper.checks.feasibility import Need, impossible_together
from scorekeeper.checks.findings import Finding, error, warning
from scorekeeper.checks.totals import (
    hands_named,
    more_than_the_set,
    more_than_was_dealt,
    more_tiles_than_left,
)
from scorekeeper.game import Entry, Game, Pips, Points, Round, TileEntry
from scorekeeper.text import _, join_and, ngettext
from scorekeeper.tiles import DOUBLE_BLANK, Tile, full_set, repeated, set_name


def game_findings(game: Game) -> tuple[Finding, ...]:
    """Return every finding about the entries of a game, round by round."""
    return tuple(finding for played in game.rounds for finding in _with_zeros(game, played))


def _with_zeros(game: Game, played: Round) -> tuple[Finding, ...]:
    found = round_findings(game, played)
    wrong = any(finding.level == "error" for finding in found)
    return found if wrong else (*found, *_zero_not_won(game, played))


def round_findings(game: Game, played: Round) -> tuple[Finding, ...]:
    """Return every finding about one round's entries."""
    blanks = tuple(_too_few_pips_for_blanks(game, played))
    return (
        *(tuple(more_than_the_set(game, played)) or more_than_was_dealt(game, played)),
        *_starting_double_held(played),
        *_tile_in_two_hands(played),
        *_double_blank_twice(played),
        *_nothing_left(game, played),
        *(blanks or _not_enough_tiles(game, played)),
        *more_tiles_than_left(game, played),
        *_nobody_out(game, played),
        *_other_double(game, played),
        *_running_totals(game, played),
        *block_findings(game, played),
    )


def _starting_double_held(played: Round) -> Iterator[Finding]:
    """Fact D4, first half; and D3 in the round that 0-0 started."""
    started = Tile(played.began_with, played.began_with)
    for name, entry in played.entries.items():
        held = (
            started in entry.tiles if isinstance(entry, TileEntry) else _claims_double_blank(entry, started)
        )
        if held:
            told = _("{tile} started this round, so it cannot be in {name}'s hand.")
            fact = "D3" if started == DOUBLE_BLANK else "D4"
            yield error(fact, played, name, told.format(tile=started, name=name))


def _claims_double_blank(entry: object, started: Tile) -> bool:
    return isinstance(entry, Pips) and entry.double_blank and started == DOUBLE_BLANK


def _tile_in_two_hands(played: Round) -> Iterator[Finding]:
    """Fact D4, second half."""
    hands = hands_named(played)
    for tile in repeated(hands.values()):
        names = [name for name, tiles in hands.items() if tile in tiles]
        told = _("{tile} cannot be in two hands ({names}).").format(tile=tile, names=join_and(names))
        yield error("D3" if tile == DOUBLE_BLANK else "D4", played, names[-1], told)


def _double_blank_twice(played: Round) -> Iterator[Finding]:
    """Fact D3, where one hand names 0-0 as a tile and another was said to hold it."""
    named = [name for name, tiles in hands_named(played).items() if DOUBLE_BLANK in tiles]
    said = [name for name, entry in played.entries.items() if isinstance(entry, Pips) and entry.double_blank]
    if named and said:
        told = _("0-0 cannot be in two hands ({names}).").format(names=join_and([*named, *said]))
        yield error("D3", played, said[0], told)


def _nothing_left(game: Game, played: Round) -> Iterator[Finding]:
    """Facts D1 and D5: who has nothing left went out, and only one player can have gone out."""
    empty = [name for name, entry in played.entries.items() if _is_empty(game, played, entry)]
    if played.ending is None and len(empty) < 2:
        for name in empty:
            told = _("{name} has nothing left; mark {name} as the one who went out.").format(name=name)
            yield warning("D5", played, name, told)
    elif not _may_stay_without_tiles(game, played):
        for name in empty[played.ending is None :]:
            fact = "D1" if isinstance(played.entries[name], TileEntry) else "D5"
            yield error(fact, played, name, _somebody_else(played, name, empty[0]))


def _is_empty(game: Game, played: Round, entry: Entry) -> bool:
    if isinstance(entry, TileEntry):
        return not entry.tiles
    worthless = game.rules_of(played.number).scoring.double_blank == 0
    return entry.count == 0 and not worthless and not (isinstance(entry, Pips) and entry.double_blank)


def _may_stay_without_tiles(game: Game, played: Round) -> bool:
    """Whether the rules let a player be without tiles, or count zero, who did not go out."""
    rules = game.rules_of(played.number)
    scoring, ending = rules.scoring, rules.ending
    return ending.double_out == "must-cover" or (played.blocked and scoring.blocked == "low-hand-zero")


def _somebody_else(played: Round, name: str, first: str) -> str:
    if played.blocked:
        told = _("The round was blocked, so {name} holds something; if it is 0-0, enter 0-0.")
    else:
        told = _("{other} went out, so {name} holds something; if it is 0-0, enter 0-0.")
    return told.format(name=name, other=first if played.out is None else played.out)


def _too_few_pips_for_blanks(game: Game, played: Round) -> Iterator[Finding]:
    """Fact D7: tiles with one blank differ in their other half, and a set has only so many."""
    named = {tile for tiles in hands_named(played).values() for tile in tiles if tile.one_blank}
    left = [number for number in range(1, game.set_size + 1) if Tile(number, 0) not in named]
    pips = {name: entry for name, entry in played.entries.items() if isinstance(entry, Pips)}
    if sum(entry.blank_halves for entry in pips.values()) > len(left):
        told = ngettext(
            "Only {count} tile with one blank is left for the hands that were counted.",
            "Only {count} tiles with one blank are left for the hands that were counted.",
            len(left),
        )
        yield error("D7", played, next(reversed(pips)), told.format(count=len(left)))
        return
    for name, entry in pips.items():
        least = sum(left[: entry.blank_halves])
        if entry.count < least:
            told = _("{name}: {blanks} tiles with one blank have at least {least} pips, not {pips}.")
            shown = told.format(name=name, blanks=entry.blank_halves, least=least, pips=entry.count)
            yield error("D7", played, name, shown)


def _not_enough_tiles(game: Game, played: Round) -> Iterator[Finding]:
    """Facts D5 and D6: small hands take small tiles, of which there are few (`feasibility`: exact)."""
    gone = {tile for tiles in hands_named(played).values() for tile in tiles}
    gone.add(Tile(played.began_with, played.began_with))
    if any(isinstance(entry, Pips) and entry.double_blank for entry in played.entries.values()):
        gone.add(DOUBLE_BLANK)
    needs = [need for name, entry in played.entries.items() for need in _needs(game, played, name, entry)]
    free = [tile for tile in full_set(game.set_size) if tile not in gone] if needs else []
    group = impossible_together(needs, free, game.rules_of(played.number))
    if group:
        fact = "D6" if group[-1].amount else "D5"
        yield error(fact, played, group[-1].player, _cannot_be_made(game, group))


def _needs(game: Game, played: Round, name: str, entry: Entry) -> Iterator[Need]:
    """Yield what has to be made for an entry; nothing for tiles, or where a zero is told otherwise."""
    zero_is_settled = (
        _is_empty(game, played, entry) or played.ending is None or _may_stay_without_tiles(game, played)
    )
    if isinstance(entry, TileEntry) or (entry.count == 0 and zero_is_settled):
        return
    if isinstance(entry, Points):
        yield Need(name, entry.count, in_points=True)
    else:
        charged = game.rules_of(played.number).scoring.double_blank != 0
        holds = True if entry.double_blank else False if charged else None
        yield Need(name, entry.count, blanks=entry.blank_halves or None, holds_double_blank=holds)


def _cannot_be_made(game: Game, group: tuple[Need, ...]) -> str:
    names = join_and([need.player for need in group])
    if not group[-1].amount:
        told = _("{names} cannot count zero: only 0-0 is worth nothing, and it is in one hand at most.")
    elif len(group) == 1:
        told = _("No tiles that are left make a hand of {amounts}, as {names} has; count again.")
    else:
        told = _("{names} cannot have {amounts}: a {set_name} set has too few small tiles; count again.")
    amounts = join_and([str(need.amount) for need in group])
    return told.format(names=names, amounts=amounts, set_name=set_name(game.set_size))


def _nobody_out(game: Game, played: Round) -> Iterator[Finding]:
    """Fact D1: a round that is over ended by going out or blocked."""
    if played.ending is None and not game.lacks(played):
        told = _("Nobody went out; mark who did, or that the round was blocked.")
        yield warning("D1", played, None, told)


def _other_double(game: Game, played: Round) -> Iterator[Finding]:
    """Fact D16: a round keeps the double it was due, and another starts it only if the rules let it."""
    start, due, began = game.rules.start, played.double, played.began_with
    looked_for = start.source != "held" or start.missing.endswith("draw") or "draw-in-turn" in start.missing
    if began != due and (looked_for or (start.missing == "next-lower" and began > due)):
        told = _("By these rules {due}-{due} starts this round, not {began}-{began}; look again.")
        yield warning("D16", played, None, told.format(due=due, began=began))


def _running_totals(game: Game, played: Round) -> Iterator[Finding]:
    """Fact D18: a total is the total before and this round's points, which are what is entered."""
    counts = [entry.count for entry in played.entries.values() if isinstance(entry, Points)]
    if len(counts) < len(game.players_of(played.number)) or played.number < 3:
        return
    before = [game.total(name, played.number - 1) for name in played.entries]
    pairs = list(zip(before, counts, strict=True))
    if all(now >= then for then, now in pairs) and any(now == then > 0 for then, now in pairs):
        told = _("These look like running totals; enter what each hand counts in this round alone.")
        yield warning("D18", played, None, told)


def _zero_not_won(game: Game, played: Round) -> Iterator[Finding]:
    """Fact D17: where rounds won settle a tie, a zero of somebody who did not go out is none."""
    if played.ending is None or "most-rounds-won" not in game.rules.winning.ties:
        return
    for name, points in game.points[played.number - 1].items():
        if points == 0 and name != played.out:
            told = _("{name} counts zero but did not go out, so this is not a round won.")
            yield warning("D17", played, name, told.format(name=name))
