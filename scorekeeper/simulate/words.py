"""Figures as people read them: a table, a plot of bars in plain text, and what other rules change in sentences."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from scorekeeper.dates import show_decimal
from scorekeeper.rules import Value, Wording
from scorekeeper.simulate.figures import BookFigures, Figure, FigureRow, figure_rows
from scorekeeper.text import N_, _, join_and, ngettext

LABELS: Mapping[str, str] = {
    "blocked": N_("Blocked rounds"),
    "turns": N_("Turns a round, all players together"),
    "points": N_("Points a player gets in a round"),
    "points_by_place": N_("of place {place}"),
    "leader_holds": N_("Half-time lead holds"),
    "double_blank_cost": N_("What 0-0 costs the whole table, a round"),
    "decided_by_call": N_("Rounds that a forgotten last-tile call decided"),
    "minutes": N_("Minutes an evening"),
}
"""What each figure is called in a table."""

WAYS: Mapping[str, str] = {
    N_("random"): N_("any action that is allowed"),
    N_("heaviest"): N_("the heaviest tile that fits"),
    N_("doubles-first"): N_("a double as soon as it fits, else the heaviest tile"),
    N_("keep-doubles"): N_("a double only where nothing else fits"),
}
"""What everybody lays in each way of playing."""

SHOWN_CHANGES = 2
"""Of more changes a title says only how many they are."""

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

LABEL_WIDTH = 20
"""Columns for what a figure is called, so that a table fits in 80."""

SHARES = frozenset(["blocked", "leader_holds", "decided_by_call"])
"""Figures that are shares, shown in percent."""

PRECISE = 100
"""From here on, a number is shown without a digit behind the point."""

FULL, EMPTY, MARK = "━", "·", "●"
"""`MARK` stands where several ways of playing have one place; one alone has its first letter."""


def label(row: FigureRow) -> str:
    """Return what a figure is called."""
    if row.place == 1:
        return _("of the evening's winner")
    return _(LABELS[row.name], place=row.place)


def range_words(row: FigureRow) -> str:
    """Return the range of a figure; where all ways of playing agree, the figure with its spread."""
    low, high = (_number(row, value) for value in row.range)
    return figure_words(row, row.figures[0]) if low == high else _with_unit(row, f"{low}–{high}")


def figure_words(row: FigureRow, figure: Figure) -> str:
    """Return one figure with its spread; where chance has no part in it, as it is."""
    mean, spread = _number(row, figure.mean), _number(row, figure.spread)
    return _with_unit(row, f"{mean}±{spread}" if figure.spread else mean)


def _with_unit(row: FigureRow, numbers: str) -> str:
    return _("{numbers}%", numbers=numbers) if row.name in SHARES else numbers


def _number(row: FigureRow, value: float) -> str:
    if row.name in SHARES:
        return f"{value * 100:.0f}"
    return f"{value:.0f}" if not row.range[1] or row.range[1] >= PRECISE else show_decimal(value)


def changed_title(title: str, changes: Mapping[str, Value]) -> str:
    """Return what to call a book with these changes.

    >>> changed_title("Classic", {"scoring.double_blank": 25})
    'Classic, with scoring.double_blank = 25'
    """
    if len(changes) <= SHOWN_CHANGES and all(isinstance(value, str | int) for value in changes.values()):
        listed = join_and([f"{key} = {value}" for key, value in changes.items()])
        return _("{book}, with {changes}", book=title, changes=listed)
    return ngettext("{book}, with {count} change", "{book}, with {count} changes", len(changes), book=title)


def change_sentences(changes: Mapping[str, Value], words: Wording) -> list[str]:
    """Return what each change means."""
    return [sentence for key, value in changes.items() for sentence in words.sentences(key, value)]


def how_to_read(policies: Sequence[str]) -> list[str]:
    """Return the ways of playing, a line for each, and what a spread is."""
    ways = [_("{way}: {what}", way=_(policy), what=_(WAYS[policy])) for policy in policies]
    return [*ways, _("± is how far chance alone may put a figure off; more evenings make it smaller.")]


def figure_table(book: BookFigures) -> list[list[str]]:
    """Return the figures of a rule book in rows: the figure, its range, then each way of playing.

    A name too long for its column begins in rows of its own.
    """
    policies = [_(figures.policy) for figures in book.policies]
    rows = [["", _("range"), *policies]]
    for row in _shown_rows([book])[0]:
        indent = "  " * bool(row.place)
        *above, name = wrap(label(row), LABEL_WIDTH, initial_indent=indent, subsequent_indent=indent)
        rows += [[part, "", *[""] * len(policies)] for part in above]
        rows.append([name, range_words(row), *(figure_words(row, figure) for figure in row.figures)])
    return rows


def _shown_rows(books: Sequence[BookFigures]) -> list[list[FigureRow]]:
    """Return the rows of each book without the figures that are nought in all of them."""
    rows = [figure_rows(book.policies) for book in books]
    asked = [at for at, same in enumerate(zip(*rows, strict=True)) if any(row.range[1] for row in same)]
    return [[book_rows[at] for at in asked] for book_rows in rows]


def plot(books: Sequence[BookFigures], titles: Sequence[str], width: int) -> list[tuple[str, str]]:
    """Return figures as bars, each on the scale of its highest value, as a heading or a bar with its text.

    A bar spans the range, with the first letter of each way of playing; of several rule books, one bar each.
    """
    policies = [_(figures.policy) for figures in books[0].policies]
    named = min(max(map(len, titles)), width // 3)
    lines: list[tuple[str, str]] = []
    for same in zip(*_shown_rows(books), strict=True):
        if same[0].place:
            continue
        texts = [range_words(row) for row in same]
        room = max(width - named - max(map(len, texts)) - 4, 10)
        highest = 1.0 if same[0].name in SHARES else max(row.range[1] for row in same)
        end = _with_unit(same[0], _number(max(same, key=lambda row: row.range[1]), highest))
        lines.append((_("{figure} (the scale is 0 to {end})", figure=label(same[0]), end=end), ""))
        lines += [
            (
                f"{_short(title, named)}  {_bar(row, policies, highest, room)}  {text}",
                ", ".join(
                    f"{policy} {figure_words(row, figure)}"
                    for policy, figure in zip(policies, row.figures, strict=True)
                ),
            )
            for title, row, text in zip(titles, same, texts, strict=True)
        ]
    return lines


def _short(title: str, named: int) -> str:
    return title.ljust(named) if len(title) <= named else title[: named - 1] + "…"


def _bar(row: FigureRow, policies: Sequence[str], highest: float, room: int) -> str:
    columns = [round(figure.mean / highest * (room - 1)) for figure in row.figures]
    cells = [FULL if min(columns) <= at <= max(columns) else EMPTY for at in range(room)]
    for column, policy in zip(columns, policies, strict=True):
        cells[column] = MARK if columns.count(column) > 1 else policy[0]
    return "".join(cells)


def compared(before: BookFigures, after: BookFigures) -> list[str]:
    """Return what differs, a sentence for each figure; what does not differ clearly in the last one.

    A figure moves in a way of playing where the spreads do not touch. It rises or falls where it does so in at least
    half of the ways and in no other the other way, and both ends of its range do; else the ways are named.
    """
    sentences, same = list[str](), list[str]()
    for old, new in zip(figure_rows(before.policies), figure_rows(after.policies), strict=True):
        if old.name not in RISES or not (old.range[1] or new.range[1]):
            continue
        pairs = enumerate(zip(old.figures, new.figures, strict=True))
        moves = {at: b.mean - a.mean for at, (a, b) in pairs if abs(a.mean - b.mean) > a.spread + b.spread}
        ends = [end - begin for begin, end in zip(old.range, new.range, strict=True)]
        clear = 2 * len(moves) >= len(old.figures)
        if not moves:
            same.append(label(old))
        elif clear and min([*moves.values(), *ends]) >= 0:
            sentences.append(_(RISES[old.name], before=range_words(old), after=range_words(new)))
        elif clear and max([*moves.values(), *ends]) <= 0:
            sentences.append(_(FALLS[old.name], before=range_words(old), after=range_words(new)))
        else:
            phrases = []
            for at in moves:
                was, now = _number(old, old.figures[at].mean), _number(new, new.figures[at].mean)
                move = _with_unit(old, f"{was}→{now}")
                phrases.append(_("{move} with {way}", move=move, way=_(before.policies[at].policy)))
            sentence = (
                N_("{figure}: {moves}.")
                if len(moves) == len(old.figures)
                else N_("{figure}: {moves}; no clear difference in the other ways of playing.")
            )
            sentences.append(_(sentence, figure=label(old), moves=join_and(phrases)))
    if same:
        sentences.append(_("No clear difference: {figures}.", figures="; ".join(same)))
    return sentences
