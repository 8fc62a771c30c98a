"""Mexican Train: another game of the family, which scores and prints."""

from datetime import date

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.game import Game
from scorekeeper.game.round import Out, Round, TileEntry
from scorekeeper.rules.wording import Wording
from scorekeeper.sheets import typeset
from scorekeeper.sheets.game_sheet import filled_sheet
from scorekeeper.tiles import parse_tiles
from tests.conftest import FOOT_BOOKS, TRAIN_BOOKS


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


def test_no_book_has_rules_of_the_other_game(words: Wording) -> None:
    """The rules of trains do not arise where nobody has one, nor toes of the start where nothing hangs on them."""
    needs = {key: text.needs.get("trains.ownership", ()) for key, text in words.keys.items()}
    of_feet = {key for key, accepted in needs.items() if accepted == ("none",)}
    of_trains = {key for key, accepted in needs.items() if accepted and "none" not in accepted}
    assert "start.toes" in of_feet
    assert len(of_trains) == 18
    for own, other, books in ((of_feet, of_trains, FOOT_BOOKS), (of_trains, of_feet, TRAIN_BOOKS)):
        assert all(words.matters(key, book.rules) for key in own for book in books)
        assert not any(words.matters(key, book.rules) for key in other for book in books)
