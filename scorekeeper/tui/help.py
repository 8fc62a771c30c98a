"""What can be done on a screen: the help, key by key, and the palette, which searches it by names and words."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult, SystemCommand
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.fuzzy import Matcher
from textual.widgets import Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from scorekeeper.session import AppSession
from scorekeeper.text import N_, _, folded, join_or
from scorekeeper.tui.base.actions import ANYWHERE, EVERYWHERE, ScreenAction, key_map, key_name, key_names
from scorekeeper.tui.base.screen import AppScreen, BaseScreen
from scorekeeper.tui.widgets.dialogs import Dialog
from scorekeeper.tui.widgets.field import Field

TYPING = N_(
    "For a hand, type 23, or 12+7+4, or the tiles: 6-4 0-0 5-5 (64 00 55 in sets up to double-nine).\n"
    "A number alone is points: 54 is 54 points, and the tile is 5-4.\n"
    "o means: went out. 23+0-0 means: 23 pips, and 0-0 was among them. 23+10 adds a penalty of 10.\n"
    "23 b2 means: two of the tiles have one blank. =60 means: points as the table counted them.\n"
    "An empty line is still to come. It is never zero."
)
CHOICE = N_(
    "{enter} opens the list. Move with the arrows or type a letter; {enter} takes what is marked, {escape} closes "
    "the list."
)


class Help(AppScreen):
    """What can be done on a screen, beginning with what has the focus there."""

    CSS_PATH = "help.tcss"
    TITLE = N_("Help")
    place: ClassVar[str] = "help"

    def __init__(self, session: AppSession, about: BaseScreen[Any]) -> None:
        super().__init__(session)
        self._about = about

    def body(self) -> ComposeResult:
        """Show what the widget with the focus takes, the actions of the screen, then those of all screens."""
        about = self._about
        offered = (action for action in about.ACTIONS if about.offers(action.name))
        left = {action.name: action for action in offered}
        with VerticalScroll(classes="page", id="groups"):
            if in_hand := [*self._in_hand()]:
                yield _group(_("Where you are"), in_hand)
            for heading, names in about.GROUPS.items():
                here = [left.pop(name) for name in names.split() if name in left]
                yield _group(_(heading), self._described(about.place, here))
            if left:
                yield _group(_("What you can do here"), self._described(about.place, left.values()))
            if about.place == "entry":
                yield _group(_("What you can type"), [_(TYPING)])
            yield _group(_("Everywhere"), self._described(ANYWHERE, EVERYWHERE))

    def redraw(self) -> None:
        """Draw rows as high as they are, then let them share the height in panes if all of them have room."""
        super().redraw()
        page, groups = self.query_one("#groups"), self.query(".group")
        page.remove_class("-roomy").styles.grid_rows = None
        for part in self.query(".group, .row"):
            part.styles.height = None
        groups.last().styles.column_span = 1 + len(groups) % 2
        if self.has_class("-panes"):
            self.call_after_refresh(self._share_height)

    def _share_height(self) -> None:
        page, groups = self.query_one("#groups"), [*self.query(".group")]
        if page.virtual_size.height > page.size.height:
            return
        highest = [
            max(part.outer_size.height for part in groups[at : at + 2]) for at in range(0, len(groups), 2)
        ]
        page.styles.grid_rows = " ".join(f"{rows}fr" for rows in highest)
        for part in self.query(".row"):
            part.styles.height = f"{part.size.height}fr"
        for group in groups:
            group.styles.height = "100%"
        page.add_class("-roomy")

    def _in_hand(self) -> Iterator[str]:
        """Yield what the widget with the focus takes."""
        if isinstance(self._about, Dialog):
            yield self._about.takes
            return
        widget = self._about.focused
        if widget is not None and isinstance(widget.tooltip, str):
            yield widget.tooltip
        if isinstance(widget, Select):
            yield _(CHOICE, enter=key_name("enter"), escape=key_name("escape"))

    def _described(self, screen: str, actions: Iterable[ScreenAction]) -> Iterator[Grid]:
        chosen = key_map(self.session.settings.keys).keys
        labels = [_(action.label) for action in (*self._about.ACTIONS, *EVERYWHERE)]
        for action in actions:
            line = Grid.grid(padding=(0, 2, 0, 0))
            line.add_column(width=13)  # for “Ctrl+Q or F10”
            line.add_column(width=max(map(cell_len, labels)))
            keys = join_or(key_names(chosen.get(f"{screen}.{action.name}", action.keys)))
            line.add_row(Text(keys, style="bold"), Text(_(action.label)), Text(_(action.help), style="dim"))
            yield line


def _group(heading: str, rows: Iterable[Grid | str]) -> Vertical:
    """Return a heading and the rows below it, in panes in a frame of its own."""
    below = [Static(row, markup=False, classes="row") for row in rows]
    for row in below[::2]:
        row.add_class("-odd")
    group = Vertical(Static(heading, classes="heading"), *below, classes="group pane")
    group.border_title = heading
    return group


class Palette(Dialog[Callable[[], object]]):
    """Asks which of the actions to do; answers with what does it.

    `keys` are those of the actions, by name, and `also` more words that find them.
    """

    def __init__(
        self,
        commands: Iterable[SystemCommand],
        keys: Mapping[str, str],
        also: Mapping[str, Collection[str]] = MappingProxyType({}),
    ) -> None:
        super().__init__("")
        self._commands, self._keys, self._also = tuple(commands), keys, also

    @property
    def takes(self) -> str:
        """What can be typed here."""
        return _("Type some letters; {enter} does what is marked.", enter=key_name("enter"))

    def body(self) -> ComposeResult:
        """Show a line to search on, and what it finds."""
        yield Field(placeholder=_("Search for anything you can do"), max_length=80)
        yield OptionList(id="found")

    def on_mount(self) -> None:
        """Begin with everything."""
        self._show("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what is found."""
        self._show(event.value.strip())

    def _show(self, sought: str) -> None:
        ranked = sorted(
            (
                (rank(command, sought, self._also.get(command.title, ())), number)
                for number, command in enumerate(self._commands)
            ),
            key=lambda pair: -pair[0],
        )
        matches = {str(number): self._commands[number] for mark, number in ranked if mark > 0}
        listed = self.query_one(OptionList)
        width = max(map(len, self._keys.values()))
        widest = max((len(command.title) for command in matches.values()), default=0)
        listed.set_options(
            Option(
                Text.assemble(
                    (f"{self._keys.get(command.title, ''):>{width}}  {command.title:<{widest}}", "bold"),
                    f"  {command.help}",
                ),
                id=number,
            )
            for number, command in matches.items()
        )
        if matches:
            listed.highlighted = 0
        else:
            listed.add_option(Option(_("Nothing found"), disabled=True))

    async def on_key(self, event: Key) -> None:
        """Move in the list while the line has the focus."""
        moves = {"up": "cursor_up", "down": "cursor_down", "pageup": "page_up", "pagedown": "page_down"}
        if event.key in moves and self.focused is not self.query_one(OptionList):
            event.stop()
            await self.query_one(OptionList).run_action(moves[event.key])

    def on_input_submitted(self) -> None:
        """Do what is marked."""
        marked = self.query_one(OptionList).highlighted_option
        if marked is not None:
            self._do(marked)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was tapped."""
        self._do(event.option)

    def _do(self, option: Option) -> None:
        self.dismiss(self._commands[int(option.id or "")].callback)


def rank(command: SystemCommand, sought: str, also: Collection[str] = ()) -> float:
    """Return how well a command is found: by a word for it, by letters of its name in order, else by beginnings."""
    if not sought:
        return 1
    sought, known = folded(sought), [folded(word) for word in also]
    if sought in known:
        return 100
    match = Matcher(sought).match(command.title)
    words = [*folded(command.help).split(), *" ".join(known).split()]
    described = all(any(word.startswith(part) for word in words) for part in sought.split())
    return match or (0.01 if described else 0)
