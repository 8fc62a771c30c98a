"""Finds and reads rule packs and the rule book's words.

Shipped packs come first to mind but the user's folder is looked in as well; the two may not share an
id. Reading is strict: a pack with one unknown key is refused whole.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from scorekeeper.documents import read_toml
from scorekeeper.errors import Malformed, NotFound, Unavailable, nearest
from scorekeeper.rulebook import RuleText, Wording
from scorekeeper.rules import (
    RuleBook,
    Value,
    check_key,
    complete,
    flatten,
    read_changes,
    read_value,
    with_changes,
)
from scorekeeper.words import _

FORMAT = "scorekeeper-rules/1"
WORDS_FORMAT = "scorekeeper-rulebook/1"
BASE = "classic"


class Head(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """All of a pack file but its rules."""

    format: str
    id: str
    title: str
    summary: str = ""
    peculiar: str = ""
    sources: tuple[str, ...] = ()
    extends: str | None = None
    inferred: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    agree: tuple[str, ...] = ()
    choices: dict[str, tuple[Any, ...]] = {}


class Shelf:
    """The rule books at hand: the shipped ones and those of the user's folder."""

    def __init__(self, shipped: Path, own: Path | None = None) -> None:
        self._folders = [shipped / "packs", *([own] if own else [])]
        self._read: dict[str, RuleBook] = {}

    def ids(self) -> tuple[str, ...]:
        """Return the id of every pack file, the base first."""
        found = sorted(self._files())
        return tuple(sorted(found, key=lambda name: name != BASE))

    def book(self, book_id: str) -> RuleBook:
        """Return a rule book. Raises NotFound if there is none of that id, Malformed if it is faulty."""
        return self._book(book_id, ())

    def _book(self, book_id: str, extended_by: tuple[str, ...]) -> RuleBook:
        if book_id in extended_by:
            raise Malformed(
                _("the packs {names} extend each other in a circle").format(
                    names=", ".join((*extended_by, book_id))
                )
            )
        if book_id not in self._read:
            self._read[book_id] = self._load(self._file(book_id), extended_by)
        return self._read[book_id]

    def read(self, path: Path) -> RuleBook:
        """Read a pack file from anywhere, extending the books of this shelf."""
        return self._load(path, ())

    def _load(self, path: Path, extended_by: tuple[str, ...]) -> RuleBook:
        head, tables = read_pack(path)
        try:
            base = None
            if head.id != BASE:
                base = self._book(head.extends or BASE, (*extended_by, head.id))
            return rule_book(head, tables, base)
        except (Malformed, NotFound) as error:
            raise Malformed(str(error), str(path)) from None

    def _file(self, book_id: str) -> Path:
        files = self._files()
        if book_id not in files:
            raise NotFound(
                _("There is no rule book {name!r}; {hint}").format(name=book_id, hint=nearest(book_id, files))
            )
        return files[book_id]

    def _files(self) -> dict[str, Path]:
        files: dict[str, Path] = {}
        for path in self._paths():
            if path.stem in files:
                raise Malformed(
                    _("two packs are called {name!r}; rename one of {one} and {other}").format(
                        name=path.stem, one=files[path.stem], other=path
                    )
                )
            files[path.stem] = path
        return files

    def _paths(self) -> Iterator[Path]:
        for folder in self._folders:
            try:
                yield from sorted(folder.glob("*.toml"))
            except OSError as error:
                raise Unavailable(
                    _("The folder {folder} cannot be read ({why}).").format(folder=folder, why=error.strerror)
                ) from None


def read_pack(path: Path) -> tuple[Head, dict[str, Value]]:
    """Read a pack file into its head and its tables of rules.

    Raises Malformed that names the file and what in it is wrong, Unavailable if it cannot be read.
    """
    data = read_toml(path)
    fields = Head.__struct_fields__
    rest = {name: value for name, value in data.items() if name not in fields}
    for name, value in rest.items():
        if not isinstance(value, Mapping):
            raise Malformed(
                _("{name!r} is no part of a pack; {hint}").format(name=name, hint=nearest(name, fields)),
                str(path),
            )
    try:
        head = msgspec.convert({name: data[name] for name in fields if name in data}, Head)
    except msgspec.ValidationError as error:
        raise Malformed(str(error).replace("`", ""), str(path)) from None
    if head.format != FORMAT:
        raise Malformed(
            _("the format is {found!r}; a rule pack says {right!r}").format(found=head.format, right=FORMAT),
            str(path),
        )
    if head.id != path.stem:
        raise Malformed(
            _("the pack's id is {found!r}; it must be the file's name, {right!r}").format(
                found=head.id, right=path.stem
            ),
            str(path),
        )
    return head, rest


def rule_book(head: Head, tables: Mapping[str, Value], base: RuleBook | None) -> RuleBook:
    """Put a pack's head and tables of rules on top of the book that it extends."""
    changes = read_changes(tables)
    for key in (*head.inferred, *head.ambiguous, *head.silent, *head.agree, *head.choices):
        check_key(key)
    source = base if base is not None and base.id != BASE else None
    own = frozenset(changes)
    return RuleBook(
        id=head.id,
        title=head.title,
        summary=head.summary,
        peculiar=head.peculiar,
        sources=head.sources,
        rules=complete(changes) if base is None else with_changes(base.rules, changes),
        stated=_inherited(source, "stated", own) | (own - frozenset(head.silent)),
        inferred=_inherited(source, "inferred", own) | frozenset(head.inferred),
        ambiguous=_inherited(source, "ambiguous", own) | frozenset(head.ambiguous),
        choices={
            key: tuple(read_value(key, value) for value in head.choices.get(key, ()))
            for key in dict.fromkeys((*head.agree, *head.choices))
        },
    )


def _inherited(source: RuleBook | None, what: str, own: frozenset[str]) -> frozenset[str]:
    return frozenset() if source is None else getattr(source, what) - own


def wording(shipped: Path, language: str = "en") -> Wording:
    """Read the rule book's words in one language."""
    path = shipped / "rulebook.toml"
    data = read_toml(path)
    if data.pop("format", None) != WORDS_FORMAT:
        raise Malformed(_("this is no rule book of words"), str(path))
    chapters = {chapter["id"]: chapter[language] for chapter in data.pop("chapter")}
    texts = flatten(data)
    keys = {key: {"chapter": text["chapter"], **text[language]} for key, text in texts.items()}
    return Wording(chapters=chapters, keys=msgspec.convert(keys, dict[str, RuleText]))
