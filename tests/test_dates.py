"""Dates and decimals are written as the language in use writes them."""

import locale
from datetime import date, datetime, timedelta

import pytest

from scorekeeper import dates
from scorekeeper.text import spoken
from tests.catalogues import language_of

SPANISH = language_of(
    "es",
    {
        "{day} {month} {year}": "{day} de {month} de {year}",
        "short\x04{day} {month} {year}": "{day} {month} {year}",
        "{weekday} {date} {time}": "{weekday}, {date}, {time}",
        "May": "?",
        "in full\x04May": "mayo",
        "short\x04May": "may",
        "Friday": "viernes",
        "Fri": "vie",
    },
)
OF_SPAIN = language_of("es_ES", {"a number with its decimal sign\x04{whole}.{rest}": "{whole},{rest}"})
DAY = datetime(2026, 5, 1, 9, 5)


def test_a_day_is_written_as_the_language_writes_it() -> None:
    """Order, names and the words between them are the language's own, in full and in short."""
    with spoken(SPANISH):
        written = [
            dates.show_day(DAY),
            dates.show_short_day(DAY),
            dates.weekday_name(DAY),
        ]
    assert written == ["1 de mayo de 2026", "01 may 2026", "viernes"]


def test_the_decimal_sign_is_the_languages_own() -> None:
    """Spain writes a comma."""
    with spoken(OF_SPAIN):
        assert [dates.show_decimal(number) for number in (7.25, 0.0, -1.5)] == ["7,2", "0,0", "-1,5"]


@pytest.mark.parametrize("month", range(1, 13))
def test_every_month_has_its_english_name(month: int) -> None:
    """The names are those that the C locale has."""
    day = date(2026, month, 3)
    assert locale.setlocale(locale.LC_TIME) == "C"
    assert dates.show_day(day) == f"3 {day:%B} 2026"
    assert (dates.show_short_day(day), dates.show_short_month(day)) == (f"{day:%d %b %Y}", f"{day:%b %Y}")


def test_every_weekday_has_its_english_name() -> None:
    """A week has seven different ones."""
    week = [DAY + timedelta(days=more) for more in range(7)]
    assert [dates.weekday_name(day) for day in week] == [f"{day:%A}" for day in week]
