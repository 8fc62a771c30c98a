"""Picks a fact by arrows or taps, for those who would rather not type: names, numbers, tiles, what happened.

Every pick ends in the text that could have been typed.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, ItemGrid
from textual.events import Key
from textual.widgets import Button, Static

from scorekeeper.game import tiles_typed
from scorekeeper.judge import FACTS, Draft, FormLine, deed_word, line_label
from scorekeeper.text import N_, _
from scorekeeper.tiles import Tile, full_set
from scorekeeper.tui.base.actions import key_name
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.entry.tile_pad import TilePicker, Tray
from scorekeeper.tui.widgets.dialogs import Choose, Dialog

_MOST_COUNTED = 20
"""Counts that can be tapped; larger ones are typed."""

_TRAIN_KINDS = ("train", "trains", "open doubles", "players", "laid now")
"""Kinds of facts that name trains, or their owners."""

_TILE_KINDS = ("tile", "tiles", "hand")
_MOST = {"tile": 1, "number": 1, "toes": 1, "count": 1, "foot": 2}
"""How many tiles or numbers a kind of fact takes, where it does not take any number of them."""


async def pick(screen: GameScreen, draft: Draft, line: FormLine) -> str:
    """Ask for the fact of a line, and return its text."""
    question, kind, none = line_label(draft, line), FACTS[line.name].kind.name, FACTS[line.name].none
    if kind == "player":
        return await screen.ask(Choose(question, [(name, name) for name in draft.players]))
    if kind == "yes":
        return await screen.ask(Choose(question, [("y", _("Yes")), ("n", _("No"))]))
    if kind in _TRAIN_KINDS:
        return await _pick_train(screen, draft, line)
    if kind == "event":
        return await _pick_event(screen, draft)
    if kind in _TILE_KINDS:
        held = () if kind == "tile" else tiles_typed(draft.text(line), draft.set_size)
        return await screen.ask(_tiles(question, draft, held, _MOST.get(kind), none))
    highest = _MOST_COUNTED if kind == "count" else draft.set_size
    return await screen.ask(NumberPad(question, highest, _MOST.get(kind), none))


def _tiles(
    question: str, draft: Draft, held: tuple[Tile, ...] = (), most: int | None = 1, empty: str = ""
) -> TilePicker:
    return TilePicker(question, Tray(draft.set_size, frozenset(full_set(draft.set_size)), held), most, empty)


async def _pick_event(screen: GameScreen, draft: Draft) -> str:
    """Ask who, then did what, then with which tile or whom."""
    everybody = [(name, name) for name in draft.players]
    name = await screen.ask(Choose(_("Who was it?"), everybody))
    calls = {"announcement": _("announced the last tile"), "chickenlittle": _("called Chickenlittle")}
    done = [
        ("", _("laid a tile")),
        ("draw", _("drew a tile")),
        ("pass", _("passed")),
        ("little", calls[draft.layout.last_tile_call]),
        ("challenge", _("caught somebody who forgot")),
    ]
    if draft.layout.owned_ends:
        done[1:1] = [("public", _("laid a tile on the public train"))]
    did = await screen.ask(Choose(_("What did {player} do?", player=name), done))
    if did in ("", "public"):
        place = " on public" if did else " on own" if draft.layout.owned_ends else ""
        tile = await screen.ask(_tiles(_("Which tile did {player} lay?", player=name), draft))
        return tile and f"{name} {tile}{place}"
    if did == "challenge":
        others = [one for one in everybody if one[0] != name]
        other = await screen.ask(Choose(_("Who did {player} catch?", player=name), others))
        return f"{name} {deed_word(did)} {other}"
    return f"{name} {deed_word(did)}"


async def _pick_train(screen: GameScreen, draft: Draft, line: FormLine) -> str:
    """Ask for one more train, or for one more tile and its train; return it after what the line says."""
    question, kind, before = line_label(draft, line), FACTS[line.name].kind.name, draft.text(line)
    players = [(name, name) for name in draft.players]
    public = [] if kind == "players" else [("public", _("the public train"))]
    own = [("own", _("their own train"))] if kind in ("train", "laid now") else []
    tile = ""
    if kind == "laid now":
        tile = await screen.ask(_tiles(question, draft))
        if not tile:
            return before
        question = _("On which train was {tile} laid?", tile=tile)
    name = await screen.ask(Choose(question, [*own, *players, *public]))
    if kind == "train":
        return name
    one = f"{tile} on {name}" if tile else name
    if kind in ("trains", "open doubles"):
        numbers = [(str(number), str(number)) for number in range(draft.set_size + 1)]
        no_tile = [] if kind == "open doubles" else [("-", _("it has no tile"))]
        number = await screen.ask(Choose(_("Which number does it show?"), [*numbers, *no_tile]))
        one = f"{name} {number}"
        if kind == "trains" and name != "public":
            choices = [("n", _("No marker")), ("y", _("Marked"))]
            marked = await screen.ask(Choose(_("Is it marked?"), choices))
            one = f"{one} *" if marked == "y" else one
    return f"{before}, {one}" if before else one


class NumberPad(Dialog[str]):
    """Numbers to tap or type."""

    AUTO_FOCUS: ClassVar[str | None] = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "app.focus_previous", N_("Left")),
        ("right", "app.focus_next", N_("Right")),
        ("backspace", "take_back", N_("Take back")),
    ]

    def __init__(self, question: str, highest: int, most: int | None, empty: str) -> None:
        super().__init__(question)
        self._highest = highest
        self._most = most
        self._empty = empty
        self._tapped: list[int] = []
        self._typed = ""
        """The first digit of a number that may go on."""

    @property
    def takes(self) -> str:
        """What can be typed here."""
        return _(
            "Type or tap the numbers; {back} removes the last one, {enter} ends them.",
            back=key_name("backspace"),
            enter=key_name("enter"),
        )

    @property
    def has_typed(self) -> bool:
        """Whether a number was tapped or typed."""
        return bool(self._tapped or self._typed)

    def body(self) -> ComposeResult:
        """Show the question, what was tapped, and the numbers."""
        yield Static(self._question, markup=False)
        yield Static(self._shown(), id="tapped", markup=False)
        with ItemGrid(min_column_width=7, id="pad"):
            for number in range(self._highest + 1):
                button = Button(str(number), name=str(number), id=f"number-{number}", classes="number")
                button.active_effect_duration = 0  # tapped twice at once it counts twice
                yield button
        with Horizontal(classes="buttons"):
            yield Button(_("Take back"), id="take-back")
            if self._most is None:
                yield Button(_("Done"), id="done", variant="primary")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take a number, take one back, or be done."""
        event.stop()
        if event.button.id == "done":
            self.dismiss(self._text() or self._empty)
        elif event.button.id == "take-back":
            self.action_take_back()
        else:
            self._take(int(str(event.button.name)))

    def on_key(self, event: Key) -> None:
        """Take a number that is typed; Enter ends them."""
        if event.character is not None and event.character in "0123456789":
            event.stop()
            self._type(event.character)
        elif event.key == "enter" and self.focused is None and self._most is None:
            event.stop()
            self.dismiss(self._text() or self._empty)

    def _type(self, digit: str) -> None:
        """Take a number once no further digit can belong to it; until then mark it, for Enter to take."""
        number = int(self._typed + digit)
        if number > self._highest:
            return
        if 0 < number * 10 <= self._highest:
            self._typed = str(number)
            self.query_one(f"#number-{number}").focus()
        else:
            self._take(number)

    def _take(self, number: int) -> None:
        self._typed = ""
        self.set_focus(None)
        self._tapped.append(number)
        self._after()

    def action_take_back(self) -> None:
        """Take the last number back."""
        self._typed = ""
        self._tapped = self._tapped[:-1]
        self._after()

    def _after(self) -> None:
        self.query_one("#tapped", Static).update(self._shown())
        if len(self._tapped) == self._most:
            self.dismiss(self._text())

    def _text(self) -> str:
        return " ".join(map(str, self._tapped))

    def _shown(self) -> str:
        return "  ".join(map(str, self._tapped)) or "·"
