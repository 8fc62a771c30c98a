"""Spoils records of Mexican Train, often by what may look right."""

from collections import defaultdict
from random import Random

from tests.damage import Spoiler
from tests.second_train_engine.engine import Illegal, State
from tests.second_train_engine.records import Move, Record, act, dealt, move_of, train_name


class TrainSpoiler(Spoiler):
    """A record in which markers are seen and every tile is known."""

    calls = ("marks", "unmarks")

    @property
    def places(self) -> list[str]:
        """Return the trains of a table, as records name them."""
        return ["own", "own", "public", "public", "public 2", *self.names]


def damaged(record: Record, random: Random) -> Record:
    """Return the record, altered in one random way."""
    if random.random() < 0.4:
        return record | {"actions": _tempted(record, random)}
    return TrainSpoiler(record, random).spoiled()


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
