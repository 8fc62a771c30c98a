"""Facts as people type them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine import number_of_train
from scorekeeper.engine.notation import parse_action, parse_train, split_mark
from scorekeeper.engine.setup import Dealt
from scorekeeper.errors import Malformed
from scorekeeper.formats.disputes import read_hand
from scorekeeper.judge.draft import Draft, FormLine
from scorekeeper.judge.facts import FACTS, Fact
from scorekeeper.judge.kinds import deed_word
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.judge.told import OWN, Deed, FactContext, Foot, OnTrain, TrainTold
from scorekeeper.system import named_language
from scorekeeper.text import number_name, spoken
from scorekeeper.tiles import Tile, parse_tile, parse_tiles
from tests.conftest import cases

TABLE = FactContext(9, ("Ana", "Anabel", "Ben van Dyk", "Oli"))
LARGE = FactContext(12, ("Ana", "Ben"))
BLANK = Draft(question=QUESTIONS["play"], set_size=9, double=9, players=TABLE.players, rules="classic")


def meant(fact: Fact, value: Any, around: FactContext) -> object:
    """Return the value that a file's value stands for."""
    match fact.kind.name:
        case "player":
            return around.players.index(value)
        case "tile":
            return parse_tile(value, around.highest)
        case "tiles" | "doubles":
            return parse_tiles(value, around.highest)
        case "hand":
            return Dealt((), value) if isinstance(value, int) else read_hand(value, around.highest)
        case "numbers":
            return tuple(value)
        case "event":
            return tuple(event(text, around) for text in value.split("; "))
        case "foot":
            return Foot(**value)
    return meant_of_trains(fact, value, around)


def event(text: str, around: FactContext) -> Deed:
    """Return the event that a text in the form of a record stands for."""
    action, wrong = split_mark(text)
    return Deed(parse_action(action, around.players, around.highest), wrong)


def meant_of_trains(fact: Fact, value: Any, around: FactContext) -> object:
    """Return the same for the facts of a round of trains."""
    match fact.kind.name:
        case "trains":
            return {int(train): train_told(*told) for train, told in value.items()}
        case "open doubles":
            return tuple(OnTrain(Tile(number, number), train) for train, number in value)
        case "players":
            return tuple(value)
        case "laid now":
            return tuple(OnTrain(*laid_on(text, around)) for text in value)
        case "train":
            return value if isinstance(value, int) else parse_train(value, OWN, around.players)
    return value


def train_told(end: int = -1, marked: bool = False) -> TrainTold:
    """Return how a train stands; without a number it has no tile."""
    return TrainTold(None if end < 0 else end, marked)


def laid_on(text: str, around: FactContext) -> tuple[Tile, int]:
    """Return a tile and the number of its train."""
    tile, _space, train = text.partition(" ")
    place = parse_train(train, OWN, around.players)
    return parse_tile(tile, around.highest), number_of_train(place, len(around.players))


@pytest.mark.parametrize("case", cases("telling"))
def test_a_fact_is_parsed_as_it_is_typed(case) -> None:
    """Short forms mean what a player means by them."""
    around, fact = LARGE if case.get("set") == 12 else TABLE, FACTS[case["fact"]]
    assert fact.kind.parse_typed(case["typed"], around) == meant(fact, case["means"], around)


@pytest.mark.parametrize("case", cases("telling"))
def test_a_fact_that_is_written_is_parsed_again(case) -> None:
    """What stands for a value is typed text that means the same value."""
    around, fact = LARGE if case.get("set") == 12 else TABLE, FACTS[case["fact"]]
    value = fact.kind.parse_typed(case["typed"], around)
    assert fact.kind.parse_typed(fact.kind.write(value, around), around) == value


@pytest.mark.parametrize("case", cases("telling-said"))
def test_a_fact_is_shown_as_it_was_understood(case) -> None:
    """The person sees at once what was understood."""
    line = FormLine(case["fact"])
    assert BLANK.give(line, case["typed"]).meaning(line) == case["said"]


@pytest.mark.parametrize("case", cases("telling-refused"))
def test_what_cannot_be_parsed_names_what_would_be_right(case) -> None:
    """One sentence, with an example or the nearest name."""
    with pytest.raises(Malformed, match=case["says"]):
        FACTS[case["fact"]].kind.parse_typed(case["typed"], TABLE)


@pytest.mark.parametrize("case", cases("telling-spanish"))
def test_spanish_is_parsed_as_it_is_typed(case) -> None:
    """The words for trains and for “on” are those of the language; a beginning of two words is refused."""
    fact = FACTS[case["fact"]]
    with spoken(named_language("es")):
        if "says" in case:
            with pytest.raises(Malformed, match=case["says"]):
                fact.kind.parse_typed(case["typed"], LARGE)
        else:
            assert fact.kind.parse_typed(case["typed"], LARGE) == meant(fact, case["means"], LARGE)


@given(st.sampled_from(sorted(FACTS)), st.text(max_size=30), st.sampled_from([TABLE, LARGE]))
def test_any_text_is_parsed_or_refused(name, text, around) -> None:
    """Nothing typed breaks the program, and what is parsed can be shown."""
    kind = FACTS[name].kind
    try:
        value = kind.parse_typed(text, around)
    except Malformed:
        return
    assert isinstance(kind.show(value, around), str)


@pytest.mark.parametrize("deed", ["draw", "pass", "little", "challenge"])
def test_the_word_for_a_deed_is_one_that_is_understood(deed: str) -> None:
    """What the app writes for a deed is read back as that deed."""
    other = " Oli" if deed == "challenge" else ""
    (done,) = FACTS["events"].kind.parse_typed(f"Ana {deed_word(deed)}{other}", TABLE)
    assert done.action.kind == deed


@pytest.mark.parametrize("number", range(19))
@pytest.mark.parametrize(
    "sentence", ["Gus has {} tile too few", "Gus {} on the start", "Gus saw {} toes!", "Gus {} no six"]
)
def test_a_number_in_words_is_not_refused_as_a_tile(sentence: str, number: int) -> None:
    """What is not understood is named, with what can be written; nobody typed a tile."""
    typed = sentence.format(number_name(number).split()[-1])
    with pytest.raises(Malformed, match=r"^“\D+” is not understood\."):
        FACTS["events"].kind.parse_typed(typed, FactContext(12, ("Ann", "Gus")))
