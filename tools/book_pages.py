"""Generates the pages of `docs/books/`, one per rule book, for `make pages`.

They come from the rule books and their words. Never edit them by hand.
"""

from collections.abc import Iterator

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.formats.rule_words import wording
from scorekeeper.rules.describe import BASIS_MARKS, book_cell, other_sentences
from scorekeeper.rules.rulebook import RuleBook
from scorekeeper.system import paths

RULES = paths.shipped_folder("rules")
SHELF, WORDS = Shelf(RULES), wording(RULES)
GAMES = SHELF.games()

LEGEND = (
    "`~`: the book implies it. `?`: it can be read in two ways; this is our reading. `·`: the book does not say; "
    "this is the usual reading."
)


def by_game() -> dict[str, list[RuleBook]]:
    """Return every rule book under the name of its game."""
    books = [SHELF.book(name) for name in SHELF.ids()]
    return {name: [book for book in books if book.game == game] for game, name in GAMES.items()}


def page(book: RuleBook) -> str:
    """Return the page of one rule book: where it comes from, and its rules in the order of play."""
    parts = [
        f"# {book.title}",
        f"`{book.id}`, a rule book of {GAMES[book.game]}. {book.summary}",
        book.peculiar,
        *(f"Source: {source}" for source in book.sources),
        LEGEND,
    ]
    for chapter, heading in WORDS.under(book.rules).chapters.items():
        if rules := list(_rules(book, chapter)):
            parts += [f"## {heading}", "\n".join(rules)]
    terms = WORDS.under(book.rules).terms
    words = (f"- **{term}**: {', '.join(also)}." for term, also in terms.items() if also)
    parts += ["## Words that players use", "\n".join(words)]
    return "\n\n".join(parts) + "\n"


def _rules(book: RuleBook, chapter: str) -> Iterator[str]:
    names = WORDS.under(book.rules).keys
    for key in WORDS.chapter(chapter):
        cell = book_cell(book, key, WORDS)
        if cell.matters and not (cell.value is None and key not in book.choices):
            mark = f" `{BASIS_MARKS[cell.basis]}`" if BASIS_MARKS[cell.basis] else ""
            yield f"- **{names[key].name}** (`{key}`). {cell.sentence}{mark}"
            yield from (f"  - {other}" for other in other_sentences(book, key, WORDS))


def pages() -> dict[str, str]:
    """Return every page by the name of its file."""
    head = "# The rule books, one by one\n\nWhat each says, rule by rule. [Which one is yours?](../rule-books.md)"
    listed = [
        f"## {game}\n\n" + "\n".join(f"- [{book.title}]({book.id}.md). {book.summary}" for book in books)
        for game, books in by_game().items()
    ]
    texts = {f"{book.id}.md": page(book) for books in by_game().values() for book in books}
    return {"README.md": "\n\n".join([head, *listed]) + "\n", **texts}
