"""Generates the pages of `docs/judge/`, one per question, for `make pages`.

They come from the rule books, their words and the situations of the tests. Never edit them by hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from scorekeeper.cli.judge import judge
from scorekeeper.formats import questions
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.rules.rulebook import rule_values
from scorekeeper.rules.wording import AskText, Wording
from scorekeeper.session import settle
from tools.book_pages import RULES, SHELF, WORDS
from tools.made import table

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "tests" / "situations" / "scenarios"

TABLES: Mapping[str, Mapping[str, Any]] = {
    "feet": {"table": {"foot": {"double": 6, "toes": 1}, "ends": [5, 2], "yard": 9}},
    "trains": {
        "table": {"yard": 9},
        "trains": {"Ed": {"end": 6}, "Fay": {"end": 7}, "Gus": {"end": 8}},
    },
}
"""A table for each layout at which Ed can lay a six and no five, four or two."""
PUBLIC: Mapping[str, Any] = {"end": 9}
"""The public train there, in a book that has one."""

PASSES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "I have not drawn, the yard has tiles": ("5-4", {}),
    "I drew one tile, it does not fit": ("5-4 5-2", {"drew": 1, "tile": "5-2"}),
    "I drew one tile, it fits": ("5-4 6-2", {"drew": 1, "tile": "6-2"}),
}
"""When Ed, whose older tile does not fit, may want to pass: the hand, and what the question says."""


def rule(key: str, words: Wording, books: Sequence[str]) -> Iterator[str]:
    """Yield what the books of a game say on one rule: each sentence, then the books that share it, by title."""
    yield f"#### {words.keys[key].question}"
    pairs = sorted(
        (" ".join(words.sentences(key, rule_values(SHELF.book(book).rules).get(key))), book) for book in books
    )
    yield "\n".join(
        f"- **{sentence}**  \n  {' · '.join(_linked(book) for _sentence, book in books)}"
        for sentence, books in groupby(pairs, key=lambda pair: pair[0])
    )
    yield f"The rule is `{key}`."


def _linked(book: str) -> str:
    return f"[{SHELF.book(book).title}](../books/{book}.md)"


def example(text: AskText) -> Iterator[str]:
    """Yield a situation and the ruling on it."""
    path = EXAMPLES / f"{text.example}.toml"
    head, file = path.read_text(encoding="utf-8").split("\n\n", 1)
    printed = CliRunner().invoke(judge, [str(path)]).output
    yield "### Example"
    yield head.splitlines()[0].removeprefix("# ")
    yield "\n>\n".join(f"> {line}" for line in printed.splitlines())
    yield f"As a file, which `scorekeeper judge {path.name}` reads:"
    yield f"```toml\n{file.strip()}\n```"


def at_table(book: str) -> Mapping[str, Any]:
    """Return the table at which a book's players may want to pass."""
    rules = SHELF.book(book).rules
    laid = TABLES[rules.layout.name]
    if rules.trains.ownership != "own-and-public":
        return laid
    return {**laid, "trains": {**laid["trains"], "public": PUBLIC}}


def passes(text: AskText, books: Sequence[str]) -> Iterator[str]:
    """Yield for each book of a game whether a player none of whose tiles fits may pass, as the judge says."""
    rows = []
    for book in books:
        answers = []
        for hand, question in PASSES.values():
            asked = {"ask": "pass", "player": "Ed", **question}
            situation = {"format": "scorekeeper-situation/1", "set": 9, "round": 9, "rules": book}
            seats = {"players": ["Ed", "Fay", "Gus"], "hands": {"Ed": hand}, "question": asked}
            answers.append(text.answers[settle({**situation, **at_table(book), **seats}).verdict])
        rows.append([_linked(book), *answers])
    yield "### None of my tiles fits: may I pass?"
    yield table(["rule book", *PASSES], rows)


def of_game(game: str, ask: str, text: AskText, before: AskText | None) -> Iterator[str]:
    """Yield what a question asks for in a game, an example, and what its rule books say.

    What the game `before` has in the same words is not written again.
    """
    usual = SHELF.usual_book(game)
    rules = SHELF.book(usual).rules
    yield f"## {SHELF.games()[game]}"
    if before is not None and text.question != before.question:
        yield f"Here it is asked: *{text.question}*"
    if ask == "pass":
        yield from passes(text, SHELF.same_game(usual))
    yield "### What the rule books say"
    for key in text.keys:
        yield from rule(key, WORDS.under(rules), SHELF.same_game(usual))
    if before is None or text.fill != before.fill:
        yield "### What the judge has to know"
        yield text.fill
    if before is None or text.example != before.example:
        yield from example(text)


def page(ask: str, text: AskText) -> str:
    """Return the page of one question, game by game."""
    parts, before = [f"# {text.question}"], None
    for game in SHELF.games():
        rules = SHELF.book(SHELF.usual_book(game)).rules
        if rules.layout.has(QUESTIONS[ask].layout):
            here = text.under(rules)
            parts += of_game(game, ask, here, before)
            before = here
    parts += [
        "## In files",
        f'The question is `ask = "{ask}"`; a [situation](../records.md#situations) has its fields.',
    ]
    return "\n\n".join(parts) + "\n"


def link(ask: str, text: AskText) -> str:
    """Return the line of the list for one question, in the words of each game that puts it in its own."""
    asked = (text.under(SHELF.book(SHELF.usual_book(game)).rules).question for game in SHELF.games())
    return f"- [{' / '.join(dict.fromkeys(asked))}]({ask}.md)"


def pages() -> dict[str, str]:
    """Return every page by the name of its file."""
    asked = questions(RULES)
    head = (
        "# What the judge answers\n\n"
        "One page for each question: what every rule book says, what the judge has to know, and an example. "
        "[Disputes](../disputes.md) says how to ask, in the app, on the command line or with a file."
    )
    listed = "\n".join(link(ask, text) for ask, text in asked.items())
    return {
        "README.md": f"{head}\n\n{listed}\n",
        **{f"{ask}.md": page(ask, text) for ask, text in asked.items()},
    }
