"""A sheet of a table that changed: latecomers with what they were given, leavers, and totals that add up."""

from typing import Any

import pytest
from hypothesis import given, settings

from scorekeeper.game.events import PlayerJoined, PlayerLeft, RoundScored
from scorekeeper.game.game import Game
from scorekeeper.game.log import GameLog, dealt_counts
from scorekeeper.game.round import Pips
from scorekeeper.sheets import Look, Sheet, typeset
from scorekeeper.sheets.game_sheet import filled_sheet, terms_of
from tests.build import AT, new_log, scored
from tests.company import EVENINGS, PEOPLE, Evening, deed, hands
from tests.paper import page_texts, squeezed
from tests.test_company import after as changed


def log_of(*changes: Any) -> GameLog:
    """Return the log of a game of Ana, Ben and Cy in which this happened."""
    log = new_log()
    for change in changes:
        log = log.after(change, AT)
    return log


def changing_table() -> Game:
    """Return a whole game: Dora comes in round 3, Ben misses round 4 and comes back, Cy leaves for good."""
    last = [scored(number, "Ana", Ben="4", Dora="30") for number in range(6, 11)]
    return log_of(
        scored(1, "Ana", Ben="23", Cy="31"),
        scored(2, "Cy", Ana="12", Ben="7"),
        PlayerJoined(player="Dora", begins="highest"),
        scored(3, "Dora", Ana="3", Ben="9", Cy="14"),
        PlayerLeft(player="Ben"),
        scored(4, "Ana", Cy="5", Dora="17"),
        PlayerJoined(player="Ben", begins="given", points=45),
        scored(5, "blocked", Ana="8", Ben="2", Cy="1", Dora="30"),
        PlayerLeft(player="Cy"),
        *last,
    ).game


def column(sheet: Sheet, name: str) -> list[tuple[int | None, int | None]]:
    """Return what a player's column says, top to bottom, boxes for the pencil left out."""
    seat = [one.name for one in sheet.players].index(name)
    cells = [row.cells[seat] for row in sheet.rounds]
    return [(cell.points, cell.total) for cell in cells if cell is not None]


def test_every_column_adds_up() -> None:
    """Every total is the one above plus the points, or belongs to a round away."""
    sheet = filled_sheet(changing_table(), "Classic")
    for seat in sheet.players:
        have = 0
        for points, total in column(sheet, seat.name):
            have = have + points if points is not None else have if total is None else total
            assert total in (have, None)
        assert seat.total == have
    assert column(sheet, "Dora")[:4] == [(None, None), (None, 31), (0, 31), (17, 48)]
    assert column(sheet, "Ben")[2:5] == [(9, 39), (None, 45), (2, 47)]


def test_a_round_away_is_not_left_to_the_pencil() -> None:
    """In rounds to come, a player who left has a mark, and everybody else has a box."""
    sheet = filled_sheet(log_of(scored(1, "Ana", Ben="23", Cy="31"), PlayerLeft(player="Cy")).game, "Classic")
    for row in sheet.rounds[1:]:
        assert row.cells[:2] == (None, None)
        assert row.cells[2] is not None
        assert row.cells[2].away


def test_points_given_before_the_first_round_are_in_the_first_total() -> None:
    """Points given in round 1 are in a note and in every total, although there is no row above."""
    log = log_of(PlayerJoined(player="Dora", round=1, begins="given", points=10))
    sheet = filled_sheet(log.after(scored(1, "Ana", Dora="5"), AT).game, "Classic")
    assert column(sheet, "Dora") == [(5, 15)]
    assert sheet.notes == ("Dora was given 10 points.",)


def test_who_came_and_left_is_told() -> None:
    """The notes say who came, came back and left, round after round, and what was given."""
    assert filled_sheet(changing_table(), "Classic").notes == (
        "Dora joined in round 3, with 31.",
        "Ben left before round 4.",
        "Ben came back in round 5, with 6 more.",
        "Cy left before round 6.",
    )


def test_half_time_comes_for_latecomers_too() -> None:
    """A latecomer's subtotal needs only the rounds that the player plays."""
    log = new_log(size=12).after(scored(1, "Ana", Ben="23", Cy="31"), AT)
    log = log.after(PlayerJoined(player="Dora", begins="highest"), AT)
    for number in range(2, 8):
        log = log.after(scored(number, "Ana", Ben="4", Cy="6", Dora="5"), AT)
    before = log.after(scored(7, None, Dora="8"), AT).game
    assert [seat.half for seat in filled_sheet(before, "Classic").players] == [0, 47, 67, 64]
    late = log.after(PlayerJoined(player="Eve", begins="highest"), AT).game
    assert filled_sheet(late, "Classic").players[-1].half is None


def test_the_deal_is_that_of_the_players_who_began() -> None:
    """Small print and rules card give the deal of the first round; a paragraph says since when there was another."""
    log = new_log().after(scored(1, "Ana", Ben="23", Cy="31"), AT)
    log = log.after(PlayerJoined(player="Dora", begins="highest"), AT)
    sheet = filled_sheet(log.game, "Classic")
    deal = ("Everyone draws 14 tiles.", "12 tiles stay in the yard.", "The starting double needs 4 toes.")
    later = "Later deals. Since round 2: 11 tiles each."
    for template, sentences in {"classic": (" ".join(deal), later), "rules-card": deal}.items():
        (text,) = page_texts(typeset([sheet], Look(template=template)).pages[0])
        assert all(squeezed(sentence) in squeezed(text) for sentence in sentences)


@given(EVENINGS)
@settings(max_examples=20, deadline=None)
def test_later_deals_are_those_that_were_dealt(evening: Evening) -> None:
    """Whenever people come or leave, in the middle of a round too, a deal counts those who sat there for it."""
    log, dealt = new_log(players=PEOPLE[:4]), dict[int, int]()
    for deeds in evening:
        game = log.game
        if game.current is not None:
            name = game.missing_in(game.current)[0]
            log = changed(log, RoundScored(round=game.current.number, entries={name: Pips(5)}))
            dealt.setdefault(game.current.number, len(game.players_of(game.current.number)))
        for what, lot in deeds:
            log = changed(log, deed(log.game, what, lot))
        for entered in hands(log.game, len(deeds)):
            log = changed(log, entered)
    terms = terms_of(log.game, "Classic", dealt_counts(log))
    since = {1: terms.players, **dict(terms.later)}
    assert {number: since[max(one for one in since if one <= number)] for number in dealt} == dealt


@pytest.mark.parametrize("template", ["classic", "large", "pocket", "tournament", "result"])
def test_every_template_shows_it(template: str) -> None:
    """Each template that shows totals shows those of latecomers and leavers, on one page."""
    game = changing_table()
    (text,) = page_texts(typeset([filled_sheet(game, "Classic")], Look(template=template)).pages[0])
    for name in game.players:
        assert name in text
        assert str(game.total(name)) in squeezed(text)
    if template != "result":
        assert "–31" in squeezed(text)
    if template != "large":
        assert squeezed("Dora joined in round 3, with 31.") in squeezed(text)
