"""The flags of `scorekeeper judge QUESTION`: one for each fact of a dispute, typed as in the app.

Makes a situation of them; rules on nothing.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem
from msgspec.structs import replace

from scorekeeper.cli import options
from scorekeeper.cli.common import asked_set, open_game
from scorekeeper.cli.language import Listing
from scorekeeper.errors import Malformed, at_place
from scorekeeper.formats import (
    BASE_BOOK,
    Shelf,
    find_questions,
    flag_words,
    questions,
    rule_questions,
    shipped_wording,
)
from scorekeeper.game import find_player, split_names, typed_players
from scorekeeper.judge import (
    FACTS,
    QUESTIONS,
    UNNAMED,
    Draft,
    Fact,
    FactContext,
    FormLine,
    Question,
    Situation,
    find_question,
    form_lines,
    missing_facts,
    situation_of,
    with_name,
    with_names,
)
from scorekeeper.rules import planned_doubles
from scorekeeper.system import shipped_folder
from scorekeeper.text import N_, _, join_with_commas

_ASKED = (*FACTS.values(), *(asked.fact for question in QUESTIONS.values() for asked in question.facts))
FLAGS: dict[str, dict[str, Fact]] = {fact.flag: {} for fact in _ASKED}
"""The facts that each flag can stand for, by their names, in the order of `--help`; a question has one of them."""
for _fact in _ASKED:
    FLAGS[_fact.flag].setdefault(_fact.name, _fact)

_YES = {("on_start", "start"), ("blocked", "blocked")}
"""Facts that are a yes, and the words that say so in files."""


class ToldTable(NamedTuple):
    """The table that the flags told of, as they were typed."""

    game: str | None
    set_size: int | None
    players: str | None
    double: str | None
    started_with: str | None
    book: str | None


TABLE_FLAGS = tuple(name for name in ToldTable._fields if name != "book")


def complete_asked(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return what a shell offers: the questions that begin so, or files."""
    items = [CompletionItem(ask) for ask in QUESTIONS if ask.startswith(begun or " ")]
    return items or [CompletionItem(begun, type="file")]


def question_options(command: options.Command) -> options.Command:
    """Give a command the flags of a question."""
    for name, facts in reversed(FLAGS.items()):
        first = next(iter(facts.values()))
        shown = next((fact for fact in facts.values() if fact.each), first)
        metavar = "NAME=" * shown.each + (shown.kind.metavar or shown.kind.name.upper())
        more: dict[str, Any] = {"metavar": metavar, "multiple": True, "words": partial(flag_words, name)}
        if first.kind.name == "yes":  # as it is where nothing follows the flag
            more |= {"metavar": f"[{metavar}]", "is_flag": False, "flag_value": "y"}
        command = click.option(f"--{name}", f"told_{name.replace('-', '_')}", cls=Listing, **more)(command)
    for option in (
        click.option("--started-with", metavar="DOUBLE", help="The double that actually started the round."),
        click.option("--round", "double", metavar="DOUBLE", help="The double that the round belongs to."),
        click.option("--players", metavar="NAMES", help="Names in seating order, separated by commas."),
        options.set_size,
        click.option("--game", metavar="GAME", help="Take rules, set, players and round from this game."),
    ):
        command = option(command)
    return command


def told_situation(
    ask: str, table: ToldTable, typed: Mapping[str, tuple[str, ...]], books: Shelf
) -> Situation:
    """Return the situation that flags tell. Raises Malformed that names the flag."""
    draft = _at_table(ask, table, typed, books)
    for name in _named(typed):
        draft = with_name(draft, name)
    facts = (line for flag in typed if flag != "hand" for line in _lines(draft, flag, typed[flag]))
    draft = with_names(draft.give_all({**dict(facts), **dict(_hands(draft, typed))}))
    hands = [line for line in draft.given if line.name == "hands"]
    for line in (*hands, *form_lines(draft)):
        if line in draft.given and (fault := draft.given[line].fault) is not None:
            raise fault.within(f"--{_flag_of(line.name)}")
    told_hands = {line.part: draft.given[line].value for line in hands}
    if missing := missing_facts(draft):
        flags = join_with_commas([f"--{_flag_of(name)}" for name in missing])
        raise Malformed(_("The question {ask} also needs {flags}.", ask=ask, flags=flags))
    situation = situation_of(draft)
    seats = zip(situation.players, situation.hands, strict=True)
    return replace(situation, hands=tuple(told_hands.get(player, hand) for player, hand in seats))


def _at_table(ask: str, table: ToldTable, typed: Mapping[str, object], books: Shelf) -> Draft:
    """Return the question without its facts, at the table that was told, or the one of a game."""
    known: Mapping[FormLine, str] = {}
    question = find_question(ask)
    assert question is not None
    if table.game is not None:
        from scorekeeper.session import draft_of_game, known_to_game

        game = open_game(table.game)
        draft = replace(draft_of_game(game, books), question=question)
        known = known_to_game(draft, game, books.book(table.book or draft.rules).rules)
    else:
        rules = table.book or _usual_book(question, typed, books)
        draft = Draft(question=question, set_size=0, double=0, players=UNNAMED, rules=rules)
    if table.book is not None or table.game is None:
        draft = replace(draft, rules=table.book or draft.rules, house={})
        draft = replace(draft, layout=books.book(draft.rules).rules.layout)
    if table.set_size is not None or table.game is None:
        played = books.book(draft.rules).rules
        size = asked_set(table.set_size, played)
        draft = replace(draft, set_size=size, double=max(planned_doubles(played, size)), started_with=None)
    if table.players is not None:
        draft = replace(draft, players=typed_players(split_names(table.players)))
    if table.double is not None:
        double = _number("--round", table.double, draft.around)
        draft = replace(draft, double=double, started_with=None)
    if table.started_with is not None:
        draft = replace(draft, started_with=_number("--started-with", table.started_with, draft.around))
    return replace(draft, words=questions(shipped_folder("rules"))).give_all(known)


def _usual_book(question: Question, typed: Mapping[str, object], books: Shelf) -> str:
    """Return the usual rule book of the game in which a question with such facts can be asked."""
    layouts = [{fact.layout for fact in FLAGS[flag].values()} for flag in typed if typed[flag]]
    wanted = {question.layout, *(layout for group in layouts if len(group) == 1 for layout in group)}
    usual = map(books.usual_book, books.games())
    return next((book for book in usual if books.book(book).rules.layout.has(*wanted)), BASE_BOOK)


def _number(flag: str, text: str, around: FactContext) -> int:
    with at_place(flag):
        return int(FACTS["double"].kind.parse_typed(text, around))


def _named(typed: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Yield the names of players, those that stand before an equals sign first."""
    for flag in ("hand", "drawn", "held", "totals"):
        yield from (text.partition("=")[0].strip() for text in typed[flag] if "=" in text)
    yield from typed["player"]


def _lines(draft: Draft, flag: str, texts: tuple[str, ...]) -> Iterator[tuple[FormLine, str]]:
    """Yield the lines of a form that a flag fills. Raises Malformed where the question asks for no such fact."""
    if not texts:
        return
    asked = {needed.fact.name: needed.fact for needed in draft.question.facts_under(None, draft.layout)}
    fact = next((asked[name] for name in FLAGS[flag] if name in asked), None)
    if fact is None:
        known = [f"--{name}" for name, other in FLAGS.items() if not asked.keys().isdisjoint(other)]
        facts = {"ask": draft.question.ask, "book": draft.rules, "flags": join_with_commas(known)}
        raise Malformed(_("Under {book}, the question {ask} takes {flags}.", **facts), f"--{flag}")
    if fact.each:
        yield from ((FormLine(fact.name, player), text) for player, text in _of_each(draft, flag, texts))
    elif fact.many:
        yield from ((FormLine(fact.name, str(number)), text) for number, text in enumerate(texts, 1))
    else:
        yield FormLine(fact.name), "y" if (fact.name, *texts) in _YES else ", ".join(texts)


def _of_each(draft: Draft, flag: str, texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the player and the rest of each text such as `Ana=5-3`, or `-` where nothing follows.

    Raises Malformed that names the flag.
    """
    for text in texts:
        name, equals, rest = text.partition("=")
        if not equals:
            example = N_("Name the player first, such as {player}=5-3.")
            raise Malformed(_(example, player=draft.players[0]), f"--{flag}")
        yield _player(draft, flag, name), rest.strip() or "-"


def _player(draft: Draft, flag: str, name: str) -> str:
    with at_place(f"--{flag}"):
        return find_player(draft.players, name.strip(), begun=True)


def _hands(draft: Draft, typed: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[FormLine, str]]:
    """Yield the lines of hands; one without a name, or the only one, is that of the player it is about."""
    texts, own, mine = typed["hand"], typed["player"][-1:], None
    if draft.question.has_fact("hand"):
        yield from ((FormLine("hand"), text) for text in texts if "=" not in text)
        if len(texts) == 1 and "=" in texts[0] and not own:
            own = (texts[0].partition("=")[0],)
            yield FormLine("player"), own[0]
        texts = tuple(text for text in texts if "=" in text)
        mine = _player(draft, "player", own[0]) if own and texts else None
    for player, text in _of_each(draft, "hand", texts):
        yield FormLine("hand") if player == mine else FormLine("hands", player), text


def _flag_of(fact: str) -> str:
    """Return the flag that tells a fact."""
    return next(flag for flag, facts in FLAGS.items() if fact in facts)


_TILE = re.compile(r"\d+ *[-/|:] *\d+")
_SAMPLES = {"player": "Ana", "tile": "5-3", "double": "6", "events": '"Ana 6-4"', "hand": '"5-3 9-6"'}
"""What a needed fact may look like."""


def how_to_ask(words: str) -> Malformed:
    """Return that something is neither a question nor a file, and the command that asks what its words can mean."""
    texts = questions(shipped_folder("rules"))
    names = [word for word in words.split()[1:] if word[:1].isupper()]
    sought = " ".join(word for word in words.split() if word not in names)
    ask = next(iter(find_questions(texts, sought, rule_questions(shipped_wording()))), "play")
    given = {"player": names[:1], "tile": _TILE.findall(words)}
    facts = QUESTIONS[ask].facts if ask in QUESTIONS else ()
    needed = [asked.fact.name for asked in facts if asked.needed and asked.when(lambda _fact: False)]
    samples = {name: next(iter(given.get(name, ())), _SAMPLES.get(name, name.upper())) for name in needed}
    flags = [f"--{_flag_of(name)} {sample}" for name, sample in samples.items()]
    sentence = N_(
        "“{words}” is neither a question nor a file. Ask like this: {command}. The questions are {asks}."
    )
    command = " ".join(("scorekeeper judge", ask, *flags))
    return Malformed(_(sentence, words=words, command=command, asks=join_with_commas(list(texts))))
