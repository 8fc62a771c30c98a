"""Hostile files: every reader fed with files that were changed at random.

A reader answers or raises one of our errors, in one readable sentence, and within bounded time; whatever it accepts
can be shown, judged and written again.
"""

import re
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

from scorekeeper.checks.round import game_findings
from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats.disputes import as_record, as_situation
from scorekeeper.formats.export import show_csv
from scorekeeper.formats.game_file import log_of, show_game
from scorekeeper.formats.rule_packs import parse_pack, rule_book
from scorekeeper.formats.rule_words import shipped_wording, wording
from scorekeeper.game.narrative import describe_events
from scorekeeper.game.ranking import standings
from scorekeeper.judge.judging import judge_record, judge_situation
from scorekeeper.rules import with_house
from scorekeeper.rules.rulebook import rule_faults
from scorekeeper.sheets.seating import read_seating
from scorekeeper.storage import open_store
from scorekeeper.system.files import decode, parse_toml
from scorekeeper.system.settings import Printing, Settings, read_settings, written
from tests.conftest import CASES, SHELF, SHIPPED, case_file
from tests.faults.evening import enter

SLOW = 3.0
"""Seconds of work after which an answer comes too late."""

WORDING = wording(SHIPPED)
TESTS = CASES.parent
SCRATCH = tempfile.TemporaryDirectory(prefix="fuzz-")
HERE = Path(SCRATCH.name)
"""A folder of this process alone, for several fuzz at a time."""

PROGRAMMER = re.compile(
    r"Expected `|Object (contains|missing)|NoneType|\bnull\b|<class|Traceback|__\w+__|\bdict\b"
)
"""Words that mean nothing to people who play."""

HARSH = [
    *case_file("harsh_values.toml")["values"],
    *('"' + "é" * 300 + '"', "[" * 60 + "]" * 60, "{a=" * 30 + "1" + "}" * 30),
]
"""Values that somebody may have written in the place of another."""

VALUE = re.compile(rb"(?<== )[^\n]+")


class Reader(NamedTuple):
    """A reader, and files that it accepts."""

    seeds: tuple[bytes, ...]
    read: Callable[[bytes], None]


def read_game_file(data: bytes) -> None:
    """Read a game file, and show what it holds in every way there is."""
    game = log_of(parse_toml(data), SHELF.book, datetime.min).game
    assert log_of(parse_toml(show_game(game).encode()), SHELF.book, datetime.min).game == game
    for show in (standings, game_findings, show_csv):
        show(game)


def read_record_file(data: bytes) -> None:
    """Read a record and rule on it under its own book."""
    record = as_record(parse_toml(data), SHELF.book)
    judge_record(record, with_house(SHELF.book(record.rules), record.house), WORDING)


def read_situation_file(data: bytes) -> None:
    """Read a situation and rule on it under its own book."""
    situation = as_situation(parse_toml(data), SHELF.book)
    judge_situation(situation, with_house(SHELF.book(situation.rules), situation.house), WORDING)


def read_pack_file(data: bytes) -> None:
    """Read a rule pack, on top of the book that it names."""
    found = parse_toml(data)
    path = HERE / f"{found.get('id')}.toml".replace("/", "_")
    head, tables = parse_pack(path, found)
    rule_faults(tables)
    rule_book(head, tables, SHELF.book(head.extends or "classic"))


def read_tables_file(data: bytes) -> None:
    """Read the tables of an event."""
    read_seating(decode(data))


def read_settings_file(data: bytes) -> None:
    """Read settings, and write them again."""
    path = _scratch("settings.toml", data)
    found = read_settings(path)
    path.write_text(written(found), encoding="utf-8")
    assert read_settings(path) == found


def read_database(data: bytes) -> None:
    """Read all that a file of kept games still gives, and leave it as it was."""
    path = _scratch("games.db", data)
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    store = open_store(path)
    try:
        for line in store.list():
            with suppress(ScorekeeperError):
                describe_events(store.game(line.id).log, shipped_wording)
    finally:
        store.close()
        assert len(data) < 2 or path.read_bytes() == data


def _scratch(name: str, data: bytes) -> Path:
    path = HERE / name
    path.write_bytes(data)
    return path


def _files(*patterns: str) -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for pattern in patterns for path in sorted(TESTS.glob(pattern)))


def _database() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder:
        enter(Path(folder) / "seed.db", most=12)
        return ((Path(folder) / "seed.db").read_bytes(),)


def _settings() -> tuple[bytes, ...]:
    keys = {"table": {"undo": "z,f9"}, "home": {"new": "f5"}}
    some = Settings(theme="nord", print=Printing(paper="a4", form="svg", folder="/tmp"), keys=keys)
    return (written(some).encode(), written(Settings()).encode())


def readers() -> dict[str, Reader]:
    """Return every reader by its name."""
    tables = b"table,round,start,1st,2nd,3rd\n7,2,19:30,Ana,Ben,Carla\n8,2,19:30,Dan,Eve,\n"
    return {
        "game": Reader(_files("cases/games/*.toml", "cases/checks/*.toml"), read_game_file),
        "record": Reader(_files("records/*/*.toml"), read_record_file),
        "situation": Reader(_files("situations/*/*.toml"), read_situation_file),
        "pack": Reader(_files("../rules/packs/*.toml"), read_pack_file),
        "tables": Reader((tables, tables.replace(b",", b";"), b'1,"Ana, A.",Ben\n'), read_tables_file),
        "settings": Reader(_settings(), read_settings_file),
        "database": Reader(_database(), read_database),
    }


def changed(data: bytes, others: tuple[bytes, ...], luck: Random) -> bytes:
    """Return a file changed in one to six places: bytes, lines, values, or pieces of another file."""
    for _time in range(luck.randint(1, 6)):
        data = luck.choice(CHANGES)(data, others, luck)
    return data


def _bytes(data: bytes, _others: tuple[bytes, ...], luck: Random) -> bytes:
    place = luck.randrange(len(data) + 1)
    return data[:place] + luck.randbytes(luck.randint(0, 3)) + data[place + luck.randint(0, 3) :]


def _value(data: bytes, _others: tuple[bytes, ...], luck: Random) -> bytes:
    found = list(VALUE.finditer(data))
    if not found:
        return _bytes(data, (), luck)
    one = luck.choice(found)
    return data[: one.start()] + luck.choice(HARSH).encode() + data[one.end() :]


def _number(data: bytes, _others: tuple[bytes, ...], luck: Random) -> bytes:
    found = list(re.finditer(rb"\d+", data))
    if not found:
        return data
    one = luck.choice(found)
    return (
        data[: one.start()] + str(luck.choice((0, 1, 5, 12, 18, 19, 255, 10**6))).encode() + data[one.end() :]
    )


def _lines(data: bytes, others: tuple[bytes, ...], luck: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    place = luck.randrange(len(lines))
    more = luck.choice(others).splitlines(keepends=True) or [b""]
    match luck.randrange(4):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, luck.choice(lines))
        case 2:
            lines.insert(place, luck.choice(more))
        case 3:
            lines[place] = luck.choice(more)
    return b"".join(lines)


def _pieces(data: bytes, others: tuple[bytes, ...], luck: Random) -> bytes:
    other = luck.choice(others)
    return data[: luck.randrange(len(data) + 1)] + other[luck.randrange(len(other) + 1) :]


CHANGES = (_bytes, _bytes, _value, _value, _number, _number, _lines, _pieces)


def fault_of(read: Callable[[bytes], None], data: bytes) -> tuple[str, str]:
    """Return how a reader answered, and what was wrong with that, empty where nothing was."""
    began = process_time()
    try:
        read(data)
        answer, wrong = "accepted", ""
    except ScorekeeperError as error:
        answer, wrong = type(error).__name__, _unreadable(str(error), data)
    except Exception as error:  # noqa: BLE001
        frame = traceback.extract_tb(error.__traceback__)[-1]
        answer = "fault"
        wrong = f"{type(error).__name__} at {Path(frame.filename).name}:{frame.lineno}: {str(error)[:100]!r}"
    took = process_time() - began
    return answer, wrong or (f"{took:.1f} s is too slow" if took > SLOW else "")


def _unreadable(told: str, data: bytes) -> str:
    """Return what of a message people do not understand; it may repeat what was in the file."""
    for found in PROGRAMMER.finditer(told):
        if found[0].encode() not in data:
            return f"a message says {found[0]}: {told[-160:]!r}"
    return f"a message of {len(told)} letters" if len(told) > 2500 else ""
