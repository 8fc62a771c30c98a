"""Rulings in words that a table can use: yes or no, what may be done instead, and where the rule comes from.

Puts together sentences from the rule book's words and the questions; decides nothing.
"""

from collections.abc import Collection, Mapping
from typing import Literal

from msgspec.structs import replace

from scorekeeper.engine import Train, number_of_train, parse_action, train_word
from scorekeeper.judge.actions import choices_in_words, describe_action, place_in_words
from scorekeeper.judge.ruling import Ruling, needed
from scorekeeper.judge.situation import OF_THE_TABLE, Question, Situation
from scorekeeper.rules import RuleBook, TableLayout, Wording, rule_values, source_sentence
from scorekeeper.text import N_, _, join_or, number_name

Tone = Literal["yes", "no", "depends", "none", "answer"]

RULING_MARKS: Mapping[Tone, str] = {"yes": "✔", "no": "✘", "depends": "?", "none": "–", "answer": "›"}
"""A sign for each tone, so that nothing rests on colour."""

MOST_INSTEAD = 6
"""More than this is no help at the table."""


def ruling_tone(ruling: Ruling, kind: Question) -> Tone:
    """Return whether a ruling on a kind of question is a yes, a no or something else."""
    if ruling.verdict == "depends":
        return "depends"
    if ruling.verdict == "no-rule":
        return "none"
    if ruling.answer in kind.yes_and_no:
        return "yes" if ruling.answer == kind.yes_and_no[0] else "no"
    if ruling.verdict == "illegal":
        return "no"
    return "yes" if ruling.answer is None else "answer"


def ruling_headline(ruling: Ruling, answers: Mapping[str, str]) -> str:
    """Return the answer in a few words."""
    if ruling.verdict == "depends":
        return _("It depends")
    if ruling.verdict == "no-rule" and not ruling.phrase:
        return _("There is no rule")
    return _answer(ruling, answers).format(n=_in_words(ruling), player=ruling.player, reason=ruling.because)


def ruling_sentence(ruling: Ruling, statements: Mapping[str, str], situation: Situation) -> str:
    """Return the answer about the player and the tile, with the facts that decide, without a full stop."""
    if ruling.verdict == "depends":
        return _dependence(ruling, statements, situation)
    template = _("No rule decides it")
    if ruling.verdict != "no-rule" or ruling.phrase:
        template = _answer(ruling, statements)
    disputed = (event.action.tile for event in situation.events if event.wrong)
    answer = template.format(
        player=ruling.player if situation.seat is None else situation.name(situation.seat),
        tile=situation.tile or situation.drawn_tile or next(disputed, None),
        double=situation.asked_double,
        place=_place(situation),
        n=_in_words(ruling),
        reason=ruling.because,
    )
    if not ruling.because or "{reason}" in template:
        return answer
    return _("{answer}, because {reason}", answer=answer, reason=ruling.because)


def _place(situation: Situation) -> str:
    """Return where the tile is to be laid, as a sentence has it after “on”."""
    on, players = situation.on, situation.players
    if not isinstance(on, Train):
        return "" if on is None else number_name(on)
    return place_in_words(train_word(number_of_train(on, len(players)), players, situation.seat or 0))


def _dependence(ruling: Ruling, statements: Mapping[str, str], situation: Situation) -> str:
    """Return on what an answer depends, and what follows from each way that can be, without the last full stop."""
    sentences = [_("It depends on {facts}", facts=needed(ruling.needs))]
    agreed = ("agreed" for _condition, outcome in ruling.outcomes if outcome.phrase.endswith("-agreed"))
    reasons = {*agreed, *(outcome.because for _condition, outcome in ruling.outcomes)}
    for condition, outcome in ruling.outcomes:
        # one reason for all is said once
        result = outcome if len(reasons) > 1 else replace(outcome, because="")
        answer = ruling_sentence(result, statements, situation)
        plain = answer.removeprefix(_("Yes: ")).removeprefix(_("No: "))
        if plain == answer and not answer.startswith(situation.players):  # it has not begun after a colon yet
            plain = answer[:1].lower() + answer[1:]
        sentences.append(_("{condition}: {answer}", condition=condition, answer=plain))
    if len(reasons) == 1 and "" not in reasons:
        sentences.append(_("This is because {reason}", reason=reasons.pop()))
    *others, last = sentences
    return " ".join((*(_("{sentence}.", sentence=sentence) for sentence in others), last))


def _answer(ruling: Ruling, words: Mapping[str, str]) -> str:
    """Return what an answer is called among words for all of them."""
    word = ruling.verdict if ruling.answer is None else str(ruling.answer or ruling.perhaps or "nothing")
    names = (word, "other") if ruling.player is None else (f"{word}-by", word, "other-by", "other")
    names = (f"{word}-{ruling.phrase}", f"other-{ruling.phrase}", *names)
    return next(words[name] for name in names if name in words)


def _in_words(ruling: Ruling) -> str | int | None:
    """Return an answer as a sentence has it: of several actions, or trains, any one may be taken."""
    answer = ruling.answer
    if ruling.phrase == "train":
        trains = answer if isinstance(answer, tuple) else (str(answer),)
        return join_or(list(map(place_in_words, trains)))
    stops = ruling.rule == "trains.first_turn"
    return choices_in_words(answer, ruling.perhaps, stops) if isinstance(answer, tuple) else answer


def follows(ruling: Ruling) -> bool:
    """Whether the actions to take come after what is done about something wrong, and not in its place."""
    return ruling.verdict == "legal" and (ruling.rule or "").startswith("conduct.")


def alternatives(ruling: Ruling, players: tuple[str, ...], set_size: int) -> tuple[str, ...]:
    """Return what may be done instead, in words."""
    if ruling.answer == "redraw" or isinstance(ruling.answer, tuple):
        return ()  # the answer says so
    actions = [describe_action(parse_action(text, players, set_size), players) for text in ruling.instead]
    if (more := len(actions) - MOST_INSTEAD) > 0:
        actions[MOST_INSTEAD:] = [_("and {count} more", count=more)]
    return (*actions, *filter(None, (ruling.perhaps,)))


def rule_sentence(ruling: Ruling, wording: Wording) -> str:
    """Return the rule that a ruling rests on, as its sentence; empty where the reason has it, or the table agrees."""
    if ruling.rule is None or ruling.states_rule or ruling.left_to_table or _tiles_decide(ruling):
        return ""
    return " ".join(wording.sentences(ruling.rule, ruling.value))


def basis_sentence(ruling: Ruling, book: RuleBook, house: Collection[str], wording: Wording) -> str:
    """Return how sure it is that the rule is the book's own, and what is said at the end.

    `house` are the keys that this table changed.
    """
    return " ".join(filter(None, (_basis(ruling, book, house, wording), ruling.aside)))


def _basis(ruling: Ruling, book: RuleBook, house: Collection[str], wording: Wording) -> str:
    if ruling.rule is None or ruling.basis is None or _tiles_decide(ruling):
        return ""
    if ruling.rule in house:
        return _("This table agreed on it.")
    if ruling.left_to_table:
        usual = " ".join(wording.sentences(ruling.rule, rule_values(book.rules)[ruling.rule]))
        left = N_("“{book}” leaves this to the table. If nothing was agreed: {sentence}")
        left = N_("“{book}” leaves this to the table.") if ruling.outcomes else left
        return _(left, book=book.title, sentence=usual)
    return source_sentence(book, ruling.rule, ruling.value, ruling.basis, wording)


def _tiles_decide(ruling: Ruling) -> bool:
    """Whether what lies on the table decides it, and nobody has laid a wrong tile yet, which only a rule can mend."""
    mended = ("legal", OF_THE_TABLE) in [
        (outcome.verdict, outcome.rule) for _condition, outcome in ruling.outcomes
    ]
    asked = ruling.verdict == "depends" and bool(ruling.outcomes) and not mended
    return ruling.rule == OF_THE_TABLE and (asked or ruling.verdict == "illegal")


def settling_fact(
    ruling: Ruling, kind: Question, layout: TableLayout, given: Collection[str] = ()
) -> str | None:
    """Return the name of the fact to give where a ruling depends, among those asked for at a table of that layout.

    One that was not told comes before those that were.
    """
    asked = [asked_fact.fact for asked_fact in kind.facts_under(None, layout)]
    keys = f"{ruling.rule}={ruling.value}", ruling.rule
    settling = (fact.name for key in keys for fact in asked if key in fact.settles)
    wanted = [name for name in (*settling, "hand", "hands") if name in {fact.name for fact in asked}]
    return min(wanted, key=lambda name: name in given and name != "hands", default=None)
