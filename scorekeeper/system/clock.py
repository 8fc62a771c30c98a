"""The clock on the wall: moments with the offset of the system's time zone."""

from datetime import UTC, datetime, timedelta, timezone


def local_time(moment: datetime) -> datetime:
    """Return a moment as the clock on the wall shows it, to the minute of its offset; TOML has no finer one.

    In UTC where the system has a time zone that is a day or more away, as no place is.
    """
    try:
        local = moment.astimezone()
    except ValueError:
        return moment.astimezone(UTC)
    minutes = (local.utcoffset() or timedelta()) // timedelta(minutes=1)
    return moment.astimezone(timezone(timedelta(minutes=minutes)))


def now() -> datetime:
    """Return the time, as the clock on the wall shows it."""
    return local_time(datetime.now(UTC))
