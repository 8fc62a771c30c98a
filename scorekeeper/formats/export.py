"""The export formats of a game: game file, CSV table, Markdown table and plain report.

`EXPORTS` lists them; a new one needs a function and a line there. Nothing here opens a file or prints.
`game_file` writes the game file, the only export that can be imported.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from typing import NamedTuple
from unicodedata import normalize

from scorekeeper.formats.game_file import show_game
from scorekeeper.formats.rule_words import shipped_wording
from scorekeeper.game import (
    SITS_OUT,
    Blocked,
    Game,
    GameLog,
    Out,
    Redone,
    Round,
    Sentence,
    Undone,
    call_sentence,
    correcting_changes,
    describe_events,
    naming_round,
    overruled_sentence,
    ruling_sentence,
    standings_so_far,
    stays_of,
)
from scorekeeper.text import JOINERS, N_, _, pgettext
from scorekeeper.tiles import set_name

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of what a spreadsheet takes for a formula."""


def show_csv(game: Game) -> str:
    """Return the score table as CSV: a row per round, then totals and ranks.

    Before the rounds stands what latecomers began with. A cell is empty if not entered, and - for somebody who sat
    out. The words are the same in every language.
    Words that a spreadsheet would take for a formula, and words that begin with an apostrophe, get an apostrophe
    in front.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([_safe(cell) for cell in row] for row in _rows(game, _IN_FILES))
    return text.getvalue()


def _safe(cell: str) -> str:
    """Return the cell so that no spreadsheet computes it and `key` can read it back.

    Numbers stay numbers, and the mark of somebody who sits out stays alone. A wide sign counts as the usual one, and
    an invisible letter does not hide what follows it.

    >>> _safe("=1+2"), _safe("\uff1d1+2"), _safe("'t Hart"), _safe("Ana"), _safe("-5"), _safe("-")
    ("'=1+2", "'＝1+2", "''t Hart", 'Ana', '-5', '-')
    """
    harmless = cell == SITS_OUT or cell.removeprefix("-").isdecimal()
    seen = normalize("NFKC", cell).lstrip(f"{JOINERS} ")
    return f"'{cell}" if not harmless and (cell.startswith("'") or seen.startswith(FORMULA)) else cell


def show_markdown(game: Game) -> str:
    """Return the score table as a Markdown table under the game's title."""
    head, *rows = ([_plain(cell) for cell in row] for row in _rows(game, _for_people()))
    marks = [":--", ":--", *("--:" for _name in head[2:])]
    table = "".join(f"| {' | '.join(row)} |\n" for row in (head, marks, *rows))
    return f"# {_plain(game.title or game.date.isoformat())}\n\n{table}"


def _plain(cell: str) -> str:
    r"""Return the text, escaped for Markdown.

    >>> print(_plain("a|b *c* <i>"))
    a\|b \*c\* \<i\>
    """
    return "".join(f"\\{letter}" if letter in "\\|*_`[]<>#~!&" else letter for letter in cell)


class _TableWords(NamedTuple):
    """The words of a score table: its heads, its last rows, and how rounds ended."""

    round: str
    ended: str
    start: str
    total: str
    rank: str
    out: str
    blocked: str
    open_foot: str


_IN_FILES = _TableWords(
    *("round", "ended", "start", "total", "rank"), "{name} out", "blocked", "blocked, {foot}-{foot} open"
)
"""What `score_sheet_csv` reads, the same in every language."""


def _for_people() -> _TableWords:
    return _TableWords(
        round=pgettext("head of the score table", "round"),
        ended=pgettext("head of the score table", "ended"),
        start=pgettext("row of the score table: points of latecomers", "start"),
        total=pgettext("row of the score table", "total"),
        rank=pgettext("row of the score table", "rank"),
        out=_("{name} out"),
        blocked=pgettext("a round", "blocked"),
        open_foot=_("blocked, {foot}-{foot} open"),
    )


def _rows(game: Game, words: _TableWords) -> Iterator[list[str]]:
    """Yield the rows of the table: head, points given to latecomers, rounds, totals, ranks."""
    yield [words.round, words.ended, *game.players]
    if any(stay.points for stay in game.stays):
        given = {name: sum(stay.points for stay in stays_of(game.stays, name)) for name in game.players}
        yield [words.start, "", *(str(given[name] or "") for name in game.players)]
    for played, points in zip(game.rounds, game.points, strict=True):
        shown = dict.fromkeys(played.sits_out, SITS_OUT) | {name: str(one) for name, one in points.items()}
        cells = (shown.get(name, "") for name in game.players)
        yield [f"{played.double}-{played.double}", _ended(played, words), *cells]
    yield [words.total, "", *(str(game.total(name)) for name in game.players)]
    ranks = {one.player: str(one.rank) for one in standings_so_far(game).standings}
    yield [words.rank, "", *(ranks[name] for name in game.players)]


def _ended(played: Round, words: _TableWords) -> str:
    match played.ending:
        case Out(player):
            return words.out.format(name=player)
        case Blocked(None):
            return words.blocked
        case Blocked(foot):
            return words.open_foot.format(foot=foot)
    return ""


def show_report(log: GameLog) -> str:
    """Return the whole game as plain text.

    It has places, rounds, notes, calls, rulings, overruled warnings, corrections, and every change with its time
    and, if known, who made it.
    """
    game, table = log.game, standings_so_far(log.game)
    heading = (
        N_("{title} · {date} · {set_name} · {book}") if game.title else N_("{date} · {set_name} · {book}")
    )
    head = _(heading, title=game.title, date=game.date, set_name=set_name(game.set_size), book=game.book)
    places = [
        _("{rank}. {name}: {total}", rank=one.rank, name=one.player, total=one.total)
        for one in table.standings
    ]
    parts = [
        [head, *places, *filter(None, [table.explanation])],
        [_("Rounds"), *_aligned(list(_rows(game, _for_people())))],
        *([title, *lines] for title, lines in _noted(game) if lines),
        [_("Corrected"), *(_corrections(log) or [pgettext("no corrections", "nothing")])],
        [_("Changes"), *map(_line, describe_events(log, shipped_wording))],
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _noted(game: Game) -> Iterator[tuple[str, list[str]]]:
    """Yield notes, calls, rulings and the like, kind by kind, in the order of rounds."""
    yield _("Notes"), [naming_round(played, played.note) for played in game.rounds if played.note]
    yield _("Calls"), [call_sentence(game, played, call) for played in game.rounds for call in played.calls]
    yield _("Rulings"), [ruling_sentence(played, one) for played in game.rounds for one in played.rulings]
    yield (
        _("Warnings"),
        [naming_round(played, overruled_sentence(one)) for played in game.rounds for one in played.overruled],
    )


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def _corrections(log: GameLog) -> list[str]:
    """Return the changes in force to rounds that were complete before, with who made them and why."""
    made = [
        change
        for change, event in zip(describe_events(log, shipped_wording), log.events, strict=True)
        if change.in_force and not isinstance(event.what, Undone | Redone)
    ]
    return [_line(change) for change, again in zip(made, correcting_changes(log), strict=True) if again]


def _line(change: Sentence) -> str:
    line = {
        (True, False): N_("{number}. {time} {sentence}"),
        (True, True): N_("{number}. {time} ({name}) {sentence}"),
        (False, False): N_("{number}. {time} [undone] {sentence}"),
        (False, True): N_("{number}. {time} ({name}) [undone] {sentence}"),
    }[(change.in_force, bool(change.by))]
    return _(
        line,
        number=change.number,
        time=f"{change.at:%Y-%m-%d %H:%M}",
        name=change.by,
        sentence=change.sentence,
    )


class Export(NamedTuple):
    """An export format."""

    show: Callable[[GameLog], str]
    ending: str
    """The usual ending of such a file's name."""
    purpose: str


EXPORTS: Mapping[str, Export] = {
    "toml": Export(lambda log: show_game(log.game), ".toml", "a game file, to be imported again"),
    "csv": Export(lambda log: show_csv(log.game), ".csv", "the score table for spreadsheets"),
    "markdown": Export(lambda log: show_markdown(log.game), ".md", "the score table for web pages"),
    "report": Export(show_report, ".txt", "everything that happened, as plain text"),
}
"""The export formats by name, the default first."""
