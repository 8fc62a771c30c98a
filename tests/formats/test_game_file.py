"""The game file: what is read, what is refused, and what stays as it is."""

import os
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.errors import Malformed, NotFound, Unavailable
from scorekeeper.formats.game_file import log_of, read_game, read_log, show_game
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.round import Blocked, Out, Pips, Points, TileEntry
from scorekeeper.rules.rulebook import RuleBook, needed_keys, rule_values
from scorekeeper.system.files import LARGEST, parse_toml, read_toml, write_whole
from scorekeeper.tiles import parse_tiles
from tests.build import AT
from tests.conftest import CASES, CLASSIC, cases

EXAMPLE = CASES / "games" / "example.toml"
GAMES = sorted((CASES / "games").glob("*.toml"))


def _no_books(book_id: str) -> RuleBook:
    raise NotFound(book_id)


def test_example_of_the_format_reads(shelf: Shelf) -> None:
    """A file written by hand, as the format's page shows it, is read as it says."""
    game = read_game(EXAMPLE, shelf.book)
    first, second = game.rounds
    assert (game.players, game.set_size, game.book) == (("Ana", "Ben", "Carla"), 9, "tedmontgomery")
    assert (first.double, first.began_with, first.ending) == (9, 7, Out("Ana"))
    assert first.entries["Ben"] == TileEntry(parse_tiles("5-0 3-2", 9))
    assert second.ending == Blocked(4)
    assert second.entries == {"Ana": Pips(12), "Ben": Pips(31, True, 1), "Carla": Points(7)}
    assert second.calls[0].effect == "draw-1-and-skip"
    assert [game.total(name) for name in game.players] == [12, 66, 37]


def test_who_sits_out_is_read_and_written(shelf: Shelf) -> None:
    """`sits_out` names who is at the table but not in a round: no points, not missing, written as it was read."""
    game = read_game(CASES / "games" / "sits_out.toml", shelf.book)
    first, second, third = game.rounds
    assert [played.sits_out for played in game.rounds] == [("Dan",), ("Ana", "Ben"), ("Dan",)]
    assert [game.missing_in(played) for played in (first, second, third)] == [(), (), ("Ana", "Ben", "Carla")]
    assert game.points == ({"Ana": 0, "Ben": 10, "Carla": 55}, {"Carla": 7, "Dan": 12}, {})
    assert '\nsits_out = ["Ana", "Ben"]\n' in show_game(game)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_file_round_trip(path: Path, shelf: Shelf, tmp_path: Path) -> None:
    """Reading and writing a game file gives the same game and the same bytes."""
    game, copy = read_game(path, shelf.book), tmp_path / "copy.toml"
    copy.write_bytes(show_game(game).encode())
    assert read_game(copy, _no_books) == game
    assert show_game(game).encode() == copy.read_bytes()


def test_log_of_a_file_makes_its_game(shelf: Shelf) -> None:
    """The events that a file stands for make the game that the file holds."""
    log = read_log(EXAMPLE, shelf.book, AT)
    assert log.game == read_game(EXAMPLE, shelf.book)
    assert [(event.at, event.by) for event in log.events] == [(AT, None)] * 4


@pytest.mark.parametrize("case", cases("bad_files"), ids=lambda case: case["name"])
def test_fault_is_named_with_its_place(case: dict[str, Any], shelf: Shelf, tmp_path: Path) -> None:
    """A file with one error is refused, with its name, the key path and what would be right."""
    text = EXAMPLE.read_text(encoding="utf-8")
    assert text.count(case["old"]) >= 1
    path = tmp_path / "bad.toml"
    path.write_text(text.replace(case["old"], case["new"], 1), encoding="utf-8")
    with pytest.raises(Malformed) as refused:
        read_game(path, shelf.book)
    assert str(refused.value).startswith(f"{path}: {case['path']}".rstrip())
    assert case["said"] in str(refused.value)
    assert "\n" not in str(refused.value)


def test_round_beyond_the_last_is_named(shelf: Shelf) -> None:
    """A file with one round too many is refused at that round."""
    text = (CASES / "games" / "f2.toml").read_text(encoding="utf-8") + "[[rounds]]\ndouble = 9\n"
    with pytest.raises(Malformed, match="There is no round 11") as refused:
        log_of(tomllib.loads(text), shelf.book, datetime.min)
    assert refused.value.where == "rounds[10]"


def test_skipped_round_is_written_with_its_double(shelf: Shelf) -> None:
    """A skipped round is written with its double only, and nobody gets a zero in it."""
    text = (
        EXAMPLE.read_text(encoding="utf-8")
        + "\n[[rounds]]\ndouble = 7\n[[rounds]]\ndouble = 6\npips = {Ana = 1}\n"
    )
    game = log_of(tomllib.loads(text), shelf.book, datetime.min).game
    assert "\n[[rounds]]\ndouble = 7\n\n[[rounds]]\ndouble = 6\n" in show_game(game)
    assert game.points[2] == {}


def test_rounds_to_come_may_be_listed(shelf: Shelf) -> None:
    """Rounds that a file lists but that have not begun do not count as rounds yet."""
    text = EXAMPLE.read_text(encoding="utf-8") + "\n[[rounds]]\ndouble = 7\n[[rounds]]\ndouble = 6\n"
    assert len(log_of(tomllib.loads(text), shelf.book, datetime.min).game.rounds) == 2


def test_rounds_must_be_tables(shelf: Shelf) -> None:
    """A list of numbers in place of rounds is refused."""
    tables = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    with pytest.raises(Malformed, match="A table belongs here"):
        log_of({**tables, "rounds": [9]}, shelf.book, datetime.min)


def test_rules_in_force_need_no_pack(shelf: Shelf) -> None:
    """An exported game keeps its rules when its pack is changed or gone."""
    game = read_game(EXAMPLE, shelf.book)
    tables = tomllib.loads(show_game(game).replace('rules = "tedmontgomery"', 'rules = "gone"'))
    assert log_of(tables, _no_books, datetime.min).game.rules == game.rules


def test_a_file_from_before_a_key_existed_opens(shelf: Shelf) -> None:
    """A key that its rules in force lack takes the value of `classic`; the points stay as they were."""
    game = read_game(EXAMPLE, shelf.book)
    tables = parse_toml(show_game(game).encode())
    in_force = {
        section: {name: value for name, value in rules.items() if f"{section}.{name}" in needed_keys()}
        for section, rules in tables["rules_in_force"].items()
    }
    assert in_force != tables["rules_in_force"]
    older = log_of({**tables, "rules_in_force": in_force}, _no_books, datetime.min).game
    assert older.points == game.points
    values, usual = rule_values(older.rules), rule_values(CLASSIC)
    assert {key: values[key] for key in values if key not in needed_keys()} == {
        key: usual[key] for key in usual if key not in needed_keys()
    }


def test_house_must_agree_with_rules_in_force(shelf: Shelf) -> None:
    """A house rule that contradicts `rules_in_force` is refused, not silently ignored."""
    text = show_game(read_game(EXAMPLE, shelf.book)).replace("double_blank = 25", "double_blank = 100", 1)
    with pytest.raises(Malformed, match="contradicts") as refused:
        log_of(tomllib.loads(text), shelf.book, datetime.min)
    assert refused.value.where == "house.scoring.double_blank"


def test_additions_are_read_and_written(shelf: Shelf) -> None:
    """Who began, who drew for a tie, that a game is finished, and notes on rounds are kept."""
    text = (
        EXAMPLE.read_text(encoding="utf-8")
        .replace("set = 9", 'set = 9\nfirst_starter = "Ben"\ntie_draw = ["Carla", "Ana"]\nfinished = true')
        .replace("open_foot", 'note = "late"\nopen_foot')
    )
    game = log_of(tomllib.loads(text), shelf.book, datetime.min).game
    assert (game.first_starter, game.tie_draw, game.finished) == ("Ben", ("Carla", "Ana"), True)
    assert game.rounds[1].note == "late"
    assert log_of(tomllib.loads(show_game(game)), _no_books, datetime.min).game == game


def test_written_file_cut_anywhere_is_refused(shelf: Shelf) -> None:
    """A file that we wrote is refused wherever it is cut off, even after a complete round."""
    text = show_game(read_game(EXAMPLE, shelf.book)).encode()
    for cut in [*range(0, len(text) - 1, 11), text.index(b"[rules_in_force]")]:
        with pytest.raises(Malformed):
            log_of(parse_toml(text[:cut]), shelf.book, datetime.min)


def test_no_text_is_refused(tmp_path: Path) -> None:
    """Binary data, other encodings and endless files are each refused with a sentence."""
    for data, said in [
        (b"\x89PNG\r\n\x1a\n\x00", "not a text file in UTF-8"),
        ("title = 'é'".encode("latin-1"), "not a text file in UTF-8"),
        (b"a = " + b"[" * 5000, "This is not TOML"),
        (b"a = " + b"1" * 5000, "This is not TOML"),
        (b"#" * (LARGEST + 1), "larger than 1000000 bytes"),
        (b"a = [{b = 0xfffffffffffffffff}]", "a number too large for TOML"),
    ]:
        path = tmp_path / "game.toml"
        path.write_bytes(data)
        with pytest.raises(Malformed, match=said):
            read_toml(path)


def test_byte_order_mark_and_line_ends_are_read() -> None:
    """Files that an editor on Windows wrote are read like any other."""
    assert parse_toml(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n") == {"a": 1, "b": 2}


@pytest.mark.parametrize("name", ["missing.toml", ".", "no\0name", "x" * 5000])
def test_unreadable_file_is_told(name: str, tmp_path: Path) -> None:
    """A path that is not a file is refused with its name and the reason."""
    with pytest.raises(Unavailable, match="cannot be read"):
        read_toml(tmp_path / name)


def test_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that fails leaves the file as it was and nothing beside it."""
    path = tmp_path / "game.toml"
    path.write_text("old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Unavailable, match="No space left"):
        write_whole(path, b"new")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("game.toml", "old")]


@pytest.mark.parametrize("name", ["missing/game.toml", "no\0name", "x" * 5000])
def test_unwritable_file_is_told(name: str, tmp_path: Path) -> None:
    """An unwritable file is refused with its name and the reason."""
    with pytest.raises(Unavailable, match="cannot be written"):
        write_whole(tmp_path / name, b"")


def test_written_file_keeps_its_permissions(tmp_path: Path) -> None:
    """Writing over a file keeps who may read it; a device is written to, not replaced."""
    path = tmp_path / "game.toml"
    path.write_text("old")
    path.chmod(0o640)
    write_whole(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    write_whole(Path(os.devnull), b"new")
    assert not Path(os.devnull).is_file()
