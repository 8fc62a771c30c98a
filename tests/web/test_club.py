"""A club evening in one process: every table has its own phones, and the wall shows what all of them enter."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from scorekeeper.cli import run
from scorekeeper.system.paths import HOME_VARIABLE
from scorekeeper.web.devices import ANYBODY
from scorekeeper.web.server import ROUTES
from tests import servers
from tests.waiting import PATIENCE, eventually

TABLES = 12


class Evening:
    """An event with a home of its own, which one process shares."""

    def __init__(self, home: Path) -> None:
        self.env = {HOME_VARIABLE: str(home), **servers.environment(home)}
        self.found: dict[str, Any] = {}

    def command(self, *words: str) -> str:
        """Run a command beside the server, and return what it prints."""
        with patch.dict(os.environ, self.env), redirect_stdout(TextIOWrapper(BytesIO(), "utf-8")) as printed:
            assert run(["club", *words]) == 0, f"`club {' '.join(words)}` failed"
        printed.seek(0)
        return printed.read()

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Share the event at free ports."""
        words = ["share", "last", "--json", "--address", "127.0.0.1", "--port", "0"]
        line = [sys.executable, "-m", "scorekeeper", "club", *words]
        with subprocess.Popen(
            line, env=os.environ | self.env, stdout=subprocess.PIPE, encoding="utf-8"
        ) as process:
            assert process.stdout is not None
            try:
                self.found = json.loads(process.stdout.readline())
                yield
            finally:
                process.terminate()

    def seats(self) -> Mapping[int, Mapping[str, Any]]:
        """Return the tables of the running sitting by number."""
        told = json.loads(self.command("seats", "last", "--json"))
        return {table["table"]: table for table in told["tables"]}


def begun(home: Path, people: int, size: int) -> Evening:
    """Return an event of one round at tables of this size, whose first sitting is drawn."""
    evening = Evening(home)
    sizes = f"{size}-{size}"
    evening.command("new", "Friday", "--rounds", "1", "--sittings", "2", "--tables-of", sizes)
    evening.command("people", "last", *(word for n in range(people) for word in ("--add", f"Player {n}")))
    evening.command("draw", "last", "--seed", "1")
    return evening


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """Return an event whose twelve tables of four are open to phones."""
    evening = begun(tmp_path_factory.mktemp("club"), 4 * TABLES, 4)
    with evening.shared():
        yield evening


def browser(origin: str) -> httpx.Client:
    """Return a phone with no cookie, which sends its own origin."""
    return httpx.Client(base_url=origin, timeout=PATIENCE, headers={"origin": origin})


@contextmanager
def phone(table: Mapping[str, str], player: str) -> Iterator[httpx.Client]:
    """Return a player's phone that has joined a table."""
    origin, _slash, code = table["address"].rpartition("/j/")
    with browser(origin) as client:
        answer = client.post(f"/j/{code}", data={"pin": table["pin"], "player": player})
        assert (answer.status_code, answer.headers["location"]) == (303, "/hand")
        yield client


def shown_on_the_wall(evening: Evening, sentence: str) -> str:
    """Wait until the wall shows a sentence; return all that it shows then."""
    with browser(evening.found["address"]) as wall, wall.stream("GET", "/live/wall") as stream:
        for line in stream.iter_lines():
            if sentence in line:
                return str(json.loads(line.removeprefix("data: ")))
    raise AssertionError("the wall ended")


def test_every_table_has_its_own_address_code_and_pin(evening: Evening) -> None:
    """Twelve tables are open in one process, each where no other is, and the wall names no PIN."""
    tables = evening.found["tables"]
    assert len(tables) == len({table["address"] for table in tables}) == TABLES
    assert len({table["address"].rpartition("/")[2] for table in tables}) == TABLES
    with browser(evening.found["address"]) as wall:
        page = wall.get("/").text
    assert 'type="time" data-bell' in page
    for table in tables:
        assert table["address"] in page
        assert table["pin"] not in page
        assert httpx.get(table["address"], timeout=PATIENCE).status_code == 200


def test_a_phone_of_one_table_is_refused_at_every_route_of_another(evening: Evening) -> None:
    """Whatever a phone of table 3 asks table 4, with its own cookie under any name, it is let in nowhere."""
    third, fourth = evening.found["tables"][2:4]
    seats = evening.seats()
    mine, other = seats[3], seats[4]
    origin, _slash, code = fourth["address"].rpartition("/j/")
    with phone(third, mine["players"][0]) as joined:
        (own,) = joined.cookies.items()
        assert joined.get("/hand").status_code == 200
    names = {"code": code, "secret": "x" * 22, "name": "style.css"}
    with browser(origin) as stranger:
        for access in ROUTES:
            path = access.path.format(**names)
            for cookies in (f"{own[0]}={own[1]}", f"seat-{code}={own[1]}"):
                sent = {"game": other["game"], "round": "1", "player": other["players"][0], "typed": "5"}
                answer = stranger.request(
                    access.method, path, headers={"cookie": cookies},
                    params=sent if access.method == "GET" else None,
                    data=sent if access.method == "POST" else None,
                )  # fmt: skip
                if access.roles != ANYBODY:
                    assert answer.status_code == 403, (access.path, cookies)
                assert not any(name in answer.text for name in other["players"]), access.path
    assert seats[4] == evening.seats()[4]


def test_the_host_sees_all_at_an_address_of_its_own(evening: Evening) -> None:
    """The host's phone finds every PIN and keeps score at any table; no page for all leads there, nor a guess."""
    table = evening.found["tables"][4]
    game = evening.seats()[5]["game"]
    path = evening.found["host"].removeprefix(evening.found["address"])
    with browser(evening.found["address"]) as host:
        assert path not in host.get("/").text
        for guess in ("/host", f"/host/{game}", f"{path[:-1]}x/{game}"):
            assert host.get(guess).status_code == 404
        page = host.get(path).text
        assert all(one["pin"] in page for one in evening.found["tables"])
        for _time in range(2):
            answer = host.get(f"{path}/{game}", follow_redirects=True)
            assert (answer.status_code, "/keeper/rounds" in answer.text) == (200, True)
            assert str(answer.url).startswith(table["address"].partition("/j/")[0])
        assert host.get(f"{path}/nothing").status_code == 404


def test_an_entry_at_one_table_is_in_the_standing_on_the_wall(evening: Evening) -> None:
    """Once the phones of a table have entered its last hands, the wall has them in the standing."""
    table, seats = evening.found["tables"][0], evening.seats()[1]
    with browser(evening.found["address"]) as wall:
        assert "sitting 1: 1, 2" in wall.get("/").text
    for turn, player in enumerate(seats["players"]):
        with phone(table, player) as joined:
            hand = {"typed": str(10 * turn)} if turn else {"do": "out"}
            sent = {"game": seats["game"], "round": "1", "player": player, "sure": "1", **hand}
            assert joined.post("/hand", data=sent).status_code == 303
    shown = shown_on_the_wall(evening, "sitting 1: 2, 3")
    standing = shown[shown.index("Standing") :]
    assert [name for name in seats["players"] if name in standing] == list(seats["players"])


def test_the_next_sitting_opens_while_the_last_stays_readable(tmp_path: Path) -> None:
    """Tables that are drawn again go, those of the next sitting come by themselves, and a game that is over stays."""
    evening = begun(tmp_path, 8, 4)
    with evening.shared(), browser(evening.found["address"]) as host:

        def comes(game: str) -> None:
            place = f"{evening.found['host']}/{game}"
            eventually(lambda: host.get(place, follow_redirects=True).is_success, f"the game at {place}")

        gone = evening.found["tables"][0]
        shown_on_the_wall(evening, "Sitting 1")
        evening.command("draw", "last", "--again", "--seed", "9")
        first = evening.seats()[1]
        comes(first["game"])
        for number, table in evening.seats().items():
            totals = [f"{name}={5 * place}" for place, name in enumerate(table["players"])]
            evening.command("enter", "last", "--table", str(number), *totals)
        evening.command("draw", "last", "--seed", "2")
        shown_on_the_wall(evening, "Sitting 2")
        comes(evening.seats()[1]["game"])
        comes(first["game"])
        with suppress(httpx.ConnectError):
            assert httpx.get(gone["address"], timeout=PATIENCE).status_code == 404
