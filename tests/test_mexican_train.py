"""Mexican Train: another game of the family, which scores and prints; the app says that it rules on no train."""

from collections.abc import Callable
from pathlib import Path

from scorekeeper import books
from scorekeeper.packs import Shelf
from scorekeeper.rulebook import Wording
from tests.conftest import Ran


def test_it_scores_and_prints(cli: Callable[..., Ran], tmp_path: Path) -> None:
    """Dots count, 0-0 counts nothing, and the sheet is a PDF."""
    cli("new", "--players", "Ana,Ben,Cy", "--set", "12", "--rules", "mexican-train")
    ran = cli("round", "last", "--out", "Ana", "Ben=12-0 0-0", "Cy=11-4")
    assert ran.status == 0
    assert '"total": 12' in cli("standings", "last", "--json").out
    assert '"total": 15' in cli("standings", "last", "--json").out
    assert cli("sheet", "last", "-o", tmp_path / "train.pdf").status == 0
    assert (tmp_path / "train.pdf").read_bytes().startswith(b"%PDF")


def test_it_says_what_it_is_and_that_trains_are_not_ruled_on(shelf: Shelf, words: Wording) -> None:
    """Whoever reads the book is told before playing by it."""
    told = " ".join(books.show(shelf.book("mexican-train"), words, 80).split())
    assert "This is not Chickenfoot." in told
    assert "does not rule on trains" in told
