"""What people say to `scorekeeper keep` in sentences: their wishes, whose hand they tell, which rule book they mean.

The words are in `wishes.toml`. Runs nothing.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import NamedTuple

from scorekeeper.formats import Shelf
from scorekeeper.reading import Around, answered, read
from scorekeeper.system import read_toml
from scorekeeper.text import ENGLISH, N_, _, folded, language, typed_words

_ORDINALS = N_("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth")
_NEAREST = 4
"""Rule books that are named where none has the title that was typed."""


class Wish(NamedTuple):
    """A command that does what somebody wants, and what to ask before it; or only an answer."""

    run: str = ""
    ask: str = ""
    answer: str = ""


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded, without its marks."""
    return re.findall(r"[^\W_]+", folded(text))


def number_in(text: str) -> str:
    """Return the only number that is said in a text, in digits; "" if there is none, or several.

    >>> number_in("we stop after six rounds"), number_in("it counts twenty five"), number_in("six or 7")
    ('6', '25', '')
    """
    words, numbers = words_of(text), list[str]()
    while words:
        size = next((size for size in (2, 1) if _is_number(" ".join(words[:size]))), 0)
        numbers += [counted(" ".join(words[:size]))] * (size > 0)
        words = words[size or 1 :]
    return numbers[0] if len(numbers) == 1 else ""


def _is_number(text: str) -> bool:
    return bool(counted(text)) and not _no_number() & {*text.split()}


@cache
def _no_number() -> set[str]:
    """Return the words that count nothing here though they count elsewhere, of every language."""
    words = read_toml(Path(__file__).with_name("wishes.toml"))["no_number"]
    return {folded(word) for local in words.values() for word in local}


def counted(text: str) -> str:
    """Return what is counted in a text, in digits; `0` for nobody and nothing, "" if it counts nothing."""
    digits = read("count", text, Around(0, language=language().codes[-1])).said
    return digits if digits.isdecimal() else ""


def named_in(text: str, players: Sequence[str]) -> list[str]:
    """Return the players whose names stand in a text, the first one first."""
    sentence = f" {' '.join(words_of(text))} "
    at = {player: sentence.find(f" {' '.join(words_of(player))} ") for player in players}
    return sorted((player for player in players if at[player] >= 0), key=lambda player: at[player])


def wish_of(typed: str, players: Sequence[str], run: str = "") -> Wish | None:
    """Return what somebody wants who typed a sentence, of the wishes that run a command; None if it is not known.

    >>> wish_of("mary ann leaves", ["Ana", "Mary Ann"]).run, wish_of("Ines is joining", ["Ana", "Mary Ann"]).run
    ('leave "Mary Ann"', 'join "Ines"')
    """
    spoken, code = re.findall(r"[^\W_]+", typed), language().codes[-1]
    sentence = f" {' '.join(map(folded, spoken))} "
    for wish in read_toml(Path(__file__).with_name("wishes.toml"))["wish"]:
        here = wish.get(code, wish[ENGLISH.code])
        if not wish.get("run", "").startswith(run):
            continue
        known = {folded(words) for local in (here, wish[ENGLISH.code]) for words in local["words"]}
        if not any(f" {words} " in sentence for words in known):
            continue
        named, taken = named_in(typed, players), " ".join([*players, *known])
        strangers = [word for word in spoken if word.istitle() and folded(word) not in words_of(taken)]
        values = {"player": (named or [*players])[0], "number": number_in(typed), "sentence": typed}
        values["newcomer"] = strangers[-1] if strangers else ""
        needed = re.findall(r"{(\w+)}", wish.get("run", ""))
        if all(values[name] for name in needed) and (named or "player" not in needed):
            texts = wish.get("run", ""), here.get("ask", ""), here.get("answer", "")
            return Wish(*(str(text).format(**values) for text in texts))
    return None


def who_had_it(typed: str, players: Sequence[str]) -> str:
    """Return the player who is said to have had something, "" for nobody; else what was typed.

    >>> who_had_it("Sam had it", ["Ana", "Sam"]), who_had_it("Sam didn't", ["Ana", "Sam"])
    ('Sam', "Sam didn't")
    >>> who_had_it("nobody had it", ["Sam"]), who_had_it("nope", ["Sam"])
    ('', '')
    """
    had = typed_words(N_("had has it did"))
    _number, player, rest = telling(typed, players)
    if player and {*had}.issuperset(words_of(rest)):
        return player
    said = " ".join(word for word in words_of(typed) if word not in had)
    return "" if not typed or counted(said) == "0" or answered(said) == "n" else typed


def says_mine(text: str) -> bool:
    """Whether a text names somebody only as the one who speaks."""
    return bool(typed_words(N_("my mine")) & {*words_of(text)})


def telling(typed: str, players: Sequence[str]) -> tuple[str, str, str]:
    """Return the number of the round, the player and the hand that are told in one line; "" for what is not said.

    >>> telling("Kit had 5-5 and 5-4 in round three", ["Kit"]), telling("Kit: 7", ["Kit"]), telling("7", ["Kit"])
    (('3', 'Kit', 'had 5-5 and 5-4'), ('', 'Kit', '7'), ('', '', '7'))
    >>> telling("Kit 16 in the first round", ["Kit"])
    ('1', 'Kit', '16')
    """
    number = ""
    begins = _any_of(N_("wait no sorry oops actually"))
    typed = re.sub(rf"^(?:(?:{begins})[,.!]\s+)+", "", typed, flags=re.IGNORECASE)
    before, words = _any_of(N_("in of for the")), _any_of(N_("rounds round"))
    ordinals = zip(_ORDINALS.split(), _(_ORDINALS).split(), strict=False)
    for ordinal, pair in enumerate(ordinals, 1):
        typed = re.sub(rf"\b(?:{'|'.join(pair)}) ({words})\b", rf"\1 {ordinal}", typed, flags=re.IGNORECASE)
    pattern = rf"\s*\b(?:(?:{before})\s+)*(?:{words})\s+(\w+)[,:]?\s*"
    if match := re.search(pattern, typed, re.IGNORECASE):
        number = counted(match[1])
        typed = f"{typed[: match.start()]} {typed[match.end() :]}".strip() if number else typed
    for player in sorted(players, key=len, reverse=True):
        rest = typed[len(player) :]
        if (
            rest.strip()
            and folded(typed[: len(player)]) == folded(player)
            and re.match(r"\s*[=:]|['’]?s?\s", f"{rest} ")
        ):
            hand, _not, other = re.sub(r"^(\s*[=:]|['’]s\s)", "", rest).strip().rpartition(_(" not "))
            return number, player, hand.rstrip(", ") if hand and _is_number(other) else f"{hand}{_not}{other}"
    return number, "", typed


def round_named(words: Sequence[str]) -> tuple[str, str, list[str]]:
    """Return the flag and the number of the round that is named first, and the other words; no flag where none is.

    >>> round_named(["three", "Ben", "23"]), round_named(["double", "12", "Ben", "23"])
    (('--round', '3', ['Ben', '23']), ('--double', '12', ['Ben', '23']))
    """
    flag, first, *rest = "--round", *words
    if rest and folded(first) in typed_words(N_("double")):
        flag, first, *rest = "--double", *rest
    number = counted(first)
    return flag if number else "", number, rest


def wished_game(typed: str) -> tuple[str, dict[str, str]]:
    """Return the title of a rule book, and the number of rounds and the set that are told with it, as flags of `new`.

    >>> wished_game("Mexican Train, six rounds, double twelve")
    ('Mexican Train', {'--set': '12', '--rounds': '6'})
    """
    flags, double, rounds = dict[str, str](), _any_of(N_("double")), _any_of(N_("rounds round"))
    leads = _any_of(N_("we will play stop end after for only and with"))
    lead = rf"(?:(?:{leads})\s+)*"
    patterns = {"--set": rf"{lead}(?:{double})[\s-](\w+)(?: set)?", "--rounds": rf"{lead}(\w+) (?:{rounds})"}
    for flag, pattern in patterns.items():
        match = re.search(rf"[\s,]*\b{pattern}\b[\s,.]*", typed, re.IGNORECASE)
        if match and _is_number(match[1]) and (number := counted(match[1])):
            typed, flags[flag] = f"{typed[: match.start()]} {typed[match.end() :]}".strip(), number
    return typed, flags


def _any_of(words: str) -> str:
    """Return a pattern for any of the words, in English or in the language in use."""
    return "|".join(map(re.escape, typed_words(words)))


def books_like(typed: str, books: Shelf) -> tuple[str, ...]:
    """Return the ids of the rule books whose titles are like what was typed, the likeliest first.

    It is a single one where that has the words of the title alone, or no other has all that were typed.
    """
    sought = words_of(typed)
    titles = {book_id: words_of(books.title(book_id)) for book_id in books.ids()}
    if (exact := books.id_of(typed)) in titles:
        return (exact,)
    if same := [book_id for book_id, words in titles.items() if words == sought]:
        return (same[0],)
    if len(whole := [book_id for book_id, words in titles.items() if {*sought} <= {*words}]) == 1:
        return (whole[0],)
    every = sorted({word for words in titles.values() for word in words if len(word) > 2})
    near = {close for word in sought for close in get_close_matches(word, every, 1, 0.75)}
    like = {book_id: len(near & {*words}) for book_id, words in titles.items()}
    ids = sorted(filter(like.get, like), key=lambda book_id: (-like[book_id], len(titles[book_id])))
    same = [book_id for book_id in ids if books.book(book_id).game == books.book(ids[0]).game]
    if len(same) == 1 and any(
        len(word) > 3 and not get_close_matches(word, every, 1, 0.75) for word in sought
    ):
        same += [book_id for book_id in titles if book_id not in same]  # it was told more than a title
    return tuple(same[:_NEAREST])


def no_such_book(typed: str, near: Sequence[str], books: Shelf) -> str:
    """Return that no rule book has the title that was typed, with the nearest ones; or that a rule was told too."""
    if not near:
        return _("There is no rule book “{name}”; type list to hear all of them.", name=typed)
    if wish_of(typed, ("",), "rule "):
        return _("Say only the title, rounds and set now, and any other rule as soon as round 1 has begun.")
    titles = "; ".join(map(books.title, near))
    sentence = N_(
        "There is no rule book “{name}”. The nearest: {titles}. Type one of them, or list to hear all of them."
    )
    return _(sentence, name=typed, titles=titles)
