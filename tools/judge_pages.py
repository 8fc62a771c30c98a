"""Generates the pages of `docs/judge/`, one per question, for `make pages`.

They come from the rule books, their words and the situations of the tests. Never edit them by hand.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from scorekeeper.formats.rule_packs import BASE_BOOK, Shelf
from scorekeeper.formats.rule_words import AskText, questions, wording
from scorekeeper.formats.situations import read_situation
from scorekeeper.judge.ruling import judge_situation
from scorekeeper.rules.rulebook import rule_values
from scorekeeper.system import paths

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "tests" / "situations" / "scenarios"
RULES = paths.shipped_folder("rules")
SHELF, WORDS = Shelf(RULES), wording(RULES)


def rule(key: str) -> Iterator[str]:
    """Yield what the books say on one rule: each sentence, then the books that share it."""
    yield f"### {WORDS.keys[key].question}"
    yield f"`{key}`"
    said = sorted(
        (" ".join(WORDS.sentences(key, rule_values(SHELF.book(book).rules).get(key))), book)
        for book in SHELF.same_game(BASE_BOOK)
    )
    yield "\n".join(
        f"- {sentence}  \n  {', '.join(book for _sentence, book in books)}"
        for sentence, books in groupby(said, key=lambda each: each[0])
    )


def example(text: AskText) -> Iterator[str]:
    """Yield a situation and the ruling on it."""
    path = EXAMPLES / f"{text.example}.toml"
    head, file = path.read_text(encoding="utf-8").split("\n\n", 1)
    situation = read_situation(path, SHELF.book)
    book = SHELF.book(situation.rules)
    ruling = judge_situation(situation, book, WORDS)
    answer = "" if ruling.answer is None else f", {ruling.answer}"
    yield "## Example"
    yield head.splitlines()[0].removeprefix("# ")
    yield f"```toml\n{file.strip()}\n```"
    yield f"{book.title}: **{ruling.verdict}{answer}**. {ruling.reason}"
    yield f"Rule: `{ruling.rule}`, {ruling.basis}. {ruling.source}"


def page(ask: str, text: AskText) -> str:
    """Return the page of one question."""
    rules = [part for key in text.keys for part in rule(key)]
    parts = [
        f"# {text.question}",
        f'`ask = "{ask}"`',
        text.fill,
        *example(text),
        "## What the rule books say",
    ]
    return "\n\n".join([*parts, *rules]) + "\n"


def pages() -> dict[str, str]:
    """Return every page by the name of its file."""
    found = {f"{ask}.md": page(ask, text) for ask, text in questions(RULES).items()}
    listed = [f"- [{text.question}]({ask}.md)" for ask, text in questions(RULES).items()]
    head = "# What the judge answers\n\n`scorekeeper judge FILE` rules on a situation; `--all` asks every rule book."
    return {"README.md": f"{head}\n\n" + "\n".join(listed) + "\n", **found}
