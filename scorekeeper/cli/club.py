"""`scorekeeper club`: an event over many tables, from the roster to the standing."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import get_args

import click
import msgspec
from msgspec.structs import replace

from scorekeeper.cli import common
from scorekeeper.cli.common import STDOUT, InputFile, agreed, in_terminal, json_option, store
from scorekeeper.cli.output import complain, say, say_json, say_table
from scorekeeper.cli.sheet import TABLES, write_sheets
from scorekeeper.club import (
    ClubPerson,
    ClubPlace,
    ClubStarted,
    ClubTable,
    DrawnSitting,
    Missed,
    PeopleSet,
    ScoredBy,
    TableOut,
    TableTotals,
    as_drawn,
    describe_club,
    still_out,
)
from scorekeeper.dates import show_day
from scorekeeper.errors import Impossible, Malformed, at_place
from scorekeeper.formats import (
    TOTALS,
    list_as_csv,
    read_event,
    read_roster,
    read_totals,
    roster_rows,
    shipped_wording,
    show_event,
)
from scorekeeper.game import Redone, Undone, file_name, lookalikes, name_key, split_names
from scorekeeper.rules import changes_for_length, read_changes, with_changes
from scorekeeper.session import ClubSession, book_and_rules, shelf
from scorekeeper.sheets import LISTS, Look, Sheet, filled_sheet, list_sheet
from scorekeeper.storage import club_games, find_club, keep_club
from scorekeeper.system import Paper, Source, now, read_settings, read_text, settings_file
from scorekeeper.text import N_, _, join_and, ngettext, whole_number

MOST_SITTINGS, MOST_TABLES = 99, 999
"""How many an event has at the most."""

event_argument = click.argument("event")
sitting_option = click.option(
    "--sitting", type=click.IntRange(1, MOST_SITTINGS), metavar="NUMBER", help="Which sitting, from 1."
)
by_type = click.Choice(get_args(ScoredBy))


@click.group("club", invoke_without_command=True, epilog='scorekeeper club new "Friday" --sittings 3')
@click.pass_context
def club(ctx: click.Context) -> None:
    """Host an event over many tables: who comes, who sits where, one standing.

    EVENT is the id of an event or its beginning, or `last`. Lists are CSV with a header, and tables in a terminal.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _opened(name: str) -> ClubSession:
    session = ClubSession(store(), now)
    session.open(find_club(store(), name))
    return session


def _say_list(rows: Iterable[Sequence[object]]) -> None:
    """Print a list that begins with its header."""
    lines = [["" if cell is None else str(cell) for cell in row] for row in rows]
    if sys.stdout.isatty():
        say_table(lines, right="<" * len(lines[0]))
    else:
        click.echo(list_as_csv(lines), nl=False)


def _say_last(session: ClubSession) -> None:
    say(describe_club(session.kept.log)[-1].sentence)


def _say_event(session: ClubSession, as_json: bool) -> None:
    about = {"id": session.kept.id, "title": session.club.started.title}
    say_json(about) if as_json else say(session.kept.id)


@club.command("new", epilog='scorekeeper club new "Friday" --set 12 --tables-of 5-6 --rounds 4')
@click.argument("title")
@common.set_option
@common.rules_options
@click.option(
    "--sittings",
    type=click.IntRange(1, MOST_SITTINGS),
    default=3,
    show_default=True,
    help="How many are planned.",
)
@click.option("--rounds", type=click.IntRange(min=1), metavar="NUMBER", help="Rounds of a sitting.")
@click.option(
    "--tables-of", "sizes", metavar="4-6", default="4-6", show_default=True, help="How many share a table."
)
@click.option("--by", type=by_type, default="mean", show_default=True, help="What the standing adds up.")
@click.option(
    "--missed",
    type=click.Choice(get_args(Missed)),
    default="worst",
    show_default=True,
    help="What a missed sitting counts: the worst score of all in it, or one's own average.",
)
@json_option
def new(
    title: str, set_size: str | None, book: str | None, house: tuple[str, ...], sittings: int, rounds: int | None,
    sizes: str, by: ScoredBy, missed: Missed, as_json: bool,
) -> None:  # fmt: skip
    """Start an event and print its id."""
    chosen, changes = book_and_rules(book, house)
    size = int(set_size or chosen.rules.set.default)
    if rounds is not None:
        shorter = read_changes(changes_for_length(chosen.rules, size, rounds))
        chosen, changes = replace(chosen, rules=with_changes(chosen.rules, shorter)), changes | shorter
    least, _dash, largest = sizes.partition("-")
    fewest, most = whole_number(least), whole_number(largest or least)
    if fewest is None or most is None:
        raise Malformed(
            _("“{text}” is not how many sit at a table; write 5 or 4-6.", text=sizes), "--tables-of"
        )
    session = ClubSession(store(), now)
    session.start(
        ClubStarted(
            title=title, date=now().date(), set_size=size, book=chosen.id, rules=chosen.rules, house=changes,
            sittings=sittings, fewest=fewest, most=most, by=by, missed=missed,
        )
    )  # fmt: skip
    _say_event(session, as_json)


@club.command(epilog='scorekeeper club people last people.csv --away Ana --apart "Ben,Carla"')
@event_argument
@click.argument("file", type=InputFile(), required=False, metavar="[FILE]")
@click.option("--add", metavar="NAME", multiple=True, help="Put somebody on the roster.")
@click.option("--away", metavar="NAME", multiple=True, help="Somebody is not here, or has gone.")
@click.option("--back", metavar="NAME", multiple=True, help="Somebody is here, or here again.")
@click.option("--fix", metavar="NAME=TABLE", multiple=True, help="A table for good; without TABLE any.")
@click.option("--apart", metavar="NAMES", multiple=True, help="People who never share a table.")
@click.option("--together", metavar="NAMES", multiple=True, help="People who always share a table.")
@common.similar_option
@json_option
def people(
    event: str, file: Source | None, add: tuple[str, ...], away: tuple[str, ...], back: tuple[str, ...],
    fix: tuple[str, ...], apart: tuple[str, ...], together: tuple[str, ...], similar: bool, as_json: bool,
) -> None:  # fmt: skip
    """Say who comes, who sits where and with whom; without options, list the roster.

    FILE is CSV with the columns name, table, apart, together and here, of which only name is needed.
    """
    session = _opened(event)
    roster = dict(session.club.people)
    if file is not None:
        with at_place(str(file)):
            roster |= {name_key(one.name): one for one in read_roster(read_text(file), session.club)}
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
    else:
        _say_last(session) if changed else _say_list(roster_rows(session.club))


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
        yield from ((name, wish, tuple(names[place:])) for place, name in enumerate(names[:-1], start=1))


@club.command(epilog="scorekeeper club draw last --seed 7")
@event_argument
@sitting_option
@click.option(
    "--all", "everything", is_flag=True, help="Draw all sittings that are left; with --again all others."
)
@click.option("--again", is_flag=True, help="Draw tables that have not begun once more.")
@click.option("--seed", type=int, help="A number that always gives the same seats.")
@json_option
def draw(
    event: str, sitting: int | None, everything: bool, again: bool, seed: int | None, as_json: bool
) -> None:
    """Seat the next sitting, so that as few as can be meet again.

    What is not ideal is said first; in a terminal you are asked whether to keep it.
    """
    session, chance, done = _opened(event), Random(seed).random, dict[int, DrawnSitting]()
    for number in _to_draw(session, sitting, everything, again):
        drawn = session.draw(number, chance)
        complain(*drawn.problems)
        if drawn.problems and in_terminal() and not agreed(_("Keep these seats?"), default=True):
            raise Impossible(_("Sitting {sitting} was not drawn.", sitting=number))
        session.keep_draw(number, drawn)
        done[number] = drawn._replace(tables=session.club.sittings[number - 1])
    _say_seats(session, done, as_json)


def _to_draw(session: ClubSession, sitting: int | None, everything: bool, again: bool) -> Sequence[int]:
    count, planned = len(session.club.sittings), session.club.started.sittings
    first = 1 if everything and again else sitting or count + (not again)
    wanted = range(first, (count if again else planned) + 1) if everything else range(first, first + 1)
    if not wanted or (not again and not sitting and count >= planned):
        sentence = N_(
            "All {count} sittings are drawn; --sitting {next} draws one more, --again the last one anew."
        )
        raise Impossible(_(sentence, count=count, next=count + 1))
    if not again and first <= count:
        raise Impossible(
            _("Sitting {sitting} is drawn; --again draws its tables that have not begun.", sitting=first)
        )
    return wanted


def _say_seats(session: ClubSession, sittings: dict[int, DrawnSitting], as_json: bool) -> None:
    if as_json:
        told = [
            {
                "sitting": number,
                "tables": [
                    {"table": one.number, "players": one.players, "game": one.game} for one in drawn.tables
                ],
                "repeated": drawn.repeated,
                "problems": drawn.problems,
            }
            for number, drawn in sittings.items()
        ]
        return say_json(told[0] if len(told) == 1 else {"sittings": told})
    seats = [
        (one.sitting, one.table.number, name, (one.totals or {}).get(name))
        for one in session.results
        for name in one.table.players
        if one.sitting in sittings
    ]
    return _say_list([TOTALS, *seats])


@club.command(epilog="scorekeeper club seats last --sitting 2")
@event_argument
@sitting_option
@json_option
def seats(event: str, sitting: int | None, as_json: bool) -> None:
    """Show who sits where in a sitting, with the totals that are in; `club enter` reads this list."""
    session = _opened(event)
    number, tables = _tables(session, sitting)
    _say_seats(session, {number: as_drawn(session.club, number, tables)}, as_json)


def _tables(session: ClubSession, sitting: int | None) -> tuple[int, tuple[ClubTable, ...]]:
    """Return a sitting and its tables; the sitting that is played where none is named."""
    number = sitting or session.sitting or 1
    if number > len(session.club.sittings):
        raise Impossible(
            _("Sitting {sitting} is not drawn yet; scorekeeper club draw seats it.", sitting=number)
        )
    return number, session.club.sittings[number - 1]


@club.command(epilog='scorekeeper club enter last --table 3 "Ana=124" "Ben=98" "Carla=77"')
@event_argument
@click.argument("totals", nargs=-1, required=True, metavar="FILE|NAME=POINTS…")
@sitting_option
@click.option(
    "--table",
    type=click.IntRange(1, MOST_TABLES),
    metavar="NUMBER",
    help="The table that these totals are of.",
)
@json_option
def enter(event: str, totals: tuple[str, ...], sitting: int | None, table: int | None, as_json: bool) -> None:
    """Enter the totals of a table, or of many from a CSV file; all of them or none.

    FILE has the columns sitting, table, name and points; what has no points is still out. A whole sheet goes into the
    table's game, with `scorekeeper key`; its totals then count.
    """
    session = _opened(event)
    number, _drawn = _tables(session, sitting)
    if table is not None:
        entered = [TableTotals(number, table, _named_totals(totals))]
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
    return _say_missing(missing)


def _named_totals(words: Iterable[str]) -> dict[str, int]:
    totals: dict[str, int] = {}
    for word in words:
        name, _equals, points = (part.strip() for part in word.rpartition("="))
        number = whole_number(points)
        if not name or number is None or name in totals:
            raise Malformed(_("“{word}” is no total; write each name once, such as Ana=124.", word=word))
        totals[name] = number
    return totals


def _say_missing(missing: Sequence[TableOut]) -> None:
    complain(*still_out(missing))


@club.command(epilog="scorekeeper club standing last --by place")
@event_argument
@click.option("--by", type=by_type, help="What it adds up; if left out, as the event says.")
@click.option(
    "--after", type=click.IntRange(1, MOST_SITTINGS), metavar="NUMBER", help="After so many sittings."
)
@json_option
def standing(event: str, by: ScoredBy | None, after: int | None, as_json: bool) -> None:
    """Show the standing over all tables, with the other ways to score beside it."""
    found = _opened(event).standing(by, after)
    if as_json:
        return say_json(found)
    names = ("rank", "player", "score", "points", "place", "mean", "sittings", "decided_by")
    rows = [(*(getattr(place, name) for name in names), _places(place)) for place in found.standing]
    _say_list([(*names, "places"), *rows])
    complain(*filter(None, [found.explanation]))
    return _say_missing(found.missing)


def _places(place: ClubPlace) -> str:
    return " ".join("-" if one is None else str(one) for one in place.places)


@club.command("print", epilog="scorekeeper club print last sheets --sitting 1 -o sitting-1.pdf")
@event_argument
@click.argument("what", type=click.Choice(("sheets", "seats", "tables", "standing")))
@sitting_option
@common.paper_option
@common.output_option
@common.force_option
def print_(
    event: str, what: str, sitting: int | None, paper: Paper | None, output: Path | None, force: bool
) -> None:
    """Print the sheets of a sitting, its seats by name or by table, or the standing."""
    session = _opened(event)
    number, tables = (0, ()) if what == "standing" else _tables(session, sitting)
    games = [session.games[table.game].game for table in tables if table.game in session.games]
    if what == "sheets":
        sheets = [filled_sheet(game, shelf().title(game.book), wording=shipped_wording()) for game in games]
    else:
        sheets = [_list(session, what, number, tables)]
    name = file_name(" ".join(filter(None, (session.club.started.title, what, str(number or "")))))
    look = Look(template=TABLES if what == "sheets" else LISTS, paper=paper or common.chosen_paper())
    write_sheets(sheets, name, look, None, output, force)


def _list(session: ClubSession, what: str, number: int, tables: Iterable[ClubTable]) -> Sheet:
    title, day, rows = (
        session.club.started.title,
        show_day(session.club.started.date),
        list[Sequence[object]](),
    )
    if number:
        title = _("{title}, sitting {sitting}", title=title, sitting=number)
    if what == "tables":
        rows = [(_("Table"), _("Players")), *((table.number, join_and(table.players)) for table in tables)]
    elif what == "seats":
        seats = [(table.number, name) for table in tables for name in table.players]
        rows = [(_("Table"), _("Name")), *sorted(seats, key=lambda seat: name_key(seat[1]))]
    else:
        places = session.standing().standing
        rows = [(_("Rank"), _("Name"), _("Score"), _("Points"), _("Places"))]
        rows += [(one.rank, one.player, one.score, one.points, _places(one)) for one in places]
    return list_sheet(title, day, rows)


@club.command(epilog="scorekeeper club share last")
@event_argument
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 0 takes a free one.")
@click.option("--address", metavar="ADDRESS", help="The address of this computer that phones use.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON, then serve.")
def share(event: str, port: int | None, address: str | None, as_json: bool) -> None:
    """Open the tables of the running sitting to their phones, and the wall to all, until Ctrl+C.

    Each table has its own address and PIN. The tables of the next sitting are open once it is played.
    """
    from scorekeeper.web import ClubHost  # takes longer to load than other commands to run

    session = _opened(event)
    session.store.close()
    theme = read_settings(settings_file()).theme
    host = ClubHost(session.store.place, session.kept.id, address, port, theme, complain)

    def show() -> None:
        shared = [
            {"table": one.table.number, "address": table.table_address, "pin": table.devices.pin}
            for one in host.seen.tables
            if (table := host.seen.shared.get(one.table.game))
        ]
        if as_json:
            found = {"address": host.origin, "host": host.host_address, "tables": shared}
            return click.echo(msgspec.json.encode(found).decode())
        say(_("On the wall, and for all phones: {address}", address=host.origin))
        say(_("The host's phone, and nobody else's: {address}", address=host.host_address))
        rows = [(_("Table"), _("Phones"), _("PIN")), *(one.values() for one in shared)]
        say_table([tuple(map(str, row)) for row in rows], right="><<")
        return common.say_reach(host.moved, host.port, host.alone)

    host.run(show)


@club.command("list", epilog="scorekeeper club list")
@json_option
def list_command(as_json: bool) -> None:
    """List the events, the last changed first."""
    rows = [(one.id, f"{one.changed:%Y-%m-%d %H:%M}", one.title) for one in store().list_clubs()]
    names = ("id", "changed", "title")
    say_json([dict(zip(names, row, strict=True)) for row in rows]) if as_json else _say_list([names, *rows])


@club.command(epilog="scorekeeper club undo last")
@event_argument
def undo(event: str) -> None:
    """Undo the last change of an event; the games of a draw go with it."""
    session = _opened(event)
    session.keep(Undone())
    _say_last(session)


@club.command(epilog="scorekeeper club redo last")
@event_argument
def redo(event: str) -> None:
    """Redo the last undone change of an event."""
    session = _opened(event)
    session.keep(Redone())
    _say_last(session)


@club.command(epilog="scorekeeper club log last")
@event_argument
@json_option
def log(event: str, as_json: bool) -> None:
    """Show every change of an event with its time; undone changes are marked."""
    lines, undone = describe_club(_opened(event).kept.log), _("undone")
    if as_json:
        return say_json(lines)
    rows = [
        (one.number, f"{one.at:%Y-%m-%d %H:%M:%S}", "" if one.in_force else undone, one.sentence)
        for one in lines
    ]
    return say_table([tuple(map(str, row)) for row in rows], right="><<<")


@club.command(epilog="scorekeeper club export last -o friday.json")
@event_argument
@common.output_option
@common.force_option
def export(event: str, output: Path | None, force: bool) -> None:
    """Write an event with the games of its tables as a file, or to stdout if no file is named."""
    kept = _opened(event).kept
    games = club_games(store(), kept.log.game_ids, hidden=True)
    say(*common.write_files({output or STDOUT: show_event(kept.id, kept.log, games)}, force))


@club.command("import", epilog="scorekeeper club import friday.json")
@click.argument("file", type=InputFile(), metavar="FILE")
@json_option
def take_in(file: Source, as_json: bool) -> None:
    """Read an event with all its games from a file, and print its id, which stays the same."""
    club_id, log, games = read_event(file)
    keep_club(store(), log, club_id, games)
    _say_event(_opened(club_id), as_json)
