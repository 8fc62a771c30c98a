"""Texts in lines: hanging behind a mark, broken only where a line may end, or drawn by a widget itself."""

import re
from abc import abstractmethod
from collections.abc import Sequence
from textwrap import wrap
from typing import Literal

from rich.cells import cell_len
from rich.text import Text
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from scorekeeper.tui.base.screen import Steady

HEADING, NAME, MUTED, PLAIN = "bold $primary", "bold", "$text-muted", ""
NARROW, WIDEST = 12, 96
"""Lines shorter or longer than this are hard to read, whatever the terminal."""

TextLine = tuple[str, str]
"""A line of text and its style."""


def hang(mark: str, text: str, width: int) -> list[str]:
    """Return a text in lines that hang behind its mark."""
    return wrap(
        text,
        max(width, NARROW),
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_on_hyphens=False,
    )


def hung(style: str, mark: str, text: str, width: int) -> list[TextLine]:
    """Return a text in lines of a style that hang behind its mark."""
    return [(line, style) for line in hang(mark, text, width)]


def under_bands(lines: Sequence[TextLine], width: int) -> list[TextLine]:
    """Return lines on a ground of so many columns, as what stands above others in panes; longer ones are whole."""
    return [(text + " " * (width - cell_len(text)), f"{style} on $panel") for text, style in lines]


def page(lines: Sequence[TextLine]) -> Content:
    """Return lines as one text; nothing in them is markup."""
    return Content("\n").join(Content.styled(text, style) for text, style in lines)


def fitted(words: str, width: int, align: Literal["left", "right"] = "left") -> str:
    """Return words in just so many columns, cut where they are longer."""
    text = Text(words, no_wrap=True)
    text.truncate(width, overflow="ellipsis")
    text.align(align, width)
    return text.plain


NO_BREAK = "\u00a0"
"""A space that holds together what is on both sides of it."""

_WORD = re.compile(" *[^ ]+ *")


def broken_lines(content: Content, width: int) -> list[Content]:
    """Return a text in lines of so many columns; only a word that is longer than a line is broken itself."""
    cuts, column = [], 0
    for word in _WORD.finditer(content.plain):
        if column and column + cell_len(word[0].rstrip(" ")) > width:
            cuts.append(word.start())
            column = 0
        column += cell_len(word[0])
    whole = [line.rstrip() for line in content.divide(cuts)]
    return [part for line in whole for part in (line.wrap(width) if line.cell_length > width else [line])]


class DrawnLines(Steady, Widget):
    """Lines that a widget draws itself, so many as the columns it has demand."""

    DEFAULT_CSS = "DrawnLines { height: auto; text-wrap: nowrap; }"

    _shown = Content()
    """The lines as they were drawn last."""

    @abstractmethod
    def drawn(self, width: int) -> list[Content]:
        """Return the lines in so many columns."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return how many lines it takes in so many columns."""
        return len(self.drawn(width))

    def render(self) -> Content:
        """Return the lines."""
        self._shown = Content("\n").join(self.drawn(self.content_size.width))
        return self._shown

    def redraw(self) -> None:
        """Draw the lines anew where they are others, and lay out the screen only if there are more or fewer."""
        width, height = self.content_size
        if not height:
            self.refresh()
        elif len(lines := self.drawn(width)) != height or not Content("\n").join(lines).is_same(self._shown):
            self.refresh(layout=len(lines) != height)


class Unbroken(DrawnLines):
    """A text that keeps together what no-break spaces join; Textual's own breaks at every space."""

    content = Content()

    def update(self, text: Text | str) -> None:
        """Show another text."""
        self.content = Content.from_text(text, markup=False)
        self.redraw()

    def drawn(self, width: int) -> list[Content]:
        """Return the lines in so many columns."""
        return broken_lines(self.content, max(1, width))
