"""What the app does when the system asks it to end, stops it or lets it go on."""

import asyncio
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from textual.driver import Driver


def end_on_signals(end: Callable[[], None]) -> None:
    """Let the app `end` when it is asked to, or when its terminal is gone."""
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # Windows has no SIGHUP, and its loop takes no signals
            with suppress(NotImplementedError):
                loop.add_signal_handler(getattr(signal, name), end)


def resuming(driver: type[Driver], end: Callable[[], object]) -> type[Driver]:
    """Return a driver that takes the terminal again after the app was stopped by whatever signal.

    Textual lets the terminal go at SIGTSTP and takes it again at SIGCONT. After SIGSTOP, which no program can see, it
    has not let it go, so it would listen for keys twice and never end. Without a terminal it calls `end`, in the
    midst of whatever runs.
    """

    class Resuming(driver):  # type: ignore[valid-type, misc]
        let_go = False
        """Whether the terminal was let go since it was last taken."""

        def suspend_application_mode(self) -> None:
            super().suspend_application_mode()
            self.let_go = True

        def resume_application_mode(self) -> None:
            if not sys.stdin.isatty():
                end()
                return
            if not self.let_go:
                super().suspend_application_mode()
            self.let_go = False
            super().resume_application_mode()

    return Resuming
