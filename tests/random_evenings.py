"""Evenings of random actions, the kept game compared after each with `model`, which keeps it plainly.

Run by hand: `python -m tests.random_evenings [EVENINGS] [ACTIONS]`; ends with status 1 at the first difference.
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from scorekeeper import folders
from scorekeeper.errors import ScorekeeperError
from scorekeeper.events import (
    Finished,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    Redone,
    Reopened,
    RoundScored,
    RulesChanged,
    Undone,
    What,
)
from scorekeeper.files import read_game, write_game
from scorekeeper.game import Game, Out, Pips
from scorekeeper.packs import Shelf
from scorekeeper.ranking import standings
from scorekeeper.rules import read_changes
from scorekeeper.store import KeptGame, Store
from tests.build import AT, started
from tests.model import ROUNDS, Evening, No

NAMES = ("Ana", "Ben", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Lea", "Max", "Ned")
ACTIONS = (
    *("enter",) * 10, *("correct",) * 4, *("undo",) * 4, *("redo",) * 3, *("reopen",) * 8, "join", "join",
    "leave", "rename", "rule", "finish", "restart",
)  # fmt: skip


class Differs(AssertionError):
    """The kept game is not as the model has it."""


class Table:
    """One game, kept twice: really, in a store, and in the model."""

    def __init__(self, folder: Path, rng: Random) -> None:
        self.rng = rng
        self.path = folder / f"{rng.getrandbits(64)}.db"
        self.store = Store(self.path)
        names = list(NAMES[: rng.randint(2, 5)])
        self.kept: KeptGame = self.store.create(started("winning.ties=[]", players=names), AT)
        self.model = Evening(names)

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
        self.store = Store(self.path)
        again = self.store.game(self.kept.id)
        if again != self.kept:
            raise Differs("the game is another one after a restart")
        self.kept = again
        path = self.path.with_suffix(".toml")
        write_game(path, again.game)
        if read_game(path, SHELF.book) != again.game:
            raise Differs("the game is another one out of its file")
        return "restart"

    def _chosen(self, action: str) -> tuple[What, tuple[object, ...]]:
        """Return something to do, and how the model does it."""
        rng, names = self.rng, self.model.now["names"]
        somebody = rng.choice(names)
        match action:
            case "enter" | "correct":
                return self._hands(action)
            case "undo":
                return Undone(), ("undo",)
            case "redo":
                return Redone(), ("redo",)
            case "join":
                name, begins = rng.choice(NAMES), rng.choice(["zero", "highest", "average", "given"])
                points = rng.randint(0, 90) if begins == "given" else None
                return PlayerJoined(player=name, begins=begins, points=points), ("join", name, begins, points)
            case "leave":
                return PlayerLeft(player=somebody), ("leave", somebody)
            case "rename":
                name = rng.choice(NAMES)
                return PlayerRenamed(somebody, name), ("rename", somebody, name)
            case "rule":
                blank = rng.choice([0, 25, 50])
                changes = read_changes({"scoring.double_blank": blank})
                return RulesChanged(changes=changes), ("rule", blank)
            case "finish":
                return Finished(), ("finish",)
        return Reopened(), ("reopen",)

    def _hands(self, action: str) -> tuple[What, tuple[object, ...]]:
        rng, model = self.rng, self.model
        last = model.begun()
        open_round = model.missing()[0][0] if model.missing() else min(last + 1, ROUNDS)
        number = open_round if action == "enter" else rng.randint(1, max(last, 1))
        names = rng.sample(model.now["names"], rng.randint(1, len(model.now["names"])))
        if rng.random() < 0.8:
            names = [name for name in names if model.plays(name, number)]
        out = names.pop() if names and rng.random() < 0.5 else None
        hands = {name: (rng.randint(1, 60), rng.random() < 0.15) for name in names}
        if not hands and out is None:
            hands = {rng.choice(model.playing(number)): (rng.randint(1, 60), False)}
        scored = RoundScored(
            round=number,
            entries={name: Pips(*hand) for name, hand in hands.items()},
            **({"ending": Out(out)} if out else {}),  # type: ignore[arg-type]
            reason="counted again" if action == "correct" else None,
        )
        return scored, ("enter", number, hands, out)

    def compare(self) -> None:
        """Raise Differs unless both sides say the same of everything that people look at."""
        if (told := _told(self.kept.game)) != (plain := _plain(self.model)):
            raise Differs(f"{told}\n{plain}")


SHELF = Shelf(folders.shipped("rules"))


def _told(game: Game) -> dict[str, object]:
    last = len(game.rounds)
    return {
        "names": list(game.players),
        "begun": last,
        "points": [[points.get(name) for name in game.players] for points in game.points],
        "running": [[game.total(name, number) for name in game.players] for number in range(last + 1)],
        "totals": {one.player: one.total for one in standings(game).standings},
        "playing": [list(game.players_of(number)) for number in range(1, ROUNDS + 1)],
        "missing": [(one.round, one.player) for one in game.missing],
        "finished": game.finished,
    }


def _plain(model: Evening) -> dict[str, object]:
    names, last = model.now["names"], model.begun()
    return {
        "names": names,
        "begun": last,
        "points": [[model.points(name, number) for name in names] for number in range(1, last + 1)],
        "running": [[model.total(name, number) for name in names] for number in range(last + 1)],
        "totals": {name: model.total(name) for name in names},
        "playing": [model.playing(number) for number in range(1, ROUNDS + 1)],
        "missing": model.missing(),
        "finished": model.now["finished"],
    }


def main(evenings: int, actions: int) -> None:
    """Play so many evenings of so many actions each."""
    told = Counter[str]()
    with TemporaryDirectory() as folder:
        for seed in range(evenings):
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
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, int(sys.argv[2]) if len(sys.argv) > 2 else 200)
