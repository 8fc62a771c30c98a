"""One game as everybody at a shared table sees it: every entry goes through one thread, and all are told at once.

Checking an entry and storing it is one step of that thread, so two phones can never hold the same tile. The game
that readers see is a value that is replaced as a whole.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import UTC, datetime
from typing import TypeVar

from scorekeeper.errors import Impossible, NotFound, ScorekeeperError, Unavailable
from scorekeeper.game import Event, Game, GameLog, Round, replay_events
from scorekeeper.session import Session, called_now, may_hide_double_blank, shelf
from scorekeeper.storage import KeptGame, Place, open_store
from scorekeeper.text import _, isolating, join_and
from scorekeeper.web.devices import Devices

LOOK_EVERY, LOOK_ALONE = 0.15, 0.6
"""Seconds between two looks for entries by other programs, and while nobody follows the table."""

LOOKS_SPARED = 13
"""How many looks in a row read nothing but whether anybody wrote: then all is checked again."""

T = TypeVar("T")


def _utc() -> datetime:
    return datetime.now(UTC)


def is_complete(game: Game, played: Round) -> bool:
    """Whether every hand of a round is in, and it is known how it ended."""
    return not game.lacks(played) and played.ending is not None


def is_settled(game: Game, number: int) -> bool:
    """Whether a round is complete and nobody has to be asked who had 0-0."""
    played = game.round(number)
    return is_complete(game, played) and not may_hide_double_blank(game, played)


class SharedTable:
    """A game that is open for phones, and who has joined it."""

    def __init__(
        self, games: Place, game_id: str, devices: Devices, log: Callable[[str], None] | None = None
    ) -> None:
        """Share a game; `log` is told what is wrong with the store, of which players' phones show no details."""
        self.devices, self._log = devices, log
        self._games, self.id = games, game_id
        self._books = shelf()  # asked with every page
        self._worker = ThreadPoolExecutor(1, "table")
        self._session: Session
        self.kept: KeptGame
        self.version = 0
        """Grows with everything that people can see; pages are made anew when it does."""
        self.trouble: ScorekeeperError | None = None
        """Why nothing can be saved at the moment; None while all is well."""
        self._changed = asyncio.Condition()
        self._spared = 0
        self._followers = 0
        self.deleted = False
        """Whether the game was among the deleted ones when this table was closed."""
        self._held: Game | None = None
        """The game as it was when whoever keeps score began with a round at this computer; None while nobody does."""

    async def open(self) -> None:
        """Open the game. Raises ScorekeeperError if it cannot be read."""
        await self._in_worker(self._open)
        self._close_earlier()
        self._follow_names(self._known())

    def _open(self) -> None:
        self._session = Session(open_store(self._games), _utc)
        self._session.open(self.id)
        self.kept = self._session.kept

    def _close_earlier(self) -> None:
        """Close the rounds that were complete before the game was ever open to phones."""
        played = self.round
        if not self.devices.events and played is not None and is_complete(self.game, played):
            self.devices.close_round(played.number)

    def _known(self) -> GameLog:
        """Return the log as it was when players' names were followed last, by this server or an earlier one."""
        events: tuple[Event, ...] = self.kept.log.events[: self.devices.events]
        return replay_events(events) if events else self.kept.log

    async def close(self) -> None:
        """Close the game; what is being stored is stored first."""
        await self._in_worker(self._close)
        self._worker.shutdown()

    def _close(self) -> None:
        store = self._session.store
        try:
            store.changed(self._session.kept)
        except NotFound:
            self.deleted = True
        except ScorekeeperError:  # the store cannot be read now, and what is kept beside it stays
            pass
        store.close()

    async def _in_worker(self, deed: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, copy_context().run, deed)

    @property
    def game(self) -> Game:
        """The state of the game."""
        return self.kept.game

    @property
    def name(self) -> str:
        """What the table is called: the title of the game, or what is played."""
        return self.game.title or self._books.games()[self._books.game_of(self.game.rules)]

    @property
    def round(self) -> Round | None:
        """The round at the table: the first that lacks a hand, or the last one until the table closes it."""
        game = self.game
        begun = max((played.number for played in game.rounds if played.under_way), default=0)
        for played in game.rounds[:begun]:
            waits = played.number == begun and played.number > self.devices.closed and not game.finished
            if waits or game.lacks(played):
                return played
        return None if game.over else game.current

    @property
    def covered(self) -> bool:
        """Whether nobody may read the result yet: whoever keeps score is asked something, or reveals the places."""
        return self._held is not None and self.game.over

    def may_hide_double_blank(self, number: int) -> tuple[str, ...]:
        """Return the players who are to be asked about 0-0 before a round is closed."""
        return may_hide_double_blank(self.game, self.game.round(number))

    async def hold(self) -> None:
        """Close no round that is completed at this computer, and name no winner, until `release`."""
        self._held = self.game
        await self.tell()

    async def release(self, number: int | None) -> None:
        """Close this round if it was completed since `hold` at this computer, where everything was asked about it."""
        await self.look()
        before, played, self._held = self._held, self.round, None
        if before is not None and played is not None and played.number == number:
            was_complete = is_complete(before, before.round(number))
            if is_complete(self.game, played) and not was_complete:
                await self.close_round(number)
        await self.tell()

    def check_closable(self, number: int, player: str | None = None) -> None:
        """Raise Impossible, saying why, if a round cannot be closed now; `player` is who asks, None the keeper."""
        played = self.round
        if played is None or played.number != number:
            raise Impossible(_("Round {number} is closed already.", number=number))
        if missing := self.game.lacks(played):
            raise Impossible(_("The hands of {names} are missing.", names=join_and(missing)))
        if played.ending is None:
            raise Impossible(_("Nobody has said who went out, or that the round was blocked."))
        if player is not None and played.out != player:
            raise Impossible(_("Only the player who went out, or whoever keeps score, closes a round."))

    async def close_round(self, number: int, player: str | None = None) -> None:
        """Close a round. Raises as `check_closable`."""
        self.check_closable(number, player)
        self.devices.close_round(number)
        await self.tell()

    async def close_current(self) -> None:
        """Close the round at the table, whichever it is. Raises Impossible if it cannot be closed."""
        await self.look()
        await self.close_round(self.check_current().number)

    def check_current(self) -> Round:
        """Return the round at the table. Raises Impossible, saying why, if it cannot be closed now."""
        played = self.round
        if played is None:
            raise Impossible(_("There is no round to close."))
        self.check_closable(played.number)
        return played

    async def do(self, deed: Callable[[Session], T], by: str) -> T:
        """Do something with the game in a person's name, and tell everybody. Raises as the deed does."""

        def done() -> T:
            self._session.by = by
            with isolating(False):  # what is stored is for terminals and files too
                return deed(self._session)

        try:
            return await self._in_worker(done)
        except Unavailable as error:
            self._report(error)
            raise
        finally:
            await self._take_over()

    async def watch(self) -> None:
        """Look for what other programs enter, until this is cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY if self._followers else LOOK_ALONE)
            await self.look(sparing=True)

    async def look(self, *, sparing: bool = False) -> None:
        """Take over what other programs have entered, if there is anything; what goes wrong is `trouble`.

        With `sparing`, the store is rarely asked unless it has been told of something.
        """
        trouble: ScorekeeperError | None = None
        try:
            known = await self._in_worker(lambda: self._look(sparing))
            await self._take_over()
            if known is not None and self._held is None:
                await self._close_settled(known)
        except ScorekeeperError as error:
            trouble = error
        if str(trouble) != str(self.trouble):
            self.trouble = trouble
            self._report(trouble)
            await self.tell()

    def _report(self, error: ScorekeeperError | None) -> None:
        if error is not None and self._log is not None:
            self._log(str(error))

    def _look(self, sparing: bool) -> Game | None:
        """Read what other programs have entered; return the game as it was before, or None if there was nothing."""
        known, store = self._session.kept, self._session.store
        spares = sparing and not self.trouble and self._spared < LOOKS_SPARED
        if spares and not store.others_wrote():
            self._spared += 1
            return None
        self._spared = 0
        self._session.look_again()
        return None if self._session.kept is known else known.game

    async def _close_settled(self, before: Game) -> None:
        """Close a round that was settled at the keyboard: whoever keeps score there has seen all of it."""
        played = self.round
        if (
            played is not None
            and is_settled(self.game, played.number)
            and not is_settled(before, played.number)
        ):
            await self.close_round(played.number)

    async def _take_over(self) -> None:
        """Show what the worker has stored or found, if there is anything."""
        before, now = self.kept, self._session.kept
        if before is now:
            return
        self.kept = now
        self._follow_names(before.log)
        self._reopen()
        await self.tell()

    def _reopen(self) -> None:
        """Open a closed round again that lacks a hand, so that it waits to be closed once more."""
        played = self.round
        if played is not None and played.number <= self.devices.closed:
            self.devices.reopen_round(played.number)

    def _follow_names(self, before: GameLog) -> None:
        devices, game = self.devices, self.game
        names = called_now(before, self.kept.log)
        renamed = any(old != new for old, new in names.items())
        seats = {one.player for one in devices.all if one.player is not None}
        gone = any(names.get(name, name) not in game.players for name in seats)
        if renamed or gone or not devices.events:
            devices.follow(names, game.players, len(self.kept.log.events))

    async def tell(self) -> None:
        """Tell everybody who waits that there is something new to see."""
        self.version += 1
        async with self._changed:
            self._changed.notify_all()

    async def newer(self, version: int, patience: float) -> bool:
        """Wait until there is more to see than this version; return False if nothing came in so many seconds."""
        self._followers += 1
        try:
            async with self._changed, asyncio.timeout(patience):
                await self._changed.wait_for(lambda: self.version > version)
        except TimeoutError:
            return False
        finally:
            self._followers -= 1
        return True
