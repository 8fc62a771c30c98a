"""From evenings to figures: means, spreads and ranges; what cannot be simulated; the words for all of it."""

from functools import partial
from random import Random
from typing import Any

import pytest

from scorekeeper.engine import Refusal
from scorekeeper.errors import Impossible
from scorekeeper.rules import Rules, Value, with_changes
from scorekeeper.simulate.evening import POLICIES, Chance, Evening
from scorekeeper.simulate.figures import (
    BookFigures,
    Figure,
    Plan,
    PlannedBook,
    PolicyFigures,
    Simulation,
    figure_rows,
    part_of,
    simulation,
    usual_players,
)
from scorekeeper.simulate.words import (
    LABELS,
    RISES,
    WAYS,
    changed_title,
    compared,
    figure_table,
    plot,
    range_words,
)
from tests.conftest import CLASSIC, SHELF, case_file

CASES = case_file("figures.toml")

EVENING = Evening(
    rounds=4, blocked=1, turns=100, totals=(40, 80), leader_won=True, double_blank=50, by_call=2
)
OTHER = Evening(rounds=2, blocked=2, turns=80, totals=(60, 100), leader_won=False, double_blank=0, by_call=0)


TOO_MANY_TILES = (
    "12 hands of 5 need 60 tiles, but a double-six set has 27 to draw (starting double laid first: 1, kept in the "
    "yard: 0); deal fewer tiles, take a larger set, or play with fewer people."
)
TOO_MANY_TOES = (
    "The starting double needs 8 toes, but a double-six set has only 6 other tiles with its number; choose fewer "
    "toes or a larger set."
)


def plan(*rules: Rules, **asked: object) -> Plan:
    """Return a plan for books of these rules, for two players on double-six where nothing else is said."""
    books = tuple(PlannedBook(f"book-{at}", f"Book {at}", one) for at, one in enumerate(rules or (CLASSIC,)))
    return Plan(books, **{"set_size": 6, "players": 2, **asked})  # type: ignore[arg-type]


def changed(**house: Value) -> Rules:
    """Return the classic rules with changes; `__` stands for the dot in a key."""
    return with_changes(CLASSIC, {key.replace("__", "."): value for key, value in house.items()})


def chance(seed: int, number: int) -> Chance:
    """Return the random numbers of an evening."""
    return Random(f"{seed}:{number}").random


def of_two(**asked: object) -> Simulation:
    """Return the figures of two evenings that are known, both in one way of playing."""
    return simulation(plan(policies=("heaviest",), **asked), [(((EVENING,),),), (((OTHER,),),)])


def test_a_mean_is_over_evenings_and_the_spread_twice_its_standard_error() -> None:
    """Shares and points are taken evening by evening."""
    (book,) = of_two(turn_seconds=30.0).books
    assert book.policies[0] == PolicyFigures(
        policy="heaviest",
        blocked=Figure(0.625, 0.75),
        turns=Figure(32.5, 15.0),
        points=Figure(27.5, 25.0),
        points_by_place=(Figure(20.0, 20.0), Figure(35.0, 30.0)),
        leader_holds=Figure(0.5, 1.0),
        double_blank_cost=Figure(6.25, 12.5),
        decided_by_call=Figure(0.25, 0.5),
        minutes=Figure(45.0, 10.0),
    )


def test_minutes_are_only_where_the_person_said_how_long_a_turn_takes() -> None:
    """Nobody else can know."""
    (book,) = of_two().books
    assert book.policies[0].minutes is None
    assert "minutes" not in book.range
    assert "Minutes an evening" not in {row[0] for row in figure_table(book)}


def test_a_range_goes_from_the_lowest_mean_to_the_highest() -> None:
    """Each figure has a range over the ways of playing, the points by place a list of them."""
    asked = plan(policies=("heaviest", "random"))
    (book,) = simulation(asked, [(((EVENING,), (OTHER,)),)]).books
    assert book.range["blocked"] == (0.25, 1.0)
    assert book.range["points_by_place"] == [(10.0, 30.0), (20.0, 50.0)]
    assert list(book.range) == [name for name in LABELS if name != "minutes"]


def test_evenings_are_the_same_however_they_are_split() -> None:
    """Parts in the order of their numbers give the figures that one whole part gives."""
    asked = plan(CLASSIC, changed(scoring__double_blank=0), evenings=6, seed=3)
    of = partial(part_of, asked, chances=partial(chance, asked.seed))
    whole = simulation(asked, [of(range(6))])
    assert simulation(asked, [of(range(1)), of(range(1, 4)), of(range(4, 6))]) == whole
    assert (whole.evenings, whole.seed, len(whole.books)) == (6, 3, 2)
    other = simulation(asked, [part_of(asked, range(6), partial(chance, 4))])
    assert other.books != whole.books


@pytest.mark.parametrize(
    ("asked", "error", "sentence"),
    [
        (plan(players=-1), Impossible, "-1 cannot play; a table seats 2 to 12."),
        (plan(evenings=0), Impossible, "Simulate at least two evenings, not 0; one alone shows only chance."),
        (plan(evenings=1), Impossible, "Simulate at least two evenings, not 1; one alone shows only chance."),
        (plan(players=13), Impossible, "13 cannot play; a table seats 2 to 12."),
        (plan(players=12), Impossible, TOO_MANY_TILES),
        (plan(changed(start__toes=8)), Impossible, TOO_MANY_TOES),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_one_sentence(asked: Plan, error: type[Exception], sentence: str) -> None:
    """Each says what is wrong, with the numbers."""
    with pytest.raises(error) as told:
        asked.check()
    assert str(told.value) == sentence


def test_rules_that_are_not_ruled_on_are_refused() -> None:
    """What the engine does not play is not simulated."""
    wild = with_changes(SHELF.book("train-usual").rules, {"trains.wild_blanks": True})
    with pytest.raises(Refusal):
        plan(wild).check()


@pytest.mark.parametrize(
    ("book", "set_size", "players"), [("classic", 9, 4), ("classic", 6, 4), ("ymi", 9, 4)]
)
def test_four_play_where_the_tiles_suffice(book: str, set_size: int, players: int) -> None:
    """The usual number of players is four, or the nearest."""
    assert usual_players(SHELF.book(book).rules, set_size) == players


def test_the_nearest_number_plays_where_four_cannot() -> None:
    """With hands of ten on double-six two play; where nobody can, the usual four are asked about and refused."""
    assert usual_players(changed(deal__hand_size={"any": 10}), 6) == 2
    assert usual_players(changed(start__toes=8), 6) == 4


def book_of(**figures: list[tuple[float, float]]) -> BookFigures:
    """Return the figures of a book in several ways of playing; those not named are nought."""
    ways = max(map(len, figures.values()))
    usual = {name: [(0.0, 0.0)] * ways for name in LABELS if name not in ("points_by_place", "minutes")}
    policies = tuple(
        PolicyFigures(
            policy=f"way {at}",
            points_by_place=(Figure(1.0, 0.0),),
            minutes=None,
            **{name: Figure(*told[at]) for name, told in (usual | figures).items()},
        )
        for at in range(ways)
    )
    return BookFigures(rules="ours", policies=policies, range={})


@pytest.mark.parametrize("case", CASES["compared"])
def test_what_differs_is_told_in_words(case: dict[str, Any]) -> None:
    """A figure rises or falls where spreads lie apart; else that is said, and what is nought is left out."""
    before, after = (book_of(blocked=case[name]) for name in ("before", "after"))
    assert compared(before, after) == case["said"]


def test_a_title_names_few_changes_and_counts_many() -> None:
    """One or two changes stand in the title of a book, more are only counted, as are those with long values."""
    changes = {"scoring.double_blank": 25, "turn.must_play": "must"}
    assert changed_title("Ours", changes) == "Ours, with scoring.double_blank = 25 and turn.must_play = must"
    assert changed_title("Ours", changes | {"foot.toes": 1}) == "Ours, with 3 changes"
    assert changed_title("Ours", {"deal.hand_size": {"any": 7}}) == "Ours, with 1 change"


@pytest.mark.parametrize("figure", sorted(RISES.keys() - {"minutes"}))
def test_each_figure_has_its_sentences(figure: str) -> None:
    """Up and down are told in different sentences, each with both ranges."""
    low, high = book_of(**{figure: [(0.1, 0.0), (0.2, 0.0)]}), book_of(**{figure: [(0.3, 0.0), (0.4, 0.0)]})
    (up,), (down,) = compared(low, high), compared(high, low)
    assert up != down
    for book in (low, high):
        told = next(range_words(row) for row in figure_rows(book.policies) if row.name == figure)
        assert told in up
        assert told in down


@pytest.mark.parametrize("case", CASES["ranges"], ids=lambda case: case["words"])
def test_a_range_is_never_one_number_alone(case: dict[str, Any]) -> None:
    """Where all agree the spread stands beside the figure, unless the rules alone decide it."""
    book = book_of(**{case["figure"]: case["told"]})
    row = next(row for row in figure_rows(book.policies) if row.name == case["figure"])
    assert range_words(row) == case["words"]


def test_a_table_leaves_out_what_is_nought() -> None:
    """A figure that is nought in every way of playing says nothing; points by place are indented."""
    assert figure_table(book_of(blocked=[(0.5, 0.02), (0.6, 0.02)])) == [
        ["", "range", "way 0", "way 1"],
        ["Blocked rounds", "50–60%", "50±2%", "60±2%"],
        ["  of the evening's", "", "", ""],
        ["  winner", "1.0", "1.0", "1.0"],
    ]


def test_bars_are_on_one_scale_and_marked_for_each_way_of_playing() -> None:
    """Shares go up to one, other figures up to the highest; long titles are cut; ways in one place share a dot."""
    books = [
        book_of(blocked=[(0.0, 0.0), (0.5, 0.1)], turns=[(20.0, 1.0), (40.0, 1.0)]),
        book_of(blocked=[(0.5, 0.1), (1.0, 0.0)], turns=[(40.0, 1.0), (40.0, 1.0)]),
    ]
    assert [bar for bar, _by_policy in plot(books, ["Ours", "The other one"], 36)] == [
        "Blocked rounds (the scale is 0 to 100%)",
        "Ours          w━━━━━w······  0–50%",
        "The other o…  ······w━━━━━w  50–100%",
        "Turns a round, all players together (the scale is 0 to 40.0)",
        "Ours          ·····w━━━━w  20.0–40.0",
        "The other o…  ··········●  40.0±1.0",
    ]


def test_each_way_of_playing_is_explained() -> None:
    """None is without its line, and their first letters tell the dots apart."""
    assert list(WAYS) == list(POLICIES)
    assert len({way[0] for way in WAYS}) == len(WAYS)


def test_below_each_bar_stand_the_figures_of_each_way_of_playing() -> None:
    """They come with the names of the ways of playing; a heading has none."""
    book = book_of(blocked=[(0.4, 0.01), (0.5, 0.1)])
    assert [text for _bar, text in plot([book], ["Ours"], 60)] == ["", "way 0 40±1%, way 1 50±10%"]
