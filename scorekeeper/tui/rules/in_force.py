"""Rules in force at the open game: to read, to search, and to change in the middle of the game."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import RulesChanged
from scorekeeper.rules import Rules, Wording, bears_on_points, rule_differences, value_of
from scorekeeper.text import N_, _
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.rules.picker import Pick, RuleChoice
from scorekeeper.tui.rules.rule_list import Rule, RuleList
from scorekeeper.tui.widgets.dialogs import AskLine, Choose
from scorekeeper.tui.widgets.footer import KeyLine


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

    def compose(self) -> ComposeResult:
        """Show the rules, and since when they hold."""
        yield Static(id="title", markup=False)
        yield RuleList(self._wording(), self.key("search"))
        yield Static(id="verdict", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the rules of the game as it stands."""
        self._show()
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

    def _show(self) -> None:
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
        title = _("Rules in force: {book}", book=self.session.book_title())
        self.query_one("#title", Static).update(Content.styled(title, "bold"))
        self.query_one("#verdict", Static).update(
            "\n".join(self._earlier()) or _("All rounds are played by these rules.")
        )

    def _sentences_of(self, rules: Rules, key: str) -> str:
        game, words = self.session.game, self._wording()
        if not words.matters(key, rules):
            return _("Does not arise.")
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
            self._show()
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
