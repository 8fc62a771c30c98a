"""What was written is remembered, so that only files of our own are replaced unasked."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper.errors import Unavailable
from scorekeeper.system import written
from scorekeeper.system.paths import written_file
from scorekeeper.system.written import is_foreign, write_new, write_ours


def test_a_file_is_ours_while_nobody_changes_it(home: Path, tmp_path: Path) -> None:
    """A file is foreign before its content is remembered, and again once it is changed."""
    path = tmp_path / "sheet.pdf"
    assert not is_foreign(path)
    path.write_bytes(b"a sheet")
    assert is_foreign(path)
    write_ours({path: b"a sheet", tmp_path / "another.pdf": b"another"})
    assert not is_foreign(path)
    path.write_bytes(b"a sheet with a remark")
    assert is_foreign(path)


def test_what_is_no_file_is_not_foreign(home: Path, tmp_path: Path) -> None:
    """A folder, and a name that no file can have, are told about by whoever writes there."""
    assert not is_foreign(tmp_path)
    assert not is_foreign(tmp_path / ("x" * 5000))


def test_only_the_latest_are_remembered(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory stays small; what was written long ago is asked about."""
    monkeypatch.setattr(written, "_MOST", 2)
    for content in (b"1", b"2", b"3", b"2"):
        write_ours({tmp_path / "sheet.pdf": content})
    assert len(written_file().read_text(encoding="utf-8").split()) == 2


def test_a_memory_that_cannot_be_written_hinders_nobody(home: Path, tmp_path: Path) -> None:
    """Without it every file is foreign, and nothing else goes wrong."""
    home.write_text("no folder", encoding="utf-8")
    path = tmp_path / "sheet.pdf"
    write_ours({path: b"a sheet"})
    assert is_foreign(path)


def test_nothing_is_written_where_one_place_is_no_file(home: Path, tmp_path: Path) -> None:
    """A folder in place of the last page, or a folder that is missing, stops the first page too."""
    first = tmp_path / "sheet-1.svg"
    (tmp_path / "sheet-2.svg").mkdir()
    for second in (tmp_path / "sheet-2.svg", tmp_path / "nowhere" / "sheet-2.svg"):
        with pytest.raises(Unavailable, match="cannot be written"):
            write_ours({first: b"1", second: b"2"})
        assert not first.exists()


def test_a_page_written_before_a_failure_is_ours(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the disk fails at the second page, the first one can be replaced without a question."""
    usual = written.write_whole

    def failing(path: Path, data: bytes, *, lasting: bool = True) -> None:
        if data == b"2":
            raise Unavailable("The disk is full.")
        usual(path, data, lasting=lasting)

    monkeypatch.setattr(written, "write_whole", failing)
    first, second = tmp_path / "1.svg", tmp_path / "2.svg"
    with pytest.raises(Unavailable, match="full"):
        write_ours({first: b"1", second: b"2"})
    assert not is_foreign(first)
    with pytest.raises(Unavailable, match="full"):
        write_new(second, [b"2"])
    assert not second.exists()


def test_whoever_writes_at_the_same_time_gets_another_name(home: Path, tmp_path: Path) -> None:
    """Many who save under one name at once have a file each; a page that is taken takes its neighbours along."""
    contents = [[str(number).encode()] for number in range(20)]
    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(lambda pages: write_new(tmp_path / "sheet.pdf", pages), contents))
    assert [[place.read_bytes()] for (place,) in done] == contents
    (tmp_path / "cup-2.svg").write_bytes(b"mine")
    places = write_new(tmp_path / "cup.svg", [b"1", b"2"])
    assert [place.name for place in places] == ["cup (2)-1.svg", "cup (2)-2.svg"]
    assert not (tmp_path / "cup-1.svg").exists()
