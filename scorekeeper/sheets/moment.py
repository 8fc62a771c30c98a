"""The winner's moment as a picture to share: 1080 by 1350 pixels, dark, in the players' colours."""

import re

import msgspec

from scorekeeper.dates import show_short_day
from scorekeeper.errors import Malformed
from scorekeeper.game import (
    ON_DARK,
    Game,
    complete_rounds_only,
    explain_places,
    player_marks,
    points_behind,
    standings_so_far,
)
from scorekeeper.sheets.compiling import Fault, Job, compile_here
from scorekeeper.sheets.typesetting import unshown
from scorekeeper.system import shipped_folder
from scorekeeper.text import _, pgettext

PIXELS_PER_INCH = 72
"""A point of the template is a pixel."""


def moment_picture(game: Game, title: str) -> bytes:
    """Return who won, the podium, all places and how far everybody was behind after each round as PNG."""
    table, marks, shown = standings_so_far(game), player_marks(game), complete_rounds_only(game)
    behind = points_behind(shown)
    left = pgettext("in the column of points behind the leader", "left")
    places = [
        {
            "player": place.player,
            "letter": marks[place.player].letter,
            "colour": ON_DARK[marks[place.player].place % len(ON_DARK)],
            "rank": table.rank(place),
            "step": place.rank if place.left is None else 0,
            "total": place.total,
            "gap": table.gap(place) if place.left is None else left,
            "behind": behind[place.player],
        }
        for place in table.standings
    ]
    moment = {
        "title": title,
        "date": show_short_day(game.date),
        "first": sum(place.rank == 1 for place in table.standings),
        "why": explain_places(game, table),
        "places": places,
        "chart": _("Points behind the leader"),
        "doubles": [f"{played.double}-{played.double}" for played in shown.rounds],
    }
    templates = shipped_folder("templates")
    missing, system_fonts = unshown("\n".join((title, *game.players)))
    data = msgspec.json.encode(moment).decode()
    if missing:
        data = re.sub(f"(?:{'|'.join(map(re.escape, missing))})+", "…", data)
    compiled = compile_here(
        Job(
            template=templates / "pictures" / "moment.typ",
            packages=templates / "lib",
            data=data,
            system_fonts=system_fonts,
            form="png",
            pixels_per_inch=PIXELS_PER_INCH,
            standards=(),
            marks=(),
        )
    )
    if isinstance(compiled, Fault):
        raise Malformed(compiled.message)
    return compiled.pages[0]
