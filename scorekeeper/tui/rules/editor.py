"""Changing rules, picked from a list by chapter: a house book of the table's own, and the rules of the open game.

A house book states only what differs from the book it starts from. The session saves it; `rule_options` lists what
may be picked.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.formats import PackHead, edited_book, id_of, shipped_wording
from scorekeeper.game import RulesChanged
from scorekeeper.rules import (
    LENGTHS,
    RuleBook,
    Rules,
    Value,
    Wording,
    bears_on_points,
    book_cell,
    choice_hint,
    key_types,
    newly_impossible,
    read_changes,
    read_choice,
    rule_differences,
    rule_options,
    value_of,
    why_unplayable,
    with_changes,
)
from scorekeeper.session import AppSession
from scorekeeper.text import N_, _, join_and, ngettext
from scorekeeper.tiles import set_name
from scorekeeper.tui.base.screen import AppScreen, Words, asks
from scorekeeper.tui.rules.pages import book_page
from scorekeeper.tui.standing import StandingPane
from scorekeeper.tui.widgets.dialogs import AskLine, Choose, ChooseOrType, Confirm
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


class RuleScreen(AppScreen):
    """Rules by chapter, each of which can be changed; those that were changed are marked."""

    CSS_PATH = "rules.tcss"
    PANES: ClassVar[Mapping[str, str]] = {"ruled": N_("Rules")}

    def __init__(self, session: AppSession) -> None:
        super().__init__(session)
        self._rules: dict[str, Rule] = {}
        self._changed_only = False
        self._width = 0
        """The columns that the rules were drawn for."""

    def body(self) -> ComposeResult:
        """Show the line to search by, the rules, and what there is to say of all of them."""
        with Vertical(id="ruled"):
            yield SearchField(_("{key}: search for any word, such as boneyard", key=self.key("search")))
            yield OptionList(id="rules", markup=False)
            yield Static(id="verdict", markup=False)

    def on_mount(self) -> None:
        """Show the rules as they are."""
        self.redraw()
        self.options.focus()

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

    @property
    def options(self) -> OptionList:
        """The rules to choose from."""
        return self.query_one("#rules", OptionList)

    @property
    def marked(self) -> str | None:
        """The key of the rule under the cursor."""
        option = self.options.highlighted_option
        return None if option is None else option.id

    def redraw(self) -> None:
        """Show the rules as they are. Raises Malformed if they cannot stand together."""
        super().redraw()
        self._rules = {rule.key: rule for rule in self.listed()}
        self._draw()
        self.query_one("#verdict", Static).update(self.verdict())
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """Wrap the sentences to the room that there is by now."""
        if self.is_there and self.query_one("#ruled").content_size.width != self._width:
            self._draw()

    def _draw(self) -> None:
        """Show the rules that are wanted, with the cursor where it was."""
        marked, options, words = self.marked, self.options, self.wording()
        self._width = self.query_one("#ruled").content_size.width or self.app.size.width
        sought = self.query_one(SearchField).typed
        shown = {
            key: rule
            for key in (words.find(sought) if sought else self._rules)
            if (rule := self._rules.get(key)) is not None
            and (rule.matters or rule.instead is not None or sought)
            and (rule.instead is not None or not self._changed_only)
        }
        options.clear_options()
        for heading, keys in words.by_chapter(shown):
            gap = [("", PLAIN)] if options.option_count else []
            options.add_option(Option(page([*gap, (heading, HEADING)]), disabled=True))
            options.add_options([self._option(shown[key], words) for key in keys])
        if not shown:
            nothing = _("Nothing was changed.") if self._changed_only else _("No rule mentions that.")
            options.add_option(Option(page([(nothing, MUTED)]), disabled=True))
        elif marked in shown:
            options.highlighted = options.get_option_index(marked)
        else:
            options.action_first()

    def _option(self, rule: Rule, words: Wording) -> Option:
        lines: list[TextLine] = []
        width = min(self._width, WIDEST) - 6
        style = NAME if rule.instead is not None else PLAIN if rule.matters else MUTED
        mark = "● " if rule.instead is not None else "  "
        if not rule.matters:
            lines += hung(MUTED, mark, words.keys[rule.key].question, width)
            mark = "  "
        lines += hung(style, mark, rule.sentence, width)
        if rule.instead is not None:
            line_before = _("instead of: {sentence}", sentence=rule.instead)
            lines += hung(MUTED, "    ", line_before, width)
        return Option(page(lines), id=rule.key)

    def on_input_changed(self) -> None:
        """Find as it is typed."""
        self._draw()

    def on_input_submitted(self) -> None:
        """Go from the search to what was found."""
        self.options.focus()

    async def ask_value(self, key: str, value: Value, book: str) -> RuleChoice:
        """Ask for the value of a rule as it is now, in words that books of the same game have."""
        return await self.ask(Pick(key, value, self.session.books_of_game(book), self.wording()))

    def on_option_list_option_selected(self) -> None:
        """Ask for the value of the rule that was picked."""
        self.action_pick()

    def action_pick(self) -> None:
        """Ask for the value of the rule under the cursor."""
        if (key := self.marked) is not None:
            self.pick(key)

    def action_changes(self) -> None:
        """Show only what was changed, or everything; what was searched for before is forgotten."""
        self._changed_only = not self._changed_only
        with self.prevent(Input.Changed):
            self.query_one(SearchField).leave()
        self._draw()

    def action_back(self) -> None:
        """Leave the search, else the screen."""
        if self.query_one(SearchField).leave():
            self.options.focus()
        else:
            self.leave()

    def leave(self) -> None:
        """Close the screen."""
        self.dismiss()


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
        return edited_book(self._base, self._title, self._changes)

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
        key = self.marked
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
            edited_book(self._base, title, changes).rules, self._base.rules
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
