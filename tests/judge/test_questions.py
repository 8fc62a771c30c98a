"""Questions about situations, beyond the disputes of the catalogue."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from scorekeeper.errors import Impossible, Malformed
from scorekeeper.formats import situations
from scorekeeper.formats.situations import SITUATION_FORMAT, as_situation
from scorekeeper.judge import draft, questions
from scorekeeper.judge.draft import Draft, FormLine, draft_of, form_lines, situation_of
from scorekeeper.judge.ruling import Ruling, judge_situation
from scorekeeper.judge.situation import Answer, Question, Situation, asking
from scorekeeper.rules.schema import Rules, Value
from scorekeeper.rules.wording import Wording
from tests.conftest import SHELF


def told(table: dict[str, Any] | None = None, **question: Any) -> Situation:
    """Return a question at a table of three, with double-nine."""
    data = {
        "format": SITUATION_FORMAT,
        "set": 9,
        "round": question.pop("round", 9),
        "players": ["Ana", "Ben", "Cy"],
        "rules": question.pop("rules", "classic"),
        "house": question.pop("house", {}),
        "hands": question.pop("hands", {}),
        "table": table or {},
        "question": {name.rstrip("_"): value for name, value in question.items()},
    }
    return as_situation(data, SHELF.book)


def asked(words: Wording, table: dict[str, Any] | None = None, **question: Any) -> Ruling:
    """Rule on a question at a table of three, with double-nine."""
    situation = told(table, **question)
    return judge_situation(situation, SHELF.book(situation.rules), words)


def short(ruling: Ruling) -> tuple[str, str | None, object]:
    """Return verdict, rule and answer."""
    return ruling.verdict, ruling.rule, ruling.answer


ENDS = {"ends": [5, 3], "yard": 9}
FOOT = {"foot": {"double": 6, "toes": 0}, "ends": [5], "yard": 9}
HIGH = {"start.first_starter": "high-draw"}
CASES: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[str, str, object]]] = {
    "a plain tile": (
        ENDS,
        {"ask": "play", "player": "Ana", "tile": "5-3"},
        ("legal", "trains.ownership", None),
    ),
    "the starting double": (
        {},
        {"ask": "play", "player": "Ana", "tile": "9-9", "house": {"start.source": "held"}},
        ("legal", "start.source", None),
    ),
    "a second tile": (
        ENDS,
        {"ask": "play", "player": "Ana", "tile": "5-3", "on": 5, "played": 1},
        ("illegal", "turn.plays", None),
    ),
    "a second tile where many are laid": (
        ENDS,
        {
            "ask": "play",
            "player": "Ana",
            "tile": "5-3",
            "on": 5,
            "played": 1,
            "house": {"turn.plays": "many"},
        },
        ("legal", "turn.plays", None),
    ),
    "a tile after a double": (
        FOOT,
        {"ask": "play", "player": "Ana", "tile": "6-3", "on": 6, "played": 1},
        ("illegal", "foot.again", None),
    ),
    "a tile after a double that gives another": (
        FOOT,
        {
            "ask": "play",
            "player": "Ana",
            "tile": "6-3",
            "played": 1,
            "house": {"foot.again": "must-play-again"},
        },
        ("legal", "foot.again", None),
    ),
    "a tile after the double and its first toe": (
        {"start": {"toes": 0}},
        {"ask": "play", "player": "Ana", "tile": "9-3", "played": 2},
        ("illegal", "turn.plays", None),
    ),
    "a last double": (
        {"ends": [5]},
        {"ask": "play", "player": "Ana", "tile": "5-5", "hands": {"Ana": 1}},
        ("legal", "ending.double_out", None),
    ),
    "a drawn tile out of a counted hand": (
        ENDS,
        {"ask": "play", "player": "Ana", "tile": "5-5", "drawn": True, "hands": {"Ana": 1}},
        ("legal", "turn.drawn_tile", None),
    ),
    "drawing by choice": (
        ENDS,
        {
            "ask": "draw",
            "player": "Ana",
            "hands": {"Ana": "5-4"},
            "house": {"turn.must_play": "may-draw-and-pass"},
        },
        ("legal", "turn.must_play", None),
    ),
    "keeping on an unknown table": (
        {},
        {"ask": "keep", "player": "Ana", "tile": "5-3"},
        ("illegal", "turn.drawn_tile", None),
    ),
    "a double that nobody laid open": (
        {**FOOT, "foot": {"double": 6, "toes": 1}},
        {"ask": "closed", "double": 4},
        ("legal", "foot.toes", "closed"),
    ),
    "a foot of which nobody counted the toes": (
        {"foot": {"double": 6}, "ends": [5]},
        {"ask": "closed", "double": 6},
        ("legal", "foot.toes", "open"),
    ),
    "a whole table that is told with an open foot": (
        {
            "foot": {"double": 4, "toes": 0},
            "ends": [5, 7, 2],
            "laid": "9-9 9-4 9-5 9-7 9-2 4-4",
            "yard": 4,
        },
        {"ask": "draw", "player": "Ana", "hands": {"Ana": "5-3", "Ben": 22, "Cy": 22}},
        ("legal", "turn.draws", None),
    ),
    "a double that binds nobody": (
        {**FOOT, "foot": {"double": 6, "toes": 1}},
        {"ask": "closed", "double": 6, "house": {"foot.lock": "doubler-must-cover"}},
        ("legal", "foot.toes", "open"),
    ),
    "a round with tiles in the yard": (
        ENDS,
        {"ask": "round-over", "player": "Ana"},
        ("legal", "yard.empty", "goes-on"),
    ),
    "a round that somebody ended": (
        ENDS,
        {"ask": "round-over", "player": "Ana", "hands": {"Ben": 0}},
        ("legal", "scoring.out", "over"),
    ),
    "a double that is held": (
        {},
        {
            "ask": "starting-double",
            "held": {"Ben": "9-9 8-8"},
            "house": {"start.source": "held"},
        },
        ("legal", "start.source", 9),
    ),
    "the most dots": (
        {},
        {"ask": "starter", "drawn": {"Ana": "6-4", "Ben": "5-4", "Cy": "8-0"}},
        ("legal", "start.first_starter", "Ana"),
    ),
    "equally many dots": (
        {},
        {"ask": "starter", "drawn": {"Ana": "6-4", "Ben": "5-5", "Cy": "8-0"}},
        ("legal", "start.first_starter", "redraw"),
    ),
    "a draw where another rule decides": (
        {},
        {"ask": "starter", "round": 8, "drawn": {"Ana": "6-4", "Ben": "5-5"}},
        ("depends", "start.later_starter", None),
    ),
    "a hand of the table": (
        {},
        {"ask": "score", "player": "Ana", "hands": {"Ana": "5-0"}, "house": {"scoring.blank_half": 25}},
        ("legal", "scoring.blank_half", 30),
    ),
    "a blocked round of which one hand is enough": (
        {"foot": {"double": 6, "toes": 1}},
        {"ask": "score", "player": "Ana", "ended": "blocked", "hands": {"Ana": "5-0"}},
        ("legal", "scoring.blocked", 5),
    ),
    "a blocked round of which all hands are needed": (
        {},
        {
            "ask": "score",
            "player": "Ana",
            "ended": "blocked",
            "hands": {"Ana": "5-0"},
            "house": {"scoring.blocked": "low-hand-zero"},
        },
        ("depends", "scoring.blocked", None),
    ),
    "passing after a draw too many that may be kept": (
        ENDS,
        {
            "ask": "pass",
            "player": "Ana",
            "drew": 2,
            "tile": "8-7",
            "hands": {"Ana": "8-7 6-4"},
            "house": {"conduct.overdraw": "keep"},
        },
        ("legal", "turn.draws", None),
    ),
    "passing after a wrong draw that stands": (
        ENDS,
        {
            "ask": "pass",
            "player": "Ana",
            "tile": "8-7",
            "hands": {"Ana": "8-7 5-4"},
            "house": {"conduct.able_pass": "stands"},
        },
        ("legal", "turn.draws", None),
    ),
    "passing after a draw with an older tile that fits, whatever was drawn": (
        ENDS,
        {"ask": "pass", "player": "Ana", "drew": 1, "hands": {"Ana": "5-4 5-2 1?"}},
        ("illegal", "turn.must_play", None),
    ),
    "a third draw with an older tile that fits": (
        ENDS,
        {
            "ask": "draw",
            "player": "Ana",
            "drew": 2,
            "hands": {"Ana": "5-4 8-7 7-6"},
            "house": {"turn.draws": "until-playable"},
        },
        ("illegal", "turn.draws", None),
    ),
    "a drawn tile that was laid rightly": (
        ENDS,
        {
            "ask": "misplay",
            "events": ["Ben challenges Ana", "Ana draw 5-1", "Ana 5-1!"],
            "hands": {"Ana": "8-7"},
        },
        ("legal", "turn.drawn_tile", None),
    ),
    "a draw for all to see of a player who could not play": (
        ENDS,
        {"ask": "misplay", "events": ["Ana draw 8-4!"], "hands": {"Ana": "8-7"}},
        ("legal", "turn.draws", None),
    ),
    "a tile after one that nobody disputes, though it does not fit": (
        ENDS,
        {"ask": "misplay", "events": ["Ana 8-7", "Ben 5-1!"]},
        ("legal", "trains.ownership", None),
    ),
    "a third draw of a player who held a tile that fits": (
        ENDS,
        {
            "ask": "misplay",
            "events": ["Ana draw 8-7", "Ana draw!"],
            "hands": {"Ana": "5-1"},
            "house": {"turn.draws": "until-playable"},
        },
        ("legal", "conduct.able_pass", "take-back"),
    ),
    "a wrong pass of which nothing is told": (
        {},
        {"ask": "misplay", "events": ["Ana pass!"]},
        ("legal", "conduct.able_pass", "take-back"),
    ),
    "passing after two draws": (
        ENDS,
        {"ask": "misplay", "events": ["Ana draw 8-7", "Ana draw 8-6", "Ana pass!"], "hands": {"Ana": "9-8"}},
        ("legal", "conduct.overdraw", "return-unseen"),
    ),
    "a wrong tile seen at once": (
        {},
        {"ask": "misplay", "events": ["Ana 6-4!", "Ana little"]},
        ("legal", "conduct.misplay", "take-back-before-next-action"),
    ),
    "a wrong tile seen too late": (
        {},
        {"ask": "misplay", "events": ["Ana 6-4!", "Ben draw"]},
        ("legal", "conduct.misplay", "stands"),
    ),
    "a wrong draw": (
        {},
        {"ask": "misplay", "events": ["Ana draw!"]},
        ("legal", "conduct.able_pass", "take-back"),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_question_has_its_answer(case: str, words: Wording) -> None:
    """Verdict, rule and answer are those of the case."""
    table, question, wanted = CASES[case]
    assert short(asked(words, table, **question)) == wanted


PENALTY = {"little.mode": "penalty"}
CALLS: dict[str, tuple[list[str], tuple[str, str]]] = {
    "she called": (["Ana 6-4", "Ana little", "Ben 4-1", "Cy challenges Ana"], ("little.announce", "none")),
    "nobody said anything": (["Ana 6-4", "Ben 4-1"], ("little.challenge", "none")),
    "she called and nobody doubted it": (["Ana 6-4", "Ana little"], ("little.announce", "none")),
    "she was on one tile before": (["Ben 4-4", "Cy challenges Ana"], ("little.penalty", "draw-1")),
    "she drew first": (["Ana draw", "Ana 6-4", "Ben 4-1", "Cy challenges Ana"], ("little.penalty", "draw-1")),
}


@pytest.mark.parametrize("case", CALLS)
def test_a_call_is_judged_by_what_happened(case: str, words: Wording) -> None:
    """The penalty falls on whoever forgot and was caught in time, on nobody else."""
    events, wanted = CALLS[case]
    ruling = asked(words, ask="chickenlittle", player="Ana", events=events, house=PENALTY)
    assert (ruling.rule, ruling.answer) == wanted


def test_who_draws_again_is_named(words: Wording) -> None:
    """Players who drew the same number of dots draw again."""
    ruling = asked(words, ask="starter", drawn={"Ana": "6-4", "Ben": "5-5", "Cy": "1-0"})
    assert ruling.instead == ("Ana draw", "Ben draw")
    assert ruling.reason == "Ana and Ben drew 10 dots each, and nobody drew more."


def test_a_hand_of_which_some_tile_must_have_fitted_forbids_the_draw(words: Wording) -> None:
    """Of fifty-four tiles that nobody saw, somebody with forty-eight before the draw had one that fitted."""
    hands = {"Ana": 49, "Ben": 1, "Cy": 1}
    ruling = asked(words, {"ends": [5], "yard": 2}, ask="pass", player="Ana", drew=1, hands=hands)
    assert (ruling.verdict, ruling.rule) == ("illegal", "turn.must_play")
    assert ruling.reason.startswith("One of the tiles that Ana held before the draw is sure to fit")


def left_to_table(words: Wording, key: str, *offered: Value, **question: Any) -> Ruling:
    """Rule on a question at a table of three, under a book that leaves a key to the table."""
    book = msgspec.structs.replace(SHELF.book("classic"), to_agree=frozenset({key}), choices={key: offered})
    return judge_situation(told(ENDS, **question), book, words)


def test_what_the_table_had_to_agree_on_is_shown_with_every_outcome(words: Wording) -> None:
    """A drawn tile that may or must be laid: whether Ana may keep it is for the table to say."""
    keep = {"ask": "keep", "player": "Ana", "tile": "5-4"}
    ruling = left_to_table(words, "turn.drawn_tile", "must-play", "may-play", **keep)
    assert (ruling.verdict, ruling.rule) == ("depends", "turn.drawn_tile")
    assert (ruling.value, ruling.needs) == (
        ["must-play", "may-play"],
        ("what the table agreed on “A drawn tile that fits”",),
    )
    must, may = (
        f"With “A drawn tile that fits {rule}”: "
        for rule in ("must be laid at once", "may be laid at once or kept")
    )
    assert f"{must}5-4, just drawn, fits and has to be laid" in ruling.reason
    assert may in ruling.reason


def test_what_the_table_had_to_agree_on_without_an_offer_is_asked_for(words: Wording) -> None:
    """Where the book names no values, nobody can tell; another rule decides for itself."""
    keep = {"ask": "keep", "player": "Ana", "tile": "5-4"}
    ruling = left_to_table(words, "turn.drawn_tile", **keep)
    assert (ruling.verdict, ruling.needs) == (
        "depends",
        ("what the table agreed on “A drawn tile that fits”",),
    )
    assert left_to_table(words, "scoring.out", **keep).verdict == "illegal"


def test_a_wrong_start_needs_to_be_told(words: Wording) -> None:
    """Which double began the round is in the marked event, or in `started_with`."""
    for events in (["Ana pass!"], ["Ana 9-8!"], []):
        with pytest.raises(Malformed, match="the double that began the round"):
            asked(words, ask="misplay", events=events, on="start")


def test_nobody_draws_from_an_empty_yard(words: Wording) -> None:
    """Where the yard is empty and somebody drew, one of both is told wrongly."""
    with pytest.raises(Impossible, match="Ana cannot have drawn"):
        asked(words, {"ends": [5], "yard": 0}, ask="misplay", events=["Ana draw!"])


@pytest.mark.parametrize(
    ("last", "events", "says"),
    [
        (False, ["Ana 5-5", "Ana 5-1!"], "so Ana takes 5-1 back, and Ben plays."),
        (False, ["Ana 5-1", "Ben 5-1!"], "so Ben takes 5-1 back and plays again."),
        (True, ["Ana 5-1", "Ben 3-1!"], "so Ben takes 3-1 back, and the round stays over."),
        (True, ["Ana 5-1", "Ben pass!"], "ignore whatever is done after the end of a round."),
    ],
)
def test_who_plays_after_a_tile_went_back_is_whose_turn_it_is(
    words: Wording, last: bool, events: list[str], says: str
) -> None:
    """The player plays again in the own turn, else the player whose turn it is; nobody after the end."""
    hands = {"Ana": "5-1"} if last else {}
    ruling = asked(words, {"ends": [5, 3]}, ask="misplay", events=events, hands=hands)
    assert says in ruling.reason


@pytest.mark.parametrize(
    ("events", "says"),
    [
        (["Ana 5-1", "Ben draw 5-1!"], "Ben cannot have drawn 5-1: it is on the table"),
        (["Ben draw 9-5!"], "Ben cannot have drawn 9-5: it is on the table"),
        (["Ana draw 5-1", "Ana pass", "Ben draw 5-1!"], "Ben cannot have drawn 5-1: another hand has it"),
    ],
)
def test_nobody_draws_a_tile_that_lies_elsewhere(words: Wording, events: list[str], says: str) -> None:
    """A tile is in one place, so one of the facts is told wrongly."""
    with pytest.raises(Impossible, match=says):
        asked(words, {"ends": [5], "laid": "9-5"}, ask="misplay", events=events)


def test_what_is_taken_for_granted_is_in_the_reason(words: Wording) -> None:
    """Where the toes of the start were left out, the ruling says how it took them."""
    ruling = asked(words, ENDS, ask="play", player="Ana", tile="5-3")
    assert "is taken to have all its toes" in ruling.reason


def test_a_file_without_a_question_is_refused() -> None:
    """A situation without a question is none."""
    with pytest.raises(Malformed, match="question"):
        as_situation(
            {"format": SITUATION_FORMAT, "set": 9, "round": 9, "players": [], "rules": ""}, SHELF.book
        )


def test_a_foot_that_cannot_be_closed_says_why_and_what_comes_next(words: Wording) -> None:
    """The toes it has, the tiles that are left for the others, and what follows for this foot."""
    laid = "9-9 9-6 6-1 6-2 6-3 6-4 6-5 7-6 6-6"
    table = {"foot": {"double": 6, "toes": 0}, "laid": laid}
    why = "Only 2 tiles with a six are left (6-0 and 8-6), and 6-6 needs 3 more."
    still = asked(words, table, ask="closed", double=6, rules="tedmontgomery")
    assert still.reason.startswith(f"6-6 has no toe yet. {why} A foot that cannot be closed stays open")
    closed = asked(words, table, ask="closed", double=6, rules="hastings")
    assert closed.reason.startswith(f"{why} A foot that is known")


def test_a_hand_shows_its_sum(words: Wording) -> None:
    """Each tile with its points."""
    assert asked(words, ask="score", hand="0-0 5-0").reason.startswith("0-0 counts 50 and 5-0 counts 5.")
    assert asked(words, ask="score", hand="").reason == "No tile is left in the hand."


def test_no_rule_is_cited_for_a_hand_that_counts_its_dots(words: Wording) -> None:
    """What the double blank counts is no reason where nobody holds it, and no source is named."""
    ruling = asked(words, ask="score", hand="5-4")
    assert (ruling.rule, ruling.source, ruling.reason[:13]) == (None, "", "5-4 counts 9.")
    assert ruling.besides == "A tile counts its dots, and none of these counts anything else."


def test_one_who_still_has_time_to_call_hears_what_it_would_cost(words: Wording) -> None:
    """Until when the call is in time, and the penalty after that."""
    events = ["Ana 6-4", "Ben challenges Ana"]
    found = asked(words, ask="chickenlittle", player="Ana", events=events, rules="tedmontgomery")
    assert found.answer == "none"
    for told in ("Ana still has time to call", "before the next player has laid a tile", "and the next turn"):
        assert told in found.reason


def test_what_lies_on_the_table_is_not_laid_again(words: Wording) -> None:
    """The starting double, once there, can be laid by nobody, whatever else was said of the table."""
    table = {"start": {"toes": 4}, "ends": [1, 2, 3, 4], "laid": "9-9 9-1 9-2 9-3 9-4", "yard": 20}
    ruling = asked(words, table, ask="play", player="Ana", tile="9-9")
    assert (ruling.verdict, ruling.rule) == ("illegal", "conduct.misplay")
    assert ruling.reason == "9-9 is on the table already, so Ana cannot have it."


def tiles_left(situation: Situation, _rules: Rules) -> Answer:
    """Answer the tiles that are left in the yard: a question that nobody asked yet."""
    return Answer("legal", "yard.empty", situation.yard, seat=situation.seat)


def test_a_question_is_one_value(words: Wording, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it is listed, files hold it, a form asks for its facts, and it is ruled on."""
    facts = (*asking("player", needed=True), *asking("yard"))
    thirsty = Question("thirsty", tiles_left, facts, turns_on=frozenset({"yard"}))
    listed: Mapping[str, Question] = {**questions.QUESTIONS, "thirsty": thirsty}
    monkeypatch.setattr(situations, "QUESTIONS", listed)
    monkeypatch.setattr(draft, "QUESTIONS", listed)
    ruling = asked(words, {"yard": 3}, ask="thirsty", player="Ben")
    assert (ruling.answer, ruling.player) == (3, "Ben")
    typed = {FormLine("player"): "b", FormLine("yard"): "3"}
    form = Draft(ask="thirsty", set_size=9, double=9, players=("Ana", "Ben"), rules="classic").give_all(typed)
    assert form_lines(form) == tuple(typed)
    assert draft_of(situation_of(form)).typed == {FormLine("player"): "Ben", FormLine("yard"): "3"}
