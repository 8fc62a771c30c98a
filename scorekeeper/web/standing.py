"""Who is where: the places as a table, on phones and on the big screen, and the result."""

from asyncio import to_thread
from collections.abc import Sequence
from datetime import datetime

import htpy as h
from htpy import Node, Renderable
from starlette.responses import Response

from scorekeeper.errors import NotFound
from scorekeeper.game import (
    Game,
    Round,
    RoundScored,
    Standing,
    complete_rounds_only,
    fewer_rounds,
    game_progress,
    player_marks,
    standings,
)
from scorekeeper.text import N_, _, pgettext
from scorekeeper.web.joining import invitation
from scorekeeper.web.moment import moment
from scorekeeper.web.page import badge, badge_colour, called, page
from scorekeeper.web.rounds import questions_asked, status_region
from scorekeeper.web.shared_table import SharedTable
from scorekeeper.web.tiles import double_picture
from scorekeeper.web.visit import Sharing, Visit

MOST_IN_ONE = 8
"""Players up to whom the standing on the big screen is one table."""

FEW_LETTERS, MANY_LETTERS = 5, 14
"""Letters of the names that fit into the narrowest column on the big screen, and into the widest."""

HIGHEST = 10
"""How high the bar of the worst round is drawn."""


async def standing(visit: Visit) -> Response:
    """Show who is where, live."""
    visitor = visit.visitor
    region = h.section("#standing", data_live="/live/standing")
    return visit.same_page(
        lambda: page(visitor, _("Standing"), region[standing_region(visit.table, visitor.player)]), "standing"
    )


async def picture(visit: Visit) -> Response:
    """Send the moment as a picture, once everybody may know how the game ended."""
    from scorekeeper.sheets import moment_picture  # loaded with the first picture

    table = visit.table
    if not table.game.over or table.covered:
        raise NotFound(_("There is no such page."))
    drawn = await to_thread(moment_picture, table.game, table.name)
    return Response(drawn, media_type="image/png", headers={"cache-control": "no-store"})


def standing_region(shared: SharedTable, player: str = "") -> Renderable:
    """Return the round, who is missing, and the sorted standing after complete rounds, or that it is hidden."""
    return h.fragment[called(shared), status_region(shared), standing_parts(shared, player)]


def standing_parts(shared: SharedTable, player: str = "", *, wide: bool = False) -> Node:
    """Return the places and what is to be said about them, or why nobody may read them yet; at the end the moment.

    The row of the `player` who looks is marked; on the big screen, which is `wide`, a row says what changed last.
    """
    if shared.game.over:
        link = h.a(".button", href="/result.png", download=True, data_share=True)[_("Share the picture")]
        return h.fragment[moment(shared.game, shared.covered, player), None if shared.covered else h.p[link]]
    if shared.game.hides_totals:
        return h.p[_("Totals are hidden until the end.")]
    table = standing_table(shared.game, player, wide=wide)
    return h.fragment[table, [h.p(".hint")[note] for note in fewer_rounds(standings(shared.game).standings)]]


def standing_table(game: Game, player: str = "", *, wide: bool = False) -> Node:
    """Return the places as a table: place, name, total, points behind.

    On the big screen many players stand in two tables beside each other.
    """
    shown = complete_rounds_only(game)
    counted, marks = standings(shown), player_marks(game)
    places, leads = counted.standings, shown.rounds_played > 0
    doing = {progress.player: progress for progress in game_progress(shown)}
    since, one_table = leads and wide, len(places) <= MOST_IN_ONE
    has_bars = since and one_table
    worst = max((points or 0 for place in places for points in place.by_round), default=0)
    left = pgettext("in the column of points behind the leader", "left")

    def row(place: Standing) -> Renderable:
        own = {
            "leads": leads and place.rank == 1,
            "own-row": place.player == player,
        }
        last = place.by_round[-1] if since and place.left is None else None
        words = h.span(".last")["" if last is None else _("last +{points}", points=last)] if since else None
        behind = "★" if place.rank == 1 else counted.gap(place) if place.left is None else ""
        arrow = doing[place.player].arrow if wide and place.left is None else ""
        return h.tr(class_=["owned", badge_colour(marks[place.player]), own])[
            h.td(".place")[h.span(".hint")[arrow], " ", counted.rank(place)] if leads else None,
            h.th(".name", scope="row")[
                h.span(".who")[
                    badge(marks[place.player]),
                    h.bdi[place.player],
                    None if place.left is None else h.span(".hint")[left],
                ]
            ],
            h.td(".spark", aria_hidden="true")[_bars(place.by_round, worst)] if has_bars else None,
            h.td(".number.behind")[h.span(".gap", data_head=_("Behind"))[behind], words] if leads else None,
            h.td(".number.total")[str(place.total)] if leads else None,
        ]

    def part(rows: Sequence[Standing]) -> Renderable:
        return h.table(".standing")[_head(leads, has_bars), h.tbody[map(row, rows)]]

    if not wide:
        return part(places)
    half = len(places) if one_table else -(-len(places) // 2)
    halves_of = [part(places[begins : begins + half]) for begins in range(0, len(places), half)]
    letters = min(max(FEW_LETTERS, *(len(place.player) for place in places)), MANY_LETTERS)
    return h.div(f".halves-of-standing.rows{half}.letters{letters}")[halves_of]


def _head(leads: bool, has_bars: bool) -> Renderable:
    return h.thead[
        h.tr[
            h.th(".place", scope="col")[_("Place")] if leads else None,
            h.th(".name", scope="col")[_("Name")],
            h.td(".spark") if has_bars else None,
            h.th(".number.behind", scope="col")[_("Behind")] if leads else None,
            h.th(".number.total", scope="col")[_("Total")] if leads else None,
        ]
    ]


def _bars(by_round: Sequence[int | None], worst: int) -> Renderable:
    """Return every round as a bar, the lowest the best."""
    heights = [0 if points is None else max(0.5, HIGHEST * points / max(1, worst)) for points in by_round]
    return h.svg(viewBox=f"0 0 {len(heights)} {HIGHEST}", preserveAspectRatio="none")[
        (
            h.rect(x=str(at), y=f"{HIGHEST - high:.1f}", width=".75", height=f"{high:.1f}")
            for at, high in enumerate(heights)
        )
    ]


def result_region(shared: SharedTable, player: str) -> Renderable:
    """Return how the game ended for a player: their own place, then who won, all places and what decided."""
    table = standings(shared.game)
    places = table.standings
    own = next(place for place in places if place.player == player)
    count = sum(place.left is None for place in places)
    if own.left is not None:
        words = _("You left the table with {total}.", total=own.total)
    elif own.rank == 1:
        shared_win = len(table.winners) > 1
        words = _(
            N_("You share the win, with {total}.") if shared_win else N_("You have won, with {total}."),
            total=own.total,
        )
    else:
        words = _(
            "Your place: {place} of {count}, with {total}.",
            place=table.rank(own),
            count=count,
            total=own.total,
        )
    return h.fragment[
        questions_asked(shared) if shared.covered else None,
        h.p(".own")[words] if own.rank not in shared.covered else None,
        standing_parts(shared, player),
    ]


async def screen(visit: Visit) -> Response:
    """Show the big screen: what everybody in the room should read."""
    visitor, share = visit.visitor, visit.share
    region = h.section("#screen", data_live="/live/screen")
    return visit.same_page(
        lambda: page(visitor, visitor.table, region[screen_region(share)], wide=True, theme=share.theme),
        "screen",
    )


def screen_region(share: Sharing) -> Renderable:
    """Return what everybody in the room should read: the round, who is missing, the standing, and how to join.

    How to join has a column of its own before the first round, and between rounds a line. Nothing is asked while
    places are shown.
    """
    shared = share.table
    game, played = shared.game, shared.round
    if game.over:
        asked = questions_asked(shared) if shared.answers.places == 0 else None
        return h.fragment[called(shared), asked, moment(game, shared.covered)]
    joining = invitation(share.table_address, share.devices.pin, share.qr())
    between = played is None or not (played.hands or played.ending)
    return h.fragment[
        h.div(".line", data_table=shared.name)[
            h.div(".now")[
                double_picture(played.began_with) if played else None,
                h.div[status_region(shared, wide=True)],
            ],
            h.div(".aside")[
                h.p(".clock")[
                    _("This round:"),
                    " ",
                    h.span(data_since=str(int(_began(shared, played).timestamp()))),
                ]
                if played
                else None,
                joining if between and game.rounds_played else None,
            ],
        ],
        h.div(".both")[
            h.div(".places")[standing_parts(shared, wide=True)],
            joining if between and not game.rounds_played else None,
        ],
    ]


def _began(shared: SharedTable, played: Round) -> datetime:
    """Return when the round before was closed, which no correction does; or else when the game began."""
    log = shared.kept.log
    before = (
        log.events[step.number - 1].at
        for step in reversed(log.standing)
        if isinstance(step.what, RoundScored)
        and step.what.round < played.number
        and not step.before.is_closed(step.before.round(step.what.round))
    )
    return next(before, log.events[0].at)
