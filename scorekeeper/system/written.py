"""Remembers what was written into files, so that a file of somebody else is never replaced unasked.

Only a checksum of each content is stored: a file that was changed since is no longer one of ours.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from scorekeeper.errors import ScorekeeperError
from scorekeeper.system.files import check_place, claim_places, drop, make_folder, read_text, write_whole
from scorekeeper.system.paths import written_file

_MOST = 2000
"""How many contents are remembered; a file written before these counts as somebody else's."""


def is_foreign(path: Path) -> bool:
    """Whether a file is there whose content was not written by this program."""
    try:
        if not path.is_file():
            return False
    except OSError:  # a name that no file can have
        return False
    try:
        return _digest(path.read_bytes()) not in _known()
    except OSError:
        return True


def write_ours(files: Mapping[Path, bytes], *, lasting: bool = True) -> None:
    """Write files, and remember each that was written. Raises Unavailable, mostly before any is written."""
    for path in files:
        check_place(path)
    done = []
    try:
        for path, content in files.items():
            write_whole(path, content, lasting=lasting)
            done.append(content)
    finally:
        _remember(done)


def write_new(path: Path, pages: Sequence[bytes]) -> list[Path]:
    """Write pages into new files under the first free name, replacing nothing, and return their names."""
    places = claim_places(path, len(pages))
    try:
        write_ours(dict(zip(places, pages, strict=True)), lasting=False)
    finally:
        drop(place for place in places if place.exists() and not place.stat().st_size)
    return places


def _remember(contents: Iterable[bytes]) -> None:
    """Remember contents that were written; where that fails, replacing their files is asked about later."""
    digests = [*_known(), *map(_digest, contents)][-_MOST:]
    with suppress(ScorekeeperError):
        make_folder(written_file().parent)
        write_whole(written_file(), "\n".join(dict.fromkeys(digests)).encode(), lasting=False)


def _known() -> list[str]:
    try:
        return read_text(written_file()).splitlines()
    except ScorekeeperError:
        return []


def _digest(content: bytes) -> str:
    """Return what tells a content from others by chance; nobody gains by making two alike."""
    return f"{crc32(content):08x}-{len(content)}"
