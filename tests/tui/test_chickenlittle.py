"""Chickenlittle at the table: who called, who was caught, what it costs, and the reminder until it is done."""

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from scorekeeper.formats import shipped_wording
from scorekeeper.game import describe_events
from scorekeeper.game.round import Call
from scorekeeper.tui.table.chickenlittle import penalty_reminder
from tests.tui.conftest import told

CAUGHT = ("c", "down", "enter")
"""Ben is on the last tile; the next question is who caught him."""


def reminder(pilot: Pilot[None]) -> str:
    """Return what the table reminds of; nothing where it does not."""
    due = pilot.app.screen.query_one("#due", Static)
    return str(due.content) if due.display else ""


async def catch(pilot: Pilot[None], *keys: str) -> None:
    """Say that Ben is on the last tile, and answer who caught him."""
    await pilot.press(*CAUGHT, *keys)


async def test_a_call_in_time_is_noted_and_costs_nothing(app, keep) -> None:
    """Four keys; the mark is not that of one who was caught."""
    async with app(keep(book="tedmontgomery")).run_test() as pilot:
        await catch(pilot, "enter")
        (call,) = pilot.app.session.game.rounds[0].calls
        assert (call.player, call.caught_by, call.effect) == ("Ben", None, None)
        assert told(pilot.app) == "Noted: Ben called."
        assert reminder(pilot) == ""
        assert "♪" in str(pilot.app.screen.query_one("#scores").get_cell_at((0, 2)))


async def test_the_dialog_names_round_and_players(app, keep) -> None:
    """The double of the round is in the question, and nobody catches himself."""
    async with app(keep()).run_test() as pilot:
        await pilot.press(*CAUGHT)
        question = str(pilot.app.screen.query_one(Static).content)
        assert "9-9" in question
        assert "Ben" in question
        options = pilot.app.screen.query_one(OptionList)
        words = [str(options.get_option_at_index(place).prompt) for place in range(options.option_count)]
        assert words == ["Yes, Ben called", "Caught by Ana", "Caught by Carla", "Caught by Dan"]


async def test_a_lost_turn_is_reminded_of_until_it_is_served(app, keep) -> None:
    """The rule book's penalty is said, stands over the table, goes with x and comes back with undo."""
    async with app(keep(book="tedmontgomery")).run_test() as pilot:
        await catch(pilot, "down", "enter")
        assert "the next turn" in told(pilot.app)
        assert "Ben forgot to call" in reminder(pilot)
        await pilot.press("x")
        assert reminder(pilot) == ""
        assert pilot.app.session.game.rounds[0].calls[0].served
        await pilot.press("u")
        assert "Ben forgot to call" in reminder(pilot)
        await pilot.click("#due")
        await pilot.pause()
        assert reminder(pilot) == ""
        assert not pilot.app.screen.check_action("served", ())


async def test_a_round_that_is_over_reminds_of_nothing(app, keep) -> None:
    """With a winner entered the turn cannot come any more."""
    async with app(keep(book="tedmontgomery")).run_test() as pilot:
        await catch(pilot, "down", "enter")
        await pilot.press("enter", "o", "enter", "escape")
        assert reminder(pilot) == ""


@pytest.mark.parametrize(
    ("book", "says"),
    [
        ("hastings", "only a courtesy"),
        ("wikipedia", "costs one tile from the yard"),
    ],
)
async def test_the_rule_book_in_force_says_what_it_costs(app, keep, book, says) -> None:
    """In its own words, also where it is nothing."""
    async with app(keep(book=book)).run_test() as pilot:
        await catch(pilot, "down", "enter")
        assert says in told(pilot.app)
        assert bool(reminder(pilot)) == (book == "wikipedia")


def test_a_penalty_of_the_tables_own_is_said_as_it_was_written() -> None:
    """Whatever stands in the game file."""
    assert "sings a song" in penalty_reminder(Call("chickenlittle", "Ben", "Ana", "sings a song"), "x")


async def test_a_call_belongs_to_the_marked_round(app, keep) -> None:
    """The last hand that is entered ends a round; its call can be noted all the same, and none before its time."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", "o", "enter", "5", "enter", "6", "enter", "7", "enter")
        if not pilot.app.screen.query("#scores"):
            await pilot.press("escape")
        await pilot.press("up")
        await catch(pilot, "enter")
        assert [call.player for call in pilot.app.session.game.rounds[0].calls] == ["Ben"]
        await pilot.press("end", "down", "down")
        await catch(pilot, "enter")
        assert [len(played.calls) for played in pilot.app.session.game.rounds] == [1, 1]


async def test_a_table_with_trains_calls_it_the_last_tile(app, keep) -> None:
    """Nothing that it reads there speaks of Chickenlittle, and two tiles are drawn where the rules say so."""
    kept = keep(book="train-usual", set_size=12, **{"little.mode": "penalty", "little.penalty": "draw-2"})
    async with app(kept).run_test() as pilot:
        await pilot.press("c")
        assert "Last tile, round of 12-12" in str(pilot.app.screen.query_one(".question Static").content)
        await pilot.press("down", "enter", "down", "enter")
        assert told(pilot.app).endswith("A last tile not announced costs two tiles from the yard.")
        assert "Ben forgot to call the last tile and draws two" in reminder(pilot)
        log = describe_events(pilot.app.session.kept.log, shipped_wording, 1)[0].sentence
        assert log == (
            "Round 12-12: Ana caught Ben, who had not announced the last tile. The penalty is to draw 2 tiles."
        )
