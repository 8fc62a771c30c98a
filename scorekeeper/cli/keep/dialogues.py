"""What `scorekeeper keep` asks in several steps: a dispute, a rule to hear, a rule to change.

A dialogue yields each question and is sent the answer. What is wrong with an answer is said, and asked again. It
returns what was typed that was no answer, as a rule nothing.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import TypeAlias

from scorekeeper.cli.amend import keep_change
from scorekeeper.cli.keep.wishes import counted, named_in, number_in, says_mine, words_of
from scorekeeper.cli.output import complain, say
from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.game import RulesChanged
from scorekeeper.judge import (
    FACTS,
    FormLine,
    Ruling,
    alternatives,
    described_facts,
    find_question,
    follows,
    line_hint,
    line_label,
    missing_facts,
    rule_sentence,
    settling_fact,
)
from scorekeeper.rules import LENGTHS, AskText, choice_hint, read_choice, rule_options, value_of
from scorekeeper.session import AppSession, Dispute, shelf
from scorekeeper.text import N_, _, folded, join_or, join_with_commas

Dialogue: TypeAlias = Generator[str, str, str]

_OFFERED = 4
"""What is offered at once, so that it can be remembered."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_WHERE = ("on", "on_train")
"""Facts that are asked for at once, beside those that a question needs."""


def settle(session: AppSession, story: str) -> Dialogue:
    """Ask which question a dispute is, and for its facts; then rule."""
    dispute = Dispute.of_game(session)
    asks = dispute.asks(dispute.draft.rules)
    story = story or (yield _("What is the dispute? Tell it in a sentence, or Enter to hear the questions:"))
    ask = story
    if ask not in asks:
        near = _find(dispute, ask) if ask else {}
        offered = {name: text.question for name, text in [*near.items()][:_OFFERED]}
        offered = offered or {name: text.question for name, text in asks.items()}
        typed = yield _(
            "What is to be settled? {choices} A number, or Enter to leave it:", choices=_numbered(offered)
        )
        if not (ask := _chosen(typed, [*offered])):
            return typed
    dispute.about(ask)
    dispute.forget()
    draft = dispute.draft
    asked = [line for line in dispute.lines() if line.name in (*missing_facts(draft), *_WHERE)]
    for line in asked:
        yield from _ask_fact(dispute, line, story, line.name not in _WHERE)
    return (yield from _ask_more(dispute, asked))


def _ask_fact(
    dispute: Dispute, line: FormLine, story: str = "", needed: bool = False
) -> Generator[str, str, None]:
    """Ask for a fact, and offer what was told of it; one that is needed is asked until it is answered."""
    guess = _guess(dispute, line, story)
    hint = line_hint(dispute.draft, line)
    sentence = (
        N_("{hint} This is needed; where leaves the dispute:")
        if needed
        else N_("{hint} Enter if it is not known:")
    )
    sentence = N_("{hint} Enter for {guess}:") if guess else sentence
    shown = guess and (dispute.draft.give(line, guess).meaning(line) or guess)
    while True:
        typed = (yield _(sentence, hint=hint, guess=shown)) or guess
        dispute.give(line, typed)
        given = dispute.draft.given.get(line)
        if given is not None and given.fault is not None:
            complain(str(given.fault))
        elif given is not None or not needed:
            return


def _guess(dispute: Dispute, line: FormLine, story: str) -> str:
    """Return what a sentence told of a fact: the player named first, or the longest part with a meaning."""
    draft = dispute.draft
    if FACTS[line.name].kind is FACTS["player"].kind:
        return next(iter(named_in(story, draft.players)), "")
    words = story.replace(",", " ").replace("?", " ").split()
    for length in range(min(len(words), 4), 0, -1):
        for at in range(len(words) - length + 1):
            part = " ".join(words[at : at + length])
            if says_mine(part):  # nobody knows who speaks
                continue
            given = draft.give(line, part).given.get(line)
            if given is not None and given.fault is None:
                return part
    return ""


def _ask_more(dispute: Dispute, asked: Sequence[FormLine]) -> Dialogue:
    """Rule; ask for what the ruling depends on, then for what else matters, and rule again.

    Returns what was typed in place of an answer.
    """
    asked = [*asked]
    while True:
        lines = [line for line in dispute.lines() if line not in asked]
        try:
            ruling = dispute.ruling()
        except ScorekeeperError as fault:
            if not lines:
                raise
            complain(str(fault))
            lines = lines[:1]
        else:
            given = {line.name for line in dispute.draft.given}
            fact = settling_fact(ruling, dispute.draft.question, dispute.draft.layout, given)
            wanted = [line for line in lines if line.name == fact and ruling.verdict == "depends"]
            if not wanted:
                facts = described_facts(dispute.draft)
                sentences = [_("{fact}: {words}.", fact=fact, words=words) for fact, words in facts]
                say(*_as_heard(dispute, ruling, sentences))
                labels = {str(line): line_label(dispute.draft, line) for line in lines}
                if not labels:
                    break
                typed = yield _(
                    "Is there more to say? {choices} A number, or Enter for no:", choices=_numbered(labels)
                )
                if not (chosen := _chosen(typed, [*labels])):
                    dispute.settle()
                    return typed
                wanted = [line for line in lines if str(line) == chosen]
            lines = wanted
        for line in lines:
            asked.append(line)
            yield from _ask_fact(dispute, line)
    dispute.settle()
    return ""


def _as_heard(dispute: Dispute, ruling: Ruling, facts: Sequence[str] = ()) -> Iterator[str]:
    """Yield a ruling: what was told, the answer, what may be done instead, and the rule."""
    yield " ".join(facts)
    yield _("{sentence}.", sentence=dispute.sentence(ruling))
    yield ruling.besides or ""
    if actions := join_or(alternatives(ruling, dispute.draft.players, dispute.draft.set_size)):
        yield _(N_("Then: {actions}.") if follows(ruling) else N_("Instead: {actions}."), actions=actions)
    sentence = rule_sentence(ruling, dispute.wording)
    yield " ".join(filter(None, [sentence, dispute.basis(ruling)]))


def hear_rules(session: AppSession, sought: str) -> Dialogue:
    """Say what the rules of the table say about something."""
    dispute = Dispute.of_game(session)
    sought = sought or (yield _("About what? A few words, such as double blank:"))
    keys = [sought] if sought in dispute.wording.keys else _keys(dispute, sought)
    for key in keys[: 1 if _is_named(dispute, keys[:1], sought) else 2]:
        dispute.about(key)
        say(dispute.text.question, *_as_heard(dispute, dispute.ruling()))
    if not keys:
        say(_("No rule is about that; say it in other words, or type “rules show” to hear all of them."))
    return ""


def change_rule(session: AppSession, sought: str) -> Dialogue:
    """Ask which rule is to be changed, and how."""
    dispute = Dispute.of_game(session)
    books, words = shelf(), dispute.wording
    sought = sought or (yield _("Which rule? A few words, such as double blank, or six rounds:"))
    number = number_in(sought)
    offered = _keys(dispute, sought, number)
    if not offered:
        say(_("No rule is about that; say it in other words."))
        return ""
    choices = _numbered({key: words.keys[key].question for key in offered})
    typed = yield _("Which rule is to change? {choices} A number, or Enter for none:", choices=choices)
    if not (key := _chosen(typed, offered)):
        return typed
    same = [books.book(book) for book in books.same_game(dispute.draft.rules)]
    now = value_of(dispute.rules, key)
    options = [(value, sentence) for value, sentence in rule_options(key, same, words) if value != now]
    lettered = dict(zip(_LETTERS, options, strict=False))
    others = [
        _("{letter}: {sentence}", letter=letter, sentence=option[1]) for letter, option in lettered.items()
    ]
    facts = {"now": " ".join(words.sentences(key, now)), "choices": " ".join(others)}
    facts["hint"] = join_with_commas([_("A letter"), *filter(None, [choice_hint(key)])])
    typed = number or (yield _("Now: {now} {choices} {hint}; Enter leaves it:", **facts))
    if not typed:
        return ""
    try:
        letter = folded(typed.strip("."))
        value = lettered[letter][0] if letter in lettered else read_choice(key, counted(typed) or typed)
    except Malformed:
        say(_("The rule stays as it is."))
        return typed
    ends = {"rounds.length": LENGTHS[key]} if key in LENGTHS else {}  # a number of rounds, or of points
    keep_change(session, RulesChanged(changes={key: value, **ends}))
    return ""


def _keys(dispute: Dispute, sought: str, number: str = "") -> list[str]:
    """Return the rules that may be meant, those that are named first; with a number those that are one."""
    asked = {ask: find_question(ask) for ask in _find(dispute, sought)}
    keys = [ask for ask, question in asked.items() if question is not None and question.states]
    keys.sort(key=lambda ask: not _is_named(dispute, [ask], sought))
    return [key for key in keys if not number or choice_hint(key) == _("or type a number")][:_OFFERED]


def _is_named(dispute: Dispute, keys: Sequence[str], sought: str) -> bool:
    """Whether all words of the names of rules are said."""
    return {*words_of(sought)}.issuperset(
        word for key in keys for word in words_of(dispute.wording.keys[key].name)
    )


def _find(dispute: Dispute, sought: str) -> Mapping[str, AskText]:
    """Return the questions that a sentence can mean, whomever it names."""
    names = {word for player in dispute.draft.players for word in words_of(player)}
    return dispute.find(dispute.draft.rules, " ".join(word for word in words_of(sought) if word not in names))


def _numbered(choices: Mapping[str, str]) -> str:
    ended = [choice if choice.endswith("?") else f"{choice}." for choice in choices.values()]
    return " ".join(
        _("{number}: {choice}", number=number, choice=choice) for number, choice in enumerate(ended, 1)
    )


def _chosen(typed: str, offered: Sequence[str]) -> str:
    """Return what the number that was typed stands for; "" if it stands for nothing."""
    number = int(counted(typed) or number_in(typed) or 0)
    return offered[number - 1] if 0 < number <= len(offered) and len(words_of(typed)) < 3 else ""
