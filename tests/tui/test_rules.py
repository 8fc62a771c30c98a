"""Rule books and the house-book editor: read, search, compare, change, keep."""

from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import OptionList, Static

from scorekeeper.formats import shipped_wording
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.rules import choice_hint, value_of
from scorekeeper.rules.describe import show_book
from scorekeeper.rules.rulebook import RuleBook
from scorekeeper.rules.wording import Wording
from scorekeeper.system import paths
from scorekeeper.tui.rules.editor import Pick, RuleChoice
from scorekeeper.tui.rules.library import RuleBooksScreen
from scorekeeper.tui.rules.pages import book_page
from scorekeeper.tui.widgets.field import Field
from tests.conftest import BOOKS
from tests.tui.conftest import until

BASE_ONLY = 'format = "scorekeeper-rules/1"\nid = "{id}"\ntitle = "{title}"\n'


@pytest.mark.parametrize("book_id", ["classic", "train-usual"])
async def test_what_is_typed_on_the_sentences_of_a_rule_goes_to_the_line(app, keep, shelf, book_id) -> None:
    """Of every rule that takes more than its sentences, what is typed at once is the answer, or is refused there."""
    book, words = shelf.book(book_id), shipped_wording()
    keys = [key for key in words.keys if choice_hint(key) is not None]
    assert {"rounds.count", "scoring.double_blank"} <= {*keys}
    async with app(keep()).run_test() as pilot:
        for key in keys:
            pick = Pick(key, value_of(book.rules, key), [book], words.under(book.rules))
            assert "12" in await answered_at_once(pilot, pick), key


async def answered_at_once(pilot, pick: Pick) -> str:
    """Type 12 and Enter faster than a question follows; return the answer, or what stands on its line."""
    answers: list[RuleChoice | None] = []
    pilot.app.push_screen(pick, answers.append)
    await pilot.pause()
    for letter in ("1", "2", "enter"):
        pilot.app.post_message(Key(letter, letter if len(letter) == 1 else None))
    await until(pilot, lambda: bool(answers or str(pick.query_one("#fault", Static).content)))
    typed = pick.query(Field)
    found = str(answers[0]) if answers else "".join(field.typed for field in typed)
    pick.dismiss()
    await pilot.pause()
    return found


async def press(pilot, *keys: str) -> None:
    """Press keys one by one, and wait for what they do."""
    await pilot.press(*keys)


def text(pilot, name: str) -> str:
    """Return what a part of the screen says."""
    return str(pilot.app.screen.query_one(name, Static).content)


def own(name: str, title: str = "Ours", more: str = "") -> Path:
    """Put a house book into the user's folder."""
    path = paths.house_rules_folder() / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(BASE_ONLY.format(id=name, title=title) + more, encoding="utf-8")
    return path


def ours(book_id: str):
    """Return a house book as it is in its file."""
    return Shelf(paths.shipped_folder("rules"), paths.house_rules_folder()).book(book_id)


async def pick(pilot, sought: str, *keys: str) -> None:
    """Search the editor's rules and pick for the first that is found."""
    await press(pilot, "s", *("space" if letter == " " else letter for letter in sought), "enter", "enter")
    assert isinstance(pilot.app.screen, Pick)
    await press(pilot, *keys)


async def test_a_house_book_is_edited_again_and_keeps_what_it_said_of_itself(app, home) -> None:
    """Same file, same id; summary and marks stay, also under another title."""
    own("ours", more='summary = "Mild."\ninferred = ["scoring.out"]\n[scoring]\nout = -5\n')
    async with app().run_test() as pilot:
        await press(pilot, "k", "end", "e")
        assert "Ours" in text(pilot, "#title")
        await pick(pilot, "0-0", "down", "enter")
        await press(pilot, "escape", "f5")
        assert isinstance(pilot.app.screen, RuleBooksScreen)
        book = ours("ours")
        assert (book.summary, book.rules.scoring.out, book.rules.scoring.double_blank) == ("Mild.", -5, 100)
        assert book.inferred == {"scoring.out"}
        await press(pilot, "e", "e", *"Theirs", "enter", "f5")
    assert ours("theirs").rules == ours("ours").rules


async def test_the_mouse_does_what_the_keys_do(app) -> None:
    """A click reads a book; a click on a rule asks about it."""
    async with app().run_test() as pilot:
        await press(pilot, "k")
        await pilot.click("#books", offset=(5, 3))
        await pilot.pause()
        assert "Camp La Junta" in text(pilot, "#text")
        await press(pilot, "n")
        await pilot.click("#rules", offset=(5, 2))
        await pilot.pause()
        assert isinstance(pilot.app.screen, Pick)


async def test_the_rules_of_a_book_that_is_gone_can_still_be_read(app, keep, home) -> None:
    """The game carries its rules; the book is only named."""
    path = own("gone")
    kept = keep(book="classic")
    async with app(kept).run_test() as pilot:
        path.unlink()
        pilot.app.session.shelf = Shelf(home / "nothing")
        await press(pilot, "k")
        assert pilot.app.screen.query_one("#rules", OptionList).option_count > 30


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_the_app_reads_a_book_as_the_command_does(book: RuleBook, words: Wording) -> None:
    """Every heading, every rule and every choice stands in both."""
    said = show_book(book, words, 10**6).partition("\n\n")[2].rpartition("\n\n")[0]
    shown = " ".join(book_page(book, words, 96).plain.split())
    lines = [" ".join(line.split()) for line in said.splitlines() if not line.startswith(("-", "·"))]
    assert [line for line in lines if line not in shown] == []
