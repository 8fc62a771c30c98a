"""Rule books as people read them: listed, shown, compared side by side.

Text and data for `scorekeeper rules` and the screens, made from rule books and their wording alone.
Opens no file, and never asks which book it has.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from textwrap import wrap
from typing import Any, NamedTuple

from scorekeeper.errors import Impossible
from scorekeeper.rules.dealing import unplayable_in_book
from scorekeeper.rules.rulebook import RuleBook, is_optional, plain_value, value_of
from scorekeeper.rules.schema import ANY, SIZED_TABLES, Value
from scorekeeper.rules.wording import Wording, table_rows
from scorekeeper.text import _, join_and, join_with_commas
from scorekeeper.tiles import set_name

BASIS_MARKS = {"stated": "", "inferred": "~", "ambiguous": "?", "unstated": "·"}
"""How a rule that a book does not state plainly is marked."""

NARROWEST = 24
"""Letters that a column of sentences needs; with less, books stand below one another."""

COLUMN_GAP = "  "

TIED = "\N{NO-BREAK SPACE}"
"""Keeps a mark on the line of its sentence's last word."""

DEAL_KEYS = frozenset(
    {"set.sizes", "set.players", "deal.hand_size", "start.source", "start.toes", "yard.reserve"}
)
"""Only a book that states one of these has a deal of its own to answer for."""


class BookCell(NamedTuple):
    """What one book says on one key."""

    value: Value
    basis: str
    sentence: str
    matters: bool

    @property
    def mark(self) -> str:
        """The mark of how the book says it."""
        return BASIS_MARKS[self.basis] if self.matters else ""


def book_cell(book: RuleBook, key: str, words: Wording) -> BookCell:
    """Return what a book says on a key."""
    words = words.under(book.rules)
    matters = words.matters(key, book.rules)
    sentence = " ".join(words.sentences(key, own_value(book, key))) if matters else _("Not used here")
    if matters and key in book.to_agree:
        offered = [" ".join(words.sentences(key, choice)) for choice in book.choices[key]]
        sentence = _("For the table to agree: {choices}", choices=" / ".join(offered or [sentence]))
    return BookCell(value_of(book.rules, key), book.basis(key), sentence, matters)


def other_sentences(book: RuleBook, key: str, words: Wording) -> Iterator[str]:
    """Yield what a table may agree on instead of what is usual under this book."""
    usual = value_of(book.rules, key)
    words = words.under(book.rules)
    for choice in () if key in book.to_agree else book.choices.get(key, ()):
        if choice != usual:
            yield _("Or, if the table agrees: {sentence}", sentence=" ".join(words.sentences(key, choice)))


def silence_note(book: RuleBook) -> str:
    """Return how to begin what a book itself says nothing on."""
    if book.made_from:
        return _("As in {base}:", base=book.made_from)
    return _("The book does not say; usually:")


class BookLine(NamedTuple):
    """A line of a rule book, before it is wrapped: its mark, its text, and whether it is a choice of the table."""

    mark: str
    text: str
    choice: bool = False


def rule_lines(book: RuleBook, key: str, words: Wording) -> list[BookLine]:
    """Return what a book says on a key that matters; nothing where it is silent.

    That is where it leaves the key to what is usual, or to the book that it was made from.
    """
    cell, value = book_cell(book, key, words), own_value(book, key)
    if (cell.basis == "unstated" or book.kept_from(key)) and key not in book.choices:
        return []
    mark = f"{BASIS_MARKS[cell.basis]:2}"
    table = table_rows(key, value) if isinstance(value, Mapping) else ()
    if len(table) > 1:
        lines = [BookLine(mark, f"{words.keys[key].name}:"), *(BookLine("  - ", row) for row in table)]
    else:
        lines = [BookLine(mark, cell.sentence)]
    return lines + [BookLine("    ", other, choice=True) for other in other_sentences(book, key, words)]


def chapter_lines(book: RuleBook, keys: Sequence[str], words: Wording) -> tuple[list[BookLine], list[str]]:
    """Return what a book says on the keys of a chapter, and what is usual where it is silent."""
    lines: list[BookLine] = []
    silent = []
    for key in keys:
        cell = book_cell(book, key, words)
        if not cell.matters or (is_optional(key) and cell.value is None and key not in book.choices):
            continue
        own_lines = rule_lines(book, key, words)
        lines += own_lines
        silent += [] if own_lines else [cell.sentence]
    return lines, silent


def own_value(book: RuleBook, key: str) -> Value:
    """Return a book's value of a key; of a table by sets only what concerns the sets that it names."""
    value = value_of(book.rules, key)
    if key not in SIZED_TABLES or not isinstance(value, Mapping):
        return value
    sizes = [str(size) for size in book.rules.set.sizes]
    named = {size: value[size] for size in sizes if size in value}
    whole = [row for row in named.values() if not isinstance(row, Mapping) or ANY in row]
    if len(whole) == len(sizes) or ANY not in value:
        return named
    return named | {ANY: value[ANY]}


def list_books(books: Sequence[RuleBook], games: Mapping[str, str], width: int) -> str:
    """Return one entry per rule book, under the names of the games: its id, title and summary."""
    column = max((len(book.id) for book in books), default=0)
    parts = []
    for game, name in games.items():
        lines = [name, "-" * len(name)]
        for book in books:
            if book.game == game:
                text = wrap(f"{book.title}. {book.summary}", width - column - len(COLUMN_GAP)) or [""]
                lines += [
                    f"{name:{column}}{COLUMN_GAP}{line}"
                    for name, line in zip_longest([book.id], text, fillvalue="")
                ]
        if len(lines) > 2:
            parts.append("\n".join(lines))
    return "\n\n".join(parts)


def listing_data(books: Sequence[RuleBook]) -> list[dict[str, str]]:
    """Return the same for other programs."""
    return [
        {"id": book.id, "title": book.title, "game": book.game, "summary": book.summary} for book in books
    ]


def show_book(book: RuleBook, words: Wording, width: int) -> str:
    """Return a rule book as a text to read, with headings in the order of play."""
    title = _("{title} ({id})", title=book.title, id=book.id)
    head = [title, "=" * len(title), *wrap(book.summary, width), *wrap(book.peculiar, width)]
    for source in book.sources:
        head += wrap(
            _("Source: {source}", source=source), width, subsequent_indent=COLUMN_GAP, break_on_hyphens=False
        )
    parts, words = ["\n".join(head)], words.under(book.rules)
    for heading, keys in words.by_chapter(words.keys):
        lines, silent = chapter_lines(book, keys, words)
        if silent:
            lines.append(BookLine("· ", " ".join([silence_note(book), *silent])))
        wrapped = (
            wrap(text, width, initial_indent=mark, subsequent_indent=" " * len(mark))
            for mark, text, _choice in lines
        )
        parts.append("\n".join([heading, "-" * len(heading), *chain.from_iterable(wrapped)]))
    legend = [_("Unmarked: the book says so.")]
    if book.inferred:
        legend.append(_("~ it implies this."))
    if book.ambiguous:
        legend.append(_("? it can be read in two ways; this is our reading."))
    if not book.made_from:
        legend.append(_("· it does not say; this is the usual reading."))
    parts.append("\n".join(wrap(COLUMN_GAP.join(legend), width)))
    return "\n\n".join(parts)


def book_data(book: RuleBook, words: Wording) -> dict[str, Any]:
    """Return a rule book for other programs, every key with its value, basis and sentence."""
    return {
        **listing_data([book])[0],
        "peculiar": book.peculiar,
        "sources": list(book.sources),
        "rules": [
            {
                "key": key,
                "chapter": text.chapter,
                "value": plain_value(cell.value),
                "basis": cell.basis,
                "choices": plain_value(book.choices.get(key, ())),
                "to_agree": key in book.to_agree,
                "sentence": cell.sentence,
            }
            for key, text in words.keys.items()
            for cell in [book_cell(book, key, words)]
        ],
    }


def differing_keys(books: Sequence[RuleBook], words: Wording) -> dict[str, tuple[BookCell, ...]]:
    """Return the keys on which some of the books differ, with what each says, in the order of play."""
    differing = {}
    for _heading, keys in words.by_chapter(words.keys):
        for key in keys:
            cells = tuple(book_cell(book, key, words) for book in books)
            if any(cell[2:] != cells[0][2:] for cell in cells):
                differing[key] = cells
    return differing


def check_same_game(books: Sequence[RuleBook]) -> None:
    """Raise Impossible if the books are not all for one game: such books have too little in common to compare."""
    first, *others = books
    if other := next((book for book in others if book.game != first.game), None):
        raise Impossible(
            _("“{one}” and “{other}” are for different games.", one=first.title, other=other.title)
        )


def compare_books(books: Sequence[RuleBook], words: Wording, width: int) -> str:
    """Return what the books differ on: side by side where that fits, else one below the other."""
    words = words.under(books[0].rules)
    column = (width - len(COLUMN_GAP) * len(books)) // len(books)
    differ = differing_keys(books, words)
    names = [_("{title} ({id})", title=book.title, id=book.id) for book in books]
    if column >= NARROWEST:
        head = [*side_by_side(names, column), COLUMN_GAP + COLUMN_GAP.join(["=" * column] * len(books))]
    else:
        head = [line for name in names for line in wrap(name, width, subsequent_indent=COLUMN_GAP)]
    parts = ["\n".join(head)]
    for heading, keys in words.by_chapter(differ):
        blocks = []
        for key in keys:
            says = compared_cells(differ[key], [book.id for book in books], column, width)
            blocks.append("\n".join([*wrap(words.keys[key].question, width), *says]))
        parts.append("\n".join([heading, "-" * len(heading), "\n\n".join(blocks)]))
    if not differ:
        parts.append(_("These rule books do not differ."))
    parts.append("\n".join(wrap(_("~ implied   ? can be read in two ways   · not stated"), width)))
    return "\n\n".join(parts)


def side_by_side(texts: Sequence[str], column: int) -> list[str]:
    """Return texts as lines of columns, each wrapped to its width."""
    wrapped = [wrap(text, column) for text in texts]
    return [
        (COLUMN_GAP + COLUMN_GAP.join(f"{part:{column}}" for part in parts)).rstrip().replace(TIED, " ")
        for parts in zip_longest(*wrapped, fillvalue="")
    ]


def compared_cells(cells: Sequence[BookCell], names: Sequence[str], column: int, width: int) -> Iterator[str]:
    """Yield what books say in lines: in columns so wide, or where these are too narrow one below the other.

    There each sentence stands once, below the names of the books that say it.
    """
    if column >= NARROWEST:
        yield from side_by_side([sentence_with_basis(cell) for cell in cells], column)
        return
    names_by_sentence: dict[str, list[str]] = {}
    for name, cell in zip(names, cells, strict=True):
        names_by_sentence.setdefault(cell.sentence, []).append(f"{name}{cell.mark}")
    for sentence, book_names in names_by_sentence.items():
        listed = _("{names}:", names=join_with_commas(book_names))
        yield from wrap(listed, width, initial_indent=COLUMN_GAP, subsequent_indent=COLUMN_GAP)
        yield from wrap(sentence, width, initial_indent="    ", subsequent_indent="    ")


def sentence_with_basis(cell: BookCell) -> str:
    """Return what a book says, with the mark of how it says so."""
    return f"{cell.sentence}{TIED}{cell.mark}" if cell.mark else cell.sentence


def comparison_data(books: Sequence[RuleBook], words: Wording) -> dict[str, Any]:
    """Return what the books differ on, for other programs."""
    words = words.under(books[0].rules)
    return {
        "books": listing_data(books),
        "differences": [
            {
                "key": key,
                "chapter": words.keys[key].chapter,
                "question": words.keys[key].question,
                "says": {
                    book.id: {"value": plain_value(value), "basis": basis, "sentence": sentence}
                    for book, (value, basis, sentence, _matters) in zip(books, cells, strict=True)
                },
            }
            for key, cells in differing_keys(books, words).items()
        ],
    }


def book_cautions(book: RuleBook) -> tuple[str, ...]:
    """Return what is odd about a rule book that can be read, as sentences."""
    sentences = [
        _(
            "{key}: the value {value} is not among the choices that the book offers.",
            key=key,
            value=plain_value(value_of(book.rules, key)),
        )
        for key, offered in book.choices.items()
        if offered and value_of(book.rules, key) not in (None, *offered)
    ]
    unplayable = unplayable_in_book(book.rules) if DEAL_KEYS & book.stated else ()
    for set_size, players, why in unplayable:
        sentences.append(
            _(
                "The book names {players} players for a {name} set, which cannot be played. {why}",
                players=join_and([str(seats) for seats in players]),
                name=set_name(set_size),
                why=why,
            )
        )
    return tuple(sentences)
