"""Takes all games from one store to another, and checks that the games of a store can be read."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing

from scorekeeper.errors import Damaged, NotFound, ScorekeeperError
from scorekeeper.storage.event_rows import GameRow
from scorekeeper.storage.opening import open_store
from scorekeeper.storage.places import Place
from scorekeeper.storage.store import Snapshot, read_rows
from scorekeeper.text import _, escaped


def move_store(source: Place, target: Place, seen: Callable[[int], object] = lambda _count: None) -> int:
    """Store all games and merged names of one store in another, or nothing; return how many games there were.

    The source stays as it is. `seen` is called with the number of each game. Raises NotFound if there are no games,
    Impossible if the target has one of them, Damaged if a game cannot be read, and Unavailable.
    """
    count, none = 0, NotFound(_("There are no games in {store}, so nothing was moved.", store=source))

    def checked(games: Iterator[GameRow]) -> Iterator[GameRow]:
        nonlocal count
        for row in games:
            count += 1
            seen(count)
            yield _readable(row)
        if not count:  # they were taken meanwhile
            raise none

    with closing(open_store(source)) as old, closing(open_store(target)) as new:
        if not old.holds_games():
            raise none
        with old.snapshot() as all_of:
            for fault in _damaged_names(all_of.same_players):
                raise Damaged(_("{fault} Nothing was moved.", fault=fault))
            new.take_over(Snapshot(checked(all_of.games), all_of.same_players))
    return count


def _readable(row: GameRow) -> GameRow:
    """Return the row of a game unchanged. Raises Damaged if another store could not show it as it is."""
    read_rows(row.id, [event[:4] for event in row.events])
    if not _is_text(row.id, row.title, row.players, row.started, row.changed):
        raise Damaged(_("The game {name} is damaged, so nothing was moved.", name=row.id))
    return row


def _damaged_names(people: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each merged name that another store could not keep as it is."""
    for name, person in people.items():
        if not _is_text(name, person):
            yield _(
                "The merged name {name} is damaged; scorekeeper restore lists the backups.",
                name=escaped(str(name).encode(errors="replace").decode()),
            )


def _is_text(*words: str) -> bool:
    """Whether words of a row are text that every store can keep."""
    try:
        return b"\0" not in "".join(words).encode()
    except (TypeError, UnicodeEncodeError):
        return False


def check_store(place: Place) -> tuple[int, tuple[str, ...]]:
    """Return how many games a store has, deleted ones too, and a sentence for each that cannot be read.

    Merged names that are damaged have a sentence, too.
    """
    count, faults = 0, list[str]()
    with closing(open_store(place)) as store, store.snapshot() as all_of:
        for row in all_of.games:
            count += 1
            try:
                _readable(row)
            except ScorekeeperError as error:
                faults.append(str(error))
        faults += _damaged_names(all_of.same_players)
    return count, tuple(faults)
