"""Takes all games from one store to another, and checks that the games of a store can be read."""

from contextlib import closing

from scorekeeper.errors import NotFound, ScorekeeperError
from scorekeeper.storage.copying import insert_tables, read_tables
from scorekeeper.storage.opening import open_database, open_store
from scorekeeper.storage.places import Place
from scorekeeper.text import _


def move_store(source: Place, target: Place) -> int:
    """Store all games and merged names of one store in another, or nothing; return how many games there were.

    The source stays as it is. Raises NotFound if there are no games, Impossible if the target has one of them,
    Damaged if what is read back differs, and Unavailable.
    """
    with closing(open_database(source)) as old, old.snapshot() as connection:
        tables = read_tables(connection)
    if not tables["games"]:
        raise NotFound(_("There are no games in {store}, so nothing was moved.", store=source))
    with closing(open_database(target)) as new, new.writing_much() as connection:
        return insert_tables(tables, connection, new.next_turn)


def check_store(place: Place) -> tuple[int, tuple[str, ...]]:
    """Return how many games a store has, deleted ones too, and a sentence for each that cannot be read."""
    faults: list[str] = []
    with closing(open_store(place)) as store:
        games = (*store.list(-1), *store.list(-1, deleted=True))
        for one in games:
            try:
                store.game(one.id)
            except ScorekeeperError as error:
                faults.append(str(error))
    return len(games), tuple(faults)
