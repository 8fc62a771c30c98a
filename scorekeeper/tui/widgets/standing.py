"""Who is ahead, for a panel beside the table: places, gaps, movement, and every round as a bar.

Counts complete rounds only: a round that is being entered decides nothing yet, and is named as such.
"""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from scorekeeper.game import Game, Standing, complete_rounds_only, game_progress, standings
from scorekeeper.text import _, join_and, ngettext

BARS = "▁▂▃▄▅▆▇█"
NO_BAR = "·"
_BESIDE = 42
"""Columns from which on the bars stand beside the places, not below them."""

_NAME = 9
"""Columns for a name."""


def half_entered(game: Game) -> tuple[str, ...]:
    """Return the doubles of rounds that somebody is still missing from, of which something was entered."""
    return tuple(
        f"{played.double}-{played.double}"
        for played in game.rounds
        if (played.entries or played.ending) and game.lacks(played)
    )


def bars(points: Sequence[int | None], most: int) -> str:
    """Return points by round as bars, the lowest being the best; a dot where nothing was entered.

    >>> bars([0, 12, None, 60], 60)
    '▁▃·█'
    """
    steps = len(BARS) - 1
    return "".join(NO_BAR if one is None else BARS[-(-one * steps // most) if most else 0] for one in points)


def standing_panel(game: Game, width: int, height: int, key: str) -> Text:
    """Return who is where in so many columns; with a bar per round where so many rows allow it.

    `key` is the name of the one that shows hidden totals.
    """
    if game.hides_totals:
        return Text(_("Totals are hidden until the end. Press {key} to show them.", key=key), style="dim")
    shown = complete_rounds_only(game)
    table = standings(shown)
    leader = table.standings[0].total
    ranks = [place.rank for place in table.standings]
    doing = {one.player: one for one in game_progress(shown)}
    most = max((one for points in shown.points for one in points.values()), default=0)
    barred = shown.rounds_played > 1
    beside = barred and width >= _BESIDE
    below = barred and not beside and 2 * len(ranks) + 3 <= height
    lines = [_heading(game, shown)]
    for place in table.standings:
        moved = doing[place.player].moved or 0
        line = _place(place, leader, ranks.count(place.rank) > 1, moved)
        if beside:
            line.pad_right(_BESIDE - 16 - len(line))
            line.append("  " + bars(place.by_round, most)[-(width - _BESIDE + 14) :], style="dim")
        lines.append(line)
        if below:
            lines.append(Text("   " + bars(place.by_round, most)[3 - width :], style="dim"))
    lost = [name for name in game.at_table if not doing[name].can_win and not game.over]
    lines += [Text(note, style="dim") for note in _notes(game, lost, beside or below)]
    return Text("\n").join(lines)


def _heading(game: Game, shown: Game) -> Text:
    if game.over:
        return Text(_("Result"), style="bold")
    if not shown.rounds_played:
        return Text(_("Standing"), style="bold")
    return Text(
        ngettext("Standing after {count} round", "Standing after {count} rounds", shown.rounds_played),
        style="bold",
    )


def _notes(game: Game, lost: Sequence[str], barred: bool) -> list[str]:
    notes = []
    if half_entered(game):
        notes.append(_("{doubles} not counted yet", doubles=join_and(half_entered(game))))
    if lost:
        notes.append(_("cannot win any more: {names}", names=join_and(lost)))
    return [*notes, _("bars: points by round")] if barred else notes


def _place(place: Standing, leader: int, shared: bool, moved: int) -> Text:
    """Return a place as a line; an arrow shows that the last complete round moved it."""
    gap = place.total - leader
    name = place.player if cell_len(place.player) <= _NAME else set_cell_size(place.player, _NAME - 1) + "…"
    arrow = "▲" if moved > 0 else "▼" if moved < 0 else " "
    figures = f"{place.rank:>2}{'=' if shared else ' '}{arrow}{set_cell_size(name, _NAME)}{place.total:>5}"
    line = Text(figures, style="bold" if place.rank == 1 else "")
    if place.left is not None:
        return line.append(" ").append(_("left the table"), style="dim")
    return line.append(f" +{gap}" if gap > 0 else "", style="dim")
