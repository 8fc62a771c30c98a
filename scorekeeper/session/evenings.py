"""Simulated evenings on all cores: what draws the random numbers, and starts the processes that play.

An evening's numbers are made from the seed and its own number, so it does not matter which core plays it. Processes
are spawned, never forked: that works on every system, and beside the threads of an app.
"""

import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, redirect_stderr
from multiprocessing import get_context, parent_process, resource_tracker
from random import Random
from threading import Thread, current_thread, main_thread

from scorekeeper.errors import Unavailable
from scorekeeper.rules import Value, build_rules, read_changes, rule_values
from scorekeeper.simulate import Part, Plan, PlannedBook, part_of
from scorekeeper.text import _

AT_ONCE = 5
"""Evenings of each kind that a process plays before it reports."""


_asked: list[Plan] = []
"""What the process that was spawned plays."""


def _begin(plan: Plan, rules: Sequence[Mapping[str, Value]]) -> None:
    """Begin a process: leave Ctrl+C to the one that spawned it, and put the rules together that came in parts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    books = (PlannedBook("", "", build_rules(read_changes(values))) for values in rules)
    _asked.append(plan._replace(books=tuple(books)))


def _end_with_parent() -> None:
    """End this process once the one that spawned it is gone, however that ended: it would wait for ever."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


def _play(numbers: range) -> Part:
    plan = _asked[-1]
    return part_of(plan, numbers, lambda number: Random(f"{plan.seed}:{number}").random)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let processes begin: Ctrl+C waits until all stand, and an app that took the place of stderr gives it back.

    A signal that is blocked stays so in what is spawned: no process hears of Ctrl+C while it loads. Python's own
    process for semaphores begins first, since that one unblocks the signal.
    """
    came: list[int] = []
    in_front = current_thread() is main_thread()  # no other thread is told of Ctrl+C
    before = signal.signal(signal.SIGINT, lambda number, _frame: came.append(number)) if in_front else None
    try:
        with redirect_stderr(sys.__stderr__):
            if sys.platform != "win32":
                resource_tracker.ensure_running()
                signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            yield
    finally:
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        if in_front:
            signal.signal(signal.SIGINT, before)
    if came:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def playing(plan: Plan, cores: int | None = None) -> Iterator[list[Future[Part]]]:
    """Play the evenings of a plan on so many cores, or on all; the parts come in the order of the evenings.

    Whoever leaves early gets no more parts; what is being played then ends by itself within moments.
    Raises ScorekeeperError for what cannot be played.
    """
    plan.check()
    rules = [rule_values(book.rules) for book in plan.books]
    blocks = [range(plan.evenings)[first : first + AT_ONCE] for first in range(0, plan.evenings, AT_ONCE)]
    begun, sent = min(cores or os.cpu_count() or 1, len(blocks)), (plan._replace(books=()), rules)
    parts: list[Future[Part]] = []
    try:
        with _undisturbed():
            crew = ProcessPoolExecutor(begun, get_context("spawn"), _begin, sent)
            parts += [crew.submit(_play, numbers) for numbers in blocks]
            crew.shutdown(wait=False)  # it ends by itself once no part is left
        yield parts
    except BrokenExecutor:
        parts.clear()  # the crew's own thread ends them, and would stumble over one that is cancelled
        raise Unavailable(_("The processes that play the evenings ended unexpectedly.")) from None
    finally:
        for part in parts:
            part.cancel()
