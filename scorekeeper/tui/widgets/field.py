"""A field of one line, for whatever is typed."""

from textual.binding import Binding
from textual.events import Key
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input

OWN_KEYS = {binding.key: binding.action for binding in Binding.make_bindings(Input.BINDINGS)}
"""What the keys do that every field has, such as backspace and left."""


class Field(Input):
    """A field that takes keys in the order in which they come, and stays where it is.

    Textual hands the keys that do something up to the app, so that a letter typed right after a backspace
    would be there before it. What is typed moves within the field, so the screen is not laid out anew.
    """

    virtual_size = Reactive(Size(0, 0))

    async def on_key(self, event: Key) -> None:
        """Do at once what a key of the field's own does."""
        action = OWN_KEYS.get(event.key)
        if action is not None:
            event.stop()
            event.prevent_default()
            await self.run_action(action)
