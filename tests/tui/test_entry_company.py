"""The players change in another window while a round is being entered: nothing lands on the wrong name."""

from collections.abc import Callable

import pytest

from scorekeeper.game import called_now
from scorekeeper.game.events import (
    EventKind,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    Redone,
    RulesChanged,
    SeatsChanged,
    Undone,
)
from scorekeeper.game.round import Pips
from scorekeeper.session.review import holding_double_blank
from scorekeeper.storage import open_store
from scorekeeper.storage.store import KeptGame, Store
from scorekeeper.tui.entry.lines import EntryLine
from scorekeeper.tui.entry.round import EntryScreen, WhoHadDoubleBlank
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.dialogs import Confirm
from tests.build import AT, new_log, scored
from tests.tui.conftest import NOON, told, until
from tests.tui.test_entry import in_hand, said


@pytest.fixture
def elsewhere(home, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that changes a kept game as another window would; a server's word of it has come at once."""
    monkeypatch.setattr(Store, "others_wrote", lambda _store: True)

    def done(kept: KeptGame, *changes: EventKind, by: str | None = None) -> None:
        store = open_store(home / "games.db")
        now = store.game(kept.id)
        for what in changes:
            now = store.append(now, [what], NOON, by)
        store.close()

    return done


def lines(pilot) -> dict[str, str]:
    """Return what is typed on every line but the last."""
    return {line.title: line.typed for line in list(pilot.app.screen.query(EntryLine))[:-1]}


async def test_a_renamed_player_keeps_the_line_and_what_is_typed_on_it(app, keep, elsewhere) -> None:
    """The hand typed for Ben is Benedict's, and a newcomer called Ben has an empty line."""
    kept = keep()
    async with app(kept).run_test(notifications=True) as pilot:
        await pilot.press("enter", "down", "8")
        elsewhere(kept, PlayerRenamed("Ben", "Benedict"), PlayerJoined(player="Ben"))
        await pilot.app.screen.poll()
        await pilot.pause()
        assert lines(pilot) == {"Ana": "", "Benedict": "8", "Carla": "", "Dan": "", "Ben": ""}
        assert "Benedict" in told(pilot.app)
        await pilot.press("enter", "enter")  # who began is left open
        assert pilot.app.session.game.rounds[0].entries == {"Benedict": Pips(8)}
        assert in_hand(pilot) == "Carla"


async def test_enter_before_the_window_looked_saves_the_hand_under_the_new_name(
    app, keep, elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand typed for Ben is saved for Benedict, not for the newcomer Ben, and the new name is said."""
    monkeypatch.setattr("scorekeeper.tui.base.screen.LOOK_EVERY", 60)
    kept = keep()
    async with app(kept).run_test(notifications=True) as pilot:
        await pilot.press("enter", "down", "8")
        elsewhere(kept, PlayerRenamed("Ben", "Benedict"), PlayerJoined(player="Ben"))
        await pilot.press("enter")
        assert pilot.app.session.game.rounds[0].entries == {"Benedict": Pips(8)}
        assert (lines(pilot)["Benedict"], lines(pilot)["Ben"]) == ("8", "")
        assert "Benedict" in told(pilot.app)


async def test_what_is_typed_for_one_who_left_stays_and_is_not_kept(app, keep, elsewhere) -> None:
    """The line says that its player is gone; an empty line of such a player goes."""
    kept = keep()
    async with app(kept).run_test(notifications=True) as pilot:
        await pilot.press("enter", "down", "8")
        elsewhere(kept, PlayerLeft(player="Ben"), PlayerLeft(player="Dan"))
        await pilot.app.screen.poll()
        assert lines(pilot) == {"Ana": "", "Ben": "8", "Carla": ""}
        assert "no longer plays" in said(pilot, "Ben")
        await pilot.press("enter")
        assert pilot.app.session.game.rounds == ()
        assert lines(pilot)["Ben"] == "8"
        await pilot.press("backspace", "enter", "5", "enter")
        assert pilot.app.session.game.rounds[0].entries == {"Ana": Pips(5)}


async def test_a_hand_that_came_while_the_cursor_was_there_is_asked_about(app, keep, elsewhere) -> None:
    """What is typed next replaces it only after a second Enter; the line says who entered it."""
    kept = keep()
    async with app(kept).run_test() as pilot:
        await pilot.press("enter")
        elsewhere(kept, scored(1, Ana="33"), by="Ana's phone")
        await pilot.app.screen.poll()
        await pilot.press("5", "enter")
        assert "Ana was entered as 33 by Ana's phone." in said(pilot, "Ana")
        assert pilot.app.session.game.rounds[0].entries == {"Ana": Pips(33)}
        await pilot.press("enter")
        assert pilot.app.session.game.rounds[0].entries == {"Ana": Pips(5)}
        await pilot.press("up", "6", "enter")
        assert pilot.app.session.game.rounds[0].entries == {"Ana": Pips(6)}


async def test_an_emptied_line_takes_over_what_came_meanwhile(app, keep, elsewhere) -> None:
    """Who clears a stray digit does not delete the hand that a phone has sent."""
    kept = keep()
    async with app(kept).run_test() as pilot:
        await pilot.press("enter", "1")
        elsewhere(kept, scored(1, Ana="33"))
        await pilot.app.screen.poll()
        await pilot.press("backspace")
        assert lines(pilot)["Ana"] == "33"
        await pilot.press("enter", "8", "enter")
        assert pilot.app.session.game.rounds[0].entries == {"Ana": Pips(33), "Ben": Pips(8)}


async def test_the_mark_moves_on_while_another_screen_is_open(app, keep, elsewhere) -> None:
    """Enter opens a hand that is missing, and not the one that a phone has sent meanwhile."""
    kept = keep()
    async with app(kept).run_test() as pilot:
        await pilot.press("b")
        elsewhere(kept, scored(1, Ana="33"))
        await pilot.app.screen.poll()
        await pilot.press("escape", "enter", "8", "enter")
        assert pilot.app.session.game.rounds[0].entries == {"Ana": Pips(33), "Ben": Pips(8)}


async def test_a_line_in_hand_that_goes_gives_the_cursor_to_another(app, keep, elsewhere) -> None:
    """Keys typed after the player in hand left land on a line, not nowhere."""
    kept = keep()
    async with app(kept).run_test() as pilot:
        await pilot.press("enter")
        elsewhere(kept, PlayerLeft(player="Ana"))
        await pilot.app.screen.poll()
        await pilot.press("7", "enter")
        assert pilot.app.session.game.rounds[0].entries == {"Ben": Pips(7)}


@pytest.mark.parametrize(
    ("changes", "now"),
    [
        ((), ("Ana", "Ben", "Cy")),
        ((PlayerRenamed("ben", "Bo"),), ("Ana", "Bo", "Cy")),
        ((PlayerRenamed("Ben", "Bo"), PlayerRenamed("Bo", "Ben")), ("Ana", "Ben", "Cy")),
        (
            (PlayerRenamed("Ana", "X"), PlayerRenamed("Ben", "Ana"), PlayerRenamed("X", "Ben")),
            ("Ben", "Ana", "Cy"),
        ),
        ((SeatsChanged(("Cy", "Ben", "Ana")), PlayerRenamed("Cy", "Di")), ("Ana", "Ben", "Di")),
        ((PlayerRenamed("Cy", "Di"), Undone(), Redone()), ("Ana", "Ben", "Di")),
    ],
)
def test_names_are_followed_through_every_renaming(changes, now) -> None:
    """Whoever was renamed, twice or crosswise, is found by the name of before; undo leads back."""
    before = after = new_log()
    for what in changes:
        after = after.after(what, AT)
    assert called_now(before, after) == dict(zip(before.game.players, now, strict=True))
    back = called_now(after, before)
    assert {back[name] for name in after.game.players} == set(before.game.players)


def test_a_player_whose_coming_was_undone_keeps_the_name() -> None:
    """Nobody takes the line of one who is gone."""
    joined = new_log().after(PlayerJoined(player="Di"), AT)
    assert called_now(joined, joined.after(Undone(), AT))["Di"] == "Di"


@pytest.mark.parametrize("key", ["escape", "down"])
async def test_only_enter_keeps_a_hand_in_place_of_anothers(app, keep, elsewhere, key: str) -> None:
    """After “Press Enter again to save what you typed” no other key does: leaving asks, and the cursor stays."""
    kept = keep()
    async with app(kept).run_test(notifications=True) as pilot:
        await pilot.press("enter", "8")
        elsewhere(kept, scored(1, Ana="15"))
        await pilot.app.screen.poll()
        await pilot.pause()
        await pilot.press("enter")
        assert "Press Enter again to save what you typed." in said(pilot, "Ana")
        await pilot.press(key)
        assert isinstance(pilot.app.screen, Confirm) == (key == "escape")
        assert pilot.app.session.game.rounds[0].entries == {"Ana": Pips(15)}
        if key == "down":
            await pilot.press("enter", "enter")
            assert pilot.app.session.game.rounds[0].entries == {"Ana": Pips(8)}


async def test_a_round_that_goes_is_left(app, keep, elsewhere) -> None:
    """Another window made the game shorter, and that is said."""
    kept = keep(**{"rounds.length": "fixed", "rounds.count": 4})
    async with app(kept).run_test(notifications=True) as pilot:
        await pilot.press("down", "down", "down", "enter")
        assert isinstance(pilot.app.screen, EntryScreen)
        elsewhere(kept, RulesChanged(changes={"rounds.count": 2}))
        await pilot.app.screen.poll()
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        assert "Another window: " in told(pilot.app)


async def test_who_entered_the_same_hand_is_named(app, keep, elsewhere) -> None:
    """Whatever others entered since."""
    kept = keep(("Ana", "Ben"))
    async with app(kept).run_test(notifications=True) as pilot:
        await pilot.press("enter", "8")
        elsewhere(kept, scored(1, Ana="15"), by="Cy")
        elsewhere(kept, scored(1, Ben="3"), by="Dan")
        await pilot.app.screen.poll()
        assert said(pilot, "Ana") == "Ana was entered as 15 by Cy."


async def test_the_question_who_had_the_double_blank_goes_when_another_window_answers_it(
    app, keep, elsewhere
) -> None:
    """The round is left with that answer, and the person learns what it was."""
    kept = keep(("Ana", "Ben", "Cy"))
    async with app(kept).run_test(notifications=True) as pilot:
        await pilot.press("enter", "o", "enter", "9", "enter", "8", "enter")
        assert isinstance(pilot.app.screen, WhoHadDoubleBlank)
        elsewhere(kept, holding_double_blank(pilot.app.session.game.rounds[0], "Ben"))
        await until(pilot, lambda: "Ben 9 → 59" in told(pilot.app))
        assert isinstance(pilot.app.screen, TableScreen)


async def test_who_had_the_double_blank_is_not_asked_once_a_phone_answered(app, keep) -> None:
    """That nobody had it answers the question before it is asked here, and while it is."""
    async with app(keep(("Ana", "Ben"))).run_test(notifications=True) as pilot:
        answers = pilot.app.session.answers
        await pilot.press("enter", "8", "enter", "9", "enter")
        answers.note(no_double_blank=1)
        await pilot.press("f4", "4", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press("enter", "8", "enter", "o", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, WhoHadDoubleBlank))
        answers.note(no_double_blank=2)
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))


async def test_who_had_the_double_blank_is_asked_where_the_round_was_completed(app, keep, elsewhere) -> None:
    """Nobody is asked what another window asks."""
    kept = keep(("Ana", "Ben", "Cy"))
    async with app(kept).run_test(notifications=True) as pilot:
        await pilot.press("enter", "o", "enter", "9", "enter")
        elsewhere(kept, scored(1, Cy="8"))
        await pilot.app.screen.poll()
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_a_hand_that_is_entered_again_asks_who_had_the_double_blank(app, keep, elsewhere) -> None:
    """Also on a screen that has seen another window complete the round before."""
    kept = keep(("Ana", "Ben", "Cy"))
    async with app(kept).run_test(notifications=True) as pilot:
        await pilot.press("enter", "o", "enter", "9", "enter")
        for change in (scored(1, Cy="8"), Undone()):
            elsewhere(kept, change)
            await pilot.app.screen.poll()
        await pilot.press("7", "enter")
        assert isinstance(pilot.app.screen, WhoHadDoubleBlank)
