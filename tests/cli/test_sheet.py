"""`scorekeeper sheet` as people type it: what is printed, where it is laid, and what is refused."""

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from scorekeeper.cli import run
from scorekeeper.formats.game_file import show_game
from scorekeeper.game.events import RoundScored
from scorekeeper.game.round import Out, Pips
from scorekeeper.sheets import template_names
from scorekeeper.storage import open_store
from scorekeeper.system import paths
from tests.build import started
from tests.conftest import CASES, Cli, by_cases, cases
from tests.games import NAMES, new_game, played
from tests.paper import page_sizes, page_texts, squeezed

AT = datetime(2026, 11, 20, 20, 15, tzinfo=UTC)


class Ran(NamedTuple):
    """What a command left: its exit status and what it printed."""

    status: int
    out: bytes
    err: str


Sheet = Cli


@pytest.fixture
def sheet(tmp_path, monkeypatch, capsysbinary) -> Sheet:
    """Return a function that runs `scorekeeper sheet` in an empty folder."""
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    def ran(*words: object) -> Ran:
        capsysbinary.readouterr()
        status = run(["sheet", *map(str, words)])
        out, err = capsysbinary.readouterr()
        return Ran(status, out, err.decode())

    return ran


def text_of(path: str) -> str:
    """Return the words of the only page of a file."""
    (text,) = page_texts(Path(path).read_bytes())
    return text


def test_a_blank_sheet_needs_nothing_said(sheet):
    """Without a word more, a blank double-nine sheet for four lies here, and its name is printed."""
    assert sheet() == Ran(0, b"Chickenfoot.pdf\n", "")
    text = text_of("Chickenfoot.pdf")
    assert "Double-nine · 4 players · 10 rounds" in text
    assert "Everyone draws 11 tiles." in text


def test_a_person_is_asked_before_a_file_is_replaced(sheet, monkeypatch):
    """In a terminal the answer decides; no is the usual one."""
    monkeypatch.setattr("scorekeeper.cli.common.in_terminal", lambda: True)
    Path("mine.pdf").write_text("old", encoding="utf-8")
    for answer, starts in (("", b"old"), ("y", b"%PDF")):
        monkeypatch.setattr("click.termui.visible_prompt_func", lambda *_words, answer=answer: answer)
        sheet("-o", "mine.pdf")
        assert Path("mine.pdf").read_bytes().startswith(starts)


@pytest.mark.parametrize(
    ("form", "start"), [("pdf", b"%PDF-"), ("svg", b"<svg"), ("png", b"\x89PNG\r\n\x1a\n")]
)
def test_standard_output_takes_any_format(sheet, form, start):
    """`-o -` writes the file and nothing else."""
    done = sheet("--format", form, "-o", "-")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(start)
    assert list(Path().iterdir()) == []


def test_the_format_follows_the_name(sheet):
    """The end of the file's name says what kind of file it is."""
    sheet("-o", "sheet.PNG")
    assert Path("sheet.PNG").read_bytes().startswith(b"\x89PNG")


def test_paper_is_what_was_chosen_last(sheet, tmp_path):
    """Without --paper the settings say it, for a ruling too; a damaged file of settings is told about and left."""
    settings = tmp_path / "home" / "settings.toml"
    settings.parent.mkdir()
    settings.write_text('[print]\npaper = "a4"\n')
    sheet("-o", "a4.pdf")
    (size,) = page_sizes(Path("a4.pdf").read_bytes())
    assert size == (210.0, 297.0)
    case = Path(__file__).parents[1] / "situations" / "scenarios" / "15-start-complete-or-not.toml"
    assert run(["judge", str(case), "-o", "ruling.pdf"]) == 1
    assert page_sizes(Path("ruling.pdf").read_bytes()) == [(210.0, 297.0)]
    settings.write_text("[print")
    done = sheet("-o", "usual.pdf")
    assert "settings.toml: This is not TOML" in done.err
    assert Path("usual.pdf").exists()


def test_names_set_paper_rules_and_title_are_on_it(sheet):
    """What was asked for is on the sheet."""
    words = ["--players", "Ana, Ben,Carla", "--set", 12, "--paper", "a4", "--rules", "hastings"]
    sheet(*words, "--title", "Winter cup", "--orientation", "landscape", "-o", "a.pdf")
    text = text_of("a.pdf")
    assert "Ana Ben Carla" in text
    assert "Winter cup" in text
    assert "Hastings family" in text
    assert page_sizes(Path("a.pdf").read_bytes()) == [(297.0, 210.0)]


def test_a_change_of_the_table_is_told(sheet):
    """A rule given with --house stands in force and under the table's changes."""
    sheet("--house", "scoring.double_blank=25", "-o", "a.pdf")
    text = squeezed(text_of("a.pdf"))
    assert "Atthistable,unlike“Classic”.Thedoubleblankleftinahandcounts25points." in text


def test_what_cannot_be_dealt_is_told_and_printed(sheet):
    """A table that the rules cannot deal gets its sheet all the same, and the numbers."""
    done = sheet("--set", 6, "--players", 12)
    assert done.status == 0
    assert "12 hands of 5 need 60 tiles" in done.err
    assert "agree how many tiles each draws" in squeezed_lines(text_of("Chickenfoot.pdf"))


def squeezed_lines(text: str) -> str:
    """Return a text in one line."""
    return " ".join(text.split())


def test_a_game_file_is_filled_in(sheet, shelf):
    """A game file's sheet is named after the game and its date, and holds its scores."""
    game = played(new_game(shelf, 9, NAMES[:3]))
    Path("game.toml").write_bytes(show_game(game).encode())
    assert sheet("game.toml").out == b"Friday night 2026-11-20.pdf\n"
    text = squeezed_lines(text_of("Friday night 2026-11-20.pdf"))
    assert "20 November 2026" in text
    assert f"TOTAL {' '.join(str(game.total(name)) for name in game.players)}" in text


def test_a_kept_game_shows_its_corrections(sheet, shelf, tmp_path):
    """An entry of a kept game that was changed later has its mark."""
    store = open_store(paths.games_file())
    kept = store.create(started(players=("Ana", "Ben"), day=AT.date()), AT)
    kept = store.append(kept, [RoundScored(round=1, entries={"Ben": Pips(23)}, ending=Out("Ana"))], AT)
    store.append(kept, [RoundScored(round=1, entries={"Ben": Pips(32)}, reason="misread")], AT)
    store.close()
    assert sheet("last", "-o", "a.pdf").status == 0
    assert "9 0 0 32* 32" in text_of("a.pdf")


def test_a_whole_event_is_one_file(sheet):
    """A file of tables gives a page per table: its number, round, time and names."""
    Path("cup.csv").write_text(
        "Table,Round,Start,Seat 1,Seat 2,Seat 3\n7,2,19:30,Ana,Ben,Carla\n8,2,19:30,Dan,Eve,\n"
    )
    assert sheet("--tables", "cup.csv").out == b"cup.pdf\n"
    first, second = page_texts(Path("cup.pdf").read_bytes())
    assert "19:30" in first
    assert "7" in first.split()
    assert "Ana Ben Carla" in first
    assert "Dan Eve" in second


@by_cases
def test_what_spreadsheets_write_is_read(sheet, text):
    """Commas, semicolons or tabs, with a line that says which; a cell may have two lines, a table any name."""
    Path("cup.csv").write_bytes(text.encode())
    assert sheet("--tables", "cup.csv").status == 0
    first, second = page_texts(Path("cup.pdf").read_bytes())
    assert "Ana Maria Ben" in first
    assert "Dan Eve" in second


def test_several_games_are_one_file(sheet, shelf):
    """Games that are named are pages of one file, in the order named."""
    for title, players in (("First", NAMES[:3]), ("Second", NAMES[3:5])):
        game = replace(played(new_game(shelf, 9, players)), title=title)
        Path(f"{title}.toml").write_text(show_game(game), encoding="utf-8")
    assert sheet("Second.toml", "First.toml") == Ran(0, b"2 games.pdf\n", "")
    second, first = page_texts(Path("2 games.pdf").read_bytes())
    assert ("Second" in second, "First" in first) == (True, True)


def test_all_games_since_a_day_are_printed(sheet, shelf):
    """The oldest game is the first page; games before the day are left out, as deleted ones are."""
    store = open_store(paths.games_file())
    for day in (22, 20, 21, 23):
        evening = started(players=("Ana", "Ben"), title=f"Evening {day}", day=AT.replace(day=day).date())
        kept = store.create(evening, AT)
    store.delete(kept.id)
    store.close()
    assert sheet("--all-since", "2026-11-21", "-o", "all.pdf").status == 0
    pages = page_texts(Path("all.pdf").read_bytes())
    assert [f"Evening {day}" in page for day, page in zip((21, 22), pages, strict=True)] == [True, True]


def test_long_work_is_announced(sheet, monkeypatch):
    """Of many pages people are told how many there are."""
    monkeypatch.setattr("scorekeeper.cli.sheet.MANY_PAGES", 0)
    assert sheet().err == "scorekeeper: Setting 1 page…\n"


def test_a_game_counted_by_other_rules_says_so(sheet, tmp_path):
    """A sheet under rules that the table did not play by cannot be taken for the result."""
    game = CASES / "games" / "f2.toml"
    sheet(game, "--house", "scoring.out=-5", "-o", "if.pdf")
    assert "this is not the official result" in text_of("if.pdf")
    sheet(game, "--house", "scoring.out=0", "-o", "own.pdf")
    assert "not the result" not in text_of("own.pdf")


def test_the_help_names_every_kind_of_sheet(cli: Cli):
    """Nobody has to guess wrong to learn which sheets there are."""
    told = " ".join(cli("sheet", "--help").out.split()).replace("- ", "-")  # a line may end within a name
    assert not [name for name in template_names() if name != "ruling" and f" {name}," not in told]


@pytest.mark.parametrize("case", cases("bad_tables"), ids=lambda case: case["said"])
def test_a_faulty_file_of_tables_is_told_by_its_line(sheet, case):
    """What is wrong with a file of tables is said with file and line, and nothing is printed."""
    Path("cup.csv").write_text(case["text"], encoding="utf-8")
    done = sheet("--tables", "cup.csv")
    assert done.status == 2
    assert f"cup.csv: {case['said']}" in done.err
    assert not Path("cup.pdf").exists()
