"""What people say at the table means what they mean."""

import pytest

from scorekeeper.reading import split_words, words_of
from tests.reading.phrases import FOLDER, Phrase, phrases

REFUSED = "refused: "
ASKED = "ambiguous: "


def wrong(phrase: Phrase) -> str:
    """Return what is wrong with how a phrase is read; empty if nothing is."""
    reading = phrase.read()
    if phrase.expected.startswith(REFUSED):
        named = {part.text for part in reading.unread}
        whole = phrase.expected.removeprefix(REFUSED)
        return "" if any(part in whole or whole in part for part in named) else f"{phrase}: {reading}"
    if phrase.expected.startswith(ASKED):
        ways = phrase.expected.removeprefix(ASKED).split(" | ")
        return "" if list(reading.choices) == ways else f"{phrase}: {reading}"
    return "" if reading.said == phrase.expected else f"{phrase}: {reading}"


@pytest.mark.parametrize("language", ["en", "es"])
def test_phrases_mean_what_people_mean(language):
    """Each phrase is read as its writer meant it, asked about, or refused by the word that is at fault."""
    faults = [wrong(phrase) for phrase in phrases() if phrase.language == language]
    assert [fault for fault in faults if fault] == []


def test_what_is_refused_or_asked_is_said_in_a_sentence():
    """Each message quotes what was typed and nothing that was not, except examples of what to write."""
    for phrase in phrases():
        reading = phrase.read()
        if reading.unread or reading.choices:
            message = words_of(reading, phrase.text, phrase.place, phrase.around)
            assert message[-1] in ".?", message
            assert reading.choices or any(part.text in message for part in reading.unread), message


def test_quotation_marks_hold_words_together_only_where_a_word_begins():
    """An apostrophe within a word is a letter of it, so that names need no escapes."""
    for line in (FOLDER / "phrases.tsv").read_text("utf-8").splitlines():
        if line.split("\t")[1] == "keep":
            assert split_words(line.split("\t")[2]) == line.split("\t")[3].split("|")
    assert split_words("note 'late again' \"x") == ["note", "late again", '"x']
