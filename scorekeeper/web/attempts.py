"""How often a PIN may be tried: enough for slips, too seldom for guessing."""

from collections import deque
from collections.abc import Callable

from scorekeeper.errors import Impossible
from scorekeeper.text import ngettext

PER_ADDRESS, IN_ALL = 5, 50
"""Wrong PINs within a minute: from one address, and from all of them."""

MINUTE = 60.0
MOST_ADDRESSES = 1000


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
