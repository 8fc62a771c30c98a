"""Keeps the screen safe: whatever a text holds, a terminal is given nothing to obey.

Names, notes and titles are refused for control characters when they are typed or read; this covers
what was kept before, what lies in damaged files, and what files are called.
"""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from scorekeeper.text import escaped


class Visible(LineFilter):
    """Puts a picture in the place of each control character, and keeps the line as wide as it was."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Return the line without anything that a terminal would obey."""
        safe = [Segment(escaped(text), style, control) for text, style, control in segments]
        if safe == segments:
            return segments
        return Segment.adjust_line_length(safe, Segment.get_line_length(segments))
