"""Rulings on every situation and record of the tests, in full; `make rulings` writes them anew.

Each is under the rule book that it names; one on a situation also under the few books of the game that differ most.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from msgspec.structs import asdict

from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats.disputes import SITUATION_FORMAT, as_situation, read_record
from scorekeeper.formats.rule_words import wording
from scorekeeper.judge.judging import judge_record, judge_situation
from scorekeeper.judge.ruling import Ruling
from scorekeeper.judge.situation import Situation
from tests.conftest import CASES, SHELF, SHIPPED, case_file, read_situation

FILE = CASES / "rulings_in_full.txt"
TESTS = Path(__file__).parent
WORDS = wording(SHIPPED)
OTHERS = {
    "chickenfoot": ("tedmontgomery", "hastings", "chickie-sixes"),
    "mexican-train": ("mexican-train", "train-fundex", "train-warp12"),
}
"""By game; of any other only the usual book."""
FIELDS = ("verdict", "rule", "answer", "player", "at", "instead", "needs", "reason", "result")
"""What is shown of a ruling."""


def situations() -> Iterator[tuple[str, Callable[[], Situation]]]:
    """Yield the name of every situation, and how it is read."""
    for kind in ("scenarios", "depends", "settled", "impossible"):
        for path in sorted((TESTS / "situations" / kind).glob("*.toml")):
            yield f"{kind}/{path.stem}", partial(read_situation, path, SHELF.book)
    for path in sorted((TESTS / "second_train_engine" / "given").glob("m*.toml")):
        yield f"given/{path.stem}", partial(read_situation, path, SHELF.book)
    head = {"format": SITUATION_FORMAT, "set": 9, "round": 9, "players": ["Ana", "Ben", "Cy"]}
    for name in ("reasons", "rulings", "questions"):
        for case in case_file(f"{name}.toml")["case"]:
            data = head | {"rules": case.get("book", "classic")} | case
            for spare in ("name", "book", "says", "lacks", "besides", "instead", "offered", "rule", "ruling"):
                data.pop(spare, None)
            yield f"{name}/{case['name']}", partial(as_situation, data, SHELF.book)


def others(game: str) -> tuple[str, ...]:
    """Return the books of a game that show how books differ."""
    return OTHERS.get(game, (SHELF.usual_book(game),))


def _shown(judged: Callable[[], Ruling]) -> str:
    """Return a ruling field by field, or why there is none."""
    try:
        found = asdict(judged())
    except ScorekeeperError as error:
        return f"  refused: {error}"
    return "\n".join(f"  {name}: {found[name]}" for name in FIELDS if found[name] not in (None, (), ""))


def _of_situation(read: Callable[[], Situation]) -> str:
    situation = read()
    found: dict[str, list[str]] = {}
    for book in dict.fromkeys((situation.rules, *others(SHELF.book(situation.rules).game))):
        found.setdefault(_shown(partial(judge_situation, situation, SHELF.book(book), WORDS)), []).append(
            book
        )
    return "\n".join(f"{', '.join(books)}\n{shown}" for shown, books in found.items())


def _of_record(path: Path) -> str:
    record = read_record(path, SHELF.book)
    return _shown(partial(judge_record, record, SHELF.book(record.rules), WORDS))


def rulings() -> Mapping[str, Callable[[], str]]:
    """Return every ruling, or those on one situation under several books, by name."""
    found = {name: partial(_of_situation, read) for name, read in situations()}
    for kind in ("valid", "illegal"):
        for path in sorted((TESTS / "records" / kind).glob("*.toml")):
            found[f"{kind}/{path.stem}"] = partial(_of_record, path)
    return found


def read() -> Mapping[str, str]:
    """Return the rulings as the file has them."""
    blocks = FILE.read_text(encoding="utf-8").removeprefix("= ").split("\n\n= ")
    return {name: text.rstrip("\n") for name, text in (block.split("\n", 1) for block in blocks)}


def main() -> None:
    """Write all rulings."""
    FILE.write_text(
        "\n\n".join(f"= {name}\n{made()}" for name, made in rulings().items()) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
