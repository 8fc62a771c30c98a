"""What holds for everything that is read, whatever it says: nothing is understood by halves."""

import random
from itertools import islice

import pytest

from scorekeeper.reading import Around, read, words_of
from scorekeeper.reading.tokens import SAME_WORDS
from scorekeeper.reading.words import lexicon
from tests.reading.phrases import Phrase, phrases

DOUBTS = {"en": ("not", "no", "maybe", "almost", "or"), "es": ("no", "casi", "sin", "o", "quizás")}
SIGNS = (
    *(
        "6-4",
        "12",
        "00",
        "b2",
        "=",
        "+",
        "-",
        ";",
        ",",
        "!",
        "?",
        "Ann",
        "Ben",
        "7",
        "9-9",
        "(",
        "64",
        "*",
        "3s",
        "²",
    ),
    *(
        "1.5",
        "[",
        "|",
        "Ann's",
        "Jean-Luc",
        "O'Neil",
        "\U0001f06b",
        "\U0001f062",
        "١٢",
        "9999999999",
        "a7*b",
        ":",
    ),
)
PLACES = (
    *(
        "hand",
        "cell",
        "score",
        "jhand",
        "tiles",
        "tile",
        "ends",
        "number",
        "doubles",
        "round",
        "foot",
        "count",
    ),
    *("event", "laid", "trains", "open", "on", "pin", "answer"),
)


def inserted(phrase: Phrase, word: str) -> list[str]:
    """Return the texts in which a word stands at one place of a phrase."""
    words = phrase.text.split(" ")
    return [" ".join([*words[:at], word, *words[at:]]) for at in range(len(words) + 1)]


def test_an_unknown_word_is_named_wherever_it_stands():
    """No word is dropped because what stands around it can be understood without it."""
    spoken = [
        (phrase, text) for phrase in phrases() if phrase.place != "pin" for text in inserted(phrase, "zebra")
    ]
    overheard = [
        (phrase.place, text)
        for phrase, text in spoken
        if not any("zebra" in part.text for part in phrase.read(text).unread)
    ]
    assert len(spoken) > 700
    assert overheard == []


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.full)])
def test_a_negation_or_a_doubt_never_leaves_a_reading_as_it_was(step: int):
    """“Not, no, maybe, almost, or” change what is understood, or are named, in every third phrase at least."""
    spoken = islice(phrases(), None, None, step)
    understood = [(phrase, reading) for phrase in spoken if not (reading := phrase.read()).unread]
    doubted = [
        (phrase, reading, text)
        for phrase, reading in understood
        for doubt in DOUBTS[phrase.language]
        for text in inserted(phrase, doubt)
    ]
    overheard = [(phrase.place, text) for phrase, reading, text in doubted if phrase.read(text) == reading]
    assert len(doubted) > 3000 / step
    assert overheard == [], "a doubt in these changes nothing, and is not named"


def test_what_is_said_reads_again_as_the_same():
    """What was understood is written so that it is understood in the same way, in both languages."""
    differing = []
    for phrase in phrases():
        reading = phrase.read()
        for said in filter(None, (reading.said, *reading.choices)):
            again = phrase.read(said)
            if again.said != said and said not in again.choices:
                differing.append((phrase.place, phrase.text, said, again))
    assert differing == []


def check_random_lines(count: int) -> None:
    """Read random lines of words that people say at each place; each is understood, asked about or refused."""
    dice = random.Random(3)
    for number in range(count):
        language, place = ("en", "es")[number % 2], PLACES[number // 2 % len(PLACES)]
        around = Around(
            dice.choice((6, 9, 12)), ("Ann", "Ben", "Jean-Luc", "O'Neil", "Ann 2", "Will"), language
        )
        words = [*SIGNS]
        if place != "pin":
            words += map(" ".join, lexicon(language, SAME_WORDS.get(place, place)))
        text = " ".join(dice.choice(words) for _word in range(dice.randrange(9)))
        reading = read(place, text, around)
        assert not (reading.said and (reading.choices or reading.unread)), text
        for part in reading.unread:
            assert part.text, text
            assert text[part.at :].strip().startswith(part.text), text
        if reading.unread or reading.choices:
            assert words_of(reading, text, place, around)


def test_random_lines_are_read_or_refused():
    """Some thousands of random lines never crash, and what is refused stands in the line."""
    check_random_lines(4000)


@pytest.mark.full
def test_fifty_thousand_random_lines_are_read_or_refused():
    """The same for fifty thousand."""
    check_random_lines(50_000)
