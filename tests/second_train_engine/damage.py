"""Alters records of Mexican Train, each in one random way; what comes of it may be legal all the same."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.second_engine.notation import all_tiles, tile_of
from tests.second_train_engine.engine import Illegal, State
from tests.second_train_engine.records import Move, Record, act, dealt, move_of, train_name

Moves = list[Move]


def damaged(record: Record, random: Random) -> Record:
    """Return the record, altered in one random way."""
    names = record["players"]
    way = random.random()
    if way < 0.1:
        return record | {"hands": _swapped_tiles(record, random)}
    if way < 0.5:
        return record | {"actions": _tempted(record, random)}
    moves = [move_of(text, names) for text in record["actions"]]
    random.choice(WAYS)(moves, record, random)
    return record | {"actions": [str(move) for move in moves]}


def _swapped_tiles(record: Record, random: Random) -> dict[str, str]:
    """Exchange a tile of a hand for one that another was dealt, or that lay in the yard; never the engine."""
    engine = str(tile_of(f"{record['round']}-{record['round']}"))
    dealt = [tile for hand in record["hands"].values() for tile in hand.split() if tile != engine]
    if not dealt:
        return dict(record["hands"])
    others = [str(tile) for tile in all_tiles(record["set"]) if str(tile) != engine]
    one, other = random.choice(dealt), random.choice(others)
    turned = {one: other, other: one}
    return {
        name: " ".join(turned.get(tile, tile) for tile in hand.split())
        for name, hand in record["hands"].items()
    }


def _tempted(record: Record, random: Random) -> list[str]:
    """Let a player do what may look right instead of some action, often after a double: lay, draw or pass.

    What one rule forbids is as likely as what another does, or none.
    """
    names, actions = record["players"], record["actions"]
    doubles = [at for at, text in enumerate(actions[:-1], 1) if _lays_double(move_of(text, names))]
    at = random.choice(doubles) if doubles and random.random() < 0.5 else random.randrange(len(actions))
    state = dealt(record)
    for text in actions[:at]:
        state = act(state, move_of(text, names), record)
    name = move_of(actions[max(0, at - (random.random() < 0.1))], names).name
    seat = names.index(name)
    ends = [*enumerate(train.end for train in state.trains), (len(state.trains), state.engine)]
    moves = [Move(name, "pass"), *(Move(name, "draw", tile) for tile in sorted(state.yard)[-1:])]
    for train, end in ends:
        on = "own" if train == seat else train_name(train, names)
        moves += [Move(name, "lay", tile, on) for tile in sorted(state.hands[seat]) if end in tile]
    by_rule = defaultdict(list)
    for move in moves:
        by_rule[_why_not(state, move, record)].append(move)
    tempting = random.choice(by_rule[random.choice(sorted(by_rule))])
    return [*actions[:at], str(tempting), *actions[at + 1 :]]


def _lays_double(move: Move) -> bool:
    return move.kind == "lay" and move.tile is not None and move.tile.double


def _why_not(state: State, move: Move, record: Record) -> str:
    """Return the rule that forbids a move, or an empty string."""
    try:
        act(state, move, record)
    except Illegal as illegal:
        return str(illegal.rule)
    return ""


def _change(moves: Moves, random: Random, kinds: str, **changes: object) -> None:
    """Change one action of these kinds, if there is any."""
    places = [at for at, move in enumerate(moves) if move.kind in kinds.split()]
    if places:
        at = random.choice(places)
        moves[at] = replace(moves[at], **changes)  # type: ignore[arg-type]


def _name(record: Record, random: Random) -> str:
    return str(random.choice(record["players"]))


def _swap_neighbours(moves: Moves, record: Record, random: Random) -> None:
    at = random.randrange(max(1, len(moves) - 1))
    moves[at : at + 2] = reversed(moves[at : at + 2])


def _drop(moves: Moves, record: Record, random: Random) -> None:
    del moves[random.randrange(len(moves))]


def _drop_draw(moves: Moves, record: Record, random: Random) -> None:
    draws = [at for at, move in enumerate(moves) if move.kind == "draw"]
    if draws:
        del moves[random.choice(draws)]


def _drop_pass(moves: Moves, record: Record, random: Random) -> None:
    passes = [at for at, move in enumerate(moves) if move.kind == "pass"]
    if passes:
        del moves[random.choice(passes)]


def _stop(moves: Moves, record: Record, random: Random) -> None:
    del moves[random.randrange(len(moves)) + 1 :]


def _again(moves: Moves, record: Record, random: Random) -> None:
    at = random.randrange(len(moves))
    moves.insert(at, moves[at])


def _other_tile(moves: Moves, record: Record, random: Random) -> None:
    _change(moves, random, "lay draw", tile=random.choice(all_tiles(record["set"])))


def _tile_to_come(moves: Moves, record: Record, random: Random) -> None:
    """Lay a tile where the player lays another one, later in the round."""
    at = random.randrange(len(moves))
    later = [move for move in moves[at:] if move.kind == "lay" and move.name == moves[at].name]
    if moves[at].kind != "marks" and later:
        moves[at] = random.choice(later)


def _other_train(moves: Moves, record: Record, random: Random) -> None:
    tiles = [str(move.tile) for move in moves if move.kind == "lay"]
    trains = ["own", "own", "public", "public", "public 2", *record["players"], *tiles[-1:]]
    _change(moves, random, "lay", on=random.choice(trains))


def _other_player(moves: Moves, record: Record, random: Random) -> None:
    _change(moves, random, "lay draw pass", name=_name(record, random))


def _pass_instead(moves: Moves, record: Record, random: Random) -> None:
    _change(moves, random, "lay draw", kind="pass", tile=None, on=None)


def _draw_instead(moves: Moves, record: Record, random: Random) -> None:
    tile = random.choice(all_tiles(record["set"]))
    _change(moves, random, "lay pass", kind="draw", tile=tile, on=None)


def _insert(moves: Moves, record: Record, random: Random) -> None:
    """Let the player of an action pass or draw before it."""
    at = random.randrange(len(moves))
    tile = random.choice([None, random.choice(all_tiles(record["set"]))])
    moves.insert(at, Move(moves[at].name, "draw" if tile else "pass", tile))


def _insert_assertion(moves: Moves, record: Record, random: Random) -> None:
    kind = random.choice(["marks", "unmarks"])
    moves.insert(random.randrange(len(moves) + 1), Move(_name(record, random), kind))


def _go_on(moves: Moves, record: Record, random: Random) -> None:
    """Do something after the end."""
    moves.append(random.choice([Move(_name(record, random), "pass"), moves[-1]]))


WAYS: tuple[Callable[[Moves, Record, Random], None], ...] = (
    _swap_neighbours, _drop, _drop_draw, _drop_pass, _stop, _again, _other_tile, _tile_to_come, _other_train,
    _other_player, _pass_instead, _draw_instead, _insert, _insert_assertion, _go_on,
)  # fmt: skip
