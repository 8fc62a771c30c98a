"""A colour belongs to a person: given once, and the same in every game of a store."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.game import (
    ON_DARK,
    PlayerJoined,
    PlayerRenamed,
    Undone,
    player_colours,
    player_marks,
)
from scorekeeper.session import Session
from scorekeeper.storage.store import KeptGame, Store
from tests.build import AT, new_log, started


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
    store.add_game(log)
    assert create(store, "Ana", "Dot")["Ana"] == colour


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
