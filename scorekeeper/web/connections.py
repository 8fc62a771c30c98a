"""Who may be connected to the server: nobody silent for long, nobody too often, never more than fit."""

import asyncio
import sys
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from scorekeeper.web.address import ALONE, is_alone

SILENT = 10.0
"""Seconds within which a connection has to ask for something whole."""

PER_ADDRESS = 60
"""Connections from one address; a phone has six at most. This computer itself is not limited."""

MOST, SPARED = 2000, 200
"""Connections in all, and how many descriptors are left for everything else, what waits to be refused among it."""

AT_ONCE = 50
"""How many connections may wait to be accepted, and are accepted in one go."""


def most_connections() -> int:
    """Return how many connections there may be at once, so that the program can always open a file."""
    if sys.platform == "win32":
        return MOST
    import resource

    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + SPARED
    if allowed != resource.RLIM_INFINITY and allowed < wanted:  # macOS begins with 256
        allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return MOST if allowed == resource.RLIM_INFINITY else max(1, min(MOST, allowed - SPARED))


class Connection(H11Protocol):
    """A connection of which the server gets rid if it only takes room."""

    most: ClassVar[int] = MOST
    _silent: asyncio.TimerHandle | None = None
    _asked: object = None
    """The request that was being answered, or answered last, when the connection was looked at before."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or end it where there are too many."""
        super().connection_made(transport)
        if self._is_one_too_many():
            transport.abort()
        else:
            self._silent = self.loop.call_later(SILENT, self._look)

    def _is_one_too_many(self) -> bool:
        here = sum(isinstance(one, Connection) and one._host == self._host for one in self.connections)
        return len(self.connections) > self.most or (here > PER_ADDRESS and not is_alone(self._host))

    @property
    def _host(self) -> str:
        """The address of whoever is connected; this computer's own where it is not told."""
        return self.client[0] if self.client else ALONE

    def _look(self) -> None:
        """End a connection that has asked for nothing whole since the last look, and is sent nothing."""
        busy = self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body
        if self.cycle is self._asked and not busy:
            self.transport.abort()
            return
        self._asked = self.cycle
        self._silent = self.loop.call_later(SILENT, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """Look no more."""
        super().connection_lost(exc)
        if self._silent is not None:
            self._silent.cancel()
