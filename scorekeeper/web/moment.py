"""The winner's moment on phones and on the big screen: who won, the podium, all places, and how the totals went.

What moves does so only where the page saw the game end, and is done by the style sheet alone.
"""

from collections.abc import Collection, Mapping, Sequence

import htpy as h
from htpy import Node, Renderable

from scorekeeper.game import (
    Game,
    PlayerMark,
    Standing,
    explain_places,
    player_marks,
    running_totals,
    standings,
)
from scorekeeper.text import N_, _, join_and, ngettext, pgettext
from scorekeeper.web.page import badge, badge_colour

WIDE, HIGH, EDGE, APART = 1200, 640, 32, 54
"""The columns and rows of the chart, those left free at its edges, and those from one letter to the next."""

LETTER, LINE = 72, 100
"""Columns of a large letter, and rows of a line."""

STEPS, MOST_STEPS = 3, 4
"""The places that stand on the podium, and the players up to whom it is drawn."""


def moment(game: Game, covered: Collection[int] = (), player: str = "") -> Renderable:
    """Return how the game ended; of the ranks that are `covered` nothing but numbers.

    The row of the `player` who looks is marked. Covered places are counted through, for a shared one would tell of
    itself.
    """
    table, marks = standings(game), player_marks(game)
    shown = [place for place in table.standings if place.rank not in covered]
    named = [place for place in shown if place.rank == shown[0].rank]
    names = join_and([place.player for place in named])
    words = (
        _("Who wins?")
        if covered
        else ngettext("{names} wins", "{names} share the win", len(named), names=names)
    )
    why = explain_places(game, table)
    if covered:
        sentence = N_("Place {place}: {names}, with {total}") if shown else N_("Places, last one first")
        rank, total = (named[0].rank, named[0].total) if named else (0, 0)
        why = _(sentence, place=rank, names=names, total=total)
    left = pgettext("in the column of points behind the leader", "left")

    def row(place: Standing) -> Renderable:
        if place.rank in covered:
            number = h.span(".rank")[str(table.standings.index(place) + 1)]
            return h.li(".covered")[number, h.span, h.bdi["?"]]
        gap = "★" if place.rank == 1 else table.gap(place) if place.left is None else left
        own = {"own-row": place.player == player, "latest": bool(covered) and place in named}
        return h.li(class_=["owned", badge_colour(marks[place.player]), own])[
            h.span(".rank")[table.rank(place)],
            badge(marks[place.player]),
            h.bdi[place.player],
            h.b[str(place.total)],
            None
            if covered
            else [h.span(".hint")[gap], h.span(".won")[str(place.rounds_won)], h.span[table.reason(place)]],
        ]

    parts = [_part(place, marks[place.player], f"{place.rank} " if covered else "") for place in named]
    return h.section(class_=["moment", {"covering": bool(covered)}], aria_label=words)[
        h.div(".hero")[parts or h.div(".part")[_large("name", words)]],
        h.p(".why")[why],
        h.div(".below")[
            h.div(class_=["sides", f"rows{len(table.standings)}"])[
                None if covered else [_podium(shown, marks), _heads()],
                h.ol(class_="all")[map(row, table.standings)],
            ],
            _chart(game, shown, marks),
        ],
    ]


def _heads() -> Renderable:
    heads = (
        pgettext("head of a column", "total"),
        pgettext("head of a column", "behind"),
        pgettext("head of a column", "won"),
        _("ahead by"),
    )
    return h.div(".heads", aria_hidden="true")[h.span, (h.span[head] for head in heads)]


def _part(place: Standing, mark: PlayerMark, rank: str) -> Renderable:
    """Return somebody's part of the head, in the player's colour."""
    return h.div(class_=["owned", "part", badge_colour(mark)])[
        _large("name", rank + place.player), _large("figure", str(place.total))
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


def _podium(places: Sequence[Standing], marks: Mapping[str, PlayerMark]) -> Node:
    """Return the best on their steps, the first in the middle; nothing where they are too many for that."""
    best = [place for place in places if place.rank <= STEPS and place.left is None]
    if not 0 < len(best) <= MOST_STEPS:
        return None
    order = sorted(range(len(best)), key=lambda at: -at if at % 2 else at)
    return h.ol(".podium", aria_hidden="true")[(_step(best[at], marks[best[at].player]) for at in order)]


def _step(place: Standing, mark: PlayerMark) -> Renderable:
    return h.li(class_=["owned", f"step{place.rank}", badge_colour(mark)])[
        h.bdi[place.player],
        h.b[str(place.total)],
        h.span(".block")[str(place.rank)],
    ]


def _chart(game: Game, places: Sequence[Standing], marks: Mapping[str, PlayerMark]) -> Renderable:
    """Return the totals by round of these places, the fewest on top, with a letter at the end of each line."""
    totals = [running_totals(game, place.player) for place in places]
    most = max((total for row in totals for total in row if total is not None), default=0) or 1
    step = (WIDE - 4 * EDGE) / max(1, len(game.rounds) - 1)
    high = HIGH - 2 * EDGE
    lines = [
        [(EDGE + at * step, EDGE + high * total / most) for at, total in enumerate(row) if total is not None]
        for row in totals
    ]
    stayed, apart = sum(place.left is None for place in places), min(APART, high / max(1, len(places)))
    ends = [line[-1] if line else (0.0, 0.0) for line in lines]
    down = 0.0
    for at in range(stayed):
        down = min(max(ends[at][1], down), HIGH - EDGE - apart * (stayed - 1 - at))
        ends[at] = (WIDE - EDGE, down)
        down += apart
    drawn = [
        h.g(class_=["owned", badge_colour(marks[place.player]), {"first": place.rank == 1}])[
            h.polyline(points=" ".join(f"{x:.0f},{y:.0f}" for x, y in line), pathLength="1"),
            h.circle(cx=f"{x:.0f}", cy=f"{y:.0f}", r=f"{apart / 2:.0f}"),
            h.text(x=f"{x:.0f}", y=f"{y + apart / 5:.0f}")[marks[place.player].letter],
        ]
        for place, line, (x, y) in zip(places, lines, ends, strict=True)
    ]
    return h.svg(".totals", viewBox=f"0 0 {WIDE} {HIGH}", role="img", aria_label=_("Totals by round"))[
        reversed(drawn)
    ]
