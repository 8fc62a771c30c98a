"""Positions that cannot be: every reason at once, so that the table knows what to look at again.

The judge does not rule on such a position; `tests/situations/impossible` has one for each reason.
"""

from collections.abc import Iterator

from scorekeeper.engine import Dealt, train_in_words
from scorekeeper.errors import Impossible
from scorekeeper.judge.situation import Situation
from scorekeeper.rules import Rules, start_toes, yard_reserve
from scorekeeper.text import N_, _, join_and, number_name
from scorekeeper.tiles import Tile, full_set, repeated, set_name, show_tiles

_MANY_ENDS = N_("So many ends cannot show {number}: too many tiles of that suit lie elsewhere.")


def check_possible(situation: Situation, rules: Rules) -> None:
    """Raise Impossible, with every reason, for a position that cannot be under these rules."""
    if reasons := find_contradictions(situation, rules):
        sentence = N_("This position is impossible, so there is no ruling; check the facts. {reasons}")
        raise Impossible(_(sentence, reasons=" ".join(reasons)))


def find_contradictions(situation: Situation, rules: Rules) -> tuple[str, ...]:
    """Return every reason why a position cannot be, as sentences; none where it can."""
    return tuple(dict.fromkeys(reason for look in _LOOKS for reason in look(situation, rules)))


def can_have_toes(situation: Situation, rules: Rules) -> bool:
    """Whether a position can be of which nothing but the toes of the start is in doubt."""
    return not any(True for look in (_too_many, *_OF_TOES) for _reason in look(situation, rules))


def _begun_with(s: Situation) -> Tile | None:
    """Return the starting double once it lies on the table."""
    return s.starting_double if s.starting_double in s.on_table else None


def _starting_double(s: Situation, rules: Rules) -> Iterator[str]:
    """Nobody holds the double with which the round began, or which is laid out before the deal."""
    double, begun, hands = s.starting_double, _begun_with(s), [hand.known for hand in s.hands]
    if any(begun in tiles for tiles in (*hands, s.yard_has, s.hand or (), *s.held.values())):
        yield _("The round began with {double}, so it is on the table and nowhere else.", double=double)
    elif s.opens_round and rules.start.source != "held":
        sentence = N_("{player} cannot hold {double}: it is laid out before hands are drawn.")
        for seat in (seat for seat, tiles in enumerate(hands) if double in tiles):
            yield _(sentence, player=s.name(seat), double=double)


def _twice(s: Situation, _rules: Rules) -> Iterator[str]:
    """Look for tiles in two places."""
    table, hands, asked = s.on_table, [hand.known for hand in s.hands], s.asked_double
    double = () if asked is None else (Tile(asked, asked),)
    doubles = ([(lay.tile,) for lay in dict.fromkeys(lays)] for lays in (s.open_doubles or (), s.open_now))
    drawn, held = ((tile,) for tile in s.draws.values()), (*s.held.values(), s.yard_has)
    places = ((table, *hands, s.yard_has), (table, s.hand or ()), held, drawn, (double, *hands), *doubles)
    for groups in places:
        if twice := tuple(tile for tile in repeated(groups) if tile != _begun_with(s)):
            yield _("{tiles} cannot be in two places.", tiles=show_tiles(twice))


def _too_many(s: Situation, _rules: Rules) -> Iterator[str]:
    """Hands, yard and table together are the set."""
    tiles, hands, yard = len(full_set(s.set_size)), sum(hand.size for hand in s.hands), s.yard or 0
    start, foot = 1 + (s.toes or 0) if s.begun else 0, 0 if s.foot is None else 1 + (s.foot.toes or 0)
    table = max(start + foot + len(_shown_by_trains(s)) + len(s.open_now), len(s.on_table))
    if hands + table + yard > tiles:
        sentence = N_(
            "Hands ({hands}), yard ({yard}) and table ({table} at least) are more than the {tiles} tiles "
            "of a {name} set."
        )
        facts = {"hands": hands, "yard": yard, "table": table, "tiles": tiles}
        yield _(sentence, name=set_name(s.set_size), **facts)
    if s.yard is not None and len(s.yard_has) > s.yard:
        yield _("More tiles are said to be in the yard than it has ({count}).", count=s.yard)


def _ending(s: Situation, rules: Rules) -> Iterator[str]:
    """Whoever went out has no tile left, nobody else has none, and a block leaves nothing to draw."""
    empty = [seat for seat, hand in enumerate(s.hands) if hand == Dealt() or seat == s.out]
    drawable = (s.yard or 0) - yard_reserve(rules, len(s.players))
    blocked = s.blocked and s.question.has_fact("out")
    if len(empty) > 1:
        sentence = N_("{players} cannot all be without tiles: the round ends with the first.")
        yield _(sentence, players=join_and([s.name(seat) for seat in empty]))
    if blocked and rules.foot.uncloseable != "ends-round" and drawable > 0:
        yield _("Tiles could be drawn from the yard ({count}), so the round was not blocked.", count=drawable)
    if blocked and empty:
        yield _("{player} has no tile left, so the round was not blocked.", player=s.name(empty[0]))
    if s.out is not None and s.hands[s.out].size:
        yield _("{player} went out, so no tile is left in that hand.", player=s.name(s.out))


def _elsewhere(s: Situation, number: int) -> int:
    """Return how many plain tiles of a suit are known to be off the table."""
    return sum(number in tile and not tile.is_double for tile in s.elsewhere)


def _start(s: Situation, rules: Rules) -> Iterator[str]:
    """Toes are plain tiles of the suit, and no more of them than there are."""
    if s.toes is None:
        return
    away, needed = _elsewhere(s, s.began_with), start_toes(rules, s.set_size, len(s.players))
    facts = {"double": s.starting_double, "toes": s.toes, "most": s.set_size - away, "needed": needed}
    if s.toes + away > s.set_size:
        yield _("{double} cannot have {toes} toes: at most {most} of its suit can be there.", **facts)
    if s.toes < needed and s.foot is not None:
        yield _("No other double can lie open while {double} has {toes} of its {needed} toes.", **facts)


def _foot(s: Situation, rules: Rules) -> Iterator[str]:
    """Compare the open foot with its suit: it lies on a plain tile, and its toes are plain tiles too."""
    foot = s.foot
    if foot is None:
        return
    toes, away = foot.toes or 0, _elsewhere(s, foot.double)
    if foot.double == s.began_with:
        yield _("{double} started the round, so it is no later foot.", double=foot.tile)
    if toes > rules.foot.toes and rules.foot.lock == "strict":
        sentence = N_("{double} cannot have {toes} toes: a foot takes {most}.")
        yield _(sentence, double=foot.tile, toes=toes, most=rules.foot.toes)
    if toes + 1 + away > s.set_size:
        sentence = N_(
            "{double} cannot lie on a tile and have {toes} toes: too many of its suit are elsewhere."
        )
        yield _(sentence, double=foot.tile, toes=toes)


def _unfinished(s: Situation, rules: Rules) -> Iterator[str]:
    """While the starting double lacks toes, nothing but toes has been laid."""
    toes, number, double = s.toes, s.began_with, s.starting_double
    if toes is None or toes >= start_toes(rules, s.set_size, len(s.players)):
        return
    sentence = N_("{tile} cannot lie there: a double is never a toe, and {double} is not finished.")
    for tile in (tile for tile in s.laid if tile.is_double and tile != double):
        yield _(sentence, tile=tile, double=double)
    if plain := [tile for tile in s.laid if not tile.shows(number) and not tile.is_double]:
        sentence = N_("{tiles} cannot lie there while {double} is not finished.")
        yield _(sentence, tiles=show_tiles(plain), double=double)
    if number in (s.ends or ()):
        yield _("No end can show the number of {double} while only its toes lie there.", double=double)
    if (ends := len(s.ends or ())) > toes:
        sentence = N_("More ends are open ({ends}) than {double} has toes ({toes}).")
        yield _(sentence, double=double, ends=ends, toes=toes)
    if sum(tile.shows(number) and not tile.is_double for tile in s.laid) > toes:
        yield _("More toes of {double} are named than the {toes} that it has.", double=double, toes=toes)


def _ends(s: Situation, rules: Rules) -> Iterator[str]:
    """Compare the ends with the tiles of each number: an odd number of them shows an end, none shows none."""
    if s.ends is None or rules.foot.lock != "strict":
        return
    for number in sorted(set(s.ends)):
        toes = (s.toes or 0) if number == s.began_with else 0
        if s.ends.count(number) > max(0, s.set_size - _elsewhere(s, number) - toes):
            yield _(_MANY_ENDS, number=number)
    if s.yard is None or any(hand.hidden is None for hand in s.hands):
        return
    whole = len(s.on_table) + sum(hand.size for hand in s.hands) + s.yard == len(full_set(s.set_size))
    if whole and rules.foot.uncloseable != "closed":
        yield from _parity(s, s.ends)


def _parity(s: Situation, ends: tuple[int, ...]) -> Iterator[str]:
    """Count the halves of each number, on a table of which every tile is named."""
    for number in range(s.set_size + 1):
        start, foot = number == s.began_with, s.foot is not None and number == s.foot.double
        if foot or (start and s.toes is None):
            continue
        plain = sum(tile.shows(number) and not tile.is_double for tile in s.on_table)
        plain -= (s.toes or 0) if start else 0
        if plain % 2 and number not in ends:
            sentence = N_("One open end must show {number}: an odd number of such halves is on the table.")
            yield _(sentence, number=number)
        if number in ends and ends.count(number) > plain:
            yield _("No end can show {number}: no tile on the table has such a half free.", number=number)


def _shown_by_trains(s: Situation) -> tuple[int, ...]:
    """Return what the trains show that are known to be begun."""
    return tuple(train.end for train in (s.trains or {}).values() if train.end is not None)


def _train_ends(s: Situation, rules: Rules) -> Iterator[str]:
    """Compare each train with its open double, and with the tile that was laid on it last."""
    if rules.trains.branching:
        return
    trains = s.trains or {}
    for double, train in s.open_doubles or ():
        facts = {"double": double, "train": train_in_words(train, s.players)}
        if double.high == s.began_with:
            yield _("{double} began the round, so it is no open double on a train.", double=double)
        if train in trains and trains[train].end != double.high:
            yield _("{double} cannot be open on {train}: it does not show that number.", **facts)
    for train, tile in {lay.train: lay.tile for lay in s.laid_now}.items():
        if train in trains and trains[train].end not in tile:
            sentence = N_("{tile} was laid last on {train}, which does not show it.")
            yield _(sentence, tile=tile, train=train_in_words(train, s.players))


def _train_numbers(s: Situation, _rules: Rules) -> Iterator[str]:
    """Each train begins with a plain tile of the engine's number, and shows half of a tile."""
    shown = _shown_by_trains(s)
    for number in sorted({*shown, s.began_with} if shown else ()):
        free = s.set_size - _elsewhere(s, number) - (len(shown) if number == s.began_with else 0)
        if free < 0:
            sentence = N_("So many trains cannot be started: too few tiles with {number} can be there.")
            yield _(sentence, number=number_name(number))
        elif shown.count(number) > free:
            yield _(_MANY_ENDS, number=number)


def _public_trains(s: Situation, rules: Rules) -> Iterator[str]:
    """Look for public trains that were begun out of order, or that are too many."""
    seats = len(s.players)
    shown = {number for number, train in (s.trains or {}).items() if train.end is not None}
    begun = shown | {lay.train for lay in s.open_now}
    public = sorted(train for train in begun if train >= seats)
    missing = next((train for train in range(seats, seats + len(public)) if train not in begun), None)
    if missing is not None:
        sentence = N_("No tile lies on {train}, so {later} cannot be started.")
        yield _(
            sentence, train=train_in_words(missing, s.players), later=train_in_words(public[-1], s.players)
        )
    most = rules.trains.public_count if rules.trains.ownership == "own-and-public" else 0
    if rules.layout.owned_ends and most != "any" and len(public) > most:
        yield _("There are more public trains than the rules allow: {most}.", most=most)


def _first_turns(s: Situation, rules: Rules) -> Iterator[str]:
    """Look for markers before the first turn, as one goes up at the end of a turn, and for tiles on such trains."""
    if rules.trains.marker_on == "own-blocked" and rules.start.turn == "double-is-turn":
        return  # the turn of laying the engine can end with a marker
    trains = s.trains or {}
    for train in (train for train in trains if trains[train].marked and train in s.first_turn):
        yield _("{player}'s train cannot be marked: {player} has not ended a turn.", player=s.name(train))
    if "ends" not in s.question.turns_on:
        return
    laid = {lay.train for lay in s.laid_now}
    for seat in (seat for seat in s.first_turn if seat in trains and seat not in laid):
        if trains[seat].end is not None:
            sentence = N_(
                "{train} has a tile, so {player} has had a turn, or a tile of this turn was left out."
            )
            yield _(sentence, train=train_in_words(seat, s.players), player=s.name(seat))


def _turn(s: Situation, _rules: Rules) -> Iterator[str]:
    """Compare what is known of the turn with the hands and the table."""
    if s.seat is None:
        return
    hand, tile, facts = s.hands[s.seat], s.last_drawn, {"player": s.name(s.seat), "tile": s.last_drawn}
    if hand.hidden is not None and s.draws_made > hand.size + len(s.laid_now):
        yield _("{player} cannot hold fewer tiles than were drawn ({count}).", count=s.draws_made, **facts)
    if any(tile in other.known for seat, other in enumerate(s.hands) if seat != s.seat):
        yield _("{player} cannot have drawn {tile}: another hand has it.", **facts)
    if tile in s.on_table and tile not in [lay.tile for lay in s.laid_now]:
        yield _("{player} cannot have drawn {tile}: it is on the table.", **facts)


_OF_TOES = (_start, _foot, _unfinished, _ends)
_LOOKS = (
    *(_starting_double, _twice, _too_many, _ending, *_OF_TOES),
    *(_train_ends, _train_numbers, _public_trains, _first_turns, _turn),
)
