"""The winner's moment as a picture to share."""

import json
import struct
from itertools import groupby

import pytest

from scorekeeper.game.badges import ON_DARK, player_marks
from scorekeeper.game.events import Finished, PlayerJoined, PlayerLeft
from scorekeeper.game.game import Game
from scorekeeper.sheets import moment, moment_picture
from scorekeeper.sheets.compiling import Compiled, Job
from tests.build import AT, new_log, scored
from tests.paper import colours

NAMES = ("Ana", "Ben", "Carla", "Christopher", "Dan", "Eva", "Finn", "Grace", "Hugo", "Ida", "Jo", "王芳")
GROUND = bytes.fromhex("16171a")
HALF = 128
"""Where a part of a colour is nearer to words than to the ground."""
CAPITAL = 0.73
"""How high a capital letter is, of the size of its font."""


def over(count: int, *, rounds: int = 1, shared: bool = False, changes: bool = False) -> Game:
    """Return a game of so many players that Ana wins, or shares with Ben; with changes one leaves and one comes."""
    names = NAMES[:count]
    log = new_log(players=names)
    first = {name: f"={9 + place}" for place, name in enumerate(names[1:])}
    log = log.after(scored(1, "Ana", **(first | {"Ben": "=7"})), AT)
    for number in range(2, rounds + 1):
        log = log.after(scored(number, "Ana", **(first | {"Ben": "=7"})), AT)
    if changes:
        log = log.after(PlayerLeft(player=names[-1]), AT).after(PlayerJoined(player="Zoé"), AT)
        log = log.after(scored(2, "Ana", **dict.fromkeys((*names[1:-1], "Zoé"), "=20")), AT)
    if shared:
        log = log.after(scored(2, "Ben", **{name: "=7" for name in names if name != "Ben"}), AT)
    return log.after(Finished(), AT).game


SCALE = 4
"""Points of the template to a pixel, where a test looks at pixels."""


def drawn(game: Game, monkeypatch: pytest.MonkeyPatch, scale: int = SCALE) -> list[list[bytes]]:
    """Return the colours of a smaller picture."""
    monkeypatch.setattr(moment, "PIXELS_PER_INCH", 72 / scale)
    return colours(moment_picture(game, "Club"))


def colour_of(game: Game, name: str) -> bytes:
    """Return somebody's colour."""
    return bytes.fromhex(ON_DARK[player_marks(game)[name].place].removeprefix("#"))


def tint(colour: bytes) -> bytes:
    """Return a colour as the rows of the list have it."""
    return bytes(round(0.83 * ground + 0.17 * part) for ground, part in zip(GROUND, colour, strict=True))


def near(one: bytes, other: bytes) -> bool:
    """Say whether two colours are the same, as they were rounded."""
    return all(abs(part - its) < 3 for part, its in zip(one, other, strict=True))


@pytest.mark.parametrize("count", [2, 3, 4, 6, 12])
def test_the_picture_is_for_phones(count: int) -> None:
    """It has 1080 by 1350 pixels, whoever and how many played, with letters that no font of Typst has too."""
    picture = moment_picture(over(count), "Club evening in the old village hall" if count > 4 else "Club")
    assert struct.unpack(">II", picture[16:24]) == (1080, 1350)


@pytest.mark.parametrize("how", [{"shared": True}, {"changes": True}])
def test_shared_wins_and_changed_tables_have_a_picture(how: dict[str, bool]) -> None:
    """So has a game that two have won, and one in which somebody left and somebody came."""
    assert struct.unpack(">II", moment_picture(over(5, **how), "Club")[16:24]) == (1080, 1350)


def test_the_head_has_the_winners_own_colour_and_a_plain_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its middle crosses a zero at its right end: nothing but the two sides of it, no dot between them."""
    game = over(3)
    row = drawn(game, monkeypatch)[244 // SCALE]
    total = [near(one, colour_of(game, "Ana")) for one in row[800 // SCALE :]]
    assert [ground for ground, _run in groupby(total)] == [True, False, True, False, True]


@pytest.mark.parametrize(("rounds", "charted"), [(1, False), (2, False), (3, True), (9, True)])
def test_short_games_have_no_chart(rounds: int, charted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below three rounds the list is as broad as the picture; from three on the lines stand beside it."""
    game = over(4, rounds=rounds)
    row = drawn(game, monkeypatch)[1290 // SCALE]
    last = tint(colour_of(game, "Christopher"))
    broad = max(x for x, one in enumerate(row) if near(one, last))
    assert broad * SCALE == pytest.approx(526 if charted else 1012, abs=SCALE)


@pytest.mark.parametrize("count", [2, 4, 12])
@pytest.mark.parametrize("rounds", [1, 3])
def test_names_can_be_read_on_a_phone(count: int, rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of the list are written at 28 pixels or larger, however many there are."""
    game = over(count, rounds=rounds)
    rows = drawn(game, monkeypatch, 2)
    of_ana = [row for row in rows if near(row[30], tint(colour_of(game, "Ana")))]
    tall = sum(any(min(one) > HALF for one in row[60:200]) for row in of_ana)
    assert tall * 2 / CAPITAL >= 27, f"the names are written at {tall * 2 / CAPITAL:.0f} pixels"


@pytest.mark.parametrize(("missing", "name"), [((), "王芳"), (("王", "芳"), "…"), (("王芳 ",), "王芳")])
def test_no_name_is_a_row_of_boxes(
    missing: tuple[str, ...], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system's fonts are used for what the shipped one lacks; what none of them has is left out."""
    jobs: list[Job] = []
    monkeypatch.setattr(moment, "unshown", lambda _text: (missing, True))
    monkeypatch.setattr(moment, "compile_here", lambda job: jobs.append(job) or Compiled([b""], []))
    moment_picture(over(12), "Club")
    (job,) = jobs
    assert job.system_fonts
    assert [one["player"] for one in json.loads(job.data)["places"]][-1] == name
