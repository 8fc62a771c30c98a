"""A PIN cannot be guessed, and nobody waits longer than a minute for a slip."""

import pytest

from scorekeeper.web.devices import IN_ALL, MINUTE, MOST_ADDRESSES, PER_ADDRESS, Attempts, TooMany
from tests.web.table import Clock


def tried(attempts: Attempts, address: str, times: int) -> None:
    """Type so many wrong PINs from an address."""
    for _time in range(times):
        attempts.check(address)
        attempts.wrong(address)


def test_an_address_waits_after_five_wrong_pins() -> None:
    """The sixth try within a minute is refused with how long to wait; other addresses may still try."""
    clock = Clock()
    attempts = Attempts(clock)
    tried(attempts, "a", PER_ADDRESS - 1)
    clock.now += 20
    tried(attempts, "a", 1)
    with pytest.raises(TooMany, match="try again in 40 seconds") as refused:
        attempts.check("a")
    assert refused.value.seconds == 40
    attempts.check("b")


def test_tries_are_forgotten_one_by_one() -> None:
    """A minute after the first wrong PIN one more may be tried, and no more."""
    clock = Clock()
    attempts = Attempts(clock)
    tried(attempts, "a", 1)
    clock.now += 30
    tried(attempts, "a", PER_ADDRESS - 1)
    clock.now += MINUTE - 30
    with pytest.raises(TooMany, match="in 1 second"):
        attempts.check("a")
    clock.now += 0.1
    tried(attempts, "a", 1)
    with pytest.raises(TooMany, match="in 30 seconds"):
        attempts.check("a")


def test_many_addresses_cannot_guess_together() -> None:
    """After fifty wrong PINs from all addresses together, everybody waits who has not joined."""
    attempts = Attempts(Clock())
    for number in range(IN_ALL):
        tried(attempts, str(number), 1)
    with pytest.raises(TooMany):
        attempts.check("another")


def test_addresses_do_not_pile_up() -> None:
    """However many addresses try over the hours, few are remembered, and a fresh one still has to wait its turn."""
    clock = Clock()
    attempts = Attempts(clock)
    for number in range(MOST_ADDRESSES + 10):
        clock.now += MINUTE
        tried(attempts, str(number), 1)
    tried(attempts, "last", PER_ADDRESS)
    with pytest.raises(TooMany):
        attempts.check("last")
    assert len(attempts._wrong) <= MOST_ADDRESSES
