"""What all screens share: the session, their actions, the line of keys at the foot, and messages to the person."""

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import replace
from functools import wraps
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar

from rich.cells import cell_len
from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.dom import DOMNode
from textual.events import Callback, Event, Mount, MouseDown, Resize, ScreenResume, Timer
from textual.geometry import Size
from textual.reactive import Reactive, reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Static

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import EventKind
from scorekeeper.session import LOOK_EVERY, AppSession, Shared
from scorekeeper.text import N_, _
from scorekeeper.tui.base.actions import ACTIONS, ScreenAction, bindings, shown_key

if TYPE_CHECKING:  # loaded with the first entry
    from scorekeeper.session import Review


class Steady:
    """What makes the layout stay as it is when a widget learns its size; scrollbars still come and go."""

    virtual_size = Reactive(Size(0, 0), repaint=False)


def entitle(pane: Widget, title: str | None = None, subtitle: str | None = None) -> None:
    """Show these on a border, None leaves what is there; Textual draws the whole pane whenever one of them is set."""
    for name, words in (("border_title", title), ("border_subtitle", subtitle)):
        if words is not None and getattr(pane, name) != (shown := Content(words)).markup:
            setattr(pane, name, shown)


class SelfDrawn(Widget):
    """What draws itself for the room it has, and again when its screen is drawn."""

    def redraw(self) -> None:
        """Draw it for the room there is."""
        raise NotImplementedError

    def on_resize(self) -> None:
        """Draw it once there is room, and in other room."""
        self.redraw()

    def on_show(self) -> None:
        """Draw it as it is now where it was hidden: hidden ones are left alone."""
        self.redraw()


class SteadyText(Steady, Static):
    """A text whose layout changes with its words alone."""


LAST = ("back", "leave", "help", "command_palette")
"""Actions whose keys are shown after all others; no others but Enter are left where the screen is narrow."""

WIDEST_KEYS = 140
"""Columns that the keys take at the most: who has more of them finds the others in the help."""

ENTER_IN = {"submit": N_("Take"), "select": N_("Take"), "show_overlay": N_("Open the list")}
"""What Enter does in a widget, by the widget's own action, unless its name says so, or in a list the screen."""

CLOSE_IN = {"dismiss": N_("Close the list")}
"""What other keys do in a widget of Textual's, by the action, in words that are translated."""


class KeyHint(NamedTuple):
    """A key, and what it does now."""

    key: str
    shown: str
    """The key as the keyboard names it."""
    words: str
    action: str

    @property
    def width(self) -> int:
        """The columns it takes: a space on both sides of the key, and one behind the words."""
        return cell_len(self.shown) + cell_len(self.words) + 3


class KeyLine(Steady, Widget):
    """The keys of the screen, never wider than the screen; a click on one presses it."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyLine {
        dock: bottom;
        height: 1;
        text-wrap: nowrap;
        color: $footer-foreground;
        background: $footer-background;
    }
    """

    keys: reactive[tuple[KeyHint, ...]] = reactive(())
    """All keys of the screen, in its order."""

    _is_due = False
    """Whether it is about to take over what can be done now."""

    @property
    def screen(self) -> "BaseScreen[Any]":
        """The screen or dialog with these keys."""
        screen = super().screen
        assert isinstance(screen, BaseScreen)
        return screen

    def on_mount(self) -> None:
        """Follow what can be done on the screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow, immediate=True)

    def _follow(self, screen: Screen[object]) -> None:
        front = self.app.screen
        if self.app.app_focus and not self._is_due and (front is screen or front.is_modal):
            self._is_due = self.call_later(self._update_keys)

    def _update_keys(self) -> None:
        """Take over the keys of the screen, no word twice: Enter first, the ways out last."""
        self._is_due = False
        if not self.is_attached:
            return
        hints = []
        for node, binding, _enabled, _tooltip in self.screen.active_bindings.values():
            if binding.key == "enter" and not binding.show:
                words = self._enter_words(node, binding.action)
                binding = replace(binding, description=words, show=bool(words))
            if binding.show:
                hints.append(self._hint(binding))
        keys: dict[str, KeyHint] = {}
        for hint in sorted(hints, key=lambda hint: _rank(hint, self.screen.wanted_next)):
            if hint.words:
                keys.setdefault(hint.words, hint)
        self.keys = tuple(keys.values())

    def _enter_words(self, node: DOMNode, action: str) -> str:
        """Return what Enter does in a widget; empty where it does nothing."""
        if isinstance(node, Button):
            return str(node.label).partition(" (")[0]
        if action == "select" and not self.screen.is_modal:
            return next((offer.label for offer in self.screen.ACTIONS if offer.keys.startswith("enter")), "")
        return node.name or ENTER_IN.get(action, "")

    def _hint(self, binding: Binding) -> KeyHint:
        """Return what is said of a key, in the language in use: the binding was made before there was one."""
        action = binding.action.rpartition(".")[2]
        words = self.screen.footer_words(action)
        return KeyHint(
            key=binding.key,
            shown=self.app.get_key_display(binding),
            words=_(CLOSE_IN.get(action, binding.description)) if words is None else words,
            action=action,
        )

    def shown_keys(self) -> tuple[KeyHint, ...]:
        """Return the keys that fit beside those that are always shown."""
        shown = list(self.keys)
        in_turn = [key for key in self.keys if key.action not in LAST and key.key != "enter"]
        for key in (*reversed(in_turn), *(key for key in self.keys if key.action == "help")):
            if sum(hint.width for hint in shown) > min(self.size.width, WIDEST_KEYS):
                shown.remove(key)
        return tuple(shown)

    def render(self) -> Content:
        """Return the line: the way to all commands at its right end, the others from the left."""
        shown = self.shown_keys()
        gap = Content(" " * (self.size.width - sum(key.width for key in shown)))
        return Content("").join(
            part
            for key in shown
            for part in ([gap] if key.action == "command_palette" else []) + [self._key_content(key)]
        )

    def _key_content(self, key: KeyHint) -> Content:
        return Content.assemble(
            (f" {key.shown} ", "bold $footer-key-foreground"),
            (f"{key.words} ", "$footer-description-foreground"),
        )

    def _at(self, column: int) -> KeyHint | None:
        """Return the key in this column."""
        start = 0
        for key in self.shown_keys():
            if key.action == "command_palette":
                start = self.size.width - key.width
            if start <= column < start + key.width:
                return key
            start += key.width
        return None

    def on_mouse_down(self, event: MouseDown) -> None:
        """Press the key that was clicked."""
        if (key := self._at(event.x)) is not None:
            self.app.simulate_key(key.key)


def _rank(key: KeyHint, wanted: str) -> int:
    """Return where a key stands: Enter first, what is wanted next, the others in order, the ways out last."""
    if key.key == "enter":
        return -2
    if key.action == wanted:
        return -1
    return LAST.index(key.action) + 1 if key.action in LAST else 0


WIDTHS = [(0, "-narrow"), (72, "-wide"), (120, "-broad"), (160, "-vast")]
HEIGHTS = [(0, "-low"), (12, "-tall"), (40, "-high")]
"""The classes of a screen by the least columns and rows of the terminal."""

SIZE_CLASSES = {name for _least, name in (*WIDTHS, *HEIGHTS)} | {"-panes"}


def size_classes(app: App[None]) -> tuple[str, ...]:
    """Return the classes that a screen gets by the size of the terminal.

    Textual adds them at the first resize, after the screen was styled, and so styles every widget twice.
    """
    sized = (
        max(step for step in steps if step[0] <= length)[1]
        for length, steps in zip(app.size, (WIDTHS, HEIGHTS), strict=True)
    )
    return (*sized, *["-panes"] * paned(app.size))


PANES = Size(120, 28)
"""The least terminal in which what is shown stands in titled panes."""

FRAME = Size(4, 2)
"""Columns and rows of a pane's frame, with what keeps the words off it."""


def paned(size: Size) -> bool:
    """Whether what is shown stands in titled panes in a terminal of this size."""
    return size.width >= PANES.width and size.height >= PANES.height


REMIND_OF_TROUBLE = 5.0
"""Seconds after which a reason is shown again; a message stays a little longer."""

ASKS = "asks"
"""The group of the workers that wait for answers."""

_Answer = TypeVar("_Answer")
_Given = ParamSpec("_Given")

Words: TypeAlias = str | Text | Content
"""A title, plain or styled; nothing in it is markup."""


_TYPED: ContextVar[bool] = ContextVar("typed", default=False)
"""Whether something was typed for the action that is asking; each action runs in a context of its own."""


class FocusDrawn:
    """What draws only what had the cursor, and what has it, when the cursor moves."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)


class BaseScreen(Steady, FocusDrawn, Screen[_Answer]):
    """A screen or a dialog: what can be done on it, and what becomes of what is typed there when it is left.

    Each of its actions has a method `action_<name>`. It closes itself and what lies over it, and only once. Textual
    closes the screen in front, whichever that is: typed fast, a second answer to one question would close the screen
    below, in the end the last.
    """

    place: ClassVar[str]
    """What the settings and `actions.toml` call it."""
    ACTIONS: ClassVar[tuple[ScreenAction, ...]]
    """What can be done on it, in the order of the footer: that is in `actions.toml`."""
    GROUPS: ClassVar[Mapping[str, str]] = {}
    """Headings for the help, each with the names of its actions, where there are many of them."""
    AHEAD: ClassVar[bool] = False
    """Whether all its keys come before the widget with the focus, which takes no text: then the next key, typed fast,
    waits for the screen that this one opens."""
    BINDINGS: ClassVar[list[BindingType]] = []

    loses_typed = False
    """Whether something was typed for an earlier question of the same action, and is lost if this one is dropped."""

    def __init_subclass__(cls, **options: bool) -> None:
        if hasattr(cls, "place"):
            cls.ACTIONS = ACTIONS[cls.place]
            cls.BINDINGS = bindings(cls.place, cls.ACTIONS, ahead=cls.AHEAD) + cls.__dict__.get(
                "BINDINGS", []
            )
        super().__init_subclass__(**options)

    def __init__(self, **options: str | None) -> None:
        super().__init__(**options)
        self.add_class(*size_classes(self.app), update=False)  # it is not styled yet
        looks = self.app.stylesheet
        if new := [path for path in self.css_path if not looks.has_source(str(path))]:
            looks.read_all(new)  # left to Textual, all others would be parsed anew
            looks.parse()

    @abstractmethod
    def key(self, action: str) -> str:
        """Return the name of the key that does an action here, by the person's own keys."""

    def footer_words(self, action: str) -> str | None:  # noqa: ARG002
        """Return what the footer says of an action as things are now, "" for nothing; None for its usual words."""
        return None

    @property
    def wanted_next(self) -> str:
        """The action whose key stands beside Enter as things are now; empty where all keep their order."""
        return ""

    @property
    def commands(self) -> tuple[ScreenAction, ...]:
        """What the command palette offers here."""
        return self.ACTIONS

    def offers(self, action: str) -> bool:  # noqa: ARG002
        """Whether there is something now that an action can be done with."""
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave out what is not offered."""
        return self.offers(action) and super().check_action(action, parameters)

    @property
    def is_there(self) -> bool:
        """Whether this screen is there, in front or below others, and not about to close."""
        return self.is_attached and self in self.app.screen_stack

    def dismiss(self, result: _Answer | None = None) -> AwaitComplete:
        """Close this screen and what was opened over it; a screen that is closed already stays so."""
        if not self.is_there:
            return AwaitComplete()
        opened = self.app.screen_stack
        closing = opened[opened.index(self) :]
        for screen in closing:
            if not screen.is_mounted:  # typed fast, it would be taken apart before it is built
                screen.call_later(self._close, result)
                return AwaitComplete()
        for above in reversed(closing[1:]):
            above.dismiss()
        return super().dismiss(result)

    def before_leaving(self) -> str:
        """Save what is typed; return the question whether the rest may be lost, empty where nothing is."""
        return ""

    def before_quitting(self) -> str:
        """Do so before the app ends, which also forgets what a screen keeps for the next time."""
        return self.before_leaving()

    def fill(self, field: Widget, rows: Sequence[Sequence[str]]) -> bool:  # noqa: ARG002
        """Put pasted cells into a field and those after it; return whether that was done."""
        return False

    async def on_event(self, event: Event) -> None:
        """Leave out what would draw this screen when it is about to close: its widgets may be gone, or never come."""
        if self.is_there or not isinstance(event, Mount | ScreenResume | Resize | Timer):
            await super().on_event(event)

    def _close(self, result: _Answer | None) -> None:
        self.dismiss(result)  # and never wait for it: a screen cannot wait for its own end


class AppScreen(BaseScreen[None]):
    """A screen that fills the terminal, between its title and the line of keys, with the session that all share."""

    was_in_front = False
    _trouble_told = float("-inf")
    """When it was last said why others' changes cannot be read."""

    PANES: ClassVar[Mapping[str, str]] = {}
    """The titles of what stands in panes where there is room, by the ids of the parts."""
    FOLLOWS: ClassVar[bool] = False
    """Whether it polls for what others did."""
    DRAWN_BY_SIZE: ClassVar[bool] = False
    """Whether it is drawn when it is mounted, by the size of the terminal alone."""

    def __init__(self, session: AppSession) -> None:
        super().__init__()
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
        event.refresh_styles = event.refresh_styles and self.was_in_front
        self.was_in_front = True

    @property
    def covered(self) -> bool:
        """Whether the game is over and its places are still to be shown one by one, here and on phones."""
        return self.session.game.over and self.session.answers.read().places is not None

    def title_words(self) -> Words:
        """Return what stands at the top; nothing where the screen has no title."""
        return _(self.TITLE) if self.TITLE else ""

    def of_game(self, *parts: str) -> Text:
        """Return a title: the open game, then what is shown of it."""
        return Text.assemble((self.session.title, "bold"), *(f" · {part}" for part in parts if part))

    def _fitted_title(self) -> Words:
        """Return the title without its last parts, where they do not fit as a whole."""
        words = self.title_words()
        while isinstance(words, Text) and words.cell_len > self.app.size.width - 2 and " · " in words.plain:
            words = words[: words.plain.rindex(" · ")]
        return words

    @abstractmethod
    def body(self) -> ComposeResult:
        """Show what stands between the title and the keys."""

    def redraw(self) -> None:
        """Show things as they are now: once there is room, in other room, in other colours."""
        words = self._fitted_title()
        if words and words != (title := self.query_one("#title", SteadyText)).content:
            title.update(words)  # it lays out the screen
        for drawn in self.walk_children(SelfDrawn):  # a query knows the first base of each class alone
            if drawn.display:
                drawn.redraw()

    def redraw_if_there(self) -> None:
        """Show things as they are now, unless this screen is being taken apart."""
        if self.is_there:
            self.redraw()

    def show_line(self, name: str, words: Words) -> None:
        """Show words on the line of this name; no line where there are none."""
        line = self.query_one(f"#{name}", Static)
        line.update(words)
        line.display = bool(words)

    async def poll(self) -> None:
        """Show what others did."""

    def compose(self) -> ComposeResult:
        """Show the title, the body and the keys."""
        words = self._fitted_title()
        if words:
            yield SteadyText(words, id="title", markup=False)
        yield from self.body()
        yield KeyLine()

    def on_mount(self) -> None:
        """Follow the colours of the theme and what others do."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.redraw_if_there())
        for part, title in self.PANES.items():
            pane = self.query_one(f"#{part}").add_class("pane", update=False)
            pane.border_title = _(title)
            self.app.stylesheet.update_nodes([pane])  # what it holds looks the same in a pane
        if self.FOLLOWS:
            self.set_interval(LOOK_EVERY, self.poll)

    @on(Resize)
    def lay_out_once(self, event: Resize) -> None:
        """Lay out for another size, and not a second time for the same one."""
        if event.size == self._laid_out_for:
            event.prevent_default()
            if self.DRAWN_BY_SIZE:
                return
        self._laid_out_for = event.size
        sized = {*size_classes(self.app)}
        gone, came = (self.classes & SIZE_CLASSES) - sized, sized - self.classes
        if gone or came:  # Textual would do it after this, and style every widget twice
            self.remove_class(*gone, update=False).add_class(*came, update=False).update_node_styles()
        self.redraw_if_there()

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()

    def action_search(self) -> None:
        """Go to the line to search by, on a screen that has one."""
        self.query_one("#search").focus()

    @property
    def in_front(self) -> bool:
        """Whether nothing covers this screen; Textual's `is_current` is true of the one below as well."""
        return self.app.screen is self

    async def typed_out(self) -> None:
        """Wait until the widget with the focus has taken every key that was typed before this action.

        An action that comes ahead of that widget runs while keys may still wait in its queue; typed
        fast, they would otherwise land on the next line.
        """
        waited_for = None
        while (widget := self.focused) is not waited_for:  # a key may have moved the focus, and go on to it
            waited_for, taken = widget, asyncio.Event()
            if widget is not None and widget.post_message(Callback(taken.set)):
                while self.is_there and widget.is_attached and not taken.is_set():
                    await asyncio.sleep(0)

    def key(self, action: str, screen: str = "") -> str:
        """Return the name of the key that does an action of this screen, or of another, by the person's own keys."""
        return shown_key(self.session.settings.keys, screen or self.place, action)

    async def until_closed(self, screen: Screen[_Answer]) -> _Answer:
        """Open a screen and return its answer; the action ends there if this screen is closed meanwhile."""
        answer = await self.app.push_screen_wait(screen)
        if not self.is_there:
            raise asyncio.CancelledError
        return answer

    async def ask(self, question: BaseScreen[_Answer | None]) -> _Answer:
        """Return the answer to a question; the action ends there if the question is dropped."""
        question.loses_typed = _TYPED.get()
        answer = await self.until_closed(question)
        if answer is None:
            raise asyncio.CancelledError
        _TYPED.set(question.loses_typed)
        return answer

    def attempt(self, action: Callable[[], object]) -> bool:
        """Do something; return whether it was done, and show the person the reason if it was refused."""
        try:
            action()
        except ScorekeeperError as error:
            self.tell(str(error), "error")
            return False
        return True

    def catch_up(self) -> bool:
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
        """Add an event to the open game; return whether it is stored, and show what another window did meanwhile.

        What stands there already, such as the same hand or note, is no change.
        """
        return self._told(lambda: self.session.is_made(what) or self.session.keep(what))

    def change_reviewed(self, review: "Review", why: str | None = None, corrects: str | None = None) -> bool:
        """Add an entry to the open game, as `change` does; with why its warnings are overruled, or it corrects."""

        def keep() -> None:
            decided = review.decided(why=why, reason=corrects)
            if not self.session.is_made(decided.change, decided.after):
                self.session.keep_review(decided)

        return self._told(keep)

    def _told(self, keep: Callable[[], object]) -> bool:
        self.session.came = ""
        kept = self.attempt(keep)
        if kept and self.session.came:
            self.tell(self.session.came)
        return kept

    def tell(self, sentence: str, severity: str = "information") -> None:
        """Show the person a sentence for a while; it replaces the one before it.

        The app takes sentences from a queue, so the one before is cleared through that queue too.
        """
        self.app.call_later(self.app.clear_notifications)
        self.notify(sentence, severity=severity, markup=False, timeout=6)  # type: ignore[arg-type]


def asks(
    action: Callable[Concatenate[Any, _Given], Coroutine[Any, Any, None]],
) -> Callable[Concatenate[Any, _Given], None]:
    """Let an action of a screen, or of the app, ask; show the person the reason if it was refused."""

    @wraps(action)
    def begin(asker: Any, /, *given: _Given.args, **named: _Given.kwargs) -> None:
        async def answered() -> None:
            try:
                await action(asker, *given, **named)
            except ScorekeeperError as error:
                asker.tell(str(error), "error")

        asker.run_worker(answered(), name=action.__qualname__, group=ASKS)

    return begin
