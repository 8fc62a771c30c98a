"""How tests wait: for what comes, and until it comes, since no machine is as fast as another."""

from collections.abc import Callable
from time import monotonic, sleep

PATIENCE = 60
"""Seconds after which what has not come is given up: many times what a busy machine needs."""


def eventually(holds: Callable[[], object], what: str = "it", every: float = 0.01) -> None:
    """Wait until something holds, which is looked at every so many seconds; a test fails where it never does."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, f"{what} did not come within {PATIENCE} seconds"
        sleep(every)
