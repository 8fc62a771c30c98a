"""What the engine says to a question: the verdict, the answer, and the rules it rests on.

A value without words; `judge` makes a ruling of it.
"""

from typing import Literal, NamedTuple

from scorekeeper.engine import Needs
from scorekeeper.errors import Reason

Verdict = Literal["legal", "illegal", "depends", "no-rule"]


class Answer(NamedTuple):
    """What the engine says to a question."""

    verdict: Verdict
    key: str
    """The rule that decides."""
    answer: str | int | None = None
    reason: Reason | None = None
    """Why; None where the rule itself says it."""
    seat: int | None = None
    """The player who is the answer, or goes with it."""
    needs: Needs = ()
    instead: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    """Other rules that had a part in it."""
