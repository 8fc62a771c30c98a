"""Who is where: the places as a table, on phones and on the big screen, and the result."""

from collections.abc import Collection, Sequence

import htpy as h
from htpy import Node, Renderable

from scorekeeper.game import (
    Game,
    Standing,
    complete_rounds_only,
    fewer_rounds,
    game_progress,
    player_marks,
    standings,
)
from scorekeeper.text import N_, _, join_and, pgettext
from scorekeeper.web.moment import moment
from scorekeeper.web.page import Visitor, badge, badge_colour, called, page
from scorekeeper.web.round_pages import questions_asked, status_region
from scorekeeper.web.shared_table import SharedTable

MOST_IN_ONE = 8
"""Players up to whom the standing on the big screen is one table."""

SHORT_WORDS = 18
"""Letters that fit on the big screen in the largest size."""

FEW_LETTERS, SHORT_NAME = 5, 8
"""Letters of the names that fit into the narrowest column on the big screen, and into the widest."""


def standing_page(visitor: Visitor, shared: SharedTable) -> Renderable:
    """Return who is where, live."""
    region = h.section("#standing", data_live="/live/standing")[standing_region(shared, visitor.player)]
    return page(visitor, _("Standing"), region)


def standing_region(shared: SharedTable, player: str = "") -> Renderable:
    """Return the round, who is missing, and the sorted standing after complete rounds, or that it is hidden.

    Once everybody may know how the game ended, it is how it did.
    """
    ended = shared.game.over and not shared.covered
    parts = _moment(shared, player) if ended else standing_parts(shared, player)
    return h.fragment[called(shared), status_region(shared), parts]


def _moment(shared: SharedTable, player: str) -> Renderable:
    """Return how the game ended, and the picture of it."""
    link = h.a(".button", href="/result.png", download=True, data_share=True)[_("Share the picture")]
    return h.fragment[moment(shared.game, player), h.p[link]]


def standing_parts(shared: SharedTable, player: str = "", *, wide: bool = False) -> Node:
    """Return the places and what is to be said about them, or why nobody may read them yet.

    The row of the `player` who looks is marked; on the big screen, which is `wide`, a row says what changed last.
    """
    if shared.covered:
        table = standing_table(shared.game, shared.covered, player, wide=wide)
        return h.fragment[_latest(shared.game, shared.covered), table]
    if shared.game.hides_totals:
        return h.p[_("Totals are hidden until the end.")]
    placed = standings(shared.game)
    notes = [placed.explanation] if shared.game.over else fewer_rounds(placed.standings)
    tables = standing_table(shared.game, (), player, wide=wide)
    return h.fragment[tables, [h.p(".hint")[sentence] for sentence in notes if sentence]]


def _latest(game: Game, covered: Collection[int]) -> Renderable:
    """Return the place that was shown last, with whose it is; before the first, how they are shown."""
    shown = [place for place in standings(game).standings if place.rank not in covered]
    if not shown:
        return h.p(".announced")[_("Places, last one first")]
    rank, total = shown[0].rank, shown[0].total
    names = [place.player for place in shown if place.rank == rank]
    words = _("Place {place}: {names}, with {total}", place=rank, names=join_and(names), total=total)
    return _heading("announced", words, game, names)


def standing_table(
    game: Game, covered: Collection[int] = (), player: str = "", *, wide: bool = False
) -> Node:
    """Return the places as a table: place, name, total, points behind; of `covered` ones nothing but a number.

    They are counted through, for a shared place would tell of itself. On the big screen many players stand in two
    tables beside each other.
    """
    shown = complete_rounds_only(game)
    counted, marks = standings(shown), player_marks(game)
    places, leads = counted.standings, shown.rounds_played > 0
    doing = {one.player: one for one in game_progress(shown)}
    latest = min((one.rank for one in places if one.rank not in covered), default=None) if covered else None
    since = leads and wide and not covered
    left = pgettext("in the column of points behind the leader", "left")

    def row(place: Standing) -> Renderable:
        if place.rank in covered:
            number = h.td(".place")[str(places.index(place) + 1)]
            return h.tr(".covered")[number, h.th(".name", scope="row")["?"], h.td(".number")]
        own = {
            "leads": leads and place.rank == 1,
            "latest": place.rank == latest,
            "own-row": place.player == player,
        }
        last = place.by_round[-1] if since and place.left is None else None
        behind = "★" if place.rank == 1 else counted.gap(place) if place.left is None else ""
        arrow = doing[place.player].arrow if wide and not covered and place.left is None else ""
        return h.tr(class_=own)[
            h.td(".place")[h.span(".hint")[arrow], " ", counted.rank(place)] if leads else None,
            h.th(".name", scope="row")[
                h.span(".who")[
                    badge(marks[place.player]),
                    h.bdi(class_={"long": len(place.player) > SHORT_NAME})[place.player],
                    None if place.left is None else h.span(".hint")[left],
                ]
            ],
            h.td(".number.last", data_head=_("Last"))["" if last is None else f"+{last}"] if since else None,
            h.td(".number.total")[str(place.total)] if leads else None,
            h.td(".number.behind", data_head=_("Behind"))[behind] if leads and not covered else None,
        ]

    def part(rows: Sequence[Standing]) -> Renderable:
        return h.table(".standing")[
            h.thead[
                h.tr[
                    h.th(".place", scope="col")[_("Place")] if leads else None,
                    h.th(".name", scope="col")[_("Name")],
                    h.th(".number.last", scope="col")[_("Last")] if since else None,
                    h.th(".number.total", scope="col")[_("Total")] if leads else None,
                    h.th(".number.behind", scope="col")[_("Behind")] if leads and not covered else None,
                ]
            ],
            h.tbody[map(row, rows)],
        ]

    if not wide:
        return part(places)
    half = len(places) if len(places) <= MOST_IN_ONE else -(-len(places) // 2)
    halves_of = [part(places[begins : begins + half]) for begins in range(0, len(places), half)]
    letters = min(max(FEW_LETTERS, *(len(place.player) for place in places)), SHORT_NAME)
    return h.div(f".halves-of-standing.rows{half}.letters{letters}")[halves_of]


def result_region(shared: SharedTable, player: str) -> Renderable:
    """Return how the game ended for a player: their own place, then who won, all places and what decided."""
    table = standings(shared.game)
    places = table.standings
    own, count = next(one for one in places if one.player == player), sum(one.left is None for one in places)
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
    shown = standing_parts(shared, player) if shared.covered else _moment(shared, player)
    return h.fragment[
        questions_asked(shared) if shared.covered else None,
        h.p(".own")[words] if own.rank not in shared.covered else None,
        shown,
    ]


def _heading(kind: str, words: str, game: Game, names: Sequence[str]) -> Renderable:
    """Return words about players, as large as there is room for; with badge and colour where it is only one."""
    mark = player_marks(game)[names[0]] if len(names) == 1 else None
    return h.div(class_=[kind, {"long": len(words) > SHORT_WORDS}, badge_colour(mark) if mark else ""])[
        badge(mark) if mark else None, h.p[words]
    ]
