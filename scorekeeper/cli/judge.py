"""`scorekeeper judge`: a ruling on a round that was written down, under one rule book or all.

Only fetches and prints; `judge` rules.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

from scorekeeper import folders
from scorekeeper.cli.common import json_option, parse_house, rules_options, shelf
from scorekeeper.cli.output import say, say_json
from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.judge import Ruling, judge_record
from scorekeeper.packs import wording
from scorekeeper.records import read_record
from scorekeeper.replay import Record
from scorekeeper.rules import RuleBook
from scorekeeper.words import _

STATUS = {"legal": 0, "illegal": 1, "depends": 3, "no-rule": 3}
UNUSABLE, DIFFERENT = 2, 3


@click.command("judge")
@click.argument("file", type=click.Path(path_type=Path))
@rules_options
@click.option("--all", "every", is_flag=True, help="Rule under every rule book.")
@json_option
@click.pass_context
def judge(
    ctx: click.Context, file: Path, book: str | None, house: tuple[str, ...], every: bool, as_json: bool
) -> None:
    """Rule on a round that was written down.

    Exit status: 0 it stands, 1 it does not, 3 it depends (with --all: the rule books differ).
    """
    books = shelf()
    record = read_record(file, books.book)
    changes = parse_house(house)
    if every:
        found = [_attempt(record, books.book(each), changes) for each in books.ids()]
        ctx.exit(_print_all(found, as_json))
    try:
        ruling = _ruled(record, books.book(book or record.rules), changes, as_written=book is not None)
    except Malformed as error:
        raise error.within(str(file)) from None
    say_json(ruling) if as_json else say(*_lines(ruling))
    ctx.exit(STATUS[ruling.verdict])


def _ruled(record: Record, book: RuleBook, changes: dict[str, Any], as_written: bool) -> Ruling:
    """Rule under a book; taken as it is written it goes without what the table changed in its own."""
    own = {} if as_written else record.house
    return judge_record(record._replace(house={**own, **changes}), book, wording(folders.shipped("rules")))


def _attempt(record: Record, book: RuleBook, changes: dict[str, Any]) -> Ruling | dict[str, str]:
    """Rule under a book, or say why it cannot be played at this table."""
    try:
        return _ruled(record, book, changes, as_written=book.id != record.rules)
    except ScorekeeperError as error:
        return {"rules": book.id, "error": str(error)}


def _print_all(found: Iterable[Ruling | dict[str, str]], as_json: bool) -> int:
    """Print a ruling per rule book and return the exit status."""
    rulings = list(found)
    ruled = [ruling for ruling in rulings if isinstance(ruling, Ruling)]
    verdicts = {(ruling.verdict, ruling.answer) for ruling in ruled}
    if as_json:
        say_json({"rulings": rulings, "agree": len(verdicts) < 2})
    else:
        for ruling in rulings:
            say(*(_lines(ruling) if isinstance(ruling, Ruling) else [_unplayable(ruling)]), "")
    if not ruled:
        return UNUSABLE
    return STATUS[ruled[0].verdict] if len(verdicts) == 1 else DIFFERENT


def _unplayable(fault: dict[str, str]) -> str:
    return _("{rules}: cannot be played here. {why}").format(rules=fault["rules"], why=fault["error"])


def _lines(ruling: Ruling) -> list[str]:
    """Return a ruling as people read it."""
    lines = [_("{rules}: {verdict}").format(rules=ruling.rules, verdict=_verdict(ruling))]
    if ruling.at is not None:
        lines.append(_("Action {at}: {action}").format(at=ruling.at, action=ruling.action))
    lines.append(ruling.reason)
    if ruling.needs:
        lines.append(_("It would settle it to know: {needs}.").format(needs="; ".join(ruling.needs)))
    if ruling.instead:
        lines.append(_("Instead: {actions}").format(actions=", ".join(ruling.instead)))
    if ruling.rule is not None:
        value = msgspec.json.encode(ruling.value).decode()
        lines.append(
            _("Rule: {key} = {value} ({basis})").format(key=ruling.rule, value=value, basis=ruling.basis)
        )
    lines.extend(_result(ruling))
    return lines


def _verdict(ruling: Ruling) -> str:
    return {
        "legal": _("it stands"),
        "illegal": _("it does not stand"),
        "depends": _("it depends"),
        "no-rule": _("no rule for this"),
    }[ruling.verdict]


def _result(ruling: Ruling) -> list[str]:
    """Return the hands that were left, where the round is over."""
    result = ruling.result
    if result is None or result.ended is None:
        return []
    return [
        _("{player}: {hand} ({points})").format(
            player=player, hand=hand or "-", points=result.points.get(player, "?")
        )
        for player, hand in result.hands.items()
    ]
