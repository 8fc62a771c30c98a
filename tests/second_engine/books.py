"""Rule books as data, and the rules of one table: a book, a set and a number of players."""

import math
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

PACKS = Path(__file__).parents[2] / "rules" / "packs"
NO_RULES = "format id title summary peculiar sources extends inferred ambiguous agree"
MARKS = set(NO_RULES.split())

Keys = dict[str, Any]


@cache
def book(name: str) -> Keys:
    """Return every key of a rule book, with what it takes over from the book that it extends."""
    pack = tomllib.loads((PACKS / f"{name}.toml").read_text(encoding="utf-8"))
    keys = dict(book(pack["extends"])) if "extends" in pack else {}
    for chapter, rules in pack.items():
        if isinstance(rules, dict) and chapter not in ("choices", "translations"):
            keys |= {f"{chapter}.{key}": value for key, value in rules.items()}
    return keys


class Table(NamedTuple):
    """The rules of one table; `highest` is the highest number of the set."""

    keys: Keys
    highest: int
    players: int

    @property
    def start_toes(self) -> int:
        """Toes that the starting double needs."""
        toes = self.keys["start.toes"]
        if isinstance(toes, dict):
            toes = toes.get(str(self.highest), toes.get("any"))
        return self.players if toes == "per-player" else int(toes)

    @property
    def reserve(self) -> int:
        """Tiles of the yard that nobody draws."""
        reserve = self.keys["yard.reserve"]
        if isinstance(reserve, dict):
            reserve = reserve.get(str(self.players), reserve.get("any"))
        return int(reserve)

    @property
    def hand_size(self) -> int:
        """Tiles that each player is dealt."""
        sizes = self.keys["deal.hand_size"]
        size = sizes.get(str(self.highest), sizes.get("any"))
        if isinstance(size, dict):
            size = size.get(str(self.players), size.get("any", sizes.get("any")))
        if isinstance(size, str):
            return math.floor(int(size.removesuffix("/n")) / self.players + 0.5)
        return int(size)

    @property
    def held(self) -> bool:
        """Whether the starting double is dealt with the other tiles."""
        return bool(self.keys["start.source"] == "held")

    @property
    def looks_in_turn(self) -> bool:
        """Whether players draw one after the other while the starting double is looked for."""
        nobody = self.lower_starts and self.keys.get("start.none_held") == "draw-in-turn"
        return nobody or str(self.keys["start.missing"]).startswith("draw-in-turn")

    @property
    def lower_starts(self) -> bool:
        """Whether a lower double starts where nobody holds the one that the round wants."""
        return bool(self.keys["start.missing"] == "next-lower")
