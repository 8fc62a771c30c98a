"""Random questions for the judge, as somebody would type them: any question, any rule book, any few facts.

Not all can be at one table; the judge then says why. What is asked is made of the flags that the question takes.
"""

from collections.abc import Callable, Mapping
from random import Random

from scorekeeper.cli.flags import FLAGS
from scorekeeper.judge import QUESTIONS, Question
from scorekeeper.tiles import full_set
from tests.conftest import BOOKS

NAMES = ("Ann", "Bo", "Cy", "Di")


class Asker:
    """Somebody with a question; every word of it is drawn from `random`."""

    def __init__(self, random: Random) -> None:
        self.random, self.book = random, random.choice(BOOKS)
        self.size = random.choice((6, 9, 9, 12))
        self.players = NAMES[: random.choice((2, 2, 3, 4))]
        self.trains = self.book.rules.layout.owned_ends
        self.says: Mapping[str, Callable[[], str]] = {
            "player": self.player, "players": self.player, "tile": self.tile, "tiles": self.tiles,
            "number": self.number, "numbers": self.numbers, "count": self.few, "toes": self.few,
            "points": self.count, "hand": self.hand, "doubles": self.doubles,
            "foot": self.foot, "train": self.train, "trains": self.shown, "open doubles": self.open,
            "laid now": self.laid_now, "yes": lambda: "y", "ended": lambda: "blocked",
            "event": self.event,
        }  # fmt: skip
        """What can be typed for a fact, by its kind."""

    def ask(self) -> list[str]:
        """Return the words behind `scorekeeper`."""
        often = [QUESTIONS[ask] for ask in ("chickenlittle", "misplay")] * 4
        question = self.random.choice([*QUESTIONS.values(), *often])
        words = ["judge", question.ask, "--rules", self.book.id, "--set", str(self.size)]
        words += ["--players", ",".join(self.players)]
        if self.random.random() < 0.3:
            words += ["--round", self.number()]
        return [
            *words,
            *self.facts(question),
            *self.random.choices([[], ["--all"], ["--json"]], (8, 1, 1))[0],
        ]

    def facts(self, question: Question) -> list[str]:
        """Return the flags with facts that the question asks for."""
        words = list[str]()
        asked = {one.fact.name: one for one in question.facts}
        for flag, about in FLAGS.items():
            for fact in about:
                if fact not in asked or not self.book.rules.layout.has(asked[fact].fact.layout):
                    continue
                if not asked[fact].needed and self.random.random() < 0.5:
                    continue
                says = self.says[asked[fact].fact.kind.name]
                if fact == "events":
                    told = self.events(marked=question.ask == "misplay")
                elif asked[fact].fact.each:
                    told = [f"{name}={says()}" for name in self.players if self.random.random() < 0.5]
                else:
                    told = [says()]
                words += [word for text in told for word in (f"--{flag}", text)]
        return words

    def events(self, *, marked: bool) -> list[str]:
        """Return one to six events, one of them marked as wrong if need be."""
        told = [self.event() for _time in range(self.random.randint(1, 6))]
        if marked:
            told[self.random.randrange(len(told))] += "!"
        return told

    def player(self) -> str:
        """Return somebody at the table."""
        return self.random.choice(self.players)

    def number(self) -> str:
        """Return a number of the set."""
        return str(self.random.randint(0, self.size))

    def numbers(self) -> str:
        """Return a few numbers, or none."""
        return " ".join(self.number() for _time in range(self.random.randint(0, 3))) or "-"

    def few(self) -> str:
        """Return a small count."""
        return str(self.random.randint(0, 4))

    def count(self) -> str:
        """Return a count, often a small one."""
        return self.random.choice(["0", "1", self.few(), "12"])

    def tile(self) -> str:
        """Return a tile of the set, often a double."""
        double = self.number()
        return self.random.choice([f"{double}-{double}", *[str(self.random.choice(full_set(self.size)))] * 3])

    def tiles(self) -> str:
        """Return a few tiles."""
        return " ".join(self.tile() for _time in range(self.random.randint(1, 3)))

    def doubles(self) -> str:
        """Return a few doubles, or none."""
        return " ".join(f"{number}-{number}" for number in self.numbers().split() if number != "-") or "-"

    def hand(self) -> str:
        """Return a hand: tiles, some of them hidden, or how many."""
        return self.random.choice([self.few(), self.tiles(), f"{self.tile()} {self.random.randint(1, 3)}?"])

    def foot(self) -> str:
        """Return an open foot, perhaps with its toes."""
        return self.random.choice([self.number(), f"{self.number()} {self.random.randint(0, 2)}"])

    def place(self) -> str:
        """Return a place on which to lay a tile."""
        return self.random.choice(["", f" on {self.train() if self.trains else self.number()}"])

    def train(self) -> str:
        """Return a train, of a player or the public one."""
        return self.random.choice([self.player(), "own", "public"])

    def shown(self) -> str:
        """Return how a train stands."""
        return self.random.choice(
            [
                f"{self.player()} {self.number()}{self.random.choice(['', ' marked'])}",
                f"public {self.number()}",
            ]
        )

    def open(self) -> str:
        """Return an open double."""
        return f"{self.random.choice([self.player(), 'public'])} {self.number()}"

    def laid_now(self) -> str:
        """Return what was laid in this turn."""
        return f"{self.tile()} on {self.train()}"

    def event(self) -> str:
        """Return what somebody did."""
        deeds = [f"{self.tile()}{self.place()}"] * 4 + [
            "draw",
            f"draw {self.tile()}",
            "pass",
            "little",
            "little",
        ]
        deeds += [f"challenges {self.player()}"] * 3 + ["marks", "unmarks"] * self.trains
        return f"{self.player()} {self.random.choice(deeds)}"
