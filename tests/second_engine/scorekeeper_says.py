"""What scorekeeper says about a record, in the words of the second engine; it is asked as any program would ask."""

from scorekeeper import Impossible, Malformed, settle
from tests.second_engine.play import Record
from tests.second_engine.replay import Result, Verdict


def ruled(record: Record) -> Verdict:
    """Return what scorekeeper says about a record."""
    try:
        ruling = settle(record)
    except (Impossible, Malformed):
        return Verdict("unusable")
    if ruling.result is None:
        return Verdict(ruling.verdict, ruling.at)
    ended, out, open_foot = ruling.result.ended, ruling.result.out, ruling.result.open_foot
    result = Result(ended, out, open_foot, dict(ruling.result.points), ruling.result.yard)
    return Verdict(ruling.verdict, ruling.at, result)
