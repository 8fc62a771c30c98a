"""Widgets that the screen is laid out for once: Textual lays it out again as soon as they learn their size."""

from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Static


class Steady:
    """What makes the layout stay as it is when a widget learns its size; scrollbars still come and go."""

    virtual_size = Reactive(Size(0, 0), repaint=False)


class SteadyText(Steady, Static):
    """A text whose layout changes with its words alone."""
