"""Merged spellings and names, without changes to any game."""

import pytest

from scorekeeper.errors import Impossible, Malformed, NotFound
from scorekeeper.history.past import everyone_seated, find_person, merge_people, past_games, person_of
from scorekeeper.history.summary import summarise
from tests.build import new_log


def games(*tables: str, same: dict[str, str] | None = None) -> tuple:  # type: ignore[type-arg]
    """Return past games of these tables; names are separated by spaces."""
    kept = [(str(at), summarise(new_log(players=names.split()).game)) for at, names in enumerate(tables)]
    return past_games(kept, same or {})


def test_capitals_do_not_make_another_person() -> None:
    """Spellings that differ only in case are one person, with the name of the latest game."""
    assert [one.people for one in games("ANA Ben", "Ana ben")] == [("ANA", "Ben"), ("ANA", "Ben")]


def test_names_put_together_are_one_person() -> None:
    """A merged name is shown as the other one, through any number of merges."""
    found = games("Ana Ben", "Anna Ben", "Annie Ben", same={"anna": "Ana", "annie": "anna"})
    assert everyone_seated(found) == ("Ana", "Ben")


def test_a_person_may_have_a_name_that_nobody_played_under() -> None:
    """Two names may stand for a third."""
    found = games("Ana Ben", "Anna Ben", same={"anna": "Ana Maria", "ana": "Ana Maria"})
    assert everyone_seated(found) == ("Ana Maria", "Ben")


def test_two_players_of_one_game_are_two_people() -> None:
    """Two names in one game stay two people, even if they are merged."""
    found = games("Ana Anna", "Anna Ben", same={"anna": "Ana"})
    assert [one.people for one in found] == [("Ana", "Anna"), ("Ana", "Ben")]


def test_a_circle_of_names_ends() -> None:
    """A cycle of merged names is followed only once around."""
    assert person_of("Ana", {"ana": "Ben", "ben": "Ana"}) == "Ben"


def test_merging_follows_what_was_put_together_before() -> None:
    """A merge joins the people that both names stand for now."""
    same = {"anna": "Ana"}
    found = games("Ana Ben", "Anna Ben", "Annie Ben", same=same)
    assert merge_people("annie", "ANNA", found, same) == ("annie", "Ana")
    assert merge_people("anna", "Ana Maria", found, same) == ("ana", "Ana Maria")


@pytest.mark.parametrize(
    ("name", "into", "kind", "told"),
    [
        ("Ana", "ana", Impossible, "one player already"),
        ("Ana", "Ben", Impossible, "played against each other on 2026-11-20"),
        ("Anq", "Ben", NotFound, "did you mean Ana"),
        ("Ana", "a,b", Malformed, "comma"),
    ],
)
def test_what_cannot_be_one_person_is_refused(name: str, into: str, kind: type[Exception], told: str) -> None:
    """The refusal says why, and who might be meant."""
    with pytest.raises(kind, match=told):
        merge_people(name, into, games("Ana Ben", "Cy Dan"), {})


def test_nobody_is_known_before_the_first_game() -> None:
    """Without stored games, the message says so."""
    with pytest.raises(NotFound, match="Nobody has played"):
        find_person("Ana", ())
