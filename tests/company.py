"""Evenings in which people join, leave, return, sit out and are renamed at random, round after round."""

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from hypothesis import strategies as st

from scorekeeper.game.events import Change, PlayerJoined, PlayerLeft, PlayerRenamed, RoundScored
from scorekeeper.game.game import Game
from scorekeeper.game.roster import beginnings
from scorekeeper.game.round import Blocked, Out, Points, SitsOut

PEOPLE = ("Ana", "Ben", "Cy", "Dot", "Eli", "Fay")
ROUNDS = 10
DEEDS = ("join", "leave", "return", "sit out", "rename")

Evening: TypeAlias = list[list[tuple[str, int]]]
"""For each round what people do before it is entered, and a lot for each choice that is to be made."""


def evening(seed: int) -> Evening:
    """Return a random evening."""
    rng = Random(seed)
    return [
        [(rng.choice(DEEDS), rng.randrange(100)) for _deed in range(rng.randint(0, 3))]
        for _round in range(ROUNDS)
    ]


EVENINGS = st.integers(0, 2**32).map(evening)


def deed(game: Game, what: str, lot: int) -> Change | None:
    """Return something that somebody does before the round that is entered next; None where nobody can."""
    gone = [name for name in game.players if name not in game.at_table]
    new = [name for name in PEOPLE if name not in game.players][: len(PEOPLE) - len(game.players)]
    comers = {"join": new, "return": gone}.get(what, game.at_table)
    if not comers or game.current is None:
        return None
    name = comers[lot % len(comers)]
    match what:
        case "join" | "return":
            choices = [one for one in beginnings(game, name) if one.begins != "given"]
            return PlayerJoined(player=name, begins=choices[lot % len(choices)].begins)
        case "leave":
            return PlayerLeft(player=name)
        case "sit out":
            return RoundScored(round=game.current.number, entries={name: SitsOut()})
    return PlayerRenamed(name, name.removesuffix("!") if name.endswith("!") else f"{name}!")


def hands(game: Game, lot: int) -> Iterator[RoundScored]:
    """Yield the entry of all who are missing in the round that is entered next: one goes out, or it is blocked."""
    played = game.current
    if played is None:
        return
    missing = game.missing_in(played)
    out = missing[lot % len(missing)] if lot % 4 else None
    entries = {name: Points(lot % 7 + 3 * place) for place, name in enumerate(missing, 1) if name != out}
    yield RoundScored(round=played.number, entries=entries, ending=Blocked() if out is None else Out(out))
