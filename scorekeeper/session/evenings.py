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
from functools import partial
from multiprocessing import get_context
from random import Random

from scorekeeper.errors import Unavailable
from scorekeeper.rules import Value, build_rules, read_changes, rule_values
from scorekeeper.simulate import Book, Chance, Part, Question, part_of
from scorekeeper.text import _

AT_ONCE = 5
"""Evenings of each kind that a process plays before it reports."""


def _chance(seed: int, number: int) -> Chance:
    return Random(f"{seed}:{number}").random


_asked: list[Question] = []
"""What the process that was spawned plays."""


def _begin(question: Question, rules: Sequence[Mapping[str, Value]]) -> None:
    """Begin a process: leave Ctrl+C to the one that spawned it, and put the rules together that came in parts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    books = (Book("", "", build_rules(read_changes(values))) for values in rules)
    _asked.append(question._replace(books=tuple(books)))


def _play(numbers: range) -> Part:
    question = _asked[-1]
    return part_of(question, numbers, partial(_chance, question.seed))


@contextmanager
def playing(question: Question, cores: int | None = None) -> Iterator[list[Future[Part]]]:
    """Play the evenings of a question on so many cores, or on all; the parts come in the order of the evenings.

    Whoever leaves early gets no more parts; what is being played then ends by itself within moments.
    Raises ScorekeeperError for what cannot be played.
    """
    question.check()
    rules = [rule_values(book.rules) for book in question.books]
    begins = range(0, question.evenings, AT_ONCE)
    with redirect_stderr(sys.__stderr__):  # an app puts one in its place that no process can have
        crew = ProcessPoolExecutor(
            min(cores or os.cpu_count() or 1, len(begins)),
            get_context("spawn"),
            _begin,
            (question._replace(books=()), rules),
        )
        ends = (min(first + AT_ONCE, question.evenings) for first in begins)
        parts = [crew.submit(_play, range(first, end)) for first, end in zip(begins, ends, strict=True)]
    try:
        yield parts
    except BrokenExecutor:
        raise Unavailable(_("The processes that play the evenings ended unexpectedly.")) from None
    finally:
        crew.shutdown(wait=False, cancel_futures=True)
