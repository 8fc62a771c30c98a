"""A question that is asked only at times, so that nobody can have answered it before seeing it.

Keys typed ahead of it are held back until it is settled, and go on to whatever is in front then.
"""

from textual.events import Callback, Key
from textual.message_pump import MessagePump


class Unforeseen(MessagePump):
    """Stands before the question's own class."""

    _seen = False
    _held: tuple[Key, ...] = ()

    def on_mount(self) -> None:
        """Take keys for an answer once all that were typed before the first picture have been held back."""
        self.call_after_refresh(lambda: self.app.post_message(Callback(self._open)))

    def _open(self) -> None:
        self._seen = True

    def hold(self, key: Key) -> bool:
        """Hold a key back that was typed before this question could be seen; say whether it was."""
        if not self._seen:
            self._held = (*self._held, key)
        return not self._seen

    def let_go(self) -> None:
        """Type the keys again that were held back."""
        for key in self._held:
            self.app.post_message(Key(key.key, key.character))
