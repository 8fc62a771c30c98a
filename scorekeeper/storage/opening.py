"""Opens the store of a place: the one module that knows which kinds there are."""

from pathlib import Path

from scorekeeper.storage.places import Place
from scorekeeper.storage.store import Store


def open_store(place: Place, wait: float | None = None) -> Store:
    """Return the store of a place, which is opened with the first use.

    It waits so many seconds for other programs and the server, or as long as a command may.
    """
    if isinstance(place, Path):
        from scorekeeper.storage.sqlite_store import SqliteStore

        return SqliteStore(place, wait)
    from scorekeeper.storage.server_store import ServerStore

    return ServerStore(place, wait)
