"""Why an action cannot stand: the reason as a value, the refusal that carries it, and its sentence.

The rule book has the sentence, and puts the facts into words. No rule is checked here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from scorekeeper.engine.actions import PUBLIC, train_of_number
from scorekeeper.errors import ScorekeeperError
from scorekeeper.rules import Wording
from scorekeeper.text import _


class Reason(msgspec.Struct, frozen=True):
    """Why a ruling is as it is: a rule's key, which of its sentences, and the facts that fill it.

    The sentence itself is data of the rule book's words.
    """

    key: str
    id: str
    facts: Mapping[str, object]

    def __str__(self) -> str:
        facts = ", ".join(f"{name} {fact}" for name, fact in self.facts.items())
        return f"{self.key}: {self.id} ({facts})"


class TrainFact(NamedTuple):
    """A train in a reason: its owner's name, or which of the public trains it is."""

    owner: str
    """Empty for a public train."""
    number: int = 1

    def __str__(self) -> str:
        if self.owner:
            return _("{owner}'s train", owner=self.owner)
        return _("the public train") if self.number == 1 else _("public train {number}", number=self.number)


def train_in_words(number: int, players: Sequence[str]) -> TrainFact:
    """Return a train as sentences name it."""
    train = train_of_number(number, len(players))
    return TrainFact("" if train.owner == PUBLIC else players[train.owner], train.number)


class Refusal(ScorekeeperError):
    """An action that cannot stand under the rules in force; `str` is the sentence that says why."""

    def __init__(self, key: str, reason: str, **facts: object) -> None:
        self.reason = Reason(key, reason, facts)
        super().__init__(key, reason)

    @property
    def rule(self) -> str:
        """The key of the rule that it rests on."""
        return self.reason.key

    def __str__(self) -> str:
        return str(self.reason) if _wording is None else reason_sentence(_wording(), self.reason)


_wording: Callable[[], Wording] | None = None


def word_refusals(wording: Callable[[], Wording]) -> None:
    """Let `str` of every refusal be its sentence, in the words that `wording` has at that time.

    The core reads no file: who reads the rule book's words hands them over here.
    """
    global _wording
    _wording = wording


def reason_sentence(wording: Wording, reason: Reason) -> str:
    """Return a reason as its sentence."""
    return wording.ruling(reason.key, reason.id, reason.facts)


def reason_clause(wording: Wording, reason: Reason) -> str:
    """Return a reason as the clause that follows “because”; what would settle a question is one too."""
    return wording.because(reason.key, reason.id, reason.facts)
