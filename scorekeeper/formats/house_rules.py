"""A table's own rule book: its id, its text, and saving it in the user's folder.

The text has only what differs from the book it starts from, each rule below the sentence that explains it.
`rule_packs` reads packs, and `rules.choices` lists what a table can choose.
"""

import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

import tomli_w
from msgspec import to_builtins

from scorekeeper.errors import Impossible, Malformed
from scorekeeper.formats.rule_packs import PACK_FORMAT, PackHead, Shelf, rule_book
from scorekeeper.rules import RuleBook, Value, Wording, nest_keys, rule_differences, with_changes
from scorekeeper.system import make_folder, write_whole
from scorekeeper.text import _, unprintable

LONGEST_ID = 60
_LONGEST_TITLE = 80


def id_of(title: str) -> str:
    """Return the id of a house book with this title, which is also the name of its file.

    Raises Malformed if the title has no letter or digit, or is not a single short line.

    >>> id_of("Sunday's Table (2026)")
    'sunday-s-table-2026'
    """
    if len(title) > _LONGEST_TITLE or unprintable(title):
        raise Malformed(_("A title is one line of at most {most} letters.", most=_LONGEST_TITLE))
    simple = unicodedata.normalize("NFKC", title).casefold()
    found = re.sub(r"[\W_]+", "-", simple)[:LONGEST_ID].strip("-")
    if not found:
        raise Malformed(_("A title needs at least one letter or digit."))
    return found


def save_house_book(
    shelf: Shelf,
    folder: Path,
    base: RuleBook,
    title: str,
    changes: Mapping[str, Value],
    words: Wording,
    kept: PackHead | None,
) -> str:
    """Write a book that changes keys (typed values) of another into the user's folder, and return its id.

    An edited book, of which `kept` is the head, keeps its id as long as it keeps its title, and takes its own place;
    no other book is overwritten. Raises Malformed if the rules contradict each other or the title is not allowed,
    Impossible if another book has the id, or `base` extends this one, Unavailable if the folder cannot be written to.
    """
    book_id = kept.id if kept is not None and kept.title == title else id_of(title)
    text, path = house_book_text(base, book_id, title, changes, words, kept), folder / f"{book_id}.toml"
    if shelf.is_shipped(book_id):
        raise Impossible(_("{id} is the id of a shipped book; choose another title.", id=book_id))
    if (kept is None or kept.id != book_id) and os.path.lexists(path):
        raise Impossible(
            _("There is already a rule book {id}; replace it or choose another title.", id=book_id)
        )
    if book_id in shelf.rests_on(base.id):
        raise Impossible(
            _("This book rests on {id}, so it cannot take its place; choose another title.", id=book_id)
        )
    make_folder(folder)
    write_whole(path, text.encode())
    return book_id


def house_book_text(
    base: RuleBook,
    book_id: str,
    title: str,
    changes: Mapping[str, Value],
    words: Wording,
    kept: PackHead | None,
) -> str:
    """Return the text of a house book; `kept` is what it said besides its rules where it is edited."""
    changed = rule_differences(with_changes(base.rules, changes), base.rules)
    head: dict[str, Value] = {
        "format": PACK_FORMAT,
        "id": book_id,
        "title": title,
        "extends": base.id,
    }
    if kept is not None:
        said = {name: value for name, value in to_builtins(kept).items() if name not in head}
        for mark in ("inferred", "ambiguous", "silent"):
            said[mark] = [key for key in said[mark] if key in changed]
        head |= {name: value for name, value in said.items() if value}
    comment = _("Only what differs from {title} ({id}) is written here.", title=base.title, id=base.id)
    return "\n".join([f"# {comment}", tomli_w.dumps(head), *_tables(changed, words)])


def draft(base: RuleBook, title: str, changes: Mapping[str, Value]) -> RuleBook:
    """Return the book with these changes (typed values), without saving it.

    Raises Malformed if the rules contradict each other.
    """
    changed = rule_differences(with_changes(base.rules, changes), base.rules)
    return rule_book(PackHead(format=PACK_FORMAT, id="", title=title), nest_keys(changed), base)


def _tables(changed: Mapping[str, Value], words: Wording) -> Iterator[str]:
    simple = {key: value for key, value in changed.items() if not isinstance(value, Mapping)}
    for section, rows in nest_keys(simple).items():
        yield f"[{section}]"
        for name, value in rows.items():
            key = f"{section}.{name}"
            yield from _comments(key, changed[key], words)
            yield tomli_w.dumps({name: value})
    for key, value in changed.items():
        if isinstance(value, Mapping):
            yield from _comments(key, value, words)
            yield tomli_w.dumps(nest_keys({key: value}))


def _comments(key: str, value: Value, words: Wording) -> Iterator[str]:
    for sentence in words.sentences(key, value):
        yield "# " + "".join(letter if letter.isprintable() else " " for letter in sentence)
