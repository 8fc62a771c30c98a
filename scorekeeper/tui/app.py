"""The app: it opens screens, and answers for the terminal: its signals, and that no text can give it a command.

Each screen has its module, which also declares its actions and their keys. Control characters in names, notes and
titles are refused when they are typed or read; the filter here covers older games, damaged files and names of files.
"""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, Literal

from rich.segment import Segment
from textual.actions import ActionParseResult
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import Event, Key, Resize
from textual.filter import DimFilter, LineFilter
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import OptionList

from scorekeeper.errors import ScorekeeperError, Unavailable, nearest
from scorekeeper.formats import questions
from scorekeeper.session import AppSession
from scorekeeper.storage import Store, StorePlace
from scorekeeper.system import named_language, own_names, shipped_folder
from scorekeeper.text import N_, _, escaped, language, speak
from scorekeeper.tui.base.actions import ANYWHERE, EVERYWHERE, bindings, key_map, key_name, shown_key
from scorekeeper.tui.base.colours import CONTRAST, DARK, DIMMED, NOT_DIMMED, TERMINAL, THEMES
from scorekeeper.tui.base.screen import ASKS, HEIGHTS, WIDTHS, AppScreen, BaseScreen, asks
from scorekeeper.tui.home import Home
from scorekeeper.tui.widgets.dialogs import Choose, Confirm, Unforeseen, answer_keys


def end_on_signals(asked: Callable[[], None], gone: Callable[[], None]) -> None:
    """Let the app end when it is `asked` to, or when its terminal is `gone`."""
    loop = asyncio.get_running_loop()
    for name, end in (("SIGTERM", asked), ("SIGHUP", gone)):
        if hasattr(signal, name):  # Windows has no SIGHUP, and its loop takes no signals
            with suppress(NotImplementedError):
                loop.add_signal_handler(getattr(signal, name), end)


SMALLEST, LARGEST = Size(20, 6), Size(1000, 300)
"""Between which sizes is drawn, whatever a terminal claims: a huge one takes for ever, a tiny one has no place."""


def drawn_size(claimed: Size) -> Size:
    """Return the size that is drawn for a terminal that claims to have another one."""
    width, height = (
        min(max(side, least), most) for side, least, most in zip(claimed, SMALLEST, LARGEST, strict=True)
    )
    return Size(width, height)


class Visible(LineFilter):
    """Replaces each control character with a visible one, after other filters; the line keeps its width.

    Textual makes a new line for every filter of its own list.
    """

    def __init__(self, after: Sequence[LineFilter] = ()) -> None:
        super().__init__()
        self.after = after

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line as the other filters leave it, without control characters."""
        for line_filter in self.after:
            segments = line_filter.apply(segments, background)
        if all(text.isprintable() for text, _style, _control in segments):
            return segments
        safe = [Segment(escaped(text), style, control) for text, style, control in segments]
        if safe == segments:
            return segments
        return Segment.adjust_line_length(safe, Segment.get_line_length(segments))


class ScorekeeperApp(App[None]):
    """Keeps the score at the table."""

    TITLE = "scorekeeper"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings(ANYWHERE, EVERYWHERE)
    COMMAND_PALETTE_BINDING = "f2"
    HORIZONTAL_BREAKPOINTS, VERTICAL_BREAKPOINTS = WIDTHS, HEIGHTS

    def __init__(self, store: StorePlace, game_id: str | None = None) -> None:
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)
        self.session = AppSession.at(store)
        self._visible = Visible()
        self._opens = game_id
        self._leaving: Confirm | None = None
        """The last question whether to leave, which may be open still."""
        self._asked: Choose | None = None
        """The question that the last key was typed for, if it was one with a list."""
        self._notices: list[str] = []
        for theme, _words in THEMES.values():
            self.register_theme(theme)
        self._recall()

    def _recall(self) -> None:
        """Take over what is remembered; show what is wrong once the first screen is there."""
        try:
            self.session.recall()
        except ScorekeeperError as error:
            self._notices.append(str(error))
        self._notices += self._take_keys()
        chosen = self.session.settings.theme or DARK.name
        if chosen not in THEMES:
            sentence = N_("The settings name a theme “{theme}”, which does not exist; {hint}")
            self._notices.append(_(sentence, theme=escaped(chosen), hint=nearest(chosen, THEMES)))
            chosen = DARK.name
        self.theme = TERMINAL.name if self.no_color else chosen

    def _take_keys(self) -> tuple[str, ...]:
        """Use the keys of the settings, and those of the answers in the language in use; return what is wrong."""
        mapped = key_map(self.session.settings.keys)
        self.set_keymap(mapped.keys | answer_keys())
        return mapped.faults

    def refresh_css(self, animate: bool = True) -> None:
        """Show the colours of the theme; before there is a screen, only take note of them.

        The style sheet is read once the first screen is there, and would otherwise be read twice.
        """
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of the terminal."""
        if sys.platform == "win32":
            return super().get_driver_class()
        from scorekeeper.tui.terminal import TerminalDriver

        return TerminalDriver

    @property
    def size(self) -> Size:
        """How much of the terminal is drawn on."""
        return drawn_size(super().size)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filter of every line, which ends with keeping control characters from the terminal."""
        others = super().get_line_filters()
        for line_filter in others:
            if isinstance(line_filter, DimFilter):
                line_filter.dim_factor = NOT_DIMMED if self.theme == CONTRAST.name else DIMMED
        if others != self._visible.after:
            self._visible = Visible(others)
        return [self._visible]

    @property
    def screen(self) -> BaseScreen[Any]:
        """The screen in front."""
        screen = super().screen
        assert isinstance(screen, BaseScreen)
        return screen

    def get_default_screen(self) -> Home:
        """Return the screen that lies under all others."""
        return Home(self.session, covered=self._opens is not None)

    def on_mount(self) -> None:
        """Open the game that was asked for; what was told on one screen is not taken to the next."""
        self.screen_change_signal.subscribe(self, lambda _screen: self.clear_notifications())
        if not self.is_headless:
            end_on_signals(self.exit, partial(self.exit, return_code=1))
            self.call_after_refresh(gc.freeze)  # what stays is not searched for garbage while a screen opens
        if self._opens is not None:
            from scorekeeper.tui.table.table import TableScreen

            self.session.open(self._opens)
            self.push_screen(TableScreen(self.session))
        for sentence in self._notices:
            self.call_after_refresh(self.notify, sentence, severity="warning", markup=False, timeout=10)

    async def on_event(self, event: Event) -> None:
        """Let an unforeseen question hold back the keys that were typed before it could be seen.

        A key waits for the screen that it is meant for. Of a terminal of an impossible size a part is drawn on.
        """
        if isinstance(event, Resize):
            if not event.size.area:
                return  # the terminal does not say how large it is
            event = Resize.from_dimensions(drawn_size(event.size), event.pixel_size)
        if isinstance(event, Key):
            await asyncio.sleep(0)  # what the last key began opens its question first
            await self._front_is_there()
        typed = event if isinstance(event, Key) and not event.is_forwarded else None
        if typed is not None and self._spells_out(typed):
            return
        if typed is None or not isinstance(self.screen, Unforeseen) or not self.screen.hold(typed):
            await super().on_event(event)

    def _spells_out(self, key: Key) -> bool:
        """Return whether a key belongs to an answer that was taken by its first letters."""
        asked = self._asked
        self._asked = self.screen if isinstance(self.screen, Choose) else None
        if asked is None or asked is self.screen or not asked.goes_on(key):
            return False
        self._asked = asked
        return True

    async def _front_is_there(self) -> None:
        """Wait until the screen in front has its widgets; not for ever, since it may fail to make them."""
        for _turn in range(1000):
            if not self.screen_stack or self.screen.is_mounted:
                return
            await asyncio.sleep(0.001)

    def push_screen(
        self, screen: Any, callback: Any = None, wait_for_dismiss: Any = False, *, mode: str | None = None
    ) -> Any:
        """Open a screen; its answer comes too late for a screen that was closed meanwhile, and is dropped."""
        opener = self.screen if self.screen_stack else None

        def answered(answer: Any) -> Any:
            return callback(answer) if opener is None or opener.is_there else None

        return super().push_screen(screen, answered if callback else None, wait_for_dismiss, mode=mode)

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Leave out a turn of pages in a list that is not drawn yet; Textual counts its lines only then."""
        turned = default_namespace if action in ("page_up", "page_down") else None
        if isinstance(turned, OptionList) and not turned.scrollable_content_region:
            return True
        return await super().run_action(action, default_namespace, namespaces)

    def clear_notifications(self) -> None:
        """Clear all messages, with their holders: Textual leaves these, and they push later messages out of sight."""
        super().clear_notifications()
        if self.screen_stack:
            self.screen.query("ToastHolder").remove()

    def on_unmount(self) -> None:
        """Close the store, and the game to phones."""
        if self.session.shared is not None:
            self.session.shared.stop(left=True)
        self.session.store.close()

    async def action_quit(self) -> None:
        """Leave, once all is saved and nobody needs the phones any more."""
        self.run_worker(self._quit(), group=ASKS)

    async def _quit(self) -> None:
        """Leave; ask first where something would be lost, and while phones are open."""
        question = _("The table is open to phones, and quitting closes it. Quit all the same?")
        if not await self._is_saved(lambda screen: screen.before_quitting()):
            return
        if (shared := self.session.shared) is not None:
            if not await self._is_agreed(question):
                return
            shared.stop()
        self.exit()

    async def _is_saved(self, save: Callable[[BaseScreen[Any]], str]) -> bool:
        """Save what is typed on the screens; return whether nobody minds what is lost on any."""
        if self._leaving is not None and self._leaving.is_there:
            return False
        front = self.screen
        opened = [screen for screen in reversed(self.screen_stack) if isinstance(screen, BaseScreen)]
        question = next(filter(None, map(save, opened)), "")
        # where saving has opened a question of its own, that comes first
        return not question or (self.screen is front and await self._is_agreed(question))

    async def _is_agreed(self, question: str) -> bool:
        self._leaving = Confirm(question)
        return await self.push_screen_wait(self._leaving) or False

    def action_command_palette(self) -> None:
        """Search everything that can be done."""
        from scorekeeper.tui.help import Palette

        def chosen(do: Callable[[], object] | None) -> None:
            if do is not None:
                self.call_later(do)

        if not isinstance(self.screen, Palette):
            screen, chosen_keys = self.screen, self.session.settings.keys
            keys = {_(action.label): shown_key(chosen_keys, ANYWHERE, action.name) for action in EVERYWHERE}
            keys |= {_(action.label): screen.key(action.name) for action in screen.ACTIONS}
            texts = (
                questions(shipped_folder("rules")) if any(action.about for action in screen.commands) else {}
            )
            also = {
                _(action.label): texts[action.about].words.split()
                if action.about
                else _(action.words).split(", ")
                for action in screen.commands
                if action.about or action.words
            }
            self.push_screen(Palette(self.get_system_commands(screen), keys, also), chosen)

    def action_help_quit(self) -> None:
        """Say how to quit to whoever presses the key that ends other programs."""
        key = shown_key(self.session.settings.keys, ANYWHERE, "quit")
        self.notify(_("Press {key} to quit.", key=key), markup=False)

    def action_help(self) -> None:
        """Show what can be done on this screen."""
        from scorekeeper.tui.help import Help

        if self.screen.place != "help":
            self.push_screen(Help(self.session, self.screen))

    def _open_books(self) -> None:
        from scorekeeper.tui.rules.library import RuleBooksScreen

        self.push_screen(RuleBooksScreen(self.session))

    def tell(self, sentence: str, severity: Literal["warning", "error"]) -> None:
        """Show the person a sentence for a while."""
        self.notify(sentence, severity=severity, markup=False)

    @asks
    async def action_change_theme(self) -> None:
        """Choose the colours, and remember them."""
        themes = [(name, _(words)) for name, (_theme, words) in THEMES.items()]
        name = await self.push_screen_wait(Choose(_("Which colours?"), themes, self.theme))
        if name is not None:
            self.theme = name
            self.session.remember(theme=name)

    @asks
    async def action_change_language(self) -> None:
        """Choose the language, and remember it."""
        names = [*own_names().items()]
        code = await self.push_screen_wait(Choose(_("Which language?"), names, language().code))
        if code is not None and await self._is_saved(lambda screen: screen.before_leaving()):
            self._speak(code)
            self.session.remember(language=code)

    def _speak(self, code: str) -> None:
        """Show everything anew in a language: the home screen, and over it the table, if it was open."""
        from scorekeeper.tui.table.table import TableScreen

        speak(named_language(code))
        self._take_keys()
        home, *others = self.screen_stack
        assert isinstance(home, Home)
        home.call_later(home.show_anew)
        if others:
            others[0].dismiss()
        if any(isinstance(screen, TableScreen) for screen in others):
            self.push_screen(TableScreen(self.session))

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a key, the same as in the help."""
        return key_name(binding.key)

    async def _do(self, screen: AppScreen, action: str) -> None:
        """Do what the palette found, unless the screen was left meanwhile."""
        if screen.in_front:
            await screen.run_action(action)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Put every action of this screen, and of all screens, into the command palette."""
        if isinstance(screen, AppScreen):
            for action in screen.commands:
                yield SystemCommand(_(action.label), _(action.help), partial(self._do, screen, action.name))
            if screen.place not in ("home", "books"):
                description = _("Read, compare and change rule books.")
                yield SystemCommand(_("Rule books"), description, self._open_books)
        yield SystemCommand(_("Help"), _(EVERYWHERE[0].help), self.action_help)
        yield SystemCommand(_("Theme"), _("Choose the colours."), self.action_change_theme)
        yield SystemCommand(
            _("Language"),
            _("Choose the language, Spanish or English; elige el idioma, español o inglés."),
            self.action_change_language,
        )
        yield SystemCommand(_("Quit"), _(EVERYWHERE[2].help), self.action_quit)


def run_app(place: StorePlace, game_id: str | None = None) -> tuple[Store, int]:
    """Open the app on the games of a store, and on one of them if it is named by its id.

    Returns, once the app is closed, the store that it used and the exit status, which is not 0 after a crash.
    Raises Unavailable if there is no terminal to draw on.
    """
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise Unavailable(_("The app needs a terminal; scorekeeper --help lists what works without one."))
    app = ScorekeeperApp(place, game_id)
    app.run()
    status = app.return_code
    return app.session.store, 1 if status is None else status  # None after `panic`
