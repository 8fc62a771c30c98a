"""The disputes of the rule catalogue, section E, under every rule book named there."""

import pytest

from scorekeeper.rules.schema import Rules
from tests.conftest import BOOKS, SHELF
from tests.tables import after, dealt, midway, ruled

TRAINS = {book.id for book in BOOKS if book.rules.has_trains}
EVERY = sorted({book.id for book in BOOKS} - {"classic"} - TRAINS)


def under(default: str, **others: str) -> list[tuple[str, str]]:
    """Return every rule book with its ruling: `default` but for those named, with `_` for `-`."""
    named = {book.replace("_", "-"): ruling for book, ruling in others.items()}
    assert set(named) <= set(EVERY)
    return [(book, named.get(book, default)) for book in EVERY]


def rules_of(book: str) -> Rules:
    """Return a shipped rule book's rules."""
    return SHELF.book(book).rules


@pytest.mark.parametrize(("book", "ruling"), under("turn.must_play able", tedmontgomery="legal"))
def test_scenario_1_drawing_though_able_to_play(book: str, ruling: str) -> None:
    """E1: only who may draw and pass on any turn may draw with a five in hand."""
    state = midway(rules_of(book), "5-3 9-6 6-1", "4?", "4?", "4?", ends=(5, 7, 2, 8), yard=9)
    assert ruled(state, "Ana draw") == ruling


@pytest.mark.parametrize(
    ("book", "ruling"),
    under(
        "turn.drawn_tile must-play",
        tedmontgomery="legal",
        camp_la_junta="legal",
        cardsdicedominoes="legal",
        draw_and_pass="legal",
    ),
)
def test_scenario_2_keeping_a_drawn_tile_that_fits(book: str, ruling: str) -> None:
    """E2: a drawn 8-0 that fits is laid, but where it may be kept or may not be laid at once."""
    state = midway(rules_of(book), "6-4 5-2", "4?", "4?", "4?", ends=(8, 3, 1))
    assert ruled(after(state, "Ana draw 8-0"), "Ana pass") == ruling


def test_scenario_2_a_drawn_tile_that_has_to_stay() -> None:
    """E2: where a draw ends the turn, the drawn tile cannot be laid in it."""
    state = midway(rules_of("draw-and-pass"), "6-4 5-2", "4?", "4?", "4?", ends=(8, 3, 1))
    assert ruled(after(state, "Ana draw 8-0"), "Ana 8-0") == "turn.drawn_tile stays"


@pytest.mark.parametrize(
    ("book", "ruling"), under("foot.lock incomplete", draw_and_pass="turn.drawn_tile stays")
)
def test_scenario_3_the_only_play_is_elsewhere(book: str, ruling: str) -> None:
    """E3: while 6-6 is open, a drawn 5-2 cannot go on the five."""
    state = midway(rules_of(book), "5-4", "4?", "4?", "4?", ends=(5, 2), foot=(6, 1))
    assert ruled(after(state, "Ana draw 5-2"), "Ana 5-2") == ruling


@pytest.mark.parametrize(("book", "ruling"), under("foot.lock incomplete"))
def test_scenario_4_a_second_double_while_a_foot_is_open(book: str, ruling: str) -> None:
    """E4: with 7-7 open, 4-4 cannot be laid on a four."""
    state = midway(rules_of(book), "4-4 3-1", "4?", "4?", "4?", ends=(4, 2), foot=(7, 2))
    assert ruled(state, "Ana 4-4") == ruling
    assert ruled(state, "Ana draw") == "legal"


SIXES = "9-6 6-1 6-2 6-3 6-4 6-5 7-6"


@pytest.mark.parametrize(
    ("book", "ruling"), under("exhaust", hastings="closed", chickie_sixes="foot.uncloseable over")
)
def test_scenario_5_a_foot_that_cannot_be_closed(book: str, ruling: str) -> None:
    """E5, G4, G18: seven sixes are down, two are left, and 6-6 asks for three toes."""
    state = midway(rules_of(book), "6-6 5-3", "8-6 5-5", "8-1 7-1", ends=(6, 5), laid=SIXES, yard=4)
    after(state, "Ana 6-6")
    wanted = {"exhaust": "foot.lock bare", "closed": "legal"}.get(ruling, ruling)
    assert ruled(state, "Ben 5-5") == wanted


def test_scenario_5_a_closed_foot_still_takes_a_toe() -> None:
    """G4: a foot that counts as closed keeps its empty toe places as open ends."""
    state = midway(rules_of("hastings"), "6-6 5-3", "8-6 5-5", "8-1 7-1", ends=(6, 5), laid=SIXES, yard=4)
    assert ruled(after(state, "Ana 6-6"), "Ben 8-6") == "legal"


def test_scenario_5_going_out_on_a_toe_of_an_uncloseable_foot() -> None:
    """E5: had 6-8 been the last tile, its player would have gone out and won."""
    state = midway(rules_of("tedmontgomery"), "6-6 5-3", "8-6", "8-1 7-1", ends=(6, 5), laid=SIXES, yard=4)
    outcome = after(state, "Ana 6-6", "Ben 8-6").outcome
    assert outcome is not None
    assert (outcome.ended, outcome.out) == ("out", 1)


def test_scenario_5_no_draw_stops_at_the_first_who_can_do_nothing() -> None:
    """E5, G19: the round ends when somebody who cannot play finds the yard empty, not before."""
    state = midway(rules_of("no-draw"), "6-6 5-3", "5-5 4-1", "8-1 7-1", ends=(6, 5), laid=SIXES, yard=1)
    after(state, "Ana 6-6", "Ben draw 9-1", "Ben pass")
    assert state.outcome is None
    outcome = after(state, "Cy pass").outcome
    assert outcome is not None
    assert (outcome.ended, outcome.rule, outcome.open_foot) == ("blocked", "yard.empty", 6)


LAID_FIRST = ("hastings", "wikipedia", "wikipedia-es", "no-draw", "gamerules")


@pytest.mark.parametrize("book", EVERY)
def test_scenario_6_the_holder_lays_the_double_and_a_toe(book: str) -> None:
    """E6: laying a double that was held is the whole turn; one laid out before is nobody's turn."""
    state = after(dealt(rules_of(book), "9-9 9-5 4-1", "8-1 7-1", "8-2 7-2", "8-3 7-3"), "Ana 9-9")
    assert ruled(state, "Ana 9-5") == ("legal" if book in LAID_FIRST else "start.turn no-more")


LOWER = [
    "tedmontgomery",
    "camp-la-junta",
    "cardsdicedominoes",
    "chickie-sixes",
    "dominorules",
    "draw-and-pass",
    "draw-until-playable",
]


@pytest.mark.parametrize("book", [book for book in EVERY if book not in LAID_FIRST])
def test_scenario_8_a_double_whose_round_is_over(book: str) -> None:
    """E8, G12: round two wants 8-8; 9-9 is an ordinary tile now, and 7-7 may start where the next lower does."""
    state = dealt(rules_of(book), "7-7 4-1", "9-9 5-1", "6-6 5-2", yard=30, double=8)
    lower = book in LOWER
    assert ruled(state, "Ben 9-9") == "start.next_double other-round"
    assert ruled(state, "Ana 7-7") == ("legal" if lower else "start.missing look-for-it")
    assert ruled(state, "Cy 6-6") == (
        "start.missing higher-held-by" if lower else "start.missing look-for-it"
    )


@pytest.mark.parametrize("book", EVERY)
def test_scenario_11_going_out_on_a_double(book: str) -> None:
    """E11: a last 3-3 ends the round, toes or not."""
    outcome = after(midway(rules_of(book), "3-3", "5-4", "8-1", ends=(3, 5)), "Ana 3-3").outcome
    assert outcome is not None
    assert (outcome.ended, outcome.out, outcome.rule) == ("out", 0, "ending.double_out")


@pytest.mark.parametrize(("book", "ruling"), under("legal", gamerules="yard.reserve kept"))
def test_scenario_14_the_last_tile_of_the_yard(book: str, ruling: str) -> None:
    """E14, G16: the last tile is drawn, but where it has to stay."""
    state = midway(rules_of(book), "6-4", "5-4", "8-1", ends=(3, 5), yard=1)
    assert ruled(state, "Ana draw") == ruling


FOUR_SIDES = [
    "hastings",
    "wikipedia",
    "wikipedia-es",
    "spruce",
    "cardsdicedominoes",
    "no-draw",
    "onlinedominogames",
    "chickie-sixes",
    "draw-and-pass",
    "draw-until-playable",
    "pagat-style",
]


@pytest.mark.parametrize("book", EVERY)
def test_scenario_15_start_complete_or_not(book: str) -> None:
    """E15: with four toes on 9-9, 6-4 on a four stands only where four are enough."""
    state = midway(rules_of(book), "9-0 6-4", *["4?"] * 4, ends=(4, 1, 7, 2), toes=4)
    assert ruled(state, "Ana 6-4") == ("legal" if book in FOUR_SIDES else "start.toes incomplete")
