"""Keeps the terminal safe: no text on a screen can give it a command.

Control characters in names, notes and titles are refused when they are typed or read; this covers older
games, damaged files and the names of files.
"""

from collections.abc import Sequence

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from scorekeeper.text import escaped


class Visible(LineFilter):
    """Replaces each control character with a visible one, after other filters; the line keeps its width.

    Textual makes a new line for every filter of its own list.
    """

    def __init__(self, after: Sequence[LineFilter] = ()) -> None:
        super().__init__()
        self.after = after

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line as the other filters leave it, without control characters."""
        for one in self.after:
            segments = one.apply(segments, background)
        if all(text.isprintable() for text, _style, _control in segments):
            return segments
        safe = [Segment(escaped(text), style, control) for text, style, control in segments]
        if safe == segments:
            return segments
        return Segment.adjust_line_length(safe, Segment.get_line_length(segments))
