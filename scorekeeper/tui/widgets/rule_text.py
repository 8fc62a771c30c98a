"""Rule books as pages: styled text, wrapped to the width there is.

Only for reading; nothing here can be picked, and nothing here knows a screen.
"""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from textual.content import Content

from scorekeeper.rules import (
    BASIS_MARKS,
    GAP,
    NARROWEST,
    BookCell,
    RuleBook,
    Wording,
    book_cell,
    book_is_silent,
    differing_keys,
    is_optional,
    other_sentences,
    own_value,
    sentence_with_basis,
    side_by_side,
    silence_note,
    table_rows,
)
from scorekeeper.text import _

HEADING, NAME, MUTED, PLAIN = "bold $primary", "bold", "$foreground 65%", ""
NARROW, WIDEST = 12, 96
"""Lines shorter or longer than this are hard to read, whatever the terminal."""

TextLine = tuple[str, str]
"""A line of text and its style."""


def hang(mark: str, text: str, width: int) -> list[str]:
    """Return a text in lines that hang behind its mark."""
    return wrap(
        text,
        max(width, NARROW),
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_on_hyphens=False,
    )


def page(lines: Sequence[TextLine]) -> Content:
    """Return lines as one text; nothing in them is markup."""
    return Content("\n").join(Content.styled(text, style) for text, style in lines)


def book_page(book: RuleBook, words: Wording, width: int, sought: str = "") -> Content:
    """Return a rule book to read; with something sought, only the rules that it can mean."""
    width = max(NARROW, min(width, WIDEST))
    lines = _found(book, words, width, sought) if sought.strip() else _whole(book, words, width)
    return page(list(lines))


def _whole(book: RuleBook, words: Wording, width: int) -> Iterator[TextLine]:
    yield from ((line, NAME) for line in hang("", book.title, width))
    for text in (book.summary, book.peculiar):
        yield from ((line, PLAIN) for line in hang("", text, width))
    for source in book.sources:
        text = _("Source: {source}", source=source)
        yield from ((line, MUTED) for line in wrap(text, width, subsequent_indent=GAP))
    for chapter, heading in words.chapters.items():
        if lines := list(_chapter(book, words, chapter, width)):
            yield from (("", PLAIN), (heading, HEADING), *lines)
    if book.inferred or book.ambiguous:
        legend = _("~ the book implies this   ? it can be read in two ways; this is our reading")
        yield from (("", PLAIN), *((line, MUTED) for line in wrap(legend, width)))


def _chapter(book: RuleBook, words: Wording, chapter: str, width: int) -> Iterator[TextLine]:
    silent: list[TextLine] = []
    for key in words.chapter(chapter):
        cell = book_cell(book, key, words)
        if not cell.matters or (is_optional(key) and cell.value is None):
            continue
        if book_is_silent(book, key):
            silent += [(line, MUTED) for line in hang("· ", cell.sentence, width)]
        else:
            yield from _rule(book, key, cell, words, width)
    if silent:
        yield from ((line, f"{MUTED} italic") for line in hang("", silence_note(book), width))
        yield from silent


def _rule(book: RuleBook, key: str, cell: BookCell, words: Wording, width: int) -> Iterator[TextLine]:
    mark = f"{BASIS_MARKS[cell.basis]:2}"
    value = own_value(book, key)
    table = table_rows(key, value) if isinstance(value, Mapping) else ()
    if len(table) > 1:
        yield from ((line, PLAIN) for line in hang(mark, f"{words.keys[key].name}:", width))
        for row in table:
            yield from ((line, PLAIN) for line in hang("  - ", row, width))
    else:
        yield from ((line, PLAIN) for line in hang(mark, cell.sentence, width))
    for other in other_sentences(book, key, words):
        yield from ((line, "$secondary") for line in hang("    ", other, width))


def _found(book: RuleBook, words: Wording, width: int, sought: str) -> Iterator[TextLine]:
    keys = words.find(sought)
    if not keys:
        text = _("No rule speaks of “{sought}”. Try another word for it.", sought=sought.strip())
        yield from ((line, MUTED) for line in hang("", text, width))
    for chapter, heading in words.chapters.items():
        here = [key for key in words.chapter(chapter) if key in keys]
        if here:
            yield heading, HEADING
        for key in here:
            yield from ((line, NAME) for line in hang("", words.keys[key].question, width))
            yield from _answer(book, key, words, width)
            yield "", PLAIN


def _answer(book: RuleBook, key: str, words: Wording, width: int) -> Iterator[TextLine]:
    cell = book_cell(book, key, words)
    if cell.matters and not book_is_silent(book, key):
        yield from _rule(book, key, cell, words, width)
        return
    sentence = f"{silence_note(book)} {cell.sentence}" if cell.matters else cell.sentence
    yield from ((line, MUTED) for line in hang(GAP, sentence, width))


def compare_page(books: Sequence[RuleBook], words: Wording, width: int) -> Content:
    """Return what books differ on: side by side where that fits, else one below the other."""
    width = max(NARROW, width)
    column = (min(width, len(books) * WIDEST) - len(GAP) * len(books)) // len(books)
    differ = differing_keys(books, words)
    lines: list[TextLine] = []
    if column >= NARROWEST:
        lines += ((line, NAME) for line in side_by_side([book.title for book in books], column))
        lines.append(("", PLAIN))
    for chapter, heading in words.chapters.items():
        keys = [key for key in words.chapter(chapter) if key in differ]
        lines += [(heading, HEADING)] if keys else []
        for key in keys:
            lines += ((line, NAME) for line in hang("", words.keys[key].question, width))
            lines += _sentences(books, differ[key], column, width)
            lines.append(("", PLAIN))
    if not differ:
        return page([(_("These rule books do not differ."), MUTED)])
    return page([*lines, (_("~ implied   ? can be read in two ways   · not stated"), MUTED)])


def _sentences(
    books: Sequence[RuleBook], cells: Sequence[BookCell], column: int, width: int
) -> Iterator[TextLine]:
    if column >= NARROWEST:
        yield from (
            (line, PLAIN) for line in side_by_side([sentence_with_basis(cell) for cell in cells], column)
        )
        return
    books_by_sentence: dict[str, list[str]] = {}
    for book, cell in zip(books, cells, strict=True):
        books_by_sentence.setdefault(sentence_with_basis(cell), []).append(book.title)
    for sentence, titles in books_by_sentence.items():
        yield from ((line, "$secondary") for line in hang(GAP, ", ".join(titles), width))
        yield from ((line, PLAIN) for line in hang("    ", sentence, width))
