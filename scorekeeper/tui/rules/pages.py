"""Rule books as pages: one to read, several side by side."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from textual.content import Content

from scorekeeper.rules import (
    COLUMN_GAP,
    NARROWEST,
    BookLine,
    RuleBook,
    Wording,
    book_cell,
    chapter_lines,
    compared_cells,
    differing_keys,
    rule_lines,
    side_by_side,
    silence_note,
)
from scorekeeper.text import _
from scorekeeper.tui.widgets.text import (
    HEADING,
    MUTED,
    NAME,
    NARROW,
    PLAIN,
    WIDEST,
    TextLine,
    hung,
    page,
    under_bands,
)


def book_page(book: RuleBook, words: Wording, width: int, sought: str = "") -> Content:
    """Return a rule book to read; with something sought, only the rules that it can mean."""
    width, words = max(NARROW, min(width, WIDEST)), words.under(book.rules)
    lines = _found(book, words, width, sought) if sought.strip() else _whole(book, words, width)
    return page(list(lines))


def _whole(book: RuleBook, words: Wording, width: int) -> Iterator[TextLine]:
    yield from hung(NAME, "", book.title, width)
    for text in (book.summary, book.peculiar):
        yield from hung(PLAIN, "", text, width)
    for source in book.sources:
        text = _("Source: {source}", source=source)
        yield from ((line, MUTED) for line in wrap(text, width, subsequent_indent=COLUMN_GAP))
    for heading, keys in words.by_chapter(words.keys):
        lines, silent = chapter_lines(book, keys, words)
        if lines or silent:
            yield from (("", PLAIN), (heading, HEADING), *_lines(lines, width))
        if silent:
            yield from hung(f"{MUTED} italic", "", silence_note(book), width)
        for sentence in silent:
            yield from hung(MUTED, "· ", sentence, width)
    if book.inferred or book.ambiguous:
        legend = _("~ the book implies this   ? it can be read in two ways; this is our reading")
        yield from (("", PLAIN), *hung(MUTED, "", legend, width))


def _lines(lines: Sequence[BookLine], width: int) -> Iterator[TextLine]:
    for mark, text, choice in lines:
        yield from hung("$secondary" if choice else PLAIN, mark, text, width)


def _found(book: RuleBook, words: Wording, width: int, sought: str) -> Iterator[TextLine]:
    matches = words.find(sought)
    if not matches:
        text = _("No rule speaks of “{sought}”. Try another word for it.", sought=sought.strip())
        yield from hung(MUTED, "", text, width)
    for heading, keys in words.by_chapter(matches):
        yield heading, HEADING
        for key in keys:
            yield from hung(NAME, "", words.keys[key].question, width)
            cell = book_cell(book, key, words)
            if cell.matters and (lines := rule_lines(book, key, words)):
                yield from _lines(lines, width)
            else:
                note = f"{silence_note(book)} " if cell.matters else ""
                yield from hung(MUTED, COLUMN_GAP, note + cell.sentence, width)
            yield "", PLAIN


def compare_page(books: Sequence[RuleBook], words: Wording, width: int) -> Content:
    """Return what books differ on: side by side where that fits, else one below the other."""
    width, words = max(NARROW, width), words.under(books[0].rules)
    column = (min(width, len(books) * WIDEST) - len(COLUMN_GAP) * len(books)) // len(books)
    differ, titles = differing_keys(books, words), [book.title for book in books]
    lines: list[TextLine] = []
    if column >= NARROWEST:
        lines += ((line, NAME) for line in side_by_side(titles, column))
        lines.append(("", PLAIN))
    for heading, keys in words.by_chapter(differ):
        lines.append((heading, HEADING))
        for key in keys:
            lines += under_bands(hung(NAME, "", words.keys[key].question, width), width)
            lines += ((line, PLAIN) for line in compared_cells(differ[key], titles, column, width))
            lines.append(("", PLAIN))
    if not differ:
        return page([(_("These rule books do not differ."), MUTED)])
    return page([*lines, (_("~ implied   ? can be read in two ways   · not stated"), MUTED)])
