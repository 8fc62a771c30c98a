"""The deal says tiles per hand and in the yard, and refuses what the tiles do not allow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.rules.dealing import (
    changes_for_hand,
    deal,
    double_is_held,
    hand_size,
    lost_seats,
    outside_book,
    playable,
    start_toes,
    unplayable_in_book,
    why_unplayable,
)
from scorekeeper.rules.rulebook import key_choices, with_changes
from scorekeeper.rules.schema import Rules
from scorekeeper.tiles import SET_SIZES, full_set
from tests.conftest import CLASSIC, case_file

DEALS = case_file("deals.toml")["deals"]


@pytest.mark.parametrize("case", [case for case in DEALS if case["yard"] >= 0], ids=str)
def test_hand_and_yard_are_those_of_the_tables(case: dict[str, int], shelf: Shelf) -> None:
    """Every number of the sources' tables comes out, and the yard left after it."""
    dealt = deal(shelf.book(str(case["book"])).rules, case["set"], case["players"])
    assert (dealt.hand, dealt.yard) == (case["hand"], case["yard"])


@pytest.mark.parametrize("case", [case for case in DEALS if case["yard"] < 0], ids=str)
def test_a_deal_without_enough_tiles_is_refused(case: dict[str, int], shelf: Shelf) -> None:
    """Some tables ask for more tiles than there are."""
    rules = shelf.book(str(case["book"])).rules
    assert hand_size(rules, case["set"], case["players"]) == case["hand"]
    with pytest.raises(Impossible, match="deal fewer tiles, take a larger set, or play with fewer people"):
        deal(rules, case["set"], case["players"])


@pytest.mark.parametrize("book", ["cardsdicedominoes", "draw-until-playable"])
@pytest.mark.parametrize(("size", "most"), [(6, 5), (9, 10), (12, 12), (15, 12), (18, 12)])
def test_ten_to_twenty_tiles_stay_in_the_yard(book: str, size: int, most: int, shelf: Shelf) -> None:
    """The formulas of these books keep the yard where their sources want it."""
    rules = shelf.book(book).rules
    own_numbers = {4, 5} if size == 9 else set()
    if size in rules.set.sizes:
        yards = [deal(rules, size, players).yard for players in {*range(2, most + 1)} - own_numbers]
        assert all(10 <= yard <= 20 for yard in yards)


def test_the_numbers_of_a_refused_deal_are_told(shelf: Shelf) -> None:
    """A refusal counts hands, tiles and what is laid first."""
    assert why_unplayable(shelf.book("wikipedia-es").rules, 6, 4) == (
        "4 hands of 7 need 28 tiles, but a double-six set has 27 to draw (starting double laid first: 1, "
        "kept in the yard: 0); deal fewer tiles, take a larger set, or play with fewer people."
    )


@pytest.mark.parametrize(("toes", "size"), [(8, 6), ("per-player", 6)])
def test_more_toes_than_the_suit_has_are_refused(toes: object, size: int, classic: Rules) -> None:
    """A starting double takes no more toes than there are other tiles with its number."""
    rules = with_changes(classic, {"start.toes": toes, "deal.hand_size": {"any": 2}})
    with pytest.raises(Impossible, match="has only 6 other tiles with its number"):
        deal(rules, size, 8)


def test_six_toes_fit_double_six(classic: Rules) -> None:
    """Six toes take the whole suit of a double-six set, and that is enough."""
    assert deal(with_changes(classic, {"start.toes": 6}), 6, 4).toes == 6


@pytest.mark.parametrize(("players", "kept"), [(2, 2), (3, 1), (8, 1)])
def test_the_reserve_stays_in_the_yard(players: int, kept: int, shelf: Shelf) -> None:
    """One line per player: two tiles stay for two players, one for more."""
    dealt = deal(shelf.book("gamerules").rules, 9, players)
    assert (dealt.reserve, dealt.toes) == (kept, players)


def test_the_reserve_counts_in_the_refusal(classic: Rules) -> None:
    """Hands may not eat into the tiles that are never drawn."""
    rules = with_changes(classic, {"deal.hand_size": {"any": 27}, "yard.reserve": 1})
    assert "kept in the yard: 1" in str(why_unplayable(rules, 9, 2))


@pytest.mark.parametrize(
    ("players", "ownership", "told"), [(6, "own-and-public", True), (6, "own-only", False)]
)
def test_trains_that_cannot_be_started_are_a_remark(
    players: int, ownership: str, told: bool, shelf: Shelf
) -> None:
    """With six players on double-six the public train has no tile left to start with, and the table may play."""
    rules = with_changes(
        shelf.book("train-usual").rules, {"trains.ownership": ownership, "deal.hand_size": {"any": 4}}
    )
    assert why_unplayable(rules, 6, players) is None
    assert any("not every train can be started" in said for said in outside_book(rules, 6, players)) is told


@pytest.mark.parametrize("source", key_choices("start.source"))
def test_a_double_that_is_held_is_dealt_with_the_rest(source: str, classic: Rules) -> None:
    """Whether anybody looks for one double or takes the highest, it comes out of the hands or the yard."""
    held = source in ("held", "highest-held")
    rules = with_changes(classic, {"start.source": source})
    assert (double_is_held(rules), deal(rules, 9, 4).yard) == (held, 55 - 44 - (not held))


@pytest.mark.parametrize("players", [-1, 0, 1, 13, 1000])
def test_a_table_seats_two_to_twelve(players: int, classic: Rules) -> None:
    """Other numbers of players are refused."""
    with pytest.raises(Impossible, match="a table seats 2 to 12"):
        deal(classic, 9, players)


def test_a_hand_of_nothing_is_refused(classic: Rules) -> None:
    """Somebody must hold a tile."""
    assert why_unplayable(with_changes(classic, {"deal.hand_size": {"any": 0}}), 9, 2) is not None


@given(st.sampled_from(SET_SIZES), st.integers(2, 12), st.integers(0, 60))
def test_no_tile_is_lost_in_a_deal(size: int, players: int, hand: int) -> None:
    """Hands, yard and the double laid first are the whole set."""
    rules = with_changes(CLASSIC, {"deal.hand_size": {"any": hand}})
    try:
        dealt = deal(rules, size, players)
    except ScorekeeperError:
        assert hand * players + 1 > len(full_set(size)) or hand == 0
        return
    assert dealt.hand * players + dealt.yard + 1 == len(full_set(size))


def test_what_a_book_does_not_mention_is_said(shelf: Shelf) -> None:
    """Another set or number of players is a remark, not a refusal."""
    hastings, pair = shelf.book("hastings").rules, shelf.book("chickie-sixes").rules
    assert outside_book(hastings, 9, 5) == ()
    assert outside_book(pair, 9, 3) == (
        "This rule book does not mention a double-nine set.",
        "This rule book is for 2 players with a double-nine set.",
    )
    assert outside_book(shelf.book("ymi").rules, 9, 9) == (
        "This rule book is for 2 to 8 players with a double-nine set.",
    )


def test_numbers_of_players_that_can_play_are_found(shelf: Shelf) -> None:
    """A set serves as many players as its tiles allow."""
    assert playable(shelf.book("hastings").rules, 9) == (2, 3, 4, 5)
    assert playable(shelf.book("ymi").rules, 6) == ()


def test_a_book_that_names_too_many_players_is_found_out(shelf: Shelf) -> None:
    """Seven tiles for four on double-six is the known case."""
    found = unplayable_in_book(shelf.book("wikipedia-es").rules)
    assert [(size, players) for size, players, _why in found] == [(6, (4,)), (9, (8, 9, 10, 11, 12))]


def test_what_becomes_impossible_is_found(classic: Rules) -> None:
    """A change of rules can take seats away."""
    eight_toes = with_changes(classic, {"start.toes": 8})
    assert lost_seats(eight_toes, classic) == ((6, 2), (6, 3), (6, 4), (6, 5))
    assert lost_seats(classic, classic) == ()


def test_toes_may_depend_on_the_set(shelf: Shelf) -> None:
    """Camp La Junta lets double-six do with four."""
    rules = shelf.book("camp-la-junta").rules
    assert [start_toes(rules, size, 4) for size in (6, 9, 12)] == [4, 6, 6]


@pytest.mark.parametrize(("tiles", "changes"), [(11, {}), (7, {"deal.hand_size": {"any": 7}})])
def test_a_hand_of_another_size_is_a_change_of_one_rule(tiles: int, changes: dict[str, object]) -> None:
    """Classic deals eleven tiles to each of four, so eleven change nothing."""
    assert changes_for_hand(CLASSIC, 9, 4, tiles) == changes
