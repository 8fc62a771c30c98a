"""What all screens share: the desk, and telling people what went wrong."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType
from textual.screen import Screen

from scorekeeper.errors import ScorekeeperError
from scorekeeper.events import What
from scorekeeper.tui.actions import bindings
from scorekeeper.tui.desk import Desk


class Place(Screen[None]):
    """A screen with its actions; `place` is its name in the list of actions."""

    place: ClassVar[str]
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init_subclass__(cls, **options: bool) -> None:
        cls.BINDINGS = bindings(cls.place)
        super().__init_subclass__(**options)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()

    def attempt(self, deed: Callable[[], object]) -> bool:
        """Do something; tell the person in a sentence if it is refused, and say whether it was done."""
        try:
            deed()
        except ScorekeeperError as error:
            self.tell(str(error), "error")
            return False
        return True

    def change(self, what: What) -> bool:
        """Add an event to the open game; say whether it is kept."""
        return self.attempt(lambda: self.desk.change(what))

    def tell(self, sentence: str, severity: str = "information") -> None:
        """Show a sentence for a while."""
        self.notify(sentence, severity=severity, markup=False, timeout=6)  # type: ignore[arg-type]
