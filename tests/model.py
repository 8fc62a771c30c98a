"""A game kept as a child would keep it: lists, copies of lists, and additions. Knows nothing of the package.

For tests alone: whatever the real thing does is done here once more, as plainly as can be, and compared.
"""

from copy import deepcopy
from typing import Any

ROUNDS = 10


class No(Exception):
    """What the table cannot do."""


class Evening:
    """A double-nine game of ten rounds, in which 0-0 counts what the table says from some round on."""

    def __init__(self, names: list[str]) -> None:
        self.now: dict[str, Any] = {
            "names": list(names),
            "there": {name: [[1, None, 0]] for name in names},
            "hands": {},
            "ends": {},
            "blank": dict.fromkeys(range(1, ROUNDS + 1), 50),
            "blank_to_come": 50,
            "finished": False,
        }
        self.before: list[dict[str, Any]] = []
        self.undone: list[dict[str, Any]] = []

    def begun(self) -> int:
        """Return the last round of which anything was entered."""
        numbers = [number for number, _name in self.now["hands"]] + list(self.now["ends"])
        return max(numbers, default=0)

    def plays(self, name: str, number: int) -> bool:
        """Say whether somebody plays in a round."""
        return any(
            came <= number and (went is None or number < went)
            for came, went, _points in self.now["there"][name]
        )

    def playing(self, number: int) -> list[str]:
        """Return who plays in a round, seat by seat."""
        return [name for name in self.now["names"] if self.plays(name, number)]

    def points(self, name: str, number: int) -> int | None:
        """Return what somebody has of a round; None where it was not entered."""
        if self.now["ends"].get(number) == name:
            return 0
        if (number, name) not in self.now["hands"]:
            return None
        pips, holds_blank = self.now["hands"][number, name]
        return pips + (self.now["blank"][number] if holds_blank else 0)

    def total(self, name: str, rounds: int = ROUNDS) -> int:
        """Return what somebody has after so many rounds."""
        given = sum(points for came, _went, points in self.now["there"][name] if came <= rounds + 1)
        return given + sum(self.points(name, number) or 0 for number in range(1, rounds + 1))

    def missing(self) -> list[tuple[int, str]]:
        """Return every hand that is still to be entered in the rounds that have begun."""
        return [
            (number, name)
            for number in range(1, self.begun() + 1)
            for name in self.playing(number)
            if self.points(name, number) is None
        ]

    def undo(self) -> None:
        """Take the last change back."""
        if not self.before:
            raise No
        self.undone.append(self.now)
        self.now = self.before.pop()

    def redo(self) -> None:
        """Make the last change again that was taken back."""
        if not self.undone:
            raise No
        self.before.append(self.now)
        self.now = self.undone.pop()

    def change(self, how: str, *words: Any) -> None:
        """Do something; if it cannot be, nothing is changed."""
        kept = deepcopy(self.now)
        try:
            if self.now["finished"] and how != "reopen":
                raise No
            getattr(self, how)(*words)
        except No:
            self.now = kept
            raise
        self.before.append(kept)
        self.undone = []

    def enter(self, number: int, hands: dict[str, tuple[int, bool]], out: str | None) -> None:
        """Enter hands of a round, pips and whether 0-0 was among them, and who went out."""
        for name in [*hands, *([out] if out else [])]:
            if not self.plays(name, number):
                raise No
        if out:
            self.now["ends"][number] = out
        if self.now["ends"].get(number) in hands:
            raise No
        for name, hand in hands.items():
            self.now["hands"][number, name] = hand
        if out:
            self.now["hands"].pop((number, out), None)
        if sum(holds for (of, _name), (_pips, holds) in self.now["hands"].items() if of == number) > 1:
            raise No

    def join(self, name: str, begins: str, given: int | None) -> None:
        """Let somebody come, or come back, from the next round on."""
        number = self.begun() + 1
        here = self.playing(number)
        if (
            number > ROUNDS
            or name in here
            or (name not in self.now["names"] and len(self.now["names"]) == 12)
        ):
            raise No
        totals = [self.total(other, number - 1) for other in here]
        own = self.total(name, number - 1) if name in self.now["names"] else 0
        average = sum(totals) / len(totals)
        stands = {"zero": own, "highest": max(totals), "average": int(average + 0.5), "given": given}[begins]
        if begins == "given" and stands < own:
            raise No
        if name not in self.now["names"]:
            self.now["names"].append(name)
            self.now["there"][name] = [[number, None, max(0, stands - own)]]
            return
        if any(went is None or number < went for _came, went, _points in self.now["there"][name]):
            raise No
        last = self.now["there"][name][-1]
        if last[1] == number:
            if begins == "given":
                raise No
            last[1] = None
        else:
            self.now["there"][name].append([number, None, max(0, stands - own)])

    def leave(self, name: str) -> None:
        """Let somebody leave before the first round in which nothing was entered for the player."""
        last = self.now["there"][name][-1]
        if last[1] is not None:
            raise No
        entered = [number for number in range(1, ROUNDS + 1) if self.points(name, number) is not None]
        number = max([last[0] - 1, *entered]) + 1
        if number > ROUNDS:
            raise No
        last[1] = number
        for stays in list(self.now["there"].values()):
            for came, went, _points in stays:
                for change in (1, came, went):
                    if change is not None and len(self.playing(change)) < 2:
                        raise No

    def rename(self, name: str, new: str) -> None:
        """Give somebody another name."""
        if new in self.now["names"]:
            raise No

        def called(old: str) -> str:
            return new if old == name else old

        self.now["names"] = [called(old) for old in self.now["names"]]
        self.now["there"] = {called(old): stays for old, stays in self.now["there"].items()}
        self.now["hands"] = {(of, called(old)): hand for (of, old), hand in self.now["hands"].items()}
        self.now["ends"] = {of: called(old) for of, old in self.now["ends"].items()}

    def rule(self, blank: int) -> None:
        """Let 0-0 count something else from the next round on."""
        if blank == self.now["blank_to_come"]:
            raise No
        self.now["blank_to_come"] = blank
        for number in range(self.begun() + 1, ROUNDS + 1):
            self.now["blank"][number] = blank

    def finish(self) -> None:
        """Call the game over."""
        self.now["finished"] = True

    def reopen(self) -> None:
        """Open it again."""
        if not self.now["finished"]:
            raise No
        self.now["finished"] = False
