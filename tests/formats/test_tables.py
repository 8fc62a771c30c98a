"""Tables that people made: each is understood as it was meant, or refused with its line."""

from datetime import UTC, datetime
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from xlsxwriter import Workbook

from scorekeeper.cli.imports import HINTS
from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.formats.table_games import ImportPlan
from scorekeeper.game.game import Game
from scorekeeper.reading import games_in
from scorekeeper.reading.tables import NOTHING, WrittenTable
from scorekeeper.session.incoming import Incoming, near_names, read_files, read_games
from scorekeeper.text import spoken
from tests.catalogues import TRANSLATED, language_of
from tests.conftest import CASES, SHELF, cases

AT = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)


def plan(case: dict[str, Any]) -> ImportPlan:
    """Return what a case says of its games beside the table."""
    book = SHELF.book(case.get("book", "classic"))
    return ImportPlan(book, {}, case.get("set"), case.get("running"), None, AT, HINTS, "book" not in case)


def incoming(path: Path, case: dict[str, Any]) -> list[Incoming]:
    """Read the games of a file."""
    return read_games(read_files([path], case.get("players", ()), AT), plan(case), (), {})


def cells(game: Game) -> dict[str, list[object]]:
    """Return the points of each double in the order of the players, as the cases write them."""
    rounds = {}
    for played, points in zip(game.rounds, game.points, strict=True):
        shown: dict[str, object] = {**dict.fromkeys(played.sits_out, "-"), **points}
        rounds[str(played.double)] = [shown.get(name, "") for name in game.players]
    return rounds


@pytest.mark.parametrize("code", ["en", *TRANSLATED])
def test_a_title_tells_a_game_by_its_name(code: str) -> None:
    """In every language `headings.toml` knows each game by the name that `games.toml` gives it."""
    with spoken(language_of(code)):
        assert {game: games_in(f"{name} 2026") for game, name in SHELF.games().items()} == {
            game: (game,) for game in SHELF.games()
        }


@pytest.mark.parametrize("case", cases("tables"), ids=lambda case: case["name"])
def test_a_table_is_understood_or_refused(case: dict[str, Any], tmp_path: Path) -> None:
    """Days, titles, players and the points of every round are right, doubts are named, or the line is."""
    path = tmp_path / "table.csv"
    path.write_text(case["file"].removeprefix("\n"), encoding="utf-8")
    if "says" in case:
        with pytest.raises(ScorekeeperError) as refused:
            incoming(path, case)
        assert case["says"] in str(refused.value)
        return
    games = incoming(path, case)
    usual = {"day": AT.date(), "title": "", "finished": False, "rules": "classic"}
    assert [
        {
            "day": one.log.game.date,
            "title": one.log.game.title,
            "set": one.log.game.set_size,
            "players": [*one.log.game.players],
            "rounds": cells(one.log.game),
            "finished": one.log.game.finished,
            "rules": one.log.game.book,
        }
        for one in games
    ] == [usual | game for game in case["games"]]
    said = " ".join(doubt for one in games for doubt in one.doubts)
    assert all(doubt in said for doubt in case.get("doubts", ()))
    assert bool(said) == bool(case.get("doubts"))
    assert [*games[0].notes] == case.get("notes", [])
    assert games[0].table is not None
    assert [*games[0].table.left_out] == case.get("left", [])


NAMES = ("Ana", "Ben", "Cy", "Dot", "Eli")
Rows = list[list[str]]


def table(rng: Random) -> tuple[Rows, dict[str, int]]:
    """Return a table of a random game with the totals of its own, and these; there are tiles for all its hands."""
    players, rounds = NAMES[: rng.randint(2, 5)], rng.randint(3, 10)
    rows, totals = [], dict.fromkeys(players, 0)
    for number in range(rounds):
        out = rng.choice(players)
        points = {name: 0 if name == out else rng.randint(10, 60) for name in players}
        totals = {name: totals[name] + points[name] for name in players}
        rows.append([f"{9 - number}-{9 - number}", *(str(points[name]) for name in players)])
    grid = [["round", *players], *rows, ["total", *map(str, totals.values())]]
    return (grid if rng.random() < 0.5 else [list(column) for column in zip(*grid, strict=True)]), totals


def damage(grid: Rows, rng: Random) -> None:
    """Damage one thing: a cell is changed, emptied or doubled, a line is moved by a column, lost or doubled."""
    row, column = rng.randrange(len(grid)), rng.randrange(len(grid[0]))
    match rng.randrange(7):
        case 0:
            grid[row][column] = str(rng.randint(0, 99))
        case 1:
            grid[row][column] = ""
        case 2:
            grid[row][column] *= 2
        case 3:
            grid[row].insert(column, "")
        case 4:
            del grid[row][column]
        case 5:
            del grid[row]
        case 6:
            grid.insert(row, [*grid[row]])


@pytest.mark.parametrize("seeds", [range(100), pytest.param(range(100, 10_000), marks=pytest.mark.full)])
def test_a_damaged_table_is_right_or_refused(seeds: range, tmp_path: Path) -> None:
    """Without a word, no total differs from what the file itself says, and without damage all is as it was."""
    for seed in seeds:
        check_damaged(Random(seed), tmp_path / "table.csv")


def check_damaged(rng: Random, path: Path) -> None:
    """Read a random table, whole and damaged."""
    grid, totals = table(rng)
    for damaged in (False, True):
        if damaged:
            damage(grid, rng)
        path.write_text("\n".join(",".join(row) for row in grid), encoding="utf-8")
        try:
            (game,) = incoming(path, {"set": 9})
        except ScorekeeperError:
            assert damaged
            continue
        found = {name: game.log.game.total(name) for name in game.log.game.players}
        if not damaged:
            assert (found, game.doubts) == (totals, ())
        elif not game.doubts:
            own = written(grid)
            assert {name: found.get(name) for name in own} == own, grid


def written(grid: Rows) -> dict[str, int]:
    """Return the totals that a table has, by the headings of their columns."""
    rows = grid if grid[0][0] == "round" and grid[0][1] in NAMES else [*zip_longest(*grid, fillvalue="")]
    totals = next((row for row in rows if row[0] == "total"), ())
    return {name: int(total) for name, total in zip(rows[0], totals, strict=False) if name in NAMES and total}


COMMAS = "round,ended,Ana,Íñigo\n12,Ana,0,31\n11,Íñigo,12,0\n"
DIALECTS = {
    "UTF-8": COMMAS.encode(),
    "a mark at the front": COMMAS.encode("utf-8-sig"),
    "UTF-16": COMMAS.encode("utf-16"),
    "UTF-16 with no mark": COMMAS.encode("utf-16-le"),
    "UTF-16, the other way round": COMMAS.encode("utf-16-be"),
    "Latin-1": COMMAS.encode("latin-1"),
    "the line ends of Windows": COMMAS.replace("\n", "\r\n").encode(),
    "the line ends of old Macs": COMMAS.replace("\n", "\r").encode(),
    "tabs": COMMAS.replace(",", "\t").encode(),
    "semicolons": COMMAS.replace(",", ";").encode(),
    "semicolons, and commas in numbers": COMMAS.replace(",", ";")
    .replace("31", "31,0")
    .replace("12;", "12,00;")
    .encode(),
    "a line that says what separates": b"sep=\t\r\n"
    + COMMAS.replace(",", "\t").replace("\n", "\r\n").encode(),
    "empty columns": COMMAS.replace("\n", ",,,,\n").encode(),
    "thousands of blank lines": (COMMAS + "\n" * 5000 + ",,,\n" * 5000).encode(),
    "quotes": "".join(
        ",".join(f'"{cell}"' for cell in line.split(",")) + "\n" for line in COMMAS.split()
    ).encode(),
    "a title above": ("Friday night\n\n" + COMMAS).encode(),
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_of_csv_is_the_same_table(dialect: str, tmp_path: Path) -> None:
    """However a spreadsheet wrote it, the same people have the same points."""
    path = tmp_path / "table.csv"
    path.write_bytes(DIALECTS[dialect])
    (game,) = incoming(path, {})
    assert game.log.game.players == ("Ana", "Íñigo")
    assert cells(game.log.game) == {"12": [0, 31], "11": [12, 0]}
    assert game.log.game.title == ("Friday night" if "title" in dialect else "")


@pytest.mark.parametrize("name", ["evenings.xlsx", "evenings.ods"])
def test_a_spreadsheet_is_read_sheet_by_sheet(name: str) -> None:
    """Numbers, days and doubles that became days; the names of sheets are titles; a hidden sheet is left alone."""
    games = incoming(CASES / "tables" / name, {})
    assert [(one.log.game.title, str(one.log.game.date)) for one in games] == [
        ("Friday", "2024-01-05"),
        ("", "2024-01-12"),
    ]
    assert [cells(one.log.game) for one in games] == [
        {"12": [0, 31], "11": [12, 0]},
        {"12": [0, 3], "11": [5, 0]},
    ]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.xlsx", b"PK\x03\x04 and nothing more"),
        ("a.ods", b"no spreadsheet"),
        ("a.csv", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"),
        ("a.csv", b"round,Ana,Ben\n" + b"12,0,3\n" * 200_000),
    ],
)
def test_what_is_no_table_is_refused_by_name(name: str, data: bytes, tmp_path: Path) -> None:
    """A broken spreadsheet, a picture and a huge file are refused in one sentence that names the file."""
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(Malformed, match=name):
        incoming(path, {})


def test_names_that_are_nearly_known_are_offered() -> None:
    """A new name is compared with known players and with those of other tables, not with its own table."""
    found = [
        (Path("a"), table_of("Ana M.", "Bea")),
        (Path("b"), table_of("Ana", "Beatriz")),
        (Path("c"), table_of("ana", "Bea.")),
    ]
    assert near_names(found, ["Ana", "Karl"]) == {"Ana M.": "Ana", "Bea.": "Bea"}


def table_of(*names: str) -> WrittenTable:
    """Return a table of players without rounds."""
    return WrittenTable("", NOTHING, names, ())


def test_names_that_stand_for_somebody_else_are_that_player() -> None:
    """The points, the one who went out and the totals are that player's, and a known name keeps its spelling."""
    file = CASES / "tables" / "ended.csv"
    (game,) = read_games(read_files([file], (), AT), plan({}), ("ANA",), {"Benjamin": "Ben"})
    assert game.log.game.players == ("ANA", "Ben")
    assert [played.out for played in game.log.game.rounds] == ["Ben", "ANA"]


@pytest.mark.parametrize("book", SHELF.ids())
def test_the_one_zero_of_a_round_went_out_by_all_rules(book: str, tmp_path: Path) -> None:
    """Also where the double blank counts nothing."""
    path = tmp_path / "table.csv"
    path.write_text("round,ended,Ana,Ben,Cy\n9,,0,31,4\n8,,3,0,9\n7,blocked,7,0,8\n", encoding="utf-8")
    (game,) = incoming(path, {"book": book})
    played = game.log.game.rounds
    assert [one.out for one in played[:2]] == ["Ana", "Ben"]
    assert played[2].blocked


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    """Twenty are named with their lines, and how many there are beyond."""
    path = tmp_path / "many.csv"
    path.write_text("game,double,Ana,Ben\n" + "".join(f"g{n},9,x,5\n" for n in range(30)), encoding="utf-8")
    with pytest.raises(Malformed) as refused:
        incoming(path, {})
    lines = str(refused.value).splitlines()
    assert lines[-1] == "… and 10 more."
    assert (len(lines), "line 2," in lines[0], "line 21," in lines[19]) == (21, True, True)


def test_the_example_in_the_documentation_is_read(tmp_path: Path) -> None:
    """The table that the page shows is two evenings, and the totals agree."""
    page = (Path(__file__).parents[2] / "docs" / "bringing-games-in.md").read_text(encoding="utf-8")
    path = tmp_path / "evenings.csv"
    path.write_text(page.partition("```csv\n")[2].partition("```")[0], encoding="utf-8")
    games = incoming(path, {})
    assert [(str(one.log.game.date), one.doubts) for one in games] == [("2024-01-05", ()), ("2024-01-12", ())]


GAME = [["Round", "Ana", "Ben"], [9, 0, 12], [8, 5, 0]]
NO_GAMES = {
    "Summary": [["Evening", "Winner", "Best"], ["15 Nov 24", "Ana", 5]],
    "Phones": [["Name", "Phone"], ["Ana", 5551234], ["Ben", 5559876]],
    "Year": [["Date", "Ana", "Ben"], ["2024-11-15", 5, 12], ["2024-12-06", 7, 9]],
    "Standing": [["Player", "Games", "Points"], ["Ana", 7, 40], ["Ben", 7, 61]],
    "Notes": [["Bring crisps"], ["And a pencil"]],
}


def book(path: Path, **sheets: list[list[object]]) -> Path:
    """Write a spreadsheet with these sheets."""
    with Workbook(path) as written:
        for name, rows in sheets.items():
            sheet = written.add_worksheet(name)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
    return path


@pytest.mark.parametrize("name", NO_GAMES)
def test_a_sheet_without_rounds_is_left_out_by_its_name(name: str, tmp_path: Path) -> None:
    """As long as another sheet has games; else it is refused, and the sheet is named."""
    (game,) = incoming(book(tmp_path / "a.xlsx", **{"6 Dec 24": GAME, name: NO_GAMES[name]}), {})
    assert (str(game.log.game.date), game.log.game.total("Ben")) == ("2024-12-06", 12)
    assert f"Left out: {name}." in game.sentence
    with pytest.raises(Malformed, match=f"b.xlsx: {name}"):
        incoming(book(tmp_path / "b.xlsx", **{name: NO_GAMES[name], "Notes 2": NO_GAMES["Notes"]}), {})


def test_what_is_wrong_on_a_sheet_is_named_with_it(tmp_path: Path) -> None:
    """Both where the table is not understood and where the game is not."""
    for wrong in ([["Round", "Ana", "Ben", "45"], [9, 0, 4, 7]], [["Round", "Ana", "Ben"], [9, 0, "wet"]]):
        with pytest.raises(Malformed, match=r"a.xlsx: B: line"):
            incoming(book(tmp_path / "a.xlsx", A=GAME, B=wrong), {})


def far_out(ending: str, data: bytes) -> bytes:
    """Return a spreadsheet whose last cell is moved to the far end of the sheet."""
    packed = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(packed, "w") as new:
        for part in old.infolist():
            text = old.read(part)
            if ending == "xlsx" and part.filename.startswith("xl/worksheets/"):
                text = text.replace(
                    b"</sheetData>", b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
                )
            if ending == "ods" and part.filename == "content.xml":
                far = (
                    b'<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
                    b'<table:table-row><table:table-cell table:number-columns-repeated="16000"/>'
                    b"<table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>"
                    b"</table:table>"
                )
                text = text.replace(b"</table:table>", far)
            new.writestr(part.filename, text)
    return packed.getvalue()


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_cell_at_the_far_end_of_a_sheet_is_refused(ending: str, tmp_path: Path) -> None:
    """The memory for all cells before it is never asked for."""
    path = tmp_path / f"far.{ending}"
    path.write_bytes(far_out(ending, (CASES / "tables" / f"evenings.{ending}").read_bytes()))
    with pytest.raises(Malformed, match=f"far.{ending}: This spreadsheet has a cell right of column ZZ"):
        incoming(path, {})
