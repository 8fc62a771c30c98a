"""Keeps the terminal safe: no text on a screen can give it a command.

Control characters in names, notes and titles are refused when they are typed or read; this covers older
games, damaged files and the names of files.
"""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from scorekeeper.text import escaped


class Visible(LineFilter):
    """Replaces each control character with a visible one; the line keeps its width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Return the line without control characters."""
        safe = [Segment(escaped(text), style, control) for text, style, control in segments]
        if safe == segments:
            return segments
        return Segment.adjust_line_length(safe, Segment.get_line_length(segments))
