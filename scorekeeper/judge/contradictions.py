"""Positions that cannot be: every reason at once, so that the table knows what to look at again.

The judge does not rule on such a position. Facts D1, D4, D8, D10, D11, D13 to D15 of the catalogue.
"""

from collections.abc import Iterator
from itertools import chain

from scorekeeper.engine import Dealt, train_in_words
from scorekeeper.errors import Impossible
from scorekeeper.judge.situation import Situation
from scorekeeper.rules import Rules, start_toes, yard_reserve
from scorekeeper.text import _, join_and, ngettext, number_name
from scorekeeper.tiles import Tile, full_set, repeated, set_name, show_tiles


def check_possible(situation: Situation, rules: Rules) -> None:
    """Raise Impossible, with every reason, for a position that cannot be under these rules."""
    reasons = find_contradictions(situation, rules)
    if reasons:
        raise Impossible(
            _(
                "This position is impossible, so there is no ruling; check the facts. {reasons}",
                reasons=" ".join(reasons),
            )
        )


def find_contradictions(situation: Situation, rules: Rules) -> tuple[str, ...]:
    """Return every reason why a position cannot be, as sentences; none where it can."""
    found = chain(
        _starting_double(situation, rules),
        _twice(situation),
        _too_many(situation),
        _hands(situation),
        _ending(situation, rules),
        _start(situation, rules),
        _foot(situation, rules),
        _unfinished(situation, rules),
        _ends(situation, rules),
        _train_ends(situation, rules),
        _train_numbers(situation),
        _public_trains(situation, rules),
        _markers(situation, rules),
        _first_turns(situation, rules),
        _turn(situation),
    )
    return tuple(dict.fromkeys(found))


def _places(situation: Situation) -> Iterator[tuple[Tile, ...]]:
    """Yield the tiles of each place that is known: the table, each hand, the yard."""
    yield situation.on_table()
    yield from (hand.known for hand in situation.hands)
    yield situation.question.yard_has


def _begun_with(situation: Situation) -> Tile | None:
    """Return the starting double once it lies on the table."""
    started = situation.starting_double
    return started if started in situation.on_table() else None


def _starting_double(situation: Situation, rules: Rules) -> Iterator[str]:
    """D3, D4: nobody holds the double with which the round began, or which is laid out before the deal."""
    started, question = _begun_with(situation), situation.question
    _table, *elsewhere = _places(situation)
    if any(started in tiles for tiles in (*elsewhere, question.hand or (), *question.held.values())):
        yield _(
            "The round began with {double}, so it is on the table and nowhere else.",
            double=situation.starting_double,
        )
    elif situation.question.opens(situation) and rules.start.source != "held":
        holders = (
            situation.name(seat)
            for seat, hand in enumerate(situation.hands)
            if situation.starting_double in hand.known
        )
        for name in holders:
            yield _(
                "{player} cannot hold {double}: it is laid out before hands are drawn.",
                player=name,
                double=situation.starting_double,
            )


def _twice(situation: Situation) -> Iterator[str]:
    """D4: a tile is in one place."""
    question = situation.question
    asked = (situation.on_table(), question.hand or ())
    draws = ((tile,) for tile in question.starter_draws)
    doubles = (
        [(Tile(number, number),) for _train, number in dict.fromkeys(open_doubles)]
        for open_doubles in (situation.open_doubles, situation.open_now)
    )
    held = (*question.held.values(), question.yard_has)
    double = () if question.double is None else (Tile(question.double, question.double),)
    on_table = (double, *(hand.known for hand in situation.hands))
    for places in (_places(situation), asked, held, draws, on_table, *doubles):
        twice = tuple(tile for tile in repeated(places) if tile != _begun_with(situation))
        if twice:
            yield ngettext(
                "This tile is in two places: {tiles}.",
                "These tiles are in two places: {tiles}.",
                len(twice),
                tiles=show_tiles(twice),
            )


def _size(hand: Dealt) -> int:
    return len(hand.known) + (hand.hidden or 0)


def _too_many(situation: Situation) -> Iterator[str]:
    """D8: hands, yard and table together are the set."""
    tiles = len(full_set(situation.set_size))
    hands = sum(_size(hand) for hand in situation.hands)
    table, yard = _least_laid(situation), situation.yard or 0
    if hands + table + yard > tiles:
        yield _(
            "Hands ({hands}), yard ({yard}) and table ({table} at least) are more than the {tiles} tiles "
            "of a {name} set.",
            hands=hands,
            yard=yard,
            table=table,
            tiles=tiles,
            name=set_name(situation.set_size),
        )
    if situation.yard is not None and len(situation.question.yard_has) > situation.yard:
        yield ngettext(
            "The yard has {count} tile, but more than that are said to be in it.",
            "The yard has {count} tiles, but more than that are said to be in it.",
            situation.yard,
        )


def _least_laid(situation: Situation) -> int:
    """Return how many tiles lie on the table at least."""
    foot = situation.foot
    toes = situation.toes or 0
    bones = (1 + toes if situation.begun else 0) + (0 if foot is None else 1 + (foot.toes or 0))
    bones += len(_shown_by_trains(situation)) + len(situation.open_now)
    return max(bones, len(situation.on_table()))


def _hands(situation: Situation) -> Iterator[str]:
    """D1: at most one player is out."""
    out = [situation.name(seat) for seat, hand in enumerate(situation.hands) if hand == Dealt()]
    if len(out) > 1:
        yield _(
            "{players} cannot all be without tiles: the round ends with the first.", players=join_and(out)
        )


def _ending(situation: Situation, rules: Rules) -> Iterator[str]:
    """D1, D8: whoever went out has no tile left, nobody else has none, and a block leaves nothing to draw."""
    question = situation.question
    empty = [seat for seat, hand in enumerate(situation.hands) if hand == Dealt()]
    drawable = (situation.yard or 0) - yard_reserve(rules, len(situation.players))
    if question.was_blocked and rules.foot.uncloseable != "ends-round" and drawable > 0:
        yield ngettext(
            "The yard has {count} tile that could be drawn, so the round was not blocked.",
            "The yard has {count} tiles that could be drawn, so the round was not blocked.",
            drawable,
        )
    if question.was_blocked and empty:
        yield _("{player} has no tile left, so the round was not blocked.", player=situation.name(empty[0]))
    out = question.went_out
    if out is None:
        return
    if _size(situation.hands[out]):
        yield _("{player} went out, so no tile is left in that hand.", player=situation.name(out))
    for other in empty:
        if other != out:
            yield _(
                "{player} has no tile left either; only one player can go out.", player=situation.name(other)
            )


def _elsewhere(situation: Situation, number: int) -> int:
    """Return how many plain tiles of a suit are known to be off the table."""
    away = set(situation.question.yard_has).union(*(hand.known for hand in situation.hands))
    return sum(not tile.is_double and tile.shows(number) for tile in away)


def _start(situation: Situation, rules: Rules) -> Iterator[str]:
    """D13, D15: toes are plain tiles of the suit, and no more of them than there are."""
    toes, number, double = situation.toes, situation.began_with, situation.starting_double
    if toes is None:
        return
    away = _elsewhere(situation, number)
    if toes > situation.set_size:
        yield _(
            "{double} cannot have {toes} toes: its suit has {most} other tiles.",
            double=double,
            toes=toes,
            most=situation.set_size,
        )
    elif toes + away > situation.set_size:
        yield ngettext(
            "{double} cannot have {toes} toes: {count} of its {most} tiles is elsewhere.",
            "{double} cannot have {toes} toes: {count} of its {most} tiles are elsewhere.",
            away,
            double=double,
            toes=toes,
            most=situation.set_size,
        )
    needed = start_toes(rules, situation.set_size, len(situation.players))
    if toes < needed and situation.foot is not None:
        yield _(
            "No other double can lie open while {double} has {toes} of its {needed} toes.",
            double=double,
            toes=toes,
            needed=needed,
        )


def _foot(situation: Situation, rules: Rules) -> Iterator[str]:
    """D14, D15: a later double lies on a plain tile, and its toes are plain tiles too."""
    foot = situation.foot
    if foot is None:
        return
    double, toes = Tile(foot.double, foot.double), foot.toes or 0
    if foot.double == situation.began_with:
        yield _("{double} started the round, so it is no later foot.", double=double)
    asked_about = situation.question.double == foot.double and toes == rules.foot.toes
    if toes >= rules.foot.toes and rules.foot.lock == "strict" and not asked_about:
        yield ngettext(
            "{double} with {count} toe is finished, so it is not open.",
            "{double} with {count} toes is finished, so it is not open.",
            toes,
            double=double,
        )
    away = _elsewhere(situation, foot.double)
    if toes + 1 + away > situation.set_size:
        yield ngettext(
            "{double} cannot lie on a tile and have {count} toe: {away} of its {most} tiles lie elsewhere.",
            "{double} cannot lie on a tile and have {count} toes: {away} of its {most} tiles lie elsewhere.",
            toes,
            double=double,
            away=away,
            most=situation.set_size,
        )


def _unfinished(situation: Situation, rules: Rules) -> Iterator[str]:
    """D15: while the starting double lacks toes, nothing but toes has been laid."""
    toes, number = situation.toes, situation.began_with
    if toes is None or toes >= start_toes(rules, situation.set_size, len(situation.players)):
        return
    double = Tile(number, number)
    others = [tile for tile in situation.laid if tile.is_double and tile != double]
    strange = [tile for tile in situation.laid if not tile.shows(number)]
    for tile in others:
        yield _(
            "{tile} cannot lie there: a double is never a toe, and {double} is not finished.",
            tile=tile,
            double=double,
        )
    plain = [tile for tile in strange if not tile.is_double]
    if plain:
        yield _(
            "{tiles} cannot lie there while {double} is not finished.", tiles=show_tiles(plain), double=double
        )
    if number in (situation.ends or ()):
        yield _("No end can show the number of {double} while only its toes lie there.", double=double)
    if len(situation.ends or ()) > toes:
        yield ngettext(
            "{count} toe cannot have {ends} open ends.",
            "{count} toes cannot have {ends} open ends.",
            toes,
            ends=len(situation.ends or ()),
        )
    if len([tile for tile in situation.laid if tile.shows(number) and not tile.is_double]) > toes:
        yield _("More toes of {double} are named than the {toes} that it has.", double=double, toes=toes)


def _whole(situation: Situation) -> bool:
    """Whether every tile on the table is named: the rest of the set is in hands and yard that are counted."""
    if situation.yard is None or any(hand.hidden is None for hand in situation.hands):
        return False
    held = sum(_size(hand) for hand in situation.hands)
    return len(situation.on_table()) + held + situation.yard == len(full_set(situation.set_size))


def _ends(situation: Situation, rules: Rules) -> Iterator[str]:
    """D11: a suit with an odd number of plain tiles on the table shows an end; one without any, none."""
    if situation.ends is None or rules.foot.lock != "strict":
        return
    for number in sorted(set(situation.ends)):
        free = situation.set_size - _elsewhere(situation, number)
        if number == situation.began_with:
            free -= situation.toes or 0
        if situation.ends.count(number) > max(0, free):
            yield _(
                "So many ends cannot show {number}: too many tiles of that suit lie elsewhere.",
                number=number,
            )
    if _whole(situation) and rules.foot.uncloseable != "closed":
        yield from _parity(situation, situation.ends)


def _parity(situation: Situation, ends: tuple[int, ...]) -> Iterator[str]:
    """D10, D11, for a table of which every tile is named."""
    foot = None if situation.foot is None else situation.foot.double
    for number in range(situation.set_size + 1):
        plain = sum(tile.shows(number) and not tile.is_double for tile in situation.on_table())
        if number == foot:
            continue
        if number == situation.began_with:
            if situation.toes is None:
                continue
            plain -= situation.toes
        if plain % 2 and number not in ends:
            yield _(
                "One open end must show {number}: an odd number of such halves is on the table.",
                number=number,
            )
        if number in ends and ends.count(number) > plain:
            yield _("No end can show {number}: no tile on the table has such a half free.", number=number)


def _shown_by_trains(situation: Situation) -> tuple[int, ...]:
    """Return what the trains show that are known to be begun."""
    told = (situation.trains or {}).values()
    return tuple(train.end for train in told if train.end is not None)


def _train_ends(situation: Situation, rules: Rules) -> Iterator[str]:
    """Compare each train with its open double, and with the tile that was laid on it last."""
    if rules.trains.branching:
        return
    told = situation.trains or {}
    for train, number in situation.open_doubles:
        name = train_in_words(train, situation.players)
        double = Tile(number, number)
        if number == situation.began_with:
            yield _("{double} began the round, so it is no open double on a train.", double=double)
        if train in told and told[train].end != number:
            yield _(
                "{double} cannot be open on {train}: it does not show that number.", double=double, train=name
            )
    last = {laid.train: laid.tile for laid in situation.laid_now}
    for train, tile in last.items():
        if train in told and told[train].end not in tile:
            name = train_in_words(train, situation.players)
            yield _("{tile} was laid last on {train}, which does not show it.", tile=tile, train=name)


def _train_numbers(situation: Situation) -> Iterator[str]:
    """T3: each train begins with a plain tile of the engine's number, and shows half of a tile."""
    shown = _shown_by_trains(situation)
    for number in sorted({*shown, situation.began_with} if shown else ()):
        free = situation.set_size - _elsewhere(situation, number)
        if number == situation.began_with:
            free -= len(shown)
        if free < 0:
            yield ngettext(
                "{count} train cannot be started: there are not that many tiles with {number} on the table.",
                "{count} trains cannot be started: there are not that many tiles with {number} on the table.",
                len(shown),
                number=number_name(number),
            )
        elif shown.count(number) > free:
            yield _(
                "So many ends cannot show {number}: too many tiles of that suit lie elsewhere.",
                number=number,
            )


def _public_trains(situation: Situation, rules: Rules) -> Iterator[str]:
    """Look for public trains that were begun out of order, or that are too many."""
    seats = len(situation.players)
    told = (situation.trains or {}).items()
    begun = {train for train, each in told if each.end is not None} | dict(situation.open_now).keys()
    public = sorted(train for train in begun if train >= seats)
    missing = next((train for train in range(seats, seats + len(public)) if train not in begun), None)
    if missing is not None:
        yield _(
            "No tile lies on {train}, so {later} cannot be started.",
            train=train_in_words(missing, situation.players),
            later=train_in_words(public[-1], situation.players),
        )
    most = rules.trains.public_count if rules.trains.ownership == "own-and-public" else 0
    if rules.has_trains and most != "any" and len(public) > most:
        yield _("There are more public trains than the rules allow: {most}.", most=most)


def _markers(situation: Situation, rules: Rules) -> Iterator[str]:
    """Look for markers before the first turn: one goes up at the end of a turn."""
    if _turn_without_first(rules):
        return
    for train, told in (situation.trains or {}).items():
        if told.marked and train in situation.first_turn:
            yield _(
                "{player}'s train cannot be marked: {player} has not ended a turn.",
                player=situation.name(train),
            )


def _turn_without_first(rules: Rules) -> bool:
    """Whether a player can end a turn, with a marker, before the first turn: that of laying the engine."""
    return rules.trains.marker_on == "own-blocked" and rules.start.turn == "double-is-turn"


def _first_turns(situation: Situation, rules: Rules) -> Iterator[str]:
    """Look for trains with a tile before the first turn of their players, who alone can begin them."""
    question = situation.question
    if not question.turns_on_ends or _turn_without_first(rules):
        return
    laid = {one.train for one in situation.laid_now}
    for seat in situation.first_turn:
        told = (situation.trains or {}).get(seat)
        if told is None or told.end is None or seat in laid:
            continue
        facts = {"player": situation.name(seat), "train": train_in_words(seat, situation.players)}
        if seat == question.seat:
            yield _(
                "{train} has a tile, so either a tile that {player} laid in this turn was left out, "
                "or this is not a first turn.",
                **facts,
            )
        else:
            yield _("{train} cannot have a tile: {player} has had no turn.", **facts)


def _turn(situation: Situation) -> Iterator[str]:
    """Compare what is known of the turn with the hands and the table."""
    question = situation.question
    if question.seat is None:
        return
    name, hand = situation.name(question.seat), situation.hands[question.seat]
    if hand.hidden is not None and question.draws_made > _size(hand) + len(situation.laid_now):
        yield ngettext(
            "{player} cannot have drawn {count} tile and hold none.",
            "{player} cannot have drawn {count} tiles and hold fewer.",
            question.draws_made,
            player=name,
        )
    others = (each.known for seat, each in enumerate(situation.hands) if seat != question.seat)
    if question.drawn_tile in {tile for tiles in others for tile in tiles}:
        yield _(
            "{player} cannot have drawn {tile}: another hand has it.", player=name, tile=question.drawn_tile
        )
    laid = [one.tile for one in situation.laid_now]
    if question.drawn_tile in situation.on_table() and question.drawn_tile not in laid:
        yield _(
            "{player} cannot have drawn {tile}: it is on the table.", player=name, tile=question.drawn_tile
        )
