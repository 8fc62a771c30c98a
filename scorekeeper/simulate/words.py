"""Figures as people read them: a table, a plot of bars in plain text, and what other rules change in sentences."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.simulate.figures import BookFigures, Figure, FigureRow, figure_rows
from scorekeeper.text import N_, _, join_with_commas

LABELS: Mapping[str, str] = {
    "blocked": N_("Blocked rounds"),
    "turns": N_("Turns a round"),
    "points": N_("Points a round"),
    "points_by_place": N_("of place {place}"),
    "leader_holds": N_("Half-time lead holds"),
    "double_blank_cost": N_("Points for 0-0"),
    "decided_by_call": N_("Decided by a call"),
    "minutes": N_("Minutes an evening"),
}
"""What each figure is called in a table."""

RISES: Mapping[str, str] = {
    "blocked": N_("Blocked rounds rise from {before} to {after}."),
    "turns": N_("A round gets longer: {after} turns instead of {before}."),
    "points": N_("A player's points in a round rise from {before} to {after}."),
    "leader_holds": N_("Who leads at half time wins more often: {after} instead of {before}."),
    "double_blank_cost": N_("The double blank costs the table more: {after} points a round, not {before}."),
    "decided_by_call": N_("A forgotten call decides more rounds: {after} instead of {before}."),
    "minutes": N_("An evening takes longer: {after} minutes instead of {before}."),
}
FALLS: Mapping[str, str] = {
    "blocked": N_("Blocked rounds fall from {before} to {after}."),
    "turns": N_("A round gets shorter: {after} turns instead of {before}."),
    "points": N_("A player's points in a round fall from {before} to {after}."),
    "leader_holds": N_("Who leads at half time wins less often: {after} instead of {before}."),
    "double_blank_cost": N_("The double blank costs the table less: {after} points a round, not {before}."),
    "decided_by_call": N_("A forgotten call decides fewer rounds: {after} instead of {before}."),
    "minutes": N_("An evening is shorter: {after} minutes instead of {before}."),
}
"""How each figure rises and falls, in whole sentences; those of places stand in the table alone."""

SHARES = frozenset(["blocked", "leader_holds", "decided_by_call"])
"""Figures that are shares, shown in percent."""

PRECISE = 100
"""From here on, a number is shown without a digit behind the point."""

FULL, EMPTY, MARK = "━", "·", "●"


def label(row: FigureRow) -> str:
    """Return what a figure is called."""
    return _(LABELS[row.name], place=row.place)


def range_words(row: FigureRow) -> str:
    """Return the range of a figure; where all ways of playing agree, the figure with its spread."""
    low, high = (_number(row, value) for value in row.range)
    if low == high:
        return figure_words(row, row.figures[0])
    return _("{low}–{high}%", low=low, high=high) if row.name in SHARES else f"{low}–{high}"


def figure_words(row: FigureRow, figure: Figure) -> str:
    """Return one figure with its spread; where chance has no part in it, as it is."""
    mean, spread = _number(row, figure.mean), _number(row, figure.spread)
    if not figure.spread:
        return _("{mean}%", mean=mean) if row.name in SHARES else mean
    if row.name in SHARES:
        return _("{mean}±{spread}%", mean=mean, spread=spread)
    return f"{mean}±{spread}"


def _number(row: FigureRow, value: float) -> str:
    if row.name in SHARES:
        return f"{value * 100:.0f}"
    return f"{value:.0f}" if not row.range[1] or row.range[1] >= PRECISE else f"{value:.1f}"


def figure_table(book: BookFigures) -> list[list[str]]:
    """Return the figures of a rule book in rows: the figure, its range, then each way of playing."""
    told = [
        ["  " * bool(row.place) + label(row), range_words(row), *_by_policy(row)] for row in _told([book])[0]
    ]
    return [["", _("range"), *(one.policy for one in book.policies)], *told]


def _by_policy(row: FigureRow) -> list[str]:
    return [figure_words(row, figure) for figure in row.figures]


def _told(books: Sequence[BookFigures]) -> list[list[FigureRow]]:
    """Return the rows of each book without the figures that are nought in all of them."""
    rows = [figure_rows(book.policies) for book in books]
    asked = [at for at, same in enumerate(zip(*rows, strict=True)) if any(row.range[1] for row in same)]
    return [[found[at] for at in asked] for found in rows]


def plot(books: Sequence[BookFigures], titles: Sequence[str], width: int) -> list[tuple[str, str]]:
    """Return figures as bars, each on the scale of its highest value, as a heading or a bar with its text.

    A bar spans the range, with a mark for each way of playing; of several rule books, one bar each.
    """
    named = min(max(map(len, titles)), width // 3)
    lines: list[tuple[str, str]] = []
    for same in zip(*_told(books), strict=True):
        if same[0].place:
            continue
        texts = [range_words(row) for row in same]
        room = max(width - named - max(map(len, texts)) - 4, 10)
        highest = 1.0 if same[0].name in SHARES else max(row.range[1] for row in same)
        lines.append((label(same[0]), ""))
        lines += [
            (f"{_short(title, named)}  {_bar(row, highest, room)}  {text}", ", ".join(_by_policy(row)))
            for title, row, text in zip(titles, same, texts, strict=True)
        ]
    return lines


def _short(title: str, named: int) -> str:
    return title.ljust(named) if len(title) <= named else title[: named - 1] + "…"


def _bar(row: FigureRow, highest: float, room: int) -> str:
    places = [round(figure.mean / highest * (room - 1)) for figure in row.figures]
    cells = [FULL if min(places) <= at <= max(places) else EMPTY for at in range(room)]
    for place in places:
        cells[place] = MARK
    return "".join(cells)


def compared(before: BookFigures, after: BookFigures) -> list[str]:
    """Return what differs, a sentence for each figure; what does not differ clearly in the last one."""
    sentences, mixed, same = list[str](), list[str](), list[str]()
    for old, new in zip(figure_rows(before.policies), figure_rows(after.policies), strict=True):
        signs = set(_signs(old, new))
        if old.name not in RISES or not (old.range[1] or new.range[1]):
            continue
        if len(signs) == 1:
            sentence = (RISES if signs == {1} else FALLS)[old.name]
            sentences.append(_(sentence, before=range_words(old), after=range_words(new)))
        else:
            (mixed if signs else same).append(label(old))
    if mixed:
        sentences.append(_("More or less, as people play: {figures}.", figures=join_with_commas(mixed)))
    if same:
        sentences.append(_("No clear difference: {figures}.", figures=join_with_commas(same)))
    return sentences


def _signs(old: FigureRow, new: FigureRow) -> Iterator[int]:
    """Yield 1 for each way of playing in which spreads do not touch and a figure rises, -1 where it falls."""
    for one, other in zip(old.figures, new.figures, strict=True):
        if abs(one.mean - other.mean) > one.spread + other.spread:
            yield 1 if one.mean < other.mean else -1
