"""Rules changed in the middle of a game: rounds go on being counted as they were played, unless asked."""

import tomllib
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.formats.game_file import log_of, show_game
from scorekeeper.formats.rule_words import shipped_wording
from scorekeeper.game.events import EventKind, RoundCleared, RoundScored, RulesChanged
from scorekeeper.game.game import Game
from scorekeeper.game.log import GameLog, begin_game
from scorekeeper.game.narrative import describe_events
from scorekeeper.game.round import Pips, Points, TileEntry
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.rules.schedule import RulePeriod
from scorekeeper.sheets.game_sheet import terms_of
from scorekeeper.sheets.small_print import small_print
from scorekeeper.tiles import parse_tiles
from tests.build import AT, after, new_log, started
from tests.conftest import CLASSIC, SHELF, Ran, by_cases

BLANK = TileEntry(parse_tiles("0-0", 9))


def game(*changes: EventKind, house: tuple[str, ...] = ()) -> GameLog:
    """Return the log of a game of three in which these changes were made."""
    return after(new_log(*house), *changes)


def played(number: int) -> RoundScored:
    """Return a round in which Ana holds 0-0, Ben five pips, and Cy seven points as counted."""
    return RoundScored(round=number, entries={"Ana": BLANK, "Ben": Pips(5), "Cy": Points(7)})


def changed(again: bool = False, **values: object) -> RulesChanged:
    """Return a change of rules; keys are written with two underscores for the dot."""
    return RulesChanged(
        changes={key.replace("__", "."): value for key, value in values.items()}, count_again=again
    )


def read(told: Game) -> Game:
    """Return the game as its file gives it back."""
    return log_of(tomllib.loads(show_game(told)), SHELF.book, datetime.min).game


@pytest.mark.parametrize(("again", "expected"), [(False, [50, 25]), (True, [25, 25])])
def test_earlier_rounds_are_counted_again_only_if_the_table_says_so(again: bool, expected: list[int]) -> None:
    """A new price of 0-0 holds from the next round on; points as counted never change."""
    found = game(played(1), changed(again, scoring__double_blank=25), played(2)).game
    assert [points["Ana"] for points in found.points] == expected
    assert [points["Cy"] for points in found.points] == [7, 7]


def test_a_round_that_has_begun_goes_on_under_its_rules() -> None:
    """What is entered later for a begun round, or corrected, is counted by the rules it was played by."""
    begun = RoundScored(round=1, entries={"Ben": Pips(5)})
    log = game(begun, changed(scoring__double_blank=25), played(1))
    assert log.game.points[0]["Ana"] == 50
    cleared = log.after(RoundCleared(1), AT).after(played(1), AT)
    assert cleared.game.points == log.game.points


def test_counting_one_rule_again_leaves_an_earlier_agreement_alone() -> None:
    """Only what changes now is counted again; how rounds were played stays on record."""
    log = game(
        played(1),
        changed(scoring__double_blank=25),
        played(2),
        changed(again=True, scoring__out=-5, turn__plays="many"),
    )
    assert [points["Ana"] for points in log.game.points] == [50, 25]
    assert [log.game.rules_of(number).scoring.out for number in (1, 2, 3)] == [-5, -5, -5]
    assert [log.game.rules_of(number).turn.plays for number in (1, 2, 3)] == ["one", "one", "many"]


def test_a_change_can_be_counted_again_later() -> None:
    """The table may first change a rule and decide on the earlier rounds afterwards."""
    log = game(played(1), changed(scoring__double_blank=25), changed(True, scoring__double_blank=25))
    assert (log.game.points[0]["Ana"], log.game.earlier) == (25, ())


def test_a_change_taken_back_by_another_leaves_nothing_behind() -> None:
    """There and back again before the next round is as if nothing had been said."""
    log = game(played(1), changed(scoring__out=-5), changed(scoring__out=0))
    assert log.game.earlier == ()


def test_a_change_holds_for_a_round_taken_away_again() -> None:
    """A round that was emptied has not begun: what is agreed then, or agreed once more, holds for it."""
    log = game(played(1), played(2), changed(scoring__double_blank=25), RoundCleared(2))
    assert after(log, played(2)).game.points[1]["Ana"] == 50
    assert after(log, changed(scoring__double_blank=0), played(2)).game.points[1]["Ana"] == 0
    assert after(log, changed(scoring__double_blank=25), played(2)).game.points[1]["Ana"] == 25


def test_another_order_of_doubles_holds_for_the_rounds_to_come() -> None:
    """Rounds keep the double they were played with, also when an earlier one is mended."""
    log = game(played(1), played(2), changed(rounds__order="ascending"), played(3))
    assert [played.double for played in log.game.rounds] == [9, 8, 2]
    mended = log.after(RoundScored(round=1, started_with=7), AT)
    assert [played.double for played in mended.game.rounds] == [9, 8, 2]
    assert read(mended.game) == mended.game


def test_ties_are_decided_by_the_rules_in_force() -> None:
    """The end of the game goes by what the table agreed last."""
    assert game(played(1), changed(winning__ties=["share"])).game.rules.winning.ties == ("share",)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (changed(scoring__double_blank=50), "in force already"),
        (changed(scoring__nonsense=1), "There is no rule"),
        (changed(deal__hand_size={"any": 40}), "hands of 40"),
        (changed(rounds__length="fixed"), "needs the number of rounds"),
        (changed(True, scoring__blank_tile=30), "the tiles themselves are needed"),
    ],
)
def test_a_change_that_cannot_be_is_refused(change: RulesChanged, told: str) -> None:
    """What contradicts the rules, the tiles or the rounds to be counted again is told in a sentence."""
    log = game(RoundScored(round=1, entries={"Ben": Pips(5, blank_halves=1)}))
    with pytest.raises(ScorekeeperError, match=told):
        log.after(change, AT)


def test_a_flat_price_may_begin_after_rounds_that_were_only_counted() -> None:
    """Rounds before the change need no tiles, for they are not counted by it."""
    log = game(
        RoundScored(round=1, entries={"Ben": Pips(5, blank_halves=1)}), changed(scoring__blank_tile=30)
    )
    assert log.game.points[0]["Ben"] == 5


@by_cases
def test_faulty_earlier_rules_are_refused_with_their_place(told: str, place: str) -> None:
    """The sentence names the key path in the file."""
    head = (
        'date = 2026-11-20\nset = 9\nplayers = ["A", "B"]\nrules = "classic"\nformat = "scorekeeper-game/1"\n'
    )
    with pytest.raises(Malformed, match=place):
        log_of(tomllib.loads(head + told), SHELF.book, datetime.min)


def test_earlier_rules_for_rounds_without_a_double_end_the_game() -> None:
    """Where earlier rules have no double left, there is no further round, and no crash."""
    earlier = (RulePeriod(20, with_changes(CLASSIC, {"scoring.out": 1})),)
    assert len(begin_game(replace(started(players=("A", "B"), size=6), earlier=earlier), AT).game.ahead) == 7


def test_the_file_says_only_what_was_otherwise() -> None:
    """Earlier rules are written as their differences from the rules in force."""
    text = show_game(game(played(1), changed(scoring__double_blank=25)).game)
    assert "[[rules_earlier]]\nuntil = 1\nscoring.double_blank = 50\n" in text


def test_the_log_tells_a_change_with_its_reason() -> None:
    """Which rule, from what to what, since when, and why."""
    first = RulesChanged(changes={"scoring.out": -5}, reason="agreed")
    table = changed(True, deal__hand_size={"9": {"3": 9}, "any": "42/n"}, little__again="skip")
    ties = changed(winning__ties=["share"])
    told = [line.sentence for line in describe_events(game(first, played(1), ties, table), shipped_wording)]
    assert told[1] == (
        "The rules were changed. Going out: The player who goes out scores -5 points for the round. "
        "Before: The player who goes out scores nothing for the round. (agreed)"
    )
    assert told[3].startswith("The rules were changed after round 9-9. Ties: ")
    assert told[4].startswith("The rules were changed, and earlier rounds counted again. ")
    assert " Tiles in a hand: " in told[4]
    assert "double-nine: 9 with 3 players; otherwise 42 divided by the number of players. Before: " in told[4]
    assert not any(word in "".join(told) for word in ("deal.hand_size", "most-rounds-won", "skip"))


def test_a_sheet_says_how_earlier_rounds_were_counted(words: Any) -> None:
    """The foot of the sheet names the round and the rule that was otherwise."""
    kept = game(played(1), changed(scoring__double_blank=25)).game
    parts = small_print(terms_of(kept, "Classic"), (), words)
    (told,) = [part.text for part in parts if part.lead == "Until round 1 instead."]
    assert "50" in told


def test_the_command_changes_a_rule(cli: Callable[..., Ran]) -> None:
    """`scorekeeper rule` changes, tells what it did, and counts again only when asked."""
    cli("new", "--players", "Ana,Ben")
    cli("round", "last", "--out", "Ana", "Ben=0-0")
    ran = cli("rule", "last", "scoring.double_blank=25", "--reason", "agreed by all")
    assert ran.out.strip() == (
        "The rules were changed after round 9-9. "
        "Double blank: The double blank left in a hand counts 25 points. "
        "Before: The double blank left in a hand counts 50 points. (agreed by all)"
    )
    assert '"total": 50' in cli("standings", "last", "--json").out.replace("\n", " ")
    cli("rule", "last", "scoring.double_blank=25", "--count-again")
    assert '"total": 25' in cli("standings", "last", "--json").out.replace("\n", " ")
    assert cli("rule", "last", "scoring.dubble=1").status == 2
    assert "KEY=VALUE" in cli("rule", "last", "nonsense").err


def test_another_book_counts_every_round(cli: Callable[..., Ran]) -> None:
    """`standings --rules` leaves out every change; `--house` counts its change in all rounds."""
    cli("new", "--players", "Ana,Ben")
    cli("round", "last", "--out", "Ana", "Ben=0-0")
    cli("rule", "last", "scoring.double_blank=25")
    cli("round", "last", "--out", "Ana", "Ben=0-0")
    whole = cli("standings", "last", "--json").out
    assert '"total": 75' in whole
    assert '"total": 100' in cli("standings", "last", "--rules", "classic", "--json").out
    assert '"total": 6' in cli("standings", "last", "--house", "scoring.double_blank=3", "--json").out


def test_mending_a_round_that_leaves_a_later_one_no_double_is_refused() -> None:
    """Under the relative schedule a low double may end the game early; rounds entered forbid that."""
    log = game(played(1), played(2), played(3), house=("start.next_double=relative",))
    with pytest.raises(ScorekeeperError, match="would have no double left"):
        log.after(RoundScored(round=1, started_with=1), AT)
