"""The judge in the app: asked by keys, answered as the command answers, nothing typed ever lost."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Select, Static

from scorekeeper.judge.draft import FormLine
from scorekeeper.tui.entry.tile_pad import TilePicker, Tray
from scorekeeper.tui.judge.fact_picker import NumberPad
from scorekeeper.tui.judge.form import FactLine, JudgeForm
from scorekeeper.tui.judge.questions import Judge
from scorekeeper.tui.judge.ruling import Comparison, RulingScreen
from scorekeeper.tui.printing import Print
from scorekeeper.tui.table.log import LogScreen
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.dialogs import Choose
from tests.conftest import FOOT_BOOKS
from tests.tui.conftest import told, until
from tests.tui.test_translated import plain

FEW = ("Ed", "Fay", "Gus")
SCENARIO_4 = ("j", "enter", "f", "enter", "4", "4", "enter", "4", "enter", "7", "2", "f5")
"""7-7 has two toes, and Fay wants to lay 4-4 on a four."""
OPEN_FOOT = "7-7 has 2 of its 3 toes, and until its foot is finished nothing is laid elsewhere"


def shown(pilot: Pilot[None]) -> str:
    """Return all the words on the screen."""
    screen = pilot.app.screen
    words = [plain(part.content) for part in screen.query("Static, Unbroken")]
    return "\n".join([*words, *(str(part.render()) for part in screen.query("FactLine, Picture"))])


def shown_keys(pilot: Pilot[None]) -> str:
    """Return what the keys of the screen do, as far as they do anything now."""
    actions = type(pilot.app.screen).ACTIONS
    return " ".join(one.label for one in actions if pilot.app.screen.check_action(one.name, ()))


def ruling_of(pilot: Pilot[None]) -> RulingScreen:
    """Return the ruling that is shown."""
    screen = pilot.app.screen
    assert isinstance(screen, RulingScreen)
    return screen


async def test_a_dispute_is_settled_in_twenty_five_keys(app, keep) -> None:
    """Scenario 4 of the catalogue, asked from the table: no more than 25 key presses to the ruling."""
    assert len(SCENARIO_4) <= 25
    async with app(keep(FEW, "tedmontgomery")).run_test(size=(80, 24)) as pilot:
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press(*SCENARIO_4)
        ruling = ruling_of(pilot).ruling
        assert (ruling.verdict, ruling.rule) == ("illegal", "foot.lock")
        assert "Fay draws a tile" in shown(pilot)
        assert "✘" in shown(pilot)


TRAIN_DISPUTES = {
    "may I play here": (
        "j enter f enter 9 - 5 enter e enter e 9 asterisk f5",
        ("legal", "trains.ownership", None),
    ),
    "must I draw": (
        "j 2 f enter 9 - 5 space 3 - 2 enter e 7 asterisk f 4 g 9 enter e 7 enter 9 f5",
        ("legal", "turn.draws", None),
    ),
    "whose double": ("j f f enter e 7 p 4 f5", ("legal", "foot.order", "Ed")),
}
"""Common disputes at a table of trains: the keys, and the ruling under the usual rules."""


async def test_disputes_about_trains_are_settled_in_twenty_five_keys(app, keep) -> None:
    """May I play here, must I draw, whose double: no more than 25 key presses each, asked from the table."""
    async with app(keep(FEW, "train-usual", 12)).run_test(size=(80, 24)) as pilot:
        for name, (keys, wanted) in TRAIN_DISPUTES.items():
            assert len(keys.split()) <= 25
            await pilot.press(*keys.replace("-", "minus").split())
            ruling = ruling_of(pilot).ruling
            assert (name, (ruling.verdict, ruling.rule, ruling.answer)) == (name, wanted)
            await pilot.press("escape", "escape", "escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))


@pytest.mark.parametrize(
    ("book", "size", "keys", "more"),
    [
        ("train-usual", 12, "j 4 f enter 9 minus 5 enter f 9 f5", False),
        ("camp-la-junta", 9, "j 7 7 minus 7 f5", True),
    ],
)
async def test_more_facts_are_offered_only_where_another_book_waits_for_one(
    app, keep, book: str, size: int, keys: str, more: bool
) -> None:
    """Where all books have answered, nothing is said of facts that nobody was asked for."""
    async with app(keep(FEW, book, size)).run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys.split())
        assert ruling_of(pilot)
        assert ("facts that you were not asked for" in " ".join(shown(pilot).split())) == more


async def test_what_is_typed_replaces_a_single_value_and_is_added_to_a_list(app, keep) -> None:
    """Another player or tile takes the place of the first, a further tile joins the hand."""
    async with app(keep(FEW, "hastings")).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "2", *"ed", "enter", *"95")
        await until(pilot, lambda: isinstance(pilot.app.screen, JudgeForm))
        form = pilot.app.screen
        first, second = list(form.query(FactLine))[:2]
        assert (first.line.name, second.line.name) == ("player", "hand")
        await pilot.press("up", *"fay", "down", "space", *"32")
        await until(pilot, lambda: second.field.value == "95 32")
        assert first.field.value == "fay"


async def test_trains_are_picked_by_those_who_do_not_type(app, keep) -> None:
    """A train, its number and its marker are tapped one after the other, and added to what is there."""
    async with app(keep(FEW, "train-usual", 12)).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "1")
        await until(pilot, lambda: isinstance(pilot.app.screen, JudgeForm))
        form = pilot.app.screen
        trains = next(line for line in form.query(FactLine) if line.line.name == "trains")
        for picks, typed in (
            (("enter", "down", "enter", "down", "enter"), "Ed 1 *"),
            (("end", "enter", "enter"), "Ed 1 *, public 0"),
        ):
            trains.enter()
            await pilot.press("f3")
            for key in picks:
                await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
                await pilot.press(key)
            await until(pilot, lambda: pilot.app.screen is form)
            await pilot.pause()
            assert trains.field.value == typed


async def test_from_home_the_table_is_that_of_the_latest_game(app, keep) -> None:
    """Rule book, set and players stand there, to be changed."""
    keep(FEW, "hastings", 12)
    async with app().run_test() as pilot:
        await pilot.press("j")
        screen = pilot.app.screen
        assert screen.query_one("#players", Input).value == "Ed, Fay, Gus"
        assert screen.query_one("#double", Input).value == "12"
        screen.query_one("#players", Input).value = "Max, Nia"
        await pilot.press("9")
        assert "Max and Nia" in shown(pilot)


async def test_the_rule_book_is_reached_by_keys_and_remembered(app) -> None:
    """F6 opens the list, Up from the first question leads to the lines above, and what is told there stays."""
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "up")
        assert pilot.app.screen.focused.id == "players"
        await pilot.press("up")
        assert pilot.app.screen.focused.id == "started-with"
        await pilot.press("7", "down", "down")
        assert pilot.app.screen.focused.id == "questions"
        await pilot.press("f6", "down", "enter")
        chosen = pilot.app.screen.query_one("#book").value
        assert chosen != "classic"
        await pilot.press("a")
        assert "Round of 9-9, started with 7-7" in shown(pilot)
        await pilot.press("escape", "escape", "j")
        assert isinstance(pilot.app.screen, Judge)
        assert pilot.app.screen.query_one("#book").value == chosen


async def test_a_table_that_cannot_be_is_refused_at_once(app) -> None:
    """One player is no table, and no round begins with 12-12 of a double-nine."""
    async with app().run_test() as pilot:
        await pilot.press("j")
        pilot.app.screen.query_one("#players", Input).value = "Max"
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, Judge)
        pilot.app.screen.query_one("#players", Input).value = "Max, Nia"
        pilot.app.screen.query_one("#double", Input).value = "12"
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, Judge)


async def test_where_it_depends_the_fact_is_given_and_settles_it(app, keep) -> None:
    """Enter goes back to the line that is missing; with it filled in, F5 rules again."""
    async with app(keep(FEW)).run_test() as pilot:
        await pilot.press("j", "2", "f", "enter", *"8-7", "enter", "enter", "enter", "5", "f5")
        assert ruling_of(pilot).ruling.verdict == "depends"
        assert "whether the yard has a tile left" in shown(pilot)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, JudgeForm)
        await pilot.press("9", "f5")
        assert ruling_of(pilot).ruling.verdict == "legal"


async def test_the_hand_that_would_settle_it_is_that_of_the_player_it_turns_on(app, keep) -> None:
    """Enter goes to the hand of whoever did it, not to the first one of the table."""
    async with app(keep(FEW)).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "b", *"gus drew", "enter", "enter", "enter", "enter", "5", "f5")
        await until(pilot, lambda: isinstance(pilot.app.screen, RulingScreen))
        assert ruling_of(pilot).ruling.verdict == "depends"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, JudgeForm))
        assert pilot.app.screen.focused.parent.line == FormLine("hands", "Gus")


async def test_a_fact_that_only_other_books_ask_for_is_shown_when_it_is_wanted(app, keep) -> None:
    """Which doubles the others hold is no line of the form, until the ruling turns on it."""
    async with app(keep(FEW, "tedmontgomery")).run_test() as pilot:
        await pilot.press("j", "1", "f", "enter", *"7-7", "f5")
        assert ruling_of(pilot).ruling.verdict == "depends"
        await pilot.press("enter")
        line = pilot.app.screen.focused.parent
        assert isinstance(line, FactLine)


async def test_what_cannot_be_is_shown_while_it_is_typed(app, keep) -> None:
    """Every reason stands there before anybody asks, and goes when it is mended."""
    async with app(keep(FEW)).run_test() as pilot:
        await pilot.press(
            "j", "1", "f", "enter", *"44", "enter", "enter", *"72", "enter", "enter", "enter", *"77"
        )
        assert "This tile is in two places: 7-7." in shown(pilot)
        await pilot.press("f5")
        assert isinstance(pilot.app.screen, JudgeForm)
        await pilot.press("backspace", "6")
        assert "two places" not in shown(pilot)


async def test_a_bad_yes_or_no_is_refused_where_it_stands(app, keep) -> None:
    """F5 names the line and goes to it, though the hand alone would make a question."""
    async with app(keep(FEW)).run_test() as pilot:
        await pilot.press("j", "a", *"53 96", "enter", "enter", *"maybe", "f5")
        form = pilot.app.screen
        assert isinstance(form, JudgeForm)
        assert form.focused.parent.line == FormLine("blocked")
        notice = told(pilot.app)
        assert notice == "Blocked round? Type y for yes, n for no."


async def test_what_was_typed_is_never_hidden(app) -> None:
    """F6 hides empty lines alone, even under the cursor; a filled one counts and stays, right or wrong."""
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "5", "f6", *["down"] * 5, *"four", "f6")
        yard = [each for each in pilot.app.screen.query(FactLine) if each.line == FormLine("yard")]
        assert [each.field.value for each in yard] == ["four"]
        await pilot.press(*["backspace"] * 4, "f6", "f6")
        assert FormLine("yard") not in [each.line for each in pilot.app.screen.query(FactLine)]
        assert isinstance(pilot.app.screen.focused, Input)


async def test_escape_keeps_what_was_typed_until_it_is_settled(app, keep) -> None:
    """From the facts to the table and back it stays; after a ruling the next dispute begins with empty lines."""
    async with app(keep(FEW, "tedmontgomery")).run_test() as pilot:
        *facts, rule = SCENARIO_4
        await pilot.press(*facts, "escape", "escape", "j", "1")
        lines = list(pilot.app.screen.query(FactLine))
        typed = {each.line.name: each.field.value for each in lines}
        assert (typed["player"], typed["tile"], typed["on"], typed["foot"]) == ("f", "44", "4", "72")
        assert pilot.app.screen.focused is lines[0].field
        await pilot.press(rule, "escape", "escape", "escape", "j", "1")
        assert not any(each.field.value for each in pilot.app.screen.query(FactLine))


async def test_the_next_question_begins_clean_and_takes_what_still_holds_with_one_key(app, keep) -> None:
    """After a ruling no line of another question is filled; F7 fills those that tell of the table and the hands."""
    async with app(keep(FEW, "tedmontgomery")).run_test(size=(80, 24)) as pilot:
        await pilot.press(*SCENARIO_4, "escape", "escape", "2")
        await until(pilot, lambda: isinstance(pilot.app.screen, JudgeForm))
        lines = list(pilot.app.screen.query(FactLine))
        assert not any(each.field.value for each in lines)
        assert "As before" in shown_keys(pilot)
        await pilot.press("f7")
        await until(pilot, lambda: any(each.field.value for each in lines))
        assert {each.line.name: each.field.value for each in lines if each.field.value} == {
            "player": "f",
            "foot": "72",
        }
        assert "As before" not in shown_keys(pilot)


async def test_real_names_are_typed_before_there_is_a_game(app) -> None:
    """A name that nobody has is that of the next player without one, wherever it is typed."""
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "b", *"Hank drew 5-9 and did not play it", "enter", *"zoe passed", "down")
        await until(pilot, lambda: "Hank, Zoe, C and D" in shown(pilot))
        assert "Hank draws 9-5; Hank passes (this was wrong)" in " ".join(shown(pilot).split())
        assert "Hand of Hank" in shown(pilot)
        assert "Left in the yard" in shown(pilot)
        await pilot.press("f5")
        await until(pilot, lambda: isinstance(pilot.app.screen, RulingScreen))
        await pilot.press("escape", "escape", "2")
        await until(pilot, lambda: isinstance(pilot.app.screen, JudgeForm))
        assert "Hank, Zoe, C and D" in shown(pilot)


async def test_a_question_is_found_by_any_word(app, keep) -> None:
    """S and a word of players leave the questions that can be meant, Enter asks the first; any other leaves all."""
    async with app(keep(FEW)).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "s", *"STALEMATE")
        offered = pilot.app.screen.query_one("#questions", OptionList)
        assert 0 < offered.option_count < 5
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, JudgeForm))
        assert "Is the round over" in str(pilot.app.screen.title_words())
        await pilot.press("escape")
        await until(pilot, lambda: offered.option_count == 13)
        await pilot.press("s", *"xyz")
        assert offered.option_count == 13
        assert "No question has these words; here are all." in shown(pilot)
        await pilot.press("escape")
        assert not pilot.app.screen.query_one("#unmatched").display


async def test_mexican_train_proposes_double_twelve(app) -> None:
    """Another game brings its usual set and double; another book of the same game changes neither."""
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        screen = pilot.app.screen
        for book, wanted in (("train-usual", 12), ("mexican-train", 12), ("hastings", 9)):
            screen.query_one("#book", Select).value = book
            await pilot.pause()
            found = screen.query_one("#set", Select).value, screen.query_one("#double", Input).value
            assert found == (wanted, str(wanted))


async def test_a_ruling_is_kept_in_the_log_and_taken_back(app, keep) -> None:
    """K keeps it once; the log tells it; undo takes it back."""
    async with app(keep(FEW, "tedmontgomery")).run_test() as pilot:
        await pilot.press(*SCENARIO_4, "f5", "f5")
        (ruling,) = pilot.app.session.game.rounds[0].rulings
        assert (ruling.question, ruling.answer, ruling.rule) == (
            "May this tile be laid there?",
            f"No: Fay may not lay 4-4 there, because {OPEN_FOOT}",
            "foot.lock",
        )
        assert "Player: Fay" in ruling.told
        await pilot.press("escape", "escape", "escape", "l")
        assert isinstance(pilot.app.screen, LogScreen)
        assert "May this tile be laid there? No" in shown(pilot)
        await pilot.press("escape", "u")
        assert pilot.app.session.game.rounds == ()


async def test_a_ruling_is_printed_on_a_page(app, keep, home: Path) -> None:
    """P writes a PDF that the person can hand round."""
    async with app(keep(FEW, "tedmontgomery")).run_test() as pilot:
        await pilot.press(*SCENARIO_4, "p")
        screen = pilot.app.screen
        assert isinstance(screen, Print)
        screen.query_one("#file", Input).value = str(home / "ruling.pdf")
        await pilot.press("f5")
        assert (home / "ruling.pdf").read_bytes().startswith(b"%PDF")


async def test_questions_and_pages_are_those_of_the_game_that_is_played(app, keep) -> None:
    """At a table with trains no question speaks of feet, and a printed ruling is named after the game."""
    async with app(keep(FEW, "train-usual", 12)).run_test(size=(100, 40)) as pilot:
        await pilot.press("j")
        asked = [
            str(option.prompt) for option in pilot.app.screen.query_one("#questions", OptionList).options
        ]
        assert "5  Is this double covered?" in asked
        assert not any("foot" in question or "Chicken" in question for question in asked)
        await pilot.press("a", *"0-0 5-0", "f5", "p")
        assert "Mexican Train ruling" in pilot.app.screen.query_one("#file", Input).value


async def test_every_rule_book_is_one_key_away(app, keep) -> None:
    """C shows a line for each book with its answer, the table's own first."""
    async with app(keep(FEW, "tedmontgomery")).run_test() as pilot:
        await pilot.press("j", "a", *"00 50 32", "f5", "c")
        assert isinstance(pilot.app.screen, Comparison)
        lines = str(pilot.app.screen.query_one("#every-book", Static).content).splitlines()
        assert len(lines) == len(FOOT_BOOKS)
        assert lines[0].startswith("▸\N{NO-BREAK SPACE}Double chicken foot, with Chickenlittle")
        assert "› 60 points" in lines[0]
        assert sum("› 85 points" in line for line in lines) > 1


async def test_a_book_that_was_not_asked_enough_gives_no_answer(app, keep) -> None:
    """Where a call is only a courtesy nobody is asked what happened: books with a penalty stand apart."""
    async with app(keep(FEW, "classic")).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "9", "g", "f5")
        assert "? Needs to know more: " in shown(pilot)
        await pilot.press("c")
        told = " ".join(shown(pilot).split())
        assert "foot, with Chickenlittle ? Needs facts" in told
        assert "F6 on the form asks for them: What happened." in told
        await pilot.press(
            "escape", "escape", "f6", "down", *"g 64", "enter", *"e 41", "enter", *"f caught g", "f5", "c"
        )
        told = " ".join(shown(pilot).split())
        assert "Needs facts" not in told
        assert "foot, with Chickenlittle › The next turn" in told


async def tap(pilot, high: int, low: int) -> None:
    """Tap a number, then one of its tiles."""
    tray = pilot.app.screen.query_one(Tray)
    for wanted in ((False, high), (True, low)):
        spot = next(one for one in tray.spots(tray.content_size.width) if one[:2] == wanted)
        await pilot.click(tray, offset=(spot.x + 1, spot.y))
        await pilot.pause()


async def test_facts_are_picked_by_those_who_do_not_type(app, keep) -> None:
    """F3 or a tap opens names, numbers or tiles; what is picked stands on the line."""
    async with app(keep(FEW)).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "1", "f3", "down", "enter", "down")
        await pilot.click(list(pilot.app.screen.query(FactLine))[1], offset=(45, 0))
        await pilot.pause()
        assert isinstance(pilot.app.screen, TilePicker)
        await tap(pilot, 4, 4)
        typed = {each.line.name: each.field.value for each in pilot.app.screen.query(FactLine)}
        assert (typed["player"], typed["tile"]) == ("Fay", "4-4")


async def test_a_number_is_typed_on_the_pad(app, keep) -> None:
    """Nothing is marked at first, a digit takes its number, and the next line is up after a pick."""
    async with app(keep(FEW)).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "1", "f3", "down", "enter", "f3")
        assert isinstance(pilot.app.screen, TilePicker)
        await pilot.press("6", "1", "f3")
        assert isinstance(pilot.app.screen, NumberPad)
        await pilot.press("4")
        typed = {each.line.name: each.field.value for each in pilot.app.screen.query(FactLine)}
        assert (typed["player"], typed["tile"], typed["on"]) == ("Fay", "6-1", "4")
        assert pilot.app.screen.focused.parent.line == FormLine("foot")


async def test_a_number_of_two_digits_is_typed_on_the_pad(app, keep) -> None:
    """Where another digit could follow, the number is marked and Enter takes it."""
    typed_on_pad = {"4": "4", "1 enter": "1", "1 2": "12", "2 0": "20", "1 backspace 7": "7"}
    async with app(keep(FEW)).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "2", *["down"] * 5)
        yard = next(each for each in pilot.app.screen.query(FactLine) if each.line.name == "yard")
        for keys, typed in typed_on_pad.items():
            yard.enter()
            await pilot.press("f3", *keys.split())
            assert (keys, yard.field.value) == (keys, typed)


async def test_every_number_of_the_pad_can_be_seen(app, keep) -> None:
    """The last row is whole at 80x24, and no more toes are offered than a double can have."""
    async with app(keep(FEW)).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "2", *["down"] * 5, "f3")
        last = list(pilot.app.screen.query(".number"))[-1]
        assert last.name == "20"
        assert last.region.height == 3
        assert pilot.app.screen.query_one(".question").content_region.contains_region(last.region)


async def test_many_tiles_are_picked_until_done(app, keep) -> None:
    """A hand grows tile by tile."""
    async with app(keep(FEW)).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "a", "f3")
        await tap(pilot, 5, 0)
        await tap(pilot, 3, 2)
        await tap(pilot, 3, 1)
        await tap(pilot, 3, 1)
        await pilot.click("#take")
        await pilot.pause()
        assert next(iter(pilot.app.screen.query(FactLine))).field.value == "5-0 3-2"


async def test_what_happened_is_picked_step_by_step(app, keep) -> None:
    """Who, then what, then the tile or whom: the line says it, and the next one is there."""
    async with app(keep(FEW, "tedmontgomery")).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "9", "f", "enter", "f3", "down", "enter", "enter")
        await tap(pilot, 6, 4)
        await pilot.press("f3", "enter", "up", "enter")
        assert isinstance(pilot.app.screen, Choose)
        await pilot.press("enter", "f3", "enter", "down", "enter")
        typed = [each.field.value for each in pilot.app.screen.query(FactLine) if each.line.name == "events"]
        assert typed == ["Fay 6-4", "Ed caught Fay", "Ed draw", ""]
