"""A shared table at a free port for tests: in a thread, which is quick, or in a process that can be killed."""

import json
import os
import signal
import socket
import subprocess
import sys
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self
from unittest.mock import patch

from scorekeeper.cli import run
from scorekeeper.storage import open_store
from scorekeeper.system.paths import HOME_VARIABLE
from scorekeeper.web.host import Host
from tests import servers
from tests.waiting import PATIENCE


def free_port() -> int:
    """Return a free port that no system gives away by itself: it is still free after a stop."""
    for port in Random().sample(range(15_000, 30_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("a hundred ports are taken")


class Served(ABC):
    """A new game that is open to phones, with a home of its own."""

    def __init__(self, home: Path, players: str = "Ana,Ben,Carla,Dot", *options: str) -> None:
        self.home = home
        self.command("new", "--players", players, "--title", "Sunday", *options)
        self.port = free_port()
        self.found: dict[str, str] = {}
        self.start()

    def command(self, *words: str) -> None:
        """Run a command line beside the server."""
        with patch.dict(os.environ, {HOME_VARIABLE: str(self.home), **servers.environment(self.home)}):
            assert run(words) == 0

    @abstractmethod
    def start(self) -> None:
        """Start sharing; after a stop at the same port."""

    @abstractmethod
    def stop(self) -> None:
        """Stop sharing, unless it was stopped."""

    def __enter__(self) -> Self:
        """Serve."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop."""
        self.stop()


class Thread(Served):
    """A server in a thread of the tests."""

    def start(self) -> None:
        """Start sharing, as the app does."""
        games = self.home / "games.db"
        store = open_store(games)
        game_id = store.find("last")
        store.close()
        self.host = Host(games, game_id, "127.0.0.1", self.port)
        self.host.start()
        self.port = int(self.host.origin.rpartition(":")[2])
        self.found = {
            "address": self.host.origin,
            "table": self.host.table_address,
            "pin": self.host.devices.pin,
            "keeper": self.host.new_keeper_address(),
            "screen": self.host.screen_address,
        }

    def stop(self) -> None:
        """Stop sharing, as the app does."""
        self.host.stop()


class Process(Served):
    """A server as the command line starts it."""

    def start(self) -> None:
        """Run the command."""
        words = ("share", "--json", "--port", str(self.port), "--address", "127.0.0.1")
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "scorekeeper", *words],
                env={
                    **os.environ, HOME_VARIABLE: str(self.home), "LC_ALL": "C.UTF-8",
                    **servers.environment(self.home),
                },
                stdout=subprocess.PIPE, stderr=errors, text=True,
            )  # fmt: skip
        assert self.process.stdout is not None
        self.found = json.loads(self.process.stdout.readline())
        self.port = int(self.found["address"].rpartition(":")[2])

    @property
    def errors(self) -> Path:
        """The file with what the command has said on standard error."""
        return self.home / "errors.txt"

    def stop(self) -> None:
        """End the command, unless it has ended."""
        if self.process.poll() is None:
            self.end(signal.SIGTERM)

    def end(self, how: signal.Signals) -> None:
        """End the command with a signal."""
        self.process.send_signal(how)
        with self.process:
            self.process.wait(PATIENCE)
