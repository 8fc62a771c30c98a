"""What the app does when the system asks it to end, stops it or lets it go on."""

import asyncio
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from textual.driver import Driver


def on_signals(driver: Driver, end: Callable[[], None], hang_up: Callable[[], None]) -> None:
    """Let the app `end` when it is asked to, `hang_up` when its terminal is gone, and go on after it was stopped."""
    loop = asyncio.get_running_loop()
    for name, leave in (("SIGTERM", end), ("SIGHUP", hang_up)):
        if hasattr(signal, name):  # Windows has no SIGHUP, and its loop takes no signals
            with suppress(NotImplementedError):
                loop.add_signal_handler(getattr(signal, name), leave)
    if sys.platform != "win32":
        _go_on_after_stops(driver, lambda: loop.call_soon_threadsafe(hang_up))


def _go_on_after_stops(driver: Driver, hang_up: Callable[[], object]) -> None:
    """Take the terminal again after the app was stopped, also by a signal that no program can see.

    Textual lets the terminal go at SIGTSTP and takes it again at SIGCONT. After SIGSTOP it has not let it go, so
    it would listen for keys twice and never end.
    """
    stop, go_on = signal.getsignal(signal.SIGTSTP), signal.getsignal(signal.SIGCONT)
    if not callable(stop) or not callable(go_on):  # a driver without a terminal
        return
    let_go = False

    def stopped(number: int, frame: FrameType | None) -> None:
        nonlocal let_go
        let_go = True
        stop(number, frame)

    def continued(number: int, frame: FrameType | None) -> None:
        nonlocal let_go
        if not sys.stdin.isatty():
            hang_up()
            return
        if not let_go:
            driver.suspend_application_mode()
        let_go = False
        go_on(number, frame)

    signal.signal(signal.SIGTSTP, stopped)
    signal.signal(signal.SIGCONT, continued)
