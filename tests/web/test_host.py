"""A table is opened to phones and closed again, and live regions follow, on a real socket."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

import httpx
import pytest
from htpy import Renderable

from scorekeeper.errors import Impossible, NotFound
from scorekeeper.game.round import Pips
from scorekeeper.storage import open_store
from scorekeeper.system.shared import forget_shared
from scorekeeper.web.host import Host
from scorekeeper.web.live import REGIONS
from scorekeeper.web.visit import Sharing, cookie_name
from tests.build import scored
from tests.waiting import PATIENCE
from tests.web.table import at_keyboard, new_game


def games(host: Host) -> Path:
    """Return the file of the store."""
    return host.share.table.games


def joined(host: Host, player: str) -> httpx.Client:
    """Return a player's phone."""
    return httpx.Client(
        base_url=host.origin,
        cookies={cookie_name(host.devices.code): host.devices.join("player", player)},
        timeout=PATIENCE,
    )


def regions(lines: Iterator[str]) -> Iterator[str]:
    """Yield what a stream sends for its region."""
    for line in lines:
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))


def test_a_region_follows_the_keyboard(host: Host) -> None:
    """Everybody who follows the standing has an entry of another program without asking for it."""
    with (
        joined(host, "Ana") as ana,
        joined(host, "Ben") as ben,
        ana.stream("GET", "/live/standing") as one,
        ben.stream("GET", "/live/standing") as two,
    ):
        assert one.headers["content-type"] == "text/event-stream; charset=utf-8"
        following = [regions(one.iter_lines()), regions(two.iter_lines())]
        assert all("Still to come: Ana, Ben, Carla and Dot" in next(each) for each in following)
        at_keyboard(games(host), host.game_id, lambda session: session.keep(scored(1, Ben="4")))
        assert all("Still to come: Ana, Carla and Dot" in next(each) for each in following)


def test_a_region_is_drawn_once_for_all_who_follow(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever they send along that is nothing to it."""
    region, drawn = REGIONS["screen"], list[int]()

    def show(share: Sharing, at: str, player: str) -> Renderable:
        drawn.append(share.table.version)
        return region.show(share, at, player)

    monkeypatch.setitem(REGIONS, "screen", region._replace(show=show))
    with ExitStack() as open_streams:
        following = [
            regions(
                open_streams.enter_context(
                    httpx.stream("GET", f"{host.origin}/live/screen?at={at}")
                ).iter_lines()
            )
            for at in range(3)
        ]
        assert all("Round 1" in next(each) for each in following)
        at_keyboard(games(host), host.game_id, lambda session: session.keep(scored(1, Ben="4")))
        assert all("Round 1" in next(each) for each in following)
    assert len(drawn) == len({*drawn}) > 1


def test_a_phone_of_an_earlier_round_is_shown_the_way(host: Host) -> None:
    """What stands beside a hand leads to the next round once the table is there, and only what changes is sent."""
    with joined(host, "Ana") as ana, ana.stream("GET", f"/live/status?at={host.game_id}.1") as stream:
        following = regions(stream.iter_lines())
        assert "Still to come" in next(following)
        at_keyboard(
            games(host),
            host.game_id,
            lambda one: one.keep(scored(1, out="Ana", Ben="0-0", Carla="5", Dot="6")),
        )
        assert any("The table has moved on" in sent for sent in following)


def test_a_silent_stream_says_that_it_is_there(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing changes, a sign of life comes instead of the region."""
    monkeypatch.setattr("scorekeeper.web.live.PATIENCE", 0.05)
    with joined(host, "Ana") as ana, ana.stream("GET", "/live/standing") as stream:
        lines = stream.iter_lines()
        assert any(line == ": still here" for line in lines)


def test_the_stream_of_a_removed_phone_ends(host: Host) -> None:
    """Who is sent away hears nothing more, and may not follow again."""
    with joined(host, "Ana") as ana:
        with ana.stream("GET", "/live/standing") as stream:
            following = regions(stream.iter_lines())
            next(following)
            host.remove(host.devices.all[0].id)
            assert list(following) == []
        assert ana.head("/live/standing").status_code == 403


def test_the_last_hand_closes_the_round_and_the_app_renews_the_pin(host: Host) -> None:
    """What is done beside the server is seen by everybody who follows."""
    with httpx.stream("GET", host.screen_address.replace("/screen", "/live/screen")) as stream:
        following = regions(stream.iter_lines())
        assert "Round 1" in next(following)
        for player, typed in {"Ana": "o", "Ben": "4-0", "Carla": "5", "Dot": "6"}.items():
            with joined(host, player) as phone:
                sent = {"game": host.game_id, "round": "1", "player": player, "typed": typed}
                assert phone.post("/hand", data=sent, headers={"origin": host.origin}).status_code == 303
        assert "Round 2" in next(region for region in following if "Round 1 of" not in region)
        old = host.devices.pin
        host.renew_pin()
        renewed = next(following)
        assert (host.devices.pin in renewed, old in renewed) == (True, old == host.devices.pin)


def test_a_form_that_breaks_off_is_not_saved(host: Host) -> None:
    """Where the connection is lost in the middle of a form, nothing is stored: 12 is not 1."""
    with joined(host, "Ben") as ben:
        lost = f"game={host.game_id}&round=1&player=Ben&typed=1".encode()
        name = cookie_name(host.devices.code)
        head = (
            f"POST /hand HTTP/1.1\r\nHost: {host.origin.removeprefix('http://')}\r\nOrigin: {host.origin}\r\n"
            f"Cookie: {name}={ben.cookies[name]}\r\nContent-Length: {len(lost) + 1}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
        )
        with socket.create_connection(_place(host)) as wire:
            wire.sendall(head.encode() + lost)
        assert ben.get("/hand").status_code == 200
        assert host.share.table.game.round(1).entries == {}


def _place(host: Host) -> tuple[str, int]:
    address, _colon, port = host.origin.removeprefix("http://").rpartition(":")
    return address, int(port)


def test_a_stalled_reader_delays_nobody(host: Host) -> None:
    """A phone that follows and never reads keeps nobody else waiting."""
    request = f"GET /live/screen HTTP/1.1\r\nHost: {host.origin.removeprefix('http://')}\r\n\r\n"
    with socket.create_connection(_place(host)) as stalled, joined(host, "Ben") as ben:
        stalled.sendall(request.encode())
        for pips in range(5):
            sent = {"game": host.game_id, "round": "1", "player": "Ben", "typed": str(pips + 1)}
            assert ben.post("/hand", data=sent, headers={"origin": host.origin}).status_code == 303
    assert host.share.table.game.round(1).entries == {"Ben": Pips(5)}


def test_stopping_stores_first_and_ends_every_stream(host: Host) -> None:
    """After `stop` nothing answers, what was sent is stored, and the port is free."""
    with joined(host, "Ana") as ana, ana.stream("GET", "/live/standing") as stream:
        following = regions(stream.iter_lines())
        next(following)
        host.stop()
        with pytest.raises(httpx.HTTPError):
            ana.get("/hand")
    with socket.create_server(_place(host)):
        pass


def test_a_game_is_shared_once(host: Host) -> None:
    """A second server of the same game is told where it is shared; once that one has stopped, it may."""
    with pytest.raises(Impossible, match=f"open to phones already, at {host.origin}; close it there first"):
        Host(games(host), host.game_id, "127.0.0.1", 0)
    host.stop()
    again = Host(games(host), host.game_id, "127.0.0.1", 0)
    again.start()
    again.stop()


def test_a_game_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """Where the game is not there, opening it says so, in the thread that asked."""
    store = open_store(tmp_path / "games.db")
    store.close()
    host = Host(tmp_path / "games.db", "nogame", "127.0.0.1", 0)
    with pytest.raises(NotFound):
        host.start()
    host.stop()


def test_a_server_that_stops_before_it_is_ready(tmp_path: Path) -> None:
    """Nobody waits for it, no phones are served, and the table can be opened after all."""
    host = Host(*new_game(tmp_path), "127.0.0.1", 0)
    with patch.object(Host, "run"):
        host.start()
        host.stop()
    assert not host.is_open
    host.start()
    assert host.is_open
    host.stop()


def test_the_keepers_address_leads_to_the_keepers_page(host: Host) -> None:
    """The address for whoever keeps score works once, and the newest alone."""
    old, new = host.new_keeper_address(), host.new_keeper_address()
    answers = [httpx.get(address, timeout=PATIENCE).status_code for address in (old, new, new)]
    assert answers == [404, 200, 404]


def test_a_table_at_another_port_than_the_usual_one_says_so(host: Host, tmp_path: Path) -> None:
    """Phones that know the usual address would find another program there."""
    (tmp_path / "other").mkdir()
    others, other_id = new_game(tmp_path / "other")
    assert not host.moved
    with patch("scorekeeper.web.host.PORT", host.port):
        other = Host(others, other_id, "127.0.0.1")
    assert (other.moved, other.port != host.port) == (True, True)
    other.start()
    other.stop()


def kept_about(host: Host) -> list[str]:
    """Return the files that are kept about shared games."""
    return sorted(one.suffix for one in (games(host).parent / "shared").iterdir())


def delete(host: Host, deleted: bool = True) -> None:
    """Delete the game as another program does, or bring it back."""
    store = open_store(games(host))
    store.delete(host.game_id, deleted)
    store.close()
    forget_shared(games(host), host.game_id)


def test_a_deleted_game_leaves_nothing_about_its_phones(host: Host) -> None:
    """Who shares it goes on until the end, for it may come back; brought back later, it begins with nobody."""
    host.devices.join("player", "Ana")
    delete(host)
    assert kept_about(host) == [".announced", ".json", ".lock"]
    host.stop()
    assert kept_about(host) == []
    delete(host, deleted=False)
    again = Host(games(host), host.game_id, "127.0.0.1", 0)
    assert again.devices.all == ()
    again.start()
    delete(host)
    delete(host, deleted=False)
    again.stop()
    assert kept_about(host) == [".announced", ".json", ".lock"]


def test_a_table_stays_open_where_the_next_game_cannot_be_shared(host: Host, tmp_path: Path) -> None:
    """Phones keep their table if another program shares the game that was to follow, and hear of no other one."""
    (tmp_path / "other").mkdir()
    others, other_id = new_game(tmp_path / "other")
    elsewhere = Host(others, other_id, "127.0.0.1", 0)
    elsewhere.start()
    with pytest.raises(Impossible, match=elsewhere.origin):
        Host(others, other_id, "127.0.0.1", before=host)
    assert (host.is_open, httpx.get(host.screen_address, timeout=PATIENCE).status_code) == (True, 200)
    elsewhere.stop()
    following = Host(others, other_id, "127.0.0.1", before=host)
    assert (host.is_open, following.origin) == (False, host.origin)
    following.start()
    following.stop()
