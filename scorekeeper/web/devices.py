"""Who has joined a shared table: phones and screens, the PIN that let them in, and the seats that they took.

A device is known by a secret in its cookie, of which only a hash is kept. The file outlives the server, so that a
phone is still the same player after a restart. A PIN may be tried often enough for slips, too seldom for guessing.
Opens no socket and shows nothing.
"""

import hashlib
import secrets
from collections import deque
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Literal

import msgspec
from msgspec.structs import replace

from scorekeeper.errors import Impossible, NotFound, ScorekeeperError
from scorekeeper.reading import plain
from scorekeeper.system import is_claimed, make_folder, read_text, write_whole
from scorekeeper.text import N_, _, ngettext

Role = Literal["visitor", "screen", "player", "watcher", "keeper"]
"""What a device may do. Who has not joined is a visitor, or a screen where the table lets anybody look."""

PLAYER, KEEPER = frozenset[Role]({"player"}), frozenset[Role]({"keeper"})

JOINED = PLAYER | KEEPER | frozenset[Role]({"watcher"})

SCREEN = JOINED | frozenset[Role]({"screen"})

ANYBODY = SCREEN | frozenset[Role]({"visitor"})

LASTING = 18 * 3600
"""Seconds after which a device that was not heard of has to join again: an evening."""

MOST_WATCHERS = 100
"""Devices that may watch; each player has one seat."""

PER_ADDRESS, IN_ALL = 5, 50
"""Wrong PINs within a minute: from one address, and from all of them."""

MINUTE = 60.0
MOST_ADDRESSES = 1000

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""What a table's code is made of: nothing that can be read as something else."""


class Device(msgspec.Struct, frozen=True):
    """A phone or a screen: a short name for forms, the hash of its secret, what it may do, and its player."""

    id: str
    secret: str
    role: Role
    player: str | None
    """Whose it is; a watcher's does not play in this game, and may play in the next one."""
    seen: float
    """When it was last heard of, in seconds since 1970."""
    host: str = ""
    """The address of the computer under which it joined; its browser sends the cookie to that one alone."""


def device_name(device: Device) -> str:
    """Return what people call a device."""
    names = {"keeper": _("the keeper's phone"), "watcher": _("a watcher"), "screen": _("a big screen")}
    return names.get(device.role) or _("{name}'s phone", name=device.player)


class Joined(msgspec.Struct, frozen=True):
    """Everything about a shared table that is not in its game."""

    code: str
    pin: str
    keeper: str | None
    """The hash of the link that makes a device the keeper's; None once it was used."""
    devices: tuple[Device, ...] = ()
    events: int = 0
    """How many events of the game the names of players follow."""


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def new_pin() -> str:
    """Return six digits."""
    return f"{secrets.randbelow(10**6):06}"


def new_code() -> str:
    """Return what a table's address ends with."""
    return "".join(secrets.choice(_LETTERS) for _n in range(4))


def _joined_in(path: Path) -> Joined | None:
    """Return what is kept about a table; None if it cannot be read."""
    try:
        return msgspec.json.decode(read_text(path), type=Joined)
    except (OSError, ScorekeeperError, msgspec.MsgspecError):
        return None


class Devices:
    """The devices at one table. Every change is written at once; several threads may ask."""

    def __init__(
        self, path: Path, clock: Callable[[], float], host: str = "", before: "Devices | None" = None
    ) -> None:
        """Read who has joined before; `host` is the computer's address now.

        The devices of the game that was shared until now, `before`, come along.
        """
        self._path, self._clock, self._host, self._lock = path, clock, host, RLock()
        self._joined = self._read() or Joined(new_code(), new_pin(), None)
        if before is not None:
            come = before._joined
            self._note(
                replace(self._joined, code=come.code, pin=come.pin, keeper=come.keeper, devices=come.devices)
            )
        elif self._shares_code():
            self._joined = replace(self._joined, code=new_code(), pin=new_pin(), keeper=None, devices=())

    def _shares_code(self) -> bool:
        """Whether a game to which the devices went on from here is shared now; browsers would mix up the two."""
        return any(
            other != self._path
            and (joined := _joined_in(other)) is not None
            and joined.code == self.code
            and is_claimed(other)
            for other in self._path.parent.glob("*.json")
        )

    def _read(self) -> Joined | None:
        """Return what an earlier server has left, without devices of other evenings; None if it cannot be read."""
        joined = _joined_in(self._path)
        if joined is None:
            return None
        oldest = self._clock() - LASTING
        return replace(joined, devices=tuple(device for device in joined.devices if device.seen > oldest))

    def _keep(self, joined: Joined) -> None:
        make_folder(self._path.parent)
        with suppress(OSError):  # the PIN is for nobody else who uses this computer
            self._path.parent.chmod(0o700)
        write_whole(self._path, msgspec.json.encode(joined), lasting=False)
        self._joined = joined

    def _note(self, joined: Joined) -> None:
        """Take over what nobody waits for; where it cannot be written now, the next change writes it."""
        self._joined = joined
        with suppress(ScorekeeperError):
            self._keep(joined)

    @property
    def all(self) -> tuple[Device, ...]:
        """Every device, in the order in which they joined."""
        return self._joined.devices

    @property
    def taken(self) -> tuple[str, ...]:
        """The players whose phones can come; one that joined under another address of this computer cannot."""
        seated = (
            device.player for device in self.all if device.role == "player" and device.host == self._host
        )
        return tuple(filter(None, seated))

    @property
    def code(self) -> str:
        """The table's code, part of its address."""
        return self._joined.code

    @property
    def pin(self) -> str:
        """What has to be typed to join."""
        return self._joined.pin

    @property
    def events(self) -> int:
        """How many events of the game the names of players follow."""
        return self._joined.events

    @property
    def awaits_keeper(self) -> bool:
        """Whether there is a link for the keeper's phone that was not used yet."""
        return self._joined.keeper is not None

    def new_keeper_link(self) -> str:
        """Return a secret that makes one device the keeper's; an earlier one is good no longer."""
        secret = secrets.token_urlsafe(16)
        with self._lock:
            self._keep(replace(self._joined, keeper=_hashed(secret)))
        return secret

    def use_keeper_link(self, secret: str) -> str:
        """Make a device the keeper's; return the secret for its cookie. Raises NotFound if the link was used."""
        with self._lock:
            kept = self._joined.keeper
            if kept is None or not secrets.compare_digest(kept, _hashed(secret)):
                raise NotFound(
                    _(
                        "This link was used already, or is an old one. The app makes a new one on the screen with "
                        "the QR code; so does starting share again."
                    )
                )
            return self._add(replace(self._joined, keeper=None), "keeper", None)

    def check_pin(self, pin: str) -> None:
        """Raise Impossible if a PIN is wrong."""
        if not secrets.compare_digest("".join(plain(pin).split()).encode(), self.pin.encode()):
            raise Impossible(_("This is not the PIN; it is shown beside the QR code."))

    def join(self, role: Role, player: str | None = None) -> str:
        """Let a device in; return the secret for its cookie. Raises Impossible if somebody else has the seat."""
        with self._lock:
            if player in self.taken:
                sentence = N_("{name}'s seat is taken by another phone; whoever keeps score can free it.")
                raise Impossible(_(sentence, name=player))
            if role == "watcher" and sum(device.role == role for device in self.all) >= MOST_WATCHERS:
                raise Impossible(_("No more phones can watch; whoever keeps score can remove some."))
            left = tuple(device for device in self.all if player is None or device.player != player)
            return self._add(replace(self._joined, devices=left), role, player)

    def _add(self, joined: Joined, role: Role, player: str | None) -> str:
        secret = secrets.token_urlsafe(32)
        device = Device(secrets.token_hex(4), _hashed(secret), role, player, self._clock(), self._host)
        self._keep(replace(joined, devices=(*joined.devices, device)))
        return secret

    def of(self, secret: str) -> Device | None:
        """Return the device with this secret in its cookie."""
        hashed = _hashed(secret)
        return next((device for device in self.all if secrets.compare_digest(device.secret, hashed)), None)

    def heard_of(self, device: Device) -> None:
        """Remember that a device is still there; written down once an hour, if that is possible."""
        now = self._clock()
        if now - device.seen > 3600:
            with self._lock:
                devices = (replace(other, seen=now) if other.id == device.id else other for other in self.all)
                self._note(replace(self._joined, devices=tuple(devices)))

    def remove(self, device_id: str) -> None:
        """Send a device away; its seat is free again."""
        with self._lock:
            self._keep(
                replace(self._joined, devices=tuple(device for device in self.all if device.id != device_id))
            )

    def renew_pin(self) -> str:
        """Return a new PIN. Devices that have joined stay."""
        with self._lock:
            self._keep(replace(self._joined, pin=new_pin()))
            return self.pin

    def follow(self, names: Mapping[str, str], players: tuple[str, ...], events: int) -> None:
        """Give players their current names and seats.

        A device whose player is not in the game only watches; once the player is, it has the seat again, unless
        somebody else has it.
        """
        with self._lock:
            named = [
                device
                if device.player is None
                else replace(device, player=names.get(device.player, device.player))
                for device in self.all
            ]
            taken = {device.player for device in named if device.role == "player"}
            devices = tuple(_placed(device, players, taken) for device in named)
            if devices != self.all or not self.events:
                self._note(replace(self._joined, devices=devices, events=events))


def _placed(device: Device, players: tuple[str, ...], taken: Collection[str | None]) -> Device:
    """Return a device in a game of these players, some of whose seats are taken."""
    if device.role == "player" and device.player not in players:
        return replace(device, role="watcher")
    if device.role == "watcher" and device.player in players:
        return replace(device, player=None) if device.player in taken else replace(device, role="player")
    return device


class TooMany(Impossible):
    """So many wrong PINs that nobody may try for a while."""

    def __init__(self, seconds: int) -> None:
        super().__init__(
            ngettext(
                "There were too many wrong PINs; try again in {count} second.",
                "There were too many wrong PINs; try again in {count} seconds.",
                seconds,
            )
        )
        self.seconds = seconds


class Attempts:
    """Counts wrong PINs. Whoever has joined already needs no PIN, so nobody at the table is ever locked out."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong: dict[str, deque[float]] = {}
        self._all: deque[float] = deque()

    def check(self, address: str) -> None:
        """Raise TooMany if this address, or everybody together, has to wait."""
        now = self._clock()
        for times, most in ((self._wrong.get(address, deque()), PER_ADDRESS), (self._all, IN_ALL)):
            while times and now - times[0] > MINUTE:
                times.popleft()
            if len(times) >= most:
                raise TooMany(max(1, round(MINUTE - (now - times[0]))))

    def wrong(self, address: str) -> None:
        """Count a wrong PIN."""
        if len(self._wrong) >= MOST_ADDRESSES:
            self._wrong.clear()
        self._wrong.setdefault(address, deque()).append(self._clock())
        self._all.append(self._clock())
