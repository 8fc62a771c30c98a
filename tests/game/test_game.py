"""Where a game stands: totals, rules in force, and which round is at the table."""

import pytest

from scorekeeper.checks.round import round_findings
from scorekeeper.errors import Malformed
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.formats.rule_words import shipped_wording
from scorekeeper.game import EventKind, Finished, RoundCleared
from scorekeeper.game.events import CallMade, RoundScored, RulesChanged, Undone
from scorekeeper.game.game import next_starter, round_scores, starter_words
from scorekeeper.game.limits import tiles_left
from scorekeeper.game.names import clean_name, clean_players, clean_title
from scorekeeper.game.narrative import describe_events
from scorekeeper.game.round import Blocked, Call, KeptRuling, Pips, Round
from scorekeeper.game.sample import PLAYERS, SAMPLE_BOOK, sample_game
from scorekeeper.tiles import full_set, parse_tiles
from tests.build import AT, after, new_log, played, scored


def test_new_game_waits_for_its_first_round() -> None:
    """A new game has nothing played, nothing missing, and wants its highest double."""
    game = new_log().game
    assert (game.rounds_played, game.rounds_total, game.missing, game.complete) == (0, 10, (), False)
    assert game.current is not None
    assert game.current.double == 9


def test_current_round_is_the_first_that_lacks_somebody() -> None:
    """The round to enter is the earliest with a gap, even where later ones are entered."""
    game = after(new_log(), scored(1, "Ana", Ben="4"), scored(2, "Ben", Ana="1", Cy="2")).game
    assert game.current is not None
    assert (game.current.number, game.rounds_played) == (1, 1)


def test_complete_game_has_no_current_round() -> None:
    """A game with every round entered is complete and asks for nothing."""
    game = played([[0, 1, 2]] * 10, ["Ana"] * 10)
    assert (game.complete, game.current, game.rounds_total) == (True, None, 10)


def test_target_waits_for_the_whole_round() -> None:
    """A target score counts after a complete round, not in the middle of one (catalogue G22)."""
    log = after(new_log("rounds.length=target-score", "rounds.target=50"), scored(1, "Ana", Ben="60"))
    assert (log.game.target_reached, log.game.rounds_total) == (False, None)
    assert after(log, scored(1, Cy="3")).game.target_reached


def test_lowest_hand_of_a_blocked_round_may_go_free() -> None:
    """Under low-hand-zero everybody with the lowest hand scores nothing, once all are entered."""
    log = after(new_log("scoring.blocked=low-hand-zero"), scored(1, "blocked", Ana="4", Ben="4"))
    assert log.game.points[0] == {"Ana": 4, "Ben": 4}
    assert after(log, scored(1, Cy="9")).game.points[0] == {"Ana": 0, "Ben": 0, "Cy": 9}


def test_open_foot_may_cost_points() -> None:
    """A house may charge everybody for an open foot, told as a line of its own."""
    log = after(new_log("scoring.open_foot=10"), scored(1, "blocked", Ana="4"))
    assert log.game.points[0] == {"Ana": 4}
    game = after(log, RoundScored(round=1, ending=Blocked(4))).game
    assert [line.rule for line in round_scores(game, game.rounds[0])["Ana"].lines] == [
        "pips",
        "scoring.open_foot",
    ]
    assert game.points[0] == {"Ana": 14}


CALLS = [
    (Call("chickenlittle", "Ben"), 4),
    (Call("chickenlittle", "Ben", caught_by="Ana"), 9),
    (Call("chickenlittle", "Ben", caught_by="Ana", effect="none"), 4),
    (Call("chickenlittle", "Ben", effect="draw-1"), 9),
]


@pytest.mark.parametrize(("call", "points"), CALLS)
def test_call_costs_points_only_where_imposed(call: Call, points: int) -> None:
    """Points of a house rule are charged where something was imposed or somebody was caught."""
    log = after(new_log("little.points=5"), scored(1, "Ana", Ben="4"), CallMade(1, call))
    assert log.game.total("Ben") == points


STARTERS = [
    ("rotate-left", "Ben", [(1, "Ben"), (2, "Cy"), (3, "Ana")]),
    ("rotate-left", None, [(1, None), (2, None)]),
    ("previous-winner", "Ben", [(1, "Ben"), (2, "Ana"), (3, None)]),
    ("double-holder", "Ben", [(1, "Ben"), (2, None)]),
    ("lowest-total", "Ben", [(1, "Ben"), (2, "Ana"), (3, None)]),
]


@pytest.mark.parametrize(("rule", "first", "expected"), STARTERS)
def test_who_begins(rule: str, first: str | None, expected: list[tuple[int, str | None]]) -> None:
    """Who begins a round is named where rules and record settle it."""
    log = after(new_log(f"start.later_starter={rule}", first=first), scored(1, "Ana", Ben="4", Cy="1"))
    assert [(number, next_starter(log.game, number)) for number, _name in expected] == expected


TOLD_STARTERS = [
    ("rotate-left", None, 1, ["Cy", "Ana", "Ben", "Cy"]),
    ("rotate-left", "Ben", 2, ["Ben", "Cy", "Ana", "Ben"]),
    ("double-holder", "Ben", 2, ["Ben", "Cy", None, None]),
    ("previous-winner", None, 2, [None, "Cy", "Ben", None]),
]


@pytest.mark.parametrize(("rule", "first", "number", "expected"), TOLD_STARTERS)
def test_who_was_said_to_begin_begins(
    rule: str, first: str | None, number: int, expected: list[str | None]
) -> None:
    """Who laid the starting double goes before the rules, and the start goes on round the table from there."""
    log = after(
        new_log(f"start.later_starter={rule}", first=first),
        scored(1, "Ana", Ben="4", Cy="1"),
        scored(2, "Ben", Ana="4", Cy="1"),
        RoundScored(round=number, began="cy"),
    )
    assert [next_starter(log.game, each) for each in range(1, 5)] == expected
    assert log.after(Undone(), AT).game.rounds[number - 1].began is None


def test_a_changed_rule_does_not_say_who_began_the_rounds_before_it() -> None:
    """Sheets name who began each round by the rules of that round, and the next one by the rules of now."""
    log = after(
        new_log("start.later_starter=rotate-left", first="Ben"),
        scored(1, "Ana", Ben="4", Cy="1"),
        scored(2, "Ana", Ben="4", Cy="1"),
        RulesChanged(changes={"start.later_starter": "previous-winner"}),
    )
    assert [next_starter(log.game, number) for number in (1, 2, 3)] == ["Ben", "Cy", "Ana"]
    assert starter_words(log.game, 2) == "Cy starts"


WORDS = {
    "double-holder": "Whoever holds 8-8 starts",
    "double-finder": "Whoever turns up 8-8 starts",
    "high-draw": "Whoever draws the most dots starts",
    "highest-engine-tile": "Whoever holds the highest tile with 8 starts",
    "random": "Chance decides who starts",
    "rotate-left": "Left of the last starter starts",
    "previous-winner": "Whoever went out last starts",
    "lowest-total": "Whoever has the lowest total starts",
}


@pytest.mark.parametrize("rule", WORDS)
def test_who_starts_is_said_in_every_round(rule: str) -> None:
    """By name where that is known, else as the rule of the round says it; the first round has a rule of its own."""
    log = after(new_log(f"start.later_starter={rule}"), scored(1, "blocked", Ana="4", Ben="4", Cy="9"))
    said = [starter_words(log.game, number) for number in (1, 2)]
    assert said == ["Whoever draws the most dots starts", WORDS[rule]]
    assert starter_words(after(log, RoundScored(round=2, began="Cy")).game, 2) == "Cy starts"


def test_nobody_begins_where_several_have_the_lowest_total() -> None:
    """Neither does anybody while a hand of the rounds before is missing."""
    log = after(new_log("start.later_starter=lowest-total"), scored(1, "Ana", Ben="4", Cy="0"))
    assert next_starter(log.game, 2) is None
    assert next_starter(after(log, scored(1, Cy="")).game, 2) is None


@pytest.mark.parametrize("name", ["ana", "  ANA ", "Ana"])
def test_name_is_found_however_it_is_written(name: str) -> None:
    """A name is found whatever its capitals and the spaces around it."""
    assert new_log().game.player(name) == "Ana"


NAMES = [
    ("", "A player needs a name."),
    (" \t", "A player needs a name."),
    ("x" * 61, "has 61 letters; 60 fit"),
    ("a,b", "has a comma; leave that out"),
    ("a\x1b[31m", r"has the letter U\+001B, which cannot be shown; leave that out."),
    ("a\u200bb", r"has the letter U\+200B ZERO WIDTH SPACE, which"),
    ("\ud800", r"has the letter U\+D800"),
]


@pytest.mark.parametrize(("name", "said"), NAMES)
def test_name_is_refused(name: str, said: str) -> None:
    """A name that would break a list or a screen is refused."""
    with pytest.raises(Malformed, match=said):
        clean_name(name)


@pytest.mark.parametrize(
    "name", ["[b]", "x" * 60, "明美", "O'Neil", "🐔", "👩\u200d🌾", "#1 {n}", "%s", "José"]
)
def test_name_is_somebodys(name: str) -> None:
    """Names with marks of other languages and programs are names (peers' bug: markup in names)."""
    assert clean_name(f" {name} ") == name


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (["Ana", "ana"], "ana is named twice."),
        (["Ana"], "seats 2 to 12 players, not 1"),
        ([f"P{n}" for n in range(13)], "not 13"),
    ],
)
def test_table_is_refused(players: list[str], said: str) -> None:
    """A name twice, too few and too many players are refused."""
    with pytest.raises(Malformed, match=said):
        clean_players(players)


@pytest.mark.parametrize("title", ["x" * 81, "a\x07b"])
def test_title_is_refused(title: str) -> None:
    """A title that is too long or would ring a bell is refused."""
    with pytest.raises(Malformed, match="A title has at most 80 letters"):
        clean_title(title)


def test_a_ruling_or_a_note_alone_is_no_play() -> None:
    """Something is kept of the round then, but nothing shows that it is played."""
    kept = Round(
        number=1,
        double=9,
        rulings=(KeptRuling(question="May I?", answer="No", reason="", book=""),),
        note="late",
    )
    assert kept.begun
    assert not kept.under_way
    assert Round(number=1, double=9, started_with=7).under_way
    assert Round(number=1, double=9, began="Ana").under_way
    assert Round(number=1, double=9, entries={"Ana": Pips(12)}).under_way


def test_what_lies_on_the_table_or_in_another_hand_is_in_no_hand() -> None:
    """The start, the double of the open foot, tiles that were named, and 0-0 where somebody counted it."""
    log = after(new_log(), scored(1, Ana="6-4", Ben="3+0-0"), RoundScored(round=1, ending=Blocked(7)))
    gone = set(full_set(9)) - set(tiles_left(log.game, log.game.round(1), "Cy"))
    assert gone == set(parse_tiles("9-9 7-7 6-4 0-0", 9))


def test_sample_is_a_believable_evening(shelf: Shelf) -> None:
    """The sample is half played, has no impossible entry, and shows what real evenings have."""
    log = sample_game(shelf.book(SAMPLE_BOOK))
    game = log.game
    assert (game.players, game.rounds_played, game.rounds_total) == (PLAYERS, 6, 10)
    assert game.rounds[6].missing(PLAYERS) == ("Ben", "Carla")
    assert [played.blocked for played in game.rounds].count(True) == 1
    assert [one for played in game.rounds for one in round_findings(game, played)] == []
    assert any(
        "two tiles were under the cup" in told.sentence for told in describe_events(log, shipped_wording)
    )
    assert sample_game(shelf.book(SAMPLE_BOOK)) == log


ALL = {"Ben": "4", "Carla": "5", "Dot": "6"}

ONE_ROUND = ("rounds.length=fixed", "rounds.count=1")

CASES: dict[str, tuple[tuple[str, ...], list[EventKind], int | None, int | None]] = {
    "nothing is entered": ((), [], 1, None),
    "a hand is missing": ((), [scored(1, out="Ana", Ben="4", Carla="5")], 1, None),
    "the ending is missing": ((), [scored(1, Ana="3", **ALL)], 1, None),
    "everything is in": ((), [scored(1, out="Ana", **ALL)], 2, 1),
    "the next round has a hand": ((), [scored(1, out="Ana", **ALL), scored(2, Ben="4")], 2, None),
    "somebody went out of the next round": ((), [scored(1, out="Ana", **ALL), scored(2, out="Ben")], 2, None),
    "a player sits out the next round": ((), [scored(1, out="Ana", **ALL), scored(2, Ben="-")], 2, 1),
    "an earlier round lacks its ending": ((), [scored(1, Ana="3", **ALL), scored(2, out="Ana", **ALL)], 3, 2),
    "a round is cleared": ((), [scored(1, out="Ana", **ALL), scored(2, Ben="4"), RoundCleared(1)], 1, None),
    "the last round lacks its ending": (ONE_ROUND, [scored(1, Ana="3", **ALL)], 1, None),
    "the last round is closed": (ONE_ROUND, [scored(1, out="Ana", **ALL)], None, 1),
    "the game is finished": ((), [scored(1, Ana="3", **ALL), Finished()], None, None),
}


@pytest.mark.parametrize(("house", "changes", "at_table", "correctable"), CASES.values(), ids=CASES)
def test_a_round_closes_when_every_hand_and_the_ending_are_in(
    house: tuple[str, ...], changes: list[EventKind], at_table: int | None, correctable: int | None
) -> None:
    """The last round stays at the table until then; the one before may be corrected until the next has a hand."""
    log = new_log(*house, players=("Ana", "Ben", "Carla", "Dot"))
    for change in changes:
        log = log.after(change, AT)
    found = [one and one.number for one in (log.game.open_round, log.game.correctable)]
    assert found == [at_table, correctable]
