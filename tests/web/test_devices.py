"""Who has joined a shared table: the PIN, the seats, the keeper's link, and what a restart leaves."""

import re
import sys
from pathlib import Path

import pytest

from scorekeeper.errors import Impossible, NotFound, Unavailable
from scorekeeper.system.shared import Claim
from scorekeeper.web.devices import LASTING, MOST_WATCHERS, Devices
from tests.web.table import Clock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the devices of a table are kept."""
    return tmp_path / "shared" / "game.json"


@pytest.fixture
def devices(path: Path) -> Devices:
    """Return the devices of a table that nobody has joined."""
    return Devices(path, Clock())


def players(devices: Devices) -> list[str | None]:
    """Return whose phones have joined."""
    return [one.player for one in devices.all]


def test_a_new_table_has_a_code_and_a_pin(devices: Devices) -> None:
    """A code is four letters or digits that cannot be misread, a PIN six digits."""
    assert re.fullmatch(r"[2-9a-hjkmnp-z]{4}", devices.code)
    assert re.fullmatch(r"\d{6}", devices.pin)


@pytest.mark.parametrize("typed", ["{0}", " {0}\n", "{1} {2}"])
def test_a_pin_may_be_typed_with_spaces(devices: Devices, typed: str) -> None:
    """Spaces in a typed PIN do not matter."""
    devices.check_pin(typed.format(devices.pin, devices.pin[:3], devices.pin[3:]))


@pytest.mark.parametrize("typed", ["", "12345", "ａｂｃ", "𝟏23456", "000000x"])
def test_a_wrong_pin_is_refused(devices: Devices, typed: str) -> None:
    """Anything but the PIN is refused, in whatever script."""
    with pytest.raises(Impossible, match="not the PIN"):
        devices.check_pin(typed)


def test_a_seat_is_taken_once(devices: Devices) -> None:
    """The second phone that wants a seat is told who can free it, and has it once it is free."""
    devices.join("player", "Ana")
    with pytest.raises(Impossible, match="Ana's seat is taken"):
        devices.join("player", "Ana")
    devices.remove(devices.all[0].id)
    devices.join("player", "Ana")
    assert players(devices) == ["Ana"]


def test_a_device_is_known_by_its_secret(devices: Devices) -> None:
    """The secret of a cookie names its device; another names none, and the secret itself is not kept."""
    secret = devices.join("player", "Ana")
    found = devices.of(secret)
    assert found == devices.all[0]
    assert devices.of(secret + "x") is None
    assert secret not in repr(devices.all)


def test_the_file_holds_no_secret(devices: Devices, path: Path) -> None:
    """The file has hashes of cookies and links only."""
    secrets = [devices.join("watcher"), devices.new_keeper_link()]
    assert not any(secret in path.read_text() for secret in secrets)


def test_a_keeper_link_works_once(devices: Devices) -> None:
    """The keeper's link lets one device in; used again, or replaced by a newer one, it is refused."""
    old, new = devices.new_keeper_link(), devices.new_keeper_link()
    with pytest.raises(NotFound, match="used already"):
        devices.use_keeper_link(old)
    devices.use_keeper_link(new)
    with pytest.raises(NotFound, match="used already"):
        devices.use_keeper_link(new)
    assert [one.role for one in devices.all] == ["keeper"]


def test_everything_survives_a_restart(devices: Devices, path: Path) -> None:
    """A server that starts again finds the code, the PIN, and the devices as they were."""
    secret, link = devices.join("player", "Ana"), devices.new_keeper_link()
    again = Devices(path, Clock())
    assert (again.code, again.pin, again.all) == (devices.code, devices.pin, devices.all)
    assert again.of(secret) == devices.all[0]
    assert again.use_keeper_link(link)


def test_a_device_that_was_not_heard_of_is_forgotten(path: Path) -> None:
    """After an evening's length a silent device is gone at the next start; one that was heard of stays."""
    clock = Clock()
    devices = Devices(path, clock)
    devices.join("player", "Ana")
    devices.join("player", "Ben")
    clock.now += LASTING / 2
    devices.heard_of(devices.all[1])
    clock.now += LASTING / 2 + 1
    assert players(Devices(path, clock)) == ["Ben"]


DAMAGED = {
    "empty": b"",
    "cut off": b'{"code":"7kq2","pin":"12',
    "no JSON": b"\x00\xff\xfe",
    "another shape": b'{"code":"7kq2","pin":493027,"keeper":null}',
    "an unknown role": (
        b'{"code":"7kq2","pin":"493027","keeper":null,'
        b'"devices":[{"id":"1","secret":"2","role":"god","player":null,"seen":1e9}]}'
    ),
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_begins_a_new_table(path: Path, content: bytes) -> None:
    """Where the file cannot be read, nobody has joined, and the PIN is a new one."""
    path.parent.mkdir()
    path.write_bytes(content)
    devices = Devices(path, Clock())
    assert (devices.all, devices.code != "7kq2", devices.pin != "493027") == ((), True, True)
    devices.join("watcher")
    assert len(Devices(path, Clock()).all) == 1


def test_a_file_that_cannot_be_written_is_told(devices: Devices, path: Path) -> None:
    """Nobody joins where the folder cannot be made; the table stays as it was."""
    path.parent.write_text("in the way")
    with pytest.raises(Unavailable, match="cannot be created"):
        devices.join("watcher")
    assert devices.all == ()


def test_a_new_pin_lets_those_who_joined_stay(devices: Devices) -> None:
    """The old PIN is refused from then on; the devices are the same."""
    devices.join("player", "Ana")
    before, old = devices.all, devices.pin
    while devices.renew_pin() == old:  # once in a million
        pass
    with pytest.raises(Impossible):
        devices.check_pin(old)
    assert devices.all == before


def test_devices_follow_the_names_of_players(devices: Devices) -> None:
    """After renamings, even exchanged names, a phone is still its player's; whose player is gone only watches."""
    for name in ("Ana", "Ben", "Carla"):
        devices.join("player", name)
    devices.join("keeper")
    devices.follow({"Ana": "Ben", "Ben": "Ana"}, ("Ana", "Ben"), 7)
    assert [(one.role, one.player) for one in devices.all] == [
        ("player", "Ben"),
        ("player", "Ana"),
        ("watcher", "Carla"),
        ("keeper", None),
    ]
    assert devices.events == 7


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_nobody_else_reads_the_pin(devices: Devices, path: Path) -> None:
    """Other users of the computer cannot look into the folder that holds the PIN."""
    devices.renew_pin()
    assert path.parent.stat().st_mode & 0o077 == 0


def test_a_seat_is_free_for_its_phone_at_a_new_address(path: Path) -> None:
    """A browser does not send its cookie to another address, so whoever joins there has the seat, and it is one."""
    at_home, hotspot = Devices(path, Clock(), "192.168.1.23"), "10.0.0.5"
    at_home.join("player", "Ana")
    assert at_home.taken == ("Ana",)
    moved = Devices(path, Clock(), hotspot)
    assert moved.taken == ()
    secret = moved.join("player", "Ana")
    assert (players(moved), moved.taken) == (["Ana"], ("Ana",))
    assert moved.of(secret) == moved.all[0]
    with pytest.raises(Impossible, match="Ana's seat is taken"):
        moved.join("player", "Ana")


def test_watchers_are_limited_and_players_are_not(devices: Devices) -> None:
    """However many only watch, the file stays small and each player finds a seat."""
    for _watcher in range(MOST_WATCHERS):
        devices.join("watcher")
    with pytest.raises(Impossible, match="No more phones can watch"):
        devices.join("watcher")
    devices.join("player", "Ana")
    assert len(devices.all) == MOST_WATCHERS + 1


def test_devices_come_along_to_the_next_game(path: Path) -> None:
    """With the code of the table, and so with their cookies; at another address of the computer seats are free."""
    at_home = Devices(path, Clock(), "192.168.1.23")
    secret = at_home.join("player", "Ana")
    following = Devices(path.with_name("next.json"), Clock(), "192.168.1.23", at_home)
    assert (following.code, following.pin, following.taken) == (at_home.code, at_home.pin, ("Ana",))
    assert following.of(secret) == at_home.of(secret)
    assert Devices(path.with_name("next.json"), Clock()).all == at_home.all
    assert Devices(path.with_name("hotspot.json"), Clock(), "10.0.0.5", at_home).taken == ()


def test_who_only_watched_the_next_game_has_the_seat_of_before_again(path: Path) -> None:
    """Back at an earlier game its players are players again, unless somebody else has the seat meanwhile."""
    first = Devices(path, Clock())
    for name in ("Ana", "Ben", "Carla"):
        first.join("player", name)
    following = Devices(path.with_name("next.json"), Clock(), before=first)
    following.follow({}, ("Ana", "Dot"), 1)
    assert [one.role for one in following.all] == ["player", "watcher", "watcher"]
    following.remove(following.all[1].id)
    following.join("player", "Ben")
    following.join("watcher")
    again = Devices(path, Clock(), before=following)
    again.follow({}, ("Ana", "Ben", "Carla"), 1)
    assert players(again) == ["Ana", "Carla", "Ben", None]
    assert {one.role for one in again.all[:3]} == {"player"}


def test_who_sat_out_a_game_has_the_seat_again_in_the_next_one(path: Path) -> None:
    """A phone keeps whose it was while it only watches, and takes no seat that somebody else has."""
    first = Devices(path, Clock())
    for name in ("Ana", "Emil", "Cy"):
        first.join("player", name)
    without = Devices(path.with_name("2.json"), Clock(), before=first)
    without.follow({}, ("Ana", "Ben"), 1)
    assert (without.taken, [one.role for one in without.all[1:]]) == (("Ana",), ["watcher", "watcher"])
    without.follow({}, ("Ana", "Ben", "Emil"), 2)
    assert without.taken == ("Ana", "Emil")
    without.follow({"Ana": "Cy"}, ("Cy", "Ben"), 3)
    third = Devices(path.with_name("3.json"), Clock(), before=without)
    third.follow({}, ("Emil", "Cy"), 1)
    assert (third.taken, third.all[2].role, third.all[2].player) == (("Cy", "Emil"), "watcher", None)


def test_two_tables_at_once_never_have_one_code(path: Path) -> None:
    """A game that is shared again while its phones are at the next one begins with a code of its own."""
    first, following = Devices(path, Clock()), path.with_name("next.json")
    first.join("player", "Ana")
    Devices(following, Clock(), before=first)
    claim = Claim(following)
    alone = Devices(path, Clock())
    assert (alone.code != first.code, alone.all) == (True, ())
    claim.close()
    assert Devices(path, Clock()).code == first.code
