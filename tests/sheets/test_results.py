"""The result on paper: headline, sentence, table and chart tell one standing."""

import json
from itertools import accumulate

import pytest
from msgspec.structs import replace
from typst import Compiler

from scorekeeper.game.apply import apply_event
from scorekeeper.game.events import PlayerLeft
from scorekeeper.game.game import Game
from scorekeeper.sheets import Look, blank_sheet, typeset
from scorekeeper.sheets.game_sheet import filled_sheet
from scorekeeper.sheets.typesetting import SheetParts
from scorekeeper.system import shipped_folder
from tests.build import AT, new_log, played, scored
from tests.games import NAMES, new_game
from tests.games import played as full_game
from tests.paper import page_texts, squeezed

RESULT = Look(template="result", show=SheetParts(rules=False))


def result_text(game: Game) -> str:
    """Return the words of a game's result sheet."""
    (text,) = page_texts(typeset([filled_sheet(game, "Classic")], RESULT).pages[0])
    return text


def left_in_the_lead() -> Game:
    """Return a game after three rounds that Ana left with the fewest points."""
    log = new_log()
    log = log.after(scored(1, "Cy", Ana="12", Ben="50"), AT)
    log = log.after(scored(2, "Ben", Ana="5", Cy="30"), AT)
    log = log.after(PlayerLeft(player="Ana"), AT)
    return log.after(scored(3, "Cy", Ben="40"), AT).game


def test_who_left_is_said_everywhere() -> None:
    """The sentence and the table say who left; the headline and the first line of the chart are the leader's."""
    sheet = filled_sheet(left_in_the_lead(), "Classic")
    assert sheet.result == "After 3 of 10 rounds: Cy 30, Ben 90, Ana 17 (left before round 3)."
    assert [(place.player, place.left) for place in sheet.places] == [
        ("Cy", ""),
        ("Ben", ""),
        ("Ana", "left before round 3"),
    ]
    assert result_text(left_in_the_lead()).count("left before round 3") == 2


def test_the_head_counts_every_column() -> None:
    """The number of players at the head is that of the columns."""
    sheet = filled_sheet(left_in_the_lead(), "Classic")
    assert sheet.facts == "Double-nine · 3 players · 10 rounds"
    assert len(sheet.players) == 3


def test_places_say_by_how_much() -> None:
    """A place says how many points it is ahead of the next one; nobody is ahead of a player who left."""
    assert [place.decided_by for place in filled_sheet(left_in_the_lead(), "Classic").places] == [
        "60 points",
        "",
        "",
    ]


def test_every_line_ends_at_its_total() -> None:
    """The chart is of the complete rounds alone, as the places are, although a later one has totals too."""
    game = apply_event(scored(2, Ana="60"), played([(0, 10, 20)], ["Ana"]))
    game = apply_event(scored(3, "Ben", Ana="7", Cy="9"), game)
    places = filled_sheet(game, "Classic").places
    assert [(place.player, place.course) for place in places] == [
        ("Ana", ((0, 0), (1, 0), (3, 7))),
        ("Ben", ((0, 0), (1, 10), (3, 10))),
        ("Cy", ((0, 0), (1, 20), (3, 29))),
    ]
    assert all(place.course[-1][1] == place.total for place in places)


def test_a_line_ends_where_its_player_left() -> None:
    """The line of a player who left ends with the last round played."""
    (ana,) = (place for place in filled_sheet(left_in_the_lead(), "Classic").places if place.player == "Ana")
    assert ana.course == ((0, 0), (1, 12), (2, 17))


def test_two_winners_are_named_in_one_sentence() -> None:
    """A shared first place is headed Winners, and one sentence says with how many points."""
    game = played([(0, 10, 20)] + [(10, 0, 20)] + [(5, 5, 5)] * 8, ["Ana", "Ben", *[""] * 8])
    assert (
        filled_sheet(game, "Classic").result
        == "Ana and Ben share the win with 50, same rounds won, same lowest round."
    )
    text = result_text(game)
    assert "WINNERS" in text
    assert squeezed("Ana · Ben") in squeezed(text)


def test_the_headline_is_about_the_win() -> None:
    """The winner's sentence comes first, then what decided the ties for other places."""
    game = replace(played([(0, 9, 9)], ["Ana"]), finished=True)
    assert filled_sheet(game, "Classic").result == (
        "Ana wins with 0, 9 points fewer than Ben. Ben and Cy both have 9, same rounds won, same lowest round: "
        "they share the place. The game ended early, after 1 of 10 rounds."
    )


def test_a_game_finished_early_says_so(shelf) -> None:
    """Head and sentence say how many rounds were played, and no other round has a row."""
    whole = full_game(new_game(shelf, 9, NAMES[:3]))
    sheet = filled_sheet(replace(whole, rounds=whole.rounds[:6], finished=True), "Classic")
    assert sheet.facts == "Double-nine · 3 players · 6 of 10 rounds"
    assert sheet.result.endswith(" The game ended early, after 6 of 10 rounds.")
    assert sheet.result.count("6 of 10") == 1
    assert len(sheet.rounds) == 6
    assert filled_sheet(whole, "Classic").facts == "Double-nine · 3 players · 10 rounds"


@pytest.mark.parametrize("template", ["classic", "large", "pocket", "pocket-four", "tournament"])
def test_a_leaver_has_no_place(template: str) -> None:
    """Every template says “left” in the place of a player with the best total who left."""
    sheet = filled_sheet(replace(left_in_the_lead(), finished=True), "Classic")
    assert [(seat.total, seat.left) for seat in sheet.players] == [(17, True), (90, False), (30, False)]
    text = page_texts(typeset([sheet], Look(template=template)).pages[0])[0]
    assert squeezed("PLACE left 2 1") in squeezed(text)


@pytest.mark.parametrize("template", ["pocket", "pocket-four"])
def test_a_pocket_sheet_says_who_won_and_how_early(template: str) -> None:
    """The head of a pocket sheet says how many rounds were played, and its foot who won."""
    sheet = filled_sheet(replace(left_in_the_lead(), finished=True), "Classic")
    text = squeezed(page_texts(typeset([sheet], Look(template=template)).pages[0])[0])
    assert squeezed("3 of 10 rounds") in text.partition("PLACE")[0]
    assert squeezed(sheet.result) in text.partition("PLACE")[2]


@pytest.mark.parametrize("rounds", [0, 1])
def test_nobody_leads_before_the_first_complete_round(rounds: int) -> None:
    """Before a round is complete nobody is in the lead: the sheet has lines to write on."""
    game = played([], [])
    game = apply_event(scored(1, Ana="60"), game) if rounds else game
    assert filled_sheet(game, "Classic").places == ()
    assert "IN THE LEAD" not in result_text(game)


def test_a_blank_result_is_ruled(shelf, words) -> None:
    """An empty result sheet has a numbered line for each place."""
    (text,) = page_texts(typeset([blank_sheet(shelf.book("classic"), 9, 6, wording=words)], RESULT).pages[0])
    assert ("CHICKENFOOT RESULT" in text, "WINNER" in text) == (True, True)
    assert [line for line in text.splitlines() if line.strip().isdigit()] == ["1", "2", "3", "4", "5", "6"]


def test_twelve_lines_are_named_once_and_apart(shelf) -> None:
    """Each of twelve lines has its name and total beside its end, none over another."""
    sheet = filled_sheet(full_game(new_game(shelf, 12, NAMES)), "Classic")
    (text,) = page_texts(typeset([sheet], RESULT).pages[0])
    labels = text.partition("FEWEST ON TOP")[2]
    assert all(labels.count(name) == 1 for name in NAMES)


def test_a_lying_result_has_its_chart_beside_the_places(shelf) -> None:
    """On a lying page twelve places keep their size, and the chart stands beside them."""
    sheet = filled_sheet(full_game(new_game(shelf, 12, NAMES)), "Classic")
    (text,) = page_texts(typeset([sheet], replace(RESULT, orientation="landscape")).pages[0])
    assert "FEWEST ON TOP" in text
    assert all(squeezed(text).count(squeezed(name)) >= 2 for name in NAMES)


def drawn(courses: list[list[int]], height: float) -> list[list[float]]:
    """Return how low the chart draws each line at each round, in points, of totals from 0 to the largest."""
    most = max(map(max, courses))
    told = ", ".join(
        f"({', '.join(f'({number}, {total})' for number, total in enumerate(course))})" for course in courses
    )
    source = (
        '#import "/chart.typ": drawn-points\n'
        f"#let lines = drawn-points(({told}), n => n * 1pt, total => total / {most} * {height}pt, {height}pt)\n"
        "#metadata(lines.map(line => line.map(point => point.last().pt()))) <lines>\n"
    )
    folder = shipped_folder("templates") / "lib" / "scorekeeper" / "sheet" / "1.0.0"
    data = json.dumps({"words": {}, "emblem": "", "paper": "letter", "orientation": "auto", "sheets": []})
    found = Compiler(source.encode(), root=folder, sys_inputs={"data": data}).query("<lines>")
    lines: list[list[float]] = json.loads(found)[0]["value"]
    return lines


def test_no_line_of_the_chart_goes_up_where_its_total_grows() -> None:
    """Twelve lines that lie close together keep to their totals, within a hair, and stay inside the chart."""
    rounds = [(0, *range(30, 41)), (*range(60, 71), 0), (*range(90, 100), 0, 100), (0,) * 12, (1, *(0,) * 11)]
    courses = [list(accumulate((0, *points))) for points in zip(*rounds, strict=True)]
    height = 100.0
    for line, totals in zip(drawn(courses, height), courses, strict=True):
        own = [height * total / max(map(max, courses)) for total in totals]
        assert all(abs(one - other) < 3.3 for one, other in zip(line, own, strict=True))
        assert all(0 <= one <= height for one in line)
        assert line == sorted(line)
