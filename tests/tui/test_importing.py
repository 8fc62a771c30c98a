"""Import in the app: files are shown as they were understood, and all games are saved, or none."""

from itertools import cycle
from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from scorekeeper.game import player_marks
from scorekeeper.system import named_language, typed_paths
from scorekeeper.text import spoken
from scorekeeper.tui import importing
from scorekeeper.tui.home import Home
from scorekeeper.tui.importing import FilesField, Import
from scorekeeper.tui.widgets.data_list import LongList
from scorekeeper.tui.widgets.dialogs import Confirm
from tests.tui import conftest
from tests.tui.conftest import NAMES, told, until
from tests.tui.test_look import Place, ends_without_sign, faint, foot_faults
from tests.tui.test_panes import LEAST_FULL, SIZES, share_full
from tests.tui.test_pasting import paste

EVENINGS = """Date,Round,Ana,Ben,Carla,Minutes
2024-01-05,9,0,31,18,12
2024-01-05,8,12,0,44,14
,total,12,31,62,
2025-01-12,9,22,0,9,15
2025-01-12,8,0,14,30,11
,total,22,14,39,
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Return a file with two games of a year ago and before."""
    path = tmp_path / "two evenings.csv"
    path.write_text(EVENINGS, encoding="utf-8")
    return path


def shown(pilot: Pilot[None]) -> str:
    """Return the words on the import screen."""
    return "\n".join(str(part.content) for part in pilot.app.screen.query(Static) if part.display)


def kept(pilot: Pilot[None]) -> list[str]:
    """Return the days of all games that are kept."""
    store = pilot.app.session.store
    return [str(summary.date) for summary in store.summaries(50).values()]


async def test_a_file_that_is_dropped_at_home_is_shown_saved_as_a_whole_and_taken_back_by_one_key(
    app, table
) -> None:
    """Nothing is saved before Enter; home shows the games by their days; one key undoes it, and undoes that."""
    async with app().run_test(size=(120, 40), notifications=True) as pilot:
        await paste(pilot, f"'{table}'\n")
        assert isinstance(pilot.app.screen, Import)
        assert [row.log.game.players for row in pilot.app.screen.query_one(LongList).rows] == [NAMES[:3]] * 2
        words = shown(pilot)
        assert "2 games · 05 Jan 2024 – 12 Jan 2025 · 3 players · 4 rounds" in words
        assert "The totals are those of the file. Left out: Minutes." in words
        assert kept(pilot) == []
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, Home)
        assert kept(pilot) == ["2025-01-12", "2024-01-05"]
        assert "2 games were imported. u takes all of them back." in told(pilot.app)
        assert "12 Jan 2025" in str(pilot.app.screen.query_one("#games").get_option_at_index(1).prompt)
        await pilot.press("u")
        assert kept(pilot) == []
        await pilot.press("u")
        assert len(kept(pilot)) == 2
        await pilot.press("u")
        assert "No game was deleted" in told(pilot.app)


async def test_people_keep_their_colours_in_games_that_are_brought_in(app, keep, table) -> None:
    """Somebody who has played here before is drawn in the same colour, whoever comes first in the file."""
    known = keep(players=("Zoe", *reversed(NAMES[:3])))
    async with app().run_test(size=(120, 40)) as pilot:
        await paste(pilot, f"'{table}'\n")
        await pilot.press("enter")
        store = pilot.app.session.store
        for listed in store.list(-1):
            marks = player_marks(store.game(listed.id).game)
            assert all(marks[name].place == player_marks(known.game)[name].place for name in NAMES[:3])


async def test_a_deleted_game_is_offered_by_the_day_on_which_it_was_played(app, table) -> None:
    """Not by the day of the import, on which all of them came."""
    async with app().run_test() as pilot:
        await paste(pilot, str(table))
        await pilot.press("enter")
        store = pilot.app.session.store
        for one in store.list():
            store.delete(one.id)
    async with app().run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press("u", "enter")
        assert "Brought back: Untitled of 12 Jan 2025" in " ".join(told(pilot.app).split())


async def test_the_files_are_typed_and_read_once_they_are_there(app, table) -> None:
    """The preview comes with the last letter, and the keys are those of the list; `s` goes back to the line."""
    async with app().run_test() as pilot:
        await pilot.press("i")
        field = pilot.app.screen.query_one(FilesField)
        assert pilot.app.screen.focused is field
        field.value = str(table)[:-1]
        await pilot.pause()
        assert not pilot.app.screen.query_one(LongList).rows
        await pilot.press("v")
        listed = pilot.app.screen.query_one(LongList)
        assert (len(listed.rows), pilot.app.screen.focused) == (2, listed)
        await pilot.press("m", "down")
        assert (field.value, listed.cursor) == (str(table), 1)
        await pilot.press("s")
        assert pilot.app.screen.focused is field
        await pilot.press("enter")
        assert len(kept(pilot)) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nowhere.csv", "nowhere.csv"),
        ("broken.csv", "The file's total for Ben is 30; its rounds make 31"),
    ],
)
async def test_why_a_file_is_refused_stands_in_the_pane_and_what_was_typed_stays(
    app, tmp_path, text, sentence
) -> None:
    """Nothing is saved, and Enter tries again."""
    (tmp_path / "broken.csv").write_text(EVENINGS.replace("total,12,31", "total,12,30"), encoding="utf-8")
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await paste(pilot, str(tmp_path / text))
        assert sentence in shown(pilot)
        assert text in pilot.app.screen.query_one(FilesField).value
        assert (
            not pilot.app.screen.query_one(LongList).display or not pilot.app.screen.query_one(LongList).rows
        )
        await pilot.press("enter", "enter")
        assert kept(pilot) == []


async def test_one_key_says_that_a_new_name_is_a_known_player(app, keep, table) -> None:
    """“Carla M.” is offered as Carla; the key takes it, and once more takes it back."""
    keep()
    table.write_text(EVENINGS.replace("Carla", "Carla M."), encoding="utf-8")
    async with app().run_test(size=(80, 24)) as pilot:
        await paste(pilot, str(table))
        assert "“Carla M.” is new here. m: it is Carla." in shown(pilot)
        await pilot.press("m")
        assert "counts as Carla" in shown(pilot)
        await pilot.press("m", "m", "enter")
        people = pilot.app.session.store.known_players()
        assert "Carla M." not in people


async def test_several_names_are_asked_about_one_by_one(app, keep, table) -> None:
    """The key asks which name is meant."""
    keep()
    table.write_text(EVENINGS.replace("Carla", "Carla M.").replace("Ben", "Benn"), encoding="utf-8")
    async with app().run_test(size=(80, 24)) as pilot:
        await paste(pilot, str(table))
        await pilot.press("m", "enter", "m", "down", "enter", "enter")
        assert {*pilot.app.session.store.known_players()} == {*NAMES}


async def test_a_day_a_set_and_players_can_be_said_and_a_game_without_a_day_says_so(app, table) -> None:
    """What the file leaves open is said on the lines above."""
    table.write_text("Round,Ana,Ben,Sum\n1,0,31,31\n2,12,0,12\n3,4,0,4\n", encoding="utf-8")
    async with app().run_test(size=(120, 40)) as pilot:
        await paste(pilot, str(table))
        assert "say which set it was" in shown(pilot)
        pilot.app.screen.query_one("#set").value = 12
        await pilot.pause()
        assert "names no day for it, so" in shown(pilot)
        pilot.app.screen.query_one("#day").value = "5 Jan 2023"
        await pilot.pause()
        (game,) = (row.log.game for row in pilot.app.screen.query_one(LongList).rows)
        assert (str(game.date), game.set_size) == ("2023-01-05", 12)
        pilot.app.screen.query_one("#day").value = "soon"
        await pilot.pause()
        assert "“soon” is not a day up to today" in shown(pilot)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("Round,Ana,Ben\n1,0,31\n2,12,0\n", "which set it was: “set” above."),
        ("Round,Ana,Ben,Sum up\n9,0,31,31\n8,12,0,12\n", "say who played: “players” above."),
        ("Round,Ana,Ben,Cy\n9,0,31,18\n8,12,31,62\n", "say which: “numbers” above."),
        ("Chickenfoot and Mexican Train\nRound,Ana,Ben\n9,0,31\n8,12,0\n", "by: “usual rules” above."),
    ],
    ids=["set", "players", "numbers", "rules"],
)
async def test_what_a_file_leaves_open_is_said_on_lines_that_the_app_names(app, table, rows, words) -> None:
    """No option of the command line is named, but the line above that takes it."""
    table.write_text(rows, encoding="utf-8")
    async with app().run_test(size=(120, 40)) as pilot:
        await paste(pilot, str(table))
        assert words in " ".join(shown(pilot).split())
        assert "--" not in shown(pilot)


async def test_what_is_doubtful_is_asked_before_it_is_saved(app, table) -> None:
    """A doubt stands beside its game, and Enter asks about it."""
    table.write_text(
        "Round,Ana,Ana,Ben\n".replace("Ana,Ana", "Ana,Anа") + "9,0,31,18\n8,12,0,44\n", encoding="utf-8"
    )
    async with app().run_test(size=(80, 24)) as pilot:
        await paste(pilot, str(table))
        assert "? " in shown(pilot)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, Confirm)
        await pilot.press("n")
        assert kept(pilot) == []
        await pilot.press("enter", "y")
        assert len(kept(pilot)) == 1


async def test_escape_stops_the_reading_while_the_screen_stays_alive(app, table, monkeypatch) -> None:
    """A bar shows how far it is; after Esc nothing is saved, and another Esc leaves."""
    going_on, may_end, read = Event(), Event(), importing.read_games

    def slowly(found, *how):
        def held():
            for number, one in enumerate(found):
                if number == 1:
                    going_on.set()
                    may_end.wait(30)  # the test lets it go on; this only ends a test that failed
                yield one

        return read(held(), *how)

    monkeypatch.setattr(importing, "read_games", slowly)
    monkeypatch.setattr(conftest, "lasting", frozenset({"reading"}))
    async with app().run_test(size=(80, 24), notifications=True) as pilot:
        await paste(pilot, str(table))
        await until(pilot, lambda: "━" in str(pilot.app.screen.query_one("#counted").content))
        assert going_on.is_set()
        assert "1 of 2" in str(pilot.app.screen.query_one("#counted").content)
        await pilot.press("tab", "f1", "escape", "escape")
        assert isinstance(pilot.app.screen, Import)
        may_end.set()
        await until(
            pilot, lambda: not [one for one in pilot.app.workers if one.name == "reading" and one.is_running]
        )
        assert "stopped" in told(pilot.app)
        assert not pilot.app.screen.query_one(LongList).rows
        assert kept(pilot) == []


@pytest.mark.parametrize(
    ("size", "language"),
    [*zip([(45, 30), (80, 24), (100, 30), *SIZES], cycle(["es", "en"]), strict=False)],
    ids=str,
)
async def test_the_screen_is_whole_at_every_size_and_full_in_panes(app, keep, table, size, language) -> None:
    """With long names and a name that may be known nothing is cut without a sign, and Enter is first."""
    keep(("Grandmother Josephine", "Benedikt von Hohenstein"))
    long = EVENINGS.replace("Ana", "Grandmother Josefine").replace("Ben", "Benedict von Hohenstein")
    table.write_text(long, encoding="utf-8")
    with spoken(named_language(language)):
        async with app().run_test(size=size) as pilot:
            await pilot.press("i")
            faults = [
                *ends_without_sign(pilot),
                *foot_faults(pilot, Place("i", "Read"), spanish=language == "es"),
            ]
            await paste(pilot, str(table))
            faults += [*ends_without_sign(pilot), *faint(pilot)]
            faults += foot_faults(pilot, Place("i", "Save 2 games"), spanish=language == "es")
            assert faults == []
            if size in SIZES:
                assert share_full(pilot) >= LEAST_FULL


@pytest.mark.parametrize(
    "typed",
    [
        "{folder}/two evenings.csv",
        "'{folder}/two evenings.csv'",
        '"{folder}/two evenings.csv" ',
        "{folder}/two\\ evenings.csv",
        "file://{folder}/two%20evenings.csv",
    ],
)
def test_a_file_is_found_as_terminals_and_file_managers_name_it(table, typed) -> None:
    """As it stands, between quotation marks, with backslashes, or as an address."""
    assert typed_paths(typed.format(folder=table.parent)) == (table,)


def test_several_files_are_told_apart(table, tmp_path) -> None:
    """By quotation marks or spaces; where none of them is there, the text is one name."""
    (tmp_path / "b.csv").touch()
    assert typed_paths(f"'{table}' {tmp_path}/b.csv") == (table, tmp_path / "b.csv")
    assert typed_paths("no such file.csv") == (Path("no such file.csv"),)
    assert typed_paths("Ana's.csv") == (Path("Ana's.csv"),)
    assert typed_paths("  ") == ()
