"""Short questions over a screen: a line of text, yes or no, one of a few."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Callback, Key
from textual.message_pump import MessagePump
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import Lookalike
from scorekeeper.text import N_, _, folded, ngettext, pgettext
from scorekeeper.tui.base.actions import ANYWHERE, EVERYWHERE, bindings, key_name
from scorekeeper.tui.base.screen import BaseScreen, KeyLine
from scorekeeper.tui.widgets.field import Field

_Answer = TypeVar("_Answer")

_MOST_NAMED = 3


class Dialog(ModalScreen[_Answer | None], BaseScreen[_Answer | None]):
    """A question over another screen; None where it is dropped."""

    place: ClassVar[str] = "ask"
    BINDINGS: ClassVar[list[BindingType]] = bindings(ANYWHERE, EVERYWHERE)

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    @property
    def takes(self) -> str:
        """What can be typed here, as the help says it."""
        return _("Move with the arrows; {enter} takes what is marked.", enter=key_name("enter"))

    def key(self, action: str) -> str:
        """Return the name of the key that does an action of this question, by the person's own keys."""
        bound = (key for key, active in self.active_bindings.items() if active.binding.action == action)
        return key_name(next(bound))

    @property
    def has_typed(self) -> bool:
        """Whether something was typed here that is lost without an answer."""
        return False

    @abstractmethod
    def body(self) -> ComposeResult:
        """Show the question and the ways to answer."""

    def compose(self) -> ComposeResult:
        """Show the question in a frame, and the keys."""
        with Vertical(classes="question"):
            yield from self.body()
        yield KeyLine()

    def action_back(self) -> None:
        """Drop the question; ask first where something was typed."""
        if not (self.loses_typed or self.has_typed):
            self.dismiss(None)
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.dismiss(None)

        self.app.push_screen(Confirm(_("What you typed is not saved. Discard it?")), answered)

    def before_leaving(self) -> str:
        """Return the question whether what was typed here may be lost with the app."""
        loses = self.loses_typed or self.has_typed
        return _("What you typed is not saved. Leave and discard it?") if loses else ""

    def dismiss(self, result: _Answer | None = None) -> AwaitComplete:
        """Close this question, and remember whether its answer was typed."""
        if self.is_there and self.is_mounted:
            self.loses_typed = self.loses_typed or self.has_typed
        return super().dismiss(result)


class AskLine(Dialog[str]):
    """Asks for a line of text, which may be empty; `enter` says what becomes of it."""

    def __init__(self, question: str, hint: str = "", value: str = "", enter: str | None = None) -> None:
        super().__init__(question)
        self._hint, self._value, self._enter = hint, value, enter

    @property
    def takes(self) -> str:
        """What can be typed here."""
        return _("Type the answer on the line; {enter} takes it.", enter=key_name("enter"))

    @property
    def has_typed(self) -> bool:
        """Whether something else stands on the line than at first."""
        return self.query_one(Field).typed != self._value.strip()

    def body(self) -> ComposeResult:
        """Show the question and a line to type on."""
        yield Static(self._question, markup=False)
        yield Field(
            self._value, placeholder=self._hint, name=self._enter, max_length=200, select_on_focus=False
        )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with what was typed."""
        event.stop()
        self.dismiss(event.value.strip())


class Confirm(Dialog[bool]):
    """Asks yes or no; no has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", N_("Yes"), id="answer.yes"),
        Binding("n", "answer(False)", N_("No"), id="answer.no"),
        Binding("left,right", "app.focus_next", show=False),
    ]

    @property
    def takes(self) -> str:
        """What can be typed here."""
        return _(
            "{yes} answers Yes, {no} answers No; {enter} takes the answer that is marked.",
            yes=_key_for_yes(),
            no=_key_for_no(),
            enter=key_name("enter"),
        )

    def body(self) -> ComposeResult:
        """Show the question and two buttons."""
        yield Static(self._question, markup=False)
        with Horizontal(classes="buttons"):
            yield Button(_("No ({key})", key=_key_for_no()), id="no")
            yield Button(_("Yes ({key})", key=_key_for_yes()), id="yes", variant="error")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer by mouse or enter."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """Answer by key."""
        self.dismiss(yes)


def answer_keys() -> dict[str, str]:
    """Return the keys of the answers by id: the letter of the language in use, which the footer shows, then ours."""
    return {"answer.yes": f"{_key_for_yes()},y", "answer.no": f"{_key_for_no()},n"}


def ask_about_names(pairs: Sequence[Lookalike]) -> str:
    """Return the question whether names that look alike are meant, with as many as a small screen has room for."""
    faults, more = " ".join(pair.sentence for pair in pairs[:_MOST_NAMED]), len(pairs) - _MOST_NAMED
    if more <= 0:
        return _("{faults} Use these names anyway?", faults=faults)
    return ngettext(
        "{faults} So does {count} more pair. Use these names anyway?",
        "{faults} So do {count} more pairs. Use these names anyway?",
        more,
        faults=faults,
    )


def _key_for_yes() -> str:
    return pgettext("the letter typed for Yes", "y")


def _key_for_no() -> str:
    return pgettext("the letter typed for No", "n")


class Choose(Dialog[str]):
    """Asks for one of a few; answers with its id."""

    def __init__(self, question: str, options: Sequence[tuple[str, str | Text]], marked: str = "") -> None:
        super().__init__(question)
        self._options, self._marked = options, marked
        self._letters = ""
        """What was typed of an option."""
        self._rest = ""
        """The letters that would have followed in the words of the option that was taken."""
        self._spells = False
        """Whether the last key was one of several letters of these words, so that Enter belongs to them, too."""

    @property
    def takes(self) -> str:
        """What can be typed here."""
        return _(
            "Move with the arrows, or type the first letters; {enter} takes what is marked.",
            enter=key_name("enter"),
        )

    def body(self) -> ComposeResult:
        """Show the question and the options, as (id, words)."""
        yield Static(self._question, markup=False)
        yield OptionList(*(Option(words, id=name) for name, words in self._options), markup=False)

    def on_mount(self) -> None:
        """Mark what is in use, if anything is."""
        if self._marked:
            options = self.query_one(OptionList)
            options.highlighted = options.get_option_index(self._marked)

    def on_key(self, event: Key) -> None:
        """Take the option that alone begins with the letters typed; mark the first of several."""
        if not event.is_printable or event.character is None:
            return
        words = {name: folded(str(words)) for name, words in self._options}
        for letters in (folded(self._letters + event.character), folded(event.character)):
            begun = [name for name in words if words[name].startswith(letters)]
            if begun:
                break
        self._letters = letters
        if len(begun) == 1:
            event.stop()
            self._rest, self._spells = words[begun[0]].removeprefix(letters), len(letters) > 1
            self.dismiss(begun[0])
        elif begun:
            options = self.query_one(OptionList)
            options.highlighted = options.get_option_index(begun[0])

    def goes_on(self, key: Key) -> bool:
        """Return whether a key only spells out the words of the option that was taken by their first letters."""
        ends, self._spells = self._spells and key.key == "enter", False
        if key.is_printable and key.character is not None:
            self._spells = self._rest.startswith(folded(key.character))
        self._rest = self._rest[1:] if self._spells else ""
        return ends or self._spells

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with the chosen option."""
        self.dismiss(event.option.id)


class ChooseOrType(Dialog[_Answer]):
    """Asks for one of a few, or where there is a `hint` for what is typed on a line, which `read` understands."""

    def __init__(
        self,
        question: str,
        options: Sequence[tuple[_Answer, str]],
        read: Callable[[str], _Answer],
        *,
        marked: int = 0,
        hint: str | None = None,
    ) -> None:
        super().__init__(question)
        self._options, self._read, self._marked, self._hint = options, read, marked, hint

    @property
    def takes(self) -> str:
        """What can be typed here."""
        if self._hint is None:
            return super().takes
        return _(
            "Move with the arrows; {enter} takes what is marked. What you type goes to the line for another number.",
            enter=key_name("enter"),
        )

    @property
    def has_typed(self) -> bool:
        """Whether something stands on the line."""
        return any(field.typed for field in self.query(Field))

    def shown(self, answer: _Answer, words: str) -> str | Content:  # noqa: ARG002
        """Return how an option is shown."""
        return words

    def body(self) -> ComposeResult:
        """Show the question, the options, and a line to type on where something may be typed."""
        yield Static(self._question, markup=False)
        shown = [Option(self.shown(answer, words)) for answer, words in self._options]
        yield OptionList(*shown, id="sentences", markup=False)
        if self._hint is not None:
            yield Field(placeholder=self._hint, max_length=40)
        yield Static(id="fault", markup=False)

    def on_mount(self) -> None:
        """Begin at the marked option."""
        sentences = self.query_one("#sentences", OptionList)
        sentences.highlighted = self._marked
        sentences.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with the option that was picked."""
        event.stop()
        self.dismiss(self._options[event.option_index][0])

    def on_key(self, event: Key) -> None:
        """Clear the message about the previous try; what is typed on the options goes to the line."""
        self.query_one("#fault", Static).update("")
        if self._hint is not None and event.is_printable and event.character is not None:
            event.stop()
            field = self.query_one(Field)
            field.focus()
            field.insert_text_at_cursor(event.character)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with what was typed, or say why it will not do and mark the letters at fault."""
        event.stop()
        field = self.query_one(Field)
        try:
            self.dismiss(self._read(field.typed))
        except ScorekeeperError as error:
            self.query_one("#fault", Static).update(str(error))
            field.mark(error.at)


class Unforeseen(MessagePump):
    """Stands before the question's own class."""

    _seen = False
    _held: tuple[Key, ...] = ()

    def on_mount(self) -> None:
        """Take keys as answers only after the first frame, which is when the question can be seen."""
        self.call_after_refresh(lambda: self.app.post_message(Callback(self._open)))

    def _open(self) -> None:
        self._seen = True

    def hold(self, key: Key) -> bool:
        """Hold back a key that was typed before this question could be seen; return whether it was."""
        if not self._seen:
            self._held = (*self._held, key)
        return not self._seen

    def let_go(self) -> None:
        """Type the keys again that were held back."""
        for key in self._held:
            self.app.post_message(Key(key.key, key.character))
