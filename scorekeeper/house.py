"""A table's own rule book: its id, its text, and keeping it in the user's folder.

The text states only what differs from the book it starts from, each rule under the sentence that says
what it means. Reading packs is `packs`; what may be chosen is `books.options`.
"""

import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

import tomli_w

from scorekeeper.documents import write_whole
from scorekeeper.errors import Impossible, Malformed, Unavailable
from scorekeeper.packs import FORMAT, Shelf
from scorekeeper.rulebook import Wording
from scorekeeper.rules import RuleBook, Value, differences, nested, with_changes
from scorekeeper.words import _

LONGEST_ID = 60
LONGEST_TITLE = 80


def id_of(title: str) -> str:
    """Return the id of a house book with this title, which is also its file's name.

    Raises Malformed if the title holds no letter and no digit, or is no single short line.

    >>> id_of("Sunday's Table (2026)")
    'sunday-s-table-2026'
    """
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise Malformed(_("a title is one line of at most {most} letters").format(most=LONGEST_TITLE))
    simple = unicodedata.normalize("NFKC", title).casefold()
    found = re.sub(r"[\W_]+", "-", simple)[:LONGEST_ID].strip("-")
    if not found:
        raise Malformed(_("a title needs at least one letter or digit"))
    return found


def pack_text(base: RuleBook, title: str, changes: Mapping[str, Value], words: Wording) -> str:
    """Return the text of a pack that puts changed keys (typed) on top of a book.

    Raises Malformed if the rules contradict each other or the title will not do.
    """
    changed = differences(with_changes(base.rules, changes), base.rules)
    head = {"format": FORMAT, "id": id_of(title), "title": title, "extends": base.id}
    told = _("Only what differs from {title} ({id}) is written here.").format(title=base.title, id=base.id)
    return "\n".join([f"# {told}", tomli_w.dumps(head), *_tables(changed, words)])


def _tables(changed: Mapping[str, Value], words: Wording) -> Iterator[str]:
    simple = {key: value for key, value in changed.items() if not isinstance(value, Mapping)}
    for section, rows in nested(simple).items():
        yield f"[{section}]"
        for name, value in rows.items():
            key = f"{section}.{name}"
            yield from _comments(key, changed[key], words)
            yield tomli_w.dumps({name: value})
    for key, value in changed.items():
        if isinstance(value, Mapping):
            yield from _comments(key, value, words)
            yield tomli_w.dumps(nested({key: value}))


def _comments(key: str, value: Value, words: Wording) -> Iterator[str]:
    for sentence in words.sentences(key, value):
        yield "# " + "".join(letter if letter.isprintable() else " " for letter in sentence)


def save(shelf: Shelf, folder: Path, text: str, book_id: str, *, replace: bool = False) -> Path:
    """Write a house book into the user's folder, whole or not at all, and return its path.

    Raises Impossible if a shipped book has the id, or another one has it and `replace` is not given;
    Unavailable if the folder cannot be written to.
    """
    path = folder / f"{book_id}.toml"
    if shelf.is_shipped(book_id):
        raise Impossible(_("{id} is the id of a shipped book; choose another title.").format(id=book_id))
    if not replace and os.path.lexists(path):
        raise Impossible(
            _("There is already a rule book {id}; replace it or choose another title.").format(id=book_id)
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(
            _("The folder {folder} cannot be made ({why}).").format(folder=folder, why=error.strerror)
        ) from None
    write_whole(path, text.encode())
    return path
