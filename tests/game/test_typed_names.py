"""Names that are typed now are seen and told apart; those that are stored already stay as they are."""

from typing import Any
from unicodedata import normalize

import pytest

from scorekeeper.errors import Malformed, Position
from scorekeeper.game.apply import apply_event, check_new_change
from scorekeeper.game.events import PlayerJoined, PlayerLeft, PlayerRenamed
from scorekeeper.game.names import Lookalike, clean_players, lookalikes, typed_name, typed_players
from scorekeeper.game.roster import new_lookalikes
from tests.build import new_log
from tests.conftest import case_file

NAMES: dict[str, Any] = case_file("typed_names.toml")


@pytest.mark.parametrize("name", NAMES["unseen"], ids=ascii)
def test_a_name_that_nobody_sees_is_refused(name: str) -> None:
    """A name of blank or invisible letters alone is refused with one of them; a stored one is read."""
    with pytest.raises(Malformed, match=rf"cannot be seen.* U\+{ord(name[0]):04X} .*; type another one\.$"):
        typed_name(name)
    assert clean_players([name, "Ben"]) == (name, "Ben")


@pytest.mark.parametrize("name", NAMES["seen"], ids=ascii)
def test_a_name_that_is_seen_is_somebodys(name: str) -> None:
    """Joiners in emoji and in scripts that need them, marks and variants of letters are part of a name."""
    assert typed_name(f" {name} ") == normalize("NFC", name)


def test_the_seat_of_a_name_that_nobody_sees_is_marked() -> None:
    """The error says at which seat the name stands, and marks all of it."""
    with pytest.raises(Malformed) as caught:
        typed_players(["Ana", "\u3164\u3164"])
    assert caught.value.at == Position(1, 2, 2)


@pytest.mark.parametrize("case", NAMES["alike"], ids=lambda case: ascii(case["names"]))
def test_names_that_look_alike_are_questioned(case: dict[str, Any]) -> None:
    """Two names that differ by what few people see are questioned in either order, with the letter."""
    first, second = case["names"]
    (found,) = lookalikes([second], [first])
    assert found == Lookalike(second, first)
    told = f"; one of them has the letter {case['letter']}." if case["letter"] else "."
    assert found.sentence == f"“{second}” and “{first}” look alike{told}"
    assert lookalikes([second, first]) == (Lookalike(first, second),)


@pytest.mark.parametrize("names", NAMES["unlike"], ids=ascii)
def test_names_that_people_tell_apart_are_not_questioned(names: list[str]) -> None:
    """Other letters, another number, a letter of its own such as ñ: nobody is asked."""
    assert lookalikes(names) == ()


def test_a_name_is_questioned_once_even_if_it_looks_like_several() -> None:
    """Of three names that look alike the second and the third are questioned, each for one other."""
    assert lookalikes(["Ana", "Аna", "Ben", "Aná"]) == (Lookalike("Аna", "Ana"), Lookalike("Aná", "Ana"))


def test_only_a_new_name_is_checked() -> None:
    """Who comes back, who leaves and who gets the same name in other capitals raises no question."""
    game = new_log(players=["Ana", "Аna", "\u3164"]).game
    away = apply_event(PlayerLeft(player="\u3164"), game)
    for what, before in [
        (PlayerLeft(player="Аna"), game),
        (PlayerJoined(player="\u3164", begins="before"), away),
        (PlayerRenamed("\u3164", "Cy"), game),
    ]:
        check_new_change(what, before)
        assert new_lookalikes(what, before) == ()
    assert new_lookalikes(PlayerRenamed("\u3164", "ANA"), game) == (Lookalike("ANA", "Ana"),)
    assert new_lookalikes(PlayerRenamed("\u3164", "\u200dBen"), game) == ()


@pytest.mark.parametrize("what", [PlayerJoined(player="\u3164"), PlayerRenamed("Ben", "\u2800")], ids=repr)
def test_nobody_takes_a_name_at_the_table_that_nobody_sees(what: PlayerJoined | PlayerRenamed) -> None:
    """A stored game may have such a change; a new one is refused."""
    game = new_log(players=["Ana", "Ben"]).game
    apply_event(what, game)
    for check in (check_new_change, new_lookalikes):
        with pytest.raises(Malformed, match="cannot be seen"):
            check(what, game)
