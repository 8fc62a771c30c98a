"""Where a game stands: the line over the table, and the panel beside it with places, gaps, movement and rounds.

Counts complete rounds only: a round that is being entered decides nothing yet, and is named as such.
"""

from collections.abc import Mapping

from rich.cells import cell_len
from rich.text import Text
from textual.geometry import Size
from textual.theme import Theme

from scorekeeper.game import (
    Game,
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
from scorekeeper.tui.base.screen import AppScreen, SelfDrawn, entitle
from scorekeeper.tui.widgets.bands import Band, Bands, drawn_bands
from scorekeeper.tui.widgets.letters import drawn_tile, largest_double


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
    words = N_("round {number}") if game.rounds_total is None else N_("round {number} of {total}")
    which = _(words, number=number, total=game.rounds_total)
    return Text.assemble((title, "bold"), f" · {which} · ", (f"{double}-{double}", "bold"), f" · {last}")


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


_TOTAL = 5
"""Columns of a total."""

_APART, _MOST_STRIPS = 3, 3
"""Columns between places that stand beside each other, and the lines that they take at the most."""

LEAST_STANDING, WIDEST_STANDING = 40, 46
"""Columns of a pane with the standing beside another one: the least, and the most, as a part of a hundred."""

AROUND_TILE = 2
"""Rows that keep the first double off the edges."""


def standing_panel(
    game: Game, marks: Mapping[str, Badge], theme: Theme, width: int, key: str, rows: int = 0
) -> Text:
    """Return who is where in so many columns, in a row each, between what the places are and what is to be known.

    `key` is the name of the one that shows hidden totals. Before the first round its double has so many `rows`.
    """
    if game.hides_totals:
        return Text(_("Totals are hidden until the end. Press {key} to show them.", key=key), style="dim")
    shown = complete_rounds_only(game)
    if not shown.rounds_played and (first := game.current) is not None:
        double, words = first.began_with, Text(_("Play the round, then enter every hand."), "bold")
        tile = largest_double(double, width, rows - 2) or drawn_tile(double, double).split("\n")
        return Text("\n").join([*map(Text, tile), Text(), words])
    notes, heading = standing_notes(game), _heading(game, shown, width)
    if notes and heading.plain.endswith(notes[0]):
        del notes[0]
    bands = standing_bands(game, marks)
    lines = [heading, drawn_bands(bands, theme, width, len(bands))] if bands else [heading]
    return Text("\n").join([*lines, Text(" · ".join(notes), "dim")] if notes else lines)


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
    title = _heading(game, shown, 0).plain if shown.rounds_played else _("First double")
    entitle(pane, title, " · ".join(standing_notes(game)))
    if bands := standing_bands(game, marks):
        pane.show(bands)
    else:
        theme = pane.app.current_theme
        pane.say(standing_panel(game, marks, theme, room.width, key, room.height - AROUND_TILE))


class StandingPane(Bands, SelfDrawn):
    """Who is where in the open game, beside what a screen shows of it, where panes are; elsewhere what it says."""

    def __init__(self, classes: str = "") -> None:
        super().__init__(id="standing", classes=f"pane {classes}", markup=False)

    def redraw(self) -> None:
        """Show the places, unless everybody is to see them one by one."""
        screen = self.screen
        if not (isinstance(screen, AppScreen) and screen.has_class("-panes")):
            return
        if screen.covered:
            self.say(Text())
            return
        game, key = screen.session.game, screen.key("hide", "table")
        show_standing(self, game, badges(game, self.app.current_theme), self.content_size, key)


def standing_strip(game: Game, marks: Mapping[str, Badge], width: int) -> Text:
    """Return who is where in a few lines of so many columns, side by side: of many only the best."""
    table, room = standings_so_far(game), max(map(cell_len, game.players)) + 2
    if game.hides_totals or not table.rounds_played:
        return Text()
    cells = []
    for place in table.standings:
        if place.left is not None:
            continue
        cell = Text(f"{place.rank:>2} ").append_text(badged(place.player, marks[place.player], room))
        cell.pad_right(3 + room - cell.cell_len)
        cells.append(cell.append(f"{place.total:>{_TOTAL}}", "bold"))
    across = max(1, (width + _APART) // (3 + room + _TOTAL + _APART))
    rows = [Text(" " * _APART).join(cells[first : first + across]) for first in range(0, len(cells), across)]
    heading = _heading(game, complete_rounds_only(game), width)
    if more := len(cells) - across * _MOST_STRIPS if len(rows) > _MOST_STRIPS else 0:
        heading.append(f" · {_('and {count} more', count=more)}", "dim")
    return Text("\n").join([heading, *rows[:_MOST_STRIPS]])


def standing_notes(game: Game) -> list[str]:
    """Return what is to be known about the totals besides the places."""
    if game.hides_totals:
        return []
    shown = complete_rounds_only(game)
    places = standings(shown).standings
    notes = [_not_counted(game), ended_early(game), *fewer_rounds(places)]
    if game.over and isinstance(decider := places[0].decider, TieBreaker):
        notes.append(decider.sentence(shown, *places[:2]))
    playing = [progress for progress in game_progress(shown) if progress.player in game.at_table]
    lost = [progress.player for progress in playing if not progress.can_win]
    if lost and not game.over:
        notes.append(_("cannot win any more: {names}", names=join_and(lost)))
    return [note for note in notes if note]


def _heading(game: Game, shown: Game, width: int) -> Text:
    """Return what the places are, and in so many columns which round does not count yet."""
    if game.over:
        return Text(_("Result"), style="bold")
    words = ngettext("Standing after {count} round", "Standing after {count} rounds", shown.rounds_played)
    waiting = f" · {_not_counted(game)}" if half_entered(game) else ""
    fits = cell_len(words + waiting) <= width
    return Text.assemble((words, "bold"), (waiting if fits else "", "dim"))


def _not_counted(game: Game) -> str:
    return _("{doubles} not counted yet", doubles=join_and(rounds)) if (rounds := half_entered(game)) else ""


def behind(place: Standing, table: Standings) -> str:
    """Return how many points a player is behind the leader; of the leader a star, of who left that they did."""
    if place.left is not None:
        return pgettext("in the column of points behind the leader", "left")
    return LEADS if place.rank == 1 else table.gap(place)
