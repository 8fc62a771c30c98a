"""The current dispute: the facts given so far, the rule book in force, and the rulings.

The judge's screens share it. It shows nothing, and stores what was typed in the session, which outlives them.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import TypeAlias

from msgspec.structs import replace

from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats import (
    BASE_BOOK,
    Shelf,
    every_question,
    find_questions,
    shipped_wording,
)
from scorekeeper.game import Game, KeptRuling, next_starter, told_starter
from scorekeeper.judge import (
    QUESTIONS,
    UNNAMED,
    BookRuling,
    Draft,
    FormLine,
    Ruling,
    UnaskedBook,
    basis_sentence,
    described_facts,
    facts_unasked,
    find_contradictions,
    find_question,
    form_lines,
    position_of,
    rule_on,
    rule_sentence,
    ruling_sentence,
    settling_fact,
    situation_of,
    sketch,
    still_holding,
    under_every_book,
    with_names,
)
from scorekeeper.rules import (
    AskText,
    RuleBook,
    Rules,
    Wording,
    planned_doubles,
    rule_differences,
    value_of,
    with_changes,
)
from scorekeeper.session.app_session import AppSession, DisputedTable
from scorekeeper.sheets import Sheet, ruling_page
from scorekeeper.system import local_time
from scorekeeper.text import _

Rulings: TypeAlias = tuple[BookRuling, ...]
"""One ruling per rule book, in the order of the books."""


def _disputed_round(game: Game) -> int:
    return game.current.number if game.current else len(game.rounds)


def known_to_game(draft: Draft, game: Game, rules: Rules) -> Mapping[FormLine, str]:
    """Return what a game knows of the facts that a question about its current round asks for under these rules."""
    number = _disputed_round(game)
    began = [played.began_with for played in game.rounds[: number - 1]]
    known = {FormLine("earlier"): " ".join(map(str, began))} if began else {}
    if not game.hides_totals:
        known |= {FormLine("totals", player): str(game.total(player, number - 1)) for player in draft.players}
    known = {line: text for line, text in known.items() if line in form_lines(draft, rules)}
    start = _known_of_start(game, number).items()
    return known | {line: text for line, text in start if draft.question.has_fact(line.name)}


def draft_of_game(game: Game, shelf: Shelf) -> Draft:
    """Return a question about the current round of a game, with nothing but the table told."""
    number, book = _disputed_round(game), _book(shelf, game)
    rules, played = game.rules_of(number), game.round(number)
    settled = {
        key: value_of(rules, key) for key in sorted(book.to_agree)
    }  # what the book leaves to the table
    return Draft(
        question=QUESTIONS["play"],
        set_size=game.set_size,
        double=played.double,
        started_with=played.started_with,
        players=game.dealt_in(number),
        rules=book.id,
        layout=rules.layout,
        house={**rule_differences(rules, book.rules), **settled},
    )


class Dispute:
    """A question about a table, and the facts given so far."""

    def __init__(self, session: AppSession, draft: Draft, round_number: int | None = None) -> None:
        self.session = session
        self.round = round_number
        """The round of the open game that it is about; None without a game."""
        self.every = False
        """Whether facts that only other rule books ask for are shown too."""
        self._last: Draft | None = None
        """The dispute about this table before this one."""
        self.draft = replace(draft, words=every_question())
        self.recall()

    @classmethod
    def of_game(cls, session: AppSession) -> "Dispute":
        """Return a dispute about the current round of the open game."""
        return cls(session, draft_of_game(session.game, session.shelf), _disputed_round(session.game))

    @classmethod
    def at_home(cls, session: AppSession) -> "Dispute":
        """Return a dispute about the table of the last question, or of the latest game, or a default table."""
        if session.judged is not None:
            return cls(session, session.judged)
        players, book_id, set_size = UNNAMED, BASE_BOOK, 9
        with suppress(ScorekeeperError):  # an unreadable game must not prevent a question
            for latest in session.store.list(1):
                game = session.store.game(latest.id).game
                players, book_id, set_size = game.at_table, _book(session.shelf, game).id, game.set_size
        rules = session.shelf.book(book_id).rules
        draft = Draft(
            question=QUESTIONS["play"],
            set_size=set_size,
            double=max(planned_doubles(rules, set_size)),
            players=players,
            rules=book_id,
            layout=rules.layout,
        )
        return cls(session, draft)

    @property
    def _table(self) -> DisputedTable:
        game = ("", 0) if self.round is None else (self.session.kept.id, self.round)
        draft = self.draft
        return *game, draft.set_size, draft.began_with, draft.players

    def recall(self) -> None:
        """Restore what was typed for this question, unless it is settled, and what the game knows."""
        given = self.session.disputes.get((self._table, self.draft.question.ask), {})
        self.draft = replace(self.draft, given=given)
        if self.round is not None:
            self.draft = self.draft.give_all(known_to_game(self.draft, self.session.game, self.rules))

    def give(self, line: FormLine, text: str) -> None:
        """Set the text of a line."""
        self._tell(self.draft.give(line, text))

    @property
    def has_typed(self) -> bool:
        """Whether anything was typed for this question that is not settled, besides what the game knows."""
        return bool(self.session.disputes.get((self._table, self.draft.question.ask)))

    def _tell(self, draft: Draft) -> None:
        self.draft = self.session.last_disputes[self._table] = draft
        known = {} if self.round is None else known_to_game(draft, self.session.game, self.rules)
        self.session.disputes[self._table, draft.question.ask] = {
            line: fact for line, fact in draft.given.items() if known.get(line) != fact.text
        }

    def take_names(self) -> bool:
        """Let names that were typed be those of the players who have none yet; return whether there are any."""
        named = self.draft if self.round is not None else with_names(self.draft)
        if named == self.draft:
            return False
        self.settle()
        self.draft = self.session.judged = named
        self._tell(named)
        return True

    @property
    def offers_last(self) -> bool:
        """Whether something of the last dispute about this table still holds and is not told yet."""
        return self._with_last() != self.draft

    def _with_last(self) -> Draft:
        last = self.draft if self._last is None else still_holding(self._last, self.draft)
        return self.draft if last.given.keys() <= self.draft.given.keys() else last

    def take_last(self) -> None:
        """Fill the empty lines with what still holds of the last dispute about this table."""
        self._tell(self._with_last())

    def forget(self) -> None:
        """Delete everything that was typed."""
        self.draft = replace(self.draft, given={})
        self.settle()

    def settle(self) -> None:
        """Note that there was a ruling: what is typed stays here, and the next dispute begins without it."""
        self.session.disputes.pop((self._table, self.draft.question.ask), None)

    def about(self, ask: str) -> None:
        """Switch to another question about the same table, with what was typed for it and is not settled."""
        self._last = self.session.last_disputes.get(self._table)
        question = find_question(ask)
        assert question is not None
        self.draft = replace(self.draft, question=question)
        self.recall()
        self.every = False

    def at_table(
        self,
        book_id: str,
        set_size: int,
        double: int,
        players: tuple[str, ...],
        started_with: int | None = None,
    ) -> None:
        """Set the table that it is about; what was typed about another table does not go with it."""
        before = self._table
        self.draft = replace(
            self.draft,
            rules=book_id,
            layout=self.session.shelf.book(book_id).rules.layout,
            set_size=set_size,
            double=double,
            started_with=started_with,
            players=players,
            house={},
        )
        if self._table != before:
            self.recall()
        self.session.judged = self.draft

    def asks(self, book_id: str) -> Mapping[str, AskText]:
        """Return the words of the questions that can be asked under a rule book, in order.

        Raises ScorekeeperError.
        """
        rules = self.session.shelf.book(book_id).rules
        return {
            ask: text.under(rules)
            for ask, text in self.draft.words.items()
            if ask in QUESTIONS and rules.layout.has(QUESTIONS[ask].layout)
        }

    def find(self, book_id: str, sought: str) -> Mapping[str, AskText]:
        """Return the words of the questions that can be meant under a rule book, the likeliest first.

        Those about rules of its game are among them. Raises ScorekeeperError.
        """
        rules, words = self.session.shelf.book(book_id).rules, shipped_wording()
        of_rules = {
            key: text.under(rules)
            for key, text in self.draft.words.items()
            if key not in QUESTIONS
            if words.settling(key, rules) != "trains.ownership" or words.matters(key, rules)
        }
        asks = self.asks(book_id)
        texts = {**asks, **of_rules}
        return {ask: texts[ask] for ask in find_questions(asks, sought, of_rules)}

    @property
    def text(self) -> AskText:
        """The words of the question."""
        return self.draft.words[self.draft.question.ask].under(self.rules)

    @property
    def book(self) -> RuleBook:
        """The rule book in force, as written."""
        return self.session.shelf.book(self.draft.rules)

    @property
    def rules(self) -> Rules:
        """The rules in force, including the table's own."""
        return with_changes(self.book.rules, self.draft.house)

    def lines(self) -> tuple[FormLine, ...]:
        """Return the lines to fill in; with `every`, also those that only other books of the game ask for.

        Filled lines are always among them, since they count; nothing else is asked where the table noted who begins.
        """
        noted = self.draft.question.has_fact("began") and self.draft.text(FormLine("began"))
        asked = set() if noted else set(form_lines(self.draft, self.rules))
        return tuple(
            line for line in form_lines(self.draft) if self.every or line in asked or line in self.draft.given
        )

    def asks_less(self) -> bool:
        """Whether other rule books depend on facts that have no line now."""
        return len(form_lines(self.draft)) > len(self.lines())

    def asks_too_little(self, others: Rulings) -> bool:
        """Whether one of these rule books waits for a fact that has no line now."""
        if any(isinstance(other, UnaskedBook) for other in others):
            return True
        shown = {None, *(line.name for line in self.lines())}
        undecided = [
            ruling for ruling in others if isinstance(ruling, Ruling) and ruling.verdict == "depends"
        ]
        kind, layout = self.draft.question, self.draft.layout
        return any(settling_fact(ruling, kind, layout) not in shown for ruling in undecided)

    def look(self, width: int) -> tuple[str, tuple[str, ...]]:
        """Return a picture of the known part of the table, and why the position is impossible, if it is.

        Raises ScorekeeperError while a line cannot be parsed.
        """
        position = position_of(self.draft)
        return sketch(position, self.rules, width), find_contradictions(position, self.rules)

    @property
    def wording(self) -> Wording:
        """The words for the rules that it is judged by."""
        return shipped_wording().under(self.rules)

    def ruling(self) -> Ruling:
        """Return the ruling. Raises ScorekeeperError."""
        return rule_on(situation_of(self.draft), self.draft.house, self.book, shipped_wording())

    def under_every_book(self, own: Ruling) -> Rulings:
        """Return the ruling of every rule book, or the facts that it needs and nobody was asked for.

        `own` is the ruling by the table's own book. Raises ScorekeeperError.
        """
        asked, shown = situation_of(self.draft), {line.name for line in self.lines()}
        same = self.session.shelf.same_game(own.rules)
        others = [book for book in same if book != own.rules]
        rulings = (own, *under_every_book(asked, others, self.session.shelf.book, shipped_wording()))
        ordered = sorted(rulings, key=lambda ruling: same.index(ruling.rules))
        return tuple(
            self._asked_of(ruling, shown) if isinstance(ruling, Ruling) else ruling for ruling in ordered
        )

    def _asked_of(self, ruling: Ruling, shown: Collection[str]) -> BookRuling:
        own = ruling.rules == self.draft.rules
        rules = self.rules if own else self.session.shelf.book(ruling.rules).rules
        facts = facts_unasked(self.draft, rules, shown)
        return UnaskedBook(ruling.rules, facts) if facts else ruling

    def basis(self, ruling: Ruling) -> str:
        """Return how certain it is that the book has this rule."""
        book = self.session.shelf.book(ruling.rules)
        return basis_sentence(ruling, book, self.draft.house, shipped_wording())

    def sentence(self, ruling: Ruling) -> str:
        """Return a ruling in one sentence, with the facts that decide, without its full stop."""
        return ruling_sentence(ruling, self.text.statements, situation_of(self.draft))

    def kept(self, ruling: Ruling) -> KeptRuling:
        """Return a ruling in the form that a game stores."""
        grounds = " ".join(filter(None, (ruling.besides, rule_sentence(ruling, self.wording))))
        return KeptRuling(
            question=self.text.question,
            answer=self.sentence(ruling),
            reason=grounds or ruling.reason,
            told=tuple(
                _("{fact}: {words}", fact=fact, words=words) for fact, words in described_facts(self.draft)
            ),
            rule=ruling.rule,
            book=self.basis(ruling) or self.session.shelf.title(ruling.rules),
        )

    def sheet(self, ruling: Ruling, others: Rulings) -> Sheet:
        """Return a ruling as a page to print."""
        return ruling_page(
            situation_of(self.draft),
            self.draft,
            ruling,
            others,
            self.session.shelf.book,
            shipped_wording(),
            title="" if self.round is None else self.session.game.title,
            day=local_time(self.session.now()).date(),
        )


def _known_of_start(game: Game, number: int) -> Mapping[FormLine, str]:
    """Return what a game knows of who begins a round: the facts that its rule asks for, else who begins."""
    here, rule = game.dealt_in(number), game.rules.start.later_starter
    deciding = {"rotate-left": "began_last", "previous-winner": "out_last", "lowest-total": "totals"}.get(
        rule
    )
    known: dict[FormLine, str] = {}
    if number > 1:
        out = game.round(number - 1).out if deciding == "out_last" else None
        facts = {"began_last": next_starter(game, number - 1), "out_last": out}
        known = {FormLine(name): player for name, player in facts.items() if player in here and player}
        if deciding == "out_last":
            known[FormLine("blocked")] = "y" if game.round(number - 1).blocked else "n"
        if deciding == "totals" and not game.hides_totals:
            known |= {FormLine("totals", name): str(game.total(name, number - 1)) for name in here}
    begins = told_starter(game, number)
    if begins is None and not any(line.name == deciding for line in known):
        begins = next_starter(game, number)
    return known if begins is None else {**known, FormLine("began"): begins}


def _book(shelf: Shelf, game: Game) -> RuleBook:
    """Return the rule book of a game, or the usual one of what is played if it is gone."""
    try:
        return shelf.book(game.book)
    except ScorekeeperError:
        return shelf.book(shelf.usual_book(shelf.game_of(game.rules)))
