"""One path from an entry to the store, for every edge, however many enter at once."""

import itertools
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.errors import Impossible, Malformed, Unanswered, Unavailable
from scorekeeper.game.events import (
    CallMade,
    ColourChosen,
    DayChanged,
    EventKind,
    Finished,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    RoundCleared,
    RoundScored,
    RulesChanged,
    SeatsChanged,
    TotalsHidden,
    Undone,
)
from scorekeeper.game.round import Call, Out, Pips, SitsOut, TileEntry
from scorekeeper.session.review import parse_line, unsaid
from scorekeeper.session.session import Rejected, Session
from scorekeeper.storage import open_store
from scorekeeper.storage.database import Origin
from scorekeeper.storage.store import KeptGame, Store
from scorekeeper.tiles import parse_tiles
from tests.build import AT, new_log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the file of a store with one game of Ana, Ben and Carla."""
    store = open_store(tmp_path / "games.db")
    store.add_games([new_log(players=("Ana", "Ben", "Carla"))])
    store.close()
    return tmp_path / "games.db"


def opened(path: Path, by: str | None = None) -> Session:
    """Return the game as somebody has it open."""
    session = Session(open_store(path), lambda: AT, by)
    session.open(session.store.find("last"))
    return session


def hand(player: str, pips: int, number: int = 1) -> RoundScored:
    """Return the entry of a counted hand."""
    return RoundScored(round=number, entries={player: Pips(pips)})


def test_an_event_knows_who_acts(path: Path) -> None:
    """What a session stores carries the name of the person whose session it is."""
    opened(path, "Carla").keep(hand("Ben", 4))
    assert opened(path).kept.log.events[-1].by == "Carla"


def test_two_people_enter_different_hands(path: Path) -> None:
    """The slower one's hand is stored behind the other's, and the session says what came."""
    one, other = opened(path), opened(path)
    other.keep(hand("Ben", 4))
    assert one.keep(hand("Carla", 9)) == []
    assert one.game.round(1).entries == {"Ben": Pips(4), "Carla": Pips(9)}
    assert one.came == "Another window: Round 9-9: Ben 4."


def test_who_changed_a_hand_last_is_known(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the name that was given, or the person and computer; also if it was undone or others came in between."""
    mine = opened(path)
    opened(path, "Cy").keep(hand("Ben", 4))
    with monkeypatch.context() as patch:
        patch.setattr("scorekeeper.storage.store.here", lambda: Origin("eva", "club-pc"))
        other = opened(path)
        other.keep(hand("Carla", 9))
        other.keep(RoundScored(round=1, ending=Out("Ana")))
    opened(path, "Dan").keep(RoundScored(round=2, ending=Out("Ben")))
    mine.look_again()
    said = [mine.changed_by(1, who) for who in ("Ana", "Ben", "Carla", None)]
    assert said == ["eva at club-pc", "Cy", "eva at club-pc", "eva at club-pc"]
    assert mine.changed_by(3, "Ben") is None
    opened(path, "Finn").keep(Undone())
    mine.look_again()
    assert (mine.changed_by(2, None), mine.changed_by(2, "Ben")) == ("Finn", "Finn")
    mine.keep(PlayerRenamed("Ben", "Bo"))
    assert mine.changed_by(1, "Bo") is None


def test_two_people_enter_one_hand(path: Path) -> None:
    """The slower one is refused with what came, sees it, and can enter again."""
    one, other = opened(path), opened(path)
    other.keep(hand("Ben", 4))
    with pytest.raises(Impossible, match=r"Ben 4.* Your change was not saved"):
        one.keep(hand("Ben", 7))
    assert one.game.round(1).entries == {"Ben": Pips(4)}
    one.keep(hand("Ben", 7))
    assert opened(path).game.round(1).entries == {"Ben": Pips(7)}


def test_one_tile_is_never_in_two_hands(path: Path) -> None:
    """An entry that became impossible through what came first is refused, with both reasons."""
    one, other = opened(path), opened(path)
    other.keep(RoundScored(round=1, entries={"Ben": TileEntry(parse_tiles("6-4", 9))}))
    with pytest.raises(Impossible, match=r"not saved: .*6-4 cannot be in two hands"):
        one.keep(RoundScored(round=1, entries={"Carla": TileEntry(parse_tiles("6-4", 9))}))
    assert set(opened(path).game.round(1).entries) == {"Ben"}


def test_what_was_answered_about_a_round_is_asked_again_once_its_hands_are_others(path: Path) -> None:
    """That nobody had 0-0 goes for the hands of which it was said; a new name of a player changes nothing."""
    session = opened(path)
    session.keep(RoundScored(round=1, entries={"Ben": Pips(9)}, ending=Out("Ana")), hand("Carla", 8))
    session.answers.note(no_double_blank=1, no_last_double=1)
    session.keep(PlayerRenamed("Ben", "Benno"))
    assert "double-blank" not in unsaid(session.game, session.answers.read())
    session.keep(Undone(), Undone(), hand("Carla", 58))
    assert unsaid(session.game, session.answers.read())["double-blank"] == session.game.round(1)
    assert session.answers.read().no_last_double == 1


def test_a_correction_of_an_earlier_round_asks_nothing_of_the_last_one(path: Path) -> None:
    """What was answered of a round stands while its own hands do."""
    session = opened(path)
    session.keep(RoundScored(round=1, entries={"Ben": Pips(9)}, ending=Out("Ana")), hand("Carla", 8))
    session.keep(RoundScored(round=2, entries={"Ben": Pips(9)}, ending=Out("Ana")), hand("Carla", 8, 2))
    session.answers.note(no_double_blank=2)
    session.keep(hand("Carla", 7))
    assert "double-blank" not in unsaid(session.game, session.answers.read())


def test_what_cannot_be_true_is_rejected_with_its_round(path: Path) -> None:
    """An impossible entry is refused before the store sees it, and says which round it was meant for."""
    session = opened(path)
    session.keep(RoundScored(round=1, entries={"Ben": TileEntry(parse_tiles("6-4", 9))}))
    with pytest.raises(Rejected, match="6-4 cannot be in two hands") as refused:
        session.keep(RoundScored(round=1, entries={"Carla": TileEntry(parse_tiles("6-4", 9))}))
    assert refused.value.round == 1


@pytest.mark.parametrize(
    "bad", [hand("Nobody", 4, 2), RoundScored(round=2, entries={"Ana": Pips(9999)})], ids=["name", "pips"]
)
def test_of_several_changes_all_or_none_are_stored(path: Path, bad: EventKind) -> None:
    """Where one change of several is refused, none of them is stored."""
    session = opened(path)
    with pytest.raises((Rejected, Malformed)):
        session.keep(hand("Ben", 4), bad)
    assert opened(path).game.rounds == ()


def test_each_change_is_reviewed_behind_those_before_it(path: Path) -> None:
    """Changes that only make sense together are stored together, a call among them."""
    call = CallMade(1, Call(kind="chickenlittle", player="Ben", caught_by="Ana"))
    session = opened(path)
    session.keep(RoundScored(round=1, ending=Out("Ana")), hand("Ben", 4), call)
    played = opened(path).game.round(1)
    assert (played.out, dict(played.entries), played.calls) == ("Ana", {"Ben": Pips(4)}, (call.call,))


def test_a_warning_is_reported_or_overruled(path: Path) -> None:
    """An unusual entry is stored with its warning; with a reason the warning is stored as overruled."""
    first = opened(path)
    unusual = RoundScored(round=1, ending=Out("Ana"), entries={"Ben": Pips(230)})
    (warned,) = first.keep(unusual)
    assert warned.change.round == 1
    first.keep(Undone())
    assert first.keep(unusual, overrule="counted twice") == []
    assert [one.why for one in first.game.round(1).overruled] == ["counted twice"]


def test_what_touches_everything_waits_for_a_second_look(path: Path) -> None:
    """What takes back or locks is not stored behind an event that its author has not seen."""
    opened(path).keep(RoundScored(round=1, entries={"Ben": Pips(1), "Carla": Pips(9)}, ending=Out("Ana")))
    for what in (Undone(), Finished()):
        one, other = opened(path), opened(path)
        other.keep(hand("Ben", len(other.kept.log.events)))
        with pytest.raises(Impossible, match="Ben"):
            one.keep(what)
        assert opened(path).kept.log == other.kept.log


@pytest.mark.sqlite
def test_nothing_is_added_to_a_game_from_a_backup_unseen(path: Path, tmp_path: Path) -> None:
    """Where a backup took the place of the games, an entry is refused and the game as it is now is open."""
    one = opened(path)
    (tmp_path / "copy.db").write_bytes(path.read_bytes())
    one.keep(hand("Ben", 4))
    one.store.close()
    path.write_bytes((tmp_path / "copy.db").read_bytes())
    with pytest.raises(Impossible, match=r"restored from a backup.* Your change was not saved"):
        one.keep(hand("Carla", 9))
    assert one.game.rounds == ()


@pytest.mark.sqlite
@pytest.mark.parametrize("since", [0, 2])
def test_a_game_from_a_backup_is_called_so_at_the_next_look(path: Path, tmp_path: Path, since: int) -> None:
    """However much was entered after the backup was restored, nobody takes it for another window's doing."""
    one = opened(path)
    (tmp_path / "copy.db").write_bytes(path.read_bytes())
    one.keep(hand("Ben", 4))
    one.store.close()
    path.write_bytes((tmp_path / "copy.db").read_bytes())
    other = opened(path)
    for count in range(since):
        other.keep(hand("Carla", 9 + count))
    assert one.look_again() == "This game was restored from a backup; check it and enter yours again."
    assert one.game == other.game
    assert one.look_again() == ""


def test_whatever_came_is_described(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where others are faster more than once, all that they did is described."""
    one, other = opened(path), opened(path)
    append, waiting = type(one.store).append, [hand("Ben", 4), hand("Ana", 2)]

    def late(store: Store, *args: Any) -> KeptGame:
        if store is one.store and waiting:
            other.keep(waiting.pop(0))
        return append(store, *args)

    monkeypatch.setattr(type(one.store), "append", late)
    one.keep(hand("Carla", 9))
    assert one.came == "Another window: Round 9-9: Ben 4. Round 9-9: Ana 2."


def test_many_changes_of_others_are_counted(path: Path) -> None:
    """More changes than anybody reads are counted, not listed."""
    one, other = opened(path), opened(path)
    for pips in range(1, 6):
        other.keep(hand("Ben", pips))
    assert one.look_again() == "Another window made 5 changes to this game."
    assert one.look_again() == ""


def test_a_line_is_parsed_once_for_every_edge(path: Path) -> None:
    """The text of a hand, and of how a round was blocked, becomes the change that is stored."""
    game = opened(path).game
    assert parse_line(game, 1, "Ben", "6-4") == RoundScored(
        round=1, entries={"Ben": TileEntry(parse_tiles("6-4", 9))}
    )
    assert parse_line(game, 1, "Ben", "o") == RoundScored(round=1, ending=Out("Ben"))
    with pytest.raises(Malformed, match="short of toes"):
        parse_line(game, 1, None, "nobody")


APART = {
    "seats changed": SeatsChanged(("Carla", "Ben", "Ana", "Eve")),
    "somebody renamed": PlayerRenamed("Carla", "Cleo"),
    "renamed themselves": PlayerRenamed("Ben", "Bo"),
    "somebody joined": PlayerJoined(player="Dan"),
    "somebody left": PlayerLeft(player="Ana"),
    "totals hidden": TotalsHidden(),
    "another day": DayChanged(date(2025, 1, 31)),
    "another colour": ColourChosen("Ben", 9),
    "a rule of later rounds": RulesChanged(changes={"scoring.double_blank": 25}),
    "another hand": hand("Carla", 9),
    "somebody else went out": RoundScored(round=1, ending=Out("Ana")),
    "the same hand": hand("Ben", 7),
    "a call": CallMade(1, Call("chickenlittle", "Ben", caught_by="Ana")),
}
MET = {
    "another hand of that player": (hand("Ben", 4), "Ben 4"),
    "that player went out": (RoundScored(round=1, ending=Out("Ben")), "Ben went out"),
    "that player sits out": (RoundScored(round=1, entries={"Ben": SitsOut()}), "Ben"),
    "that player left": (PlayerLeft(player="Ben"), "Ben"),
    "a rule of that round": (RulesChanged(changes={"scoring.double_blank": 25}, count_again=True), "blank"),
    "an undo": (Undone(), ""),
}
GONE: dict[str, tuple[EventKind, ...]] = {
    "taken back": (Undone(),),
    "corrected": (hand("Ben", 8),),
    "cleared": (RoundCleared(1),),
}


def begun(path: Path) -> None:
    """Begin the first round with a hand of Carla, in a game of four."""
    opened(path).keep(PlayerJoined(player="Eve", round=1))
    opened(path).keep(hand("Eve", 1))


TOTALS: dict[str, tuple[EventKind, bool]] = {
    "the last hand of the round": (RoundScored(round=2, entries=hand("Carla", 8).entries), True),
    "a hand of a round that stays open": (RoundScored(round=2, entries={"Ben": Pips(4)}), False),
    "a correction": (hand("Carla", 70), True),
    "a round that was cleared": (RoundCleared(1), True),
    "somebody who leaves": (PlayerLeft(player="Carla", round=3), True),
    "somebody else with many points": (PlayerJoined(player="Fay", begins="given", points=99), True),
    "a note": (RoundScored(round=2, note="Tea"), False),
}


@pytest.mark.parametrize("name", TOTALS)
def test_nobody_comes_with_other_points_than_were_shown(path: Path, name: str) -> None:
    """A latecomer with the table's average is refused behind what changes it, and seated behind what does not."""
    opened(path).keep(
        RoundScored(round=1, ending=Out("Ana"), entries={"Ben": Pips(20), "Carla": Pips(40)}),
        RoundScored(round=2, ending=Out("Ana"), entries={"Ben": Pips(3)}),
    )
    keyboard, phone = opened(path), opened(path)
    came, changes = TOTALS[name]
    keyboard.keep(came)
    latecomer = PlayerJoined(player="Dan", round=3, begins="average")
    if changes:
        with pytest.raises(Impossible, match="make it again if it is still right"):
            phone.keep(latecomer)
        assert "Dan" not in opened(path).game.players
    else:
        phone.keep(latecomer)
        assert opened(path).game.total("Dan") == 20


@pytest.mark.parametrize("name", APART)
def test_a_hand_is_saved_behind_what_does_not_concern_it(path: Path, name: str) -> None:
    """With no pause between the two, and under the player's new name; nobody is asked to enter it again."""
    begun(path)
    keyboard, phone = opened(path), opened(path, "Ben")
    keyboard.keep(APART[name])
    phone.keep(hand("Ben", 7))
    game = opened(path).game
    assert game.round(1).entries["Bo" if "Bo" in game.players else "Ben"] == Pips(7)
    assert phone.game == game


@pytest.mark.parametrize("name", MET)
def test_a_hand_is_refused_behind_what_concerns_it(path: Path, name: str) -> None:
    """With what changed; nothing of it is stored, and it can be entered again if it still makes sense."""
    begun(path)
    keyboard, phone = opened(path, "Ana"), opened(path, "Ben")
    what, told = MET[name]
    keyboard.keep(what)
    with pytest.raises(Impossible, match=rf"^Ana: .*{told}.* Your change was not saved"):
        phone.keep(hand("Ben", 7))
    assert opened(path).kept.log == keyboard.kept.log
    assert phone.game == keyboard.game


@pytest.mark.parametrize("name", GONE)
def test_a_hand_is_not_taken_for_saved_because_somebody_entered_and_removed_it(path: Path, name: str) -> None:
    """Whoever enters the same hand is told what became of the first, and nothing is said to be saved."""
    begun(path)
    keyboard, phone = opened(path, "Ana"), opened(path, "Ben")
    for what in (hand("Ben", 7), *GONE[name]):
        keyboard.keep(what)
    with pytest.raises(Impossible, match="Your change was not saved"):
        phone.keep(hand("Ben", 7))
    assert opened(path).kept.log == keyboard.kept.log


def let_time_pass(session: Session) -> None:
    """Let every change of a session come a second after the one before."""
    moments = itertools.count(1)
    session.now = lambda: AT + timedelta(seconds=next(moments))


def lose_answer(session: Session) -> None:
    """Let the answer to a session's next change be lost, although the change is stored."""
    store = session.store

    def append(*args: Any) -> KeptGame:
        del store.append
        store.append(*args)
        raise Unanswered("The connection to the server was lost.")

    store.append = append


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("others", [False, True])
@pytest.mark.parametrize(
    "change", [hand("Ben", 4), CallMade(1, Call("chickenlittle", "Ben")), Undone()], ids=type
)
def test_what_is_made_again_after_its_answer_was_lost_is_stored_once(
    path: Path, change: EventKind, others: bool, looks: bool
) -> None:
    """Also if others entered something in between, and if the person has seen the game since."""
    session = opened(path, "Ana")
    let_time_pass(session)
    session.keep(hand("Carla", 9))
    lose_answer(session)
    with pytest.raises(Unanswered):
        session.keep(change, overrule="so it was")
    if others:
        opened(path).keep(hand("Carla", 3, number=2))
    if looks:
        session.look_again()
    session.keep(change, overrule="so it was")
    stored = [event.what for event in opened(path).kept.log.events if event.by == "Ana"]
    assert stored == [hand("Carla", 9), change]
    assert session.kept == opened(path).kept


def test_what_may_be_saved_is_not_said_to_have_failed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sent again while the server is away, an entry whose answer was lost is perhaps saved; a new one is not."""
    session = opened(path, "Ana")
    lose_answer(session)
    with pytest.raises(Unanswered):
        session.keep(hand("Ben", 4))

    def away(*_args: Any) -> KeptGame:
        raise Unavailable("There is no connection.")

    with monkeypatch.context() as patched:
        patched.setattr(session.store, "append", away)
        for _time in range(2):
            with pytest.raises(Unanswered, match=r"no connection\. It is still not known"):
                session.keep(hand("Ben", 4))
        with pytest.raises(Unavailable) as refused:
            session.keep(hand("Carla", 5))
        assert not isinstance(refused.value, Unanswered)
    session.keep(hand("Ben", 4))
    assert len(opened(path).kept.log.events) == 2


def test_each_person_has_a_lost_answer_of_their_own(path: Path) -> None:
    """Two phones whose answers were lost send again what is not an entry, and it is stored once each."""
    session = opened(path, None)
    let_time_pass(session)
    changes = {"Ana": TotalsHidden(hidden=True), "Ben": PlayerLeft(player="Carla")}
    for session.by, change in changes.items():
        lose_answer(session)
        with pytest.raises(Unanswered):
            session.keep(change)
        session.look_again()
    for session.by, change in changes.items():
        session.keep(change)
    assert [event.what for event in opened(path).kept.log.events[1:]] == [*changes.values()]


def test_a_hand_of_before_is_stored_again(path: Path) -> None:
    """A hand whose answer was lost, that was corrected since, can be entered once more."""
    session = opened(path, "Ana")
    let_time_pass(session)
    lose_answer(session)
    with pytest.raises(Unanswered):
        session.keep(hand("Ben", 4))
    session.look_again()
    session.keep(hand("Ben", 7))
    session.keep(hand("Ben", 4))
    assert opened(path).game.round(1).entries == hand("Ben", 4).entries


def test_a_call_that_two_people_note_is_noted_once(path: Path) -> None:
    """The second one is told that it is there."""
    begun(path)
    ana, ben = opened(path, "Ana"), opened(path, "Ben")
    ana.keep(CallMade(1, Call("chickenlittle", "Ben", caught_by="Ana")))
    with pytest.raises(Impossible, match=r"Ben.* Your change was not saved"):
        ben.keep(CallMade(1, Call("chickenlittle", "Ben", caught_by="Ana")))
    assert len(opened(path).game.round(1).calls) == 1
