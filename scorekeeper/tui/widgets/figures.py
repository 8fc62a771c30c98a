"""Figures in large digits, each in a card with what it is; the cards share their pane."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual.content import Content
from textual.theme import Theme
from textual.widgets import Static

from scorekeeper.tui.base.colours import band_ground
from scorekeeper.tui.base.screen import SelfDrawn, Steady
from scorekeeper.tui.widgets.letters import inked
from scorekeeper.tui.widgets.text import fitted

LARGEST, APART = 3, 1
"""How large digits are at the most, and the columns between two cards."""


class Card(NamedTuple):
    """A number, or a few letters, and what it is."""

    value: str
    words: str
    colour: str = ""
    """As Rich names it; "" for that of all the cards."""


class Figures(Steady, Static, SelfDrawn):
    """The cards, in a colour."""

    figures: Sequence[Card] = ()
    colour = ""

    def put(self, figures: Sequence[Card], colour: str = "") -> None:
        """Show these figures, in the colour of a person or in that of the theme."""
        self.figures, self.colour = figures, colour
        self.redraw()

    def redraw(self) -> None:
        """Draw the cards for the room there is."""
        if self.figures and self.content_size:
            theme = self.app.current_theme
            cards = drawn_figures(self.figures, self.colour or theme.primary, theme, *self.content_size)
            self.update(Content.from_rich_text(cards), layout=False)


def drawn_figures(figures: Sequence[Card], colour: str, theme: Theme, width: int, height: int) -> Text:
    """Return the cards in so many columns and rows, with the largest digits for which there is room."""
    widest = max(cell_len(figure.words) for figure in figures)
    count = len(figures)
    ways = sorted(range(1, count + 1), key=lambda across: (-count % across, -across))
    for size, across in product(range(LARGEST, -1, -1), ways):
        down = -(-count // across)
        wide, high = (width + APART) // across - APART, height // down
        letters = [inked(figure.value, size) for figure in figures]
        least = max(widest, *(cell_len(rows[0]) for rows in letters if rows)) + 2
        if all(letters) and least <= wide and max(map(len, letters)) + 1 + (high > 2) <= high:
            break
    lines = list[Text]()
    for row in range(down):
        here = list(zip(figures, letters, strict=True))[row * across : (row + 1) * across]
        rows = (row + 1) * height // down - row * height // down
        grounds = [band_ground(theme, figure.colour or colour) for figure, _drawn in here]
        ends = [(width + APART) * (index + 1) // len(here) for index in range(len(here))]
        cards = [
            _card(figure.words, drawn, end - start - APART, rows, ground)
            for (figure, drawn), ground, start, end in zip(here, grounds, [0, *ends], ends, strict=False)
        ]
        lines += [Text(" " * APART).join(parts) for parts in zip(*cards, strict=True)]
    return Text("\n").join(lines)


def _card(words: str, value: Sequence[str], width: int, height: int, ground: str) -> list[Text]:
    """Return a figure in the middle of its card, whose last row is half as high, so that cards stand apart."""
    inner, style = height - (height > 2), f" on {ground}" if ground else ""
    texts = [*((row, "bold") for row in value), (words, "")][: max(1, inner)]
    above = (inner - len(texts)) // 2
    blank = [("", "")]
    lines = [*blank * above, *texts, *blank * (inner - len(texts) - above)]
    card = [Text(" " + fitted(text, width - 1), f"{look}{style}".strip()) for text, look in lines]
    return card + [Text("▀" * width if ground else "", ground)] * (height - inner)
