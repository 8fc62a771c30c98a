"""The big screen: what everybody in the room should read."""

from datetime import datetime

import htpy as h
from htpy import Renderable

from scorekeeper.game import Round, RoundScored
from scorekeeper.text import _
from scorekeeper.web.device_pages import invitation
from scorekeeper.web.moment import moment
from scorekeeper.web.page import Visitor, called, page
from scorekeeper.web.round_pages import questions_asked, status_region
from scorekeeper.web.shared_table import SharedTable
from scorekeeper.web.standing_pages import standing_parts
from scorekeeper.web.tiles import double_picture
from scorekeeper.web.visit import Sharing


def screen_page(visitor: Visitor, share: Sharing) -> Renderable:
    """Return the big screen."""
    region = h.section("#screen", data_live="/live/screen")[screen_region(share)]
    return page(visitor, visitor.table, region, wide=True, theme=share.theme)


def screen_region(share: Sharing) -> Renderable:
    """Return what everybody in the room should read: the round, who is missing, the standing, and how to join.

    How to join has a column of its own before the first round, and between rounds a line. Nothing is asked while
    places are shown.
    """
    shared = share.table
    game, played = shared.game, shared.round
    if game.over:
        asked = questions_asked(shared) if shared.announced.places == 0 else None
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
