"""Whatever is asked is answered or refused in a sentence."""

import re
from collections.abc import Iterable
from random import Random

import pytest

from tests.conftest import BOOKS, Cli
from tests.random_questions import Asker

BOTH_WAYS = re.compile(r"If so: ([^.,]+)[^.]*\. If not: ([^.,]+)")
"""What is ruled either way, without its reasons."""


def check_answers(cli: Cli, seeds: Iterable[int]) -> None:
    """Ask random questions: the status is that of a ruling, or of a refusal that says why.

    A ruling that depends on something is another one if that is not so.
    """
    for seed in seeds:
        words = Asker(Random(seed)).ask()
        try:
            ran = cli(*words)
        except Exception as error:
            raise AssertionError(f"{seed}: {words}") from error
        assert ran.status in (0, 1, 2, 3), (seed, words, ran)
        assert ran.out or ran.err.startswith("scorekeeper: "), (seed, words, ran)
        both = BOTH_WAYS.search(ran.out)
        assert both is None or both[1] != both[2], (seed, words, ran)


def test_every_question_is_answered_or_refused(cli: Cli) -> None:
    """However the facts fit together, under every rule book; a fault of the program would end in another way."""
    check_answers(cli, range(100))


@pytest.mark.full
@pytest.mark.parametrize("thousand", range(10))
def test_ten_thousand_questions_are_answered_or_refused(cli: Cli, thousand: int) -> None:
    """The same, for long."""
    check_answers(cli, range(1000 * thousand, 1000 * thousand + 1000))


OTHERS = {
    "somebody else calls, and is challenged": ("Ann 6-4", "Bo 4-1", "Bo little", "Ann challenges Bo"),
    "a call that is challenged at once": ("Bo little", "Ann challenges Bo"),
    "one who has two tiles is challenged": ("Ann 6-4", "Ann challenges Bo"),
    "somebody calls too early": ("Ann 6-4", "Bo little"),
    "somebody challenges themselves": ("Ann 6-4", "Bo challenges Bo"),
}


@pytest.mark.parametrize("book", [book.id for book in BOOKS])
@pytest.mark.parametrize("case", OTHERS)
def test_the_answer_is_about_the_player_who_is_asked_about(cli: Cli, book: str, case: str) -> None:
    """Why somebody else's call or challenge is refused is no reason why this player suffers nothing."""
    events = [word for event in OTHERS[case] for word in ("--event", event)]
    asked = ("judge", "chickenlittle", "--rules", book, "--players", "Ann,Bo", "--player", "Ann", *events)
    for hand in ((), ("--hand", "Ann=2")):
        ran = cli(*asked, *hand)
        assert ran.status in (0, 3), ran
        assert "Bo called" not in ran.out, ran.out
        assert "Bo's" not in ran.out, ran.out
