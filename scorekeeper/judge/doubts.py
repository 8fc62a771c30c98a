"""The answer that holds however what nobody knows may be, or else on what it depends and what follows each way.

Every gap of a situation is filled in each way, and the engine is asked each time. Only the conditions
under which each outcome holds are words.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from msgspec.structs import replace

from scorekeeper.engine import Reason
from scorekeeper.judge.because import why_undecided
from scorekeeper.judge.contradictions import can_have_toes, check_possible
from scorekeeper.judge.gaps import Gap, fillings, gaps
from scorekeeper.judge.position import as_it_lies
from scorekeeper.judge.situation import NO_RULE, OF_THE_TABLE, Answer, Outcomes, Situation, depending
from scorekeeper.rules import Rules, check_toes, start_toes
from scorekeeper.text import N_, _, join_and, join_or

MOST_NUMBERS = 5
"""More numbers than this are no question about a hand that a person would ask."""

MOST_NEEDS = 3
"""More facts than this are not asked for in one breath."""

SUPPOSED = Reason("start.toes", "assumed", {})
"""What a ruling supposes where nobody told the toes of the starting double and they would change it."""

_OF_A_HAND = {"needs-match", "needs-more", "needs-plain"}
_SEEN_BY_ONE = {*_OF_A_HAND, "needs-older", "needs-drawn"}

_NOT_DRAWN = {"nothing-left", "kept", "drew", "drew-unable"}
"""Reasons why a player draws no tile, or no more."""
_NAME_FITTING = {"able", "able-several", "able-dry", "drew-though-able", "must-play", "fits"}
"""Reasons that name the tiles that fit."""
_UNNAMED = {"one-seen": "one"} | {
    name: f"{name}-unseen" for name in ("unfit", "bound-unfit", "cover-unfit", "kept")
}
"""Reasons that name the drawn tile, and those that do not."""


def find_answer(situation: Situation, rules: Rules) -> Answer:
    """Answer the question under rules on which everything was agreed. Raises as `judge_situation`."""
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
    return answer._replace(outcomes=outcomes, also=also)


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


def _however_filled(unknown: tuple[Gap, ...], answers: Mapping[tuple[int, ...], Answer]) -> Answer:
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


def _left_open(at: int, answers: Mapping[tuple[int, ...], Answer]) -> float:
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
    unknown: tuple[Gap, ...],
    deciding: list[Gap],
    answers: Mapping[tuple[int, ...], Answer],
    split: bool = False,
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


def _deciding(unknown: tuple[Gap, ...], results: Mapping[tuple[int, ...], object]) -> list[Gap]:
    """Return the gaps that decide what was found: filling one of them another way can change it."""

    def decides(at: int) -> bool:
        others: dict[tuple[int, ...], object] = {}
        left = (((*numbers[:at], *numbers[at + 1 :]), result) for numbers, result in results.items())
        return any(others.setdefault(rest, result) != result for rest, result in left)

    return [gap for at, gap in enumerate(unknown) if decides(at)]


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


def _without_drawn(answer: Answer) -> Answer:
    """Return an answer without the name of the drawn tile."""

    def of(reason: Reason | str | None) -> Any:
        if not isinstance(reason, Reason) or reason.id not in _UNNAMED or "tile" not in reason.facts:
            return reason
        facts = {name: fact for name, fact in reason.facts.items() if name != "tile"}
        return replace(reason, id=_UNNAMED[reason.id], facts=facts)

    return answer._replace(reason=of(answer.reason), also=tuple(map(of, answer.also)))


def _in_all(groups: Iterable[tuple[Any, ...]]) -> tuple[Any, ...]:
    """Return the actions or tiles that are in each of these, in the order of the first."""
    first, *others = groups
    return tuple(action for action in first if all(action in group for group in others))


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
    if len(set(map(str, asked_for(answer.needs)))) > 1 and not of_held_and_drawn(answer.needs):
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
            yield SUPPOSED
    player = {need.facts.get("player") if need.id in _SEEN_BY_ONE else None for need in answer.needs}
    if answer.verdict == "depends" and len(player) == 1 and None not in player:
        yield Reason("turn.must_play", "only-holder", {"player": player.pop()})


def asked_for(needs: tuple[Reason, ...], untold: tuple[str, ...] = ()) -> Iterator[Reason]:
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


def of_held_and_drawn(needs: tuple[Reason, ...]) -> bool:
    """Whether these ask the same of the tiles that a player held before a draw, and of the drawn one."""
    about = {(need.facts.get("player"), need.facts.get("numbers")) for need in needs}
    return len(about) == 1 and {need.id for need in needs} == {"needs-older", "needs-drawn"}
