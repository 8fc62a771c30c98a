"""Where a game stands: the line over the table, and the panel beside it with places, gaps, movement and rounds.

Counts complete rounds only: a round that is being entered decides nothing yet, and is named as such.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.content import Content
from textual.geometry import Size

from scorekeeper.game import (
    Game,
    Progress,
    Round,
    Standing,
    Standings,
    TieBreaker,
    complete_rounds_only,
    ended_early,
    fewer_rounds,
    game_progress,
    half_entered,
    standings,
    standings_so_far,
    starter_words,
)
from scorekeeper.text import N_, _, join_and, ngettext, pgettext
from scorekeeper.tiles import set_name
from scorekeeper.tui.base.colours import LEADS, Badge, badged, badges
from scorekeeper.tui.base.screen import GameScreen, SelfDrawn
from scorekeeper.tui.widgets.bands import Band, Bands
from scorekeeper.tui.widgets.board import drawn_double, largest_double
from scorekeeper.tui.widgets.text import fitted


def title_line(game: Game, book: str) -> Text:
    """Return the line: the game, the set, the rule book, and what comes next."""
    if game.finished or game.current is None:
        done = _finished(game) if game.finished else _("all rounds entered")
        line = Text.assemble((game.title or _("Untitled"), "bold"), f" · {done}")
    else:
        line = round_line(game, game.current.number, starter_words(game, game.current.number))
    return line.append(f" · {set_name(game.set_size)} · {book}", style="dim")


def round_line(game: Game, number: int, last: str) -> Text:
    """Return the game, a round of it, its double, and these words."""
    title, double = game.title or _("Untitled"), game.round(number).double
    return Text.assemble(
        (title, "bold"), f" · {round_words(game, number)} · ", (f"{double}-{double}", "bold"), f" · {last}"
    )


def round_words(game: Game, number: int) -> str:
    """Return which round it is, and of how many where that is known."""
    words = N_("round {number}") if game.rounds_total is None else N_("round {number} of {total}")
    return _(words, number=number, total=game.rounds_total)


def _finished(game: Game) -> str:
    if game.complete or game.rounds_total is None:
        return _("finished")
    return ngettext(
        "finished after {played} of {total} round",
        "finished after {played} of {total} rounds",
        game.rounds_total,
        played=game.rounds_played,
        total=game.rounds_total,
    )


BARS = "▁▂▃▄▅"
"""The lowest and the highest bar, which leave something free to those of the line above."""
NO_BAR = "·"
_PLACE = 27
"""Columns of a place."""

_BESIDE, _ROOMY = 38, 44
"""Columns from which on a place has bars, and the points of the last round."""

_NAME, _LAST, _TOTAL, _GAP = 10, 7, 5, 7
"""Columns for a name with its letter, at the least, for the last points, the total, and the gap to the leader."""

_APART, _MOST_STRIPS = 3, 3
"""Columns between places that stand beside each other, and the lines that they take at the most."""

_BROADEST, _OF_SPARE = 4, 6
"""What a column of figures gains at the most, one column of so many that are spare."""


LEAST_STANDING, WIDEST_STANDING = 40, 46
"""Columns of a pane with the standing beside another one: the least, and the most, as a part of a hundred."""

AROUND_TILE = 2
"""Rows that keep the first double off the edges."""


def bars(points: Sequence[int | None], most: int) -> str:
    """Return points by round as bars, the lowest being the best; a dot where nothing was entered.

    >>> bars([0, 12, None, 60], 60)
    '▁▂·▅'
    """
    steps = len(BARS) - 1
    return "".join(NO_BAR if one is None else BARS[-(-one * steps // most) if most else 0] for one in points)


def standing_panel(game: Game, marks: Mapping[str, Badge], width: int, key: str, rows: int = 0) -> Text:
    """Return who is where in so many columns, with a bar per round where there is room for it.

    `key` is the name of the one that shows hidden totals. In so many `rows` a free one follows every place, if they
    fit.
    """
    if game.hides_totals:
        return Text(_("Totals are hidden until the end. Press {key} to show them.", key=key), style="dim")
    shown = complete_rounds_only(game)
    table, played = standings(shown), shown.rounds_played
    if not played and (first := game.current) is not None:
        return _before_first(first, width, rows)
    doing = {one.player: one for one in game_progress(shown)}
    notes = _notes(game, shown, doing.values())
    most = max((one for points in shown.points for one in points.values()), default=0)
    barred = _("by round") if played > 1 and width >= _BESIDE else ""
    last = _LAST if width >= _ROOMY else 0
    taken = _PLACE + last
    spare = width - taken - (2 + max(played, cell_len(barred)) if barred else 0)
    room = _NAME + max(0, min(max(map(cell_len, game.players)) + 2 - _NAME, spare))
    broader = max(0, min(_BROADEST, (_NAME + spare - room - played) // _OF_SPARE))
    heading, labels = _heading(game, shown, width), _labels(room, last, broader)
    if notes and heading.plain.endswith(notes[0]):
        del notes[0]
    lines = [heading, labels.append(f"  {barred}" if barred else "")]
    for place in table.standings:
        line = _place(place, table, marks[place.player], room, last, broader, doing[place.player].arrow)
        if barred:
            drawn = bars(place.by_round, most)[taken + 2 - width :]
            line.append("  " + (" " * (broader > 0)).join(drawn), style="not bold dim")
        lines += [line, Text()] if rows > 2 * len(table.standings) + 2 else [line]
    noted = [Text(" · ".join(notes), style="dim")] if notes else []
    return Text("\n").join([*lines, *noted])


def _before_first(first: Round, width: int, rows: int) -> Text:
    """Return the double that the first round begins with, as large as there is room, and what is to be done."""
    words = Text(_("Play the round, then enter every hand."), "bold")
    double = first.began_with
    tile = largest_double(double, width, rows - 2) or drawn_double(double).split("\n")
    if rows or width < len(tile[0]) + _APART + words.cell_len:
        return Text("\n").join([*map(Text, tile), Text(), words])
    pairs = zip_longest(tile, (Text(), Text(), words), fillvalue=Text())
    return Text("\n").join(Text.assemble(one, " " * _APART, other) for one, other in pairs)


def standing_bands(game: Game, marks: Mapping[str, Badge]) -> list[Band]:
    """Return the places after the complete rounds, best first; none before the first, or while totals are hidden."""
    shown = complete_rounds_only(game)
    table = standings(shown)
    if game.hides_totals or not table.rounds_played:
        return []
    arrows = {progress.player: progress.arrow for progress in game_progress(shown)}
    return [
        Band(
            place.player,
            marks[place.player],
            f"{place.rank:>2}{table.rank(place).removeprefix(str(place.rank))}",
            arrows[place.player],
            place.total,
            behind(place, table),
            "" if (points := place.by_round[-1]) is None else _("last +{points}", points=points),
            tuple(place.by_round),
        )
        for place in table.standings
    ]


def show_standing(pane: Bands, game: Game, marks: Mapping[str, Badge], room: Size, key: str) -> None:
    """Show who is where in a titled pane with so much room: bands, or before the first round its double.

    `key` is as in `standing_panel`.
    """
    shown = complete_rounds_only(game)
    pane.border_title = Content(_heading(game, shown, 0).plain if shown.rounds_played else _("First double"))
    pane.border_subtitle = Content(" · ".join(standing_notes(game).plain.splitlines()))
    if bands := standing_bands(game, marks):
        pane.place(bands)
    else:
        pane.say(standing_panel(game, marks, room.width, key, room.height - AROUND_TILE))


class StandingPane(Bands, SelfDrawn):
    """Who is where in the open game, beside what a screen shows of it; only where panes are."""

    def __init__(self) -> None:
        super().__init__(id="standing", classes="pane", markup=False)

    def redraw(self) -> None:
        """Show the places, unless everybody is to see them one by one."""
        screen = self.screen
        if not (isinstance(screen, GameScreen) and self.content_size):
            return
        if screen.covered:
            self.say(Text())
            return
        game, key = screen.session.game, screen.key("hide", "table")
        show_standing(self, game, badges(game, self.app.current_theme), self.content_size, key)


def standing_strip(game: Game, marks: Mapping[str, Badge], width: int) -> Text:
    """Return who is where in a few lines of so many columns, side by side; nothing where that needs more."""
    table, room = standings_so_far(game), max(map(cell_len, game.players)) + 2
    if game.hides_totals or not table.rounds_played:
        return Text()
    cells = []
    for place in table.standings:
        cell = Text(f"{place.rank:>2} ").append_text(badged(place.player, marks[place.player], room))
        cell.pad_right(3 + room - cell.cell_len)
        cells.append(cell.append(f"{place.total:>{_TOTAL}}", "bold"))
    across = max(1, (width + _APART) // (3 + room + _TOTAL + _APART))
    rows = [Text(" " * _APART).join(cells[first : first + across]) for first in range(0, len(cells), across)]
    heading = _heading(game, complete_rounds_only(game), width)
    return Text("\n").join([heading, *rows] if len(rows) <= _MOST_STRIPS else ())


def standing_notes(game: Game) -> Text:
    """Return what is to be known about the totals where they are shown without the places."""
    shown = complete_rounds_only(game)
    notes = [] if game.hides_totals else _notes(game, shown, game_progress(shown))
    return Text("\n".join(notes), style="dim")


def _heading(game: Game, shown: Game, width: int) -> Text:
    """Return what the places are, and in so many columns which round does not count yet."""
    if game.over:
        return Text(_("Result"), style="bold")
    words = ngettext("Standing after {count} round", "Standing after {count} rounds", shown.rounds_played)
    waiting = f" · {_not_counted(game)}" if half_entered(game) else ""
    fits = cell_len(words + waiting) <= width
    return Text.assemble((words, "bold"), (waiting if fits else "", "dim"))


def _notes(game: Game, shown: Game, doing: Iterable[Progress]) -> list[str]:
    places = standings(shown).standings
    notes = [_not_counted(game), ended_early(game), *fewer_rounds(places)]
    if game.over and isinstance(decider := places[0].decider, TieBreaker):
        notes.append(decider.sentence(shown, *places[:2]))
    lost = [one.player for one in doing if one.player in game.at_table and not one.can_win]
    if lost and not game.over:
        notes.append(_("cannot win any more: {names}", names=join_and(lost)))
    return [note for note in notes if note]


def _not_counted(game: Game) -> str:
    return _("{doubles} not counted yet", doubles=join_and(rounds)) if (rounds := half_entered(game)) else ""


def _labels(room: int, last: int, broader: int) -> Text:
    """Return what the figures of a place are, to stand above them; those of the last round have `last` columns."""
    total, behind = pgettext("head of a column", "total"), pgettext("head of a column", "behind")
    points = fitted(pgettext("head of a column", "last"), last - 1 + broader, "right") + " " if last else ""
    figures = points + total.rjust(_TOTAL + broader) + behind.rjust(_GAP + broader)
    return Text(" " * (5 + room) + figures, style="dim")


def _place(
    place: Standing, table: Standings, mark: Badge, room: int, last: int, broader: int, arrow: str
) -> Text:
    """Return a place as a line, its name in so many columns; an arrow shows that the last complete round moved it."""
    name = badged(place.player, mark, room)
    name.pad_right(room - name.cell_len)
    shared, latest = table.rank(place).removeprefix(str(place.rank)), place.by_round[-1] if last else None
    points = "" if latest is None else f"+{latest}"
    line = Text.assemble(
        f"{place.rank:>2}{shared:1}{arrow:1} ",
        name,
        (f"{points:>{last - 1 + broader}} " if last else "", "not bold dim"),
        (f"{place.total:>{_TOTAL + broader}}", "bold"),
    )
    gap, most = behind(place, table), _GAP - 1 + broader
    line.append(" " + set_cell_size(gap, min(cell_len(gap), most)).rjust(most))
    if place.rank == 1:
        line.stylize_before("bold")
    return line


def behind(place: Standing, table: Standings) -> str:
    """Return how many points a player is behind the leader; of the leader a star, of who left that they did."""
    if place.left is not None:
        return pgettext("in the column of points behind the leader", "left")
    return LEADS if place.rank == 1 else table.gap(place) or "+0"
