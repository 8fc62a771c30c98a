"""What was written is remembered, so that only files of our own are replaced unasked."""

from pathlib import Path

import pytest

from scorekeeper.system import written
from scorekeeper.system.paths import written_file
from scorekeeper.system.written import is_foreign, remember_written


def test_a_file_is_ours_while_nobody_changes_it(home: Path, tmp_path: Path) -> None:
    """A file is foreign before its content is remembered, and again once it is changed."""
    path = tmp_path / "sheet.pdf"
    assert not is_foreign(path)
    path.write_bytes(b"a sheet")
    assert is_foreign(path)
    remember_written(b"a sheet", b"another")
    assert not is_foreign(path)
    path.write_bytes(b"a sheet with a remark")
    assert is_foreign(path)


def test_what_is_no_file_is_not_foreign(home: Path, tmp_path: Path) -> None:
    """A folder, and a name that no file can have, are told about by whoever writes there."""
    assert not is_foreign(tmp_path)
    assert not is_foreign(tmp_path / ("x" * 5000))


def test_only_the_latest_are_remembered(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory stays small; what was written long ago is asked about."""
    monkeypatch.setattr(written, "_MOST", 2)
    remember_written(b"1", b"2")
    remember_written(b"3", b"2")
    assert len(written_file().read_text(encoding="utf-8").split()) == 2


def test_a_memory_that_cannot_be_written_hinders_nobody(home: Path, tmp_path: Path) -> None:
    """Without it every file is foreign, and nothing else goes wrong."""
    home.write_text("no folder", encoding="utf-8")
    path = tmp_path / "sheet.pdf"
    path.write_bytes(b"a sheet")
    remember_written(b"a sheet")
    assert is_foreign(path)
