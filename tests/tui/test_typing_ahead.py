"""Typed faster than the screen follows: keys never land on the wrong line."""

from textual.events import Key
from textual.pilot import Pilot

from scorekeeper.game import Pips


def type_at_once(pilot: Pilot[None], *keys: str) -> None:
    """Put keys into the app's queue as a terminal does, without waiting for any of them."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))


async def test_a_round_typed_at_once_lands_on_its_lines(app, keep) -> None:
    """Four hands in one burst are four entries."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter")
        type_at_once(pilot, "1", "2", "enter", "o", "enter", "3", "4", "enter", "7", "enter")
        await pilot.pause(1)
        played = pilot.app.desk.game.round(1)
        assert played.entries == {"Ana": Pips(12), "Carla": Pips(34), "Dan": Pips(7)}
        assert played.out == "Ben"


async def test_names_typed_at_once_take_their_seats(app) -> None:
    """Names in one burst are as many players, in order."""
    async with app().run_test() as pilot:
        await pilot.press("n")
        type_at_once(pilot, *"Ana", "enter", *"Ben", "enter", *"Cy", "enter", "f5")
        await pilot.pause(1)
        assert pilot.app.desk.game.players == ("Ana", "Ben", "Cy")
