"""A dispute while it is being described: the question, the table it is about, and every fact as it was typed.

A draft becomes a situation, and a situation becomes a draft again, as if somebody had typed it line by line. A text
is parsed once, when it is given; nothing here rules on anything.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from scorekeeper import reading
from scorekeeper.engine import Dealt, Train
from scorekeeper.errors import Malformed
from scorekeeper.judge.facts import FACTS, AskedFact
from scorekeeper.judge.kinds import SEAT, parse_seat
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.judge.situation import UNKNOWN, UNTOLD, DisputedRound, Question, Situation
from scorekeeper.judge.told import NEXT_PLAYERS, OWN, FactContext, Foot
from scorekeeper.rules import FEET, AskText, Rules, TableLayout, starter_key
from scorekeeper.text import N_, _, join_with_commas

TABLE_FACTS: tuple[str, ...] = (
    *("toes", "foot", "ends", "laid", "yard"),
    *("trains", "open_doubles", "first_turn", "laid_now"),
)
"""Facts that a situation has under the same names."""

POSITION_FACTS = (*TABLE_FACTS, "double", "on_double", "player", "hand", "hands")
"""Facts that make the position of a question that is not complete."""
LASTING = {*POSITION_FACTS, "held", "earlier", "totals", "yard_has"} - {"laid_now", "double", "on_double"}
"""Facts of a dispute that still hold in the next one about the same table."""

UNNAMED: tuple[str, ...] = ("A", "B", "C", "D")
"""The players of a table of which nobody told the names."""


class FormLine(NamedTuple):
    """One line of a form: the name of a fact, and the player or the number that it belongs to."""

    name: str
    part: str = ""


class Given(NamedTuple):
    """What somebody typed on a line: the text, and its value or what is wrong with it."""

    text: str
    value: Any = None
    fault: Malformed | None = None


class Draft(DisputedRound, frozen=True, kw_only=True):
    """A question with the facts given so far; a line that is not in `given` was left empty."""

    question: Question
    layout: TableLayout = FEET
    """How tiles lie on this table."""
    words: Mapping[str, AskText] = {}
    """The words of each question."""
    given: Mapping[FormLine, Given] = {}

    @property
    def around(self) -> FactContext:
        """What texts are parsed by."""
        return FactContext(self.set_size, self.players)

    @property
    def typed(self) -> dict[FormLine, str]:
        """What was typed."""
        return {line: given.text for line, given in self.given.items()}

    def give(self, line: FormLine, text: str) -> "Draft":
        """Return the draft with the text of a line: the one place where a text becomes a value."""
        others = {other: given for other, given in self.given.items() if other != line}
        if text.strip():
            try:
                others[line] = Given(text, FACTS[line.name].kind.parse_typed(text, self.around))
            except Malformed as fault:
                others[line] = Given(text, fault=fault)
        return msgspec.structs.replace(self, given=others)

    def give_all(self, typed: Mapping[FormLine, str]) -> "Draft":
        """Return the draft with the texts of several lines."""
        draft = self
        for line, text in typed.items():
            draft = draft.give(line, text)
        return draft

    def text(self, line: FormLine) -> str:
        """Return what was typed on a line, without spaces around it."""
        return self.given[line].text.strip() if line in self.given else ""

    def value(self, name: str) -> Any:
        """Return the value of a fact that has one line; None where it is empty, or cannot be parsed."""
        return self.given[FormLine(name)].value if FormLine(name) in self.given else None

    def is_yes(self, name: str) -> bool:
        """Whether a fact was answered with a yes, or with what begins like one."""
        text = self.text(FormLine(name))
        return "y" in (reading.answered(text), reading.answered(text[:1]))

    def meaning(self, line: FormLine) -> str:
        """Return what was typed on a line in words; empty where the text is all there is to show."""
        given, kind = self.given.get(line), FACTS[line.name].kind
        if given is None or given.fault is not None:
            return ""
        shown = kind.show(given.value, self.around)
        return "" if shown == given.text.strip() and not kind.repeats else shown


def with_name(draft: Draft, name: str) -> Draft:
    """Return a draft in which the name that nobody has is that of the first player who has none yet."""
    unnamed = next((player for player in draft.players if player in UNNAMED), None)
    try:
        parse_seat(name, draft.around)
    except Malformed as error:
        if unnamed is None or not isinstance(error, reading.Stranger):
            return draft
    else:
        return draft
    name = name[:1].upper() + name[1:]
    players = tuple(name if player == unnamed else player for player in draft.players)
    typed = {
        FormLine(line.name, name if line.part == unnamed else line.part): text
        for line, text in draft.typed.items()
    }
    return msgspec.structs.replace(draft, players=players, given={}).give_all(typed)


def with_names(draft: Draft) -> Draft:
    """Return a draft in which the names that were typed are those of players who had none yet."""
    for given in draft.given.values():
        if isinstance(given.fault, reading.Stranger):
            named = with_name(draft, given.fault.name)
            if named is not draft:
                return with_names(named)
    return draft


def still_holding(last: Draft, draft: Draft) -> Draft:
    """Return a draft with what was told in the last dispute about its table and still holds, on its empty lines."""
    facts = {line: given for line, given in last.given.items() if line.name in LASTING}
    own_line, owner = FormLine("hand"), _own_hand(last)
    if own_line in facts and owner is not None:
        facts[FormLine("hands", owner)] = facts[own_line]
    facts.pop(own_line, None)
    facts |= draft.given
    own = _own_hand(msgspec.structs.replace(draft, given=facts))
    if own is not None and (hand := facts.pop(FormLine("hands", own), None)) is not None:
        facts.setdefault(own_line, hand)
    lines = form_lines(msgspec.structs.replace(draft, given=facts))
    return msgspec.structs.replace(draft, given={line: facts[line] for line in facts if line in lines})


def form_lines(draft: Draft, rules: Rules | None = None) -> tuple[FormLine, ...]:
    """Return the lines that a question has under these rules, in order; None: all that can matter under any."""
    later = rules is not None and starter_key(rules, draft.set_size, draft.double) == "start.later_starter"
    asked_here = draft.question.facts_under(rules, draft.layout, later)
    return tuple(line for asked in asked_here for line in _lines_of(draft, asked))


def _lines_of(draft: Draft, asked: AskedFact) -> Iterator[FormLine]:
    name = asked.fact.name
    if asked.fact.many:
        last = max((int(line.part) for line in draft.given if line.name == name), default=0)
        yield from (FormLine(name, str(number)) for number in range(1, last + 2))
    elif not asked.fact.each:
        yield FormLine(name)
    elif asked.when(draft.is_yes):
        own = _own_hand(draft)
        yield from (FormLine(name, player) for player in draft.players if player != own)


def _own_hand(draft: Draft) -> str | None:
    """Return the player whose hand has a line of its own."""
    seat = draft.value("player") if draft.question.has_fact("hand") else None
    return None if seat is None else draft.players[seat]


def _given_lines(draft: Draft) -> list[tuple[FormLine, Given]]:
    """Return the lines that are filled, in the order of the form."""
    return [(line, draft.given[line]) for line in form_lines(draft) if line in draft.given]


def draft_faults(draft: Draft) -> dict[FormLine, Malformed]:
    """Return what cannot be parsed, line by line, in the order of the form."""
    return {line: given.fault for line, given in _given_lines(draft) if given.fault is not None}


def missing_facts(draft: Draft) -> tuple[str, ...]:
    """Return the names of the facts without which the question cannot be put."""
    given = {line.name for line in draft.given}
    asked_facts = draft.question.facts_under(None, draft.layout)
    needed = (asked.fact.name for asked in asked_facts if asked.needed and asked.when(draft.is_yes))
    return tuple(name for name in needed if name not in given)


def facts_unasked(draft: Draft, rules: Rules, shown: Collection[str]) -> tuple[str, ...]:
    """Return the names of the facts without which these rules cannot answer, and which had no line."""
    asked = (asked_fact.fact for asked_fact in draft.question.facts_under(rules, draft.layout))
    return tuple(fact.name for fact in asked if fact.empty_counts and fact.name not in shown)


def described_facts(draft: Draft) -> tuple[tuple[str, str], ...]:
    """Return the facts that were given, line by line, as label and words. Raises Malformed."""
    for fault in draft_faults(draft).values():
        raise fault
    lines = [line for line, _given in _given_lines(draft)]
    return tuple((line_label(draft, line), draft.meaning(line) or draft.text(line)) for line in lines)


def line_label(draft: Draft, line: FormLine) -> str:
    """Return what a line asks for, in words."""
    label = draft.words[draft.question.ask].facts[line.name].label.format(player=line.part)
    if FACTS[line.name].many and line.part not in ("", "1"):
        return _("{fact}, {place}", fact=label, place=line.part)
    return label


def labelled(draft: Draft, line: FormLine, words: str) -> str:
    """Return words about a line, with its label before them."""
    label = line_label(draft, line)
    return _(N_("{fact} {words}") if label.endswith("?") else N_("{fact}: {words}"), fact=label, words=words)


def line_hint(draft: Draft, line: FormLine) -> str:
    """Return what to type on a line, with names of this table."""
    first, second, *_rest = draft.players
    hint = draft.words[draft.question.ask].facts[line.name].hint
    return labelled(draft, line, hint.format(one=first, two=second))


def situation_of(draft: Draft) -> Situation:
    """Return the situation that a draft describes.

    Raises Malformed for what cannot be parsed, whether or not the answer turns on it, or is missing.
    """
    for line, fault in draft_faults(draft).items():
        raise Malformed(labelled(draft, line, str(fault)))
    if missing := missing_facts(draft):
        labels = [line_label(draft, FormLine(name, draft.players[0] * FACTS[name].each)) for name in missing]
        raise Malformed(_("This is still missing: {facts}.", facts=join_with_commas(labels)))
    try:
        situation = position_of(_of_named(draft))
        situation = msgspec.structs.replace(situation, told_late=bool(situation.events))
        situation.question.check(situation)
    except Malformed as error:
        if not error.where:
            raise
        raise Malformed(labelled(draft, FormLine(error.where, "1"), error.message)) from None
    return situation


def _of_named(draft: Draft) -> Draft:
    """Return a draft in which no player has an invented name.

    Where it is about what others had to count, the last players, whom nobody named, are left out.
    """
    subjects = {line.part for line in draft.given if FACTS[line.name].each}
    seats = (given.value for line, given in draft.given.items() if FACTS[line.name].kind is SEAT)
    subjects |= {draft.players[seat] for seat in seats}
    words = subjects.union(" ".join(draft.typed.values()).upper().replace(",", " ").split())
    named = [at for at, name in enumerate(draft.players, 1) if name in words or name not in UNNAMED]
    players = draft.players[: max(named, default=len(draft.players))]
    if not draft.question.counts or len(subjects) < 2:
        players += tuple(map(_, NEXT_PLAYERS))[: len(draft.players) - len(players)]
    return msgspec.structs.replace(draft, players=players)


def position_of(draft: Draft) -> Situation:
    """Return the situation as far as a draft describes it; one that is not complete has the question of a score.

    Raises Malformed for what cannot be parsed.
    """
    complete, fields = not missing_facts(draft), dict[str, Any]()
    for asked in draft.question.facts_under(None, draft.layout):
        if complete or asked.fact.name in POSITION_FACTS:
            fields |= _fields_of(draft, asked)
    player, hand, hands = fields.get("seat"), fields.pop("hand", None), dict(fields.pop("hands", {}))
    if hand is not None and player is not None:
        hands[player] = hand
    elif hand is not None and complete and hand.hidden:
        raise Malformed(_("Name every tile of the hand, such as 5-0 3-2."), "hand")
    elif hand is not None and complete:
        fields["hand"] = hand.known
    fields["hands"] = tuple(hands.get(seat, UNKNOWN) for seat in range(len(draft.players)))
    toes, double = fields.pop("on_double", None), fields.get("asked_double")
    if toes is not None and double is not None:
        fields |= {"toes": toes} if double == draft.began_with else {"foot": Foot(double, toes)}
    if draft.layout.owned_ends:
        _tell_trains(draft, fields)
    if draft.question.has_fact("turn") and not any(event.wrong for event in fields.get("events", ())):
        events = enumerate(fields.get("events", ()))
        fields["events"] = tuple(event._replace(wrong=index == 0) for index, event in events)
    if not complete:
        fields = {name: fields[name] for name in (*TABLE_FACTS, "hands") if name in fields} | {"hand": ()}
    question = draft.question if complete else QUESTIONS["score"]
    return Situation(question=question, **_head(draft), **fields)


def _head(disputed: DisputedRound) -> dict[str, Any]:
    """Return what a draft and a situation have in common."""
    return {name: getattr(disputed, name) for name in DisputedRound.__struct_fields__}


def _fields_of(draft: Draft, asked: AskedFact) -> dict[str, Any]:
    """Return the value of a fact by the field that it fills, where it was given.

    A fact of each player is a table by seat, a fact with many lines a tuple in their order. Raises Malformed.
    """
    fact = asked.fact
    given = [(line.part, draft.given[line]) for line in _lines_of(draft, asked) if line in draft.given]
    for fault in (entry.fault for _part, entry in given if entry.fault is not None):
        raise fault
    if fact.many:
        return {fact.field: tuple(value for _part, entry in given for value in entry.value)}
    if fact.each:
        return {fact.field: {draft.players.index(player): entry.value for player, entry in given}}
    values = [entry.value for _part, entry in given if entry.value is not None]
    return {fact.field: values[0]} if values else {}


def _tell_trains(draft: Draft, fields: dict[str, Any]) -> None:
    """Give the player's own train its number.

    Where a question asks for the trains, and nobody told of any, nothing is known of them.
    Raises Malformed for an own train where there is no player.
    """

    def owner(train: int) -> int:
        if train == OWN and "seat" not in fields:
            raise Malformed(_("Name the player whose train it is; nobody said whose “own” is."))
        return fields["seat"] if train == OWN else train

    if draft.question.has_fact("trains"):
        fields["trains"] = {owner(number): train for number, train in fields.get("trains", {}).items()}
    for name in ("open_doubles", "laid_now"):
        if name in fields:
            fields[name] = tuple(lay._replace(train=owner(lay.train)) for lay in fields[name])
    if fields.get("on") == Train(OWN):
        fields["on"] = Train(owner(OWN))


def draft_of(situation: Situation, words: Mapping[str, AskText] | None = None) -> Draft:
    """Return the draft of a situation, as if somebody had typed it."""
    question, layout = situation.question, situation.layout
    draft = Draft(question=question, layout=layout, words=words or {}, **_head(situation))
    for asked in draft.question.facts_under(None, layout):
        for part, value in _known(situation, asked):
            line = FormLine(asked.fact.name, part)
            draft = draft.give(line, asked.fact.kind.write(value, draft.around))
    return msgspec.structs.replace(draft, given=dict(_given_lines(draft)))


def _known(situation: Situation, asked: AskedFact) -> Iterator[tuple[str, Any]]:
    """Yield the values of a fact that are known, each with the player or the number that it belongs to."""
    fact, foot, seat = asked.fact, situation.foot, situation.seat
    hands = {owner: hand for owner, hand in enumerate(situation.hands) if hand != UNKNOWN}
    value = getattr(situation, fact.field, None)
    if fact.name == "hands":
        value = hands
    elif fact.name == "hand" and seat is not None:
        value = hands.get(seat)
    elif fact.name == "hand":
        value = None if value is None else Dealt(value)
    elif fact.name == "on_double" and situation.asked_double == situation.began_with:
        value = situation.toes
    elif fact.name == "on_double":
        value = foot.toes if foot is not None and foot.double == situation.asked_double else None
    if value is None or value == UNTOLD.get(fact.field):
        return
    if fact.each:
        yield from ((situation.name(owner), item) for owner, item in value.items())
    elif fact.many:
        yield from ((str(number), (item,)) for number, item in enumerate(value, 1))
    else:
        yield "", value
