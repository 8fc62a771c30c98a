"""Evenings of random actions, the kept game compared after each with `model`, which keeps it plainly.

Run by hand: `python -m tests.random_evenings [EVENINGS ACTIONS [FIRST]]`; ends with status 1 at the first
difference.
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec import UNSET, UnsetType

from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats.game_file import read_game, show_game
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.events import (
    CallMade,
    EventKind,
    Finished,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    Redone,
    Reopened,
    RoundCleared,
    RoundScored,
    RulesChanged,
    SeatsChanged,
    Undone,
)
from scorekeeper.game.game import Game, next_starter
from scorekeeper.game.ranking import standings
from scorekeeper.game.round import Blocked, Call, Ending, Entry, Out, Pips, SitsOut
from scorekeeper.storage import open_store
from scorekeeper.storage.store import KeptGame
from scorekeeper.system import paths
from tests.build import AT, started
from tests.model import ROUNDS, SITS_OUT, Evening, No

NAMES = ("Ana", "Ben", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Lea", "Max", "Ned")
ACTIONS = (
    *("enter",) * 12, *("correct",) * 5, *("undo",) * 4, *("redo",) * 3, *("reopen",) * 8, *("join",) * 3,
    *("rule",) * 2, "take away", "clear", "call", "leave", "rename", "seat", "finish", "restart",
)  # fmt: skip
CHANGES: dict[str, tuple[object, ...]] = {
    "scoring.double_blank": (0, 25, 50),
    "scoring.out": (0, 5),
    "scoring.open_foot": (0, 10),
    "scoring.blocked": ("all-score", "low-hand-zero"),
    "little.points": (0, 7),
}


class Differs(AssertionError):
    """The kept game is not as the model has it."""


class Table:
    """One game, kept twice: really, in a store, and in the model."""

    def __init__(self, folder: Path, rng: Random) -> None:
        self.rng = rng
        self.path = folder / f"{rng.getrandbits(64)}.db"
        self.store = open_store(self.path)
        names = list(NAMES[: rng.randint(2, 5)])
        first = rng.choice([None, *names])
        start = started("winning.ties=[]", players=names, first=first)
        self.kept: KeptGame = self.store.create(start, AT)
        self.model = Evening(names, first)

    def close(self) -> None:
        """Let go of the file."""
        self.store.close()

    def act(self, action: str) -> str:
        """Do one thing on both sides, and say how it went. Raises Differs."""
        if action == "restart":
            return self._restart()
        what, how = self._chosen(action)
        try:
            kept = self.store.append(self.kept, what, AT)
        except ScorekeeperError:
            kept = None
        try:
            if isinstance(what, Undone | Redone):
                getattr(self.model, how[0])()
            else:
                self.model.change(*how)
        except No:
            if kept is not None:
                raise Differs(f"{what} should have been refused") from None
            return "refused"
        if kept is None:
            raise Differs(f"{what} was refused")
        self.kept = kept
        self.compare()
        return action

    def _restart(self) -> str:
        """Forget everything but what is on the disk, as after a kill."""
        self.store = open_store(self.path)
        again = self.store.game(self.kept.id)
        if again != self.kept:
            raise Differs("the game is another one after a restart")
        self.kept = again
        path = self.path.with_suffix(".toml")
        path.write_bytes(show_game(again.game).encode())
        if read_game(path, SHELF.book) != again.game:
            raise Differs("the game is another one out of its file")
        return "restart"

    def _chosen(self, action: str) -> tuple[EventKind, tuple[object, ...]]:
        """Return something to do, and how the model does it."""
        rng, names = self.rng, self.model.now["names"]
        somebody, number = rng.choice(names), rng.randint(1, self.model.begun() + 1)
        match action:
            case "enter" | "correct" | "take away":
                return self._hands(action)
            case "clear":
                return RoundCleared(number), ("clear", number)
            case "call":
                caught = Call("chickenlittle", somebody, caught_by=rng.choice(names))
                return CallMade(number, caught), ("call", number, somebody)
            case "undo":
                return Undone(), ("undo",)
            case "redo":
                return Redone(), ("redo",)
            case "rule":
                changes, again = self._changes(), rng.random() < 0.4
                return RulesChanged(changes=changes, count_again=again), ("rule", changes, again)
            case "finish":
                return Finished(), ("finish",)
            case "reopen":
                return Reopened(), ("reopen",)
        return self._company(action, somebody, number if rng.random() < 0.2 else None)

    def _company(
        self, action: str, somebody: str, number: int | None
    ) -> tuple[EventKind, tuple[object, ...]]:
        """Return a change of who sits where, from a round on where one is named."""
        rng = self.rng
        match action:
            case "join":
                name, begins = rng.choice(NAMES), rng.choice(["zero", "highest", "average", "given"])
                points = rng.randint(0, 90) if begins == "given" else None
                came = PlayerJoined(player=name, round=number, begins=begins, points=points)
                return came, ("join", name, begins, points, number)
            case "leave":
                return PlayerLeft(player=somebody, round=number), ("leave", somebody, number)
            case "rename":
                name = rng.choice(NAMES)
                return PlayerRenamed(somebody, name), ("rename", somebody, name)
        order = self.model.playing(self.model.begun() + 1)
        rng.shuffle(order)
        if rng.random() < 0.2:
            order = rng.choice([order[1:], [*order, somebody]])
        return SeatsChanged(tuple(order)), ("seat", order)

    def _changes(self) -> dict[str, object]:
        keys = self.rng.sample(list(CHANGES), self.rng.randint(1, 2))
        return {key: self.rng.choice(CHANGES[key]) for key in keys}

    def _hands(self, action: str) -> tuple[EventKind, tuple[object, ...]]:
        rng, model = self.rng, self.model
        last = model.begun()
        open_round = model.missing()[0][0] if model.missing() else last + 1
        number = open_round if action == "enter" else rng.randint(1, max(last, 1))
        if rng.random() < 0.02:
            number = rng.randint(1, ROUNDS + 1)
        names = rng.sample(model.now["names"], rng.randint(1, len(model.now["names"])))
        if rng.random() < 0.8:
            names = [name for name in names if model.plays(name, number)]
        told, how = self._ending(names, action)
        hands = {name: None if action == "take away" else self._hand() for name in names}
        note = rng.choice(["", "what a round"]) if rng.random() < 0.1 else None
        scored = RoundScored(
            round=number,
            entries={name: _entry(hand) for name, hand in hands.items()},
            ending=told,
            note=UNSET if note is None else note,
            reason="counted again" if action == "correct" else None,
        )
        return scored, ("enter", number, hands, how, note)

    def _hand(self) -> tuple[int, bool] | str:
        """Return the pips of a hand, and whether 0-0 was among them; or that the player sits out."""
        return SITS_OUT if self.rng.random() < 0.08 else (self.rng.randint(1, 60), self.rng.random() < 0.15)

    def _ending(
        self, names: list[str], action: str
    ) -> tuple[Ending | UnsetType | None, tuple[str, object] | str | None]:
        """Return how the round ended, and the same for the model; who went out is no longer among `names`."""
        lot = self.rng.random()
        if lot < 0.4:
            return UNSET, "as it was"
        if action == "take away" or lot > 0.97:
            return None, None
        if names and lot < 0.8:
            out = names.pop()
            return Out(out), ("out", out)
        foot = self.rng.choice([None, *range(11)])
        return Blocked(foot), ("blocked", foot)

    def compare(self) -> None:
        """Raise Differs unless both sides say the same of everything that people look at."""
        if (told := _told(self.kept.game)) != (plain := _plain(self.model)):
            raise Differs(f"{told}\n{plain}")


SHELF = Shelf(paths.shipped_folder("rules"))


def _entry(hand: tuple[int, bool] | str | None) -> Entry | None:
    if hand is None:
        return None
    return SitsOut() if isinstance(hand, str) else Pips(*hand)


def _told(game: Game) -> dict[str, object]:
    last = len(game.rounds)
    places = standings(game).standings
    return {
        "names": list(game.players),
        "begun": last,
        "points": [[points.get(name) for name in game.players] for points in game.points],
        "running": [[game.total(name, number) for name in game.players] for number in range(last + 1)],
        "totals": {one.player: one.total for one in places},
        "ranks": {one.player: one.rank for one in places},
        "playing": [list(game.dealt_in(number)) for number in range(1, ROUNDS + 1)],
        "missing": [(one.round, one.player) for one in game.missing],
        "starters": [next_starter(game, number) for number in range(1, ROUNDS + 1)],
        "finished": game.finished,
    }


def _plain(model: Evening) -> dict[str, object]:
    names, last = model.now["names"], model.begun()
    points = [model.round_points(number) for number in range(1, last + 1)]
    running = [model.totals(number) for number in range(last + 1)]
    return {
        "names": names,
        "begun": last,
        "points": [[counts.get(name) for name in names] for counts in points],
        "running": [[totals[name] for name in names] for totals in running],
        "totals": model.final(),
        "ranks": model.ranks(),
        "playing": [model.dealt_in(number) for number in range(1, ROUNDS + 1)],
        "missing": model.missing(),
        "starters": [model.starter(number) for number in range(1, ROUNDS + 1)],
        "finished": model.now["finished"],
    }


def main(evenings: int, actions: int, first: int = 0) -> None:
    """Play so many evenings of so many actions each, numbered from `first`, which seeds them."""
    told = Counter[str]()
    with TemporaryDirectory() as folder:
        for seed in range(first, first + evenings):
            rng = Random(seed)
            table = Table(Path(folder), rng)
            for step in range(actions):
                action = rng.choice(ACTIONS)
                try:
                    told[table.act(action)] += 1
                except Differs as difference:
                    sys.exit(f"evening {seed}, step {step}, {action}: {difference}")
            table.close()
            for path in Path(folder).glob(f"{table.path.stem}*"):
                path.unlink()
    for what, times in told.items():
        print(f"{times:9,}  {what}")


if __name__ == "__main__":
    main(*[int(word) for word in sys.argv[1:]] or [2000, 200])
