"""Mexican Train: another game of the family, which scores and prints; the app says that it rules on no train."""

from datetime import date

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.game import Game
from scorekeeper.game.round import Out, Round, TileEntry
from scorekeeper.rules import describe
from scorekeeper.rules.wording import Wording
from scorekeeper.sheets import typeset
from scorekeeper.sheets.game_sheet import filled_sheet
from scorekeeper.tiles import parse_tiles


def test_it_scores_and_prints(shelf: Shelf, words: Wording) -> None:
    """Dots count, 0-0 counts nothing, and the sheet is a PDF."""
    book = shelf.book("mexican-train")
    hands = {"Ben": TileEntry(parse_tiles("12-0 0-0", 12)), "Cy": TileEntry(parse_tiles("11-4", 12))}
    game = Game(
        title="Trains",
        date=date(2026, 11, 20),
        set_size=12,
        players=("Ana", "Ben", "Cy"),
        book=book.id,
        rules=book.rules,
        rounds=(Round(1, 12, ending=Out("Ana"), entries=hands),),
    )
    assert game.points == ({"Ana": 0, "Ben": 12, "Cy": 15},)
    assert typeset([filled_sheet(game, book.title, wording=words)]).pages[0].startswith(b"%PDF")


def test_it_says_what_it_is_and_that_trains_are_not_ruled_on(shelf: Shelf, words: Wording) -> None:
    """Whoever reads the book is told before playing by it."""
    told = " ".join(describe.show_book(shelf.book("mexican-train"), words, 80).split())
    assert "This is not Chickenfoot." in told
    assert "does not rule on trains" in told
