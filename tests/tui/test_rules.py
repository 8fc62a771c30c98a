"""Rule books and the house-book editor: read, search, compare, change, keep."""

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.rules.describe import show_book
from scorekeeper.rules.rulebook import RuleBook, rule_differences
from scorekeeper.rules.wording import Wording
from scorekeeper.system import paths
from scorekeeper.tui.judge.ruling import RulingScreen
from scorekeeper.tui.rules.editor import Editor, Pick, RuleList
from scorekeeper.tui.rules.library import RuleBooksScreen, book_page
from tests.conftest import BOOKS
from tests.tui.conftest import told
from tests.tui.test_translated import plain

BASE_ONLY = 'format = "scorekeeper-rules/1"\nid = "{id}"\ntitle = "{title}"\n'


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


async def test_the_books_open_at_the_one_that_was_played_by_last(app, keep) -> None:
    """Whoever plays with trains need not pass the books for feet."""
    keep(("Ed", "Fay"), "train-usual", 12)
    async with app().run_test() as pilot:
        await press(pilot, "k")
        books = pilot.app.screen
        assert isinstance(books, RuleBooksScreen)
        assert books.marked() == "train-usual"
        assert "Mexican Train" in text(pilot, "#text")


async def test_a_book_reads_in_the_order_of_play_and_says_where_it_is_silent(app) -> None:
    """Headings as at the table, sentences under them, and no invention."""
    async with app().run_test() as pilot:
        await press(pilot, "k", "down")
        page = text(pilot, "#text")
        headings = ["Before the game", "The deal", "The starting double", "Your turn", "Counting"]
        places = [page.index(heading) for heading in headings]
        assert places == sorted(places)
        assert "The book does not say; usually:" in page


async def test_a_book_of_the_tables_own_says_which_book_it_keeps(app, home) -> None:
    """What it does not change is as in the book that it was made from, read, searched or ruled on."""
    own("ours")
    async with app().run_test() as pilot:
        await press(pilot, "k", "end")
        assert "As in Classic:" in text(pilot, "#text")
        assert "does not say" not in text(pilot, "#text")
        await press(pilot, "s", *"boneyard")
        assert "As in Classic: " in text(pilot, "#text")
        await press(pilot, "escape", "escape", "j")
        pilot.app.screen.query_one("#book").value = "ours"
        await press(pilot, "a", *"00 50 32", "f5")
        assert isinstance(pilot.app.screen, RulingScreen)
        assert "keeps Classic here." in "".join(
            plain(part.content) for part in pilot.app.screen.query(Static)
        )


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_the_app_reads_a_book_as_the_command_does(book: RuleBook, words: Wording) -> None:
    """Every heading, every rule and every choice stands in both."""
    said = show_book(book, words, 10**6).partition("\n\n")[2].rpartition("\n\n")[0]
    shown = " ".join(book_page(book, words, 96).plain.split())
    lines = [" ".join(line.split()) for line in said.splitlines() if not line.startswith(("-", "·"))]
    assert [line for line in lines if line not in shown] == []


async def test_any_word_of_any_book_finds_the_rule(app) -> None:
    """Every letter narrows what is shown; escape shows the whole book again."""
    found_by = {"boneyard": "yard", "spinner": "toes", "tap": "Chickenlittle", "0-0": "double blank"}
    async with app().run_test() as pilot:
        await press(pilot, "k")
        whole = text(pilot, "#text")
        for word, sentence in found_by.items():
            await press(pilot, "s", *word)
            found = text(pilot, "#text")
            assert sentence in found
            assert len(found) < len(whole)
            await press(pilot, "enter", "escape")
            assert text(pilot, "#text") == whole


async def test_marked_books_are_compared_and_two_are_needed(app) -> None:
    """Space marks; c shows the differences only."""
    async with app().run_test(notifications=True) as pilot:
        await press(pilot, "k", "c")
        assert "at least two" in told(pilot.app)
        await press(pilot, "space", "space", "space", "down", "c")
        page = text(pilot, "#differences")
        assert "Classic" in page
        assert "Camp La Junta" in page
        assert all(len(line) <= 80 for line in page.splitlines())


async def test_a_broken_house_book_is_listed_with_its_fault_and_harms_nothing(app, home) -> None:
    """The fault names the key; nothing can be started from, marked or edited."""
    own("uncle", more="[scoring]\ndubble_blank = 3\n")
    async with app().run_test(notifications=True) as pilot:
        await press(pilot, "k", "end")
        assert "scoring.double_blank" in text(pilot, "#text")
        for key, word in (("space", "compared"), ("n", "start from"), ("e", "Fix")):
            await press(pilot, key)
            assert word in told(pilot.app)
        assert isinstance(pilot.app.screen, RuleBooksScreen)
        await press(pilot, "e", "home", "e")
        assert "comes with the program" in told(pilot.app)


async def test_a_book_with_two_changes_takes_six_presses_beside_picking(app, home) -> None:
    """From opening the app to a saved book: b, n, enter, enter, F5, enter; arrows and choices are picking."""
    presses = 0

    async with app().run_test() as pilot:

        async def pressed(*keys: str) -> None:
            nonlocal presses
            presses += len(keys)
            await press(pilot, *keys)

        await pressed("k", "n", "enter")
        await press(pilot, "down", "enter", "down")
        await pressed("enter")
        await press(pilot, "down", "enter")
        await pressed("f5", "enter")
        assert isinstance(pilot.app.screen, RuleBooksScreen)
    book = ours("our-classic")
    assert len(rule_differences(book.rules, ours("classic").rules)) == 2
    assert presses == 6
    assert presses < 10


async def test_a_saved_book_states_only_what_differs_and_is_marked_on_the_shelf(app, home) -> None:
    """The file is short and commented; the cursor is on the new book."""
    async with app().run_test() as pilot:
        await press(pilot, "k", "n")
        await pick(pilot, "0-0", "tab", *"35", "enter")
        await press(pilot, "escape", "f5", *"Sunday", "enter")
        assert pilot.app.screen.marked() == "sunday"
    written = (paths.house_rules_folder() / "sunday.toml").read_text()
    assert written.endswith(
        "[scoring]\n# The double blank left in a hand counts 35 points.\ndouble_blank = 35\n"
    )


async def test_a_number_that_cannot_be_is_told_beside_the_line(app) -> None:
    """The question stays, with what was typed."""
    async with app().run_test() as pilot:
        await press(pilot, "k", "n")
        await pick(pilot, "0-0", "tab", *"-5", "enter")
        assert isinstance(pilot.app.screen, Pick)
        assert text(pilot, "#fault")
        assert pilot.app.screen.query_one(Input).value == "-5"


async def test_changes_are_marked_with_what_the_base_says_and_can_be_taken_back(app) -> None:
    """The list shows both sentences; d shows nothing else; r restores."""
    async with app().run_test(notifications=True) as pilot:
        await press(pilot, "k", "n", "r")
        assert "as in Classic" in told(pilot.app)
        await pick(pilot, "0-0", "down", "enter")
        await press(pilot, "escape", "d")
        options = pilot.app.screen.query_one("#rules", OptionList)
        assert [option.id for option in options.options] == [None, "scoring.double_blank"]
        assert "instead of: The double blank left in a hand counts 50" in str(options.options[1].prompt)
        await press(pilot, "r")
        assert "Nothing was changed" in str(options.options[0].prompt)
        await press(pilot, "f5")
        assert "Nothing differs" in told(pilot.app)


async def test_what_becomes_impossible_is_said_at_once(app) -> None:
    """Twelve tiles each: which tables lose their seat, and the numbers."""
    async with app().run_test() as pilot:
        await press(pilot, "k", "n")
        await pick(pilot, "deal.hand_size", "tab", *"12", "enter")
        verdict = text(pilot, "#verdict")
        assert "a double-six set, by number of players: 3–5." in verdict
        assert "36 tiles" in verdict


async def test_a_rule_that_needs_another_asks_for_it(app) -> None:
    """A game of fixed length asks how many rounds; dropping that question changes nothing."""
    async with app().run_test() as pilot:
        await press(pilot, "k", "n")
        await pick(pilot, "rounds.length", "down", "enter")
        assert isinstance(pilot.app.screen, Pick)
        await press(pilot, "escape")
        assert not pilot.app.screen.changed()
        await press(pilot, "enter", "down", "enter", "tab", "7", "enter")
        assert pilot.app.screen.changed() == {"rounds.length": "fixed", "rounds.count": 7}


async def test_escape_asks_before_changes_are_lost(app) -> None:
    """No keeps the editor as it was; yes leaves; without changes nothing is asked."""
    async with app().run_test() as pilot:
        await press(pilot, "k", "n", "escape")
        assert isinstance(pilot.app.screen, RuleBooksScreen)
        await press(pilot, "n")
        await pick(pilot, "0-0", "down", "enter")
        await press(pilot, "escape", "escape", "n")
        assert pilot.app.screen.changed()
        await press(pilot, "escape", "y")
        assert isinstance(pilot.app.screen, RuleBooksScreen)


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


async def test_a_title_that_is_taken_or_will_not_do_is_refused_and_nothing_is_lost(app, home) -> None:
    """The editor stays open with all that was picked."""
    before = own("ours").read_text()
    async with app().run_test(notifications=True) as pilot:
        await press(pilot, "k", "n")
        await pick(pilot, "0-0", "down", "enter")
        await press(pilot, "escape", "f5", *"---", "enter")
        assert "letter or digit" in told(pilot.app)
        await press(pilot, "f5", *"Ours", "enter")
        assert "already a rule book" in told(pilot.app)
        await press(pilot, "e", *"Classic", "enter", "f5")
        assert "shipped book" in told(pilot.app)
        assert isinstance(pilot.app.screen, Editor)
        assert pilot.app.screen.changed()
    assert (paths.house_rules_folder() / "ours.toml").read_text() == before


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


async def test_the_rules_in_force_can_be_changed_in_the_middle_of_a_game(app, keep) -> None:
    """K, the rule, the reason, and whether earlier rounds are counted again."""
    async with app(keep()).run_test() as pilot:
        await press(pilot, "enter", *"0-0", "enter", "escape", "k")
        await pick(pilot, "0-0", "up", "enter")
        await press(pilot, *"agreed", "enter", "enter")
        game = pilot.app.session.game
        assert (game.rules.scoring.double_blank, game.total("Ana")) == (25, 50)
        assert "Until round 1" in text(pilot, "#verdict")
        await press(pilot, "enter", "up", "enter", "enter", "down", "enter")
        assert pilot.app.session.game.total("Ana") == 0
        await press(pilot, "d", "escape", "escape", "u", "u")
        assert pilot.app.session.game.rules.scoring.double_blank == 50


async def test_a_rule_that_does_not_count_asks_nothing_about_earlier_rounds(app, keep) -> None:
    """How tiles are laid changes no score; dropping a question changes nothing."""
    async with app(keep()).run_test() as pilot:
        await press(pilot, "enter", *"5", "enter", "escape", "k")
        await pick(pilot, "turn.must_play", "escape")
        await press(pilot, "enter", "enter", "enter", "down", "enter", "escape")
        assert pilot.app.session.game.rules.turn.must_play == "must"
        await press(pilot, "enter", "down", "enter", "enter")
        assert pilot.app.session.game.rules.turn.must_play == "may-draw-and-pass"
        assert pilot.app.screen.query_one(RuleList).marked == "turn.must_play"


async def test_the_rules_of_a_book_that_is_gone_can_still_be_read(app, keep, home) -> None:
    """The game carries its rules; the book is only named."""
    path = own("gone")
    kept = keep(book="classic")
    async with app(kept).run_test() as pilot:
        path.unlink()
        pilot.app.session.shelf = Shelf(home / "nothing")
        await press(pilot, "k")
        assert pilot.app.screen.query_one("#rules", OptionList).option_count > 30


async def test_leaving_the_app_asks_before_a_book_is_lost(app) -> None:
    """Ctrl+Q asks, even over a question, and once only; no stays with all that was picked, yes leaves."""
    async with app().run_test() as pilot:
        await press(pilot, "k", "n")
        await pick(pilot, "0-0", "down", "enter")
        await press(pilot, "escape", "enter", "ctrl+q", "f10", "n", "escape")
        assert isinstance(pilot.app.screen, Editor)
        assert pilot.app.return_code is None
        await press(pilot, "ctrl+q", "y")
        assert pilot.app.return_code is not None
    async with app().run_test() as pilot:
        await press(pilot, "k", "n", "ctrl+q")
        assert pilot.app.return_code is not None
