"""What decides is read whole: no question and no error of the entry is cut or below the fold in a small terminal."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from scorekeeper.system import named_language
from scorekeeper.text import spoken
from scorekeeper.tui.entry.round import EntryScreen
from scorekeeper.tui.widgets.dialogs import Dialog
from tests.build import scored
from tests.tui.conftest import strips, until
from tests.tui.test_look import SHORT
from tests.tui.test_pressed import keys
from tests.tui.test_translated import plain

SAID = (
    ("5 enter", "who began"),
    ("enter enter", "one Enter too many"),
    ("f4", "which double was short of toes"),
    ("x enter", "no double"),
    ("backspace up '6-6 6-6'", "a tile twice"),
    ("enter", "a tile twice, saved"),
    ("end backspace*9 '999' enter", "more than a set has"),
)
"""Keys in a round's entry one after the other, and what is then said on the line with the cursor."""

ASKED = (
    ("c", "who has one tile left"),
    ("down enter", "who noticed"),
    ("escape f", "when the game ends"),
    ("down enter", "why the game ends"),
    ("escape a", "who began"),
    ("escape y", "what numbers are"),
    ("escape up right enter '9' enter", "why it is corrected"),
)
"""Keys on the table one after the other, and the question that they open."""


USUAL = {(2, "en"), (4, "es"), (8, "en"), (12, "es")}
TABLES = [
    pytest.param(*table, marks=() if table in USUAL else pytest.mark.full)
    for table in product(range(2, 13), ("en", "es"))
]


@pytest.mark.parametrize(("players", "code"), TABLES)
async def test_questions_and_errors_are_whole_in_a_small_terminal(app, keep, players: int, code: str) -> None:
    """With 2 to 12 players, in both languages, at 80x24: every word of them is on the screen."""
    names = SHORT[:players]
    hands = dict.fromkeys(names[1:], "=9")
    with spoken(named_language(code)):
        async with app(keep(names, set_size=12)).run_test(size=(80, 24)) as pilot:
            await pilot.press("enter")
            for pressed, about in SAID:
                await pilot.press(*keys(pressed))
                whole(pilot, about, pilot.app.screen.line_in_hand().said.plain)
                assert "F4" in strips(pilot.app.screen)[-1].text, about
        kept = keep(
            names,
            set_size=12,
            happened=[scored(1, names[0], **hands), scored(2, **dict.fromkeys(names, "7"))],
        )
        async with app(kept).run_test(size=(80, 24)) as pilot:
            await pilot.press("up", "enter")
            whole(pilot, "how it ended", pilot.app.screen.line_in_hand().said.plain)
            await pilot.press("4", "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, Dialog))
            whole(pilot, "who had 0-0", *words_of(pilot))
            await pilot.press("enter")
            for pressed, about in ASKED:
                await pilot.press(*keys(pressed))
                assert isinstance(pilot.app.screen, Dialog), about
                whole(pilot, about, *words_of(pilot))
        kept = keep(
            names, "train-usual", 15, [scored(1, names[0], **hands)], **{"scoring.out_on_double": "doubled"}
        )
        async with app(kept).run_test(size=(80, 24)) as pilot:
            pilot.app.push_screen(EntryScreen(pilot.app.session, 2))
            await pilot.press("o", "enter")
            for _name in names[1:]:
                await pilot.press("=", "9", "enter")
            whole(pilot, "the last tile", pilot.app.screen.line_in_hand().said.plain)


def words_of(pilot: Pilot[None]) -> Iterator[str]:
    """Yield the words of the question in front, and of what is marked."""
    yield from (plain(part.content) for part in pilot.app.screen.query(Static))
    for options in pilot.app.screen.query(OptionList):
        if options.highlighted_option is not None:
            yield plain(options.highlighted_option.prompt)


def whole(pilot: Pilot[None], about: str, *words: str) -> None:
    """Check that words stand on the screen, whatever lines they are broken into."""
    drawn = " ".join(strip.text for strip in strips(pilot.app.screen))
    shown = " ".join(re.sub("[│▁-█]", " ", drawn).split())
    for sentence in words:
        assert " ".join(sentence.split()) in shown, f"{about}: “{sentence}” is cut in\n{shown}"
    assert any(words), about
