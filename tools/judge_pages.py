"""Generates the pages of `docs/judge/`, one per question, for `make pages`.

They come from the rule books, their words and the situations of the tests. Never edit them by hand.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from click.testing import CliRunner

from scorekeeper.cli.judge import judge
from scorekeeper.formats import AskText, questions
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.rules.rulebook import rule_values
from scorekeeper.rules.wording import Wording
from tools.book_pages import RULES, SHELF, WORDS

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "tests" / "situations" / "scenarios"


def rule(key: str, words: Wording, books: Sequence[str]) -> Iterator[str]:
    """Yield what the books of a game say on one rule: each sentence, then the books that share it, by title."""
    yield f"#### {words.keys[key].question}"
    said = sorted(
        (" ".join(words.sentences(key, rule_values(SHELF.book(book).rules).get(key))), book) for book in books
    )
    yield "\n".join(
        f"- **{sentence}**  \n  {' · '.join(_linked(book) for _sentence, book in books)}"
        for sentence, books in groupby(said, key=lambda each: each[0])
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


def of_game(game: str, text: AskText, before: AskText | None) -> Iterator[str]:
    """Yield what a question asks for in a game, an example, and what its rule books say.

    What the game `before` has in the same words is not written again.
    """
    usual = SHELF.usual_book(game)
    rules = SHELF.book(usual).rules
    yield f"## {SHELF.games()[game]}"
    if before is not None and text.question != before.question:
        yield f"Here it is asked: *{text.question}*"
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
            parts += of_game(game, here, before)
            before = here
    parts += [
        "## In files",
        f'The question is `ask = "{ask}"`; [formats](../formats.md#situations) lists its fields.',
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
        "`scorekeeper judge FILE` settles the dispute that a file describes; `--all` asks every "
        "rule book of the game."
    )
    listed = "\n".join(link(ask, text) for ask, text in asked.items())
    return {
        "README.md": f"{head}\n\n{listed}\n",
        **{f"{ask}.md": page(ask, text) for ask, text in asked.items()},
    }
