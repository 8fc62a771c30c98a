"""The field in which a hand is typed."""

from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input


class HandField(Input):
    """A field of one line. What is typed moves within it, so the screen is not laid out anew at every key."""

    virtual_size = Reactive(Size(0, 0))

    def __init__(self) -> None:
        super().__init__(compact=True, max_length=200)
