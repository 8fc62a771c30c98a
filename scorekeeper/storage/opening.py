"""Opens the store of a place: the one module that knows which kinds there are."""

import sys
from pathlib import Path

from scorekeeper.errors import Unavailable
from scorekeeper.storage.database import Database
from scorekeeper.storage.places import Place
from scorekeeper.storage.store import Store
from scorekeeper.text import _


def open_store(place: Place, wait: float | None = None) -> Store:
    """Return the store of a place, which is opened with the first use.

    It waits so many seconds for other programs and the server, or as long as a command may.
    """
    return Store(open_database(place, wait))


def open_database(place: Place, wait: float | None = None) -> Database:
    """Return the database of a place; as `open_store`."""
    if isinstance(place, Path):
        from scorekeeper.storage.sqlite import SqliteFile

        return SqliteFile(place, wait)
    try:
        from scorekeeper.storage.postgres import PostgresServer
    except ImportError:
        raise Unavailable(
            _(
                'A store on a server needs psycopg; install it with: {python} -m pip install "psycopg[binary]".',
                python=sys.executable,
            )
        ) from None
    return PostgresServer(place, wait)
