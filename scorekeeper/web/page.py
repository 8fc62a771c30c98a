"""The shell of every page, and the small parts that many pages have.

Every page is complete without JavaScript. What is live stands in a region of its own, which `live` sends anew; forms
are never replaced while somebody types.
"""

from collections.abc import Sequence

import htpy as h
import msgspec
from htpy import Node, Renderable

from scorekeeper.errors import NotFound, ScorekeeperError, Unanswered, Unavailable
from scorekeeper.game import ON_DARK, PlayerMark
from scorekeeper.text import _, language
from scorekeeper.web.devices import Device, Role
from scorekeeper.web.shared_table import SharedTable

STATIC = "/static/"

PART_OF = {"/keeper/join": "/keeper/players", "/keeper/leave": "/keeper/players"}
"""Whose tab is marked on a page that has none; on others it is the first."""


class Visitor(msgspec.Struct, frozen=True):
    """Who looks at a page: the device if it has joined, what it may do, the table's name and code, and the game."""

    device: Device | None
    role: Role
    table: str
    code: str
    game: str
    """The id of the game: another one at the same table has rounds of the same numbers."""
    path: str = ""
    """The page that is looked at."""

    @property
    def player(self) -> str:
        """Whose device it is; empty where it is nobody's."""
        return (self.device.player if self.device is not None else None) or ""


def sent_along(**fields: object) -> Node:
    """Return what a form sends besides what is typed and chosen in it, such as the game for which it was made."""
    return [h.input(type="hidden", name=name, value=str(value)) for name, value in fields.items()]


def page(
    visitor: Visitor,
    heading: str,
    *content: Node,
    mark: PlayerMark | None = None,
    aside: str = "",
    wide: bool = False,
    theme: str = "",
) -> Renderable:
    """Return a whole page with one `h1`, after the `mark` of the player whose page it is."""
    return h.html(lang=language().codes[-1], data_theme=theme or None)[
        h.head[
            h.meta(charset="utf-8"),
            h.meta(name="viewport", content="width=device-width, initial-scale=1"),
            h.meta(name="color-scheme", content="light dark"),
            h.meta(name="robots", content="noindex"),
            h.title[" – ".join(dict.fromkeys([heading, visitor.table]))],
            h.link(rel="icon", href=f"{STATIC}icon.svg", type="image/svg+xml"),
            h.link(rel="stylesheet", href=f"{STATIC}style.css"),
            h.script(src=f"{STATIC}share.js", defer=True),
        ],
        h.body(class_="wide" if wide else None)[
            h.div("#banners")[
                h.p("#offline.banner", role="status", hidden=True)[
                    _("No connection.") if wide else _("No connection. What you typed is kept.")
                ],
                None
                if wide
                else h.p(
                    "#unsaved.banner",
                    role="alert",
                    hidden=True,
                    data_unread=_("Not saved: the computer cannot read this. What you typed is kept."),
                    data_unknown=_("It is not known whether that was saved; it is sent again by itself."),
                ),
            ],
            h.header[
                h.h1[badge(mark) if mark else None, heading],
                None if wide else h.p(".table")[aside or visitor.table],
            ],
            h.main[content],
            None if wide else h.footer[_ways(visitor)],
        ],
    ]


def _ways(visitor: Visitor) -> Node:
    ways = {
        "player": ((_("My hand"), "/hand"), (_("Standing"), "/standing")),
        "watcher": ((_("Standing"), "/standing"), (_("Join with a name"), f"/j/{visitor.code}")),
        "keeper": (
            (_("Round"), "/keeper"),
            (_("All rounds"), "/keeper/rounds"),
            (_("Standing"), "/standing"),
            (_("Players"), "/keeper/players"),
            (_("Phones"), "/keeper/devices"),
        ),
    }.get(visitor.role, ())
    if not ways:
        return None
    paths = [href for _words, href in ways]
    here = PART_OF.get(visitor.path, visitor.path)
    current = here if here in paths else paths[0]
    links = [h.a(href=href, aria_current="page" if href == current else None)[words] for words, href in ways]
    return h.nav(aria_label=_("Pages"))[links]


def plain_page(visitor: Visitor, heading: str, sentence: str, typed: Sequence[str] = ()) -> Renderable:
    """Return a page with one sentence, such as why something is refused, and what was typed into the form.

    Who has not joined finds a way to join the table there, unless it is private.
    """
    joins = visitor.device is None and visitor.role == "screen"
    link = h.p[h.a(".button", href=f"/j/{visitor.code}")[_("Join the table")]] if joins else None
    return page(visitor, heading, h.p[sentence], link, what_was_typed(typed))


def what_was_typed(typed: Sequence[str]) -> Node:
    """Return what was typed into a form that cannot be shown again."""
    return [h.p(".hint")[_("You typed: {typed}", typed=text)] for text in typed if text.strip()]


def alert(sentence: str) -> Node:
    """Return a sentence about what went wrong, which screen readers say at once."""
    return h.p(".fault", role="alert")[sentence] if sentence else None


def explained(error: ScorekeeperError | None, role: Role = "player") -> str:
    """Return what is wrong, in players' words where it is the store: its details are for whoever keeps score.

    Empty if nothing is wrong.
    """
    if isinstance(error, Unanswered) and role != "keeper":
        return _("It is not known whether this was saved; look at the log first, or ask whoever keeps score.")
    if isinstance(error, Unavailable) and role != "keeper":
        return _("Nothing can be saved at the moment. Try again soon, or tell whoever keeps score.")
    return "" if error is None else str(error)


def called(shared: SharedTable) -> Renderable:
    """Tell the script what the table is called, for the next game may have another name."""
    return h.span(data_table=shared.name, hidden=True)


def tick(name: str, words: str, ticked: bool) -> Renderable:
    """Return something to tick."""
    return h.label(".choice")[h.input(type="checkbox", name=name, value="1", checked=ticked), words]


def choice(name: str, value: str, words: str, *, checked: bool) -> Renderable:
    """Return one of several things to choose from."""
    return h.label(".choice")[h.input(type="radio", name=name, value=value, checked=checked), words]


def questions(asked: Sequence[str], sure: str) -> Node:
    """Return what is unusual about a form, and what it sends along if it is right all the same."""
    if not asked:
        return None
    return h.fragment[
        h.div(".questions", role="alert")[[h.p[question] for question in asked]],
        sent_along(sure=sure),
    ]


def badge(mark: PlayerMark) -> Renderable:
    """Return a player's letter on their colour; their name stands beside it."""
    return h.span(class_=["badge", badge_colour(mark)], aria_hidden="true")[mark.letter]


def badge_colour(mark: PlayerMark) -> str:
    """Return the class of what has a player's colour."""
    return f"badge{mark.place % len(ON_DARK)}"


def number_in(text: str | None) -> int:
    """Return a number of a form. Raises NotFound for anything else, which no page of ours sends."""
    if text is None or not text.isdecimal() or len(text) > 6:
        raise NotFound(_("There is no such page."))
    return int(text)
