"""`scorekeeper club`: an event over many tables, from the roster to the standing."""

import csv
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import get_args

import click
import msgspec
from msgspec.structs import astuple, replace

from scorekeeper.cli import common, options
from scorekeeper.cli.common import STDOUT, agreed, in_terminal, store
from scorekeeper.cli.output import complain, say, say_json, say_table
from scorekeeper.cli.sheet import TABLES, filled, write_sheets
from scorekeeper.club import ClubPerson, ClubPlace, Missed, PeopleSet, ScoredBy, still_out
from scorekeeper.dates import show_day, show_decimal
from scorekeeper.errors import Impossible, Malformed, at_place
from scorekeeper.formats import TOTALS, read_club, read_roster, read_totals, show_club, typed_totals
from scorekeeper.game import Redone, Sentence, Undone, file_name, lookalikes, name_key, split_names
from scorekeeper.session import ClubSession
from scorekeeper.sheets import LISTS, Look, list_sheet
from scorekeeper.storage import club_games, find_club, keep_club
from scorekeeper.system import Paper, Source, now, read_settings, read_text, settings_file
from scorekeeper.text import N_, _, join_and, ngettext, pgettext, whole_number


class KnownEvent(click.ParamType):  # type: ignore[type-arg]
    """An event: its id, the beginning of that, or `last`."""

    name = "event"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> ClubSession:  # noqa: ARG002
        """Return the event, open."""
        session = ClubSession(store(), now)
        session.open(find_club(store(), value))
        return session


event_argument = click.argument("session", type=KnownEvent(), metavar="EVENT")
sitting_type, by_type = click.IntRange(1, 99), click.Choice(get_args(ScoredBy))
sitting_option = click.option("--sitting", type=sitting_type, metavar="NUMBER", help="Which sitting, from 1.")


@click.group("club", epilog=N_('scorekeeper club new "Friday" --sittings 3'))
def club() -> None:
    """Host an event over many tables: who comes, who sits where, one standing.

    EVENT is the id of an event or its beginning, or `last`. Lists are CSV with a header, and tables in a terminal.
    """


def _say_list(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a list, whose columns have translated names for people alone."""
    lines = [columns, *(tuple(map(_cell, row)) for row in rows)]
    if sys.stdout.isatty():
        say_table([[*map(_, columns)], *lines[1:]], right="<" * len(columns))
    else:
        csv.writer(sys.stdout, lineterminator="\n").writerows(lines)


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, tuple):
        return ", ".join("-" if item is None else str(item) for item in value)
    return (
        f"{value:%Y-%m-%d %H:%M:%S}" if isinstance(value, datetime) else str("" if value is None else value)
    )


@club.command("new", epilog=N_('scorekeeper club new "Friday" --set 12 --tables-of 5-6 --rounds 4'))
@click.argument("title")
@options.set_size
@options.rules
@options.rounds
@click.option("--sittings", type=sitting_type, default=3, show_default=True, help="How many are planned.")
@click.option("--tables-of", "sizes", default="4-6", show_default=True, help="How many share a table.")
@click.option("--by", type=by_type, default="mean", show_default=True, help="What the standing adds up.")
@click.option(
    "--missed", type=click.Choice(get_args(Missed)), default="worst", show_default=True,
    help="What a missed sitting counts: the worst score of all in it, or one's own average.",
)  # fmt: skip
@options.json
def new(
    title: str, set_size: int | None, book: str | None, house: tuple[str, ...], sittings: int, rounds: int | None,
    sizes: str, by: ScoredBy, missed: Missed, as_json: bool,
) -> None:  # fmt: skip
    """Start an event and print its id."""
    chosen, size, changes = common.chosen_rules(book, house, set_size, rounds)
    session = ClubSession(store(), now)
    session.start(title, chosen, size, sizes, house=changes, sittings=sittings, by=by, missed=missed)
    about = {"id": session.kept.id, "title": session.club.started.title}
    say_json(about) if as_json else say(session.kept.id)


@club.command(epilog=N_('scorekeeper club people last people.csv --away Ana --apart "Ben,Carla"'))
@event_argument
@click.argument("file", type=options.InputFile(), required=False, metavar="[FILE]")
@click.option("--add", metavar="NAME", multiple=True, help="Put somebody on the roster.")
@click.option("--away", metavar="NAME", multiple=True, help="Somebody is not here, or has gone.")
@click.option("--back", metavar="NAME", multiple=True, help="Somebody is here, or here again.")
@click.option("--fix", metavar="NAME=TABLE", multiple=True, help="A table for good; without TABLE any.")
@click.option("--apart", metavar="NAMES", multiple=True, help="People who never share a table.")
@click.option("--together", metavar="NAMES", multiple=True, help="People who always share a table.")
@options.similar
@options.json
def people(
    session: ClubSession, file: Source | None, add: tuple[str, ...], away: tuple[str, ...], back: tuple[str, ...],
    fix: tuple[str, ...], apart: tuple[str, ...], together: tuple[str, ...], similar: bool, as_json: bool,
) -> None:  # fmt: skip
    """Say who comes, who sits where and with whom; without options, list the roster.

    FILE is CSV with the columns name, table, apart, together and here, of which only name is needed.
    """
    roster = dict(session.club.people)
    if file is not None:
        with at_place(str(file)):
            roster |= {name_key(person.name): person for person in read_roster(read_text(file), session.club)}
    for name in add:
        roster[name_key(name)] = replace(roster.get(name_key(name)) or ClubPerson(name), here=True)
    here = [*((name, "here", False) for name in away), *((name, "here", True) for name in back)]
    wishes = [*_wishes("apart", apart), *_wishes("together", together)]
    for name, field, value in (*here, *map(_fixed, fix), *wishes):
        person = roster.get(name_key(name)) or session.club.person(name)
        whole = (*getattr(person, field), *value) if isinstance(value, tuple) else value
        roster[name_key(person.name)] = replace(person, **{field: whole})
    changed = [person for key, person in roster.items() if session.club.people.get(key) != person]
    added = [person.name for person in changed if name_key(person.name) not in session.club.people]
    common.settle_names(lookalikes(added, session.club.names), similar)
    if changed:
        session.keep(PeopleSet(tuple(changed)))
    if as_json:
        say_json({"people": [*session.club.people.values()]})
    elif changed:
        say(session.kept.log.sentences[-1].sentence)
    else:
        _say_list(ClubPerson.__struct_fields__, map(astuple, session.club.people.values()))


def _fixed(word: str) -> tuple[str, str, object]:
    name, _equals, table = word.partition("=")
    number = whole_number(table)
    if table and number is None:
        raise Malformed(_("“{word}” needs the number of a table, such as Ana=3.", word=word), "--fix")
    return name, "table", number


def _wishes(wish: str, groups: Iterable[str]) -> Iterator[tuple[str, str, object]]:
    """Yield what people who are named together wish: each of them something about those who follow."""
    for group in groups:
        names = [name.strip() for name in split_names(group)]
        yield from ((name, wish, tuple(names[index:])) for index, name in enumerate(names[:-1], start=1))


@club.command(epilog="scorekeeper club draw last --seed 7")
@event_argument
@sitting_option
@click.option("--all", "everything", is_flag=True, help="Draw all sittings that are left.")
@click.option("--again", is_flag=True, help="Draw tables that have not begun once more.")
@click.option("--seed", type=int, help="A number that always gives the same seats.")
@options.json
def draw(
    session: ClubSession, sitting: int | None, everything: bool, again: bool, seed: int | None, as_json: bool
) -> None:
    """Seat the next sitting, so that as few as can be meet again.

    What is not ideal is said first; in a terminal you are asked whether to keep it.
    """
    chance, done = Random(seed).random, dict[int, object]()
    for number in _to_draw(session, sitting, everything, again):
        drawn = session.draw(number, chance)
        complain(*drawn.problems)
        if drawn.problems and in_terminal() and not agreed(_("Keep these seats?"), default=True):
            raise Impossible(_("Sitting {sitting} was not drawn.", sitting=number))
        done[number] = session.keep_draw(drawn)
    _say_seats(session, done, as_json)


def _to_draw(session: ClubSession, sitting: int | None, everything: bool, again: bool) -> range:
    count, planned = len(session.club.sittings), session.club.started.sittings
    first = sitting or count + (not again)
    if not again and (first <= count or (not sitting and first > planned)):
        sentence = N_(
            "Drawn sittings: {count}; --again draws the last one anew, --sitting {next} draws one more."
        )
        raise Impossible(_(sentence, count=count, next=count + 1))
    return range(first, max(first, planned if everything else 0) + 1)


def _say_seats(session: ClubSession, drawn: Mapping[int, object], as_json: bool) -> None:
    if as_json:
        sittings = [*drawn.values()]
        return say_json({"sittings": sittings} if len(drawn) > 1 else sittings[0])
    seats = [
        (result.sitting, result.table.number, name, (result.totals or {}).get(name))
        for result in session.results
        for name in result.table.players
        if result.sitting in drawn
    ]
    return _say_list(TOTALS, seats)


@club.command(epilog="scorekeeper club seats last --sitting 2")
@event_argument
@sitting_option
@options.json
def seats(session: ClubSession, sitting: int | None, as_json: bool) -> None:
    """Show who sits where in a sitting, with the totals that are in; `club enter` reads this list."""
    drawn = session.seats(sitting)
    _say_seats(session, {drawn.sitting: drawn}, as_json)


@club.command(epilog='scorekeeper club enter last --table 3 "Ana=124" "Ben=98" "Carla=77"')
@event_argument
@click.argument("totals", nargs=-1, required=True, metavar="FILE|NAME=POINTS…")
@sitting_option
@click.option("--table", type=click.IntRange(1, 999), metavar="NUMBER", help="The table of these totals.")
@options.json
def enter(
    session: ClubSession, totals: tuple[str, ...], sitting: int | None, table: int | None, as_json: bool
) -> None:
    """Enter the totals of a table, or of many from a CSV file; all of them or none.

    FILE has the columns sitting, table, name and points; what has no points is still out. A whole sheet goes into the
    table's game, with `scorekeeper key`; its totals then count.
    """
    number = sitting or session.sitting or 1
    if table is not None:
        entered = [typed_totals(number, session.club.table(number, table), totals)]
    elif len(totals) == 1 and "=" not in totals[0]:
        file = common.source(totals[0])
        with at_place(str(file)):
            entered = read_totals(read_text(file), number)
    else:
        raise click.UsageError(_("Say which table with --table, or name a file."))
    if entered:
        session.enter(entered)
    missing = session.standing().missing
    if as_json:
        return say_json({"entered": len(entered), "missing": missing})
    say(ngettext("{count} table was entered.", "{count} tables were entered.", len(entered)))
    return complain(*still_out(missing))


@club.command(epilog="scorekeeper club standing last --by place")
@event_argument
@click.option("--by", type=by_type, help="What it adds up; if left out, as the event says.")
@click.option("--after", type=sitting_type, metavar="NUMBER", help="After so many sittings.")
@options.json
def standing(session: ClubSession, by: ScoredBy | None, after: int | None, as_json: bool) -> None:
    """Show the standing over all tables, with the other ways to score beside it."""
    ranking = session.standing(by, after)
    if as_json:
        return say_json(ranking)
    _say_list(ClubPlace.__struct_fields__, map(astuple, ranking.standing))
    return complain(*filter(None, [ranking.explanation]), *still_out(ranking.missing))


@club.command("print", epilog=N_("scorekeeper club print last sheets --sitting 1 -o sitting-1.pdf"))
@event_argument
@click.argument("what", type=click.Choice((N_("sheets"), N_("seats"), N_("tables"), N_("standing"))))
@sitting_option
@options.paper
@options.output
@options.force
def print_(
    session: ClubSession,
    what: str,
    sitting: int | None,
    paper: Paper | None,
    output: Path | None,
    force: bool,
) -> None:
    """Print the sheets of a sitting, its seats by name or by table, or the standing."""
    started, number = session.club.started, 0 if what == "standing" else sitting or session.sitting or 1
    tables = session.club.tables(number) if number else ()
    rows: list[Sequence[object]] = [(_("Table"), _("Players"))]
    rows += [(table.number, join_and(table.players)) for table in tables]
    if what == "seats":
        seats = [(table.number, name) for table in tables for name in table.players]
        rows = [(_("Table"), _("Name")), *sorted(seats, key=lambda seat: name_key(seat[1]))]
    elif what == "standing":
        rows = [(_("Rank"), _("Name"), pgettext("a column", "Score"), _("Points"), _("Places"))]
        places = session.standing().standing
        rows += [
            (row.rank, row.player, show_decimal(row.score), row.points, _cell(row.places)) for row in places
        ]
    title = _("{title}, sitting {sitting}", title=started.title, sitting=number) if number else started.title
    sheets = [list_sheet(title, show_day(started.date), rows)]
    if what == "sheets":
        sheets = [filled(table.game) for table in tables if table.game in session.games]
    name = file_name(" ".join(filter(None, (started.title, _(what), str(number or "")))))
    look = Look(template=TABLES if what == "sheets" else LISTS, paper=paper or common.chosen_paper())
    write_sheets(sheets, name, look, None, output, force)


@club.command(epilog="scorekeeper club share last")
@event_argument
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 0 takes a free one.")
@click.option("--address", metavar="ADDRESS", help="The address of this computer that phones use.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON, then serve.")
def share(session: ClubSession, port: int | None, address: str | None, as_json: bool) -> None:
    """Open the tables of the running sitting to their phones, and the wall to all, until Ctrl+C.

    Each table has its own address and PIN. The tables of the next sitting are open once it is played.
    """
    from scorekeeper.web import ClubHost  # takes longer to load than other commands to run

    session.store.close()
    theme = read_settings(settings_file()).theme
    host = ClubHost(session.store.place, session.kept.id, address, port, theme, complain)

    def show() -> None:
        shared = [
            {"table": result.table.number, "address": table.table_address, "pin": table.devices.pin}
            for result in host.seen.tables
            if (table := host.seen.shared.get(result.table.game))
        ]
        if as_json:
            facts = {"address": host.origin, "host": host.origin + host.host_path, "tables": shared}
            return click.echo(msgspec.json.encode(facts).decode())
        say(_("On the wall, and for all phones: {address}", address=host.origin))
        say(_("The host's phone, and nobody else's: {address}", address=host.origin + host.host_path))
        rows = [(_("Table"), _("Phones"), _("PIN")), *(row.values() for row in shared)]
        say_table([tuple(map(str, row)) for row in rows], right="><<")
        return common.say_reach(host.moved, host.port, host.alone)

    host.run(show)


@club.command("list", epilog="scorekeeper club list")
@options.json
def list_command(as_json: bool) -> None:
    """List the events, the last changed first."""
    rows = [(event.id, event.changed, event.title) for event in store().list_clubs()]
    names = ("id", "changed", "title")
    say_json([dict(zip(names, row, strict=True)) for row in rows]) if as_json else _say_list(names, rows)


@club.command(epilog="scorekeeper club undo last")
@event_argument
def undo(session: ClubSession) -> None:
    """Undo the last change of an event; the games of a draw go with it."""
    session.keep(Undone())
    say(session.kept.log.sentences[-1].sentence)


@club.command(epilog="scorekeeper club redo last")
@event_argument
def redo(session: ClubSession) -> None:
    """Redo the last undone change of an event."""
    session.keep(Redone())
    say(session.kept.log.sentences[-1].sentence)


@club.command(epilog="scorekeeper club log last")
@event_argument
@options.json
def log(session: ClubSession, as_json: bool) -> None:
    """Show every change of an event with its time, and whether it is in force."""
    lines = session.kept.log.sentences
    say_json(lines) if as_json else _say_list(Sentence.__struct_fields__, map(astuple, lines))


@club.command(epilog=N_("scorekeeper club export last -o friday.json"))
@event_argument
@options.output
@options.force
def export(session: ClubSession, output: Path | None, force: bool) -> None:
    """Write an event with the games of its tables as a file, or to stdout if no file is named."""
    kept = session.kept
    games = club_games(store(), kept.log.game_ids)
    say(*common.write_files({output or STDOUT: show_club(kept.id, kept.log, games)}, force))


@club.command("import", epilog=N_("scorekeeper club import friday.json"))
@click.argument("file", type=options.InputFile(), metavar="FILE")
@options.json
def take_in(file: Source, as_json: bool) -> None:
    """Read an event with all its games from a file, and print its id, which stays the same."""
    club_id, log, games = read_club(file)
    keep_club(store(), log, club_id, games)
    say_json({"id": club_id, "title": log.club.started.title}) if as_json else say(club_id)
