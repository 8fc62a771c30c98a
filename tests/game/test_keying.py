"""A sheet keyed back from paper, beside what the game has already."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats.export import show_csv
from scorekeeper.game.apply import apply_event
from scorekeeper.game.events import CallMade, PlayerJoined, PlayerLeft, RoundScored
from scorekeeper.game.game import Game
from scorekeeper.game.keying import (
    Correction,
    agree,
    first_empty_cell,
    held_entry,
    keyed_change,
    keying_order,
    means_out,
    sheet_corrections,
    show_held,
    takeover_change,
    without_entries,
)
from scorekeeper.game.notation import WentOut
from scorekeeper.game.round import Blocked, Call, EntryCell, Out, Pips, Points, TileEntry
from scorekeeper.tiles import Tile
from tests.build import AT, new_log, scored
from tests.conftest import cases
from tests.keyed import read_sheet
from tests.strategies import games

NAMES = ("Ana", "Ben", "Cy")
LOW_HAND = "scoring.blocked=low-hand-zero"


def typed(game: Game, cells: dict[tuple[int, str], str]) -> Game:
    """Return the game with cells keyed as a person types them."""
    for (number, player), text in cells.items():
        game = apply_event(keyed_change(game, number, player, text), game)
    return game


def game(*house: str) -> Game:
    """Return a game of Ana, Ben and Cy that has just begun."""
    return new_log(*house).game


@st.composite
def sheets(draw) -> dict[tuple[int, str], str]:
    """Draw a sheet of some rounds: one goes out in each, everybody else has points."""
    cells = {}
    for number in range(1, draw(st.integers(1, 4)) + 1):
        out = draw(st.sampled_from(NAMES))
        for name in NAMES:
            cells[number, name] = "o" if name == out else str(draw(st.integers(1, 90)))
    return cells


@given(sheets())
def test_a_sheet_that_the_game_has_already_changes_nothing(sheet) -> None:
    """It agrees in every cell, and nothing is left to take over."""
    first = typed(game(), sheet)
    second = typed(without_entries(first), sheet)
    assert differing(first, second) == set()
    assert {takeover_change(first, second, number) for number in range(1, len(first.rounds) + 1)} == {None}


def differing(first: Game, second: Game) -> set[tuple[int, str]]:
    """Return the cells of a sheet that do not agree with the game."""
    cells = keying_order(first, by_player=False)
    return {cell for cell in cells if cell.round <= len(first.rounds) and not agree(first, second, *cell)}


@given(sheets(), st.data())
def test_every_changed_cell_is_a_correction_and_no_other(sheet, data) -> None:
    """Exactly the cells that were keyed otherwise differ; taking the sheet over settles all."""
    hands = [cell for cell, text in sheet.items() if text != "o"]
    changed = data.draw(st.sets(st.sampled_from(hands)))
    first = typed(game(), sheet)
    other = {cell: str(int(text) + 1) if cell in changed else text for cell, text in sheet.items()}
    second = typed(without_entries(first), other)
    numbers = range(1, len(first.rounds) + 1)
    found = {(number, one.player) for number in numbers for one in sheet_corrections(first, second, number)}
    assert found == changed == differing(first, second)
    for number in numbers:
        what = takeover_change(first, second, number, "as on paper")
        first = first if what is None else apply_event(what, first)
    assert differing(first, second) == set()


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("23", RoundScored(round=1, entries={"Ana": Points(23)})),
        ("12+7+4", RoundScored(round=1, entries={"Ana": Points(23)})),
        ("9+0-0", RoundScored(round=1, entries={"Ana": Pips(9, double_blank=True)})),
        ("6-4 5-5", RoundScored(round=1, entries={"Ana": TileEntry((Tile(6, 4), Tile(5, 5)))})),
        ("o", RoundScored(round=1, ending=Out("Ana"))),
        ("0", RoundScored(round=1, ending=Out("Ana"))),
        ("", RoundScored(round=1, entries={"Ana": None})),
    ],
)
def test_a_cell_is_read_as_an_entry_line_with_numbers_as_points(text, what) -> None:
    """What stands on paper are points; everything else is written as everywhere."""
    assert keyed_change(game(), 1, "Ana", text) == what


def test_a_zero_is_a_zero_where_somebody_else_went_out_or_the_low_hand_is_free() -> None:
    """Only where no hand can count nothing does 0 stand for going out."""
    out = typed(game(), {(1, "Ben"): "o"})
    assert keyed_change(out, 1, "Ana", "0").entries == {"Ana": Points(0)}
    assert keyed_change(game(LOW_HAND), 1, "Ana", "0").entries == {"Ana": Points(0)}
    blocked = apply_event(RoundScored(round=1, ending=Blocked()), game())
    assert keyed_change(blocked, 1, "Ana", "0").entries == {"Ana": Points(0)}


def test_no_pips_in_a_hand_mean_out_where_the_double_blank_counts() -> None:
    """With 0-0 worth something only an empty hand has no pips, and two players are never both out (D1, D5)."""
    begun = new_log().after(scored(1, Ben="4"), AT).game
    worthless = new_log("scoring.double_blank=0").after(scored(1, Ben="4"), AT).game
    won = new_log().after(scored(1, "Ben"), AT).game
    assert means_out(begun, begun.rounds[0], Pips(0))
    assert not means_out(begun, begun.rounds[0], Pips(1))
    assert not means_out(worthless, worthless.rounds[0], Pips(0))
    assert not means_out(won, won.rounds[0], Pips(0))


def test_a_cell_of_the_one_who_went_out_takes_that_back() -> None:
    """Points keyed over o are points, and nobody is out."""
    out = typed(game(), {(1, "Ana"): "o"})
    now = typed(out, {(1, "Ana"): "5"}).round(1)
    assert (now.ending, now.entries) == (None, {"Ana": Points(5)})


def test_pips_and_points_that_count_the_same_agree() -> None:
    """A hand entered by its tiles agrees with the points on paper, calls among them."""
    charged = game("little.points=5")
    first = apply_event(RoundScored(round=1, entries={"Ana": Pips(20)}), charged)
    first = replace(
        first, rounds=(replace(first.rounds[0], calls=(Call("chickenlittle", "Ana", effect="x"),)),)
    )
    second = typed(without_entries(first), {(1, "Ana"): "25"})
    assert agree(first, second, 1, "Ana")
    other = typed(without_entries(first), {(1, "Ana"): "26", (1, "Ben"): "3"})
    assert sheet_corrections(first, other, 1) == (Correction("Ana", 25, 26),)
    out = typed(without_entries(first), {(1, "Ben"): "o"})
    assert sheet_corrections(first, out, 1) == ()
    assert sheet_corrections(typed(first, {(1, "Ben"): "3"}), out, 1) == (Correction("Ben", 3, WentOut()),)


def test_what_a_sheet_left_empty_stays_in_the_record() -> None:
    """Taking a sheet over enters and corrects; it takes nothing away."""
    first = typed(game(), {(1, "Ana"): "5", (1, "Ben"): "o"})
    second = typed(without_entries(first), {(1, "Ben"): "8", (1, "Cy"): "o"})
    what = takeover_change(first, second, 1)
    assert what == RoundScored(round=1, entries={"Ben": Points(8)}, ending=Out("Cy"))
    partly = typed(without_entries(first), {(1, "Ben"): "8"})
    assert takeover_change(first, partly, 1) == RoundScored(round=1, entries={"Ben": Points(8)}, ending=None)
    blocked = apply_event(RoundScored(round=1, ending=Blocked(4)), without_entries(first))
    assert takeover_change(first, blocked, 1) == RoundScored(round=1, ending=Blocked(4))


SHEET = """round,ended,Ana,Ben,Cy
9-9,Ben out,12,0,7
8-8,"blocked, 4-4 open",20,31,6-4 5-5
7,,1,o,5
total,,33,31,32
rank,,3,1,2
"""


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_sheet_is_read_round_by_round(separator: str) -> None:
    """Whatever a spreadsheet puts between the cells."""
    text = SHEET.replace('"blocked, 4-4 open"', "b4").replace(",", separator)
    sheet = read_sheet("\ufeff" + text, game())
    assert [played.ending for played in sheet.game.rounds] == [Out("Ben"), Blocked(4), Out("Ben")]
    assert sheet.game.points[1] == {"Ana": 20, "Ben": 31, "Cy": 20}
    assert sheet.totals == {"Ana": 33, "Ben": 31, "Cy": 32}
    assert read_sheet(SHEET, game()) == read_sheet(text.replace(separator, ","), game())


def test_a_sheet_is_read_player_by_player() -> None:
    """A column per round instead of a row."""
    text = "player,9-9,8-8\nended,,blocked\nana,12,20\nBen,o,\nCy,7\n"
    sheet = read_sheet(text, game()).game
    assert sheet.rounds[0].out == "Ben"
    assert sheet.rounds[0].entries == {"Ana": Points(12), "Cy": Points(7)}
    assert sheet.rounds[1].missing(NAMES) == ("Ben", "Cy")


@given(sheets())
def test_an_exported_table_read_back_is_the_same_sheet(sheet) -> None:
    """What `export --format csv` writes agrees with the game in every cell and total."""
    first = typed(game(), sheet)
    read = read_sheet(show_csv(first), first)
    assert differing(first, read.game) == set()
    assert read.totals == {name: first.total(name) for name in NAMES}


@settings(max_examples=60)
@given(games())
def test_the_exported_table_of_any_game_agrees_with_it(first: Game) -> None:
    """Whoever came late, whatever was called or ruled: nothing differs, nothing is left to take over."""
    _agrees(first)


def test_the_exported_table_of_a_game_that_somebody_left_before_it_began() -> None:
    """It is written and read like any other."""
    _agrees(new_log().after(PlayerLeft(player="Ana"), AT).game)


def _agrees(first: Game) -> None:
    read = read_sheet(show_csv(first), first)
    assert differing(first, read.game) == set()
    assert {takeover_change(first, read.game, number) for number in range(1, len(first.rounds) + 1)} <= {None}
    assert read.totals == {name: first.total(name) for name in first.players}


ODD = ("ended", "round", "player", "total", "rank", "start", "given", "blocked", "b", "b4", "Ana", "Ana out")
MARKED = ("'Ana", "''Ana", "=1", "'=1", "-5", "-x", "a;b", "c;d;e", '"Q"', "out", "9-9", "Ben")


@pytest.mark.parametrize("players", [ODD, MARKED, ODD[::-1], MARKED[::-1]])
def test_odd_names_are_found_again(players: tuple[str, ...]) -> None:
    """A name that is a word of the sheet, or begins with a mark, is read back as the player it is."""
    log = new_log(players=players)
    for number, name in enumerate(players[:9], start=1):
        hands = {other: Points(place + 1) for place, other in enumerate(players) if other != name}
        log = log.after(RoundScored(round=number, entries=hands, ending=Out(name)), AT)
    _agrees(log.after(RoundScored(round=10, entries={players[0]: Points(3)}, ending=Blocked()), AT).game)


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("round,ended,Ben\n9-9,5,7\n", {"ended": Points(5), "Ben": Points(7)}),
        ("round,ended,ended,Ben\n9-9,Ben,5,\n", {"ended": Points(5)}),
        ("round,ended,ben,Ended\n9-9,,7,5\n", {"ended": Points(5), "Ben": Points(7)}),
        ("player,9-9\nended,5\n'Ana,6\n", {"ended": Points(5), "'Ana": Points(6)}),
        ("player,9-9\nended,5\n''Ana,6\n", {"ended": Points(5), "'Ana": Points(6)}),
    ],
)
def test_a_sheet_typed_by_hand_has_names_as_they_are(text: str, entries: dict[str, Points]) -> None:
    """A player called like the column `ended` has the last of that name; an apostrophe may stay single."""
    odd = new_log(players=("ended", "Ben", "'Ana")).game
    assert read_sheet(text, odd).game.rounds[0].entries == entries


def test_what_latecomers_were_given_enters_nothing() -> None:
    """The row before the rounds is read over where the game knows who came late."""
    log = new_log().after(scored(1, "Ana", Ben="7", Cy="12"), AT)
    late = log.after(PlayerJoined(player="Dora", begins="highest"), AT).after(scored(2, Dora="5"), AT).game
    assert "\nstart,," in show_csv(late)
    _agrees(late)


def test_who_went_out_and_was_charged_is_read_back() -> None:
    """Points of a call, beside what going out counts, are no hand."""
    log = new_log("little.points=5").after(scored(1, "Ana", Ben="7", Cy="12"), AT)
    charged = log.after(CallMade(1, Call("chickenlittle", "Ana", effect="draw-1")), AT).game
    assert "Ana out,5,7,12" in show_csv(charged)
    _agrees(charged)


def test_a_zero_of_the_record_is_a_zero_of_the_sheet() -> None:
    """Where the record has a zero for somebody who did not go out, the sheet that says 0 agrees."""
    zero = apply_event(RoundScored(round=1, entries={"Ana": Points(0)}), game())
    _agrees(zero)


def test_totals_below_nothing_are_compared() -> None:
    """A table that takes points away for going out has totals with a minus."""
    assert read_sheet("round,Ana,Ben\ntotal,-5,\n", game()).totals == {"Ana": -5}


def test_who_went_out_may_have_the_points_that_the_rules_give_for_it() -> None:
    """A table that writes -5 for going out writes no hand."""
    sheet = read_sheet("round,ended,Ana,Ben\n9-9,Ana,-5,7\n", game("scoring.out=-5")).game
    assert (sheet.rounds[0].out, sheet.rounds[0].entries) == ("Ana", {"Ben": Points(7)})


@pytest.mark.parametrize("case", cases("sheets_refused"), ids=lambda case: case["says"])
def test_a_sheet_with_a_fault_is_refused_with_round_and_player(case: dict[str, Any]) -> None:
    """The sentence names where it is and what would be right."""
    with pytest.raises(ScorekeeperError, match=re.escape(case["says"])):
        read_sheet(case["sheet"], game())


def test_a_cell_without_an_end_is_no_csv() -> None:
    """What no spreadsheet writes is refused as such."""
    with pytest.raises(ScorekeeperError, match="This is not CSV"):
        read_sheet("round,Ana\n9-9," + "5" * 140_000, game())


def test_a_sheet_has_no_more_lines_of_a_double_than_the_game_has_rounds() -> None:
    """Where a double is played twice, its third line is one too many."""
    twice = game("rounds.order=down-and-up")
    assert read_sheet("round,Ana\n9-9,5\n9-9,6\n", twice).totals == {}
    with pytest.raises(
        ScorekeeperError, match="Round 9-9 is on the sheet more often than this game plays it"
    ):
        read_sheet("round,Ana\n9-9,5\n9-9,6\n9-9,7\n", twice)


def test_cells_are_keyed_down_the_players_or_along_the_rounds() -> None:
    """Only those who play in a round have a cell in it."""
    late = new_log().game
    late = apply_event(PlayerJoined(player="Di", round=2), typed(late, {(1, "Ana"): "5"}))
    along, down = keying_order(late, by_player=False), keying_order(late, by_player=True)
    assert set(along) == set(down)
    assert along[:4] == ((1, "Ana"), (1, "Ben"), (1, "Cy"), (2, "Ana"))
    assert down[:2] == ((1, "Ana"), (2, "Ana"))
    assert (1, "Di") not in along
    assert first_empty_cell(late, by_player=False) == (1, "Ben")
    whole = typed(late, dict.fromkeys(along, "5"))
    assert first_empty_cell(whole, by_player=False) == (1, "Ana")


def test_a_cell_is_shown_as_it_would_be_typed() -> None:
    """What is read back from it is the same change."""
    for text in ("23", "o", "9+0-0", "6-4 5-5"):
        entered = typed(game(), {(1, "Ana"): text})
        assert show_held(held_entry(entered, EntryCell(1, "Ana"))) == text
    assert show_held(held_entry(game(), EntryCell(1, "Ana"))) == ""
