"""Ruling: yes or no in large, then why, what may be done instead, the rule's source, and which rule books differ."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from scorekeeper.game import RulingKept
from scorekeeper.judge import (
    RULING_MARKS,
    FormLine,
    Ruling,
    UnaskedBook,
    UnplayableBook,
    alternatives,
    described_facts,
    follows,
    group_by_answer,
    line_label,
    rule_sentence,
    ruling_headline,
    ruling_tone,
    settling_fact,
)
from scorekeeper.session import AppSession, Dispute, Rulings
from scorekeeper.text import N_, _
from scorekeeper.tui.base.screen import FRAME, AppScreen, Words
from scorekeeper.tui.judge.picture import Picture
from scorekeeper.tui.standing import StandingPane
from scorekeeper.tui.widgets.figures import Card, Figures
from scorekeeper.tui.widgets.letters import large
from scorekeeper.tui.widgets.text import (
    HEADING,
    MUTED,
    NAME,
    NARROW,
    PLAIN,
    WIDEST,
    TextLine,
    fitted,
    hung,
    page,
    under_bands,
)


def ruling_content(
    dispute: Dispute, ruling: Ruling, others: Rulings, width: int, key: str, *, panes: bool = False
) -> Content:
    """Return a ruling: why, what would settle it, what instead, the rule's source, and which rule books differ.

    `key` is the name of the one that asks for more facts. In panes the facts stand beside it.
    """
    width = max(NARROW, min(width, WIDEST))
    sentence = dispute.sentence(ruling)
    stands_above = sentence == ruling_headline(ruling, dispute.text.answers)
    parts = [
        [] if stands_above else hung(NAME, "", _("{sentence}.", sentence=sentence), width),
        hung(PLAIN, "", ruling.besides, width) if ruling.besides else [],
        _marked(_("This would settle it"), () if ruling.outcomes else ruling.needs, width),
        _marked(
            _("Then") if follows(ruling) else _("Instead"),
            alternatives(ruling, dispute.draft.players, dispute.draft.set_size),
            width,
        ),
        list(_source(dispute, ruling, width)),
        list(_otherwise(dispute, ruling, others, width, key)) if others else [],
        [] if panes else _marked(_("What you said"), _said(dispute), width),
    ]
    lines = [line for part in parts if part for line in [*part, ("", PLAIN)]]
    return page(lines[:-1])


def _said(dispute: Dispute) -> tuple[str, ...]:
    facts = described_facts(dispute.draft)
    return tuple(_("{fact}: {words}", fact=fact, words=words) for fact, words in facts)


def _marked(heading: str, texts: tuple[str, ...], width: int) -> list[TextLine]:
    if not texts:
        return []
    return [(heading, HEADING), *(line for text in texts for line in hung(PLAIN, "· ", text, width))]


def _source(dispute: Dispute, ruling: Ruling, width: int) -> Iterator[TextLine]:
    yield _("Who says so"), HEADING
    sentence, basis = rule_sentence(ruling, dispute.wording), dispute.basis(ruling)
    if sentence:
        yield from hung(PLAIN, "", sentence, width)
    yield from hung(PLAIN, "", basis or dispute.session.shelf.title(ruling.rules), width)
    if ruling.source and ruling.rule not in dispute.draft.house:
        yield from hung(MUTED, "", _("Source: {source}", source=ruling.source), width)
    if ruling.rule is not None:
        name = dispute.wording.keys[ruling.rule].name
        yield from hung(MUTED, "", _("Rule: {rule}", rule=name), width)


def _otherwise(dispute: Dispute, ruling: Ruling, others: Rulings, width: int, key: str) -> Iterator[TextLine]:
    """Yield a line for each other answer, with the rule books that give it."""
    yield _("Other rule books"), HEADING
    groups = [group for group in group_by_answer(others) if group[0].decision != ruling.decision]
    unasked = [other for other in others if isinstance(other, UnaskedBook)]
    if not groups and not unasked:
        yield from hung(PLAIN, "", _("All that can be played at this table agree."), width)
    for group in groups:
        titles = "; ".join(dispute.session.shelf.title(ruling.rules) for ruling in group)
        sentence = _("{answer}: {books}", answer=_head(dispute, group[0]), books=titles)
        yield from hung(PLAIN, "", sentence, width)
    if unasked:
        titles = "; ".join(dispute.session.shelf.title(other.rules) for other in unasked)
        sentence = _("Needs to know more: {books}", books=titles)
        yield from hung(PLAIN, "? ", sentence, width)
    if dispute.asks_too_little(others):
        hint = _(
            "Some of them need facts that you were not asked for; {key} on the form asks for all.", key=key
        )
        yield from hung(MUTED, "", hint, width)


def _head(dispute: Dispute, ruling: Ruling) -> str:
    sign = RULING_MARKS[ruling_tone(ruling, dispute.draft.question)]
    return f"{sign} {ruling_headline(ruling, dispute.text.answers)}"


def answers_by_book(dispute: Dispute, others: Rulings) -> list[tuple[str, list[str]]]:
    """Return each answer with the titles of the rule books that give it, the rarest first; the own book is marked."""
    answered: dict[str, list[str]] = {}
    unanswered: dict[str, list[str]] = {}
    own = dispute.draft.rules
    for other in sorted(others, key=lambda other: other.rules != own):
        mark = OWN if other.rules == own else ""
        title = f"{mark}{dispute.session.shelf.title(other.rules)}"
        match other:
            case Ruling(because=because, after_colon=after_colon):
                words = _head(dispute, other)
                if other.verdict == "depends":  # as its reason says
                    words = f"{words[:1]} {other.reason}"
                elif not because or because not in words:
                    words = _("{answer}: {reason}", answer=words, reason=because or after_colon)
                answered.setdefault(words, []).append(title)
            case UnaskedBook():
                words = _("? Needs facts that you were not asked for")
                unanswered.setdefault(words, []).append(title)
            case UnplayableBook(error=error):
                unanswered.setdefault(f"– {error}", []).append(title)
    return [*sorted(answered.items(), key=lambda pair: len(pair[1])), *unanswered.items()]


def comparison_page(dispute: Dispute, others: Rulings, width: int, key: str) -> Content:
    """Return each answer with the rule books that give it, one below the other.

    `key` is the name of the one that asks for more facts.
    """
    width = max(NARROW, width)
    lines: list[TextLine] = []
    about = {book.title: book.summary for book in dispute.session.books()}
    apart = "\n  " if width >= WIDEST else " · "
    for answer, titles in answers_by_book(dispute, others):
        blurbs = (f"{title}{apart}{about.get(title.removeprefix(OWN), '')}" for title in titles)
        below = [(f"  {fitted(line, width - 2)}", PLAIN) for words in blurbs for line in words.split("\n")]
        lines += [*under_bands(hung(NAME, "", answer, width), width), *below, ("", PLAIN)]
    unasked = [other for other in others if isinstance(other, UnaskedBook)]
    draft = dispute.draft
    wanted = dict.fromkeys(line_label(draft, FormLine(name)) for other in unasked for name in other.facts)
    if wanted:
        hint = _("{key} on the form asks for them: {facts}.", key=key, facts="; ".join(wanted))
        return page([*lines, *hung(MUTED, "", hint, width)])
    return page(lines[:-1])


_MARGIN = 6
"""Columns beside the text: padding and the scroll bar."""


OWN = "▸\N{NO-BREAK SPACE}"
"""Marks the rule book of the table."""

HIGHEST = 9
"""Rows of the answer's letters in panes at the most."""

WHY, VAST = 60, 20
"""The part of a hundred of the columns for the reasons, and how much less it is beside the standing."""

ANSWERS = 55
"""The part of a hundred of the columns for the answers of all books."""

LARGE_SIGN = 4
"""Columns that the sign before a large answer takes."""


class RulingScreen(AppScreen):
    """One ruling, on the facts as they were given. Raises ScorekeeperError where there can be none."""

    CSS_PATH = "judge.tcss"
    place: ClassVar[str] = "ruling"
    PANES: ClassVar[Mapping[str, str]] = {
        "answer": N_("Answer"),
        "reasons": N_("Why"),
        "position": N_("Position"),
    }

    def __init__(self, session: AppSession, dispute: Dispute) -> None:
        super().__init__(session)
        self._dispute = dispute
        self.ruling = dispute.ruling()
        dispute.settle()
        self._is_kept = False
        self.wanted: str | None = None
        """The fact that the person wants to give."""

    @cached_property
    def _others(self) -> Rulings:
        """What every rule book says: ruled on once the own ruling is to be seen."""
        return self._dispute.under_every_book(self.ruling)

    def title_words(self) -> Words:
        """Return the title."""
        return Content.styled(self._dispute.text.question, "bold")

    def body(self) -> ComposeResult:
        """Show question, answer and reasons."""
        mood = ruling_tone(self.ruling, self._dispute.draft.question)
        yield Static(id="answer", classes=f"-{mood}", markup=False)
        if self._dispute.round is not None:
            yield StandingPane()
        with VerticalScroll(classes="page", id="reasons"):
            yield Static(id="why", markup=False)
        with VerticalScroll(classes="only-panes", id="position"):
            yield Picture(self._dispute)
            yield Static(id="facts-given", markup=False)

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one("#reasons").focus()
        self.query_one(Picture).redraw()
        self.call_after_refresh(self._show_others)

    def _show_others(self) -> None:
        if self._others:
            self.redraw()

    def redraw(self) -> None:
        """Wrap the text to the width there is; what other books say comes after the own ruling was seen."""
        width, key = self.size.width - _MARGIN, self.key("more", "dispute")
        panes = self.has_class("-panes")
        self.query_one("#answer", Static).update(self._answer(width, HIGHEST if panes else 3))
        if panes:
            part = WHY - VAST * self.has_class("-vast")
            width = width * part // 100 - FRAME.width
            given = _marked(
                _("What you said"), _said(self._dispute), self.size.width * (100 - WHY) // 100 - 8
            )
            self.query_one("#facts-given", Static).update(page(given))
        others = vars(self).get("_others", ())
        why = ruling_content(self._dispute, self.ruling, others, width, key, panes=panes)
        self.query_one("#why", Static).update(why)

    def _answer(self, width: int, height: int) -> Content:
        """Return the answer, its first words in large, with its sign beside it."""
        answer = ruling_headline(self.ruling, self._dispute.text.answers)
        first, comma, rest = answer.partition(", ")
        drawn = large(first, width - LARGE_SIGN, height)
        sign = RULING_MARKS[ruling_tone(self.ruling, self._dispute.draft.question)]
        if drawn == first:
            return Content(f"{sign}  {answer}")
        top, *below = drawn.split("\n")
        lines = [f"{sign}  {top}", *(f"   {line}" for line in below)]
        if comma:
            lines[-1] += f"   {rest}" if len(lines[-1]) + len(rest) < width else f"\n   {rest}"
        return Content("\n".join(lines))

    def footer_words(self, action: str) -> str | None:
        """Return that a fact is wanted, where one is."""
        return _("Give the fact") if action == "give" and self._wants_fact else super().footer_words(action)

    @property
    def _wants_fact(self) -> bool:
        return self.ruling.verdict == "depends" and not self._dispute.draft.question.states

    def action_give(self) -> None:
        """Go back to the facts, to the line of the one that would settle it."""
        draft = self._dispute.draft
        if self._wants_fact:
            self.wanted = settling_fact(
                self.ruling, draft.question, draft.layout, {line.name for line in draft.given}
            )
        self.dismiss()

    def action_compare(self) -> None:
        """Show the ruling of every rule book."""
        self.app.push_screen(Comparison(self.session, self._dispute, self._others))

    def action_keep(self) -> None:
        """Keep the ruling in the game's log."""
        number = self._dispute.round
        if number is None:
            self.tell(_("Only a game keeps rulings. Press {key} to print this one.", key=self.key("print")))
        elif self._is_kept:
            self.tell(_("This ruling is kept already."))
        elif self.change(RulingKept(number, self._dispute.kept(self.ruling))):
            self._is_kept = True
            key = self.key("undo", "table")
            self.tell(_("Saved in the log of this game. Press {key} on the table to undo it.", key=key))

    def action_print(self) -> None:
        """Print the ruling on one page."""
        from scorekeeper.tui.printing import Print

        self.app.push_screen(Print(self.session, ruling=self._dispute.sheet(self.ruling, self._others)))


class Comparison(AppScreen):
    """The same question under every rule book, by their answers."""

    CSS_PATH = "judge.tcss"
    place: ClassVar[str] = "comparison"
    PANES: ClassVar[Mapping[str, str]] = {"answers": N_("Answers"), "counts": N_("Rule books")}

    def __init__(self, session: AppSession, dispute: Dispute, others: Rulings) -> None:
        super().__init__(session)
        self._dispute = dispute
        self._others = others

    def title_words(self) -> Words:
        """Return the title."""
        game = self.session.shelf.game_name(self._dispute.draft.rules)
        sentence = N_("{question} All {count} rule books of {game}")
        return _(sentence, question=self._dispute.text.question, count=len(self._others), game=game)

    def body(self) -> ComposeResult:
        """Show the answers."""
        with VerticalScroll(classes="page", id="answers"):
            yield Static(id="every-book", markup=False)
        yield Figures(id="counts")

    def redraw(self) -> None:
        """Wrap the text to the width there is."""
        width, key, panes = self.size.width - _MARGIN, self.key("more", "dispute"), self.has_class("-panes")
        width = width * ANSWERS // 100 - FRAME.width if panes else width
        shown = comparison_page(self._dispute, self._others, width, key)
        self.query_one("#every-book", Static).update(shown)
        answers = answers_by_book(self._dispute, self._others)
        room = self.size.width - width - 4 * FRAME.width
        self.query_one(Figures).put(
            [Card(str(len(books)), fitted(answer, room).rstrip()) for answer, books in answers]
        )
