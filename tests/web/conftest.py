"""What tests of a shared table share: a table whose pages are asked for in this process, and one at a free port."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from scorekeeper.web.host import Host
from tests.web.served import free_port
from tests.web.table import Table, new_game, open_table


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Return a new game of Ana, Ben, Carla and Dot that is open to phones."""
    async with open_table(tmp_path) as table:
        yield table


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """Return such a game at a free port of this computer."""
    host = Host(*new_game(tmp_path), "127.0.0.1", free_port())
    host.start()
    yield host
    host.stop()
