"""Home, New game, Table, Log, help: what they show, and that the actions which they declare work."""

import sqlite3
from contextlib import closing
from importlib import import_module
from pkgutil import walk_packages

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from scorekeeper import tui
from scorekeeper.game.events import RoundScored, TotalsHidden
from scorekeeper.game.round import Call, Out, Pips
from scorekeeper.storage import open_store
from scorekeeper.system import named_language, paths
from scorekeeper.text import spoken
from scorekeeper.tui.base.actions import ACTIONS, ANYWHERE, EVERYWHERE
from scorekeeper.tui.base.screen import AppScreen
from scorekeeper.tui.entry.chickenlittle import penalty_reminder
from scorekeeper.tui.entry.round import EntryScreen
from scorekeeper.tui.help import Help
from scorekeeper.tui.home import Home
from scorekeeper.tui.new_game import NewGame, SeatLines
from scorekeeper.tui.table.log import MOST_AT_ONCE
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.dialogs import Choose
from scorekeeper.tui.widgets.text import Unbroken
from tests.conftest import BOOKS
from tests.tui.conftest import NOON, offered, strips, told, until
from tests.tui.test_translated import plain
from tests.web.table import at_keyboard


async def test_home_lists_the_game_played_last_first_and_enter_opens_it(app, keep) -> None:
    """One key resumes."""
    keep(("Eva", "Finn"))
    keep()
    async with app().run_test() as pilot:
        await pilot.press("enter")
        assert pilot.app.session.game.players[0] == "Ana"


async def test_home_marks_the_game_that_was_just_left(app, keep) -> None:
    """Enter reopens it, though another one was marked before it was started."""
    keep(("Eva", "Finn"))
    async with app().run_test() as pilot:
        await pilot.press("n", "enter")
        started = pilot.app.session.kept.id
        await pilot.press("escape", "escape", "enter")
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.session.kept.id == started


async def test_home_follows_other_windows(app, keep, monkeypatch) -> None:
    """A game that another window adds or deletes comes and goes; the mark stays on its game."""
    monkeypatch.setattr("scorekeeper.tui.base.screen.LOOK_EVERY", 0.02)
    first = keep(("Eva", "Finn"))
    async with app().run_test() as pilot:
        games = pilot.app.screen.query_one("#games", OptionList)
        second = keep()
        await until(pilot, lambda: second.id in {option.id for option in games.options})
        await pilot.press("enter")
        assert pilot.app.session.kept.id == first.id
        await pilot.press("escape")
        with closing(open_store(pilot.app.session.store.place)) as other:
            other.delete(second.id)
        await until(pilot, lambda: second.id not in {option.id for option in games.options})


async def test_the_palette_finds_an_action_by_the_words_that_describe_it(app, keep) -> None:
    """Whoever wants to end the game early need not know that the action is called Finish."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("f2")
        sought = pilot.app.screen.query_one(Input)
        for typed in ("over", "end", "stop", "finish", "game over"):
            sought.value = "zebra"
            await until(pilot, lambda: not finds(pilot, "Finish"))
            sought.value = ""
            await pilot.press(*typed)
            await until(pilot, lambda: finds(pilot, "Finish"))


async def test_the_palette_of_the_table_finds_what_people_do_there(app, keep) -> None:
    """People come and go by the words that they use, and the palette does it once they are named."""
    words = {
        "leave": "Leave", "go home": "Leave", "join": "Join", "late": "Join", "come back": "Join",
        "return": "Join", "sit out": "Sits out", "break": "Sits out", "change name": "Rename", "seat": "Seat up",
    }  # fmt: skip
    async with app(keep()).run_test() as pilot:
        await pilot.press("f2")
        sought = pilot.app.screen.query_one(Input)
        for typed, action in words.items():
            sought.value = typed
            await until(pilot, lambda: finds(pilot, action))  # noqa: B023
        sought.value = ""
        await pilot.press(*"sits", "enter")
        assert isinstance(pilot.app.screen, Choose)
        await pilot.press("down", "enter")
        assert pilot.app.session.game.current.sits_out == ("Ben",)
        await pilot.press("f9")
        assert pilot.app.session.game.current.sits_out == ()


CALLED = {
    "en": ("Call", "penalty caught forgot forgotten chickenlittle uno call called"),
    "es": ("Canto", "castigo penalización olvidó pollito chickenlittle uno canto cantó avisar"),
}
"""What people type who want to note a call or a penalty, by language, and what it is called."""


@pytest.mark.parametrize("opens", [(), ("enter",)])
@pytest.mark.parametrize("code", CALLED)
async def test_calls_and_penalties_are_found_first_under_any_word(app, keep, code: str, opens) -> None:
    """On the table, and while a round is entered; what the rules call it is among the words."""
    action, words = CALLED[code]
    with spoken(named_language(code)):
        async with app(keep()).run_test() as pilot:
            await pilot.press(*opens, "f2")
            found = pilot.app.screen.query_one("#found", OptionList)
            for typed in words.split():
                pilot.app.screen.query_one(Input).value = typed
                await until(pilot, lambda: found.option_count < 12)
                assert action in str(found.get_option_at_index(0).prompt).split(), typed


def finds(pilot: Pilot[None], action: str) -> bool:
    """Whether the open palette shows an action."""
    found = pilot.app.screen.query_one("#found", OptionList)
    return any(action in str(option.prompt) for option in found.options)


async def test_a_damaged_game_is_deleted_and_brought_back(app, keep) -> None:
    """A game that cannot be opened is told with a sentence, and leaves the list and comes back like any other."""
    kept = keep()
    async with app().run_test(notifications=True) as pilot:
        store = pilot.app.session.store
        with store.database.writing() as connection:
            connection.execute("update events set what = substr(what, 1, 60)")
        await pilot.press("enter")
        assert f"and scorekeeper delete {kept.id} takes it off the list." in told(pilot.app)
        await pilot.press("d", "y")
        assert store.list() == ()
        await pilot.press("u", "enter")
        assert [one.id for one in store.list()] == [kept.id]


async def test_a_name_with_brackets_is_shown_as_it_is(app, keep) -> None:
    """[b] in a name is a name, not markup."""
    async with app(keep(("[b]Bob[/b]", "Ana"))).run_test() as pilot:
        heads = [str(column.label) for column in pilot.app.screen.query_one("#scores").ordered_columns]
        assert "[b]Bob[/b]" in heads[1]
        assert "[b]Bob" in str(pilot.app.screen.query_one("#cell", Unbroken).content)
        await pilot.press("enter", "5", "enter")
        assert pilot.app.session.game.total("[b]Bob[/b]") == 5


async def test_nothing_on_the_screen_is_obeyed_by_a_terminal(app, keep, home) -> None:
    """A title that holds an escape, as a damaged file may, is shown with a picture of it, on a line as wide."""
    keep()
    with closing(sqlite3.connect(home / "games.db")) as kept, kept:
        kept.execute("update games set title = 'F\x1b[2J'")
    async with app().run_test() as pilot:
        await pilot.pause()
        lines = strips(pilot.app.screen)
        assert any("F␛[2J" in line.text for line in lines)
        assert not any("\x1b" in line.text for line in lines)
        assert {sum(segment.cell_length for segment in line) for line in lines} == {80}


async def test_enter_on_an_emptied_seat_goes_to_the_next_one(app, keep) -> None:
    """Whoever empties a line and presses Enter twice has started nothing with the names that are left."""
    keep()
    async with app().run_test() as pilot:
        await pilot.press("n", "up", *["delete"] * 3, "enter")
        seats = pilot.app.screen.query_one(SeatLines).lines
        assert (pilot.app.focused, seats[0].value) == (seats[1], "")
        await pilot.press("enter")
        assert pilot.app.focused is seats[2]
        await pilot.press("enter", "enter", "enter")
        assert pilot.app.focused is pilot.app.screen.query_one("#start")
        assert isinstance(pilot.app.screen, NewGame)


async def test_a_second_game_of_the_day_has_a_title_of_its_own(app) -> None:
    """Two games begun on one evening can be told apart in the list."""
    async with app().run_test() as pilot:
        for _game in range(2):
            await pilot.press("n", *"Ana", "enter", *"Ben", "f5", "escape", "escape")
        one, other = pilot.app.session.store.list()
        assert one.title == f"{other.title} 2"


async def test_a_game_that_starts_asks_for_its_first_hand(app) -> None:
    """F5 leads past the table to the first round, and Esc from there back to the table."""
    async with app().run_test() as pilot:
        await pilot.press("n", *"Ana", "enter", *"Ben", "f5")
        assert isinstance(pilot.app.screen, EntryScreen)
        await pilot.press("1", "2", "enter")
        assert pilot.app.session.game.round(1).entries == {"Ana": Pips(12)}
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_a_known_name_completes_as_it_is_typed(app, keep) -> None:
    """The first letters of somebody who played before are enough; right takes the rest."""
    keep(("Zenobia", "Ben"))
    async with app().run_test() as pilot:
        await pilot.press("n")
        last = list(pilot.app.screen.query("Input.seat").results(Input))[-1]
        last.focus()
        await pilot.press("z", "e")
        await pilot.pause()
        await pilot.press("right")
        assert last.value == "Zenobia"


async def test_rule_books_stand_in_order_with_what_is_special_about_them(app, home) -> None:
    """The table's own come first, then the usual one, then the others by title; a sentence tells each."""
    path = paths.house_rules_folder() / "zz.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('format = "scorekeeper-rules/1"\nid = "zz"\ntitle = "Zz table"\nsummary = "Ours."\n')
    async with app().run_test() as pilot:
        await pilot.press("n")
        select = pilot.app.screen.query_one("#book")
        titles = offered(select)
        assert (titles[:2], select.value) == (["Zz table (yours)", "Classic"], "classic")
        assert titles[2:] == sorted(titles[2:], key=str.casefold)
        select.value = "zz"
        await pilot.pause()
        await pilot.pause()
        assert str(pilot.app.screen.query_one("#special", Static).content) == "Ours."


async def test_choices_a_book_leaves_open_are_asked_and_kept_in_the_game(app) -> None:
    """A book that offers 50 or 25 for the double-blank asks, and the game keeps the answer."""
    async with app().run_test() as pilot:
        await pilot.press("n", *"Ana", "enter", *"Ben", "enter")
        pilot.app.screen.query_one("#book").value = "tedmontgomery"
        await pilot.pause()
        await pilot.pause()
        choice = next(one for one in pilot.app.screen.query(".choice") if one.name == "scoring.double_blank")
        assert "50 points" in offered(choice)[choice.value]
        choice.value = 1
        await pilot.press("f5")
        assert pilot.app.session.game.rules.scoring.double_blank == 25
        assert pilot.app.session.game.house == {"scoring.double_blank": 25}


async def test_every_book_starts_as_it_is_written_unless_the_table_chooses(app) -> None:
    """Enter alone takes the book's own answer to all that it leaves open, and a set that it names."""
    async with app().run_test() as pilot:
        await pilot.press("n", *"Ana", "enter", *"Ben", "enter")
        for book in BOOKS:
            pilot.app.screen.query_one("#game").value = book.game
            await pilot.pause()
            pilot.app.screen.query_one("#book").value = book.id
            await pilot.pause()
            await pilot.pause()
            asked = [choice.name for choice in pilot.app.screen.query(".choice")]
            started = pilot.app.screen.started()
            assert (started.book, asked) == (book.id, list(book.choices))
            assert (started.rules, started.house) == (book.rules, {})
            assert started.set_size in book.rules.set.sizes
        await pilot.press("f5")
        assert pilot.app.session.game.rules == BOOKS[-1].rules


async def test_the_log_has_a_heading_for_each_round_and_names_the_book(app, keep) -> None:
    """What was changed stands below its round, and the rule book is called by its title in the language in use."""
    first, second = RoundScored(round=1, ending=Out("Ana")), RoundScored(round=2, ending=Out("Ben"))
    with spoken(named_language("es")):
        async with app(keep(happened=[first, second])).run_test() as pilot:
            await pilot.press("l")
            told = [plain(part.content) for part in pilot.app.screen.query("#changes Static")]
            assert told[0] == "Ronda 2 · 8-8"
            assert told[2].endswith("· 9-9")
            assert "Clásico" in told[3]


async def test_a_long_log_goes_back_to_its_first_change(app, home, keep) -> None:
    """Earlier changes come as somebody scrolls down, what was read stays in place, and End shows the first."""
    store, kept = open_store(home / "games.db"), keep()
    store.append(kept, [TotalsHidden(), TotalsHidden(hidden=False)] * MOST_AT_ONCE, NOON)
    store.close()
    async with app(kept).run_test() as pilot:
        await pilot.press("l")
        changes = pilot.app.screen.query_one("#changes")
        lines = changes.max_scroll_y
        changes.scroll_to(y=lines, animate=False)
        await until(pilot, lambda: changes.max_scroll_y == lines + MOST_AT_ONCE)
        assert changes.scroll_y == lines, "what was read has moved"
        await pilot.press("end")
        await until(pilot, lambda: changes.scroll_y == changes.max_scroll_y)
        assert "The game began" in plain(changes.children[-1].content)


async def test_equal_sentences_do_not_pile_up(app, keep) -> None:
    """However fast a key is pressed, what it tells stands on the screen once, and then gives way."""
    async with app(keep()).run_test() as pilot:
        for _time in range(17):
            pilot.app.screen.action_redo()
        await pilot.pause()
        assert told(pilot.app) == "There is nothing to redo."
        pilot.app.screen.action_redo()
        pilot.app.screen.tell("Something else.")
        await pilot.pause()
        assert told(pilot.app) == "Something else."


@pytest.mark.parametrize("size", [(20, 5), (45, 11)])
async def test_on_a_few_lines_what_explains_gives_way(app, keep, size) -> None:
    """The table, the line in hand, the tiles and a line of a sheet can be seen, down to five lines."""
    places = {"": "#scores", "enter": "EntryLine Input", "f3": "Tray", "escape escape t": "EntryLine Input"}
    async with app(keep()).run_test(size=size) as pilot:
        for keys, part in places.items():
            await pilot.press(*keys.split())
            screen = pilot.app.screen
            seen = screen.find_widget(screen.query(part).first()).visible_region
            assert (part, seen.area > 0) == (part, True)
            assert not any(legend.display for legend in screen.query("#legend"))


def screens() -> dict[str, type[AppScreen]]:
    """Return every screen there is, by its name."""
    for module in walk_packages(tui.__path__, f"{tui.__name__}."):
        import_module(module.name)
    below = [screen for kind in AppScreen.__subclasses__() for screen in (kind, *kind.__subclasses__())]
    return {screen.place: screen for screen in below if hasattr(screen, "place")}


def test_every_action_of_a_screen_has_its_method() -> None:
    """What a screen declares, it can do."""
    for name, screen in screens().items():
        for action in screen.ACTIONS:
            assert hasattr(screen, f"action_{action.name}"), f"{name}.{action.name}"


def test_the_list_of_screens_is_complete() -> None:
    """Every screen is in the list, under its own name; besides them only the dialogs."""
    assert {ANYWHERE, "ask", *screens()} == ACTIONS.keys()


def test_no_key_is_given_twice_on_a_screen() -> None:
    """A key means one thing."""
    for place in ACTIONS.keys() - {ANYWHERE}:
        keys = [key for action in (*ACTIONS[place], *EVERYWHERE) for key in action.keys.split(",")]
        assert len(keys) - len({*keys}) <= (1 if "f1" in keys[: len(keys) - 5] else 0)


async def test_help_shows_every_action_of_the_screen(app, keep) -> None:
    """F1 shows each action that the screen declares, where there is a game to open or delete."""
    keep()
    async with app().run_test() as pilot:
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, Help)
        shown = " ".join(plain(part.content) for part in pilot.app.screen.query(Static))
        assert all(action.help in shown for action in (*Home.ACTIONS, *EVERYWHERE))


async def test_home_with_a_store_that_cannot_be_read_says_so(app, home) -> None:
    """A damaged file of games is told in a sentence and left as it is."""
    (home / "games.db").write_text("this is no database, and it is long enough to look like one" * 20)
    before = (home / "games.db").read_bytes()
    async with app().run_test(notifications=True) as pilot:
        await pilot.pause()
        assert isinstance(pilot.app.screen, Home)
        assert not pilot.app.screen.query_one(OptionList).display
        assert "damaged" in told(pilot.app)
    assert (home / "games.db").read_bytes() == before


async def test_the_marks_are_explained_on_one_line_of_a_small_screen(app, keep) -> None:
    """At 80 columns no word of the legend is left over for a second line."""
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        assert pilot.app.screen.query_one("#legend").size.height <= 1


async def test_wide_letters_have_their_room_in_the_table(app, keep) -> None:
    """A Chinese name takes two columns a letter, and is shown whole where there is room."""
    names = ("王小明", "王大明", "山田 太郎")
    async with app(keep(players=names)).run_test(size=(90, 24)) as pilot:
        await pilot.pause()
        table = pilot.app.screen.query_one("#scores")
        heads = [(str(column.label).splitlines()[0], column.width) for column in table.ordered_columns[1:]]
        assert [head.strip() for head, _width in heads] == ["小 王小明", "王 王大明", "山 山田 太郎"]
        assert all(cell_len(head) == width for head, width in heads)


@pytest.mark.parametrize("keys", ["e", "a", ["enter", "up", *"12+11"]])
async def test_an_answer_that_changes_nothing_is_no_change(app, keep, keys: list[str]) -> None:
    """A note, who began, or a hand, given as it stands, is not stored again: undo undoes what was really done."""
    stands = RoundScored(round=1, note="windy", began="Ben", entries={"Ana": Pips(23)})
    async with app(keep(happened=[stands])).run_test() as pilot:
        await pilot.press(*keys)
        assert not isinstance(pilot.app.screen, TableScreen)
        await pilot.press("enter")
        assert len(pilot.app.session.kept.log.events) == 2


async def test_what_another_window_replaced_is_not_told_as_saved(app, keep, home) -> None:
    """The same hand once more, over one that was replaced a moment ago, is refused, and the new one shown."""
    kept = keep(happened=[RoundScored(round=1, entries={"Ana": Pips(23)})])
    async with app(kept).run_test(notifications=True) as pilot:
        await pilot.press("enter", "up", *"12+11")
        replaced = RoundScored(round=1, entries={"Ana": Pips(24)})
        at_keyboard(home / "games.db", kept.id, lambda session: session.keep(replaced))
        await pilot.press("enter")
        assert "Ana 23 → 24" in told(pilot.app)
        assert len(pilot.app.session.kept.log.events) == 3


async def test_a_tap_on_the_reminder_says_that_the_penalty_is_served(app, keep) -> None:
    """It goes, and nothing is left to serve."""
    async with app(keep(book="tedmontgomery")).run_test() as pilot:
        await pilot.press("c", "down", "enter", "down", "enter")
        await pilot.click("#due")
        await pilot.pause()
        assert pilot.app.session.game.rounds[0].calls[0].served
        assert not pilot.app.screen.check_action("served", ())


def test_a_penalty_of_the_tables_own_is_said_as_it_was_written() -> None:
    """Whatever stands in the game file."""
    assert "sings a song" in penalty_reminder(Call("chickenlittle", "Ben", "Ana", "sings a song"), "x")
