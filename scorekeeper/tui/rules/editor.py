"""Changing rules: a house book of the table's own, and the rules in force at the open game.

A house book states only what differs from the book it starts from. The session saves it; `rule_options` lists what
may be picked.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.formats import PackHead, draft, id_of, shipped_wording
from scorekeeper.game import RulesChanged
from scorekeeper.rules import (
    LENGTHS,
    RuleBook,
    Rules,
    Value,
    Wording,
    bears_on_points,
    book_cell,
    key_types,
    newly_impossible,
    read_changes,
    rule_differences,
    value_of,
    why_unplayable,
    with_changes,
)
from scorekeeper.session import AppSession
from scorekeeper.text import N_, _, join_and, ngettext
from scorekeeper.tiles import set_name
from scorekeeper.tui.base.screen import Words, asks
from scorekeeper.tui.rules.pages import book_page
from scorekeeper.tui.rules.rule_list import Rule, RuleList, RuleScreen
from scorekeeper.tui.standing import StandingPane
from scorekeeper.tui.widgets.dialogs import AskLine, Choose, Confirm
from scorekeeper.tui.widgets.text import MUTED


class Editor(RuleScreen):
    """A house book being written, with what was changed in it so far."""

    place: ClassVar[str] = "editor"
    PANES: ClassVar[Mapping[str, str]] = {"ruled": N_("Rules"), "base": ""}

    def __init__(
        self,
        session: AppSession,
        base: RuleBook,
        changes: Mapping[str, Value] | None = None,
        kept: PackHead | None = None,
    ) -> None:
        super().__init__(session)
        self._base = base
        self._kept = kept
        self._changes = dict(changes or {})
        self._title = kept.title if kept else ""
        self._as_kept = (self._title, dict(self._changes))
        self.saved: str | None = None
        """The id of the book, once it is saved."""

    @classmethod
    def of(cls, session: AppSession, book_id: str) -> "Editor":
        """Return the editor of a house book that was saved before."""
        head = session.shelf.head(book_id)
        base = session.shelf.book(session.shelf.rests_on(book_id)[1])
        return cls(
            session, base, read_changes(rule_differences(session.shelf.book(book_id).rules, base.rules)), head
        )

    def body(self) -> ComposeResult:
        """Show the rules, and in much room beside them the book that is changed."""
        yield from super().body()
        with VerticalScroll(id="base", classes="only-vast", can_focus=False):
            yield Static(id="base-text", markup=False)

    def redraw(self) -> None:
        """Show the rules as they are. Raises Malformed if they cannot stand together."""
        super().redraw()
        text, words = self.query_one("#base-text", Static), shipped_wording()
        self.query_one("#base").border_title = self._base.title
        self.call_after_refresh(lambda: text.update(book_page(self._base, words, text.size.width)))

    def wording(self) -> Wording:
        """Return the words for the game that the book is for."""
        return shipped_wording().under(self._base.rules)

    def _draft(self) -> RuleBook:
        return draft(self._base, self._title, self._changes)

    def changed(self) -> dict[str, Value]:
        """Return what differs from the book that is changed."""
        return rule_differences(self._draft().rules, self._base.rules)

    def listed(self) -> list[Rule]:
        """Return the rules as the draft has them."""
        draft, words, changed = self._draft(), self.wording(), self.changed()
        rules = []
        for key in words.keys:
            cell = book_cell(draft, key, words)
            base = book_cell(self._base, key, words)
            instead = base.sentence if base.matters else " ".join(words.sentences(key, base.value))
            is_changed = key in changed and (cell.matters or base.matters)
            rules.append(Rule(key, cell.sentence, instead if is_changed else None, cell.matters))
        return rules

    def title_words(self) -> Content:
        """Return the name of the book, and how much it changes."""
        count = len(self.changed())
        facts = ngettext(
            "{count} change to {base}", "{count} changes to {base}", count, base=self._base.title
        )
        state = _("not saved") if self._unsaved() else ""
        return Content.assemble(
            (self._title or _("New house book"), "bold"), (f"  {facts}  ", MUTED), (state, "$warning")
        )

    def verdict(self) -> Content:
        """Return which tables can no longer play by the book."""
        rules = self._draft().rules
        impossible = newly_impossible(rules, self._base.rules)
        problems = [
            _(
                "No longer possible with a {name} set, by number of players: {players}.",
                name=set_name(size),
                players=_span(seats),
            )
            for size, seats in impossible.items()
        ]
        why = next((why_unplayable(rules, size, seats[0]) for size, seats in impossible.items()), None)
        problems += filter(None, [why])
        if problems:
            return Content.styled("\n".join(f"! {sentence}" for sentence in problems), "$warning")
        return Content.styled(
            _("Every table that could play by {base} can play by this book.", base=self._base.title), MUTED
        )

    @asks
    async def pick(self, key: str, pending: Mapping[str, Value] | None = None) -> None:
        """Ask for the value of a rule; `pending` are changes that cannot stand without it."""
        picked = await self.ask_value(key, value_of(self._draft().rules, key), self._base.id)
        self._change({**(pending or {}), key: picked.value})

    def _change(self, changes: Mapping[str, Value]) -> None:
        """Make changes; where they ask for another rule, ask about that one too."""
        before = self._changes
        self._changes = before | dict(changes)
        try:
            self.redraw()
        except Malformed as error:
            self._changes = before
            if error.where in key_types() and error.where not in changes:
                self.pick(error.where, changes)
            self.tell(str(error.message), "warning")

    def action_restore(self) -> None:
        """Reset the rule under the cursor to that of the base."""
        key = self.query_one(RuleList).marked
        if key in self.changed():
            self._change({key: value_of(self._base.rules, key)})
        else:
            self.tell(_("This rule is as in {base}.", base=self._base.title))

    def action_evening(self) -> None:
        """Simulate evenings by the base, and by the book as it is now."""
        from scorekeeper.simulate import PlannedBook, changed_title
        from scorekeeper.tui.rules.simulation import SimulationScreen

        base, changed = self._base, self.changed()
        books = [PlannedBook(base.id, base.title, base.rules)]
        if changed:
            title = self._title or changed_title(base.title, changed)
            books.append(PlannedBook(base.id, title, self._draft().rules, changed))
        self.app.push_screen(SimulationScreen(self.session, books))

    @asks
    async def action_name(self) -> None:
        """Give the book a name."""
        await self._ask_title()
        self.redraw()

    async def _ask_title(self) -> None:
        """Ask for the name of the book. Raises Malformed if it is none."""
        usual = self._title or _("Our {base}", base=self._base.title)
        title = await self.ask(AskLine(_("What is this book called?"), usual)) or usual
        id_of(title)
        self._title = " ".join(title.split())

    @asks
    async def action_save(self) -> None:
        """Keep the book; ask for its name first if it has none."""
        if not self.changed():
            self.tell(_("Nothing differs from {base} yet.", base=self._base.title), "warning")
            return
        if not self._title:
            await self._ask_title()
        self.redraw()
        self.saved = self.session.save_book(self._base, self._title, self._changes, self._kept)
        self.tell(_("Saved. Choose {title} under Rule book in a new game.", title=self._title))
        self.dismiss()

    def _unsaved(self) -> bool:
        title, changes = self._as_kept
        return self._title != title or self.changed() != rule_differences(
            draft(self._base, title, changes).rules, self._base.rules
        )

    @asks
    async def leave(self) -> None:
        """Close the editor; ask first where something would be lost."""
        question = _("This book is not saved. Discard the changes?")
        if not self._unsaved() or await self.ask(Confirm(question)):
            self.dismiss()

    def before_leaving(self) -> str:
        """Return the question whether the changes to a book may be lost with the app."""
        return _("This book is not saved. Leave and discard the changes?") if self._unsaved() else ""


def _span(seats: Sequence[int]) -> str:
    """Return numbers of players; a run of them as its two ends."""
    first, last = seats[0], seats[-1]
    if last - first + 1 == len(seats) > 2:
        return f"{first}–{last}"
    return join_and([str(players) for players in seats])


class RulesInForce(RuleScreen):
    """What this table plays by."""

    place: ClassVar[str] = "rules"

    def body(self) -> ComposeResult:
        """Show the rules, and the standing beside them."""
        yield from super().body()
        yield StandingPane()

    def wording(self) -> Wording:
        """Return the words for the game as it is played."""
        return shipped_wording().under(self.session.game.rules)

    def _base(self) -> Rules:
        """Return the rules of the game's book; where that is gone, those in force."""
        try:
            return self.session.shelf.book(self.session.game.book).rules
        except ScorekeeperError:
            return self.session.game.rules

    def title_words(self) -> Words:
        """Return which book the table plays by."""
        return self.of_game(_("rules in force"), self.session.book_title())

    def listed(self) -> list[Rule]:
        """Return the rules that hold now."""
        game, words, base = self.session.game, self.wording(), self._base()
        changed, rules = rule_differences(game.rules, base), []
        for key in words.keys:
            matters = words.matters(key, game.rules)
            is_changed = key in changed and (matters or words.matters(key, base))
            now = self._sentences_of(game.rules, key) if matters else _("Not used here")
            rules.append(Rule(key, now, self._sentences_of(base, key) if is_changed else None, matters))
        return rules

    def _sentences_of(self, rules: Rules, key: str) -> str:
        game, words = self.session.game, self.wording()
        try:
            sentences = words.at_table(key, value_of(rules, key), game.set_size, len(game.players))
        except ScorekeeperError:
            sentences = words.sentences(key, value_of(rules, key))
        return " ".join(sentences)

    def verdict(self) -> str:
        """Return until when other rules held."""
        game = self.session.game
        earlier = [
            _(
                "Until round {number}: {sentences}",
                number=period.until,
                sentences=" ".join(
                    self._sentences_of(period.rules, key)
                    for key in rule_differences(period.rules, game.rules)
                ),
            )
            for period in game.earlier
        ]
        return "\n".join(earlier) or _("All rounds are played by these rules.")

    @asks
    async def pick(self, key: str) -> None:
        """Ask for the value of a rule from now on, and what goes with it: why, and whether it also holds before."""
        changes = await self._ask_changes(key)
        if changes.items() <= {rule: value_of(self.session.game.rules, rule) for rule in changes}.items():
            return
        reason = await self.ask(AskLine(_("Why is this rule changed?"), _("you can leave this empty")))
        again = "no"
        if self.session.game.rounds and bears_on_points(key):
            begun = self.session.game.rounds[-1].number
            options = [
                ("no", _("No: it applies from round {number} on", number=begun + 1)),
                ("yes", _("Yes: count rounds 1 to {number} again", number=begun)),
            ]
            again = await self.ask(Choose(_("Does it also change the rounds before?"), options))
        what = RulesChanged(changes=changes, reason=reason or None, count_again=again == "yes")
        if self.change(what):
            self.redraw()
            self.tell(_("Changed. Press {key} on the table to undo it.", key=self.key("undo", "table")))

    async def _ask_changes(self, key: str) -> dict[str, Value]:
        """Ask for the value of a rule; return it with what it cannot do without, such as a number of rounds."""
        game = self.session.game
        changes = {key: (await self.ask_value(key, value_of(game.rules, key), game.book)).value}
        if key in LENGTHS:
            changes["rounds.length"] = LENGTHS[key]
        try:
            with_changes(game.rules, changes)
        except Malformed as error:
            if error.where not in key_types() or error.where in changes:
                raise
            missing = await self.ask_value(error.where, value_of(game.rules, error.where), game.book)
            changes[error.where] = missing.value
        return changes
