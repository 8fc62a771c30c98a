"""The explorer: a rule that asks is run with every answer, and what changes nothing is not named."""

from collections.abc import Callable

import pytest

from scorekeeper.engine.explorer import Run, Unsure, explore, surely
from scorekeeper.engine.reasons import Reason, Refusal

Ask = Callable[[str], bool]


class Asked:
    """A state of which nothing is known; the answer that helps is yes."""

    run: Run | None = None

    def ask(self, name: str) -> bool:
        """Ask a question."""
        if self.run is None:
            raise Unsure
        return self.run.helps(Reason("start.source", name, {}))


def asking(rule: Callable[[Ask], bool]) -> str:
    """Return the questions on which a rule depends; `refused` where it refuses, `stands` where it turns on none."""

    def ruled(state: Asked, _subject: None) -> None:
        if not rule(state.ask):
            raise Refusal("start.source", "no-pass")

    try:
        questions = explore(ruled, Asked(), None)[1]
    except Refusal:
        assert surely(ruled, Asked(), None, Run()) is False
        return "refused"
    assert surely(ruled, Asked(), None, Run())
    assert surely(ruled, Asked(), None) is False
    return " ".join(reason.id for reason in questions) or "stands"


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        (lambda ask: ask("a"), "a"),
        (lambda ask: ask("a") and ask("b"), "a b"),
        (lambda ask: ask("a") or ask("b"), "a b"),
        (lambda ask: ask("a") or ask("b") or True, "stands"),
        (lambda ask: (ask("a") or True) and ask("b"), "b"),
        (lambda ask: ask("b") and (ask("a") or True), "b"),
        (lambda ask: ask("a") and ask("b") and False, "refused"),
        (lambda ask: (ask("a") and ask("b")) or ask("c"), "a b c"),
    ],
)
def test_a_rule_depends_on_the_questions_that_change_it(rule: Callable[[Ask], bool], found: str) -> None:
    """Those are named in the order in which they are asked; others are not."""
    assert asking(rule) == found


def test_what_asks_nothing_runs_once() -> None:
    """A rule on what is known is not tried again, and finds what it finds."""
    runs = []
    assert explore(lambda _state, subject: runs.append(subject), Asked(), "once") == (None, ())
    assert runs == ["once"]
