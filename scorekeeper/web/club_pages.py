"""What hangs on the wall of a club evening, page after page, and what the host's phone shows of it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import htpy as h
from htpy import Node, Renderable
from markupsafe import Markup

from scorekeeper.club import ClubStanding, TableOut, TableResult, still_out
from scorekeeper.dates import show_decimal
from scorekeeper.game import name_key
from scorekeeper.text import _, join_and
from scorekeeper.web.device_pages import pin_field
from scorekeeper.web.page import Visitor, alert, page

ON_A_LEAF = 30
"""How many names or places a page of the wall has, and a third of it tables."""


class SharedAt(NamedTuple):
    """Where the phones of a table join, and their PIN, which no page for everybody shows."""

    address: str
    pin: str


class ClubSeen(NamedTuple):
    """An event as it stands: the tables of the sitting that is played, the standing, where phones join."""

    title: str
    sitting: int
    tables: tuple[TableResult, ...]
    standing: ClubStanding
    shared: Mapping[str, SharedAt]


def wall_page(visitor: Visitor, seen: ClubSeen, origin: str, qr: str, theme: str) -> Renderable:
    """Return the wall."""
    region = h.section("#wall", data_live="/live/wall")[wall_region(seen, origin, qr)]
    return page(visitor, seen.title, region, wide=True, theme=theme)


def wall_region(seen: ClubSeen, origin: str, qr: str) -> Renderable:
    """Return all pages of the wall; the script shows one after the other."""
    missing = [TableOut(one.sitting, one.table.number) for one in seen.tables if one.totals is None]
    words = _("Sitting {sitting}", sitting=seen.sitting) if seen.sitting else _("No seats are drawn yet.")
    return h.fragment[
        h.div(".line")[
            h.div[h.p(".status")[words], [h.p(".missing")[sentence] for sentence in still_out(missing)]],
            h.div(".corner")[
                h.div[
                    h.p(".clock")[h.span(data_now=True)],
                    h.p(".hint")[_("Your phone:")],
                    h.p(".hint.whole")[origin],
                ],
                h.div(".qr", role="img", aria_label=_("QR code for {address}", address=origin))[Markup(qr)],
            ],
        ],
        _leaves(_("Seats"), _seats(seen)),
        _leaves(_("Tables"), _tables(seen), ON_A_LEAF // 3, "long"),
        _leaves(_("Standing"), _places(seen)),
    ]


def _leaves(heading: str, rows: Sequence[Node], most: int = ON_A_LEAF, kind: str = "") -> Node:
    parts = [rows[start : start + most] for start in range(0, len(rows), most)]
    return [
        h.section(class_=["leaf", kind])[
            h.h2[heading, f" {number}/{len(parts)}" if len(parts) > 1 else None], h.ul[part]
        ]
        for number, part in enumerate(parts, start=1)
    ]


def _seats(seen: ClubSeen) -> Sequence[Node]:
    seats = [(name, one) for one in seen.tables for name in one.table.players]
    seats.sort(key=lambda seat: name_key(seat[0]))
    return [h.li[h.bdi[name], h.strong[_table_link(seen, one)]] for name, one in seats]


def _tables(seen: ClubSeen) -> Sequence[Node]:
    return [
        h.li[
            h.strong[_table_link(seen, one)],
            h.bdi[join_and(one.table.players)],
            h.span[_("still out") if one.totals is None else "✓"],
        ]
        for one in seen.tables
    ]


def _table_link(seen: ClubSeen, result: TableResult) -> Node:
    words = _("Table {table}", table=result.table.number)
    shared = seen.shared.get(result.table.game)
    return h.a(href=shared.address)[words] if shared else words


def _places(seen: ClubSeen) -> Sequence[Node]:
    return [
        h.li[h.span[f"{one.rank}."], h.bdi[one.player], h.strong[show_decimal(one.score)]]
        for one in seen.standing.standing
    ]


def pin_page(visitor: Visitor, fault: str = "") -> Renderable:
    """Ask for the host's PIN."""
    return page(
        visitor,
        _("The host's phone"),
        h.form(method="post", action="/host", autocomplete="off")[
            alert(fault), pin_field(), h.div(".buttons")[h.button(".main")[_("Go on")]]
        ],
    )


def host_page(visitor: Visitor, seen: ClubSeen) -> Renderable:
    """Return all tables of the sitting: what is out, how the phones of each join, and a way to keep its score."""
    return page(
        visitor,
        _("Sitting {sitting}", sitting=seen.sitting),
        [_host_table(seen, one) for one in seen.tables],
        h.p[h.a(".button", href="/")[_("Standing")]],
    )


def _host_table(seen: ClubSeen, result: TableResult) -> Node:
    shared = seen.shared.get(result.table.game)
    state = _("still out") if result.totals is None else "✓"
    return h.fragment[
        h.h2[_("Table {table}", table=result.table.number), " · ", state],
        h.p[join_and(result.table.players)],
        shared
        and [
            h.p(".address")[h.a(href=shared.address)[shared.address]],
            h.p(".pin")[_("PIN {pin}", pin=shared.pin)],
            h.p[h.a(".button", href=f"/host/{result.table.game}")[_("Keep score")]],
        ],
    ]
