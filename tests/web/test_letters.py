"""The letter and the colour of a player, which are the same wherever a game is shown."""

import json
import re
from html import unescape

import pytest

from scorekeeper.game import ON_DARK, Game, player_marks
from scorekeeper.game.events import Finished, PlayerJoined
from scorekeeper.history import Past, summarise
from scorekeeper.sheets import moment, moment_picture
from scorekeeper.sheets.compiling import Compiled, Job
from scorekeeper.tui.base.colours import THEMES, badges, past_badges
from scorekeeper.web.moment import moment as moment_page
from scorekeeper.web.standing import standing_table
from tests.build import AT, new_log, scored

NAMES = (
    *("Christopher", "Carla", "Hugo", "Ana", "Rosa", "Álvaro"),
    *("Ida", "Isa", "Cleo", "王芳", "Ebba", "Theo"),
)
"""Whose first letters clash, as do those they give way to."""

DARK, _words = THEMES["lamplight"]
ON_PAGE = r'class="badge badge(\d+)"[^>]*>([^<]+)</span><bdi>([^<]+)</bdi>'


def on_page(page: object) -> dict[str, tuple[str, str]]:
    """Return the letters and colours of a page of phones or of the big screen."""
    found = re.findall(ON_PAGE, str(page))
    return {unescape(name): (letter, ON_DARK[int(place)]) for place, letter, name in found}


def on_picture(game: Game, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[str, str]]:
    """Return the letters and colours of the picture to share."""
    jobs: list[Job] = []
    monkeypatch.setattr(moment, "compile_here", lambda job: jobs.append(job) or Compiled([b""], []))
    monkeypatch.setattr(moment, "unshown", lambda _text: ((), True))
    moment_picture(game, "Club")
    return {one["player"]: (one["letter"], one["colour"]) for one in json.loads(jobs[0].data)["places"]}


@pytest.mark.parametrize("late", ["", "Cara"], ids=["all from the start", "one later"])
@pytest.mark.parametrize("count", range(2, len(NAMES)))
def test_letters_are_the_same_everywhere(count: int, late: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """App, home and history, phones, big screen and picture have one letter and one colour for a player of a game."""
    names = NAMES[:count]
    log = new_log(players=names)
    log = log.after(scored(1, names[0], **dict.fromkeys(names[1:], "=7")), AT)
    if late:
        log = log.after(PlayerJoined(player=late), AT)
    open_game, game = log.game, log.after(Finished(), AT).game
    summary = summarise(game)
    people = tuple(seat.player for seat in summary.seats)
    faces = {
        "app": badges(game, DARK),
        "home and history": past_badges(Past("a", summary, people), DARK),
        "phones": on_page(standing_table(open_game)),
        "big screen": on_page(standing_table(open_game, wide=True)),
        "moment": on_page(moment_page(game)),
        "picture": on_picture(game, monkeypatch),
    }
    marks = {name: (mark.letter, ON_DARK[mark.place]) for name, mark in player_marks(game).items()}
    assert {face: dict(found) for face, found in faces.items()} == dict.fromkeys(faces, marks)
