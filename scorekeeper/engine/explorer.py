"""What is hidden, explored from outside: the rules ask yes-or-no questions, and here each gets both answers.

Rules are functions of a state that raise Refusal or let an action stand. Where one turns on what nobody can tell,
it asks the state. A rule that asks nothing runs once; any other runs once for each way of answering.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias, TypeVar

from scorekeeper.engine.reasons import Reason, Refusal


class Unsure(Exception):
    """A rule asks what nobody can tell; this ends a run in which nobody answers."""


class Run:
    """One run of a rule: its first questions have their answers, every further one gets the answer that helps."""

    def __init__(self, answers: tuple[bool, ...] = ()) -> None:
        self.answers = answers
        """For each question, whether its answer is the one that helps."""
        self.questions: list[Reason] = []
        self.settled: list[tuple[Reason, Callable[[], bool]]] = []
        """Questions with what says whether the answer that helps is told later."""

    def helps(self, question: Reason, settled: Callable[[], bool] | None = None) -> bool:
        """Ask a question; whether its answer is the one that helps."""
        index = len(self.questions)
        self.questions.append(question)
        if settled is not None:
            self.settled.append((question, settled))
        return index >= len(self.answers) or self.answers[index]


class Asker(Protocol):
    """A state that can be asked: by its run, where there is one."""

    run: Run | None


AnyState = TypeVar("AnyState", bound=Asker)
Subject = TypeVar("Subject")
Result = TypeVar("Result")
Rule: TypeAlias = Callable[[AnyState, Subject], Result]


def explore(
    rule: Rule[AnyState, Subject, Result], state: AnyState, subject: Subject
) -> tuple[Result, tuple[Reason, ...]]:
    """Return what a rule finds, and the questions on which it depends that it stands; none where it stands.

    Raises Refusal where it refuses though each answer helps.
    """
    outer, state.run = state.run, (run := Run())
    try:
        result = rule(state, subject)
        if len(run.settled) == len(run.questions) and all(settled() for _question, settled in run.settled):
            return result, ()  # it asked nothing, or nothing that is not told later
        questions = _turns_on(rule, state, subject, run, stands=True)[1]
        answered = [question for question, settled in run.settled if question in questions and settled()]
        return result, tuple(question for question in questions if question not in answered)
    finally:
        state.run = outer


def surely(
    rule: Rule[AnyState, Subject, object], state: AnyState, subject: Subject, run: Run | None = None
) -> bool:
    """Whether a rule stands and turns on nothing that nobody can tell, save what a run answers."""
    outer, state.run = state.run, run
    try:
        rule(state, subject)
    except (Unsure, Refusal):
        return False
    finally:
        state.run = outer
    return True


def _turns_on(
    rule: Rule[AnyState, Subject, Result], state: AnyState, subject: Subject, run: Run, stands: bool | None
) -> tuple[bool | None, list[Reason]]:
    """Return whether a rule stands from a run on, None where that depends, and the questions that change it."""
    questions: list[Reason] = []
    for index in reversed(range(len(run.answers), len(run.questions))):
        helping = [True] * (index - len(run.answers))
        other = Run((*run.answers, *helping, False))
        does = surely(rule, state, subject, other)
        also, others = _turns_on(rule, state, subject, other, does)
        if (also, others) != (stands, questions):
            more = [reason for reason in others if reason not in questions]
            stands, questions = None, [run.questions[index], *questions, *more]
    return stands, questions
