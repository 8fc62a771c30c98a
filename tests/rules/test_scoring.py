"""A hand counts what the rule book says, and says why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import Impossible
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.rules.rulebook import read_changes, with_changes
from scorekeeper.rules.schema import Rules
from scorekeeper.rules.scoring import PIPS, ScorePart, score_pips, score_tile, score_tiles
from scorekeeper.tiles import DOUBLE_BLANK, Tile, full_set, parse_tiles
from tests.conftest import CLASSIC, by_cases, case_file

SCENARIO = case_file("scenario_12.toml")
HAND = parse_tiles(SCENARIO["hand"], 9)


@pytest.mark.parametrize(("book", "points"), SCENARIO["points"].items())
def test_scenario_12_under_every_book(book: str, points: int, shelf: Shelf) -> None:
    """0-0 5-0 3-2 counts what the catalogue says, under every book."""
    assert score_tiles(HAND, shelf.book(book).rules).total == points


@pytest.mark.parametrize("case", SCENARIO["agreed"], ids=lambda case: case["book"])
def test_scenario_12_as_agreed_before_the_game(case: dict[str, object], shelf: Shelf) -> None:
    """The same hand under the choices that a book leaves to the table."""
    rules = with_changes(shelf.book(str(case["book"])).rules, read_changes(case["house"]))  # type: ignore[arg-type]
    assert score_tiles(HAND, rules).total == case["points"]


def test_scenario_12_leaves_no_book_out(shelf: Shelf) -> None:
    """Every shipped book of Chickenfoot is in the scenario."""
    assert SCENARIO["points"].keys() == set(shelf.same_game("classic"))


def test_a_score_names_the_rule_of_each_line(shelf: Shelf) -> None:
    """Blanks are charged under their own rules, pips under none."""
    lines = score_tiles(HAND, shelf.book("hastings").rules).lines
    assert [(line.points, line.rule) for line in lines] == [
        (50, "scoring.double_blank"),
        (30, "scoring.blank_half"),
        (5, "pips"),
    ]


@given(st.lists(st.sampled_from(full_set(9)), unique=True))
def test_a_total_is_the_sum_of_its_lines(hand: list[Tile]) -> None:
    """Nothing is counted that no line shows."""
    score = score_tiles(hand, CLASSIC)
    assert score.total == sum(line.points for line in score.lines)
    assert score.total == sum(tile.pips for tile in hand) + 50 * (DOUBLE_BLANK in hand)


def test_pips_count_like_their_tiles(shelf: Shelf) -> None:
    """Pips with the blanks named score as the tiles do."""
    rules = shelf.book("hastings").rules
    assert score_pips(10, True, 1, rules).total == score_tiles(HAND, rules).total


@pytest.mark.parametrize(
    ("pips", "blank", "lines"),
    [
        (0, False, (ScorePart(None, 0, PIPS),)),
        (0, True, (ScorePart(DOUBLE_BLANK, 50, "scoring.double_blank"),)),
        (7, True, (ScorePart(None, 7, PIPS), ScorePart(DOUBLE_BLANK, 50, "scoring.double_blank"))),
    ],
)
def test_counted_pips_show_their_parts(
    pips: int, blank: bool, lines: tuple[ScorePart, ...], classic: Rules
) -> None:
    """A line of pips stands unless 0-0 alone was held."""
    assert score_pips(pips, blank, 2, classic).lines == lines


def test_a_flat_count_needs_the_tiles(classic: Rules) -> None:
    """Where a tile with a blank counts flat, its pips alone do not tell the score."""
    flat = with_changes(classic, {"scoring.blank_tile": 25})
    with pytest.raises(Impossible, match="counts 25 in all"):
        score_pips(10, False, 1, flat)
    assert score_pips(10, False, 0, flat).total == 10


@by_cases
def test_a_tile_with_one_blank_counts_by_one_rule(
    changes: dict[str, int], points: int, rule: str, classic: Rules
) -> None:
    """Its dots, its dots and a charge, or flat; what counts flat is charged nothing besides."""
    tile = Tile(5, 0)
    assert score_tile(tile, with_changes(classic, changes)) == ScorePart(tile, points, rule)


def test_counted_blanks_are_charged_in_a_line_of_their_own(classic: Rules) -> None:
    """Two tiles with one blank are charged twice; a hand without such a tile has no such line."""
    rules = with_changes(classic, {"scoring.blank_half": 30})
    charged = (ScorePart(None, 7, "pips"), ScorePart(None, 60, "scoring.blank_half"))
    assert score_pips(7, False, 2, rules).lines == charged
    assert score_pips(7, False, 0, rules).lines == charged[:1]
