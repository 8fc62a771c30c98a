"""The pages of the keeper's phone: every hand of the round at the table, any hand, and all rounds."""

from urllib.parse import urlencode

import htpy as h
from htpy import Node, Renderable

from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats import shipped_wording
from scorekeeper.game import (
    EntryCell,
    Round,
    WentOut,
    describe_backwards,
    held_entry,
    player_marks,
    show_held,
)
from scorekeeper.session import ending_words
from scorekeeper.text import _
from scorekeeper.web.hand_pages import Typed, hand_form, moved_on, stored_hand, tile_pad
from scorekeeper.web.page import Visitor, alert, badge, called, explained, number_in, page, sent_along
from scorekeeper.web.round_pages import address_of, question_links, round_name, status_region
from scorekeeper.web.shared_table import SharedTable
from scorekeeper.web.standing_pages import standing_parts


def keeper_page(visitor: Visitor, shared: SharedTable) -> Renderable:
    """Return the keeper's phone: every hand of the round at the table, and how it ended."""
    return page(
        visitor,
        _("Keep score"),
        h.section("#round", data_live="/live/keeper")[keeper_region(shared)],
    )


def keeper_region(shared: SharedTable) -> Renderable:
    """Return every hand of a round with a way to change it, the round's ending, and the last change."""
    played, covered = shared.round, shared.covered
    parts: list[Node] = [called(shared), status_region(shared, "keeper")]
    if played is not None or covered:
        parts.append(question_links(shared))
    if played is not None:
        parts.append(round_rows(shared, played))
    elif shared.game.over:
        words = _("Show who won") if len(covered) == 1 else _("Show the next place")
        next_place = h.form(method="post", action="/keeper/next-place")[
            sent_along(game=shared.id, places=shared.announced.places),
            h.button(".main")[words],
        ]
        parts += [next_place if covered else None, standing_parts(shared)]
    log = shared.kept.log
    if log.last_change is not None:
        number = log.last_change.number
        last = next(
            sentence for sentence in describe_backwards(log, shipped_wording) if sentence.number == number
        )
        change = last.sentence if last.by is None else f"{last.by}: {last.sentence}"
        undo = h.form(method="post", action="/keeper/undo")[
            sent_along(game=shared.id, change=number),
            h.p(".hint")[_("Last change: {change}", change=change)],
            h.button(".quiet")[_("Undo it")],
        ]
        parts.append(undo)
    return h.fragment[parts]


def round_rows(shared: SharedTable, played: Round) -> Node:
    """Return the hands of a round as they were entered, with what each counts, and how it ended: each a way on."""
    game = shared.game
    points = game.points[played.number - 1] if played.number <= len(game.rounds) else {}
    address, marks = address_of("/keeper/hand", shared.id, played.number), player_marks(game)

    def hand(name: str) -> Renderable:
        entry = held_entry(game, EntryCell(played.number, name))
        counts = "" if shared.hides_points else str(points.get(name, ""))
        held: Node = _("out") if isinstance(entry, WentOut) else _("still to come")
        if shown := show_held(entry):
            held = [[h.span(".whole")[tile], " "] for tile in shown.split() if shown != counts]
        return _row(f"{address}&{urlencode({'player': name})}", badge(marks[name]), name, held, counts)

    ending = address_of("/ending", shared.id, played.number)
    return h.ul(".rows")[
        map(hand, game.players_of(played.number)),
        _row(ending, None, _("How the round ended"), ending_words(played)),
    ]


def _row(href: str, mark: Node, heading: str, about: Node, number: str = "") -> Renderable:
    """Return a row that leads on: a heading, what is to be said about it, and a number."""
    words = h.span[h.strong(dir="auto")[heading], " ", h.span(".hint")[about]]
    return h.li[h.a(href=href)[mark, words, " ", h.span(".number")[number]]]


def keeper_hand_page(
    visitor: Visitor, shared: SharedTable, played: Round, player: str, typed: Typed
) -> Renderable:
    """Return the form for any hand of any round, with a reason where it is a correction."""
    at = f"{shared.id}.{played.number}"
    return page(
        visitor,
        _("{name}'s hand", name=player),
        h.p(".status")[h.strong[round_name(played)]],
        hand_form(visitor, shared, played, player, typed, "/keeper/hand"),
        h.section("#stored", data_live="/live/hand?" + urlencode({"at": at, "player": player}))[
            keeper_hand_region(shared, at, player)
        ],
        tile_pad(shared.game, played, player, typed.text),
        mark=player_marks(shared.game)[player],
    )


def keeper_hand_region(shared: SharedTable, at: str, player: str) -> Renderable:
    """Return what follows a player's hand of the game and round `at` while the keeper has its form.

    It shows nothing while all is well; where there is no such hand any more, the way on.
    """
    game_id, _dot, number = at.rpartition(".")
    try:
        played = shared.game.round(number_in(number))
    except ScorekeeperError:
        return moved_on()
    if game_id != shared.id or player not in shared.game.players_of(played.number):
        return moved_on()
    return h.fragment[_trouble(shared), stored_hand(shared, played, player)]


def _trouble(shared: SharedTable) -> Node:
    return alert(explained(shared.trouble, "keeper"))


def rounds_page(visitor: Visitor, shared: SharedTable) -> Renderable:
    """Return every round that has begun, live."""
    return page(
        visitor, _("All rounds"), h.section("#rounds", data_live="/live/rounds")[rounds_region(shared)]
    )


def rounds_region(shared: SharedTable) -> Renderable:
    """Return every round that has begun, with links to its hands, the latest first; above them who won."""
    begun = [played for played in shared.game.rounds if played.begun]
    return h.fragment[
        called(shared),
        status_region(shared, "keeper") if shared.round is None else _trouble(shared),
        [h.section[h.h2[round_name(played)], round_rows(shared, played)] for played in reversed(begun)]
        or h.p[_("No round has begun yet.")],
    ]
