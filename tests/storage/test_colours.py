"""A colour belongs to a person: given once, and the same in every game of a store."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import Impossible
from scorekeeper.game import (
    ON_DARK,
    ColourChosen,
    Finished,
    PlayerJoined,
    PlayerRenamed,
    Undone,
    player_colours,
    player_marks,
)
from scorekeeper.history import people_colours
from scorekeeper.session import Session
from scorekeeper.storage.store import KeptGame, Store
from tests.build import AT, new_log, scored, started


def colours(kept: KeptGame) -> dict[str, int]:
    """Return the place in the palette of everybody in a game."""
    return {name: mark.place for name, mark in player_marks(kept.game).items()}


def create(store: Store, *players: str) -> dict[str, int]:
    """Store a new game, and return the colours of its players."""
    return colours(store.create(started(players=players), AT + timedelta(days=store.count())))


def test_a_colour_goes_with_a_person_into_every_game(store: Store) -> None:
    """Seats, company and spelling may change; a new person takes a colour that nobody at the table has."""
    first = create(store, "Ana", "Ben", "Cy")
    second = create(store, "Dot", "cy", "ANA")
    assert (second["cy"], second["ANA"]) == (first["Cy"], first["Ana"])
    assert second["Dot"] not in first.values(), "a newcomer has a colour that somebody else has"


def test_who_has_a_colour_longer_keeps_it(store: Store) -> None:
    """Two who have the same colour from other tables: the later one has another in this game alone."""
    pairs = [(f"A{number}", f"B{number}") for number in range(len(ON_DARK) // 2)]
    early = {name: colour for pair in pairs for name, colour in create(store, *pair).items()}
    late = create(store, "Eva", "Gus")
    (rival,) = (name for name, colour in early.items() if colour == late["Eva"])
    both = create(store, "Eva", rival)
    assert both[rival] == early[rival], "who had the colour first lost it"
    assert both["Eva"] != both[rival], "two at a table have one colour"
    assert create(store, "Eva", "Gus") == late, "the colour of one game became the person's own"


def test_merged_names_have_the_colour_of_the_first(store: Store) -> None:
    """Whoever played as Annie and is Ana has the colour that came first, under either name."""
    create(store, "Ben", "Ana")
    create(store, "Annie", "Ben")
    store.put_together("Annie", "Ana")
    assert create(store, "Cy", "Annie")["Annie"] == create(store, "Ana", "Dot")["Ana"]


def test_a_latecomer_brings_a_colour(store: Store) -> None:
    """Somebody who comes late has the own colour, unless somebody at the table has it; renaming and undo keep it."""
    own = create(store, "Ana", "Ben", "Cy")["Cy"]
    session = Session(store, lambda: AT)
    session.start(started(players=("Eva", "Gus")))
    before = colours(session.kept)
    assert own not in before.values()
    session.keep(PlayerJoined(player="Cy"))
    assert colours(session.kept) == {**before, "Cy": own}
    session.keep(PlayerRenamed(player="Cy", name="Cyril"))
    assert colours(session.kept) == {**before, "Cyril": own}
    session.keep(Undone())
    session.keep(Undone())
    session.keep(PlayerJoined(player="Ben"))
    assert colours(session.kept)["Ben"] not in before.values()


def test_a_game_of_last_year_changes_no_colour(store: Store) -> None:
    """A game that is brought in has colours by who came first; people keep those that they have."""
    colour = create(store, "Ben", "Ana")["Ana"]
    log = new_log(players=("Ana", "Cy"))
    assert player_marks(log.game)["Ana"].place != colour
    store.add_games([log])
    assert create(store, "Ana", "Dot")["Ana"] == colour


def test_games_that_are_brought_in_give_colours_and_keep_those_that_people_have(store: Store) -> None:
    """Given once, also to somebody whose first game comes out of a file, and the same in every game of that file."""
    own = create(store, "Ben", "Ana")
    brought = [
        new_log(players=players) for players in (("Ana", "Eva"), ("Eva", "Gus", "Ben"), ("Gus", "Ana"))
    ]
    first, second, third = map(colours, store.bring_in(brought))
    assert (first["Ana"], second["Ben"], third["Ana"]) == (own["Ana"], own["Ben"], own["Ana"])
    assert (first["Eva"], second["Gus"]) == (second["Eva"], third["Gus"])
    assert create(store, "Eva", "Zoe")["Eva"] == first["Eva"]


def free_colour(kept: KeptGame) -> int:
    """Return a place in the palette that nobody in a game has."""
    return max({*range(len(ON_DARK))} - {*colours(kept).values()})


def test_a_chosen_colour_is_the_persons_own_from_that_game_on(store: Store) -> None:
    """In the game, in games to come and on the own page; games before keep theirs, and undo brings it back."""
    session = Session(store, lambda: AT + timedelta(days=store.count()))
    before = create(store, "Ana", "Ben", "Cy")
    session.start(started(players=("Ben", "Cy", "Ana")))
    chosen = free_colour(session.kept)
    session.keep(scored(1, "Ana", Ben="5", Cy="4"), Finished(), ColourChosen("Ana", chosen))
    assert colours(session.kept) == before | {"Ana": chosen}
    oldest = next(past for past in store.past() if not past.began)
    assert {seat.player: seat.colour for seat in oldest.summary.seats} == before, "an older game changed"
    assert people_colours(store.past())["ana"] == chosen
    assert create(store, "Dot", "Ana")["Ana"] == chosen
    undone = Session(store, lambda: AT)
    undone.start(started(players=("Ben", "Cy")))
    undone.keep(ColourChosen("Cy", chosen), Undone())
    assert colours(undone.kept) == {name: before[name] for name in ("Ben", "Cy")}
    assert people_colours(store.past())["cy"] == before["Cy"]


def test_who_chose_a_colour_has_it_since_then(store: Store) -> None:
    """At one table with somebody who had it before, the earlier owner keeps it and the other has a free one."""
    ana = create(store, "Ana", "Ben")["Ana"]
    session = Session(store, lambda: AT + timedelta(days=1))
    session.start(started(players=("Ben", "Cy")))
    ben = colours(session.kept)["Ben"]
    session.keep(ColourChosen("Ben", ana))
    both = create(store, "Ben", "Ana")
    assert both["Ana"] == ana
    assert both["Ben"] not in (ana,)
    assert create(store, "Ben", "Cy")["Ben"] == ana != ben


def test_two_at_a_table_never_choose_one_colour(store: Store) -> None:
    """A colour that somebody there has is refused, also where two people choose at once, and where it is none."""
    session, other = (Session(store, lambda: AT) for _session in range(2))
    session.start(started(players=("Ana", "Ben", "Cy")))
    other.open(session.kept.id)
    chosen = free_colour(session.kept)
    for colour, why in (
        (colours(session.kept)["Ben"], "Ben has this colour"),
        (len(ON_DARK), "no colour 12"),
    ):
        with pytest.raises(Impossible, match=why):
            session.keep(ColourChosen("Ana", colour))
    session.keep(ColourChosen("Ana", chosen))
    with pytest.raises(Impossible, match="Ana has another colour"):
        other.keep(ColourChosen("Ben", chosen))
    with pytest.raises(Impossible, match="Ana has this colour"):
        other.keep(ColourChosen("Ana", chosen))


def test_a_chosen_colour_changes_nobody_elses_in_an_older_game() -> None:
    """In a game without stored colours all others keep what they had; a new name keeps the choice."""
    log = new_log(players=("Cy", "Ana", "Ben"))
    before = {name: mark.place for name, mark in player_marks(log.game).items()}
    for what in (ColourChosen("ana", 7), PlayerRenamed("Ana", "Annie")):
        log = log.after(what, AT)
    assert {name: mark.place for name, mark in player_marks(log.game).items()} == {
        "Cy": before["Cy"],
        "Ben": before["Ben"],
        "Annie": 7,
    }
    assert log.game.chosen == ("Annie",)


@given(
    st.lists(st.sampled_from("abcdefghijklmnop"), unique=True),
    st.dictionaries(st.sampled_from("abcdefghijklmnop"), st.integers(0, len(ON_DARK) - 1)),
)
def test_colours_are_apart_while_there_are_enough(players: list[str], known: dict[str, int]) -> None:
    """No two at a table have the same colour up to twelve, and who is known first has the own one."""
    chosen = player_colours(players, known)
    assert set(chosen) == set(players)
    assert len(set(chosen.values())) == min(len(players), len(ON_DARK)), "two have one colour"
    seated = [name for name in known if name in players]
    assert all(chosen[name] == known[name] for name in seated[:1]), "who has it longest lost it"


def test_a_game_of_an_older_program_has_colours() -> None:
    """Games without colours have those that they always had: by who came first, then by the names."""
    game = new_log(players=("Cy", "Ana")).game
    assert game.colours == {}
    assert {name: mark.place for name, mark in player_marks(game).items()} == {"Cy": 1, "Ana": 0}
