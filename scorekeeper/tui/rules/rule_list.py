"""The list of rules by chapter, to search and to pick from, and what every screen around it does."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from scorekeeper.rules import RuleBook, Value, Wording, choice_hint, read_choice, rule_options
from scorekeeper.text import N_, _
from scorekeeper.tui.base.screen import GameScreen, Words
from scorekeeper.tui.widgets.dialogs import ChooseOrType
from scorekeeper.tui.widgets.field import SearchField
from scorekeeper.tui.widgets.text import HEADING, MUTED, NAME, PLAIN, WIDEST, TextLine, hung, page


class RuleChoice(NamedTuple):
    """What was picked for a rule; None is a value too: the rule taken away."""

    key: str
    value: Value


class Pick(ChooseOrType[RuleChoice]):
    """Asks for the value of a rule."""

    def __init__(self, key: str, value: Value, books: Sequence[RuleBook], words: Wording) -> None:
        options = [(RuleChoice(key, offer), sentence) for offer, sentence in rule_options(key, books, words)]
        self._now = RuleChoice(key, value)
        values = [choice for choice, _sentence in options]
        marked = values.index(self._now) if self._now in values else 0
        super().__init__(words.keys[key].question, options, self._typed, marked=marked, hint=choice_hint(key))

    def shown(self, answer: RuleChoice, words: str) -> Content:
        """Return a sentence, marked if it is the present value of the rule."""
        width = min(76, self.app.size.width * 95 // 100) - 10
        return page(hung(PLAIN, "● " if answer == self._now else "  ", words, width))

    def _typed(self, typed: str) -> RuleChoice:
        return RuleChoice(self._now.key, read_choice(self._now.key, typed))


class Rule(NamedTuple):
    """One rule: its sentence now, and the one before it was changed."""

    key: str
    sentence: str
    instead: str | None = None
    matters: bool = True


class RuleList(Vertical):
    """Rules by chapter; those that were changed are marked."""

    def __init__(self, words: Wording, key: str) -> None:
        super().__init__()
        self._words = words
        self._key = key
        """The name of the one that goes to the search."""
        self._rules: dict[str, Rule] = {}
        self._changed_only = False

    def compose(self) -> ComposeResult:
        """Show the line to search by, then the rules."""
        yield SearchField(_("{key}: search for any word, such as boneyard", key=self._key))
        yield OptionList(id="rules", markup=False)

    @property
    def options(self) -> OptionList:
        """The rules to choose from."""
        return self.query_one(OptionList)

    @property
    def marked(self) -> str | None:
        """The key of the rule under the cursor."""
        at = self.options.highlighted
        return None if at is None else self.options.get_option_at_index(at).id

    def show(self, rules: Sequence[Rule], width: int) -> None:
        """Show these rules, with the cursor where it was; `width` is of the whole list."""
        self._rules = {rule.key: rule for rule in rules}
        self._draw(width)

    def on_resize(self, event: Resize) -> None:
        """Wrap the sentences anew."""
        self._draw(event.size.width)

    def toggle_changed(self) -> None:
        """Show only what was changed, or all again; what was searched for before is forgotten."""
        self._changed_only = not self._changed_only
        with self.prevent(Input.Changed):
            self.query_one(SearchField).leave()
        self._draw(self.size.width)

    def _draw(self, width: int) -> None:
        marked, options = self.marked, self.options
        sought = self.query_one(Input).value
        wanted = self._words.find(sought) if sought.strip() else tuple(self._rules)
        shown = {
            key: rule
            for key in wanted
            if (rule := self._rules.get(key)) is not None
            and (rule.matters or rule.instead is not None or sought.strip())
            and (rule.instead is not None or not self._changed_only)
        }
        options.clear_options()
        for heading, keys in self._words.by_chapter(shown):
            gap = [("", PLAIN)] if options.option_count else []
            options.add_option(Option(page([*gap, (heading, HEADING)]), disabled=True))
            options.add_options([self._option(shown[key], min(width, WIDEST) - 6) for key in keys])
        if not shown:
            nothing = _("Nothing was changed.") if self._changed_only else _("No rule mentions that.")
            options.add_option(Option(page([(nothing, MUTED)]), disabled=True))
        elif marked in shown:
            options.highlighted = options.get_option_index(marked)
        else:
            options.action_first()

    def _option(self, rule: Rule, width: int) -> Option:
        lines: list[TextLine] = []
        style = NAME if rule.instead is not None else PLAIN if rule.matters else MUTED
        mark = "● " if rule.instead is not None else "  "
        if not rule.matters:
            lines += hung(MUTED, mark, self._words.keys[rule.key].question, width)
            mark = "  "
        lines += hung(style, mark, rule.sentence, width)
        if rule.instead is not None:
            line_before = _("instead of: {sentence}", sentence=rule.instead)
            lines += hung(MUTED, "    ", line_before, width)
        return Option(page(lines), id=rule.key)

    def on_input_changed(self) -> None:
        """Find as it is typed."""
        self._draw(self.size.width)

    def on_input_submitted(self) -> None:
        """Go from the search to what was found."""
        self.options.focus()


class RuleScreen(GameScreen):
    """Rules in a list, each of which can be changed."""

    CSS_PATH = "rules.tcss"
    PANES: ClassVar[Mapping[str, str]] = {"ruled": N_("Rules")}

    def body(self) -> ComposeResult:
        """Show the rules, and what there is to say of all of them."""
        with Vertical(id="ruled"):
            yield RuleList(self.wording(), self.key("search"))
            yield Static(id="verdict", markup=False)

    def on_mount(self) -> None:
        """Show the rules as they are."""
        self.redraw()
        self.query_one(RuleList).options.focus()

    @abstractmethod
    def wording(self) -> Wording:
        """Return the words for the game that is played by these rules."""

    @abstractmethod
    def listed(self) -> list[Rule]:
        """Return the rules as they are, and what was changed."""

    @abstractmethod
    def verdict(self) -> Words:
        """Return what there is to say of all rules."""

    @abstractmethod
    def pick(self, key: str) -> None:
        """Ask for the value of a rule, and change it."""

    def redraw(self) -> None:
        """Show the rules as they are. Raises Malformed if they cannot stand together."""
        super().redraw()
        browser = self.query_one(RuleList)
        browser.show(self.listed(), browser.size.width or self.app.size.width)
        self.query_one("#verdict", Static).update(self.verdict())

    async def ask_value(self, key: str, value: Value, book: str) -> RuleChoice:
        """Ask for the value of a rule as it is now, in words that books of the same game have."""
        return await self.ask(Pick(key, value, self.session.books_of_game(book), self.wording()))

    def on_option_list_option_selected(self) -> None:
        """Ask for the value of the rule that was picked."""
        self.action_pick()

    def action_pick(self) -> None:
        """Ask for the value of the rule under the cursor."""
        key = self.query_one(RuleList).marked
        if key is not None:
            self.pick(key)

    def action_changes(self) -> None:
        """Show only what was changed, or everything."""
        self.query_one(RuleList).toggle_changed()

    def action_back(self) -> None:
        """Leave the search, else the screen."""
        if self.query_one(SearchField).leave():
            self.query_one(RuleList).options.focus()
        else:
            self.leave()

    def leave(self) -> None:
        """Close the screen."""
        self.dismiss()
