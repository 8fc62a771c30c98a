"""What people say at the table, and what it means: the phrases of `tests/cases/reading`."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from scorekeeper.reading import Around, Reading, read

FOLDER = Path(__file__).parents[1] / "cases" / "reading"
PLAYERS = {
    "en": ("Ann", "Ben", "Cy", "Gus", "Hank", "Joe", "Pete", "Rosa"),
    "es": ("Ana", "Beto", "Cata", "Inés", "Luis", "Paco", "Rosa", "Memo"),
}
NAMING = ("event", "laid", "trains", "open", "on")
"""Places at which players are named."""


class Phrase(NamedTuple):
    """A text, where it is typed, and what is expected of it."""

    language: str
    place: str
    highest: int
    text: str
    expected: str

    @property
    def around(self) -> Around:
        players = PLAYERS[self.language] if self.place in NAMING else ()
        return Around(self.highest, players, self.language)

    def read(self, text: str | None = None) -> Reading:
        """Read the phrase, or another text in its place."""
        return read(self.place, self.text if text is None else text, self.around)


def phrases() -> Iterator[Phrase]:
    """Yield all phrases that are read at a place."""
    for path in sorted(FOLDER.glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines()[1:]:
            language, where, text, expected = line.split("\t")
            place, _at, highest = where.partition("@")
            if place != "keep":
                yield Phrase(language, place.replace("yard", "count"), int(highest or 9), text, expected)
