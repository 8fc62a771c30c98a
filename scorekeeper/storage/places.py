"""Where games are stored: a SQLite file, or a PostgreSQL server; and which of them is in use.

An address may hold a password. Nothing shows it: what people see of an address is `shown`. Opens nothing.
"""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import msgspec

from scorekeeper.errors import Malformed, ScorekeeperError, at_place
from scorekeeper.system import games_file, read_settings, settings_file
from scorekeeper.text import _, escaped

STORE_VARIABLE = "SCOREKEEPER_STORE"
"""The environment variable that names the store; it wins over the settings."""

USUAL_FILE = "sqlite"
"""The name that stands for the usual file."""

_SCHEMES = ("postgresql://", "postgres://")
_SHOWN = ("host", "port", "dbname", "service", "user")
"""Parameters of an address that are no secret and say which server it is."""
_SECRET = ("password", "sslpassword")
_FILE = re.compile(r"[./~\\]|[A-Za-z]:[/\\](?!/)")
"""How the name of a file begins that may have the marks of an address."""
_LIKE_ADDRESS = re.compile(r"@|://|postgres(ql)?:|(host|user|dbname|password|service)\s*=", re.IGNORECASE)
_NAMED = re.compile(r"""^\s*["']?store["']?\s*=""", re.MULTILINE)


class ServerAddress(msgspec.Struct, frozen=True):
    """The address of a PostgreSQL server and a database on it; `secret` is all of it, for libpq alone."""

    secret: str

    def __repr__(self) -> str:
        return f"ServerAddress({self.shown})"

    def __str__(self) -> str:
        return self.shown

    def __rich_repr__(self) -> list[tuple[str, str]]:  # what a crash screen prints
        return [("shown", self.shown)]

    @property
    def shown(self) -> str:
        """The address without its password."""
        from urllib.parse import urlencode  # not loaded for a file

        user, rest, more = self._parts
        query = urlencode([(name, value) for name, value in more if name in _SHOWN], safe="/:,")
        return f"postgresql://{user}{'@' if user else ''}{rest}{'?' if query else ''}{query}"

    @property
    def folder(self) -> Path:
        """The folder on this computer for the backups of this server's games."""
        import hashlib

        user, rest, more = self._parts
        named = "-".join(re.findall(r"[A-Za-z0-9.]+", rest)) or "server"
        exact = repr((user, rest, [(name, value) for name, value in more if name not in _SECRET]))
        return (
            games_file().parent / "servers" / f"{named[:60]}-{hashlib.sha256(exact.encode()).hexdigest()[:8]}"
        )

    @property
    def is_mistyped(self) -> bool:
        """Whether marks stand where none belong, so that what is shown could have a part of a password."""
        user, rest, more = self._parts
        shown = [rest, *(value for name, value in more if name in _SHOWN)]
        return "/" in user or "?" in user or any(mark in word for word in shown for mark in "?&=")

    @property
    def passwords(self) -> tuple[str, ...]:
        """The passwords of the address as they are written in it and as they are meant, to strike them out."""
        from urllib.parse import unquote

        _user, _rest, more = self._parts
        head = self.secret.partition("://")[2].rpartition("@")[0].partition(":")[2]
        parts = head.split("@")[1:]  # libpq takes them for a server, and names it when there is none
        words = [head, *parts, *(value for name, value in more if name in _SECRET)]
        return tuple(
            dict.fromkeys(spelling for word in words for spelling in (word, unquote(word)) if spelling)
        )

    @property
    def _parts(self) -> tuple[str, str, list[tuple[str, str]]]:
        """Return user, server with database, and parameters.

        All up to the last “@” counts as user and password, so that no part of a password is taken for a server.
        """
        from urllib.parse import parse_qsl

        body = self.secret.partition("://")[2]
        before, _at, after = body.rpartition("@")
        user = before.partition(":")[0]
        rest, _mark, query = after.partition("?")
        return (user if user.isprintable() else ""), rest, parse_qsl(query, keep_blank_values=True)


StorePlace: TypeAlias = Path | ServerAddress


def parse_place(name: str) -> StorePlace:
    """Return the place of a store by its name: `sqlite`, a path or a `postgresql://` address. Raises Malformed.

    >>> parse_place("postgresql://ana:secret@club/games")
    ServerAddress(postgresql://ana@club/games)
    """
    if name == USUAL_FILE:
        return games_file()
    if name.startswith(_SCHEMES):
        address = ServerAddress(name)
        if not address.is_mistyped:
            return address
    elif name.strip(" -") and "\0" not in name and (_FILE.match(name) or not _LIKE_ADDRESS.search(name)):
        try:
            return Path(name).expanduser().absolute()
        except RuntimeError:
            raise Malformed(_("Nobody of that name has a folder here."), escaped(name)) from None
    raise Malformed(  # names no part of it, which may be a password
        _(
            "A store is sqlite, a path or an address; write postgresql://ana@club.example/games, or ./ before a file."
        )
    )


def usual_place() -> StorePlace:
    """Return the place of the store in use: by the environment, else by the settings, else the usual file.

    Raises Malformed for a name that is none, also if the settings name a store and cannot be read.
    """
    what, named, path = STORE_VARIABLE, os.environ.get(STORE_VARIABLE, ""), settings_file()
    if not named:
        try:
            what, named = "store", read_settings(path).store
        except ScorekeeperError:  # the app reports what is wrong with the settings
            with suppress(OSError):
                if _NAMED.search(path.read_text(errors="replace")):
                    raise
    with at_place(what):
        return parse_place(named or USUAL_FILE)


def local_file(place: StorePlace) -> Path:
    """Return the path on this computer beside which is what belongs to a store and is not in it."""
    return place if isinstance(place, Path) else games_file()
