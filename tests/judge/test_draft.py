"""A dispute described line by line: what is typed becomes the situation that a file would be."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.actions import Train
from scorekeeper.engine.setup import Dealt
from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.formats.disputes import file_fields
from scorekeeper.formats.rule_words import questions
from scorekeeper.judge.contradictions import find_contradictions as cannot_be
from scorekeeper.judge.draft import (
    Draft,
    FormLine,
    described_facts,
    draft_faults,
    draft_of,
    facts_unasked,
    form_lines,
    line_hint,
    line_label,
    missing_facts,
    position_of,
    situation_of,
    still_holding,
    with_name,
    with_names,
)
from scorekeeper.judge.facts import always
from scorekeeper.judge.judging import judge_situation
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.judge.situation import UNKNOWN, Situation
from scorekeeper.judge.told import Foot
from scorekeeper.rules import FEET, LAYOUTS, TRAINS, with_changes
from scorekeeper.system import language_of
from scorekeeper.text import spoken
from scorekeeper.tiles import Tile
from tests.conftest import CLASSIC, SHELF, SHIPPED, read_situation
from tests.judge.test_situations import files

TEXTS = questions(SHIPPED)
TYPED = [*files("scenarios"), *files("depends"), *files("settled")]


def described(
    ask: str, players: tuple[str, ...] = ("Ana", "Ben", "Cy"), set_size: int = 9, **typed: str
) -> Draft:
    """Return a draft; `hands__Ana` is Ana's line."""
    lines_ = {FormLine(*name.split("__")): text for name, text in typed.items()}
    layout = LAYOUTS[QUESTIONS[ask].layout or "feet"]
    return Draft(
        question=QUESTIONS[ask],
        set_size=set_size,
        double=9,
        players=players,
        rules="classic",
        layout=layout,
        words=TEXTS,
    ).give_all(lines_)


def ruled(situation: Situation, book: str, words) -> object:
    """Return the judge's ruling, or why there is none."""
    try:
        ruling = judge_situation(situation, SHELF.book(book), words)
    except ScorekeeperError as error:
        return str(error)
    return ruling.verdict, ruling.answer, ruling.rule, ruling.player, ruling.needs, ruling.instead


@pytest.mark.parametrize("path", TYPED)
def test_a_situation_typed_is_ruled_on_as_its_file(path, words) -> None:
    """Under every rule book the ruling on what is typed is the ruling on the file."""
    file = read_situation(path, SHELF.book)
    typed = situation_of(draft_of(file))
    for book in SHELF.ids():
        assert (book, ruled(typed, book, words)) == (book, ruled(file, book, words))


@pytest.mark.parametrize("path", TYPED)
def test_the_facts_of_a_situation_are_described(path) -> None:
    """Every fact has a label and words, and nothing in them is a placeholder."""
    for name, words in described_facts(draft_of(read_situation(path, SHELF.book), TEXTS)):
        assert name
        assert words
        assert "{" not in name + words


def test_every_fact_of_every_question_has_words() -> None:
    """Label and hint are there, for each question."""
    for ask, kind in QUESTIONS.items():
        for asked in kind.facts:
            assert TEXTS[ask].facts[asked.fact.name].label
            assert TEXTS[ask].facts[asked.fact.name].hint


def test_a_question_needs_what_its_file_needs() -> None:
    """Every question asks at least for what a file must have; nothing happened where no event is named."""
    for ask, kind in QUESTIONS.items():
        filled = {asked.fact.field for asked in kind.facts if asked.needed and asked.when is always}
        needed = {field.fact.field for field in file_fields(kind) if field.needed}
        assert needed <= filled | ({"events"} if ask == "chickenlittle" else set())


@pytest.mark.parametrize(
    ("ask", "name", "book", "asks"),
    [
        ("chickenlittle", "events", "hastings", False),
        ("chickenlittle", "events", "tedmontgomery", True),
        ("starting-double", "held", "hastings", False),
        ("starting-double", "held", "tedmontgomery", True),
        ("play", "laid", "classic", False),
        ("play", "laid", "hastings", True),
        ("play", "first_turn", "train-usual", False),
        ("play", "first_turn", "mexican-train", True),
        ("cover", "trains", "train-usual", False),
        ("cover", "trains", "train-fundex", True),
    ],
)
def test_only_what_matters_under_a_rule_book_is_asked(ask, name, book, asks) -> None:
    """A fact that cannot change the ruling is left out, but for those who want all."""
    kind, rules = QUESTIONS[ask], SHELF.book(book).rules
    layout = rules.layout
    assert (name in {asked.fact.name for asked in kind.facts_under(rules, layout)}) == asks
    assert name in {asked.fact.name for asked in kind.facts_under(None, layout)}


def test_an_open_foot_is_asked_for_where_it_costs_points() -> None:
    """Who won turns on it only there."""
    free, dear = CLASSIC, with_changes(CLASSIC, {"scoring.open_foot": 10})
    asked = [
        {one.fact.name for one in QUESTIONS["who-won"].facts_under(rules, FEET)} for rules in (free, dear)
    ]
    assert ["foot" in names for names in asked] == [False, True]


@pytest.mark.parametrize("ask", QUESTIONS)
def test_feet_are_asked_for_at_a_table_of_feet_and_trains_at_one_of_trains(ask: str) -> None:
    """No question asks a table for facts of the other kind of round, not even those who want to give all."""
    for layout, other in ((FEET, "trains"), (TRAINS, "feet")):
        asked = QUESTIONS[ask].facts_under(None, layout)
        assert other not in {each.fact.layout for each in asked}


@pytest.mark.parametrize(
    ("ask", "book", "shown", "unknown"),
    [
        ("chickenlittle", "tedmontgomery", (), ("events",)),
        ("chickenlittle", "tedmontgomery", ("events",), ()),
        ("chickenlittle", "hastings", (), ()),
        ("play", "hastings", ("player", "tile"), ()),
    ],
)
def test_a_book_that_turns_on_what_was_not_asked_is_known(ask, book, shown, unknown) -> None:
    """An empty line means that nothing happened; a line that was never shown means nothing."""
    assert facts_unasked(described(ask), SHELF.book(book).rules, shown) == unknown


def test_events_have_a_line_more_than_are_filled() -> None:
    """There is always an empty line to go on with, and a line emptied in the middle stays."""
    parts = [
        line.part
        for line in form_lines(described("misplay", events__1="Ana 6-4", events__3="Ben draw"), CLASSIC)
        if line.name == "events"
    ]
    assert parts == ["1", "2", "3", "4"]


def test_other_hands_are_asked_for_in_a_blocked_round_only() -> None:
    """Each of the others has a line then, the one whose hand it is has not."""
    assert FormLine("hands", "Ben") not in form_lines(described("score", player="Ana"))
    blocked = form_lines(described("score", player="a", blocked="y"))
    assert FormLine("hands", "Ben") in blocked
    assert FormLine("hands", "Ana") not in blocked
    assert FormLine("hands", "Ana") in form_lines(described("score", player="nobody", blocked="y"))
    assert "player" in missing_facts(described("score", hand="0-0", blocked="y"))


def test_what_is_missing_is_named() -> None:
    """A question without what it needs is refused by the labels of its lines."""
    with pytest.raises(Malformed, match="still missing: Player, Tile"):
        situation_of(described("play"))
    assert missing_facts(described("play", player="Ana")) == ("tile",)
    with pytest.raises(Malformed, match=r"still missing: What happened\.$"):
        situation_of(described("misplay"))


def test_half_a_question_is_a_position_already() -> None:
    """What cannot be is known before the question is complete."""
    half = described("play", foot="7 2", hand="7-7", player="Ana")
    assert any("7-7" in reason for reason in cannot_be(position_of(half), CLASSIC))


def test_a_table_is_known_before_it_is_told_who_won() -> None:
    """Nobody has to say first who went out, or that the round was blocked."""
    assert position_of(described("who-won", foot="7 2")).foot == Foot(7, 2)
    with pytest.raises(Malformed, match="Say who went out"):
        situation_of(described("who-won", foot="7 2"))


def test_the_own_train_is_that_of_the_player() -> None:
    """Whoever types `own` means the train of the player who is asked about."""
    trains = msgspec.structs.replace(described("play", player="Ben", tile="9-2"), layout=TRAINS)
    assert situation_of(trains.give(FormLine("on_train"), "own")).on == Train(1)


def test_a_name_that_could_be_several_names_nobody() -> None:
    """Only a stranger takes a seat."""
    draft = described("play", ("Anna", "Anne", "B"))
    assert with_name(draft, "ann") == draft
    assert with_name(draft, "zoe").players == ("Anna", "Anne", "Zoe")


def test_an_own_train_is_somebodys() -> None:
    """Where a question names no player, nobody can tell whose train is meant."""
    trains = msgspec.structs.replace(described("misplay", events__1="Ana draw"), layout=TRAINS)
    with pytest.raises(Malformed, match="nobody said whose “own” is"):
        situation_of(trains.give(FormLine("trains"), "mine 7"))


@pytest.mark.parametrize(
    ("seats", "typed", "named"),
    [
        ("A B C D", {"player": "hank"}, "Hank B C D"),
        ("A B C D", {"events__1": "Hank drew 5-9", "events__2": "Zoe caught hank"}, "Hank Zoe C D"),
        ("A B C D", {"events__1": "passed", "player": "tile", "out": "none"}, "A B C D"),
        ("Ana B", {"player": "an", "hands__B": "5-3", "out": "zoe"}, "Ana Zoe"),
        ("Ana Ben", {"player": "zoe"}, "Ana Ben"),
        ("Anna Anne B", {"player": "ann"}, "Anna Anne B"),
    ],
)
def test_names_that_are_typed_take_the_seats_without_one(
    seats: str, typed: dict[str, str], named: str
) -> None:
    """A stranger is the next player who has no name yet; what a player's line holds goes along."""
    draft = with_names(described("misplay", tuple(seats.split()), **typed))
    assert draft.players == tuple(named.split())
    moved = {FormLine("hands", "Zoe"): "5-3"} if "hands__B" in typed else {}
    assert {line: text for line, text in draft.typed.items() if line.name == "hands"} == moved


def test_lines_that_cannot_be_parsed_are_named() -> None:
    """Each has its own sentence; lines of other questions do not count."""
    found = draft_faults(described("play", tile="99-1", ends="5 2", events__1="nonsense"))
    assert list(found) == [FormLine("tile")]


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("tile", "99-1", "99-1"),
        ("hand", "5-3 9-x 2?", "9-x"),
        ("laid", "9-6 z-1", "z-1"),
        ("ends", "5 36-4", "36-4"),
        ("toes", "a", "a"),
    ],
)
def test_a_fault_is_placed_in_its_line(name: str, text: str, fault: str) -> None:
    """The position of a fault is that of its word in the whole line."""
    (found,) = draft_faults(described("play", **{name: text})).values()
    assert text[slice(*found.at.span)] == fault


@pytest.mark.parametrize("blocked", ["12-3", "maybe", "yes and no"])
def test_a_line_that_cannot_be_parsed_is_refused_by_its_label(blocked) -> None:
    """It is refused even where the answer would not turn on it."""
    with pytest.raises(Malformed, match=r"Blocked round\? Type y for yes"):
        situation_of(described("score", hand="0-0", player="Ana", blocked=blocked))


def test_a_line_that_cannot_be_parsed_is_not_described() -> None:
    """It has no meaning, and a description of the facts is refused."""
    draft = described("play", player="Ana", tile="5-")
    assert draft.meaning(FormLine("tile")) == ""
    with pytest.raises(Malformed):
        described_facts(draft)


def test_who_begins_is_asked_without_trains() -> None:
    """A question that asks for no train is a situation at a table of trains, too."""
    draft = msgspec.structs.replace(described("starter", began_last="Ben"), layout=TRAINS)
    assert situation_of(draft).began_last == 1


def test_lines_that_are_not_there_are_not_parsed() -> None:
    """What was typed for another question, or of a hand that has its own line now, holds nothing up."""
    assert situation_of(described("score", hand="0-0", hands__Ben="nonsense")).hands == (UNKNOWN,) * 3
    own = described("score", hand="0-0", player="Ana", blocked="y", hands__Ana="nonsense")
    assert situation_of(own).hands == (Dealt((Tile(0, 0),)), UNKNOWN, UNKNOWN)


@given(st.sampled_from(sorted(QUESTIONS)), st.data())
def test_what_makes_a_question_can_be_described(ask, data) -> None:
    """Whatever is typed, the facts of a question that can be put can also be shown."""
    here = form_lines(described(ask, player="Ana", blocked="y"))
    texts = st.sampled_from(["", "n", "y", "maybe", "6-4", "5 2", "-", "2?", "Ana", "Ben 6-4", "99-1"])
    draft = described(ask)
    draft = draft.give_all({line: data.draw(texts) for line in here})
    try:
        situation_of(draft)
    except Malformed:
        return
    assert all(words for _label, words in described_facts(draft))


def test_the_first_event_is_the_wrong_one_unless_another_is_marked() -> None:
    """Nobody has to know about the mark."""
    first = situation_of(described("misplay", events__1="Ana 6-4", events__2="Ben draw"))
    assert [event.written(first.players) for event in first.events] == ["Ana 6-4!", "Ben draw"]
    marked = situation_of(described("misplay", events__1="Ana 6-4", events__2="Ben draw!"))
    assert [event.wrong for event in marked.events] == [False, True]


@pytest.mark.parametrize(
    ("draft", "sentence"),
    [
        (
            described("misplay", events__1="Ana 6-4!", events__2="Ben draw!"),
            "What happened: Exactly one event is marked with ! as the disputed one.",
        ),
        (
            described("chickenlittle", player="Ana", events__1="Ana 6-4!"),
            "What happened: No event is marked with ! in this question.",
        ),
        (described("score", hand="3?"), "Tiles left: Name every tile of the hand, such as 5-0 3-2."),
        (
            described("draw", player="Ana", yard="500"),
            "Left in the yard: 500 is not a number of tiles; use 0 to 200.",
        ),
    ],
    ids=lambda one: one.question.ask if isinstance(one, Draft) else "",
)
def test_a_question_that_cannot_be_asked_is_refused_by_its_label(draft, sentence) -> None:
    """What no single line shows to be wrong has the label of its line all the same."""
    with pytest.raises(Malformed) as caught:
        situation_of(draft)
    assert str(caught.value).startswith(sentence)


def test_a_double_asked_about_takes_its_toes_along() -> None:
    """The starting double's toes go to the start, any other's to an open foot."""
    start = situation_of(described("closed", double="9", on_double="4"))
    assert (start.toes, start.foot) == (4, None)
    assert situation_of(described("closed", double="6", on_double="1")).foot == Foot(6, 1)
    assert situation_of(described("closed", double="6", foot="5 1")).foot == Foot(5, 1)


def test_a_hint_names_its_line_and_people_of_this_table() -> None:
    """Nobody reads of strangers, and hints of lines that are alike can be told apart."""
    calls = described("chickenlittle", players=("Gus", "Ida"))
    assert line_hint(calls, FormLine("events", "1")).endswith("on: Gus 6-1; next line: Ida caught Gus.")
    hands = described("score", player="Ana", blocked="y")
    assert line_hint(hands, FormLine("hands", "Ben")).startswith("Hand of Ben: Tiles 5-3 9-6")
    assert line_hint(hands, FormLine("blocked")).startswith("Blocked round? y if")
    for ask in QUESTIONS:
        assert "{" not in "".join(line_hint(described(ask), line) for line in form_lines(described(ask)))


def test_the_player_line_shows_whose_turn_it_means() -> None:
    """A name alone could be anybody's."""
    assert "whose turn" in line_hint(described("play"), FormLine("player")).casefold()
    assert line_label(described("round-over"), FormLine("player")) == "Whose turn"


def test_events_are_numbered_from_the_second_on() -> None:
    """The first line is simply what happened."""
    draft = described("misplay")
    assert line_label(draft, FormLine("events", "1")) == "What happened"
    assert line_label(draft, FormLine("events", "2")) == "What happened, 2"


ASKED_OF_LATER = {
    "lowest-total": {"totals"},
    "rotate-left": {"began_last"},
    "previous-winner": {"out_last", "blocked"},
    "high-draw": {"draws"},
    "double-holder": set(),
}


@pytest.mark.parametrize("rule", ASKED_OF_LATER)
def test_only_what_the_rule_turns_on_is_asked_of_who_begins(rule: str) -> None:
    """Nobody has to add up a game in which the total does not say who begins; the first round has its own rule."""
    rules = with_changes(SHELF.book("train-usual").rules, {"start.later_starter": rule})
    draft = described("starter")
    assert {line.name for line in form_lines(draft, rules)} == {"draws"}
    assert {
        line.name for line in form_lines(msgspec.structs.replace(draft, double=7), rules)
    } == ASKED_OF_LATER[rule]


@pytest.mark.parametrize("typed", ["Ana cantó pollito", "Íñigo señaló a Ana", "Ana señaló a Íñigo"])
def test_what_happened_is_understood_as_it_is_said_in_spanish(typed: str) -> None:
    """A call may be named twice, and a small word may stand before the name of who was caught."""
    name, deed = typed.split()[:2]
    with spoken(language_of("es")):
        draft = described("misplay", ("Ana", "Íñigo", "Ben"), events__1=typed)
        (event,) = situation_of(draft).events
    assert draft.players[event.action.seat] == name
    assert event.action.kind == {"cantó": "little", "señaló": "challenge"}[deed]


@pytest.mark.parametrize(("player", "line"), [("Ana", FormLine("hand")), ("Ben", FormLine("hands", "Ana"))])
def test_a_hand_that_was_told_still_holds_in_the_next_dispute(player: str, line: FormLine) -> None:
    """It stays Ana's, whoever is asked about next; what is told anew stands."""
    last = described("draw", player="Ana", hand="5-3 6-4", ends="9")
    following = still_holding(last, described("play", player=player, ends="7"))
    assert (following.text(line), following.text(FormLine("ends"))) == ("5-3 6-4", "7")
