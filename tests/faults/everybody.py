"""One store with every way to it, and a pencil beside it: what was told as saved is there, and nothing else is.

The commands run in this process or in one of their own, phones ask the pages of a shared table, the app is driven by
keys. Nothing waits for the time: all share one clock, which may jump, and look for what others did when told to.
"""

import html
import io
import json
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
from textual.pilot import Pilot
from textual.widgets import OptionList

from scorekeeper.cli import run
from scorekeeper.tui.home import Home
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.dialogs import AskLine, Choose, Confirm, Dialog
from tests.conftest import Ran
from tests.faults.pencil import Page, read_page
from tests.processes import python
from tests.tui.conftest import notices
from tests.web.table import Phone, Table

HOUR, MANY = timedelta(hours=1), 50
"""How much later, or after how many changes, the next backup is made."""
ESC = 0.35
"""How likely somebody leaves a question by Esc."""


@dataclass(frozen=True)
class Book:
    """All pages of a game up to now, those that were undone, and how many changes there were."""

    pages: tuple[Page, ...]
    undone: tuple[Page, ...] = ()
    changes: int = 1
    deleted: bool = False

    @property
    def page(self) -> Page:
        """The page as it is."""
        return self.pages[-1]

    def turn(self, page: Page) -> "Book":
        """Return the book after a change; what changes nothing is none."""
        if page == self.page:
            return self
        return replace(self, pages=(*self.pages, page), undone=(), changes=self.changes + 1)

    def undo(self) -> "Book":
        """Return the book with the last change undone."""
        assert self.pages[1:], "there was nothing to undo"
        undone = (*self.undone, self.page)
        return replace(self, pages=self.pages[:-1], undone=undone, changes=self.changes + 1)

    def hide(self, deleted: bool) -> "Book":
        """Return the book of a game that is deleted, or was brought back."""
        return replace(self, deleted=deleted)

    def redo(self) -> "Book":
        """Return the book with the last undone change made again."""
        assert self.undone, "there was nothing to redo"
        pages = (*self.pages, self.undone[-1])
        return replace(self, pages=pages, undone=self.undone[:-1], changes=self.changes + 1)


Rows = dict[str, tuple[object, ...]]
"""The stored changes by game."""


class Kept(NamedTuple):
    """What a store holds, or a backup of it."""

    books: dict[str, Book]
    rows: Rows


def stored(file: Path) -> tuple[Rows, set[str]]:
    """Read the changes of every game, and which games are deleted, from the very database."""
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
        games = database.execute("select id, hidden from games").fetchall()
        events = database.execute("select game, number, at, by, what from events order by game, number")
        rows: dict[str, list[object]] = {game: [] for game, _hidden in games}
        for game, *event in events:
            rows[game].append(tuple(event))
    return {game: tuple(own) for game, own in rows.items()}, {game for game, hidden in games if hidden}


class Clock:
    """Stands for `datetime` where the program asks for the time."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self, zone: tzinfo | None = None) -> datetime:
        """Return the time."""
        return self.at.astimezone(zone) if zone else self.at.replace(tzinfo=None)


class Form(HTMLParser):
    """The form of a page that is sent to an address: its fields, choices and answers."""

    def __init__(self, page: str, path: str) -> None:
        super().__init__()
        self.path, self._inside = path, False
        self.fields: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self.answers: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a field of the form."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = given["action"] == self.path and given.get("method") == "post"
        if self._inside and tag == "button" and given.get("name") == "answer":
            self.answers.append(given["value"])
        if (
            self._inside
            and "name" in given
            and tag == "input"
            and given.get("type") not in ("checkbox", "file")
        ):
            if given.get("type") == "radio":
                self.choices.setdefault(given["name"], []).append(given["value"])
            if given.get("type") != "radio" or "checked" in given:
                self.fields[given["name"]] = given["value"]

    def handle_endtag(self, tag: str) -> None:
        """Leave the form."""
        self._inside = self._inside and tag != "form"


class Everybody:
    """All who use one store this evening; the first game is the one that phones and the app have open."""

    def __init__(self, home: Path, seed: int, clock: Clock, *, processes: bool = False) -> None:
        self.home, self.rng, self.clock, self.processes = home, Random(seed), clock, processes
        self.books: dict[str, Book] = {}
        self.rows: Rows = {}
        self.backups: dict[str, Kept] = {}
        self.promised = ""
        """The backup that the last restore named."""
        self._backed_up: tuple[datetime, int] | None = None
        """When the last backup was made, and how many changes there were; None where that is another clock's."""
        self._other_clock = False
        self.table: Table
        self.pilot: Pilot[None]
        self.phones: list[Phone] = []
        self.forms: list[tuple[Phone, Form]] = []

    # The commands

    def command(self, *words: object) -> Ran:
        """Run a command, now and then in a process of its own, where the clock is right."""
        typed = [str(word) for word in words]
        if self.processes and self.rng.random() < 0.02:
            self._other_clock = True
            done = python("-m", "scorekeeper", *typed)
            ran = Ran(done.returncode, done.stdout, done.stderr)
        else:
            out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _stream in range(2))
            with redirect_stdout(out), redirect_stderr(err):
                status = run(typed)
            ran = Ran(status, *(stream.buffer.getvalue().decode() for stream in (out, err)))
        assert ran.status in (0, 1, 2), ran
        assert "Traceback" not in ran.err, ran.err
        return ran

    def new_game(self, *options: str) -> str:
        """Start a game."""
        game = self.command("new", *options).out.strip()
        self.books[game] = Book((read_page(self.command("export", game).out),))
        self.check()
        self.look_at_backups(Kept(self.books, self.rows))
        return game

    @property
    def open(self) -> str:
        """The game that phones and the app have open."""
        return next(iter(self.books))

    def saved(self, game: str, change: Callable[[Page], Page]) -> None:
        """Write down what somebody was told is saved."""
        self.books[game] = self.books[game].turn(change(self.books[game].page))

    # The phones

    def form(self, answer: httpx.Response, path: str) -> Form | None:
        """Return the form of a page, if it has one that goes to this address."""
        assert answer.status_code < 500, (answer.status_code, path, answer.text)
        form = Form(answer.text, path)
        return form if form.fields else None

    async def places(self) -> dict[str, int]:
        """Return the totals that a phone shows."""
        await self.table.shared.look()
        shown = (await self.phones[0].get("/standing")).text
        rows = re.findall(r"<tr.*?</tr>", shown)
        found = [
            (re.search(r"<bdi[^>]*>(.*?)</bdi>", row), re.search(r'total"[^>]*>(\d+)', row)) for row in rows
        ]
        return {html.unescape(name[1]): int(total[1]) for name, total in found if name and total}

    # The app

    async def press(self, *keys: str) -> None:
        """Press keys; the messages of before are cleared."""
        self.pilot.app.clear_notifications()
        await self.pilot.press(*keys)

    @property
    def refused(self) -> bool:
        """Whether the app tells that something was refused."""
        return any(note.severity == "error" for note in notices(self.pilot.app))

    async def at_table(self, *, looks: float = 0) -> TableScreen:
        """Leave what is open in the app, by Esc, and perhaps look at what others did.

        What is typed and cannot be saved is given up.
        """
        for _screen in range(20):
            screen = self.pilot.app.screen
            if isinstance(screen, TableScreen):
                if self.rng.random() >= looks:
                    return screen
                looks = 0
                await screen.poll()
                continue
            assert not isinstance(screen, Home), "one Esc too many"
            await self.press("y" if isinstance(screen, Confirm) else "escape")
        raise AssertionError(f"no way back to the table from {self.pilot.app.screen}")

    async def answers(self, *texts: str) -> list[str] | None:
        """Answer all that the app asks, at random and with these texts; None if a question was left by Esc."""
        given, left = list[str](), list(texts)
        while isinstance(question := self.pilot.app.screen, Dialog):
            if self.rng.random() < ESC:
                typed = left[:1] if isinstance(question, AskLine) and self.rng.random() < 0.5 else []
                await self.press("end", *"".join(typed), "escape")
                return None
            if isinstance(question, Choose):
                options = question.query_one(OptionList).options
                marked = self.rng.randrange(len(options))
                given.append(options[marked].id or "")
                await self.press("home", *["down"] * marked, "enter")
            elif isinstance(question, Confirm):
                await self.press("y")
            else:
                given.append(left.pop(0) if left else "")
                await self.press("end", "ctrl+u", *given[-1], "enter")
            assert self.pilot.app.screen is not question, f"{question} does not close"
        return given

    # What must hold

    def look_at_backups(self, before: Kept) -> None:
        """Note what new backups hold: the games as they are now, or those that a restore replaced."""
        if self.promised:
            assert self.promised in self._backups(), (
                f"the backup {self.promised}, which restore named, is gone"
            )
        there = self._backups()
        self.backups = {name: kept for name, kept in self.backups.items() if name in there}
        new = [name for name in there if name not in self.backups]
        at, changes = self.clock.at, sum(map(len, before.rows.values()))
        usual = before.books is self.books and not self._other_clock  # a restore backs up what it replaces
        if usual and new and self._backed_up:
            last, then = self._backed_up
            young = abs(at - last) < HOUR and abs(changes - then) < MANY
            assert not young, (
                f"{new} at {at} with {changes} changes, though there is one of {last} with {then}"
            )
        for name in new:
            file = there[name]
            os.utime(file, (at.timestamp(), at.timestamp()))
            assert stored(file)[0] == before.rows, f"the backup {name} holds something else than there was"
            self.backups[name] = Kept(dict(before.books), before.rows)
            self._backed_up = (at, changes) if usual else None
        self._other_clock = False

    def _backups(self) -> dict[str, Path]:
        return {file.stem: file for file in sorted((self.home / "copies").glob("*.db"))}

    def check(self) -> None:
        """Compare the store with the pencil: every change that was told as saved, no other, and every total."""
        rows, deleted = stored(self.home / "games.db")
        assert rows.keys() == self.books.keys(), "a game is lost or came from nowhere"
        assert deleted == {game for game, book in self.books.items() if book.deleted}
        for game, book in self.books.items():
            before = self.rows.get(game, ())
            assert rows[game][: len(before)] == before, f"changes of {game} are lost: {before}"
            more = rows[game][len(before) :]
            assert len(rows[game]) == book.changes, (
                f"{game} has {len(rows[game])} changes for {book.changes}: {more}"
            )
            if more and not book.deleted:
                self._recount(game, book.page)
        self.rows = rows

    def _recount(self, game: str, page: Page) -> None:
        exported = read_page(self.command("export", game).out)
        assert exported == page, f"{game} is {exported}, and what was told is {page}"
        told = json.loads(self.command("standings", game, "--json").out)["standings"]
        assert {place["player"]: place["total"] for place in told} == {
            name: page.total(name, page.whole if page.finished else None) for name in page.players
        }

    async def look(self) -> None:
        """Look at the totals on a phone and in the app."""
        book = self.books[self.open]
        if book.deleted:
            return
        page, shown = book.page, await self.places()
        assert shown in ({}, {name: page.total(name, page.whole) for name in page.players}), shown
