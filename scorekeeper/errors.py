"""What can go wrong, as sentences for people.

Every message says what is wrong, where, and what would be right, in one sentence. Nothing here is
a bug's traceback: an error that is not one of these is a defect of the program.
"""

from collections.abc import Iterable, Mapping
from reprlib import Repr

import msgspec

from scorekeeper.text import _


class ScorekeeperError(Exception):
    """The root of all that the program refuses; its text is for people."""


class Malformed(ScorekeeperError):
    """Something typed or read does not have the form it should have.

    `where` names the place: a file, a key path, a column; empty where the text itself says it.
    """

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.message = message
        self.where = where

    def within(self, where: str) -> "Malformed":
        """Return the same error, placed inside a larger place."""
        return Malformed(self.message, f"{where}: {self.where}" if self.where else where)


class Impossible(ScorekeeperError):
    """What was said contradicts the tiles, the rules or the game so far."""

    def within(self, where: str) -> "Impossible":
        """Return the same error, with the place where it was said."""
        return Impossible(f"{where}: {self}")


class Reason(msgspec.Struct, frozen=True):
    """Why a ruling is as it is: a rule's key, which of its sentences, and the facts that fill it.

    The sentence itself is data, found by `rulebook.Wording.ruling`.
    """

    key: str
    id: str
    facts: Mapping[str, object]

    def __str__(self) -> str:
        told = ", ".join(f"{name} {fact}" for name, fact in self.facts.items())
        return f"{self.key}: {self.id} ({told})"


class Refusal(ScorekeeperError):
    """An action that cannot stand under the rules in force."""

    def __init__(self, key: str, reason: str, **facts: object) -> None:
        self.reason = Reason(key, reason, facts)
        super().__init__(str(self.reason))


class NotFound(ScorekeeperError):
    """Nothing answers to a name."""


class Ambiguous(NotFound):
    """More than one thing answers to a name."""


class Unavailable(ScorekeeperError):
    """A file, folder or store cannot be read or written now."""


class Damaged(Unavailable):
    """The file of the kept games, or one game in it, is not what was once written."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a sentence part that names the nearest known word, or lists them where none is near.

    Of more words than anybody reads it always names one.

    >>> nearest("hatsings", ["classic", "hastings"])
    'did you mean hastings?'
    >>> nearest("zzz", ["a", "b"])
    'known are a, b'
    """
    from difflib import get_close_matches  # only for those who slipped

    names = list(known)
    many = len(names) > 30
    close = get_close_matches(word, names, n=1, cutoff=0.1 if many else 0.6)
    if close:
        return _("did you mean {name}?").format(name=close[0])
    return _("known are {names}").format(names=", ".join(names))


def short(value: object) -> str:
    """Return a value as it was written, cut in the middle where it is long.

    >>> short("doubel"), len(short("x" * 1000))
    ("'doubel'", 60)
    """
    shown = Repr()
    shown.maxstring = shown.maxother = shown.maxlong = 60
    return shown.repr(value)
