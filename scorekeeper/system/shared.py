"""What a game that is open to phones keeps beside the games: who has joined, and which program shares it.

One program shares a game at a time: it says so in a file that nobody else can lock meanwhile.
"""

import os
import re
import sys
from contextlib import suppress
from pathlib import Path

from scorekeeper.errors import Impossible, Malformed, ScorekeeperError, short
from scorekeeper.system.files import make_folder
from scorekeeper.text import N_, _

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FAR = 1 << 20
"""The byte that is locked on Windows, where nobody can read what is locked."""


def checked_id(game_id: str) -> str:
    """Return the id of a game or an event, which names files too. Raises Malformed if it is none."""
    if not re.fullmatch("[a-z]{6}", game_id):
        raise Malformed(_("{id} is no id; an id has six letters from a to z.", id=short(game_id)))
    return game_id


def shared_file(games: Path, game_id: str) -> Path:
    """Return the file in which is kept who has joined a game; `games` is the file of the store.

    Raises Malformed for what is no id.
    """
    return games.parent / "shared" / f"{checked_id(game_id)}.json"


def answers_file(games: Path, game_id: str) -> Path:
    """Return the file in which the answers of a table about a game are kept."""
    return shared_file(games, game_id).with_suffix(".announced")


class Claim:
    """That this program shares a game; the system gives it up if the program is killed."""

    left = ""
    """Where the game was open to phones before, if nobody has closed it since."""

    def __init__(self, shared: Path) -> None:
        """Claim the game of this file. Raises Impossible, with the address, if another program shares it."""
        self._file: int | None = None
        try:
            make_folder(shared.parent)
            self._file = os.open(_lock_file(shared), os.O_RDWR | os.O_CREAT, 0o600)
        except (OSError, ScorekeeperError):  # what cannot be written here is told where it is needed
            return
        address = os.read(self._file, 200).decode(errors="replace")
        try:
            _lock(self._file)
        except OSError:
            self.close()
            sentence = N_("This game is open to phones already, at {address}; close it there first.")
            raise Impossible(_(sentence, address=address or "…")) from None
        self.left = address

    def tell(self, address: str) -> None:
        """Note where the game is shared, for whoever wants to share it too; nowhere once it is closed to phones."""
        if self._file is not None:
            with suppress(OSError):  # on a full disk
                os.ftruncate(self._file, 0)
                os.lseek(self._file, 0, os.SEEK_SET)
                os.write(self._file, address.encode())

    def close(self) -> None:
        """Let others share the game."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def is_claimed(shared: Path) -> bool:
    """Whether a program shares the game of this file now."""
    if not _lock_file(shared).exists():
        return False
    try:
        Claim(shared).close()
    except Impossible:
        return True
    return False


def left_open(games: Path, game_id: str) -> bool:
    """Whether a game was open to phones when its program ended, and nobody has opened or closed it since."""
    with suppress(OSError, ScorekeeperError):  # another program shares it now, or none can
        shared = shared_file(games, game_id)
        if _lock_file(shared).stat().st_size:
            Claim(shared).close()
            return True
    return False


def close_left(games: Path, game_id: str) -> None:
    """Note that nobody wants to open a game again that was left open to phones."""
    with suppress(Impossible):
        claim = Claim(shared_file(games, game_id))
        claim.tell("")
        claim.close()


def forget_shared(games: Path, game_id: str) -> None:
    """Remove what is kept about a deleted game that was open to phones; who still shares it does so at the end."""
    with suppress(OSError, Malformed):  # a game without a proper id was never open
        shared = shared_file(games, game_id)
        if shared.parent.is_dir() and not is_claimed(shared):
            for kept in (shared, _lock_file(shared), answers_file(games, game_id)):
                kept.unlink(missing_ok=True)


def _lock_file(shared: Path) -> Path:
    return shared.with_suffix(".lock")


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
