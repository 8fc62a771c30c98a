"""What hangs on the wall of a club evening, page after page, and what the host's phone shows of it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import htpy as h
from htpy import Node, Renderable

from scorekeeper.club import ClubStanding, TableResult, still_out
from scorekeeper.dates import show_decimal
from scorekeeper.game import name_key
from scorekeeper.text import _, join_and
from scorekeeper.web.device_pages import qr_picture
from scorekeeper.web.host import Host
from scorekeeper.web.page import Visitor, page

ON_A_LEAF = 30
"""How many names or places a page of the wall has, and a third of it tables."""


class ClubSeen(NamedTuple):
    """An event as it stands: the tables of the sitting that is played, the standing, where phones join."""

    title: str
    sitting: int
    tables: tuple[TableResult, ...]
    standing: ClubStanding
    shared: Mapping[str, Host]
    """The tables that are open to phones, by game; no page for everybody shows their PINs."""
    origin: str
    qr: str

    def table(self, result: TableResult) -> Node:
        """Return the name of a table, which leads its phones there."""
        words, shared = _("Table {table}", table=result.table.number), self.shared.get(result.table.game)
        return h.a(href=shared.table_address)[words] if shared else words


def wall_page(visitor: Visitor, seen: ClubSeen, theme: str) -> Renderable:
    """Return the wall."""
    region = h.section("#wall", data_live="/live/wall")[wall_region(seen)]
    bell = h.p[h.label[_("Bell at"), " ", h.input(type="time", data_bell=True)]]
    return page(visitor, seen.title, region, bell, wide=True, theme=theme)


def wall_region(seen: ClubSeen) -> Renderable:
    """Return all pages of the wall; the script shows one after the other."""
    missing = [table_out for table_out in seen.standing.missing if table_out.sitting == seen.sitting]
    words = _("Sitting {sitting}", sitting=seen.sitting) if seen.sitting else _("No seats are drawn yet.")
    seats = [(name, result) for result in seen.tables for name in result.table.players]
    seats.sort(key=lambda seat: name_key(seat[0]))
    tables = [
        h.li[h.strong[seen.table(result)], h.bdi[join_and(result.table.players)], h.span[_state(result)]]
        for result in seen.tables
    ]
    standing = seen.standing.standing
    places = [
        h.li[h.span[f"{row.rank}."], h.bdi[row.player], h.strong[show_decimal(row.score)]] for row in standing
    ]
    return h.fragment[
        h.div(".line")[
            h.div[h.p(".status")[words], [h.p(".missing")[sentence] for sentence in still_out(missing)]],
            h.div(".corner")[
                h.div[
                    h.p(".clock")[h.span(data_now=True)],
                    h.p(".hint")[_("Your phone:")],
                    h.p(".hint.whole")[seen.origin],
                ],
                qr_picture(seen.origin, seen.qr),
            ],
        ],
        _leaves(_("Seats"), [h.li[h.bdi[name], h.strong[seen.table(result)]] for name, result in seats]),
        _leaves(_("Tables"), tables, ON_A_LEAF // 3, "long"),
        _leaves(_("Standing"), places),
    ]


def _state(result: TableResult) -> str:
    return _("still out") if result.totals is None else "✓"


def _leaves(heading: str, rows: Sequence[Node], most: int = ON_A_LEAF, kind: str = "") -> Node:
    parts = [rows[start : start + most] for start in range(0, len(rows), most)]
    return [
        h.section(class_=["leaf", kind])[
            h.h2[heading, f" {number}/{len(parts)}" if len(parts) > 1 else None], h.ul[part]
        ]
        for number, part in enumerate(parts, start=1)
    ]


def host_page(visitor: Visitor, seen: ClubSeen) -> Renderable:
    """Return all tables of the sitting: what is out, how the phones of each join, and a way to keep its score."""
    return page(
        visitor,
        _("Sitting {sitting}", sitting=seen.sitting),
        [_host_table(visitor, seen, result) for result in seen.tables],
        h.p[h.a(".button", href="/")[_("Standing")]],
    )


def _host_table(visitor: Visitor, seen: ClubSeen, result: TableResult) -> Node:
    shared = seen.shared.get(result.table.game)
    return [
        h.h2[_("Table {table}", table=result.table.number), " · ", _state(result)],
        h.p[join_and(result.table.players)],
        [
            h.p(".address")[h.a(href=shared.table_address)[shared.table_address]],
            h.p(".pin")[_("PIN {pin}", pin=shared.devices.pin)],
            h.p[h.a(".button", href=f"{visitor.path}/{result.table.game}")[_("Keep score")]],
        ]
        if shared
        else None,
    ]
