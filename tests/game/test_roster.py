"""Who sits at the table: latecomers, leavers, new names, new seats, and all that follows from it."""

import pytest
from msgspec.structs import replace

from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.formats.rule_words import shipped_wording
from scorekeeper.game.apply import check_new_change, start_game
from scorekeeper.game.events import (
    CallMade,
    EventKind,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    RoundCleared,
    RoundScored,
    RulingKept,
    SeatsChanged,
    TieDrawn,
    Undone,
)
from scorekeeper.game.game import Missing, next_starter
from scorekeeper.game.log import GameLog, corrected_cells, dealt_counts
from scorekeeper.game.narrative import describe_events
from scorekeeper.game.ranking import standings
from scorekeeper.game.roster import Beginning, beginnings, new_deal, newcomer_points, seat_notes
from scorekeeper.game.round import Call, KeptRuling, Out, Overruled
from scorekeeper.game.seating import Begins, Stay, Stays, ended_stays
from tests.build import after, evening, new_log, scored, started


def test_another_deal_is_told() -> None:
    """Who comes or goes can change how many tiles everybody draws; nothing is said where that stays as it was."""
    three = new_log()
    four = after(three, PlayerJoined(player="Dan"))
    assert new_deal(three.game, four.game) == "From round 1 on everybody draws 11 tiles."
    assert new_deal(three.game, after(three, PlayerRenamed("Ana", "Anna")).game) == ""
    unknown = replace(
        three.game, rules=replace(three.game.rules, deal=replace(three.game.rules.deal, hand_size={}))
    )
    assert new_deal(three.game, unknown) == ""
    assert new_deal(four.game, replace(four.game, finished=True)) == ""


@pytest.mark.parametrize("who", ["Ana", "Dan"])
def test_another_deal_is_told_of_the_next_round_that_is_dealt(who: str) -> None:
    """Whoever leaves or comes in the middle of a round changes the next deal, whether or not the hand is in."""
    begun = after(after(new_log(), PlayerJoined(player="Dan")), scored(1, Ana="5", Ben="6", Cy="7"))
    gone = after(begun, PlayerLeft(player=who))
    assert new_deal(begun.game, gone.game) == "From round 2 on everybody draws 14 tiles."
    back = after(gone, PlayerJoined(player=who, begins="before" if who == "Ana" else "zero"))
    assert new_deal(gone.game, back.game) == "From round 2 on everybody draws 11 tiles."
    assert dealt_counts(gone) == ({} if who == "Ana" else {1: 4})


BEGINS = {
    "zero": (PlayerJoined(player="Dan"), 0, "Dan joined in round 3 and begins with nothing."),
    "highest": (
        PlayerJoined(player="Dan", begins="highest"),
        33,
        "Dan joined in round 3 with 33, the highest total of the table up to round 2.",
    ),
    "average": (
        PlayerJoined(player="Dan", begins="average"),
        22,
        "Dan joined in round 3 with 22, the average of the table up to round 2.",
    ),
    "given": (
        PlayerJoined(player="Dan", begins="given", points=40),
        40,
        "Dan joined in round 3 with 40, as the table decided.",
    ),
}


@pytest.mark.parametrize("begins", BEGINS)
def test_latecomer_begins_with(begins: str) -> None:
    """A latecomer begins with what the table said; it is counted, told and never changes by itself."""
    what, points, told = BEGINS[begins]
    log = after(evening(), what)
    assert (log.game.total("Dan"), log.game.missing) == (points, ())
    assert describe_events(log, shipped_wording)[-1].sentence == told
    log = after(log, scored(2, Ben="90"), scored(3, "Dan", Ana="1", Ben="2", Cy="3"))
    (dan,) = [place for place in standings(log.game).standings if place.player == "Dan"]
    assert (dan.total, dan.joined, dan.given, dan.by_round) == (points, 3, points, (None, None, 0))


def test_latecomer_is_expected_from_the_round_on() -> None:
    """Rounds before a latecomer came lack nobody; rounds from then on lack the latecomer."""
    log = after(evening(), PlayerJoined(player="Dan"), scored(3, "Ana", Ben="1", Cy="2"))
    assert log.game.missing == (Missing(3, 7, "Dan"),)
    assert (log.game.players_of(2), log.game.at_table) == (
        ("Ana", "Ben", "Cy"),
        ("Ana", "Ben", "Cy", "Dan"),
    )


@pytest.mark.parametrize(
    "what",
    [
        RulingKept(3, KeptRuling(question="May I?", answer="Yes", reason="So.")),
        RoundScored(round=3, note="Tea"),
    ],
)
def test_a_ruling_or_a_note_begins_no_round(what: EventKind) -> None:
    """Who joins after it may play the round that is due."""
    log = after(evening(), RoundScored(round=2, began="Ben"), what)
    joined = after(log, PlayerJoined(player="Dan", round=log.game.last_under_way + 1))
    assert joined.game.players_of(3) == ("Ana", "Ben", "Cy", "Dan")
    assert "in round 3" in describe_events(joined, shipped_wording, 1)[0].sentence
    assert beginnings(after(new_log(), replace(what, round=1)).game, "Dan") == (Beginning("zero", 0),)


def test_latecomer_may_have_come_before_it_was_noticed() -> None:
    """Somebody forgotten may be let in from an earlier round, which then lacks that hand."""
    log = after(evening(), PlayerJoined(player="Dan", round=2))
    assert log.game.missing == (Missing(2, 8, "Dan"),)


def test_leaver_keeps_the_rounds_played() -> None:
    """Whoever leaves is expected no longer, keeps what was played, is last, and cannot win."""
    log = after(evening(), PlayerLeft(player="ana", reason="last bus"))
    table = standings(log.game)
    assert [(place.player, place.rank, place.left) for place in table.standings] == [
        ("Ben", 1, None),
        ("Cy", 2, None),
        ("Ana", 3, 3),
    ]
    assert table.standings[1].decided_by == "left"
    assert (
        describe_events(log, shipped_wording)[-1].sentence
        == "Ana left, and plays no round from round 3 on. (last bus)"
    )
    log = after(log, scored(3, "Ben", Cy="4"))
    assert (log.game.missing, log.game.total("Ana")) == ((), 12)


def test_leaver_in_a_round_half_entered_holds_it_up_no_longer() -> None:
    """Without a round named, a player leaves before the first round that lacks the hand."""
    log = after(evening(), scored(3, "Ben", Cy="4"), PlayerLeft(player="Ana"))
    assert (log.game.stay("Ana").left, log.game.missing) == (3, ())


def test_leaver_may_come_back() -> None:
    """Somebody who left may come back, with own points or brought up to those of the table."""
    log = after(evening(), PlayerLeft(player="Ana"), scored(3, "Ben", Cy="4"))
    back = after(log, PlayerJoined(player="ANA", begins="highest"))
    assert (back.game.total("Ana"), back.game.players_of(3), back.game.players_of(4)) == (
        37,
        ("Ben", "Cy"),
        ("Ana", "Ben", "Cy"),
    )
    assert describe_events(back, shipped_wording)[-1].sentence == "Ana plays again from round 4 with 37."
    assert after(log, PlayerJoined(player="Ana")).game.total("Ana") == 12


def test_leaver_who_missed_no_round_is_back_as_before() -> None:
    """Coming back before a round was played gives no points, and leaves no trace in the seats."""
    log = after(evening(), PlayerLeft(player="Ana"), PlayerJoined(player="Ana", begins="highest"))
    assert log.game == evening().game
    assert describe_events(log, shipped_wording)[-1].sentence == "Ana plays again from round 3 with 12."


def test_nobody_loses_points_by_coming_back() -> None:
    """Who had more than the table's average before leaving keeps that."""
    log = after(evening(), PlayerLeft(player="Cy"), scored(3, "Ben", Ana="1"))
    back = after(log, PlayerJoined(player="Cy", begins="average"))
    assert (log.game.total("Cy"), back.game.total("Cy")) == (33, 33)


def test_nobody_is_promised_points_by_coming_back_that_would_not_be_given() -> None:
    """Where the points chosen are not those of before, and cannot be given, that is said before the choice stands."""
    there = after(evening(), PlayerLeft(player="Ana"))
    away = after(evening(), PlayerLeft(player="Cy"), scored(3, "Ben", Ana="1"))
    with pytest.raises(
        Impossible, match=r"Ana missed no round, .* comes back with 12 as before, not with 33"
    ):
        check_new_change(PlayerJoined(player="Ana", begins="highest"), there.game)
    with pytest.raises(Impossible, match=r"Cy has 33 from before, .* cannot come back with 17"):
        check_new_change(PlayerJoined(player="Cy", begins="average"), away.game)
    for what in (PlayerJoined(player="Cy", begins="before"), PlayerJoined(player="Dan", begins="highest")):
        check_new_change(what, away.game)


def test_what_a_latecomer_would_begin_with_can_be_asked() -> None:
    """Before anybody is let in, each way of beginning tells the points it would give."""
    game = evening().game
    assert [newcomer_points(game, 3, begins) for begins in ("zero", "highest", "average")] == [0, 33, 22]


STAYS: dict[str, tuple[Stays, str]] = {
    "nobody of that name": ((Stay("Dan", 2),), "Nobody called “Dan” sits at this table."),
    "less than nothing": ((Stay("Cy", 2, points=-1),), "Cy cannot begin with fewer than 0 points."),
    "gone before coming": (
        (Stay("Cy", 4, 2),),
        "Cy cannot play from round 4 on and be gone from round 2 on.",
    ),
    "before the first round": ((Stay("Cy", 0),), "Cy cannot play from round 0 on"),
    "twice at once": ((Stay("Cy", 1, 4), Stay("Cy", 3)), "Cy sits at the table already in round 3."),
}


@pytest.mark.parametrize("case", STAYS)
def test_stays_that_cannot_be(case: str) -> None:
    """A game that is taken over is refused where its seats contradict each other."""
    stays, sentence = STAYS[case]
    with pytest.raises(ScorekeeperError) as refused:
        start_game(replace(started(), stays=stays))
    assert sentence in str(refused.value)


def test_leaving_more_often_than_being_there() -> None:
    """Rounds that somebody was gone from, more than there were stays, are refused."""
    with pytest.raises(ScorekeeperError, match="Cy left more often than Cy was there"):
        ended_stays("Cy", [], [2, 4])


def test_game_has_room_for_twelve_names() -> None:
    """Those who left count among the names of a game."""
    log = after(
        new_log("deal.hand_size={any = 2}", players=[f"P{n}" for n in range(12)], size=12),
        PlayerLeft(player="P0", round=2),
    )
    with pytest.raises(ScorekeeperError, match="room for 12 names"):
        after(log, PlayerJoined(player="Thirteen"))


def test_renamed_everywhere() -> None:
    """A new name stands in every round, and nothing counts as corrected by it."""
    kept = Overruled("D12", "Ben", "odd")
    log = after(
        new_log(first="Ben"),
        scored(1, "Ben", Ana="3", Cy="4"),
        RoundScored(
            round=2,
            entries=scored(2, Ben="5", Cy="1").entries,
            ending=Out("Ana"),
            began="Ben",
            overruled=(kept,),
        ),
        CallMade(2, Call("chickenlittle", "Ana", "Ben")),
        TieDrawn(("Ben", "Cy")),
        PlayerLeft(player="Ben"),
        PlayerRenamed("ben", "Benedict"),
    )
    game = log.game
    assert game.players == ("Ana", "Benedict", "Cy")
    assert (game.first_starter, game.round(1).out, game.tie_draw[0]) == ("Benedict",) * 3
    assert (game.round(2).calls[0].caught_by, game.round(2).overruled[0].player) == ("Benedict",) * 2
    assert game.round(2).began == "Benedict"
    assert (game.stay("Benedict").left, game.total("Benedict")) == (3, 5)
    assert corrected_cells(log) == frozenset()
    assert describe_events(log, shipped_wording)[-1].sentence == "Ben is now called Benedict."
    assert after(log, Undone()).game.players == ("Ana", "Ben", "Cy")


def test_start_goes_round_those_who_are_there() -> None:
    """Where the start rotates, leavers are passed over and latecomers take their turn."""
    log = after(evening("start.later_starter=rotate-left", first="Ana"), PlayerLeft(player="Cy"))
    assert [next_starter(log.game, number) for number in range(1, 6)] == ["Ana", "Ben", "Ana", "Ben", "Ana"]
    log = after(evening("start.later_starter=rotate-left", first="Ana"), PlayerJoined(player="Dan"))
    assert [next_starter(log.game, number) for number in range(3, 6)] == ["Cy", "Dan", "Ana"]


def test_new_seats_go_on_from_the_last_start() -> None:
    """After new seats the start goes on from whoever began the last round, in the new order."""
    log = after(evening("start.later_starter=rotate-left", first="Ana"), SeatsChanged(("Ben", "Ana", "Cy")))
    assert [next_starter(log.game, number) for number in range(2, 5)] == ["Ben", "Ana", "Cy"]
    assert describe_events(log, shipped_wording)[-1].sentence == "New seats, clockwise: Ben, Ana and Cy."
    assert log.game.rounds[0].entries.keys() == {"Ben", "Cy"}


def test_new_seats_keep_who_was_said_to_begin() -> None:
    """Of rounds before the new seats only what was told is known; from the last one on the start goes on."""
    log = after(evening("start.later_starter=rotate-left"), RoundScored(round=1, began="Cy"))
    log = after(log, scored(3, "Ana", Ben="1", Cy="2"), SeatsChanged(("Ben", "Ana", "Cy")))
    assert [next_starter(log.game, number) for number in range(1, 6)] == ["Cy", None, "Ben", "Ana", "Cy"]


def test_who_began_a_round_has_not_left_before_it() -> None:
    """Leaving counts from the round after the one that a player began."""
    log = after(evening(), RoundScored(round=3, began="Cy"), PlayerLeft(player="Cy"))
    assert log.game.stay("Cy").left == 4


def test_winner_who_left_starts_nothing() -> None:
    """A previous winner who left does not begin the next round."""
    log = after(evening("start.later_starter=previous-winner"), PlayerLeft(player="Cy"))
    assert next_starter(log.game, 3) is None


def choices(log: GameLog, player: str, *, hidden: bool = False) -> list[str]:
    """Return what somebody who comes may choose to begin with."""
    return [one.words(hidden=hidden) for one in beginnings(log.game, player)]


def test_what_somebody_can_begin_with_is_told_in_words() -> None:
    """A newcomer has every choice, who comes back none below the points of before; hidden totals stay hidden."""
    game = after(evening(), PlayerLeft(player="Ben"), scored(3, "Ana", Cy="1"))
    shared = [
        "The average of the table up to round 3: 23",
        "The highest total of the table up to round 3: 34",
        "Another number",
    ]
    assert choices(game, "Dan") == ["Nothing: 0", *shared]
    assert choices(game, "Ben") == ["As before: 20", *shared]
    hidden = [words.partition(":")[0] for words in ("As before", *shared)]
    assert choices(game, "Ben", hidden=True) == hidden


HALF: dict[str, tuple[EventKind, ...]] = {
    "nothing of it": (),
    "a call": (CallMade(3, Call("chickenlittle", "Ana", "Ben")),),
    "half the hands": (scored(3, "Ana", Ben="40"),),
    "all hands, and not how it ended": (scored(3, Ana="40", Ben="50", Cy="60"),),
    "cleared again": (scored(3, "Ana", Ben="40", Cy="9"), RoundCleared(3)),
    "a hand taken back": (scored(3, "Ana", Ben="40", Cy="9"), RoundScored(round=3, entries={"Cy": None})),
}


@pytest.mark.parametrize("case", HALF)
def test_only_closed_rounds_count_for_a_latecomer(case: str) -> None:
    """Whatever is known of the round at the table, the average and the highest total are those of before it."""
    log = after(evening(), *HALF[case])
    assert choices(log, "Dan")[1:3] == [
        "The average of the table up to round 2: 22", "The highest total of the table up to round 2: 33",
    ]  # fmt: skip
    for begins, points in (("average", 22), ("highest", 33)):
        what = PlayerJoined(player="Dan", round=log.game.last_under_way + 1, begins=begins)  # type: ignore[arg-type]
        check_new_change(what, log.game)
        joined = after(log, what)
        assert joined.game.total("Dan") == points
        assert describe_events(joined, shipped_wording)[-1].sentence.endswith(" of the table up to round 2.")
        closed = after(joined, scored(3, "Ana", Ben="40", Cy="9"), scored(2, Ben="90"))
        if len(joined.game.players_of(3)) == 3:  # who sits there in round 3 lacks a hand
            assert closed.game.missing == ()
        assert closed.game.total("Dan") == points
        assert after(closed, Undone(), Undone(), Undone()).game == log.game


OPEN_AGAIN: dict[str, tuple[tuple[EventKind, ...], int]] = {
    "a hand is taken back": ((RoundScored(round=1, entries={"Cy": None}),), 1),
    "who went out is taken back": ((RoundScored(round=2, ending=None), scored(3, "Ana", Ben="1", Cy="4")), 2),
    "a round is cleared": ((RoundCleared(1),), 1),
    "a round was skipped": ((scored(4, "Ana", Ben="1", Cy="4"),), 3),
    "two rounds are open": ((scored(5, "Ana", Ben="1", Cy="4"), RoundCleared(2)), 2),
}
"""What leaves a round open before a closed one, and the first that is open."""


@pytest.mark.parametrize("begins", ["average", "highest"])
@pytest.mark.parametrize("case", OPEN_AGAIN)
def test_while_an_earlier_round_is_open_the_table_has_no_totals(case: str, begins: Begins) -> None:
    """What is called “up to round 2” counts each round up to it; else neither is offered, and the gap is named."""
    happened, first_open = OPEN_AGAIN[case]
    log = after(evening(), *happened)
    assert choices(log, "Dan") == ["Nothing: 0", "Another number"]
    what = PlayerJoined(player="Dan", begins=begins)
    with pytest.raises(Impossible, match=f"Round {first_open} is not closed, .* use zero or a number"):
        check_new_change(what, log.game)
    assert after(log, what).game.players[-1] == "Dan", "a stored game that has it can still be read"
    given = PlayerJoined(player="Dan", begins="given", points=5)
    check_new_change(given, log.game)


@pytest.mark.parametrize("case", OPEN_AGAIN)
def test_an_earlier_open_round_calls_nobody_back(case: str) -> None:
    """Who left is gone, and who came late is there, whether or not a round before lacks a hand."""
    log = after(evening(), *OPEN_AGAIN[case][0])
    log = after(log, PlayerLeft(player="Cy"), PlayerJoined(player="Dan"))
    now = log.game.last_under_way + 1
    for later in (log, after(log, scored(now, "Ana", Ben="3", Dan="4"))):
        assert later.game.at_table == ("Ana", "Ben", "Dan")
        left = {place.player: place.left for place in standings(later.game).standings}
        assert left == {"Ana": None, "Ben": None, "Cy": now, "Dan": None}
        assert seat_notes(later.game, "Cy") == (f"left before round {now}",)


@pytest.mark.parametrize("begins", ["average", "highest"])
def test_before_a_round_is_closed_the_table_has_no_totals(begins: Begins) -> None:
    """Neither is offered, and to ask for them is refused with what can be done."""
    for log in (new_log(), after(new_log(), scored(1, Ana="40"))):
        what = PlayerJoined(player="Dan", begins=begins)
        assert not [one for one in beginnings(log.game, "Dan") if one.begins == begins]
        with pytest.raises(
            Impossible, match=r"Round 1 is not closed, so the totals .* are not known; use zero or a number"
        ):
            check_new_change(what, log.game)


def test_where_there_is_nothing_to_choose_nothing_is_asked() -> None:
    """Before the first round everybody begins with nothing, and who missed no round has the points of before."""
    assert choices(new_log(), "Dan") == ["Nothing: 0"]
    assert choices(after(evening(), PlayerLeft(player="Ben")), "Ben") == ["As before: 20"]


@pytest.mark.parametrize(
    ("left", "back", "note"),
    [(2, 4, "round 1 and since round 4"), (5, 7, "rounds 1 to 4 and since round 7"), (1, 3, "since round 3")],
)
def test_who_came_back_has_played_before(left: int, back: int, note: str) -> None:
    """The rounds before a player left are named beside those since."""
    game = after(new_log(), PlayerLeft(player="Ben", round=left), PlayerJoined(player="Ben", round=back)).game
    assert seat_notes(game, "Ben")[0] == note


def test_a_seat_has_notes() -> None:
    """It says since when a player sits there, until when they did, and who sits out this round."""
    game = after(
        evening(), PlayerLeft(player="Ben"), PlayerJoined(player="Dan"), scored(3, Cy="-", Ana="4")
    ).game
    assert {name: seat_notes(game, name) for name in game.players} == {
        "Ana": (),
        "Ben": ("left before round 3",),
        "Cy": ("sits out this round",),
        "Dan": ("since round 3",),
    }
