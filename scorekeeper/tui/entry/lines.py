"""A line of the entry screen: the name, what is typed, the way to the tiles, and what it means in words."""

from msgspec import UnsetType
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Static

from scorekeeper.game.notation import OUT_WORDS
from scorekeeper.game.round import Blocked, Ending, Round
from scorekeeper.rules.scoring import Score
from scorekeeper.text import _
from scorekeeper.tui.widgets.field import Field


class EntryLine(Widget):
    """A player's line: the name, what is typed, and what it means."""

    class TilesWanted(Message):
        """Somebody tapped the button of the tile pad."""

        def __init__(self, line: "EntryLine") -> None:
            super().__init__()
            self.line = line

    def __init__(self, name: str, player: str | None) -> None:
        super().__init__(classes="line")
        self.title = name
        self.player = player
        """None for the line that says how a blocked round ended."""
        self.kept = ""
        """The text of what is kept."""
        self.overtaken: str | None = None
        """What another window did to this line while something else was typed on it."""
        self.field = Field(compact=True, max_length=200)
        """Where the hand is typed."""
        self._meaning = Static(classes="meaning", markup=False)
        self._means = Text("")
        self._said = (Text(""), "")

    def compose(self) -> ComposeResult:
        """Show name, field, the button of the pad, and meaning."""
        with Horizontal(classes="typing"):
            yield Static(self.title, classes="name", markup=False)
            yield self.field
            pad = Button(_("tiles"), classes="pad", compact=True)
            pad.can_focus = False
            pad.visible = self.player is not None
            yield pad
        yield self._meaning

    @property
    def typed(self) -> str:
        """What stands in the field."""
        return self.field.value.strip()

    @property
    def changed(self) -> bool:
        """Whether something was typed that is not kept."""
        return self.typed != self.kept

    def rename(self, name: str) -> None:
        """Give the line the name that its player has now."""
        if name != self.title:
            self.title = self.player = name
            self.query_one(".name", Static).update(name)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Ask for the tile pad."""
        event.stop()
        self.post_message(self.TilesWanted(self))

    def show_kept(self, text: str, meaning: Text) -> None:
        """Show what is kept, unless the person has typed something else meanwhile."""
        if not self.changed:
            self.field.value = text
        elif text != self.kept:
            self.overtaken = overtaken(self.title, text)
            self.say(self.overtaken, "odd")
        self.kept = text
        self._means = meaning
        if not self.changed:
            self.say_kept()

    def say_kept(self) -> None:
        """Show what the kept text means."""
        self.overtaken = None
        self.say(self._means)

    def take(self) -> None:
        """Take what is typed for what is kept."""
        self.kept = self.typed
        self.overtaken = None

    def say(self, meaning: Text | str, level: str = "") -> None:
        """Show what the line means, or what is `wrong` or `odd` about it."""
        text = Text(meaning) if isinstance(meaning, str) else meaning
        (before, before_level), self._said = self._said, (text, level)
        if (text, text.style, level) == (before, before.style, before_level):
            return
        shown = self._meaning
        shown.set_class(level == "wrong", "-wrong")
        shown.set_class(level == "odd", "-odd")
        fits = max(len(text), len(before)) <= shown.size.width
        shown.update(text, layout=not fits)


def meaning(score: Score) -> Text:
    """Return a score with the parts that make it up."""
    text = Text(str(score.total), style="bold")
    parts = [f"{line.tile} {line.points}" for line in score.lines if line.tile is not None]
    if len(score.lines) > 1:
        loose = [str(line.points) for line in score.lines if line.tile is None]
        text.append("  = " + " + ".join([*loose, *parts]), style="dim")
    return text


def spoken(typed: str) -> str:
    """Return what was typed for a hand as a person would say it."""
    if not typed:
        return _("not yet")
    return _("went out") if typed.casefold() in OUT_WORDS else typed


def overtaken(name: str, kept: str) -> str:
    """Return what another window did to a line, as a sentence."""
    return _("{name} was entered as {kept} by another window.").format(name=name, kept=spoken(kept))


def ending_shown(played: Round) -> tuple[str, Text]:
    """Return how a round ended, as it is typed and as it is said."""
    if not isinstance(played.ending, Blocked):
        return "", Text(_("F4, where nobody could play"), style="dim")
    foot = played.ending.open_foot
    return "b" if foot is None else str(foot), Text("✓ ") + ending_told(played.ending)


def ending_told(ending: Ending | UnsetType) -> Text:
    """Return how a round ended, in words."""
    if not isinstance(ending, Blocked):
        return Text("")
    if ending.open_foot is None:
        return Text(_("blocked"))
    return Text(_("blocked, {foot}-{foot} short of toes").format(foot=ending.open_foot))
