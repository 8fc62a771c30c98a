"""An evening on which people come and go at random can be shown everywhere, and agrees with itself."""

from datetime import datetime

from hypothesis import HealthCheck, given, settings

from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats.export import EXPORTS
from scorekeeper.formats.game_file import log_of, show_game
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.events import Change, PlayerJoined, PlayerLeft, PlayerRenamed, RoundScored
from scorekeeper.game.log import GameLog
from scorekeeper.game.progress import game_progress
from scorekeeper.game.ranking import standings
from scorekeeper.sheets.game_sheet import filled_sheet
from scorekeeper.system.files import parse_toml
from tests.build import AT, new_log
from tests.company import DEEDS, EVENINGS, PEOPLE, Evening, deed, hands
from tests.keyed import read_sheet


def after(log: GameLog, what: Change | None) -> GameLog:
    """Return the log after a change, as it was where the table cannot do it."""
    try:
        return log if what is None else log.after(what, AT)
    except ScorekeeperError:
        return log


@given(EVENINGS)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_an_evening_of_comings_and_goings_adds_up(shelf: Shelf, evening: Evening) -> None:
    """After each round the total is what began plus every round, in the standings, the file and the CSV."""
    log = new_log(players=PEOPLE[:3])
    for number, deeds in enumerate(evening, 1):
        for what, lot in deeds:
            log = after(log, deed(log.game, what, lot))
        for entered in hands(log.game, number + len(deeds)):
            log = log.after(entered, AT)
        check(log, shelf)
    assert log.game.complete


def check(log: GameLog, shelf: Shelf) -> None:
    """Hold all that is shown of a game against its rounds."""
    game = log.game
    doing = {one.player: one for one in game_progress(game)}
    for place in standings(game).standings:
        counted = [points for points in place.by_round if points is not None]
        assert place.total == place.given + sum(counted)
        assert [points for points in doing[place.player].running[-1:] if points is not None] in (
            [place.total],
            [],
        )
        if place.left is not None:
            assert place.fewer_rounds == 0
    assert log_of(parse_toml(show_game(game).encode()), shelf.book, datetime.min).game == game
    keyed = read_sheet(EXPORTS["csv"].show(game).decode(), game)
    assert keyed.game.points == game.points
    assert [played.sits_out for played in keyed.game.rounds] == [played.sits_out for played in game.rounds]
    assert all(form.show(game) for form in EXPORTS.values())
    assert len(filled_sheet(game, "Classic").rounds) == len(game.rounds) + len(game.ahead)


def test_everything_can_happen() -> None:
    """Where somebody has left, each deed of these evenings is the change that it is named after."""
    game = new_log(players=PEOPLE[:4]).after(PlayerLeft(player="Ben"), AT).game
    assert {what: type(deed(game, what, 0)) for what in DEEDS} == {
        "join": PlayerJoined,
        "leave": PlayerLeft,
        "return": PlayerJoined,
        "sit out": RoundScored,
        "rename": PlayerRenamed,
    }
