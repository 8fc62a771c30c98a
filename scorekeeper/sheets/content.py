"""What is on a sheet, as plain values: its players, rounds, places and rulings; and a blank sheet.

`game_sheet` fills a sheet from a game, `ruling_sheet` from a ruling, and `typesetting` prints it. Nothing
here knows paper.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from scorekeeper.errors import Impossible
from scorekeeper.game import lookalikes
from scorekeeper.rules import RuleBook, Rules, Value, Wording, deal, doubles_to_come
from scorekeeper.sheets.seating import read_seating
from scorekeeper.sheets.small_print import Chapter, Paragraph, Terms, chapters, small_print
from scorekeeper.sheets.templates import game_words
from scorekeeper.text import _, ngettext
from scorekeeper.tiles import set_name

if TYPE_CHECKING:
    from scorekeeper.game import Game

MOST_PAGES = 1000
"""Pages that are printed at once, which takes a minute."""


class SheetCell(msgspec.Struct, frozen=True):
    """One player's round: its points, the running total, and what happened.

    A player who was away, or sat out, has no points; a player who was away has a total only if it changed
    nevertheless.
    """

    points: int | None
    total: int | None
    out: bool = False
    little: bool = False
    called: bool = False
    corrected: bool = False
    away: bool = False
    double_blank: bool = False
    marked: bool = False


class Row(msgspec.Struct, frozen=True):
    """One round; a cell is None if it is not entered yet, and a double is None if only the round shows it."""

    number: int
    double: int | None
    began_with: int | None
    blocked: bool
    cells: tuple[SheetCell | None, ...]
    starter: str = ""
    """Who began it, where that is known."""
    out: str = ""


def empty_rows(rules: Rules, set_size: int, seats: int) -> tuple[Row, ...]:
    """Return an empty row for every round of a new game."""
    known = doubles_are_known(rules)
    return tuple(
        Row(
            number=number,
            double=double if known else None,
            began_with=double if known else None,
            blocked=False,
            cells=(None,) * seats,
        )
        for number, double in enumerate(doubles_to_come(rules, set_size, ()), start=1)
    )


def doubles_are_known(rules: Rules) -> bool:
    """Whether the schedule says which double begins a round, not what somebody holds."""
    return rules.start.source != "highest-held"


class RulingPart(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute and its ruling; unknown parts are empty."""

    question: str
    told: tuple[str, ...] = ()
    picture: str = ""
    answer: str
    tone: str = "answer"
    """Whether the answer is a yes, a no or something else, as the judge has it."""
    reason: str
    needs: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    rule: str = ""
    basis: str = ""
    source: str = ""
    others: tuple[str, ...] = ()


def kept_rulings(game: "Game") -> tuple[RulingPart, ...]:
    """Return the rulings stored in a game, in the order of its rounds."""
    return tuple(
        RulingPart(
            question=ruling.question,
            told=ruling.told,
            answer=_("{sentence}.", sentence=ruling.answer),
            reason=ruling.reason,
            basis=ruling.book,
        )
        for played in game.rounds
        for ruling in played.rulings
    )


COURSE = ("starter", "ended")
"""The places of a round to be written in by hand where there is room: who began it, and who went out."""

LONG = 13
"""From this many rounds on, a sheet has a subtotal at half time."""


class SheetSeat(msgspec.Struct, frozen=True):
    """One player; the name is "" if people write it by hand. Numbers are None until known."""

    name: str
    half: int | None = None
    total: int | None = None
    rank: int | None = None
    rounds_won: int | None = None
    left: bool = False


class SheetPlace(msgspec.Struct, frozen=True):
    """One line of the result, by the complete rounds."""

    rank: int
    player: str
    total: int
    rounds_won: int
    behind: int | None
    decided_by: str
    left: str
    course: tuple[tuple[int, int], ...]
    """Pairs of a round and the total after it, from the round before the player's first one."""


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on one sheet; `templates/README.md` describes the fields for people who write templates."""

    game: str = ""
    emblem: str = ""
    """A drawing in SVG."""
    words: Mapping[str, str] = {}
    """Labels that depend on the game."""
    columns: tuple[str, ...] = ()
    spare_columns: tuple[str, ...] = ()
    ticks: tuple[str, ...] = ()
    title: str = ""
    date: str = ""
    day: str = ""
    table: str = ""
    event_round: str = ""
    starts_at: str = ""
    set: int
    facts: str
    book: str
    players: tuple[SheetSeat, ...]
    rounds: tuple[Row, ...]
    half: int | None = None
    finished: bool = False
    finished_early: str = ""
    result: str = ""
    places: tuple[SheetPlace, ...] = ()
    notes: tuple[str, ...] = ()
    small_print: tuple[Paragraph, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    rulings: tuple[RulingPart, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    """Of a list in place of a score sheet; the first one is its header."""


def blank_sheet(
    book: RuleBook,
    set_size: int,
    players: int | Sequence[str],
    *,
    title: str = "",
    house: Mapping[str, Value] | None = None,
    wording: Wording | None = None,
) -> Sheet:
    """Return a blank sheet, for named players or a number of players."""
    names = ("",) * players if isinstance(players, int) else tuple(players)
    terms = Terms(book.title, book.rules, set_size, len(names), house or {})
    rows = empty_rows(book.rules, set_size, len(names))
    open_ended = book.rules.rounds.length == "target-score"
    return Sheet(
        **of_game(book.rules, wording),
        spare_columns=() if book.rules.layout.sheet_columns else COURSE,
        title=title,
        set=set_size,
        facts=facts(set_size, len(names), "" if open_ended else rounds_in_words(len(rows))),
        book=book.title,
        players=tuple(SheetSeat(name) for name in names),
        rounds=rows,
        half=half_time(len(rows)),
        small_print=small_print(terms, (), wording),
        chapters=chapters(terms, wording),
    )


def of_game(rules: Rules, wording: Wording | None) -> dict[str, Any]:
    """Return the fields of a sheet that tell its game; without the rule book's words the game has no name."""
    layout, scoring = rules.layout, rules.scoring
    game = wording and wording.game(rules)
    name = game.name if game else ""
    ticks = {"double_blank": scoring.double_blank, "marked": scoring.marker} if layout.sheet_columns else {}
    return {
        "game": name,
        "emblem": game.emblem if game else "",
        "words": game_words(name, layout),
        "columns": layout.sheet_columns,
        "ticks": tuple(name for name, points in ticks.items() if points),
    }


def list_sheet(title: str, date: str, rows: Iterable[Sequence[object]]) -> Sheet:
    """Return a list, whose first row is its header, as a sheet for the template of lists."""
    lines = tuple(tuple(map(str, row)) for row in rows)
    return Sheet(title=title, date=date, set=0, facts="", book="", players=(), rounds=(), lines=lines)


def table_sheets(blank: Callable[[int | Sequence[str]], Sheet], tables: str) -> list[Sheet]:
    """Return a blank sheet for each table of an event's CSV text. Raises as `read_seating` and `check_pages`."""
    seatings = read_seating(tables)
    check_pages(len(seatings))
    return [
        replace(
            blank(seating.players), table=seating.table, event_round=seating.round, starts_at=seating.start
        )
        for seating in seatings
    ]


def check_pages(count: int) -> None:
    """Raise Impossible for more pages than are printed at once."""
    if count > MOST_PAGES:
        raise Impossible(
            _("At most {most} pages can be printed at once, not {count}.", most=MOST_PAGES, count=count)
        )


def blank_warnings(sheets: Sequence[Sheet], rules: Rules) -> Iterator[str]:
    """Yield what is odd about blank sheets: players whom the rules cannot deal to, names that look alike."""
    for players in sorted({len(sheet.players) for sheet in sheets}):
        try:
            deal(rules, sheets[0].set, players)
        except Impossible as error:  # they may have rules of their own
            yield str(error)
    for sheet in sheets:
        for lookalike in lookalikes(seat.name for seat in sheet.players if seat.name):
            if sheet.table:
                yield _("Table {table}: {fault}", table=sheet.table, fault=lookalike.sentence)
            else:
                yield lookalike.sentence


def facts(set_size: int, players: int, length: str = "") -> str:
    """Return set, players and the length of the game, where it is known, as one line."""
    seats = ngettext("{count} player", "{count} players", players)
    name = set_name(set_size).capitalize()
    if not length:
        return _("{set_name} · {players}", set_name=name, players=seats)
    return _("{set_name} · {players} · {rounds}", set_name=name, players=seats, rounds=length)


def rounds_in_words(count: int) -> str:
    """Return a number of rounds in words."""
    return ngettext("{count} round", "{count} rounds", count)


def half_time(rounds: int) -> int | None:
    """Return the number of rounds before half time; None if the game is too short for a subtotal.

    >>> half_time(10), half_time(13), half_time(37)
    (None, 7, 19)
    """
    return (rounds + 1) // 2 if rounds >= LONG else None
