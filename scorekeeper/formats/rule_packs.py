"""Finds, reads and writes rule packs.

Shipped packs come first, then those of the user's folder. These cannot break a shipped book: an unusable pack is
listed with its error. Reading is strict: a pack with one unknown key is refused as a whole. A table's own book, a
house book, is written with only what differs from the book it starts from, each rule below the sentence that explains
it.
"""

import os
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomli_w
from msgspec import to_builtins
from msgspec.structs import asdict

from scorekeeper.errors import (
    Impossible,
    Malformed,
    NotFound,
    ScorekeeperError,
    Unavailable,
    at_place,
    cause,
    nearest,
)
from scorekeeper.formats.rule_words import read_games, shipped_wording, translated
from scorekeeper.rules import (
    LONGEST_TITLE,
    GameText,
    RuleBook,
    Rules,
    Value,
    Wording,
    build_rules,
    check_key,
    game_played,
    nest_keys,
    read_changes,
    read_value,
    rule_differences,
    rule_faults,
    with_changes,
)
from scorekeeper.system import Source, make_folder, read_as, read_at, read_toml, write_whole
from scorekeeper.text import ENGLISH, N_, _, folded, join_with_commas, language, letter_name, unprintable

PACK_FORMAT = "scorekeeper-rules/1"
BASE_BOOK = "classic"

LONGEST_ID = 60


class PackText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a pack says of itself, in another language than English."""

    title: str = ""
    summary: str = ""
    peculiar: str = ""
    sources: tuple[str, ...] = ()


class PackHead(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Everything in a pack file except its rules."""

    format: str
    id: str
    title: str
    game: str | None = None
    summary: str = ""
    peculiar: str = ""
    sources: tuple[str, ...] = ()
    extends: str | None = None
    inferred: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    agree: tuple[str, ...] = ()
    choices: dict[str, tuple[Any, ...]] = {}
    translations: dict[str, PackText] = {}

    @property
    def texts(self) -> dict[str, dict[str, Any]]:
        """What it says of itself, by language."""
        english = {name: getattr(self, name) for name in PackText.__struct_fields__}
        return {ENGLISH.code: english, **to_builtins(self.translations)}


class PackFault(msgspec.Struct, frozen=True):
    """An unusable pack in the user's folder, and why it is unusable."""

    path: Path
    message: str


_shipped_books: defaultdict[Path, dict[tuple[str, str], RuleBook]] = defaultdict(dict)
"""The shipped books of each folder that were read already, by id and language: they stay while the program runs."""


class Shelf:
    """The available rule books: the shipped ones and those of the user's folder."""

    def __init__(self, shipped: Path, own: Path | None = None) -> None:
        self._folder = shipped
        self._shipped = {path.stem: path for path in _pack_files(shipped / "packs")}
        self.own_folder = own
        self._read: dict[tuple[str, str], RuleBook] = {}
        """The user's own that were read already, by id and by the language they were read in."""
        self._games: dict[str, Mapping[str, GameText]] = {}
        """The games, by language."""

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all usable books: the base, the other shipped ones, the user's own."""
        shipped = sorted(self._shipped, key=lambda name: (name != BASE_BOOK, name))
        return (*shipped, *(path.stem for path, fault in self._own() if fault is None))

    def same_game(self, book_id: str) -> tuple[str, ...]:
        """Return the ids of all usable books of a book's game, itself among them. Raises as `book`."""
        game = self.book(book_id).game
        return tuple(name for name in self.ids() if self.book(name).game == game)

    def games(self) -> Mapping[str, str]:
        """Return the name of every game by its id, in the order of listing."""
        return {game: text.name for game, text in self._game_texts().items()}

    def name_of(self, game: str) -> str:
        """Return the name of the game of that id. Raises Malformed for an unknown one."""
        names = self.games()
        if game not in names:
            raise Malformed(_("There is no game “{name}”; {hint}", name=game, hint=nearest(game, names)))
        return names[game]

    def _game_texts(self) -> Mapping[str, GameText]:
        code = language().code
        if code not in self._games:
            self._games[code] = read_games(self._folder)
        return self._games[code]

    def game_of(self, rules: Rules) -> str:
        """Return the id of the game that a table with these rules plays, whatever has become of its rule book."""
        return game_played(self._game_texts(), rules)

    def played(self, rules: Rules) -> str:
        """Return the name of what a table with these rules plays, such as Chickenfoot."""
        return self.name_of(self.game_of(rules))

    def game_name(self, book_id: str) -> str:
        """Return the name of the game that a book is for; where the book is gone, what all games are played with."""
        try:
            return self.played(self.book(book_id).rules)
        except ScorekeeperError:
            return _("Dominoes")

    def usual_book(self, game: str) -> str:
        """Return the id of the book on which all shipped ones of a game rest."""
        rests_on = next(self.rests_on(name) for name in self._shipped if self.book(name).game == game)
        return [name for name in rests_on if self.book(name).game == game][-1]

    def unusable(self) -> tuple[PackFault, ...]:
        """Return the unusable packs in the user's folder, with the reasons."""
        return tuple(PackFault(path, fault) for path, fault in self._own() if fault is not None)

    def is_shipped(self, book_id: str) -> bool:
        """Whether a book comes with the program."""
        return book_id in self._shipped

    def book(self, book_id: str) -> RuleBook:
        """Return a rule book. Raises NotFound for an unknown id, Malformed if the book is faulty."""
        return self._book(book_id, ())

    def id_of(self, name: str) -> str:
        """Return the id of the book with this id or exact title; the name itself where there is none, or several."""
        if name in self._shipped or name in (ids := self.ids()):
            return name
        titles = (
            (book_id, text.get("title")) for book_id in ids for text in self.head(book_id).texts.values()
        )
        titled = {book_id for book_id, title in titles if title and folded(title) == folded(name)}
        return titled.pop() if len(titled) == 1 else name

    def title(self, book_id: str) -> str:
        """Return a book's title; its id where there is no usable book of that id."""
        try:
            return self.book(book_id).title
        except ScorekeeperError:
            return book_id

    def head(self, book_id: str) -> PackHead:
        """Return everything in a book's file except its rules. Raises as `book`."""
        return read_pack(self._file(book_id))[0]

    def rests_on(self, book_id: str) -> tuple[str, ...]:
        """Return the ids of a book and of all books that it extends, down to the base. Raises as `book`."""
        self.book(book_id)
        chain = [book_id]
        while chain[-1] != BASE_BOOK:
            chain.append(self.head(chain[-1]).extends or BASE_BOOK)
        return tuple(chain)

    def read(self, path: Path) -> RuleBook:
        """Read a pack file from any place; it may extend the books of this shelf."""
        return self._put_together(path, *read_pack(path))

    def examine(self, path: Source) -> tuple[RuleBook | None, tuple[str, ...]]:
        """Return the book of a pack file, or everything that is wrong with it.

        Raises Malformed or Unavailable for a file that is not TOML.
        """
        data = read_toml(path)
        try:
            head, tables = parse_pack(path, data)
            sentences = [str(fault.within(str(path))) for fault in rule_faults(tables)]
            return (None, tuple(sentences)) if sentences else (self._put_together(path, head, tables), ())
        except ScorekeeperError as error:
            return None, (str(error),)

    def _own(self) -> Iterator[tuple[Path, str | None]]:
        """Yield each pack of the user's folder, or what is wrong with it."""
        if self.own_folder is None:
            return
        try:
            paths = _pack_files(self.own_folder)
        except Unavailable as error:
            yield self.own_folder, str(error)
            return
        for path in paths:
            try:
                self.read(path)
            except ScorekeeperError as error:
                yield path, str(error)
            else:
                yield path, None

    def _book(self, book_id: str, extended_by: tuple[str, ...]) -> RuleBook:
        if book_id in extended_by:
            names = join_with_commas((*extended_by, book_id))
            raise Malformed(_("The packs {names} extend each other in a circle.", names=names))
        key = (book_id, language().code)
        read = _shipped_books[self._folder] if book_id in self._shipped else self._read
        if key not in read:
            path = self._file(book_id)
            read[key] = self._put_together(path, *read_pack(path), extended_by)
        return read[key]

    def _put_together(
        self, path: Source, head: PackHead, tables: Mapping[str, Value], extended_by: tuple[str, ...] = ()
    ) -> RuleBook:
        """Apply a pack to the book that it extends."""
        shipped = self._shipped.get(head.id)
        if shipped is not None and not (isinstance(path, Path) and path.resolve() == shipped.resolve()):
            raise Malformed(_("{name} is the id of a shipped book; choose another.", name=head.id), str(path))
        try:
            is_base = head.id == BASE_BOOK
            base = None if is_base else self._book(head.extends or BASE_BOOK, (*extended_by, head.id))
            if head.game is not None:
                read_at("game", self.name_of, head.game)
            return rule_book(head, tables, base)
        except (Malformed, NotFound) as error:
            raise Malformed(str(error), str(path), error.at) from None

    def _file(self, book_id: str) -> Path:
        if book_id in self._shipped:
            return self._shipped[book_id]
        own = {path.stem: path for path in _pack_files(self.own_folder)} if self.own_folder else {}
        if book_id not in own:
            hint = nearest(book_id, (*self._shipped, *own))
            raise NotFound(_("There is no rule book “{name}”; {hint}", name=book_id, hint=hint))
        return own[book_id]


def _pack_files(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    except FileNotFoundError:
        return []
    except OSError as error:
        sentence = N_("The folder {folder} cannot be read ({why}).")
        raise Unavailable(_(sentence, folder=folder, why=cause(error))) from None


def read_pack(path: Source) -> tuple[PackHead, dict[str, Value]]:
    """Read a pack file into its head and its tables of rules.

    Raises Malformed with the file and what is wrong in it, Unavailable if it cannot be read.
    """
    return parse_pack(path, read_toml(path))


def parse_pack(path: Source, data: Mapping[str, Value]) -> tuple[PackHead, dict[str, Value]]:
    """Split a pack file's data into its head and its tables of rules."""
    fields = PackHead.__struct_fields__
    head_data = {name: value for name, value in data.items() if name in fields}
    tables = {name: value for name, value in data.items() if name not in fields}
    with at_place(str(path)):
        head = read_as(PackHead, head_data)
        _check_head(head, path.stem if isinstance(path, Path) else head.id)
        for name, value in tables.items():
            if not isinstance(value, Mapping):
                hint = nearest(name, (*fields, *Rules.__struct_fields__))
                raise Malformed(_("This is not part of a pack; {hint}", hint=hint), name)
    return head, tables


def _check_head(head: PackHead, name: str) -> None:
    """Raise Malformed for another format, another id than the file's name, or unprintable characters.

    Only `summary` and `peculiar` may have several lines.
    """
    if head.format != PACK_FORMAT:
        sentence = _("This is “{found}”; a rule pack says “{right}”.", found=head.format, right=PACK_FORMAT)
        raise Malformed(sentence, "format")
    if head.id != name:
        sentence = _("This is “{found}”; it must be the file's name, “{right}”.", found=head.id, right=name)
        raise Malformed(sentence, "id")
    texts = {"id": head.id, "game": head.game or "", "extends": head.extends or ""}
    for code, words in head.texts.items():
        prefix = "" if code == ENGLISH.code else f"translations.{code}."
        texts[f"{prefix}title"] = words.get("title", "")
        texts |= {
            f"{prefix}{name}": words.get(name, "").replace("\n", " ") for name in ("summary", "peculiar")
        }
        texts |= {
            f"{prefix}sources[{index}]": source for index, source in enumerate(words.get("sources", ()))
        }
    for key, text in texts.items():
        if letter := unprintable(text):
            sentence = N_("This has the letter {letter}, which cannot be shown; leave that out.")
            raise Malformed(_(sentence, letter=letter_name(letter)), key)


def rule_book(head: PackHead, tables: Mapping[str, Value], base: RuleBook | None) -> RuleBook:
    """Apply a pack's head and rules to the book that it extends."""
    changes, text = read_changes(tables), msgspec.convert(translated(head.texts), PackText)
    own, offers = frozenset(changes), (*head.agree, *head.choices)
    for key in (*head.inferred, *head.ambiguous, *head.silent, *offers):
        check_key(key)
    for mark in ("inferred", "ambiguous", "silent"):
        for key in getattr(head, mark):
            if key not in own:
                raise Malformed(_("{key} is marked, but this pack does not set it.", key=key), mark)
    marks: dict[str, Any] = {
        "stated": own - frozenset(head.silent),
        "inferred": frozenset(head.inferred),
        "ambiguous": frozenset(head.ambiguous),
        "to_agree": frozenset(head.agree),
    }
    choices = {key: tuple(read_value(key, value) for value in head.choices.get(key, ())) for key in offers}
    if base is not None and base.id != BASE_BOOK:
        # what it does not set stands as in the book that it extends
        marks = {mark: (getattr(base, mark) - own) | keys for mark, keys in marks.items()}
        choices = {key: offer for key, offer in base.choices.items() if key not in own} | choices
    return RuleBook(
        id=head.id,
        game=head.game or (base.game if base is not None else ""),
        rules=build_rules(changes) if base is None else with_changes(base.rules, changes),
        choices=choices,
        made_from="" if base is None or head.sources else base.title,
        own=own,
        **asdict(text),
        **marks,
    )


def id_of(title: str) -> str:
    """Return the id of a house book with this title, which is also the name of its file.

    Raises Malformed if the title has no letter or digit, or is not a single short line.

    >>> id_of("Sunday's Table (2026)")
    'sunday-s-table-2026'
    """
    if len(title) > LONGEST_TITLE or unprintable(title):
        raise Malformed(_("A title is one line of at most {most} letters.", most=LONGEST_TITLE))
    simple = unicodedata.normalize("NFKC", title).casefold()
    book_id = re.sub(r"[\W_]+", "-", simple)[:LONGEST_ID].strip("-")
    if not book_id:
        raise Malformed(_("A title needs at least one letter or digit."))
    return book_id


def save_house_book(
    shelf: Shelf, base: RuleBook, title: str, changes: Mapping[str, Value], kept: PackHead | None
) -> str:
    """Write a book that changes keys (typed values) of another into the user's folder, and return its id.

    An edited book, of which `kept` is the head, keeps its id as long as it keeps its title, and takes its own place;
    no other book is overwritten. Raises Malformed if the rules contradict each other or the title is not allowed,
    Impossible if another book has the id, or `base` extends this one, Unavailable if the folder cannot be written to.
    """
    book_id = kept.id if kept is not None and kept.title == title else id_of(title)
    assert shelf.own_folder is not None
    text, path = house_book_text(base, book_id, title, changes, kept), shelf.own_folder / f"{book_id}.toml"
    fault = ""
    if shelf.is_shipped(book_id):
        fault = N_("{id} is the id of a shipped book; choose another title.")
    elif (kept is None or kept.id != book_id) and os.path.lexists(path):
        fault = N_("There is already a rule book {id}; replace it or choose another title.")
    elif book_id in shelf.rests_on(base.id):
        fault = N_("This book rests on {id}, so it cannot take its place; choose another title.")
    if fault:
        raise Impossible(_(fault, id=book_id))
    make_folder(path.parent)
    write_whole(path, text.encode())
    return book_id


def house_book_text(
    base: RuleBook, book_id: str, title: str, changes: Mapping[str, Value], kept: PackHead | None
) -> str:
    """Return the text of a house book; `kept` is what it said besides its rules where it is edited."""
    changed = rule_differences(with_changes(base.rules, changes), base.rules)
    head: dict[str, Value] = {"format": PACK_FORMAT, "id": book_id, "title": title, "extends": base.id}
    if kept is not None:
        values = {name: value for name, value in to_builtins(kept).items() if name not in head}
        for mark in ("inferred", "ambiguous", "silent"):
            values[mark] = [key for key in values[mark] if key in changed]
        head |= {name: value for name, value in values.items() if value}
    comment = _("Only what differs from {title} ({id}) is written here.", title=base.title, id=base.id)
    return "\n".join([f"# {comment}", tomli_w.dumps(head), *_tables(changed, shipped_wording())])


def edited_book(base: RuleBook, title: str, changes: Mapping[str, Value]) -> RuleBook:
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
