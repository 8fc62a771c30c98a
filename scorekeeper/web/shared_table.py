"""One game as everybody at a shared table sees it: every entry goes through one thread, and all are told at once.

Checking an entry and storing it is one step of that thread, so two phones can never hold the same tile. The game
that readers see is a value that is replaced as a whole.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from datetime import UTC, datetime
from typing import TypeVar

from msgspec.structs import replace

from scorekeeper.errors import ScorekeeperError, Unavailable
from scorekeeper.game import Event, Game, GameLog, Round, called_now, replay_events
from scorekeeper.session import AnswersFile, Session, TableAnswers, covered_ranks, shelf
from scorekeeper.storage import KeptGame, StorePlace, open_store
from scorekeeper.text import isolating
from scorekeeper.web.devices import Devices

LOOK_FOLLOWED, LOOK_ALONE = 0.15, 0.6
"""Seconds between two looks for entries by other programs, and while nobody follows the table."""

LOOKS_SPARED = 13
"""How many looks in a row read nothing but whether anybody wrote: then all is checked again."""

T = TypeVar("T")


class Told:
    """What many look at: everybody who waits is told when there is something new to see."""

    def __init__(self) -> None:
        self.version = 0
        """Grows with everything that people can see; pages are made anew when it does."""
        self._changed = asyncio.Condition()
        self._followers = 0

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


class SharedTable(Told):
    """A game that is open for phones, and who has joined it."""

    def __init__(
        self, games: StorePlace, game_id: str, devices: Devices, log: Callable[[str], None] | None = None
    ) -> None:
        """Share a game; `log` is told what is wrong with the store, of which players' phones show no details."""
        super().__init__()
        self.devices, self._log = devices, log
        self.games, self.id = games, game_id
        self._books = shelf()  # asked with every page
        self._worker = ThreadPoolExecutor(1, "table")
        self._session: Session
        self.kept: KeptGame
        self.trouble: ScorekeeperError | None = None
        """Why nothing can be saved at the moment; None while all is well."""
        self._spared = 0
        self.answers = TableAnswers()
        """What everybody at the table has been told."""
        self._answers_file = AnswersFile(games, game_id)

    async def open(self) -> None:
        """Open the game. Raises ScorekeeperError if it cannot be read."""
        await self._in_worker(self._open)
        known: tuple[Event, ...] = self.kept.log.events[: self.devices.events]
        self._follow_names(replay_events(known) if known else self.kept.log)
        await self._look_at_answers()

    def _open(self) -> None:
        self._session = Session(open_store(self.games), lambda: datetime.now(UTC))
        self._session.open(self.id)
        self.kept = self._session.kept

    async def close(self) -> None:
        """Close the game; what is being stored is stored first. A last look says whether it was deleted meanwhile."""
        await self.look()
        await self._in_worker(self._session.store.close)
        self._worker.shutdown()

    async def _in_worker(self, deed: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, copy_context().run, deed)

    @property
    def game(self) -> Game:
        """The state of the game."""
        return self.kept.game

    @property
    def name(self) -> str:
        """What the table is called: the title of the game, or what is played."""
        return self.game.title or self._books.played(self.game.rules)

    @property
    def round(self) -> Round | None:
        """The round at the table; None once the game is over."""
        return None if self.game.over and not self.covered else self.game.open_round

    @property
    def covered(self) -> tuple[int, ...]:
        """The ranks that nobody may see yet, best first; all of them are covered when a game ends."""
        return covered_ranks(self.game, self.answers.places) if self.game.over else ()

    @property
    def hides_points(self) -> bool:
        """Whether nobody may see totals and points now."""
        return self.game.hides_totals or bool(self.covered)

    async def change_answers(self, note: Callable[[AnswersFile], None]) -> None:
        """Note an answer, for everybody. Raises Unavailable if it cannot be written."""
        note(self._answers_file)
        await self._look_at_answers()

    async def do(self, deed: Callable[[Session], T], by: str) -> T:
        """Do something with the game in a person's name, and tell everybody. Raises as the deed does.

        A deed that changes nothing, since the game is as it wants already, is done again if another program has just
        replaced that.
        """

        def done() -> T:
            session = self._session
            session.by = by
            with isolating(False):  # what is stored is for terminals and files too
                while True:
                    known = session.kept
                    answer = deed(session)
                    if session.kept is not known or not session.look_again():
                        return answer

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
            await asyncio.sleep(LOOK_FOLLOWED if self._followers else LOOK_ALONE)
            await self.look(sparing=True)

    async def look(self, *, sparing: bool = False) -> None:
        """Take over what other programs have entered, if there is anything; what goes wrong is `trouble`.

        With `sparing`, the store is rarely asked unless it has been told of something.
        """
        trouble: ScorekeeperError | None = None
        try:
            await self._in_worker(lambda: self._look(sparing))
            await self._take_over()
            await self._look_at_answers()
        except ScorekeeperError as error:
            trouble = error
        if str(trouble) != str(self.trouble):
            self.trouble = trouble
            self._report(trouble)
            await self.tell()

    def _report(self, error: ScorekeeperError | None) -> None:
        if error is not None and self._log is not None:
            self._log(str(error))

    def _look(self, sparing: bool) -> None:
        """Read what other programs have entered, if they have written anything."""
        spares = sparing and not self.trouble and self._spared < LOOKS_SPARED
        if spares and not self._session.store.others_wrote():
            self._spared += 1
        else:
            self._spared = 0
            self._session.look_again()

    async def _look_at_answers(self) -> None:
        """Take over what this program or another one noted; the result of a game that goes on is covered."""
        answers = self._answers_file.read()
        if not self.game.over and answers.places != 0:
            with suppress(Unavailable):  # the next look tries again
                self._answers_file.note(places=0)
            answers = replace(answers, places=0)
        if answers != self.answers:
            self.answers = answers
            await self.tell()

    async def _take_over(self) -> None:
        """Show what the worker has stored or found, if there is anything."""
        before, now = self.kept, self._session.kept
        if before is now:
            return
        self.kept = now
        self._follow_names(before.log)
        await self._look_at_answers()
        await self.tell()

    def _follow_names(self, before: GameLog) -> None:
        names = called_now(before, self.kept.log)
        self.devices.follow(names, self.game.players, len(self.kept.log.events))
