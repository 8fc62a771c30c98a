"""The winner's moment on phones and on the big screen: who won, the podium, all places, and how the totals went.

What moves does so only where the page saw the game end, and is done by the style sheet alone.
"""

from collections.abc import Sequence

import htpy as h
from htpy import Renderable

from scorekeeper.game import (
    Game,
    PlayerMark,
    Standing,
    explain_places,
    player_marks,
    running_totals,
    standings,
)
from scorekeeper.text import _, join_and, ngettext, pgettext
from scorekeeper.web.page import badge, badge_colour

WIDE, HIGH, EDGE, APART = 1200, 640, 32, 54
"""The columns and rows of the chart, those left free at its edges, and those from one letter to the next."""

LETTER, LINE = 72, 100
"""Columns of a large letter, and rows of a line."""

STEPS, MOST_STEPS, SHORT_NAME = 3, 4, 12
"""The places that stand on the podium, the players up to whom it is drawn, and letters of names that fit on it."""


def moment(game: Game, player: str = "") -> Renderable:
    """Return how the game ended; the row of the `player` who looks is marked."""
    table, marks = standings(game), player_marks(game)
    words = ngettext(
        "{names} wins", "{names} share the win", len(table.winners), names=join_and(table.winners)
    )
    best = [one for one in table.standings if one.rank <= STEPS and one.left is None]
    order = sorted(range(len(best)), key=lambda at: -at if at % 2 else at) if len(best) <= MOST_STEPS else ()
    left = pgettext("in the column of points behind the leader", "left")

    def row(place: Standing) -> Renderable:
        gap = "★" if place.rank == 1 else table.gap(place) if place.left is None else left
        return h.li(class_=["owned", badge_colour(marks[place.player]), {"own-row": place.player == player}])[
            h.span(".rank")[table.rank(place)],
            badge(marks[place.player]),
            h.bdi[place.player],
            h.b[str(place.total)],
            h.span(".hint")[gap],
        ]

    return h.section(".moment", aria_label=words)[
        h.div(".hero")[
            (_part(one, marks[one.player]) for one in table.standings if one.player in table.winners)
        ],
        h.p(".why")[explain_places(game, table)],
        h.div(".below")[
            h.div(".sides")[
                h.ol(".podium", aria_hidden="true")[
                    (_step(best[at], marks[best[at].player]) for at in order)
                ],
                h.ol(class_=["all", f"rows{len(table.standings)}"])[map(row, table.standings)],
            ],
            _chart(game, table.standings, [marks[one.player] for one in table.standings]),
        ],
    ]


def _part(place: Standing, mark: PlayerMark) -> Renderable:
    """Return a winner's part of the head, in the winner's colour."""
    return h.div(class_=["owned", "part", badge_colour(mark)])[
        _large("name", place.player), _large("figure", str(place.total))
    ]


def _large(kind: str, words: str) -> Renderable:
    """Return words as large as their place on the page."""
    return h.svg(
        class_=kind,
        viewBox=f"0 0 {LETTER * len(words)} {LINE}",
        preserveAspectRatio="xMinYMid",
        role="img",
        aria_label=words,
    )[h.text(y="80")[words]]


def _step(place: Standing, mark: PlayerMark) -> Renderable:
    return h.li(class_=["owned", f"step{place.rank}", badge_colour(mark)])[
        h.bdi(class_={"long": len(place.player) > SHORT_NAME})[place.player],
        h.b[str(place.total)],
        h.span(".block")[str(place.rank)],
    ]


def _chart(game: Game, places: Sequence[Standing], marks: Sequence[PlayerMark]) -> Renderable:
    """Return the totals by round, the fewest on top, with everybody's letter at the end of the line."""
    totals = [running_totals(game, place.player) for place in places]
    most = max((total for row in totals for total in row if total is not None), default=0) or 1
    step = (WIDE - 4 * EDGE) / max(1, len(game.rounds) - 1)
    high = HIGH - 2 * EDGE
    lines = [
        [(EDGE + at * step, EDGE + high * total / most) for at, total in enumerate(row) if total is not None]
        for row in totals
    ]
    stayed, apart = sum(place.left is None for place in places), min(APART, high / len(places))
    ends = [line[-1] if line else (0.0, 0.0) for line in lines]
    down = 0.0
    for at in range(stayed):
        down = min(max(ends[at][1], down), HIGH - EDGE - apart * (stayed - 1 - at))
        ends[at] = (WIDE - EDGE, down)
        down += apart
    drawn = [
        h.g(class_=["owned", badge_colour(mark), {"first": place.rank == 1}])[
            h.polyline(points=" ".join(f"{x:.0f},{y:.0f}" for x, y in line), pathLength="1"),
            h.circle(cx=f"{x:.0f}", cy=f"{y:.0f}", r=f"{apart / 2:.0f}"),
            h.text(x=f"{x:.0f}", y=f"{y + apart / 5:.0f}")[mark.letter],
        ]
        for place, mark, line, (x, y) in zip(places, marks, lines, ends, strict=True)
    ]
    return h.svg(".totals", viewBox=f"0 0 {WIDE} {HIGH}", role="img", aria_label=_("Totals by round"))[
        reversed(drawn)
    ]
