"""Rulings: a verdict on a round that was written down, or on a position and a question, under one rule book or all.

A ruling names the rule it rests on, that rule's value, whether the rule book states it, the reason in
one sentence and what could be done instead. The judge has no rules of its own: the engine decides.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from scorekeeper.engine import (
    Reason,
    Refusal,
    RoundResult,
    State,
    options,
    reason_clause,
    reason_sentence,
    round_result,
    show_action,
    why_not_ruled_on,
)
from scorekeeper.errors import ScorekeeperError
from scorekeeper.judge.actions import since_first_named
from scorekeeper.judge.because import why_undecided
from scorekeeper.judge.contradictions import can_have_toes, check_possible
from scorekeeper.judge.kinds import NEXT_PLAYERS
from scorekeeper.judge.position import Gap, as_it_lies, fillings, gaps
from scorekeeper.judge.questions import find_question
from scorekeeper.judge.situation import NO_RULE, Answer, AnswerWord, Outcomes, Situation, Verdict, depending
from scorekeeper.round_record import RoundRecord, open_record, replay
from scorekeeper.rules import (
    Basis,
    RuleBook,
    Rules,
    Value,
    Wording,
    check_toes,
    plain_value,
    row_for_table,
    source_sentence,
    start_toes,
    value_of,
    with_changes,
    with_house,
)
from scorekeeper.text import N_, _, join_and, join_or, pgettext

RecordOrSituation: TypeAlias = RoundRecord | Situation
"""Whatever has a set, players and rules of its own."""


MOST_NUMBERS = 5
"""More numbers than this are no question about a hand that a person would ask."""

MOST_NEEDS = 3
"""More facts than this are not asked for in one breath."""

OF_THE_TABLE = "conduct.misplay"
"""The rule under which a ruling stands where the tiles themselves, and no rule, do not fit."""


LEFT_OPEN = "agree"
"""The value of a rule under which the table agrees only when it happens."""

_SUPPOSED = Reason("start.toes", "assumed", {})
"""What a ruling supposes where nobody told the toes of the starting double and they would change it."""


class PrintedRuling(msgspec.Struct, frozen=True, kw_only=True):
    """What `judge --json` prints of a ruling."""

    rules: str
    verdict: Verdict
    answer: AnswerWord = None
    rule: str | None = None
    value: Value = None
    basis: Basis | None = None
    source: str
    reason: str
    instead: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    player: str | None = None
    at: int | None = None
    action: str | None = None
    result: RoundResult | None = None


class Ruling(PrintedRuling, frozen=True, kw_only=True):
    """One ruling under one rule book, with all that it takes to put it into a sentence."""

    because: str = ""
    """What the reason begins with, as the clause that follows “because”; empty where there is none."""
    outcomes: tuple[tuple[str, "Ruling"], ...] = ()
    """Where it depends on one thing: each way that can be, as “If so”, with its ruling."""
    perhaps: str = ""
    """What else could be done instead with tiles that nobody has seen, as a clause."""
    phrase: str = ""
    """Which of several sentences the answer has, where it has more than one."""
    besides: str = ""
    """What the reason goes on with, without the rule that it rests on and what is said at the end."""
    aside: str = ""
    """What is said at the end, as few ask about it: what the ruling supposes, and that a tile stays."""

    @property
    def decision(self) -> tuple[Verdict, AnswerWord, str | None]:
        """What it comes to; rulings that share this agree, whatever their grounds."""
        return self.verdict, self.answer, self.player

    @property
    def after_colon(self) -> str:
        """The reason as it goes on after a colon: it begins as its clause does, a name with its capital."""
        first = self.because[:1] or self.reason[:1].lower()
        return first + self.reason[1:] if first.upper() == self.reason[:1] else self.reason

    @property
    def left_to_table(self) -> bool:
        """Whether it depends on what the table agreed; the value is then a list of all that it could."""
        return self.verdict == "depends" and isinstance(self.value, list)


class UnplayableBook(msgspec.Struct, frozen=True):
    """A rule book that gives no ruling here, and why."""

    rules: str
    error: str


class UnaskedBook(msgspec.Struct, frozen=True):
    """A rule book whose answer turns on facts that nobody was asked for, by their names."""

    rules: str
    facts: tuple[str, ...]


BookRuling: TypeAlias = Ruling | UnplayableBook | UnaskedBook
"""The ruling of one rule book, or why it gives none."""


def rule_on(asked: RecordOrSituation, house: Mapping[str, Value], book: RuleBook, words: Wording) -> Ruling:
    """Rule on a record or a situation under a book and what a table changed in it. Raises ScorekeeperError."""
    if isinstance(asked, RoundRecord):
        return judge_record(asked._replace(house=house), book, words)
    # a situation that stays as it is has what follows from it found only once, for all books
    return judge_situation(asked if asked.house == house else replace(asked, house=house), book, words)


def under_every_book(
    asked: RecordOrSituation,
    ids: Iterable[str],
    books: Callable[[str], RuleBook],
    words: Wording,
    changes: Mapping[str, Value] | None = None,
) -> tuple[Ruling | UnplayableBook, ...]:
    """Return a ruling per rule book, in their order; the table's own changes count in its own book only.

    `changes` count in all of them.
    """
    rulings: list[Ruling | UnplayableBook] = []
    for book_id in ids:
        house = {**(asked.house if book_id == asked.rules else {}), **(changes or {})}
        try:
            rulings.append(rule_on(asked, house, books(book_id), words))
        except ScorekeeperError as error:
            rulings.append(UnplayableBook(book_id, str(error)))
    return tuple(rulings)


def group_by_answer(rulings: Iterable[BookRuling]) -> list[list[Ruling]]:
    """Return the rulings in groups that agree, in the order of their first."""
    groups: dict[object, list[Ruling]] = {}
    for ruling in rulings:
        if isinstance(ruling, Ruling):
            groups.setdefault(ruling.decision, []).append(ruling)
    return list(groups.values())


def judge_record(record: RoundRecord, book: RuleBook, wording: Wording) -> Ruling:
    """Play a record again and rule on the first action that cannot stand, or on the whole round.

    It depends where that turns on what the table had to agree on. Points that turn on it are left out of the result;
    the reason names them. Raises Malformed or Impossible for a record that no ruling can be made on.
    """
    ruled = with_house(book, record.house)
    wording = wording.under(ruled.rules)
    ruling = _judge_played(record, ruled, wording)
    when_it_happens = {key for key in ruled.choices if value_of(ruled.rules, key) == LEFT_OPEN}
    for key in sorted(ruled.to_agree | when_it_happens):
        values = _values_to_agree(ruled, key)
        rulings = [_judge_played(record, _with_agreed(ruled, key, value), wording) for value in values]
        if _turns_on(ruled, key, rulings):
            agree = _to_agree(ruled, wording, key, values, rulings)
            return replace(agree, at=None, action=None, result=None)
        results = [variant.result for variant in rulings]
        ruling = _without_open_points(ruling, [plain_value(value) for value in values], results)
    return ruling


def _without_open_points(
    ruling: Ruling, values: Sequence[Value], results: Sequence[RoundResult | None]
) -> Ruling:
    """Return the ruling without the points that differ by what the table agreed on."""
    if ruling.result is None:
        return ruling
    points = dict(ruling.result.points)
    sentences = [ruling.reason]
    for player, counted in ruling.result.points.items():
        totals = [result.points[player] for result in results if result is not None]
        if any(total != counted for total in totals):
            del points[player]
            counts = N_("With {value} {player} counts {points}.")
            pairs = zip(values, totals, strict=True)
            sentences += [_(counts, value=value, player=player, points=total) for value, total in pairs]
    result = replace(ruling.result, points=points)
    return replace(ruling, result=result, reason=" ".join(sentences))


def _judge_played(record: RoundRecord, ruled: RuleBook, wording: Wording) -> Ruling:
    """Play a record again under rules on which everything was agreed."""
    if (why := why_not_ruled_on(ruled.rules)) is not None:
        return _ruling(ruled, record, wording, why, verdict="no-rule")
    state, actions = open_record(record, ruled.rules)
    try:
        replay(state, actions)
    except Refusal as refusal:
        ruling = _ruling(ruled, record, wording, refusal.reason, verdict="illegal")
        instead = tuple(show_action(state, action) for action in options(state))
        at = len(state.history)
        if refusal.reason.id == "not-on-turn":
            ruling = replace(ruling, reason=since_first_named(state, ruling.reason))
        return replace(ruling, instead=instead, at=at + 1, action=record.actions[at])
    if state.doubts:
        return _depends(state, record, ruled, wording)
    source, result = " ".join(ruled.sources), round_result(state)
    reason = since_first_named(state, _ending(state))
    return Ruling(rules=ruled.id, verdict="legal", source=source, reason=reason, result=result)


def _ruling(
    book: RuleBook, record: RoundRecord, wording: Wording, reason: Reason, verdict: Verdict
) -> Ruling:
    """Return a ruling that rests on one reason."""
    ruling = _resting(book, record, reason.key, verdict, reason_sentence(wording, reason))
    return replace(ruling, because=reason_clause(wording, reason))


def _resting(book: RuleBook, table: RecordOrSituation, key: str, verdict: Verdict, reason: str) -> Ruling:
    """Return a ruling that rests on one rule, or on none but the tiles."""
    if key == NO_RULE:
        return Ruling(rules=book.id, verdict=verdict, source="", reason=reason)
    source = "" if book.basis(key) == "unstated" else " ".join(book.sources)
    return Ruling(
        rules=book.id,
        verdict=verdict,
        rule=key,
        value=_value(table, book, key),
        basis=book.basis(key),
        source=_("What this table agreed.") if key in table.house else source,
        reason=reason,
    )


def _value(record: RecordOrSituation, book: RuleBook, key: str) -> Value:
    """Return a rule's value; of a table by sets or players the row that serves this table."""
    return plain_value(row_for_table(key, value_of(book.rules, key), record.set_size, len(record.players)))


def _depends(state: State, record: RoundRecord, book: RuleBook, wording: Wording) -> Ruling:
    at, reasons = state.doubts[0]
    sentence = _("Nothing here is against the rules for certain, but not every hand is known.")
    needs = dict.fromkeys(reason_clause(wording, reason) for _at, doubts in state.doubts for reason in doubts)
    return replace(
        _resting(book, record, reasons[0].key, "depends", since_first_named(state, sentence)),
        at=at,
        action=record.actions[at - 1],
        needs=tuple(needs),
        result=round_result(state),
    )


def _ending(state: State) -> str:
    """Return how the round ended, or whose turn it is, in one sentence."""
    outcome = state.outcome
    if outcome is None:
        return _("Every action stands, and the round goes on.")
    if outcome.out is not None:
        return _("Every action stands; {player} went out.", player=state.name(outcome.out))
    if outcome.open_foot is None:
        return _("Every action stands; the round is blocked.")
    double = f"{outcome.open_foot}-{outcome.open_foot}"
    return _("Every action stands; the round is blocked, with {double} short of toes.", double=double)


def judge_situation(situation: Situation, book: RuleBook, wording: Wording) -> Ruling:
    """Answer the question about a position under a rule book.

    What nobody knows is tried both ways, and so is what the table had to agree on; where that changes the answer,
    it depends. Raises Impossible for a position that cannot be, with every reason, and for more toes on the start
    than the set has. Whether the set suffices for the deal makes no difference to what lies on the table.
    """
    ruled = with_house(book, situation.house)
    wording = wording.under(ruled.rules)
    if key := situation.question.states:
        situation = replace(situation, question=find_question(wording.settling(key, ruled.rules)))
    return _judge_open(situation, ruled, wording)


def _judge_open(situation: Situation, book: RuleBook, wording: Wording) -> Ruling:
    """Answer the question under each value that the table could have agreed on."""
    key = min(filter(situation.question.turns_on_rule, book.to_agree), default=None)
    if key is None:
        return _judge_agreed(situation, book, wording)
    values = _values_to_agree(book, key)
    rulings = [_judge_open(situation, _with_agreed(book, key, value), wording) for value in values]
    if not _turns_on(book, key, rulings):
        alike = len({(ruling.because, ruling.besides) for ruling in rulings}) == 1
        return rulings[0] if alike else _either_way(list(_conditions(book, wording, key, values)), rulings)
    agree = _to_agree(book, wording, key, values, rulings)
    if situation.question.states:
        rules = " ".join(_("{sentence}.", sentence=ruling.because) for ruling in rulings)
        besides = _("The table agrees on one of these: {rules}", rules=rules)
        agree = replace(agree, outcomes=(), besides=besides)
    return agree


def _values_to_agree(book: RuleBook, key: str) -> list[Value]:
    """Return the values that the table could have agreed on, first the one that counts if it did not."""
    usual = value_of(book.rules, key)
    values = sorted(book.choices[key] or (usual,), key=lambda value: value != usual)
    return [value for value in values if value != LEFT_OPEN]


def _turns_on(book: RuleBook, key: str, rulings: Sequence[Ruling]) -> bool:
    """Whether the rulings differ by what the table agreed; it may be anything where the book offers no values."""
    unknown = not book.choices[key] and rulings[0].rule == key
    return unknown or len({ruling.decision for ruling in rulings}) > 1


def _conditions(book: RuleBook, wording: Wording, key: str, values: Iterable[Value]) -> Iterator[str]:
    """Yield each value that the table could have agreed on as a condition."""
    for value in values:
        condition = _("With {value}", value=_value_in_words(wording, key, value))
        usual = value == value_of(book.rules, key)
        yield _("{condition} (or if nothing was agreed)", condition=condition) if usual else condition


def _value_in_words(wording: Wording, key: str, value: Value) -> str:
    """Return a value that a table can agree on: a number, or else the rule that it makes, quoted."""
    if isinstance(value, str | bool):
        return _("“{rule}”", rule=" ".join(wording.sentences(key, value)).removesuffix("."))
    return str(plain_value(value))


def _with_agreed(book: RuleBook, key: str, value: Value) -> RuleBook:
    """Return the book as if the table had agreed on a value of a key."""
    rules = with_changes(book.rules, {key: value})
    return replace(book, rules=rules, to_agree=book.to_agree - {key})


def _either_way(conditions: Sequence[str], rulings: Sequence[Ruling]) -> Ruling:
    """Return the answer that is the same whatever the table agreed, with all that is not."""

    def with_each(reasons: Iterable[str]) -> str:
        pairs = zip(conditions, reasons, strict=True)
        return " ".join(_("{condition}: {answer}", condition=when, answer=why) for when, why in pairs if why)

    reason = with_each(ruling.after_colon for ruling in rulings)
    besides, because = with_each(ruling.besides for ruling in rulings), rulings[0].because
    if any(ruling.because != because for ruling in rulings):
        because, besides = "", reason
    return replace(rulings[0], reason=reason, because=because, besides=besides, result=None)


def _to_agree(
    book: RuleBook, wording: Wording, key: str, values: Sequence[Value], rulings: Sequence[Ruling]
) -> Ruling:
    """Return that it depends on what the table agreed, with the outcome of each value."""
    left = _("The rule book leaves this to the table, which agrees on it before the game.")
    outcomes = (
        tuple(zip(_conditions(book, wording, key, values), rulings, strict=True)) if book.choices[key] else ()
    )
    need = _("what the table agreed on “{rule}”", rule=wording.keys[key].name)
    needs = tuple(dict.fromkeys((need, *(other for ruling in rulings for other in ruling.needs))))
    explained = " ".join((left, *(_outcome(condition, ruling) for condition, ruling in outcomes)))
    return replace(
        rulings[0],
        verdict="depends",
        answer=None,
        player=None,
        rule=key,
        value=[plain_value(value) for value in book.choices[key] or values],
        basis=book.basis(key),
        reason=" ".join((_("It depends on {facts}.", facts=needed(needs)), explained)),
        instead=(),
        needs=needs,
        because="",
        outcomes=outcomes,
        besides="" if outcomes else left,
    )


def _outcome(condition: str, ruling: Ruling) -> str:
    """Return what the ruling is with one of the values."""
    if ruling.answer is None:
        return _("{condition}: {answer}", condition=condition, answer=ruling.after_colon)
    facts = {"answer": ruling.answer, "reason": ruling.after_colon}
    return _("{condition} the answer is {answer}: {reason}", condition=condition, **facts)


def _judge_agreed(situation: Situation, book: RuleBook, wording: Wording) -> Ruling:
    """Answer the question under rules on which everything was agreed."""
    rules = book.rules
    check_toes(rules, situation.set_size, len(situation.players))
    original, situation = situation, as_it_lies(situation, rules)
    check_possible(situation if situation.finished is None else original, rules)
    answer = _answered(situation, rules)
    outcomes = _outcomes(situation, rules, answer)
    spare = (answer.key, NO_RULE, OF_THE_TABLE)
    forbidding = (outcome for _when, outcome in outcomes if outcome.decision != ("legal", None))
    reasons = (outcome.reason.key for outcome in forbidding if outcome.reason)
    others = dict.fromkeys(key for key in reasons if key not in spare)
    also = (*answer.also, *others, *_assumed(situation, rules, answer))
    answer = answer._replace(outcomes=outcomes, also=also)
    return _worded(situation, book, wording, answer)


def _outcomes(situation: Situation, rules: Rules, answer: Answer) -> Outcomes:
    """Return what follows however the facts are on which an answer depends, where that is soon said."""
    if answer.outcomes or answer.verdict != "depends":
        return answer.outcomes
    outcomes, known = list[Answer](), tuple[tuple[Reason, bool], ...]()
    for need in answer.needs:
        outcomes.append(_answer_knowing(situation, rules, *known, (need, True)))
        known = (*known, (need, False))
        if outcomes[-1].verdict == "depends":
            return ()
    neither = _answer_knowing(situation, rules, *known)
    conditions: tuple[str, ...] = _("If so"), _("If not")
    if len(set(map(str, _folded(answer.needs)))) > 1 and not _of_held_and_drawn(answer.needs):
        conditions = _("If one of these is so"), _("If none of these is so")
    if len({outcome.decision for outcome in outcomes}) == 1:
        outcomes = [_in_common(outcomes)]
    else:
        conditions = _("If the first is so"), _("If only the second is so"), _("If neither is so")
    same = all(
        (outcome.decision, outcome.perhaps) == (neither.decision, neither.perhaps) for outcome in outcomes
    )
    if same or neither.verdict == "depends" or len(outcomes) >= len(conditions):
        return ()
    return tuple(zip(conditions, (*outcomes, neither), strict=True))


def _answer_knowing(situation: Situation, rules: Rules, *known: tuple[Reason, bool]) -> Answer:
    """Return the answer once somebody has said what is so of hidden tiles and what is not.

    Its reason is why it is no, or why nothing can be drawn; that nothing fits was just said.
    """
    answer = _answered(replace(situation, known=known), rules)
    if answer.verdict == "illegal" and answer.reason is not None and answer.reason.id != "surely-able":
        return answer
    reasons = [ground for ground in (answer.reason, *answer.also) if isinstance(ground, Reason)]
    return answer._replace(reason=next((reason for reason in reasons if reason.id in _NOT_DRAWN), None))


def _answered(situation: Situation, rules: Rules) -> Answer:
    """Answer the question however what nobody knows may be."""
    if (why := why_undecided(situation, rules)) is not None:
        return Answer("no-rule", why.key, reason=why)
    unknown = gaps(situation, rules)
    if not unknown:
        return situation.question.answer(situation, rules)
    variants = fillings(situation, unknown)
    answers = {numbers: variant.question.answer(variant, rules) for numbers, variant in variants}
    return _however_filled(unknown, answers)


Filled: TypeAlias = Mapping[tuple[int, ...], Answer]
"""Answers, by the numbers of the fillings of all gaps."""


def _however_filled(unknown: tuple[Gap, ...], answers: Filled) -> Answer:
    """Return the answer that holds however the gaps are filled, or on what it depends."""
    every = list(answers.values())
    deciding = _deciding(unknown, {numbers: answer.decision for numbers, answer in answers.items()})
    if not deciding:
        usual = [at for at, gap in enumerate(unknown) if gap.usual_first]
        # what holds with tiles in the yard is not about the yard
        common = _in_common(
            [answer for filled, answer in answers.items() if not any(filled[at] for at in usual)]
        )
        tiles = every[0].reason if common.key == OF_THE_TABLE else None
        reason = common.reason or _why_able([answer.reason for answer in every]) or tiles
        instead = _in_all(answer.instead for answer in every)
        if common.verdict == "illegal" and not instead and common.perhaps is None:
            offered = {numbers: (answer.instead, answer.perhaps) for numbers, answer in answers.items()}
            further = _deciding(unknown, offered)
            common = common._replace(needs=(*common.needs, *(gap.reason for gap in further)))
        also = (*common.also, *(reason for gap in unknown for reason in gap.known))
        return common._replace(instead=instead, reason=reason, also=also)
    outcomes = _by_value(unknown, deciding, answers)
    if not outcomes:
        deciding.sort(key=lambda gap: _left_open(unknown.index(gap), answers))
    needs = [gap.reason for gap in deciding]
    at = unknown.index(deciding[0])
    once_begun = {answer.decision for numbers, answer in answers.items() if numbers[at]}
    if len(deciding) == 1 and deciding[0].bare_first and len(once_begun) == 1:
        needs = [Reason("trains.elsewhere", "needs-begun", needs[0].facts)]
        outcomes = tuple(
            (condition, outcome._replace(reason=None) if outcome.verdict == "legal" else outcome)
            for condition, outcome in outcomes
        )
    needs += [reason for answer in every for reason in answer.needs if reason not in needs]
    doubtful = depending(needs[0].key, *needs)
    actions = [answer.answer if isinstance(answer.answer, tuple) else () for answer in every]
    certain = _in_all(actions) if isinstance(every[0].answer, tuple) else None
    return doubtful._replace(answer=certain, seat=every[0].seat, outcomes=outcomes)


def _left_open(at: int, answers: Filled) -> float:
    """Return how many answers are left on average once a gap is filled: one, where that settles it."""
    left = {(numbers[at], answer.decision) for numbers, answer in answers.items()}
    return len(left) / len({number for number, _decision in left})


def _why_able(reasons: Sequence[Reason | None]) -> Reason | None:
    """Return what is the same in reasons that each name tiles that fit, however else they differ."""
    why = [reason for reason in reasons if reason is not None]
    ids = {reason.id for reason in why}
    if len(why) < len(reasons) or not ids <= _NAME_FITTING:
        return None
    each_fits: list[Any] = [reason.facts.get("tiles") or (reason.facts["tile"],) for reason in why]
    if tiles := _in_all(each_fits):
        return Reason("turn.must_play", "able-several" if len(tiles) > 1 else "able", {"tiles": tiles})
    if ids == {"drew-though-able"}:
        return Reason("turn.must_play", "drew-though-surely-able", {"player": why[0].facts["player"]})
    return Reason("turn.must_play", "able-anyway", {}) if ids <= {"able", "able-several"} else None


def _by_value(
    unknown: tuple[Gap, ...], deciding: list[Gap], answers: Filled, split: bool = False
) -> Outcomes:
    """Return each answer that gaps decide, with how the facts are then; nothing where that takes long to say.

    Each condition is about what those before it leave, so the last is whatever is left. Where an answer takes several
    conditions, the answers are `split` by the first fact as well.
    """
    exact = all(gap.exact for gap in deciding)
    grouped: dict[object, dict[tuple[int, ...], Answer]] = {}
    for numbers, answer in answers.items():
        shown = tuple(number for gap, number in zip(unknown, numbers, strict=True) if gap in deciding)
        grouped.setdefault((answer.decision, split and shown[0]), {})[shown] = answer
    groups, outcomes = sorted(grouped.values(), key=len), list[tuple[str, Answer]]()
    for at, group in enumerate(groups):
        last = at == len(groups) - 1 and len(deciding) > 1
        left = {shown for other in groups[0 if last else at :] for shown in other}
        condition = _condition(deciding, group, left, most=1 if last else len(deciding))
        if condition is None and not last:
            return () if split else _by_value(unknown, deciding, answers, split=True)
        again = at and not last and len(deciding) > 1
        sentence = N_("Otherwise, with {value}") if again else N_("With {value}")
        answer = _in_common(list(group.values()))
        answer = answer if exact else answer._replace(reason=None)
        outcomes.append((_(sentence, value=condition) if condition else _("Otherwise"), answer))
    return tuple(outcomes)


def _condition(deciding: list[Gap], group: Collection[Any], left: Collection[Any], most: int) -> str | None:
    """Return what sets one group apart from all that are left, in `most` facts; None if that is too long.

    Each is the numbers of the fillings of the gaps that decide.
    """
    numbers = [sorted(set(column)) for column in zip(*group, strict=True)]
    short = [at for at, column in enumerate(numbers) if len(column) <= MOST_NUMBERS]
    if len(group) == len(left) and not short:
        return ""
    sizes = range(1, min(most, len(short)) + 1)
    for some in (some for size in sizes for some in combinations(short, size)):
        if sum(all(shown[at] in numbers[at] for at in some) for shown in left) == len(group):
            shown = ([_(str(deciding[at].shows[number])) for number in numbers[at]] for at in some)
            return join_and(list(map(join_or, shown)))
    return None


_NOT_DRAWN = {"nothing-left", "kept", "drew", "drew-unable"}
"""Reasons why a player draws no tile, or no more."""
_NAME_FITTING = {"able", "able-several", "able-dry", "drew-though-able", "must-play", "fits"}
"""Reasons that name the tiles that fit."""
_UNNAMED = {"one-seen": "one"} | {
    name: f"{name}-unseen" for name in ("unfit", "bound-unfit", "cover-unfit", "kept")
}
"""Reasons that name the drawn tile, and those that do not."""


def _without_drawn(answer: Answer) -> Answer:
    """Return an answer without the name of the drawn tile."""

    def of(reason: Reason | str | None) -> Any:
        if not isinstance(reason, Reason) or reason.id not in _UNNAMED or "tile" not in reason.facts:
            return reason
        facts = {name: fact for name, fact in reason.facts.items() if name != "tile"}
        return replace(reason, id=_UNNAMED[reason.id], facts=facts)

    return answer._replace(reason=of(answer.reason), also=tuple(map(of, answer.also)))


def _in_common(answers: Sequence[Answer]) -> Answer:
    """Return what answers have in common that agree, with all that they need to know."""
    if any((answer.reason, answer.also) != (answers[0].reason, answers[0].also) for answer in answers):
        answers = list(map(_without_drawn, answers))
    first = answers[0]
    return first._replace(
        reason=first.reason if all(answer.reason == first.reason for answer in answers) else None,
        needs=depending(first.key, *(need for answer in answers for need in answer.needs)).needs,
        perhaps=first.perhaps if all(answer.perhaps == first.perhaps for answer in answers) else None,
    )


def _in_all(groups: Iterable[tuple[Any, ...]]) -> tuple[Any, ...]:
    """Return the actions or tiles that are in each of these, in the order of the first."""
    first, *others = groups
    return tuple(action for action in first if all(action in group for group in others))


def _deciding(unknown: tuple[Gap, ...], results: Mapping[tuple[int, ...], object]) -> list[Gap]:
    """Return the gaps that decide what was found: filling one of them another way can change it."""

    def decides(at: int) -> bool:
        others: dict[tuple[int, ...], object] = {}
        left = (((*numbers[:at], *numbers[at + 1 :]), result) for numbers, result in results.items())
        return any(others.setdefault(rest, result) != result for rest, result in left)

    return [gap for at, gap in enumerate(unknown) if decides(at)]


def _worded(situation: Situation, book: RuleBook, wording: Wording, answer: Answer) -> Ruling:
    """Put an answer into words."""
    if situation.question.states:
        return _what_book_says(situation, book, wording, answer)
    answer = _with_telling_reason(answer)
    seats = range(len(situation.players) if situation.held else 0)
    untold = tuple(situation.name(seat) for seat in seats if seat not in situation.held)
    asked = _folded(answer.needs, untold)
    if len(answer.outcomes) == 2 and _of_held_and_drawn(answer.needs):
        asked = iter((Reason("turn.must_play", "needs-either", answer.needs[0].facts),))
    needs = tuple(dict.fromkeys(reason_clause(wording, need) for need in asked))
    because, first = "", ""
    perhaps = "" if answer.perhaps is None else reason_clause(wording, answer.perhaps)
    seat, players = situation.seat, situation.players
    later = map(_, NEXT_PLAYERS) if seat is None else (*players[:seat], *players[seat + 1 :])
    begins = tuple(f"{name} " for name in later)
    if any(option.startswith(begins) for option in (*answer.instead, perhaps)):
        answer, perhaps = answer._replace(instead=()), ""
    if answer.verdict != "depends" and needs:  # only what may be done instead is uncertain
        perhaps, needs = _("it depends on {facts}", facts=needed(needs)), ()
    if answer.verdict == "depends":
        first = _("It depends on {facts}.", facts=needed(needs))
    elif answer.reason is not None:
        because, first = reason_clause(wording, answer.reason), reason_sentence(wording, answer.reason)
    others = tuple(_besides(situation, book, wording, answer))
    reason = " ".join(filter(None, (first, *(sentence for sentence, _key in others))))
    aside = [sentence for sentence, key in others if key == "conduct.take_back"]  # nobody may have asked
    aside += [reason_sentence(wording, _SUPPOSED)] * (_SUPPOSED in answer.also)
    shown = [
        (sentence, "" if key in (NO_RULE, answer.key) else _source(key, situation, book, wording))
        for sentence, key in others
        if sentence not in aside and not (first and key and key == answer.key)
    ]
    return replace(
        _resting(book, situation, answer.key, answer.verdict, reason),
        answer=answer.answer,
        player=None if answer.seat is None else situation.name(answer.seat),
        instead=answer.instead,
        phrase=answer.phrase,
        perhaps=perhaps,
        needs=needs,
        outcomes=tuple((when, _worded(situation, book, wording, then)) for when, then in answer.outcomes),
        because=because,
        besides=_with_sources(shown),
        aside=" ".join(aside),
        result=answer.result,
    )


def _with_sources(shown: Sequence[tuple[str, str]]) -> str:
    """Return sentences with their sources; neighbours with the same source have it said once."""
    following = (*(source for _sentence, source in shown[1:]), "")
    return " ".join(
        sentence if source in ("", after) else f"{sentence} {source}"
        for (sentence, source), after in zip(shown, following, strict=False)
    )


def _with_telling_reason(answer: Answer) -> Answer:
    """Return an answer with the reason first that is about the rule it rests on, where it says what may be done."""
    key, first = answer.key, answer.reason
    telling = (ground for ground in answer.also if isinstance(ground, Reason) and ground.key == key)
    reason = next((ground for ground in telling if ground.id not in ("drew", "drew-unable")), None)
    settled = answer.verdict != "legal" or isinstance(answer.answer, str | int)
    if first is None or reason is None or first.key == key or settled:
        return answer
    also = tuple(first if ground == reason else ground for ground in answer.also)
    return answer._replace(reason=reason, also=also)


def needed(needs: Sequence[str]) -> str:
    """Return on what something depends: every fact, or of many the first, as nobody answers many in one breath."""
    if len(needs) <= MOST_NEEDS:
        return join_and([pgettext("what an answer depends on", "{fact}", fact=need) for need in needs])
    return _("this before anything else: {fact}", fact=needs[0])


def _what_book_says(situation: Situation, book: RuleBook, wording: Wording, answer: Answer) -> Ruling:
    """Return a rule as its sentence, and how sure it is that it is the book's own."""
    sentence = " ".join(wording.sentences(answer.key, _value(situation, book, answer.key)))
    reason = f"{sentence} {_source(answer.key, situation, book, wording)}"
    ruling = _resting(book, situation, answer.key, answer.verdict, reason)
    return replace(ruling, answer=answer.answer, because=sentence.removesuffix("."))


def _folded(needs: tuple[Reason, ...], untold: tuple[str, ...] = ()) -> Iterator[Reason]:
    """Yield what a person would ask for: a player's hand in place of several questions, or a long one, about it.

    `untold` are the players whose doubles nobody told, where those of others were.
    """
    asked: dict[str, set[tuple[str, int]]] = {}
    for need in (need for need in needs if need.id in _OF_A_HAND):
        facts: dict[str, Any] = dict(need.facts)
        asked.setdefault(facts["player"], set()).update((need.id, number) for number in facts["numbers"])
    for need in needs:
        facts = dict(need.facts)
        of_player = asked.get(facts.get("player", ""), set())
        kinds, numbers = {kind for kind, _ in of_player}, tuple(sorted({number for _, number in of_player}))
        if need.id in kinds and (len(kinds) > 1 or len(numbers) > MOST_NUMBERS):
            yield Reason("scoring.blocked", "needs-hand", {"players": (facts["player"],)})
        elif need.id == "needs-match":
            alike = tuple(player for player, other in asked.items() if other == of_player)
            facts = {"player": alike[0], "players": alike, "numbers": numbers}
            single, few = len(alike) < 2, len(alike) < MOST_NEEDS
            of = Reason("turn.must_play", "needs-match-of" if few else "needs-match-of-any", facts)
            yield Reason("turn.must_play", "needs-match", facts) if single else of
        elif len(facts.get("doubles", ())) > MOST_NUMBERS:
            yield Reason("start.missing", "needs-highest", {})
        elif untold and need.id in ("needs-held", "needs-higher"):
            facts = {"players": untold, "doubles": facts["doubles"]}
            yield Reason("start.missing", "needs-of" if len(untold) > 1 else "needs-of-one", facts)
        else:
            yield need


_OF_A_HAND = {"needs-match", "needs-more", "needs-plain"}
_SEEN_BY_ONE = {*_OF_A_HAND, "needs-older", "needs-drawn"}


def _of_held_and_drawn(needs: tuple[Reason, ...]) -> bool:
    """Whether these ask the same of the tiles that a player held before a draw, and of the drawn one."""
    about = {(need.facts.get("player"), need.facts.get("numbers")) for need in needs}
    return len(about) == 1 and {need.id for need in needs} == {"needs-older", "needs-drawn"}


def _source(key: str, situation: Situation, book: RuleBook, wording: Wording) -> str:
    """Return how sure it is that a rule beside the deciding one is the book's own."""
    if key in situation.house:
        return _("This table agreed on it.")
    return source_sentence(book, key, _value(situation, book, key), book.basis(key), wording)


def _besides(
    situation: Situation, book: RuleBook, wording: Wording, answer: Answer
) -> Iterator[tuple[str, str]]:
    """Yield what else had a part, and what was assumed: each sentence with the rule it states, or NO_RULE."""
    untold = answer.reason is None and not (answer.verdict == "depends" and answer.key == OF_THE_TABLE)
    grounds = (answer.key, *answer.also) if untold else answer.also
    for also in (also for at, also in enumerate(grounds) if also not in (*grounds[:at], NO_RULE)):
        if isinstance(also, Reason):
            yield reason_sentence(wording, also), NO_RULE
        else:
            yield " ".join(wording.sentences(also, _value(situation, book, also))), also


def _assumed(situation: Situation, rules: Rules, answer: Answer) -> Iterator[Reason | str]:
    """Yield what was taken for granted: of toes where they decide, and that a tile stays that was one too many.

    And where only one player can tell, that this is so.
    """
    first = situation.seat in situation.first_turn
    many = rules.turn.plays == "many" or (first and rules.trains.first_turn == "run")
    for before, after in pairwise(situation.laid_now):
        if not (many or (before.tile.is_double and rules.foot.again != "none")):
            facts = {"player": situation.name(situation.seat or 0), "tile": after.tile}
            yield Reason("turn.plays", "too-many", facts)
            yield "trains.first_turn" if first else "turn.plays"
    if not situation.question.assumes or answer.verdict == "no-rule":
        return
    complete = situation.toes is None and (situation.ends is not None or situation.finished is not None)
    if complete and situation.foot is None and not situation.lays_last:
        needed_toes = start_toes(rules, situation.set_size, len(situation.players))
        fewer = [replace(situation, toes=toes) for toes in range(needed_toes)]
        laid = any(event.action.kind == "lay" and not event.wrong for event in situation.events)
        # the start is incomplete with the most of these as with the least, unless a tile that was laid completed it
        orders = (fewer[::-1], fewer) if laid or situation.played else (fewer[::-1],)
        possible = (
            next((variant for variant in order if can_have_toes(variant, rules)), None) for order in orders
        )
        others = [_answered(variant, rules) for variant in possible if variant]
        changes = any(other.decision != answer.decision and other.verdict != "depends" for other in others)
        if changes and answer.verdict != "depends" and answer.phrase != "kept":
            yield _SUPPOSED
    player = {need.facts.get("player") if need.id in _SEEN_BY_ONE else None for need in answer.needs}
    if answer.verdict == "depends" and len(player) == 1 and None not in player:
        yield Reason("turn.must_play", "only-holder", {"player": player.pop()})
