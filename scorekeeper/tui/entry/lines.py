"""A line of the entry screen: the name, what is typed, the way to the tiles, and what it means in words."""

from collections.abc import Mapping, Sequence

from msgspec import UnsetType
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Static

from scorekeeper.errors import Position
from scorekeeper.game import Blocked, Ending, Game, Round, says_out, score_entry, show_entry
from scorekeeper.rules import Score
from scorekeeper.text import _, pgettext
from scorekeeper.tui.widgets.field import Field

OUT = "o"
"""What is typed for the hand of the player who went out."""


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
        """None for the line on how a blocked round ended."""
        self.kept = ""
        """The text of what is kept."""
        self.overtaken: str | None = None
        """What another window did to this line while something else was typed on it."""
        self.field = Field(compact=True, max_length=200)
        """Where the hand is typed."""
        self._meaning = Static(classes="meaning", markup=False)
        self._means = Text("")
        self._shown = (Text(""), "")

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
        return self.field.typed

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

    def say(self, meaning: Text | str, level: str = "", at: Position | None = None) -> None:
        """Show what the line means, or what is `wrong` or `odd` about it; mark the typed letters at fault."""
        self.field.mark(at)
        text = Text(meaning) if isinstance(meaning, str) else meaning
        (before, before_level), self._shown = self._shown, (text, level)
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
    """Return what was typed for a hand in words."""
    if not typed:
        return _("not yet")
    return _("went out") if says_out(typed) else typed


def overtaken(name: str, kept: str) -> str:
    """Return what another window did to a line, as a sentence."""
    return _("{name} was entered as {kept} by another window.", name=name, kept=spoken(kept))


def _mark(saved: bool) -> Text:
    """Return what stands before an entry: whether it is on disk, or waits to be saved."""
    return Text("✓ ") if saved else Text(_("not saved yet: "))


def ending_shown(played: Round, saved: Round, key: str) -> tuple[str, Text]:
    """Return how a round ended, as it is typed and in words; `key` is the name of the one that blocks it."""
    if not isinstance(played.ending, Blocked):
        return "", Text(_("Press {key} if nobody could play", key=key), style="dim")
    foot = played.ending.open_foot
    return "b" if foot is None else str(foot), _mark(saved.ending == played.ending) + ending_in_words(
        played.ending
    )


def ending_in_words(ending: Ending | UnsetType | None) -> Text:
    """Return how a round ended, in words."""
    if not isinstance(ending, Blocked):
        return Text("")
    if ending.open_foot is None:
        return Text(pgettext("a round", "blocked"))
    return Text(_("blocked, {foot}-{foot} short of toes", foot=ending.open_foot))


class EntryLines(VerticalScroll, can_focus=False):
    """All lines of a round."""

    def __init__(self, players: Sequence[str]) -> None:
        super().__init__(id="lines")
        self._players = players

    def compose(self) -> ComposeResult:
        """Show a line per player, and one for how a blocked round ended."""
        for player in self._players:
            yield EntryLine(player, player)
        yield EntryLine(pgettext("a round", "Blocked"), None)

    @property
    def lines(self) -> list[EntryLine]:
        """All lines, from top to bottom."""
        return list(self.query(EntryLine))

    @property
    def ending(self) -> EntryLine:
        """The line on how a blocked round ended."""
        return self.lines[-1]

    @property
    def order(self) -> tuple[str, ...]:
        """The players from top to bottom."""
        return tuple(line.player for line in self.lines if line.player is not None)

    def of(self, player: str) -> EntryLine:
        """Return a player's line."""
        return next(line for line in self.lines if line.player == player)

    def around(self, widget: Widget | None) -> EntryLine | None:
        """Return the line that a widget is part of."""
        within = widget.ancestors if widget is not None else []
        return next((one for one in within if isinstance(one, EntryLine)), None)

    def beside(self, line: EntryLine, by: int) -> EntryLine:
        """Return the line so many lines on, round and round."""
        return self.lines[(self.lines.index(line) + by) % len(self.lines)]

    def move(self, line: EntryLine, by: int) -> None:
        """Move a player's line one up or down among the players."""
        index = self.lines.index(line)
        if line.player is None or not 0 <= index + by < len(self.order):
            return
        if by < 0:
            self.move_child(line, before=self.lines[index - 1])
        else:
            self.move_child(line, after=self.lines[index + 1])
        line.scroll_visible()

    async def seat(self, players: Sequence[str], names: Mapping[str, str]) -> None:
        """Give the lines to those who play now, by their new names; a typed line of one who is gone stays."""
        for line in self.lines[:-1]:
            line.rename(names.get(line.title, line.title))
            if line.player not in players and not line.changed:
                await line.remove()
        for player in players:
            if player not in self.order:
                await self.mount(EntryLine(player, player), before=self.ending)

    def show(self, game: Game, played: Round, saved: Round, key: str) -> None:
        """Show what is kept of the round, beside what is being typed.

        `saved` is the part of it that is on disk already; `key` is the one for a blocked round.
        """
        rules = game.rules_of(played.number)
        here = game.players_of(played.number)
        for line in self.lines:
            entry = played.entries.get(line.player or "")
            if line.player is not None and line.player not in here:
                line.say(
                    _(
                        "{name} no longer plays in this round; what you type here is not saved.",
                        name=line.player,
                    ),
                    "wrong",
                )
            elif line.player is None:
                line.show_kept(*ending_shown(played, saved, key))
            elif line.player == played.out:
                words = Text(_("went out"), style="bold")
                line.show_kept(OUT, _mark(saved.out == played.out) + words)
            elif entry is not None:
                is_saved = saved.entries.get(line.player) == entry
                line.show_kept(show_entry(entry), _mark(is_saved) + meaning(score_entry(entry, rules)))
            else:
                line.show_kept("", Text(_("not yet"), style="dim"))
