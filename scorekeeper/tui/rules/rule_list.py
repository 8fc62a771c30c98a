"""The rules of a table as a list to pick from, and the question what a picked rule shall be."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from scorekeeper.errors import ScorekeeperError
from scorekeeper.rules import RuleBook, Value, Wording, choice_hint, read_choice, rule_options
from scorekeeper.text import _
from scorekeeper.tui.base.actions import key_name
from scorekeeper.tui.widgets.dialogs import Dialog
from scorekeeper.tui.widgets.field import Field
from scorekeeper.tui.widgets.text import HEADING, MUTED, NAME, PLAIN, WIDEST, TextLine, hung, page


class RuleChoice(NamedTuple):
    """What was picked for a rule; None is a value too: the rule taken away."""

    key: str
    value: Value


class Pick(Dialog[RuleChoice]):
    """Asks for the value of a rule."""

    def __init__(self, key: str, value: Value, books: Sequence[RuleBook], words: Wording) -> None:
        super().__init__(words.keys[key].question)
        self._key = key
        self._value = value
        self._options = rule_options(key, books, words)
        self._hint = choice_hint(key)

    @property
    def takes(self) -> str:
        """What can be typed here."""
        if self._hint is None:
            return super().takes
        return _(
            "Move with the arrows; {enter} takes what is marked. {tab} leads to the line for another number.",
            enter=key_name("enter"),
            tab=key_name("tab"),
        )

    def body(self) -> ComposeResult:
        """Show the question, the sentences, and a line to type on where numbers are free."""
        yield Static(self._question, markup=False)
        yield OptionList(id="sentences", markup=False)
        if self._hint is not None:
            yield Field(placeholder=self._hint, max_length=40)
        yield Static(id="fault", markup=False)

    def on_mount(self) -> None:
        """Begin at the present value of the rule."""
        sentences = self.query_one("#sentences", OptionList)
        width = min(76, self.app.size.width * 95 // 100) - 10
        for value, sentence in self._options:
            mark = "● " if value == self._value else "  "
            sentences.add_option(Option(page(hung(PLAIN, mark, sentence, width))))
        values = [value for value, _sentence in self._options]
        sentences.highlighted = values.index(self._value) if self._value in values else 0
        sentences.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with the sentence that was picked."""
        event.stop()
        self.dismiss(RuleChoice(self._key, self._options[event.option_index][0]))

    def on_key(self) -> None:
        """Clear the message about the previous try."""
        self.query_one("#fault", Static).update("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with what was typed, or say why it will not do and mark the letters at fault."""
        event.stop()
        field = self.query_one(Field)
        try:
            self.dismiss(RuleChoice(self._key, read_choice(self._key, field.typed)))
        except ScorekeeperError as error:
            self.query_one("#fault", Static).update(str(error))
            field.mark(error.at)


class Rule(NamedTuple):
    """One rule: its sentence now, and the one before it was changed."""

    key: str
    sentence: str
    instead: str | None = None
    matters: bool = True


class RuleOptions(OptionList, inherit_bindings=False):
    """The list itself; enter is left to the screen, which says at its foot what it does there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding
        for binding in OptionList.BINDINGS
        if not (isinstance(binding, Binding) and binding.key == "enter")
    ]


class RuleList(Vertical):
    """Rules by chapter; those that were changed are marked."""

    class Picked(Message):
        """A rule was picked by the mouse."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, words: Wording, key: str) -> None:
        super().__init__()
        self._words = words
        self._key = key
        """The name of the one that goes to the search."""
        self._rules: dict[str, Rule] = {}
        self._changed_only = False

    def compose(self) -> ComposeResult:
        """Show the line to search by, then the rules."""
        yield Field(
            placeholder=_("{key}: search for any word, such as boneyard", key=self._key),
            id="search",
            compact=True,
        )
        yield RuleOptions(id="rules", markup=False)

    @property
    def options(self) -> RuleOptions:
        """The rules to choose from."""
        return self.query_one(RuleOptions)

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

    def search(self) -> None:
        """Go to the line to search by."""
        self.query_one(Input).focus()

    def toggle_changed(self) -> bool:
        """Show only what was changed, or all again; return which."""
        self._changed_only = not self._changed_only
        self._draw(self.size.width)
        return self._changed_only

    def leave_search(self) -> bool:
        """Clear the search; return whether there was one."""
        field = self.query_one(Input)
        if not field.value and not field.has_focus:
            return False
        field.value = ""
        self.options.focus()
        return True

    def _draw(self, width: int) -> None:
        marked, options = self.marked, self.options
        shown = self._shown()
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

    def _shown(self) -> dict[str, Rule]:
        sought = self.query_one(Input).value
        keys = self._words.find(sought) if sought.strip() else tuple(self._rules)
        return {
            key: rule
            for key in keys
            if (rule := self._rules.get(key)) is not None
            and (rule.matters or rule.instead is not None or sought.strip())
            and (rule.instead is not None or not self._changed_only)
        }

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

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Post which rule was picked."""
        event.stop()
        if event.option.id is not None:
            self.post_message(self.Picked(event.option.id))
