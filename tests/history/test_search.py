"""Picking past games: what is typed, and what it finds."""

from datetime import date

import pytest
from msgspec.structs import replace

from scorekeeper.errors import Malformed
from scorekeeper.history.past import GameFilter, Span, filter_games, parse_span, past_games
from scorekeeper.history.summary import summarise
from tests.build import new_log, played

GAMES = past_games(
    [
        ("a", summarise(new_log(players=["Ana", "Ben"]).game)),
        ("b", summarise(new_log(players=["Diana", "Ben"], size=12).game)),
        ("c", summarise(played([(0, 1, 2)], ["Ana"], "rounds.length=fixed", "rounds.count=1"))),
        (
            "d",
            replace(summarise(new_log(players=["Zoë", "Ben"]).game), date=date(2025, 5, 5), book="hastings"),
        ),
    ],
    {},
)


@pytest.mark.parametrize(
    ("typed", "since", "until"),
    [
        ("2026", date(2026, 1, 1), date(2026, 12, 31)),
        ("2024-2", date(2024, 2, 1), date(2024, 2, 29)),
        (" 2026-11-20 ", date(2026, 11, 20), date(2026, 11, 20)),
        ("2026-01..2026-03", date(2026, 1, 1), date(2026, 3, 31)),
        ("2026-01..", date(2026, 1, 1), None),
        ("..2025", None, date(2025, 12, 31)),
        ("", None, None),
        ("..", None, None),
    ],
)
def test_days_as_people_type_them(typed: str, since: date | None, until: date | None) -> None:
    """A year, a month and a day stand for all of their days."""
    assert parse_span(typed) == Span(since, until)


@pytest.mark.parametrize(
    "typed", ["soon", "2026-13", "2026-02-30", "0000", "2026-1-1-1", "٢٠٢٦", "2026...2027"]
)
def test_what_is_no_date_is_refused(typed: str) -> None:
    """The refusal says what would be right."""
    with pytest.raises(Malformed, match="is not a date; write 2026"):
        parse_span(typed)


def test_days_that_end_before_they_begin_are_refused() -> None:
    """A span that ends before it begins is refused."""
    with pytest.raises(Malformed, match="ends before it begins"):
        parse_span("2026..2025")


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (GameFilter(), "abcd"),
        (GameFilter(players=("ana",)), "ac"),
        (GameFilter(players=("an",)), "abc"),
        (GameFilter(players=("ben", "Dia")), "b"),
        (GameFilter(players=("nobody",)), ""),
        (GameFilter(set_size=12), "b"),
        (GameFilter(book="hastings"), "d"),
        (GameFilter(books=frozenset(["hastings", "ymi"])), "d"),
        (GameFilter(finished=True), "c"),
        (GameFilter(span=parse_span("2026")), "abc"),
        (GameFilter(span=parse_span("..2025")), "d"),
    ],
)
def test_games_that_are_wanted(wanted: GameFilter, found: str) -> None:
    """Each filter narrows the games; a name that somebody has matches only as a whole."""
    assert "".join(one.id for one in filter_games(GAMES, wanted)) == found
