"""A dispute while it is being described: the question, the table it is about, and every fact as it was typed.

A draft becomes a situation, and a situation becomes a draft again, as if somebody had typed it line by line. Texts
are parsed by `facts`; nothing here rules on anything.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from scorekeeper.engine import Dealt, starter_key
from scorekeeper.errors import Malformed
from scorekeeper.judge.fact_names import parse_fact, show_fact
from scorekeeper.judge.facts import Around, AskedFact, Stranger, parse_seat, yes_words
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.judge.questions.rounds import HandScore
from scorekeeper.judge.situation import UNKNOWN, Question, Situation
from scorekeeper.judge.train_facts import OWN
from scorekeeper.rules import FEET, Rules, TableLayout, Value
from scorekeeper.text import N_, _, folded, join_with_commas

TRAIN_FACTS = ("trains", "open_doubles", "first_turn", "laid_now")
TABLE_FACTS = ("toes", "foot", "ends", "laid", "yard", *TRAIN_FACTS)
"""Facts that a situation has under the same names."""

POSITION_FACTS = (*TABLE_FACTS, "double", "on_double", "player", "hand", "hands")
"""Facts that make the position of a question that is not complete."""


UNNAMED: tuple[str, ...] = ("A", "B", "C", "D")
"""The players of a table of which nobody told the names."""


class FormLine(NamedTuple):
    """One line of a form: the name of a fact, and the player or the place in order that it belongs to."""

    name: str
    part: str = ""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A question with the facts given so far; a line that is not in `typed` was left empty."""

    ask: str
    """The word that names the question."""
    set_size: int
    double: int
    """The double that the round belongs to."""
    started_with: int | None = None
    """The double that really started it, where that is another."""
    players: tuple[str, ...]
    rules: str
    """The id of a rule book."""
    layout: TableLayout = FEET
    """How tiles lie on this table."""
    house: Mapping[str, Value] = {}
    typed: Mapping[FormLine, str] = {}

    @property
    def kind(self) -> type[Question]:
        """The class of the question."""
        return QUESTIONS[self.ask]

    @property
    def began_with(self) -> int:
        """The number of the double that really started the round."""
        return self.double if self.started_with is None else self.started_with

    @property
    def around(self) -> Around:
        """What texts are parsed by."""
        return Around(self.set_size, self.players)

    def text(self, line: FormLine) -> str:
        """Return what was typed on a line, without spaces around it."""
        return self.typed.get(line, "").strip()

    def value(self, line: FormLine) -> Any:
        """Return the value of a line, None where it is empty. Raises Malformed."""
        text = self.text(line)
        return parse_fact(line.name, text, self.around) if text else None

    def is_yes(self, name: str) -> bool:
        """Whether a fact was answered with a yes, or with what begins like one."""
        text = folded(self.text(FormLine(name)))
        return not yes_words().isdisjoint((text, text[:1]))


def with_name(draft: Draft, name: str) -> Draft:
    """Return a draft in which the name that nobody has is that of the first player who has none yet."""
    unnamed = next((player for player in draft.players if player in UNNAMED), None)
    try:
        parse_seat(name, draft.around)
    except Malformed as error:
        if unnamed is None or not isinstance(error, Stranger):
            return draft
    else:
        return draft
    name = name[:1].upper() + name[1:]
    return msgspec.structs.replace(
        draft,
        players=tuple(name if player == unnamed else player for player in draft.players),
        typed={
            FormLine(line.name, name) if line.part == unnamed else line: text
            for line, text in draft.typed.items()
        },
    )


def with_names(draft: Draft) -> Draft:
    """Return a draft in which the names that were typed are those of players who had none yet."""
    for line in draft.typed:
        try:
            draft.value(line)
        except Stranger as stranger:
            named = with_name(draft, stranger.name)
            if named is not draft:
                return with_names(named)
        except Malformed:
            continue
    return draft


LASTING = frozenset(TABLE_FACTS) - {"laid_now"} | {
    "player",
    "hand",
    "hands",
    "held",
    "earlier",
    "totals",
    "yard_has",
}
"""Facts of a dispute that still hold in the next one about the same table."""


def still_holding(last: Draft, draft: Draft) -> Draft:
    """Return a draft with what was told in the last dispute about its table and still holds, on its empty lines."""
    told = {line: text for line, text in last.typed.items() if line.name in LASTING and text.strip()}
    hand, owner = told.pop(FormLine("hand"), ""), _own_hand(last)
    if hand and owner is not None:
        told[FormLine("hands", owner)] = hand
    told |= {line: text for line, text in draft.typed.items() if text.strip()}
    whole = msgspec.structs.replace(draft, typed=told)
    if (own := _own_hand(whole)) is not None and (hand := told.pop(FormLine("hands", own), "")):
        told.setdefault(FormLine("hand"), hand)
    lines = form_lines(whole)
    return msgspec.structs.replace(draft, typed={line: text for line, text in told.items() if line in lines})


def form_lines(draft: Draft, rules: Rules | None = None) -> tuple[FormLine, ...]:
    """Return the lines that a question has under these rules, in order; None: all that can matter under any."""
    found: list[FormLine] = []
    later = rules is not None and starter_key(rules, draft.set_size, draft.double) == "start.later_starter"
    for asked in draft.kind.facts_under(rules, draft.layout, later):
        name = asked.fact.name
        if asked.fact.many:
            filled = _filled(draft, name)
            found += [*filled, FormLine(name, str(len(filled) + 1))]
        elif not asked.fact.each:
            found.append(FormLine(name))
        elif not asked.shown_if or draft.is_yes(asked.shown_if):
            found += [FormLine(name, player) for player in draft.players if player != _own_hand(draft)]
    return tuple(found)


def _filled(draft: Draft, name: str) -> list[FormLine]:
    """Return the lines of a fact that has many, up to the last one that is filled, in order."""
    filled = [line for line, text in draft.typed.items() if line.name == name and text.strip()]
    last = max((int(line.part) for line in filled), default=0)
    return [FormLine(name, str(place)) for place in range(1, last + 1)]


def _own_hand(draft: Draft) -> str | None:
    """Return the player whose hand has a line of its own."""
    if not draft.kind.has_fact("hand"):
        return None
    try:
        seat: int | None = draft.value(FormLine("player"))
    except Malformed:
        return None
    return None if seat is None else draft.players[seat]


def draft_faults(draft: Draft) -> dict[FormLine, Malformed]:
    """Return what cannot be parsed, line by line, in the order of the form."""
    found = {}
    for line in form_lines(draft):
        try:
            draft.value(line)
        except Malformed as error:
            found[line] = error
    return found


def missing_facts(draft: Draft) -> tuple[str, ...]:
    """Return the names of the facts without which the question cannot be put."""
    given = {line.name for line, text in draft.typed.items() if text.strip()}
    asked_here = draft.kind.facts_under(None, draft.layout)
    needed = [asked.fact.name for asked in asked_here if _is_needed(draft, asked)]
    return tuple(name for name in needed if name not in given)


def _is_needed(draft: Draft, asked: AskedFact) -> bool:
    if asked.needed_unless:
        return not draft.is_yes(asked.needed_unless)
    return asked.needed or (bool(asked.needed_if) and draft.is_yes(asked.needed_if))


def facts_unasked(draft: Draft, rules: Rules, shown: Collection[str]) -> tuple[str, ...]:
    """Return the names of the facts without which these rules cannot answer, and which had no line."""
    return tuple(
        asked.fact.name
        for asked in draft.kind.facts_under(rules, draft.layout)
        if asked.fact.empty_counts and asked.fact.name not in shown
    )


def described_facts(draft: Draft) -> tuple[tuple[str, str], ...]:
    """Return the facts that were given, line by line, as label and words. Raises Malformed."""
    return tuple(
        (line_label(draft, line), show_fact(line.name, text, draft.around) or text)
        for line in form_lines(draft)
        if (text := draft.text(line))
    )


def line_label(draft: Draft, line: FormLine) -> str:
    """Return what a line asks for, in words."""
    asked = draft.kind.asked(line.name)
    if asked.fact.many and line.part != "1":
        return _("{fact}, {place}", fact=_(asked.label), place=line.part)
    return _(asked.label, player=line.part)


def labelled(draft: Draft, line: FormLine, words: str) -> str:
    """Return words about a line, with its label before them."""
    label = line_label(draft, line)
    sentence = N_("{fact} {words}") if label.endswith("?") else N_("{fact}: {words}")
    return _(sentence, fact=label, words=words)


def line_hint(draft: Draft, line: FormLine) -> str:
    """Return what to type on a line, with names of this table."""
    one, two, *_rest = draft.players
    return labelled(draft, line, _(draft.kind.asked(line.name).hint, one=one, two=two))


def situation_of(draft: Draft) -> Situation:
    """Return the situation that a draft describes.

    Raises Malformed for what cannot be parsed, whether or not the answer turns on it, or is missing.
    """
    for line, fault in draft_faults(draft).items():
        raise Malformed(labelled(draft, line, str(fault)))
    missing = missing_facts(draft)
    if missing:
        labels = [_(draft.kind.asked(name).label, player=draft.players[0]) for name in missing]
        raise Malformed(_("This is still missing: {facts}.", facts=join_with_commas(labels)))
    return position_of(draft)


def position_of(draft: Draft) -> Situation:
    """Return the situation as far as a draft describes it; one that is not complete has the question of a score.

    Raises Malformed for what cannot be parsed.
    """
    complete = not missing_facts(draft)
    asked_here = draft.kind.facts_under(None, draft.layout)
    facts = _facts(draft, (asked for asked in asked_here if complete or asked.fact.name in POSITION_FACTS))
    question = _question(draft, facts) if complete else HandScore(hand=())
    table = draft.kind.facts_to_table(facts, draft.began_with)
    if draft.layout.owned_ends:
        table = _table_of_trains(draft, facts)
    return Situation(
        set_size=draft.set_size,
        double=draft.double,
        started_with=draft.started_with,
        players=draft.players,
        rules=draft.rules,
        house=draft.house,
        hands=_hands(draft, facts),
        question=question,
        **{name: table[name] for name in TABLE_FACTS if name in table},
    )


def _table_of_trains(draft: Draft, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the facts of a table of trains, the player's own train by its number.

    Where a question asks for the trains, and nobody told of any, nothing is known of them.
    Raises Malformed for an own train where there is no player.
    """

    def owner(train: int) -> int:
        if train == OWN and "player" not in facts:
            raise Malformed(_("Name the player whose train it is; nobody said whose “own” is."))
        return facts["player"] if train == OWN else train

    told: dict[str, Any] = {"trains": {}} if draft.kind.has_fact("trains") else {}
    if "trains" in facts:
        told["trains"] = {owner(train): each for train, each in facts["trains"].items()}
    for name in ("open_doubles", "laid_now"):
        told[name] = tuple(one._replace(train=owner(one.train)) for one in facts.get(name, ()))
    return {**facts, **told}


def _facts(draft: Draft, wanted: Iterable[AskedFact]) -> dict[str, Any]:
    """Return those of these facts that were given, by their names.

    A fact of each player is a table by seat, a fact with many lines a tuple in their order.
    """
    found: dict[str, Any] = {}
    for asked in wanted:
        name = asked.fact.name
        if asked.fact.each:
            found[name] = _by_seat(draft, name)
        elif asked.fact.many:
            found[name] = tuple(one for line in _filled(draft, name) for one in draft.value(line) or ())
        elif (value := draft.value(FormLine(name))) is not None:
            found[name] = value
    return found


def _by_seat(draft: Draft, name: str) -> dict[int, Any]:
    values = {line.part: draft.value(line) for line in form_lines(draft) if line.name == name}
    return {draft.players.index(player): value for player, value in values.items() if value is not None}


def _hands(draft: Draft, facts: Mapping[str, Any]) -> tuple[Dealt, ...]:
    hands = dict(facts.get("hands", {}))
    if "hand" in facts and "player" in facts:
        hands[facts["player"]] = facts["hand"]
    return tuple(hands.get(seat, UNKNOWN) for seat in range(len(draft.players)))


def _question(draft: Draft, facts: Mapping[str, Any]) -> Question:
    """Return the question; what it refuses is labelled. Raises Malformed."""
    try:
        return draft.kind.from_facts(facts)
    except Malformed as error:
        raise Malformed(labelled(draft, FormLine(error.where, "1"), error.message)) from None


def draft_of(situation: Situation) -> Draft:
    """Return the draft of a situation, as if somebody had typed it."""
    draft = Draft(
        ask=situation.question.ask,
        set_size=situation.set_size,
        double=situation.double,
        started_with=situation.started_with,
        players=situation.players,
        rules=situation.rules,
        layout=situation.layout,
        house=situation.house,
    )
    facts = _known_facts(situation)
    typed: dict[FormLine, str] = {}
    for asked in draft.kind.facts_under(None, draft.layout):
        typed |= _typed(draft, asked, facts.get(asked.fact.name))
    whole = msgspec.structs.replace(draft, typed=typed)
    return msgspec.structs.replace(
        whole, typed={line: typed[line] for line in form_lines(whole) if line in typed}
    )


def _known_facts(situation: Situation) -> Mapping[str, Any]:
    """Return the facts that are known in a situation, by their names; what has its default is not known."""
    question = situation.question
    facts: dict[str, Any] = {name: getattr(situation, name) for name in TABLE_FACTS}
    defaults = {field.name: field.default for field in msgspec.structs.fields(type(question))}
    for asked in question.facts:
        field = asked.fact.fills or asked.fact.name
        value = getattr(question, field) if field in defaults else None
        if field in defaults and value != defaults[field]:
            facts[asked.fact.name] = value
    facts["hands"] = {seat: hand for seat, hand in enumerate(situation.hands) if hand != UNKNOWN}
    if question.seat is not None:
        facts["hand"] = facts["hands"].get(question.seat)
    elif question.hand is not None:
        facts["hand"] = Dealt(question.hand)
    for name in ("laid", *TRAIN_FACTS):
        facts[name] = getattr(situation, name) or None
    return question.facts_from_table(facts, situation.began_with)


def _typed(draft: Draft, asked: AskedFact, value: Any) -> dict[FormLine, str]:
    """Return the lines of a fact, written as people type them; none where it is not known."""
    fact, around = asked.fact, draft.around
    if value is None:
        return {}
    if fact.each:
        return {
            FormLine(fact.name, draft.players[seat]): fact.write(one, around) for seat, one in value.items()
        }
    if fact.many:
        return {
            FormLine(fact.name, str(place)): fact.write((one,), around) for place, one in enumerate(value, 1)
        }
    return {FormLine(fact.name): fact.write(value, around)}
