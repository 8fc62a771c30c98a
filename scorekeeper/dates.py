"""Days, times and numbers with a decimal part, as people write them in the language in use.

The patterns and the names of months and days are sentences like any other. What programs read is ISO 8601, and not
made here.
"""

from datetime import date, datetime

from scorekeeper.text import _, pgettext


def show_day(day: date) -> str:
    """Return a day in full.

    >>> show_day(date(2026, 11, 2))
    '2 November 2026'
    """
    return _("{day} {month} {year}", day=day.day, month=_month(day), year=day.year)


def show_short_day(day: date) -> str:
    """Return a day in a narrow column, always with two digits.

    >>> show_short_day(date(2026, 11, 2))
    '02 Nov 2026'
    """
    return pgettext("short", "{day} {month} {year}", day=f"{day:%d}", month=_short_month(day), year=day.year)


def show_day_of_year(day: date) -> str:
    """Return a day in a narrow column where the year is known.

    >>> show_day_of_year(date(2026, 11, 2))
    '2 Nov'
    """
    return pgettext("short", "{day} {month}", day=day.day, month=_short_month(day))


def show_short_month(day: date) -> str:
    """Return the month that a day is in, in a narrow column.

    >>> show_short_month(date(2026, 11, 2))
    'Nov 2026'
    """
    return pgettext("short", "{month} {year}", month=_short_month(day), year=day.year)


def show_moment_of_year(at: datetime) -> str:
    """Return a day and a time to the minute, where the year is clear.

    >>> show_moment_of_year(datetime(2026, 11, 2, 20, 5, 7))
    '2 Nov 20:05'
    """
    return _("{day} {month} {time}", day=at.day, month=_short_month(at), time=f"{at:%H:%M}")


def weekday_name(day: date) -> str:
    """Return the name of a day of the week.

    >>> weekday_name(date(2026, 11, 20))
    'Friday'
    """
    return (
        *(_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), _("Sunday")),
    )[day.weekday()]


def _month(day: date) -> str:
    return (
        *(_("January"), _("February"), _("March"), _("April"), pgettext("in full", "May"), _("June")),
        *(_("July"), _("August"), _("September"), _("October"), _("November"), _("December")),
    )[day.month - 1]


def _short_month(day: date) -> str:
    return (
        *(_("Jan"), _("Feb"), _("Mar"), _("Apr"), pgettext("short", "May"), _("Jun")),
        *(_("Jul"), _("Aug"), _("Sep"), _("Oct"), _("Nov"), _("Dec")),
    )[day.month - 1]


def show_decimal(number: float) -> str:
    """Return a number with one digit behind the decimal sign; an int has none.

    >>> show_decimal(14.25), show_decimal(14)
    ('14.2', '14')
    """
    if isinstance(number, int):
        return str(number)
    whole, _sign, rest = f"{number:.1f}".partition(".")
    return pgettext("a number with its decimal sign", "{whole}.{rest}", whole=whole, rest=rest)
