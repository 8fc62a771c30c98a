"""Changing rules: a house book of the table's own, and the rules in force at the open game.

A house book states only what differs from the book it starts from. The session saves it; `rule_options` lists what
may be picked.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.formats import PackHead, draft, id_of
from scorekeeper.game import RulesChanged
from scorekeeper.rules import (
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
)
from scorekeeper.session import AppSession
from scorekeeper.text import N_, _, join_and, ngettext
from scorekeeper.tiles import set_name
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.screen import GameScreen, Words
from scorekeeper.tui.rules.rule_list import Pick, Rule, RuleChoice, RuleList
from scorekeeper.tui.widgets.dialogs import AskLine, Choose, confirm
from scorekeeper.tui.widgets.text import MUTED


class Editor(GameScreen):
    """A house book being written, with what was changed in it so far."""

    place: ClassVar[str] = "editor"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("pick", "enter", N_("Pick"), N_("Pick another sentence for the marked rule.")),
        ScreenAction("save", "f5", N_("Save"), N_("Save the book in your own folder of rule books.")),
        ScreenAction("restore", "r", N_("Reset"), N_("Reset the marked rule to what the book says.")),
        ScreenAction("search", "s", N_("Search"), N_("Find rules by any word that players use.")),
        ScreenAction("changes", "d", N_("Changes"), N_("Show only what differs, or all rules again.")),
        ScreenAction("evening", "v", N_("Evening"), N_("See what the changes do to an evening.")),
        ScreenAction("name", "e", N_("Title"), N_("Give the book another name.")),
        ScreenAction(
            "back", "escape,q", N_("Back"), N_("Back to the rule books; asks before changes are lost.")
        ),
    )

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
        base = session.book(session.shelf.rests_on(book_id)[1])
        return cls(
            session, base, read_changes(rule_differences(session.book(book_id).rules, base.rules)), head
        )

    def body(self) -> ComposeResult:
        """Show the book's name, its rules, and what they come to."""
        yield RuleList(self._wording(), self.key("search"))
        yield Static(id="verdict", markup=False)

    def on_mount(self) -> None:
        """Show the book as it is."""
        self.redraw()
        self.query_one(RuleList).options.focus()

    def _wording(self) -> Wording:
        """Return the words for the game that the book is for."""
        return self.session.wording.under(self._base.rules)

    def _draft(self) -> RuleBook:
        return draft(self._base, self._title, self._changes)

    def changed(self) -> dict[str, Value]:
        """Return what differs from the book that is changed."""
        return rule_differences(self._draft().rules, self._base.rules)

    def redraw(self) -> None:
        """Show the rules, and what they come to. Raises Malformed if they cannot stand together."""
        super().redraw()
        draft, words = self._draft(), self._wording()
        changed = self.changed()
        rules = []
        for key in words.keys:
            cell = book_cell(draft, key, words)
            instead = book_cell(self._base, key, words).sentence if key in changed else None
            rules.append(Rule(key, cell.sentence, instead, cell.matters))
        browser = self.query_one(RuleList)
        browser.show(rules, browser.size.width or self.app.size.width)
        self.query_one("#verdict", Static).update(self._verdict(draft))

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

    def _verdict(self, draft: RuleBook) -> Content:
        impossible = newly_impossible(draft.rules, self._base.rules)
        problems = [
            _(
                "No longer possible with a {name} set, by number of players: {players}.",
                name=set_name(size),
                players=_span(seats),
            )
            for size, seats in impossible.items()
        ]
        why = next((why_unplayable(draft.rules, size, seats[0]) for size, seats in impossible.items()), None)
        problems += filter(None, [why])
        if problems:
            return Content.styled("\n".join(f"! {sentence}" for sentence in problems), "$warning")
        return Content.styled(
            _("Every table that could play by {base} can play by this book.", base=self._base.title), MUTED
        )

    def on_rule_list_picked(self, event: RuleList.Picked) -> None:
        """Ask for the value of the rule."""
        self._pick(event.key, {})

    def _pick(self, key: str, pending: Mapping[str, Value]) -> None:
        """Ask about a rule; `pending` are changes that cannot stand without it."""
        value = value_of(self._draft().rules, key)

        def picked(answer: RuleChoice | None) -> None:
            if answer is not None:
                self._change({**pending, answer.key: answer.value})

        self.app.push_screen(
            Pick(key, value, self.session.books_of_game(self._base.id), self._wording()), picked
        )

    def _change(self, changes: Mapping[str, Value]) -> None:
        """Make changes; where they ask for another rule, ask about that one too."""
        before = self._changes
        self._changes = before | dict(changes)
        try:
            self.redraw()
        except Malformed as error:
            self._changes = before
            if error.where in key_types() and error.where not in changes:
                self._pick(error.where, changes)
            self.tell(str(error.message), "warning")

    def action_pick(self) -> None:
        """Ask about the rule under the cursor."""
        key = self.query_one(RuleList).marked
        if key is not None:
            self._pick(key, {})

    def action_restore(self) -> None:
        """Reset the rule under the cursor to that of the base."""
        key = self.query_one(RuleList).marked
        if key in self.changed():
            self._change({key: value_of(self._base.rules, key)})
        else:
            self.tell(_("This rule is as in {base}.", base=self._base.title))

    def action_search(self) -> None:
        """Go to the line to search by."""
        self.query_one(RuleList).search()

    def action_changes(self) -> None:
        """Show only what differs, or everything."""
        self.query_one(RuleList).toggle_changed()

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

    def action_name(self) -> None:
        """Give the book a name."""
        self._ask_title(self.redraw)

    def _ask_title(self, after: Callable[[], None]) -> None:
        usual = self._title or _("Our {base}", base=self._base.title)

        def named(title: str | None) -> None:
            if title is not None and self.attempt(lambda: id_of(title or usual)):
                self._title = " ".join((title or usual).split())
                after()

        self.app.push_screen(AskLine(_("What is this book called?"), usual), named)

    def action_save(self) -> None:
        """Keep the book; ask for its name first if it has none."""
        if not self.changed():
            self.tell(_("Nothing differs from {base} yet.", base=self._base.title), "warning")
        elif not self._title:
            self._ask_title(self._save)
        else:
            self._save()

    def _save(self) -> None:
        def save() -> None:
            self.saved = self.session.save_book(self._base, self._title, self._changes, self._kept)

        self.redraw()
        if self.attempt(save):
            self.tell(_("Saved. Choose {title} under Rule book in a new game.", title=self._title))
            self.dismiss()

    def _unsaved(self) -> bool:
        title, changes = self._as_kept
        return self._title != title or self.changed() != rule_differences(
            draft(self._base, title, changes).rules, self._base.rules
        )

    def action_back(self) -> None:
        """Leave the search, else the editor; ask first where something would be lost."""
        if self.query_one(RuleList).leave_search():
            return
        if not self._unsaved():
            self.dismiss()
        else:
            confirm(self, _("This book is not saved. Discard the changes?"), self.dismiss)

    def before_leaving(self) -> str:
        """Return the question whether the changes to a book may be lost with the app."""
        return _("This book is not saved. Leave and discard the changes?") if self._unsaved() else ""


def _span(seats: Sequence[int]) -> str:
    """Return numbers of players; a run of them as its two ends."""
    first, last = seats[0], seats[-1]
    if last - first + 1 == len(seats) > 2:
        return f"{first}–{last}"
    return join_and([str(players) for players in seats])


class RulesInForce(GameScreen):
    """What this table plays by."""

    place: ClassVar[str] = "rules"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("pick", "enter", N_("Change"), N_("Change the marked rule, from the next round on.")),
        ScreenAction("search", "s", N_("Search"), N_("Find rules by any word that players use.")),
        ScreenAction(
            "changes", "d", N_("Changes"), N_("Show only what this table changed, or all rules again.")
        ),
        ScreenAction("back", "escape,q", N_("Back"), N_("Back to the table.")),
    )

    def body(self) -> ComposeResult:
        """Show the rules, and since when they hold."""
        yield RuleList(self._wording(), self.key("search"))
        yield Static(id="verdict", markup=False)

    def on_mount(self) -> None:
        """Show the rules of the game as it stands."""
        self.redraw()
        self.query_one(RuleList).options.focus()

    def _wording(self) -> Wording:
        """Return the words for the game as it is played."""
        return self.session.wording.under(self.session.game.rules)

    def _base(self) -> Rules:
        """Return the rules of the game's book; where that is gone, those in force."""
        try:
            return self.session.book(self.session.game.book).rules
        except ScorekeeperError:
            return self.session.game.rules

    def title_words(self) -> Words:
        """Return which book the table plays by."""
        return self.of_game(_("rules in force"), self.session.book_title())

    def redraw(self) -> None:
        """Show the rules, and until when others held."""
        super().redraw()
        game, words, base = self.session.game, self._wording(), self._base()
        changed = rule_differences(game.rules, base)
        rules = [
            Rule(
                key,
                self._sentences_of(game.rules, key),
                self._sentences_of(base, key) if key in changed else None,
                words.matters(key, game.rules),
            )
            for key in words.keys
        ]
        browser = self.query_one(RuleList)
        browser.show(rules, browser.size.width or self.app.size.width)
        self.query_one("#verdict", Static).update(
            "\n".join(self._earlier()) or _("All rounds are played by these rules.")
        )

    def _sentences_of(self, rules: Rules, key: str) -> str:
        game, words = self.session.game, self._wording()
        if not words.matters(key, rules):
            return _("Not used here")
        try:
            sentences = words.at_table(key, value_of(rules, key), game.set_size, len(game.players))
        except ScorekeeperError:
            sentences = words.sentences(key, value_of(rules, key))
        return " ".join(sentences)

    def _earlier(self) -> list[str]:
        game = self.session.game
        return [
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

    def on_rule_list_picked(self, event: RuleList.Picked) -> None:
        """Ask for the value of the rule from now on."""
        self._pick(event.key)

    def _pick(self, key: str) -> None:
        value = value_of(self.session.game.rules, key)

        def picked(answer: RuleChoice | None) -> None:
            if answer is not None and answer.value != value:
                self._ask_reason(answer)

        self.app.push_screen(
            Pick(key, value, self.session.books_of_game(self.session.game.book), self._wording()), picked
        )

    def _ask_reason(self, picked: RuleChoice) -> None:
        def reasoned(reason: str | None) -> None:
            if reason is None:
                return
            if self.session.game.rounds and bears_on_points(picked.key):
                self._ask_again(picked, reason)
            else:
                self._change(picked, reason, again=False)

        self.app.push_screen(AskLine(_("Why is this rule changed?"), _("you can leave this empty")), reasoned)

    def _ask_again(self, picked: RuleChoice, reason: str) -> None:
        begun = self.session.game.rounds[-1].number
        options = [
            ("no", _("No: it applies from round {number} on", number=begun + 1)),
            ("yes", _("Yes: count rounds 1 to {number} again", number=begun)),
        ]

        def answered(answer: str | None) -> None:
            if answer is not None:
                self._change(picked, reason, again=answer == "yes")

        self.app.push_screen(Choose(_("Does it also change the rounds before?"), options), answered)

    def _change(self, picked: RuleChoice, reason: str, again: bool) -> None:
        what = RulesChanged(changes={picked.key: picked.value}, reason=reason or None, count_again=again)
        if self.change(what):
            self.redraw()
            self.tell(_("Changed. Press {key} on the table to undo it.", key=self.key("undo", "table")))

    def action_pick(self) -> None:
        """Change the rule under the cursor."""
        key = self.query_one(RuleList).marked
        if key is not None:
            self._pick(key)

    def action_search(self) -> None:
        """Go to the line to search by."""
        self.query_one(RuleList).search()

    def action_changes(self) -> None:
        """Show only what this table changed, or everything."""
        self.query_one(RuleList).toggle_changed()

    def action_back(self) -> None:
        """Leave the search, else go back to the table."""
        if not self.query_one(RuleList).leave_search():
            self.dismiss()
