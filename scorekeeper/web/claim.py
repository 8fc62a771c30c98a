"""One program shares a game at a time: who does says so in a file that nobody else can lock meanwhile."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.system import make_folder
from scorekeeper.text import _

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FAR = 1 << 20
"""The byte that is locked on Windows, where nobody can read what is locked."""


class Claim:
    """That this program shares a game; the system gives it up if the program is killed."""

    def __init__(self, path: Path, address: str) -> None:
        """Claim a game. Raises Impossible, with the address, if another program shares it."""
        self._file: int | None = None
        try:
            make_folder(path.parent)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except (OSError, ScorekeeperError):  # what cannot be written here is told where it is needed
            return
        try:
            _lock(self._file)
        except OSError:
            shared_at = os.read(self._file, 200).decode(errors="replace")
            self.close()
            raise Impossible(
                _(
                    "This game is open to phones already, at {address}; close it there first.",
                    address=shared_at,
                )
            ) from None
        with suppress(OSError):  # on a full disk
            os.truncate(self._file, 0)
            os.write(self._file, address.encode())

    def close(self) -> None:
        """Let others share the game."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _lock(file: int) -> None:
    """Lock a file, or raise OSError if another program has."""
    if sys.platform == "win32":
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
