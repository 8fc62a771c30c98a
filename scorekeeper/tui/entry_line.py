"""A line of the entry screen: the name, what is typed, and what it means in words."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from scorekeeper.entry import OUT_WORDS
from scorekeeper.game import Blocked, Round
from scorekeeper.scoring import Score
from scorekeeper.words import _


class EntryLine(Horizontal):
    """A player's line: the name, what is typed, and what it means."""

    def __init__(self, player: str) -> None:
        super().__init__(classes="line")
        self.player = player
        self.kept = ""
        """The text of what is kept."""
        self._said = 0

    def compose(self) -> ComposeResult:
        """Show name, field and meaning."""
        yield Static(self.player, classes="name", markup=False)
        yield Input(compact=True, max_length=200)
        yield Static(classes="meaning", markup=False)

    @property
    def field(self) -> Input:
        """Where the hand is typed."""
        return self.query_one(Input)

    @property
    def typed(self) -> str:
        """What stands in the field."""
        return self.field.value.strip()

    @property
    def changed(self) -> bool:
        """Whether something was typed that is not kept."""
        return self.typed != self.kept

    def show_kept(self, text: str, meaning: Text) -> None:
        """Show what is kept, unless the person has typed something else meanwhile."""
        if not self.changed:
            self.field.value = text
        self.kept = text
        if not self.changed:
            self.say(meaning)

    def say(self, meaning: Text) -> None:
        """Show what the line means, or what is wrong with it."""
        shown = self.query_one(".meaning", Static)
        room = shown.size.width
        fits = max(len(meaning), self._said) <= room
        self._said = len(meaning)
        shown.update(meaning, layout=not fits)


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


def ending_shown(played: Round) -> tuple[str, Text]:
    """Return how a round ended, as it is typed and as it is said."""
    if not isinstance(played.ending, Blocked):
        return "", Text(_("F4, where nobody could play"), style="dim")
    foot = played.ending.open_foot
    if foot is None:
        return "b", Text(_("✓ blocked"))
    return str(foot), Text(_("✓ blocked, {foot}-{foot} short of toes").format(foot=foot))
