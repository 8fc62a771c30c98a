"""What a reading is, and what is said of one that has no single meaning."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.errors import short
from scorekeeper.reading.tokens import SAME_WORDS, Around, Token
from scorekeeper.reading.words import spellings
from scorekeeper.text import N_, _, folded, join_or

UNKNOWN = N_("{word} is not understood.")
DOUBT = N_("{word} leaves open what is meant; write only what is certain.")
STRANGER = N_("Nobody called {word} sits at this table; write a name of the table first, such as {one} 6-4.")
WHO = N_("{word} does not say who; begin with a name, such as {one} 6-4.")
WHAT = N_("What {word} did is missing; write it, such as {one} 6-4, {one} draw or {one} pass.")
EITHER = N_("{word} may mean own or public; type more of the word.")
OPEN_DOUBLE = N_("A double that ends a train is open; tell {word} under Open doubles.")
WHICH_TILE = N_("{word} does not say which tile; write it, such as 6-4.")
WHOSE = N_("{word} does not say whose train; name it first, such as {one} 7.")
ONE_END = N_("{word} tells one train twice; each shows one number, so name the next train.")
NO_END = N_("Nobody said what the train of {word} shows; write it, such as 7, or - before its first tile.")
HOW_MANY = N_("{word} is not a number; write one such as 12, or leave it empty where nobody knows.")
TOO_OFTEN = N_("{word} is not what anybody does in a turn; correct the number.")
TWICE = N_("{word} is named twice; there is one of each tile.")
NOT_IN_SET = N_("{word} is not in this set, whose highest number is {highest}.")
NO_DOUBLE = N_("{word} is not a double; write its number, such as 7.")
NEEDS_TILES = N_("{word} names no tile; write all tiles of the hand, such as 6-4 0-0.")
MIXED = N_("{word} stands beside tiles; write all tiles, such as 9-9 7-5, or all pips, such as 18+12.")
NO_EVENT = N_("{word} is no event; write what somebody did, such as {one} 6-4 or {one} pass.")
LONELY = N_("{word} has no number on one side; write 12+7, or =60 for points.")
NO_PLUS = N_("{word} has no + before it, but other numbers have; write 12+7+4, or 12 7 4.")
NO_PIPS = N_("{word} tells of blanks alone; write the pips before them, such as 23 b2.")
NO_PIN = N_("{word} is not a PIN, which has digits alone.")
WRONG_SUM = N_("{word} is not what these numbers add up to; correct it, or one of them.")
BY_NAME = {
    "which tile": WHICH_TILE,
    "how many": HOW_MANY,
    "open double": OPEN_DOUBLE,
    "no event": NO_EVENT,
    "doubt": DOUBT,
}
"""The faults that patterns name."""

_RIGHT = {
    "hand": N_("Write 23, 12+7+4 or tiles such as 6-4 0-0."),
    "cell": N_("Write points such as 23, tiles such as 6-4, out or -."),
    "score": N_("Write tiles such as 6-4 0-0, or 12+7."),
    "jhand": N_("Write tiles such as 6-4 0-0, or how many, such as 7 tiles."),
    "tiles": N_("Write tiles such as 6-4 0-0."),
    "tile": N_("Write a tile such as 6-4."),
    "ends": N_("Write numbers such as 5 2 8, or - where there are none."),
    "number": N_("Write a number such as 7."),
    "doubles": N_("Write doubles such as 6-6 5-5."),
    "foot": N_("Write the double and its toes: 7 2 is 7-7 with 2 toes."),
    "count": N_("Write a number such as 12; leave it empty where nobody knows."),
    "trains": N_("Write a train and its end, such as {one} 7 marked."),
    "open": N_("Write a train and the number of its double, such as {one} 7."),
    "laid": N_("Write a tile and its train, such as 7-7 on own."),
    "on": N_("Write own, public or a player, such as {one}."),
    "event": N_("Write one thing after the other, such as {one} 6-4; {one} draw 9-5; {one} pass."),
    "round": N_("Write a double such as 6-6."),
    "last": N_("Write d where the last tile was a double."),
    "answer": N_("Write y for yes or n for no."),
}


class Unread(NamedTuple):
    """A part of a text that was not understood, where it begins, counted from 0, and why."""

    text: str
    at: int
    why: str


class Reading(NamedTuple):
    """What a text says, in the notation of files; or the things that it can say; and what was not understood."""

    said: str = ""
    choices: tuple[str, ...] = ()
    unread: tuple[Unread, ...] = ()


def unread(text: str, tokens: Sequence[Token], why: str) -> Unread:
    """Return the part of a text that tokens stand for, as not understood; all of it where there are none."""
    if not tokens:
        return Unread(text.strip(), 0, why)
    at, end = tokens[0].at, tokens[-1].end
    return Unread(text[at:end], at, why)


def not_read(text: str, tokens: Sequence[Token], why: str) -> Reading:
    """Return that this part of a text was not understood."""
    return Reading(unread=(unread(text, tokens, why),))


def words_of(reading: Reading, text: str, place: str, around: Around) -> str:
    """Return what to say about a reading that has no single meaning: what is wrong, and what would be right."""
    if reading.choices:
        sentence = N_("{text} can be {choices}: which one? Write {ways}.")
        ways = {
            "choices": join_or([*map(hand_in_words, reading.choices)]),
            "ways": join_or([short(hand_in_words(hand)) for hand in reading.choices]),
        }
        return _(sentence, text=short(text.strip()), **ways)
    facts = {"highest": around.highest, "one": next(iter(around.players), "Ana")}
    sentences = [_(part.why, word=short(part.text), **facts) for part in reading.unread[:_MOST_NAMED]]
    if reading.unread[0].why == UNKNOWN:
        near = nearest_word(reading.unread[0].text, place, around)
        sentences += [_("Did you mean {word}?", word=short(near))] if near else []
        sentences.append(_(_RIGHT[place], **facts))
    return " ".join(dict.fromkeys(sentences))


_MOST_NAMED = 3
"""How many parts that are not understood are named."""


def hand_in_words(hand: str) -> str:
    """Return one thing that a hand can say, in words.

    >>> hand_in_words("26"), hand_in_words("12?"), hand_in_words("2-1 4-1")
    ('26 pips', '12 tiles', '2-1 4-1')
    """
    if hand.isdecimal():
        return _("{count} pips", count=hand)
    return _("{count} tiles", count=hand[:-1]) if hand.endswith("?") else hand


def nearest_word(text: str, place: str, around: Around) -> str:
    """Return the expression of a place that differs from a text by one letter, or two that changed places."""
    word = folded(text)
    if len(word) < _SHORTEST:
        return ""
    typed = word.replace("'", "")
    known = sorted(spellings(around.language, SAME_WORDS.get(place, place), word[0]))
    return next((near for near in known if near.replace("'", "") != typed and _differ_little(word, near)), "")


_SHORTEST = 4
"""Shorter words are near too many others."""


def _differ_little(word: str, other: str) -> bool:
    """Whether a letter is missing, too many or another, or two changed places."""
    if abs(len(word) - len(other)) > 1 or word == other:
        return False
    same = next((at for at, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), None)
    if same is None:
        return True
    ours, theirs = word[same:], other[same:]
    return (
        ours[1:] == theirs
        or ours == theirs[1:]
        or ours[1:] == theirs[1:]
        or (ours[1::-1] + ours[2:] == theirs)
    )
