"""Colours, keys and the line at the foot: what a person chose is used, remembered, and never in the way."""

import re
from pathlib import Path
from unittest.mock import Mock

import pytest
from textual.widgets import Input, OptionList, Select

from scorekeeper.game.round import Pips
from scorekeeper.sheets.templates import label_words
from scorekeeper.system.languages import languages
from scorekeeper.system.settings import read_settings
from scorekeeper.text import ENGLISH, language
from scorekeeper.tui.app import ScorekeeperApp
from scorekeeper.tui.base.actions import ACTIONS, key_map, key_names
from scorekeeper.tui.base.colours import LEADS, THEMES
from scorekeeper.tui.base.screen import KeyLine
from scorekeeper.tui.help import Help
from scorekeeper.tui.home import Home
from scorekeeper.tui.table.score_table import (
    BLOCKED,
    CALLED,
    CAUGHT,
    CORRECTED,
    NOT_ENTERED,
    OUT,
    SAT_OUT,
    STARTS,
)
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.dialogs import Confirm
from scorekeeper.tui.widgets.field import Field
from scorekeeper.web.standing import standing_table
from tests.catalogues import speaking, write_translation
from tests.conftest import SHELF, by_cases
from tests.games import NAMES, new_game, played
from tests.tui.conftest import strips, told


def settings(home: Path, text: str) -> None:
    """Write a file of settings."""
    (home / "settings.toml").write_text(text, encoding="utf-8")


def at_the_foot(app: ScorekeeperApp) -> list[str]:
    """Return the keys at the foot of the screen that are wholly in sight."""
    line = app.screen.query_one(KeyLine)
    text = line.render().plain
    assert len(text) <= line.region.width == app.size.width
    return [key.words for key in line.shown_keys() if f" {key.shown} {key.words} " in text]


async def test_a_theme_is_chosen_and_remembered(app, home: Path) -> None:
    """The theme that is taken from the list is there again at the next start."""
    *_others, name = THEMES
    async with app().run_test(size=(80, 24)) as pilot:
        pilot.app.action_change_theme()
        await pilot.pause()
        await pilot.press("home", *["down"] * list(THEMES).index(name), "enter")
        assert pilot.app.theme == name
        assert read_settings(home / "settings.toml").theme == name
    async with app().run_test(size=(80, 24)) as pilot:
        assert pilot.app.theme == name


async def test_the_language_is_chosen_at_the_table(app, keep, home: Path) -> None:
    """Every word is of the chosen language at once, and at the next start; the table and its phones stay open."""
    kept = keep()
    shared = Mock(game_id=kept.id)
    with speaking(ENGLISH):
        async with app(kept).run_test(size=(100, 30)) as pilot:
            pilot.app.session.shared = shared
            await pilot.press("f2", *"idioma", "enter")
            assert chosen(pilot.app) == "English"
            await pilot.press(*["down"] * languages().index("es"), "enter")
            assert isinstance(pilot.app.screen, TableScreen)
            assert at_the_foot(pilot.app)[0] == "Anotar"
            assert "ronda 1 de 10" in shown(pilot.app)
            assert read_settings(home / "settings.toml").language == "es"
            assert pilot.app.session.shared is shared
            shared.stop.assert_not_called()
            await pilot.press("enter", "5", "enter", "escape")
            assert pilot.app.session.game.rounds[0].entries["Ana"] == Pips(5)
            await pilot.press("escape")
            assert "En curso" in shown(pilot.app)
            await pilot.press("f2", *"english", "enter")
            assert chosen(pilot.app) == "Español"
            await pilot.press("home", "enter")
            assert "In progress" in shown(pilot.app)
            assert at_the_foot(pilot.app)[0] == "Open"


async def test_what_is_typed_outlives_another_language(app, keep) -> None:
    """What cannot be saved is asked about first, in the language before; a game that is being set up stays so."""
    with speaking(ENGLISH):
        async with app(keep()).run_test(size=(100, 30)) as pilot:
            await pilot.press("enter", *"99999")
            pilot.app.action_change_language()
            await pilot.press("end", "enter")
            assert isinstance(pilot.app.screen, Confirm)
            assert language() == ENGLISH
            await pilot.press("y")
            assert at_the_foot(pilot.app)[0] == "Anotar"
            await pilot.press("escape", "n", *"Zoe")
            pilot.app.action_change_language()
            await pilot.press("home", "enter", "n")
            assert "Zoe" in [field.value for field in pilot.app.screen.query(Field)]


async def test_a_damaged_translation_is_told_where_a_language_is_chosen(app, home: Path, translate) -> None:
    """A sentence names the file, and the app goes on in the language in use."""
    write_translation(home / "translations", "es", {}).write_bytes(b"no catalogue")
    async with app().run_test() as pilot:
        pilot.app.action_change_language()
        await pilot.pause()
        assert "scorekeeper.mo cannot be read" in told(pilot.app)
        assert isinstance(pilot.app.screen, Home)


def chosen(app: ScorekeeperApp) -> str:
    """Return what is marked in the question in front."""
    options = app.screen.query_one(OptionList)
    assert options.highlighted is not None
    return str(options.get_option_at_index(options.highlighted).prompt)


def shown(app: ScorekeeperApp) -> str:
    """Return the screen in front as it is drawn."""
    return "\n".join(strip.text for strip in strips(app.screen))


async def test_a_damaged_file_of_settings_is_told_once_and_left(app, home: Path) -> None:
    """The app runs as usual; a theme that is chosen then is used, and nothing is written over."""
    settings(home, "theme = [")
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "settings.toml: This is not TOML" in told(pilot.app)
        pilot.app.clear_notifications()
        pilot.app.action_change_theme()
        await pilot.pause()
        await pilot.press("home", "down", "enter")
        assert pilot.app.theme == "daylight"
        assert told(pilot.app) == ""
        assert (home / "settings.toml").read_text(encoding="utf-8") == "theme = ["


async def test_without_colours_none_is_drawn(app, keep, monkeypatch) -> None:
    """NO_COLOR leaves the terminal's own two colours, and the marked cell is shown in reverse."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        lines = strips(pilot.app.screen)
        styles = [segment.style for strip in lines for segment in strip if segment.style]
        colours = [colour for style in styles for colour in (style.color, style.bgcolor) if colour]
        assert all(colour.is_default for colour in colours)
        assert any(style.reverse for style in styles)


@by_cases
def test_a_key_that_cannot_be_is_left_out_and_told(screen: str, action: str, key: str, sentence: str) -> None:
    """The sentence names the place in the settings and what is wrong; the action keeps its key."""
    mapped = key_map({screen: {action: key}})
    assert mapped.keys == {}
    assert len(mapped.faults) == 1
    assert mapped.faults[0].startswith(f"keys.{screen}.{action} in the settings is left out: {sentence}")


def test_two_actions_do_not_get_one_key() -> None:
    """The first of them has it; a key that was given away is free."""
    mapped = key_map({"table": {"undo": "f11", "redo": "f11", "log": "u"}})
    assert mapped.keys == {"table.undo": "f11", "table.log": "u"}
    assert "The key f11 does table.undo there." in mapped.faults[0]


@pytest.mark.parametrize("width", [45, 80])
async def test_the_foot_never_loses_the_ways_out(app, keep, width: int) -> None:
    """However narrow, the keys for help, back and all else are wholly in sight."""
    async with app(keep()).run_test(size=(width, 30)) as pilot:
        await pilot.pause()
        assert {"Help", "Home", "More"} <= set(at_the_foot(pilot.app))
        await pilot.press("escape")
        assert {"Help", "Quit", "More"} <= set(at_the_foot(pilot.app))


async def test_help_begins_with_what_is_in_hand(app, home: Path) -> None:
    """On a list to choose from it says how; on a line of text, what the line takes."""
    async with app().run_test(size=(80, 40)) as pilot:
        await pilot.press("p")
        for name, kind, sentence in (
            ("#set", Select, "Enter opens the list"),
            ("#players", Input, "How many"),
        ):
            pilot.app.screen.query_one(name, kind).focus()
            await pilot.press("f1")
            assert isinstance(pilot.app.screen, Help)
            assert sentence in pilot.app.export_screenshot().replace("&#160;", " ")
            await pilot.press("escape")


def test_the_documentation_says_what_each_key_means() -> None:
    """A key that has several names on several screens is in the table with all of them, and no key with others."""
    names: dict[str, set[str]] = {}
    for actions in ACTIONS.values():
        for action in actions:
            for key in key_names(action.keys):
                names.setdefault(key, set()).add(action.label)
    page = (Path(__file__).parents[2] / "docs" / "keys.md").read_text(encoding="utf-8")
    rows = page.partition("## What a key means")[2].partition("## Words")[0].splitlines()
    told = {row.split("`")[1]: set(re.findall(r"\*([^*]+)\*", row)) for row in rows if row.startswith("| `")}
    assert {key: labels for key, labels in names.items() if len(labels) > 1 or key in told} == told


def test_the_documentation_has_the_marks_of_the_table() -> None:
    """Whoever looks for a mark of the score table finds what it means."""
    page = (Path(__file__).parents[2] / "docs" / "keys.md").read_text(encoding="utf-8")
    marks = page.partition("## Words and marks")[2].partition("<!-- made")[0]
    for mark in (OUT, BLOCKED, CORRECTED, CALLED, CAUGHT, SAT_OUT, NOT_ENTERED, STARTS, LEADS):
        assert f"| `{mark}` |" in marks


def test_phones_and_paper_use_the_words_and_marks_of_the_documentation() -> None:
    """The table of words holds for all of them; marks that are others on paper are named."""
    page = (Path(__file__).parents[2] / "docs" / "keys.md").read_text(encoding="utf-8")
    told = page.partition("## Words and marks")[2].partition("<!-- made")[0]
    words = set(re.findall(r"^\| \*(.*?)\* \|", told, flags=re.MULTILINE))
    assert words == {"still to come", "points", "total", "behind", "place"}
    paper = label_words()
    assert {paper[name].casefold() for name in ("scored", "total", "behind", "place")} <= words
    assert [paper[f"mark_{name}"] for name in ("corrected", "called", "away")] == [CORRECTED, CALLED, SAT_OUT]
    for mark in (paper["mark_blocked"], paper["mark_little"]):
        assert f"`{mark}` for `" in told
    shown = str(standing_table(played(new_game(SHELF, 9, NAMES[:4])), wide=True))
    assert {
        name for name in ("place", "total", "behind") if f">{name.capitalize()}</th>" not in shown
    } == set()
    assert LEADS in shown
