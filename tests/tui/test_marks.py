"""The letters at fault are marked where they were typed, until the text changes; colours are not needed."""

from rich.style import Style

from scorekeeper.errors import Position
from scorekeeper.tui.new_game import NewGame
from scorekeeper.tui.widgets.field import Field
from tests.tui.conftest import strips, told


def styles(field: Field) -> list[tuple[str, Style]]:
    """Return the letters of a field as the screen draws them, with their styles."""
    strip = strips(field.app.screen)[field.content_region.y]
    region = field.content_region
    drawn = strip.crop(region.x, region.right)
    return [(letter, segment.style or Style.null()) for segment in drawn for letter in segment.text]


def marked(field: Field) -> str:
    """Return the letters that are drawn bold and underlined."""
    return "".join(letter for letter, style in styles(field) if style.underline and style.bold)


def in_hand(pilot) -> Field:
    """Return the field with the cursor."""
    assert isinstance(pilot.app.focused, Field)
    return pilot.app.focused


async def test_the_letters_of_a_hand_that_cannot_be_read_are_marked(app, keep) -> None:
    """Nothing but the word at fault is marked, and where it was typed."""
    hands = {"12++7": "+", "6-4 10-4 ": "10-4", "=6x": "6x", "  5-0 x5": "x5", "12+7": ""}
    async with app(keep()).run_test(size=(100, 30)) as pilot:
        await pilot.press("enter")
        for typed, letters in hands.items():
            in_hand(pilot).value = ""
            await pilot.press(*typed)
            assert (typed, marked(in_hand(pilot))) == (typed, letters)
            span = in_hand(pilot).marked
            assert (span is None) == (not letters)
            assert span is None or in_hand(pilot).value[slice(*span)] == letters


async def test_the_mark_goes_as_soon_as_the_text_changes(app, keep) -> None:
    """What was mended is not marked any more; nor is it while the new text waits to be read."""
    async with app(keep()).run_test(size=(100, 30)) as pilot:
        await pilot.press("enter", *"12++7")
        assert marked(in_hand(pilot)) == "+"
        in_hand(pilot).value = "12+7"
        assert in_hand(pilot).marked is None
        await pilot.pause()
        assert marked(in_hand(pilot)) == ""


async def test_without_colours_the_mark_is_still_there(app, keep, monkeypatch) -> None:
    """With NO_COLOR the letters are underlined and bold, and have no colour."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with app(keep()).run_test(size=(100, 30)) as pilot:
        await pilot.press("enter", *"6-4 xx")
        assert marked(in_hand(pilot)) == "xx"
        assert all(style.color is None or style.color.is_default for _x, style in styles(in_hand(pilot)))


async def test_a_date_to_filter_by_is_marked(app, keep) -> None:
    """Of two dates the one that cannot be read is marked."""
    keep()
    async with app().run_test(size=(120, 30)) as pilot:
        await pilot.press("h", "s", "tab", *"2026..x")
        assert marked(in_hand(pilot)) == "x"
        await pilot.press("backspace")
        assert marked(in_hand(pilot)) == ""


async def test_a_name_that_cannot_be_is_marked_when_the_game_is_to_start(app) -> None:
    """Of several names the faulty one is marked, at the letter; so is a number of rounds that is none.

    What was said of a name is gone with the names.
    """
    async with app().run_test(size=(100, 40)) as pilot:
        await pilot.press("n", *"Ana", "enter", *"Be,n", "f5")
        assert isinstance(pilot.app.screen, NewGame)
        ana, ben, *_rest = pilot.app.screen.query("Input.seat").results(Field)
        assert (marked(ana), marked(ben)) == ("", ",")
        assert "Be,n" in told(pilot.app)
        await pilot.press("f12")
        assert (marked(ben), told(pilot.app)) == ("", "")
        rounds = pilot.app.screen.query_one("#rounds", Field)
        rounds.value = "few"
        await pilot.pause()
        assert marked(rounds) == "few"


async def test_a_mark_lays_nothing_out(app, keep, monkeypatch) -> None:
    """A mark that comes and goes draws its own field anew, and nothing is laid out for it."""
    async with app(keep()).run_test(size=(100, 30)) as pilot:
        await pilot.press("enter", *"12+7")
        laid_out: list[int] = []
        monkeypatch.setattr(
            type(pilot.app.screen), "_refresh_layout", lambda *_any, **_more: laid_out.append(1)
        )
        in_hand(pilot).mark(Position(3))
        await pilot.pause()
        assert marked(in_hand(pilot)) == "+"
        in_hand(pilot).mark(None)
        await pilot.pause()
        assert marked(in_hand(pilot)) == ""
        assert laid_out == []
