"""What is read keeps its places, and what is refused names the nearest word."""

import pytest

from scorekeeper.errors import Malformed, Position
from scorekeeper.reading import Around, Stranger, answered, heard, is_word, plain, read, words, words_of
from scorekeeper.reading.headings import Label, label_of
from scorekeeper.reading.letters import _LIKE

NINE = Around(9)


def test_every_sign_is_read_as_one_letter() -> None:
    """A dash, bar, slash, apostrophe or digit of any keyboard is one letter, so places stay true."""
    for sign, alike in _LIKE.items():
        assert plain(alike) == sign * len(alike)
    assert plain("１２３ ४५६ ٧٨٩ ＋＝") == "123 456 789 +="


@pytest.mark.parametrize("dash", ["-", "–", "−", "|", "¦", "/", "⁄", ":", "｜"])
def test_a_tile_may_have_any_dash(dash: str) -> None:
    """Whatever a keyboard has for a dash, a bar or a slash stands between the halves of a tile."""
    assert read("hand", f"6{dash}4", NINE).said == "6-4"


def test_nothing_typed_says_nothing() -> None:
    """Spaces and commas alone are no hand, no PIN and no event."""
    assert {
        read(place, typed, NINE) for place in ("hand", "event", "pin", "count") for typed in ("", " ")
    } == {read("hand", ", ,", NINE)}


def test_what_is_heard_is_written_as_files_have_it() -> None:
    """A text that has one meaning comes back as that."""
    assert heard("hand", "six-four and the double blank", NINE) == "6-4 0-0"


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("12 + tirty", "“tirty” is not understood. Did you mean “thirty”? Write 23, 12+7+4", Position(6, 5)),
        ("12 14", "“12 14” can be 26 pips or 2-1 4-1: which one? Write “26 pips” or “2-1 4-1”.", Position(1, 5)),
        ("6-4 9-7 12-1", "“12-1” is not in this set, whose highest number is 9.", Position(9, 4)),
        ("xy", "“xy” is not understood. Write 23, 12+7+4 or tiles such as 6-4 0-0.", Position(1, 2)),
    ],
)  # fmt: skip
def test_what_is_not_heard_is_refused_where_it_stands(text: str, message: str, at: Position) -> None:
    """The error marks the letters at fault, and says what would be right."""
    with pytest.raises(Malformed) as refused:
        heard("hand", text, NINE)
    assert refused.value.message.startswith(message)
    assert refused.value.at == at


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("tirty", "thirty"),
        ("twelwe", "twelve"),
        ("twevle", "twelve"),
        ("twelvee", "twelve"),
        ("zebra", ""),
        ("dou", ""),
    ],
)
def test_the_nearest_word_differs_in_one_letter(typed: str, near: str) -> None:
    """A letter missing, too many or another, or two that changed places; nothing farther away is guessed."""
    message = words_of(read("hand", typed, NINE), typed, "hand", NINE)
    assert (f"Did you mean “{near}”?" in message) == bool(near)


def test_words_of_the_table_are_no_names() -> None:
    """What people say at the table is told from a name, in the language in use and in English."""
    assert is_word("passed", "es")
    assert is_word("Última ficha", "es")
    assert not is_word("Última ficha", "en")
    assert not is_word("Max", "en")


def test_a_language_without_words_understands_english() -> None:
    """Where nobody wrote the words of a language, those of English are understood."""
    assert read("hand", "double six", Around(9, (), "fr")).said == "6-6"


def test_a_stranger_is_told_from_a_word() -> None:
    """An unknown word where a name belongs may be somebody who sits down; elsewhere it is a word."""
    table = Around(9, ("Ana", "Ben"))
    with pytest.raises(Stranger, match="Nobody called “Max” sits at this table") as refused:
        heard("event", "Ana pass; Max 6-4", table)
    assert refused.value.name == "Max"
    with pytest.raises(Malformed, match="“frobs” is not understood") as word:
        heard("event", "Ana frobs 6-4", table)
    assert not isinstance(word.value, Stranger)


def test_an_answer_is_understood_in_the_language_in_use() -> None:
    """Yes, no, blocked and out are told apart; anything else is no answer."""
    assert [answered(typed) for typed in ("Yes", "no", "b", "?", "out", "perhaps", "")] == [
        "y",
        "n",
        "b",
        "b",
        "o",
        "",
        "",
    ]
    assert answered("double", "last") == "d"


def test_a_double_is_named_in_every_language_that_has_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever adds a language adds its words to `table_talk.toml` alone, and tables in it are read too."""
    talk = words._file()
    esperanto = {"numbers": ["nul", "unu", "du", "tri"], "plural": ["j"], "double": ["duobla"]}
    monkeypatch.setattr(words, "_file", lambda: {**talk, "words": {**talk["words"], "eo": esperanto}})
    assert label_of("duobla tri") == Label(3, True)
