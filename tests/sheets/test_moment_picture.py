"""The winner's moment as a picture to share."""

import struct
import zlib

import pytest

from scorekeeper.game.badges import ON_DARK, player_marks
from scorekeeper.game.events import Finished, PlayerJoined, PlayerLeft
from scorekeeper.game.game import Game
from scorekeeper.sheets import moment_picture
from tests.build import AT, new_log, scored

NAMES = ("Ana", "Ben", "Carla", "Christopher", "Dan", "Eva", "Finn", "Grace", "Hugo", "Ida", "Jo", "王芳")


def over(count: int, *, shared: bool = False, changes: bool = False) -> Game:
    """Return a game of so many players that Ana wins, or shares with Ben; with changes one leaves and one comes."""
    names = NAMES[:count]
    log = new_log(players=names)
    first = {name: f"={9 + place}" for place, name in enumerate(names[1:])}
    log = log.after(scored(1, "Ana", **(first | {"Ben": "=7"})), AT)
    if changes:
        log = log.after(PlayerLeft(player=names[-1]), AT).after(PlayerJoined(player="Zoé"), AT)
        log = log.after(scored(2, "Ana", **dict.fromkeys((*names[1:-1], "Zoé"), "=20")), AT)
    if shared:
        log = log.after(scored(2, "Ben", **{name: "=7" for name in names if name != "Ben"}), AT)
    return log.after(Finished(), AT).game


def pixels(picture: bytes) -> list[bytes]:
    """Return the rows of a PNG, as they are stored: a filter, then the colours."""
    assert picture.startswith(b"\x89PNG")
    at, packed = 8, b""
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        packed += picture[at + 8 : at + 8 + length] * (picture[at + 4 : at + 8] == b"IDAT")
        at += 12 + length
    width, _height, _depth, kind = struct.unpack(">IIBB", picture[16:26])
    wide = 1 + width * {2: 3, 6: 4}[kind]
    raw = zlib.decompress(packed)
    return [raw[start : start + wide] for start in range(0, len(raw), wide)]


@pytest.mark.parametrize("count", [2, 3, 4, 6, 12])
def test_the_picture_is_for_phones(count: int) -> None:
    """It has 1080 by 1350 pixels, whoever and how many played, with letters that no font of Typst has too."""
    picture = moment_picture(over(count), "Club evening in the old village hall" if count > 4 else "Club")
    assert struct.unpack(">II", picture[16:24]) == (1080, 1350)
    assert len(pixels(picture)) == 1350


@pytest.mark.parametrize("how", [{"shared": True}, {"changes": True}])
def test_shared_wins_and_changed_tables_have_a_picture(how: dict[str, bool]) -> None:
    """So has a game that two have won, and one in which somebody left and somebody came."""
    assert struct.unpack(">II", moment_picture(over(5, **how), "Club")[16:24]) == (1080, 1350)


def test_the_head_has_the_winners_own_colour() -> None:
    """It is the colour that the winner has in the app and on the wall."""
    game = over(3)
    colour = bytes.fromhex(ON_DARK[player_marks(game)["Ana"].place].removeprefix("#"))
    assert any(colour in row for row in pixels(moment_picture(game, "Club")))
