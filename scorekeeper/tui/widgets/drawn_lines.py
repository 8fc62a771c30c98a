"""What is drawn in as many lines as it takes. A widget for each part of it would make its screen slow to open."""

from abc import abstractmethod

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from scorekeeper.tui.base.steady import Steady


class DrawnLines(Steady, Widget):
    """Lines that a widget draws itself, so many as the columns it has demand."""

    DEFAULT_CSS = "DrawnLines { height: auto; text-wrap: nowrap; }"

    @abstractmethod
    def drawn(self, width: int) -> list[Content]:
        """Return the lines in so many columns."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return how many lines it takes in so many columns."""
        return len(self.drawn(width))

    def render(self) -> Content:
        """Return the lines."""
        return Content("\n").join(self.drawn(self.content_size.width))

    def redraw(self) -> None:
        """Draw the lines anew, and lay out the screen only if there are more or fewer of them."""
        width, height = self.content_size
        self.refresh(layout=height > 0 and len(self.drawn(width)) != height)
