"""A game kept as a child would keep it: lists, copies of lists, and additions. Knows nothing of the package.

For tests alone: whatever the real thing does is done here once more, as plainly as can be, and compared.
"""

from copy import deepcopy
from typing import Any

ROUNDS = 10
AGREED = {
    "scoring.double_blank": 50,
    "scoring.out": 0,
    "scoring.open_foot": 0,
    "scoring.blocked": "all-score",
    "little.points": 0,
}
"""What everybody at the table agrees on in the beginning."""


SITS_OUT = "sits out"
"""Stands where the hand would, of somebody who is at the table but not in the round."""


class No(Exception):
    """What the table cannot do."""


class Evening:
    """A double-nine game of ten rounds, each counted by the rules that were agreed when it was played."""

    def __init__(self, names: list[str], first: str | None = None) -> None:
        self.now: dict[str, Any] = {
            "names": list(names),
            "there": {name: [[1, None, 0]] for name in names},
            "hands": {},
            "ends": {},
            "calls": [],
            "notes": {},
            "rules": {number: dict(AGREED) for number in range(1, ROUNDS + 1)},
            "rules_to_come": dict(AGREED),
            "first": first,
            "turn": None,
            "finished": False,
        }
        self.before: list[dict[str, Any]] = []
        self.undone: list[dict[str, Any]] = []

    def begun(self) -> int:
        """Return the last round of which anything was entered, called or noted."""
        now = self.now
        told = [number for number, _name in [*now["hands"], *now["calls"]]]
        return max([*told, *now["ends"], *now["notes"]], default=0)

    def plays(self, name: str, number: int) -> bool:
        """Say whether somebody plays in a round."""
        return any(
            came <= number and (went is None or number < went)
            for came, went, _points in self.now["there"].get(name, [])
        )

    def playing(self, number: int) -> list[str]:
        """Return who plays in a round, seat by seat."""
        return [name for name in self.now["names"] if self.plays(name, number)]

    def sits_out(self, name: str, number: int) -> bool:
        """Say whether somebody at the table is not in a round."""
        return self.now["hands"].get((number, name)) == SITS_OUT

    def dealt_in(self, number: int) -> list[str]:
        """Return who gets a hand in a round, seat by seat."""
        return [name for name in self.playing(number) if not self.sits_out(name, number)]

    def check_enough(self, number: int) -> None:
        """Say No to a round that so many sit out that one alone is left."""
        if len(self.dealt_in(number)) < min(2, len(self.playing(number))):
            raise No

    def in_hand(self, name: str, number: int) -> int | None:
        """Return what a hand counts by itself; None where it was not entered."""
        rules, end = self.now["rules"][number], self.now["ends"].get(number)
        if end == ("out", name):
            return rules["scoring.out"]
        if (number, name) not in self.now["hands"] or self.sits_out(name, number):
            return None
        pips, holds_blank = self.now["hands"][number, name]
        counts = pips + (rules["scoring.double_blank"] if holds_blank else 0)
        if end is not None and end[0] == "blocked" and end[1] is not None:
            counts += rules["scoring.open_foot"]
        return counts

    def round_points(self, number: int) -> dict[str, int | None]:
        """Return what everybody who plays a round has of it; None for whom it was not entered."""
        rules, end = self.now["rules"][number], self.now["ends"].get(number)
        counts = {name: self.in_hand(name, number) for name in self.dealt_in(number)}
        if end is not None and end[0] == "blocked" and rules["scoring.blocked"] == "low-hand-zero":
            least = None if None in counts.values() else min(counts.values())
            counts = {
                name: 0 if hand is not None and hand == least else hand for name, hand in counts.items()
            }
        for of, name in self.now["calls"]:
            if of == number and counts.get(name) is not None:
                counts[name] += rules["little.points"]
        return counts

    def totals(self, after: int) -> dict[str, int]:
        """Return what everybody has after so many rounds, with what was given to those who came late."""
        there = self.now["there"]
        have = {
            name: sum(points for came, _went, points in there[name] if came <= after + 1)
            for name in self.now["names"]
        }
        for number in range(1, after + 1):
            for name, points in self.round_points(number).items():
                have[name] += points or 0
        return have

    def final(self) -> dict[str, int]:
        """Return what counts for the places: all that is entered; once called over, complete rounds only."""
        have, half = self.totals(ROUNDS), {number for number, _name in self.missing()}
        if self.now["finished"] and len(half) < self.begun():
            for number in half:
                for name, points in self.round_points(number).items():
                    have[name] -= points or 0
        return have

    def missing(self) -> list[tuple[int, str]]:
        """Return every hand that is still to be entered in the rounds that have begun."""
        return [
            (number, name)
            for number in range(1, self.begun() + 1)
            for name in self.dealt_in(number)
            if self.in_hand(name, number) is None
        ]

    def ranks(self) -> dict[str, int]:
        """Return everybody's place: those who left come last, who stayed longest first; then points count."""
        missing = self.missing()
        number = missing[0][0] if missing else min(self.begun() + 1, ROUNDS)
        here, final = self.playing(number), self.final()
        went = {name: self.now["there"][name][-1][1] for name in self.now["names"]}
        place = {
            name: (0 if went[name] is None or name in here else 1 / went[name], final[name]) for name in went
        }
        return {name: 1 + sum(other < place[name] for other in place.values()) for name in place}

    def starter(self, number: int) -> str | None:
        """Return who begins a round: it goes round the table, from the first or as they sat last."""
        if number == 1 or self.now["first"] is None:
            return self.now["first"]
        begun, player = self.now["turn"] or (1, self.now["first"])
        if number < begun:
            return None
        names = self.now["names"]
        for each in range(begun + 1, number + 1):
            while True:
                player = names[(names.index(player) + 1) % len(names)]
                if player in self.dealt_in(each):
                    break
        return player

    def undo(self) -> None:
        """Take the last change back."""
        if not self.before:
            raise No
        self.undone.append(self.now)
        self.now = self.before.pop()

    def redo(self) -> None:
        """Redo the last undone change."""
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

    def enter(self, number: int, hands: dict[str, Any], end: Any, note: str | None) -> None:
        """Enter or take away hands of a round (pips, and whether 0-0 was among them), its end and its note.

        The end is ("out", name) or ("blocked", double or None); None takes it away, "as it was" leaves it.
        """
        self.check_round(number)
        now = self.now
        if end != "as it was":
            now["ends"][number] = end
        if note is not None:
            now["notes"][number] = note
        kind, what = now["ends"].get(number) or ("", None)
        out = [what] if kind == "out" else []
        if not all(self.plays(name, number) for name in [*hands, *out]):
            raise No
        if any(hands.get(name) for name in out) or (kind == "blocked" and (what or 0) > 9):
            raise No
        now["hands"] |= {
            (number, name): hand for name, hand in [*hands.items(), *((name, None) for name in out)]
        }
        for things in ("hands", "ends", "notes"):
            now[things] = {place: thing for place, thing in now[things].items() if thing}
        held = [hand for (of, _name), hand in now["hands"].items() if of == number and hand != SITS_OUT]
        if sum(holds for _pips, holds in held) > 1:
            raise No
        self.check_enough(number)

    def check_round(self, number: int) -> None:
        """Say No to a round that this game does not have."""
        if not 1 <= number <= ROUNDS:
            raise No

    def clear(self, number: int) -> None:
        """Take away what was entered of a round; who was caught in it stays caught."""
        self.check_round(number)
        self.now["hands"] = {place: hand for place, hand in self.now["hands"].items() if place[0] != number}
        self.now["ends"].pop(number, None)
        self.now["notes"].pop(number, None)

    def call(self, number: int, name: str) -> None:
        """Note that somebody was caught."""
        self.check_round(number)
        self.now["calls"].append((number, name))

    def join(self, name: str, begins: str, given: int | None, number: int | None) -> None:
        """Let somebody come, or come back, from a round on; by default from the next one."""
        number = self.begun() + 1 if number is None else number
        self.check_round(number)
        known = name in self.now["names"]
        if not known and len(self.now["names"]) == 12:
            raise No
        have = self.totals(number - 1)
        totals, own = [have[other] for other in self.playing(number)], have.get(name, 0)
        average = sum(totals) / len(totals)
        stands = {"zero": own, "highest": max(totals), "average": int(average + 0.5), "given": given}[begins]
        if begins == "given" and stands < own:
            raise No
        stays = self.now["there"].setdefault(name, [])
        if not known:
            self.now["names"].append(name)
        if stays and stays[-1][1] == number:
            if begins == "given":
                raise No
            stays[-1][1] = None
            return
        if any(went is None or number <= went for _came, went, _points in stays):
            raise No
        stays.append([number, None, max(0, stands - own)])

    def leave(self, name: str, number: int | None) -> None:
        """Let somebody leave before a round; by default before the first with nothing of the player's."""
        last = self.now["there"][name][-1]
        if last[1] is not None:
            raise No
        rounds = range(1, ROUNDS + 1)
        hands = self.now["hands"]
        entered = max(
            [each for each in rounds if (each, name) in hands or self.in_hand(name, each) is not None],
            default=0,
        )
        number = max(last[0], entered + 1) if number is None else number
        self.check_round(number)
        if number <= entered or number < last[0]:
            raise No
        last[1] = number
        for each in range(number, self.begun() + 1):
            self.check_enough(each)
        for stays in list(self.now["there"].values()):
            for came, went, _points in stays:
                for change in (1, came, went):
                    if change is not None and len(self.playing(change)) < 2:
                        raise No

    def rename(self, name: str, new: str) -> None:
        """Give somebody another name."""
        if new in self.now["names"]:
            raise No

        def called(old: Any) -> Any:
            return new if old == name else old

        now = self.now
        now["names"] = [called(old) for old in now["names"]]
        now["there"] = {called(old): stays for old, stays in now["there"].items()}
        now["hands"] = {(of, called(old)): hand for (of, old), hand in now["hands"].items()}
        now["ends"] = {of: (kind, called(what)) for of, (kind, what) in now["ends"].items()}
        now["calls"] = [(of, called(old)) for of, old in now["calls"]]
        now["first"] = called(now["first"])
        now["turn"] = now["turn"] and (now["turn"][0], called(now["turn"][1]))

    def seat(self, order: list[str]) -> None:
        """Let everybody sit in another order; who is named or is to play must be named once."""
        begun = self.begun()
        names = [*order, *(name for name in self.now["names"] if name not in order)]
        if (
            len(set(order)) < len(order)
            or any(name not in order for name in self.playing(begun + 1))
            or names == self.now["names"]
        ):
            raise No
        starter = self.starter(begun) if begun else None
        if starter is not None:
            self.now["turn"] = (begun, starter)
        self.now["names"] = names

    def rule(self, changes: dict[str, Any], again: bool) -> None:
        """Agree on something else for the rounds to come, and perhaps count those before by it too."""
        kept = deepcopy((self.now["rules"], self.now["rules_to_come"]))
        self.now["rules_to_come"] |= changes
        for number, rules in self.now["rules"].items():
            if number > self.begun():
                rules |= self.now["rules_to_come"]
            elif again:
                rules |= changes
        if kept == (self.now["rules"], self.now["rules_to_come"]):
            raise No

    def finish(self) -> None:
        """Call the game over."""
        self.now["finished"] = True

    def reopen(self) -> None:
        """Open it again."""
        if not self.now["finished"]:
            raise No
        self.now["finished"] = False
