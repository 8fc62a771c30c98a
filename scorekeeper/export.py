"""A game as text for other programs and for people: a CSV table, a Markdown table, a plain report.

Text in, text out: nothing here opens a file or prints. The game file itself, which can be read back, is
`gamefile`.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.chronicle import chronicle
from scorekeeper.corrections import corrected
from scorekeeper.events import GameLog
from scorekeeper.game import Blocked, Game, Out, Round
from scorekeeper.ranking import Standing, standings
from scorekeeper.tiles import set_name
from scorekeeper.words import _

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def show_csv(game: Game) -> str:
    """Return the score table as CSV: a row per round, then totals and ranks; blank where not entered.

    Names and other words that a spreadsheet would take for a formula begin with an apostrophe.
    """
    lines = _Lines()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerows([_safe(cell) for cell in row] for row in _rows(game))
    return "".join(lines)


class _Lines(list[str]):
    """Takes what is written and keeps it, as a file would."""

    def write(self, text: str) -> None:
        """Keep the text."""
        self.append(text)


def _safe(cell: str) -> str:
    """Return the cell so that no spreadsheet computes it; numbers stay numbers.

    >>> _safe("=1+2"), _safe("Ana"), _safe("-5")
    ("'=1+2", 'Ana', '-5')
    """
    number = cell.removeprefix("-").isdecimal()
    return f"'{cell}" if cell.startswith(FORMULA) and not number else cell


def show_markdown(game: Game) -> str:
    """Return the score table as a Markdown table under the game's title."""
    head, *rows = ([_plain(cell) for cell in row] for row in _rows(game))
    marks = [":--", ":--", *("--:" for _name in head[2:])]
    table = "".join(f"| {' | '.join(row)} |\n" for row in (head, marks, *rows))
    return f"# {_plain(_title(game))}\n\n{table}"


def _plain(cell: str) -> str:
    r"""Return the text so that Markdown shows it as it is.

    >>> print(_plain("a|b *c* <i>"))
    a\|b \*c\* \<i\>
    """
    return "".join(f"\\{letter}" if letter in "\\|*_`[]<>#~!&" else letter for letter in cell)


def _title(game: Game) -> str:
    return game.title or game.date.isoformat()


def _rows(game: Game) -> Iterator[list[str]]:
    """Yield the table: its head, a row per round, totals, ranks."""
    yield [_("round"), _("ended"), *game.players]
    for played, points in zip(game.rounds, game.points, strict=True):
        shown = (str(points[name]) if name in points else "" for name in game.players)
        yield [f"{played.double}-{played.double}", _ended(played), *shown]
    yield [_("total"), "", *(str(game.total(name)) for name in game.players)]
    ranks = {one.player: str(one.rank) for one in standings(game).standings}
    yield [_("rank"), "", *(ranks[name] for name in game.players)]


def _ended(played: Round) -> str:
    match played.ending:
        case Out(player):
            return _("{name} out").format(name=player)
        case Blocked(None):
            return _("blocked")
        case Blocked(foot):
            return _("blocked, {foot}-{foot} open").format(foot=foot)
    return ""


def show_report(log: GameLog) -> str:
    """Return the whole game as plain text: places, rounds, what was corrected, every change with its time."""
    game, table = log.game, standings(log.game)
    head = _("{title} · {date} · {set_name} · {book}").format(
        title=_title(game), date=game.date, set_name=set_name(game.set_size), book=game.book
    )
    parts = [
        [head, *_places(table.standings), *filter(None, [table.explanation])],
        [_("Rounds"), *_aligned(list(_rows(game)))],
        [_("Corrected"), *(_corrections(log) or [_("nothing")])],
        [_("Changes"), *_changes(log)],
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _places(places: Iterable[Standing]) -> Iterator[str]:
    for one in places:
        yield _("{rank}. {name}: {total}").format(rank=one.rank, name=one.player, total=one.total)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def _corrections(log: GameLog) -> list[str]:
    """Return every entry that is not what it was when its round was first complete."""
    told = _("{double}-{double}, {name}: now {points}")
    return [
        told.format(
            double=log.game.round(number).double,
            name=name,
            points=log.game.points[number - 1].get(name, _("not entered")),
        )
        for number, name in sorted(corrected(log))
        if number <= len(log.game.points)
    ]


def _changes(log: GameLog) -> Iterator[str]:
    for line in chronicle(log):
        mark = "" if line.in_force else _(" [taken back]")
        by = _(" ({name})").format(name=line.by) if line.by else ""
        yield f"{line.number}. {line.at:%Y-%m-%d %H:%M}{by}{mark} {line.sentence}"
