"""What moves after something has happened: its picture is a function of the time, and nobody has to wait for it."""

from textual.reactive import reactive
from textual.widget import Widget


class Moving(Widget):
    """A widget that shows how things came to be as they are; at once for whoever wants no motion or no colours."""

    time: reactive[float] = reactive(1.0)
    """How much is over of what moves."""

    def move(self, seconds: float, easing: str = "linear") -> None:
        """Show it from its beginning to its end in so many seconds."""
        self.finish()
        if self.app.animation_level == "full" and not self.app.no_color:
            self.set_reactive(Moving.time, 0.0)
            self.animate("time", 1.0, duration=seconds, easing=easing)

    def finish(self) -> None:
        """Show the end of what moves."""
        if self.time < 1.0:
            self.app.animator.force_stop_animation(self, "time")
            self.time = 1.0

    def on_resize(self) -> None:
        """Have the end in the new room."""
        self.finish()
