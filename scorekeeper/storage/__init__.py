"""The stored games: an append-only log of events in a database, its summaries and its backups.

An acknowledged event is on disk. An append that does not follow the last event is refused, and the error
has the events that came first. All SQL is in this package, and no rule of the game is.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.storage.archive import Archive
    from scorekeeper.storage.backups import Backup, keep_copy, list_copies, missing_from, restore_backup
    from scorekeeper.storage.database import WAIT
    from scorekeeper.storage.event_rows import Listed, Origin
    from scorekeeper.storage.moving import check_store, move_store
    from scorekeeper.storage.opening import open_store
    from scorekeeper.storage.origins import elsewhere
    from scorekeeper.storage.places import Place, ServerAddress, local_file, parse_place, usual_place
    from scorekeeper.storage.store import LATEST, KeptGame, Overtaken, Store, restored_sentence
else:
    __all__, __getattr__ = lazy(
        __name__,
        archive="Archive",
        backups="Backup keep_copy list_copies missing_from restore_backup",
        database="WAIT",
        event_rows="Listed Origin",
        moving="check_store move_store",
        opening="open_store",
        origins="elsewhere",
        places="Place ServerAddress parse_place local_file usual_place",
        store="LATEST KeptGame Overtaken Store restored_sentence",
    )
