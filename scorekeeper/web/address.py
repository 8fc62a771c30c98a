"""Where this computer is found by others: its address on the home network, and a port that is free."""

import errno
import socket
from contextlib import suppress
from ipaddress import IPv4Address, ip_address

from scorekeeper.errors import Unavailable
from scorekeeper.text import _

PORT = 8321
"""The usual port, so that a phone finds the table again after a restart."""

ALONE = "127.0.0.1"
"""The address under which only this computer finds itself."""


BROADCAST = IPv4Address("255.255.255.255")

WAITING = 100
"""How many may wait for the server while it starts."""


def home_address() -> str:
    """Return this computer's address on its network, or `ALONE` if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: only the way out is looked up
        except OSError:
            return ALONE
        return str(probe.getsockname()[0])


def bound_socket(address: str, port: int | None, usual: int | None = None) -> socket.socket:
    """Return a socket that is bound to an address; without a port, to the usual one, or a free one if that is taken.

    Others can reach it from then on. Raises Unavailable if the address is not this computer's, or the port is taken.
    """
    with suppress(ValueError):  # a name
        found = ip_address(address)
        if found.is_unspecified or found.is_multicast or found == BROADCAST:  # no browser opens one
            raise Unavailable(
                _(
                    "Phones cannot open {address}; name the one address of this computer that they use.",
                    address=address,
                )
            )
    try:
        family = socket.getaddrinfo(address, port or PORT, type=socket.SOCK_STREAM)[0][0]
        return _bound(family, address, (usual or PORT) if port is None else port)
    except UnicodeError:  # what is no name at all
        raise _not_ours(address) from None
    except OSError as error:
        if port is None and error.errno == errno.EADDRINUSE:
            return _bound(family, address, 0)
        raise _refusal(address, port, error) from None


def is_alone(address: str) -> bool:
    """Whether this address is found by this computer alone."""
    return ip_address(address.partition("%")[0]).is_loopback


def origin_of(address: str, port: int) -> str:
    """Return an address and a port as browsers write them: without the usual port of pages."""
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def _bound(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sends at once only then
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((address, port))
        bound.listen(WAITING)
    except OSError:
        bound.close()
        raise
    return bound


def _refusal(address: str, port: int | None, error: OSError) -> Unavailable:
    if error.errno == errno.EADDRINUSE:
        return Unavailable(
            _(
                "Port {port} is used by another program; choose another with --port, or leave it out.",
                port=port,
            )
        )
    if error.errno == errno.EACCES:
        return Unavailable(_("Port {port} needs an administrator; choose one above 1023.", port=port))
    return _not_ours(address)


def _not_ours(address: str) -> Unavailable:
    return Unavailable(
        _("{address} is no address of this computer; leave --address out to find it.", address=address)
    )
