"""A line of the judge's form: what is asked, what is typed, a place to tap, and what it means."""

import asyncio
from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Input

from scorekeeper.errors import ScorekeeperError
from scorekeeper.judge import FACTS, FormLine, draft_faults, line_hint, line_label, missing_facts
from scorekeeper.session import AppSession, Dispute
from scorekeeper.text import N_, _, join_and
from scorekeeper.tiles import set_name
from scorekeeper.tui.base.screen import AppScreen, Steady, SteadyText, Words, asks
from scorekeeper.tui.judge.picture import Picture
from scorekeeper.tui.standing import StandingPane
from scorekeeper.tui.widgets.dialogs import Confirm
from scorekeeper.tui.widgets.field import Field, FieldLine

_LABEL, _NARROW_LABEL = 20, 17
"""Columns before the field, wide and narrow."""

_MARK = " ▾ "


class FactField(Field):
    """A field that grows with what is typed, as far as its line has room.

    What is typed takes the place of a single value; to a list it is added.
    """

    def __init__(self, text: str, *, single: bool) -> None:
        super().__init__(
            text, compact=True, max_length=200, select_on_focus=single, joint=" " if single else ", "
        )

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """Return the columns it takes."""
        return self.columns(container.width, *map(self.screen.has_class, ("-narrow", "-ample")))

    def columns(self, room: int, narrow: bool, ample: bool) -> int:
        """Return the columns it takes where the line has so many behind the label."""
        least, percent = (14, 75) if narrow else (24 * (1 + ample), 60)
        return min(max(least, self.content_width), room * percent // 100)


class FactLine(FieldLine):
    """One fact of a dispute: its label, the field, a mark to tap, and what the fact means."""

    field: FactField

    def __init__(self, line: FormLine, label: str, text: str) -> None:
        super().__init__(classes="fact")
        self.line = line
        self.label = label
        self.field = FactField(text, single=FACTS[line.name].kind.single)
        self.said = Content()
        """What the fact means, or what is wrong with it."""
        self._around = 0, 0
        """Rows above and below it."""

    def drawn(self, width: int) -> list[Content]:
        """Return the label, the mark and the meaning, around the field."""
        label, mark = self._label_columns, self.mark_at(width)
        indent = mark.stop
        first, *more = self.said.wrap(max(1, width - indent))
        above, below = ([Content()] * rows for rows in self._around)
        head = Content(self.label).truncate(label, ellipsis=True, pad=True).pad_right(mark.start - label)
        lines = [head + Content.styled(_MARK, "$primary") + first, *(line.pad_left(indent) for line in more)]
        return [*above, *lines, *below[len(more) :]]

    def stretch(self, rows: int) -> None:
        """Take so many rows, with the words in their middle."""
        above, below = around = (rows - 1) // 2, rows // 2
        if around != self._around:
            self._around = around
            self.field.styles.height, self.field.styles.padding = rows, (above, 0, below, 0)
            self.redraw()

    @property
    def _label_columns(self) -> int:
        return _NARROW_LABEL if self.narrow else _LABEL

    def mark_at(self, width: int) -> range:
        """Return the columns of the mark, in a line so wide."""
        label = self._label_columns
        start = label + self.field.columns(width - label, self.narrow, self.screen.has_class("-ample"))
        return range(start, start + len(_MARK))

    def enter(self) -> None:
        """Go to the field; the cursor is behind what is typed."""
        self.field.cursor_position = len(self.field.value)
        self.screen.set_focus(self.field)

    def explain(self, meaning: str, wrong: bool = False) -> None:
        """Show what the line means, or what is wrong with it."""
        self.said = Content.styled(f"✘ {meaning}", "bold $error") if wrong else Content.styled(meaning, "dim")
        self.redraw()


class Beside(Steady, Widget):
    """The facts and the picture, one below or beside the other."""


AROUND_FACTS, TALL_FACT, TALLEST_FACT = 9, 4, 6
"""Rows around the facts, of a fact where there is much room, and the most of one."""


class Scrolled(Steady, VerticalScroll, can_focus=False):
    """What scrolls when there is no room for it."""


_BESIDE = 100
"""Columns from which the table is drawn beside the facts."""


class JudgeForm(AppScreen):
    """The facts of one dispute."""

    CSS_PATH = "judge.tcss"
    place: ClassVar[str] = "dispute"
    PANES: ClassVar[Mapping[str, str]] = {
        "facts-told": N_("Question"),
        "picture": N_("The table"),
    }
    AUTO_FOCUS: ClassVar[str | None] = ""

    def __init__(self, session: AppSession, dispute: Dispute) -> None:
        super().__init__(session)
        self._dispute = dispute
        self._laying_out = asyncio.Lock()
        self.set_class(self.app.size.width >= _BESIDE, "-beside", update=False)
        self.set_class(dispute.round is None, "-alone", update=False)

    def title_words(self) -> Words:
        """Return the title."""
        return Text(self._dispute.text.question, style="bold")

    def body(self) -> ComposeResult:
        """Show the question, a line per fact, the table, and what to type."""
        yield SteadyText(table_summary(self._dispute), id="about", markup=False)
        yield SteadyText(id="hint", markup=False)
        with Beside(id="dispute"):
            yield Scrolled(*map(self._fact_line, self._dispute.lines()), id="facts-told")
            yield Scrolled(Picture(self._dispute), id="picture")
            if self._dispute.round is not None:
                yield StandingPane()

    def _fact_line(self, line: FormLine) -> FactLine:
        draft = self._dispute.draft
        return FactLine(line, line_label(draft, line), draft.text(line))

    def on_mount(self) -> None:
        """Begin at the first fact, which shows what each line means."""
        self._begin()

    def _begin(self) -> None:
        lines = self._lines()
        if lines:
            lines[0].enter()
        else:
            sentence = _("No facts are needed here. Press {key} for the ruling.", key=self.key("rule"))
            self.query_one("#hint", SteadyText).update(sentence)

    def on_resize(self, event: Resize) -> None:
        """Draw the table beside the facts where there is room, else below."""
        self.set_class(event.size.width >= _BESIDE, "-beside")
        self.call_after_refresh(self._lay_out)

    def _lines(self) -> list[FactLine]:
        return list(self.query(FactLine))

    async def _lay_out(self) -> None:
        """Show the lines that are asked for now, which share the height where there is much room."""
        async with self._laying_out:
            wanted = self._dispute.lines()
            share = (self.size.height - AROUND_FACTS) // max(1, len(wanted))
            ample = self.has_class("-panes") and share >= TALL_FACT
            self.set_class(ample, "-ample")
            await self._offer(wanted)
            for shown in self._lines():
                shown.stretch(min(share, TALLEST_FACT) - 1 if ample else 1)

    async def _offer(self, wanted: tuple[FormLine, ...]) -> None:
        """Show these lines, keeping those that are there."""
        if wanted != tuple(shown.line for shown in self._lines()):
            here = {fact.line: fact for fact in self._lines()}
            for line, widget in here.items():
                if line not in wanted:
                    await widget.remove()
            facts, before = self.query_one("#facts-told"), None
            for line in wanted:
                if line not in here:
                    here[line] = self._fact_line(line)
                    await facts.mount(here[line], **({"before": 0} if before is None else {"after": before}))
                before = here[line]

    async def on_input_changed(self, event: Input.Changed) -> None:
        """Take what is typed and show what it means."""
        line = event.input.parent
        if isinstance(line, FactLine):
            await self._take(line, event.value)

    async def _typed(self) -> None:
        """Wait until all that was typed is in its line, and take it over."""
        await self.typed_out()
        here = self._line_in_hand()
        if here is not None:
            await self._take(here, here.field.value)
        if self._dispute.take_names():
            self.query_one("#about", SteadyText).update(table_summary(self._dispute))
            await self._lay_out()

    async def _take(self, line: FactLine, text: str) -> None:
        """Take over the text of a line if it is new: the lines to fill in can be others then."""
        if self._dispute.draft.typed.get(line.line, "") != text:
            self._dispute.give(line.line, text)
            await self._lay_out()
            self._show()

    def _show(self) -> None:
        """Show what every line means, and draw the table."""
        wrong, needed = draft_faults(self._dispute.draft), missing_facts(self._dispute.draft)
        here = self._line_in_hand()
        for fact in self._lines():
            fault = wrong.get(fact.line)
            if fault is None:
                fact.explain(self._meaning(fact.line, needed))
            elif fact is here:
                fact.explain("")
            else:
                fact.explain(str(fault), wrong=True)
                fact.field.mark(fault.at)
        self.query_one(Picture).redraw()

    def _meaning(self, line: FormLine, needed: tuple[str, ...]) -> str:
        if line in self._dispute.draft.given:
            return self._dispute.draft.meaning(line)
        return _("needed") if line.name in needed and not FACTS[line.name].each else ""

    def _line_in_hand(self) -> FactLine | None:
        parent = self.focused.parent if self.focused else None
        return parent if isinstance(parent, FactLine) else None

    def on_descendant_focus(self) -> None:
        """Show what to type on the line, and what is wrong with the others."""
        line = self._line_in_hand()
        if line is not None:
            self.query_one("#hint", SteadyText).update(line_hint(self._dispute.draft, line.line))
        self._show()

    async def action_next(self) -> None:
        """Go to the next line; from the last one, to the ruling."""
        await self._typed()
        await self._lay_out()
        lines, here = self._lines(), self._line_in_hand()
        if below := lines[lines.index(here) + 1 :] if here in lines else lines:
            below[0].enter()
        else:
            await self.action_rule()

    async def action_line_up(self) -> None:
        """Go one line up."""
        await self._step(-1)

    async def action_line_down(self) -> None:
        """Go one line down."""
        await self._step(1)

    async def _step(self, by: int) -> None:
        await self._typed()
        lines, here = self._lines(), self._line_in_hand()
        index = lines.index(here) if here in lines else -1
        if lines:
            lines[(index + by) % len(lines)].enter()

    async def action_rule(self) -> None:
        """Rule on the facts given, or show what is missing or cannot be."""
        from scorekeeper.tui.judge.ruling import RulingScreen

        await self._typed()
        await self._lay_out()
        try:
            shown = RulingScreen(self.session, self._dispute)
        except ScorekeeperError as error:
            self.tell(str(error), "error")
            wrong = next(iter(draft_faults(self._dispute.draft)), None)
            if named := [wrong.name] if wrong is not None else missing_facts(self._dispute.draft):
                await self._go_to(named[0], wrong)
            self._show()
            return

        async def ruled(_nothing: None) -> None:
            if shown.wanted is not None:
                await self._go_to(shown.wanted, about=" ".join(shown.ruling.needs))

        self.app.push_screen(shown, ruled)
        self._show()

    async def _go_to(self, name: str, line: FormLine | None = None, about: str = "") -> None:
        """Go to the line of a fact: of a player who is named in `about` first, and of these an empty one.

        What only other books ask for is shown if it is there.
        """

        def rank(fact: FactLine) -> tuple[bool, bool]:
            return FACTS[name].each and fact.line.part not in about, fact.field.typed != ""

        lines = [fact for fact in self._lines() if line in (None, fact.line) and fact.line.name == name]
        if lines:
            min(lines, key=rank).enter()
        elif not self._dispute.every:
            self._dispute.every = True
            await self._lay_out()
            await self._go_to(name, about=about)

    async def action_more(self) -> None:
        """Show also the facts that only other rule books ask for, or hide them again."""
        if not self._dispute.every and not self._dispute.asks_less():
            self.tell(_("No other rule book asks for more."))
            return
        self._dispute.every = not self._dispute.every
        await self._lay_out()
        if self._line_in_hand() is None:
            self._begin()
        self._show()

    async def action_pick(self) -> None:
        """Pick the fact of this line instead of typing it."""
        await self.typed_out()
        line = self._line_in_hand()
        if line is not None:
            self._pick(line)

    async def on_field_line_tapped(self, event: FactLine.Tapped) -> None:
        """Pick the fact of the line that was tapped."""
        if isinstance(event.line, FactLine):
            self._pick(event.line)

    @asks
    async def _pick(self, line: FactLine) -> None:
        """Ask for a fact, and go on to the next line if there is one."""
        from scorekeeper.tui.judge.fact_picker import pick

        line.enter()
        text = await pick(self, self._dispute.draft, line.line)
        line.field.value = text
        self._dispute.give(line.line, text)
        await self._lay_out()
        lines = self._lines()
        lines[min(lines.index(line) + 1, len(lines) - 1)].enter()

    def before_quitting(self) -> str:
        """Return the question whether facts may be lost that nobody had a ruling on."""
        if not self._dispute.has_typed:
            return ""
        return _("There is no ruling yet. Leave and discard what you typed?")

    def offers(self, action: str) -> bool:
        """Offer the facts of the last dispute only where some of them still hold."""
        return action != "take_last" or self._dispute.offers_last

    async def action_take_last(self) -> None:
        """Fill the empty lines with what still holds of the last dispute."""
        await self._typed()
        self._dispute.take_last()
        await self._fill()

    @asks
    async def action_clear(self) -> None:
        """Empty all lines."""
        if await self.ask(Confirm(_("Empty all lines?"))):
            self._dispute.forget()
            await self._fill()

    async def _fill(self) -> None:
        """Show on every line what the dispute has there, and begin at the first one."""
        for fact in self._lines():
            fact.field.value = self._dispute.draft.typed.get(fact.line, "")
        await self._lay_out()
        self._show()
        self._begin()


def table_summary(dispute: Dispute) -> str:
    """Return in one line which table it is: round, set, rule book, players."""
    draft = dispute.draft
    facts = {
        "double": draft.double,
        "began": draft.began_with,
        "set_name": set_name(draft.set_size),
        "book": dispute.session.shelf.title(draft.rules),
        "players": join_and(draft.players),
    }
    if draft.began_with != draft.double:
        return _(
            "Round of {double}-{double}, started with {began}-{began} · {set_name} · {book} · {players}",
            **facts,
        )
    return _("Round of {double}-{double} · {set_name} · {book} · {players}", **facts)
