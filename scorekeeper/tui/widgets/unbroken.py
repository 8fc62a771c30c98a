"""A text that breaks at spaces only where a line may end: never at a no-break space."""

import re

from rich.cells import cell_len
from textual.app import RenderResult
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import Static

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


class Unbroken(Static):
    """A Static that keeps together what no-break spaces join; Textual's own breaks at every space."""

    def render(self) -> RenderResult:
        """Return the text, to be broken once the width is known."""
        return _Lines(self.visual) if isinstance(self.visual, Content) else self.visual


class _Lines(Visual):
    def __init__(self, content: Content) -> None:
        self._content = content

    def _broken(self, width: int) -> Content:
        return Content("\n").join(broken_lines(self._content, max(1, width)))

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """Return the lines in so many columns."""
        return self._broken(width).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the columns of the text on one line."""
        return self._content.get_optimal_width(rules, container_width)

    def get_minimal_width(self, rules: RulesMap) -> int:
        """Return the columns of the longest word."""
        return self._content.get_minimal_width(rules)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return the lines that the text takes in so many columns."""
        return self._broken(width).get_height(rules, width)
