"""Picks the value of a rule: one of its sentences, or a number typed on a line below them."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from scorekeeper.errors import ScorekeeperError
from scorekeeper.rules import RuleBook, Value, Wording, choice_hint, read_choice, rule_options
from scorekeeper.text import _
from scorekeeper.tui.base.actions import key_name
from scorekeeper.tui.widgets.dialogs import Dialog
from scorekeeper.tui.widgets.field import Field
from scorekeeper.tui.widgets.footer import KeyLine
from scorekeeper.tui.widgets.rule_text import PLAIN, hang, page


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
        enter = key_name("enter")
        if self._hint is None:
            return _("Move with the arrows; {enter} takes what is marked.", enter=enter)
        return _(
            "Move with the arrows; {enter} takes what is marked. {tab} leads to the line for another number.",
            enter=enter,
            tab=key_name("tab"),
        )

    def compose(self) -> ComposeResult:
        """Show the question, the sentences, and a line to type on where numbers are free."""
        with Vertical(classes="question"):
            yield Static(self._question, markup=False)
            yield OptionList(id="sentences", markup=False)
            if self._hint is not None:
                yield Field(placeholder=self._hint, max_length=40)
            yield Static(id="fault", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin at the present value of the rule."""
        sentences = self.query_one("#sentences", OptionList)
        width = min(76, self.app.size.width * 95 // 100) - 10
        for value, sentence in self._options:
            mark = "● " if value == self._value else "  "
            lines = [(line, PLAIN) for line in hang(mark, sentence, width)]
            sentences.add_option(Option(page(lines)))
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
