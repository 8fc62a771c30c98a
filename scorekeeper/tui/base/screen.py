"""What all screens share: the session, their actions, and messages to the person."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import ClassVar, TypeVar

from textual import on
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.events import Callback, Event, Resize, ScreenResume, Timer
from textual.screen import Screen

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import EventKind
from scorekeeper.session import Evening, Shared
from scorekeeper.tui.base.actions import ScreenAction, bindings
from scorekeeper.tui.base.keymap import shown_key
from scorekeeper.tui.base.steady import Steady


def size_classes(app: App[None]) -> tuple[str, ...]:
    """Return the classes that a screen gets by the size of the terminal.

    Textual adds them at the first resize, after the screen was styled, and so styles every widget twice.
    """
    width, height = app.size
    lengths = ((width, app.HORIZONTAL_BREAKPOINTS or []), (height, app.VERTICAL_BREAKPOINTS or []))
    return tuple(max(one for one in steps if one[0] <= length)[1] for length, steps in lengths if steps)


REMIND_OF_TROUBLE = 5.0
"""Seconds after which a reason is shown again; a message stays a little longer."""

_Answer = TypeVar("_Answer")


class ClosesOnce(Steady, Screen[_Answer]):
    """A screen that closes itself and what lies over it, and only once.

    Textual closes the screen in front, whichever that is: typed fast, a second answer to one question would close
    the screen below, in the end the last.
    """

    @property
    def is_there(self) -> bool:
        """Whether this screen is there, in front or below others, and not about to close."""
        return self.is_attached and self in self.app.screen_stack

    def dismiss(self, result: _Answer | None = None) -> AwaitComplete:
        """Close this screen and what was opened over it; a screen that is closed already stays so."""
        if not self.is_there:
            return AwaitComplete()
        opened = self.app.screen_stack
        for above in reversed(opened[opened.index(self) + 1 :]):
            above.dismiss()
        return super().dismiss(result)


class GameScreen(ClosesOnce[None]):
    """A screen with its actions, each of which has a method `action_<name>`."""

    place: ClassVar[str]
    """What the settings call it; `base.actions.SCREENS` lists all."""
    ACTIONS: ClassVar[tuple[ScreenAction, ...]]
    """What can be done on it, in the order of the footer."""
    BINDINGS: ClassVar[list[BindingType]] = []

    _was_in_front = False
    _trouble_told = float("-inf")
    """When it was last said why others' changes cannot be read."""

    def __init_subclass__(cls, **options: bool) -> None:
        if hasattr(cls, "place"):
            cls.BINDINGS = bindings(cls.place, cls.ACTIONS)
        super().__init_subclass__(**options)

    def __init__(self, session: Evening) -> None:
        super().__init__()
        self.add_class(*size_classes(self.app), update=False)  # it is not styled yet
        self.session = session
        self._laid_out_for = self.app.size

    @property
    def shared(self) -> Shared | None:
        """The open game as phones see it, if it is open to them."""
        shared = self.session.shared
        return shared if shared is not None and shared.game_id == self.session.kept.id else None

    @on(ScreenResume)
    def style_once(self, event: ScreenResume) -> None:
        """Come to the front; a screen that was just made has its styles already."""
        event.refresh_styles = event.refresh_styles and self._was_in_front
        self._was_in_front = True

    @on(Resize)
    def lay_out_once(self, event: Resize) -> None:
        """Lay out for another size, and not a second time for the same one."""
        if event.size == self._laid_out_for:
            event.prevent_default()
        self._laid_out_for = event.size

    async def on_event(self, event: Event) -> None:
        """Leave out what would draw this screen when it is about to close: its widgets may be gone."""
        if self.is_there or not isinstance(event, ScreenResume | Resize | Timer):
            await super().on_event(event)

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()

    @property
    def commands(self) -> tuple[ScreenAction, ...]:
        """What the command palette offers here."""
        return self.ACTIONS

    @property
    def in_front(self) -> bool:
        """Whether nothing covers this screen; Textual's `is_current` is true of the one below as well."""
        return self.app.screen is self

    async def typed_out(self) -> None:
        """Wait until the widget with the focus has taken every key that was typed before this action.

        An action that comes ahead of that widget runs while keys may still wait in its queue; typed
        fast, they would otherwise land on the next line.
        """
        widget, taken = self.focused, asyncio.Event()
        if widget is not None and widget.post_message(Callback(taken.set)):
            while self.is_there and widget.is_attached and not taken.is_set():
                await asyncio.sleep(0)

    def key(self, action: str, place: str = "") -> str:
        """Return the name of the key that does an action of this screen, or of another, by the person's own keys."""
        return shown_key(self.session.settings.keys, place or self.place, action)

    def footer_words(self, action: str) -> str | None:  # noqa: ARG002
        """Return what the footer says of an action as things are now; None for its usual words."""
        return None

    def before_leaving(self) -> str:
        """Save what is typed; return the question whether the rest may be lost, empty where all is saved."""
        return ""

    def attempt(self, deed: Callable[[], object]) -> bool:
        """Do something; return whether it was done, and show the person the reason if it was refused."""
        try:
            deed()
        except ScorekeeperError as error:
            self.tell(str(error), "error")
            return False
        return True

    def look_again(self) -> bool:
        """Take over what others did, if this screen is in front; return whether there was anything.

        What prevents it is shown, for as long as it does, without a flicker.
        """
        if not self.in_front:
            return False
        try:
            return bool(self.session.look_again())
        except ScorekeeperError as error:
            if monotonic() - self._trouble_told > REMIND_OF_TROUBLE:
                self._trouble_told = monotonic()
                self.tell(str(error), "error")
            return False

    def change(self, what: EventKind) -> bool:
        """Add an event to the open game; return whether it is stored, and show what another window did meanwhile."""
        kept = self.attempt(lambda: self.session.keep(what))
        if kept and self.session.came:
            self.tell(self.session.came)
        return kept

    def tell(self, sentence: str, severity: str = "information") -> None:
        """Show the person a sentence for a while; it replaces the one before it.

        The app takes sentences from a queue, so the one before is cleared through that queue too.
        """
        self.app.call_later(self.app.clear_notifications)
        self.notify(sentence, severity=severity, markup=False, timeout=6)  # type: ignore[arg-type]
