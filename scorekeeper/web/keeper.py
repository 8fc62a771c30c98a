"""The keeper's phone: every hand of the round at the table, any hand, and all rounds."""

from urllib.parse import urlencode

import htpy as h
from htpy import Node, Renderable
from msgspec.structs import replace
from starlette.responses import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats import shipped_wording
from scorekeeper.game import (
    EntryCell,
    Round,
    WentOut,
    describe_backwards,
    find_player,
    held_entry,
    player_marks,
    show_held,
)
from scorekeeper.session import ending_words
from scorekeeper.text import _
from scorekeeper.web import entries
from scorekeeper.web.entries import Typed
from scorekeeper.web.hand import answer_hand, hand_form, moved_on, stored_hand, tile_pad
from scorekeeper.web.page import alert, badge, called, explained, number_in, sent_along
from scorekeeper.web.rounds import address_of, question_links, round_name, status_region
from scorekeeper.web.shared_table import SharedTable
from scorekeeper.web.standing import standing_parts
from scorekeeper.web.visit import Visit, go_to, seated


async def keeper_link(visit: Visit) -> Response:
    """Make the device that opens the link first the keeper's."""
    if visit.is_keeper:
        return go_to("/keeper")
    if visit.request.method == "HEAD":  # somebody looks where the link leads; it stays unused
        return Response()
    devices, before = visit.share.devices, visit.visitor.device
    secret = devices.use_keeper_link(visit.request.path_params["secret"])
    if before is not None:
        devices.remove(before.id)
    await visit.table.tell()
    visitor = replace(visit.visitor, device=devices.of(secret), role="keeper")
    return seated(devices, await keeper(visit._replace(visitor=visitor)), secret)


async def keeper(visit: Visit) -> Response:
    """Show the keeper's phone: every hand of the round at the table, and how it ended."""
    region = h.section("#round", data_live="/live/keeper")[keeper_region(visit.table)]
    return visit.page(_("Keep score"), region)


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
            sent_along(game=shared.id, places=shared.answers.places),
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


async def keeper_hand(visit: Visit) -> Response:
    """Show any hand of any round."""
    played, player = _cell(visit)
    return _hand_page(visit, played, player, entries.entered(visit.table.game, played.number, player))


def _cell(visit: Visit) -> tuple[Round, str]:
    game = visit.table.game
    played = game.round(visit.number)
    return played, find_player(game.players_of(played.number), visit.sent.get("player", ""))


async def save_keeper_hand(visit: Visit) -> Response:
    """Store any hand of any round."""
    played, player = _cell(visit)
    here = visit.round
    done = "/keeper" if here is not None and here.number == played.number else "/keeper/rounds"
    return await answer_hand(
        visit, played, player, lambda typed, status: _hand_page(visit, played, player, typed, status), done
    )


def _hand_page(visit: Visit, played: Round, player: str, typed: Typed, status: int = 200) -> Response:
    """Show the form for any hand of any round, with a reason where it is a correction."""
    shared = visit.table
    at = f"{shared.id}.{played.number}"
    return visit.page(
        _("{name}'s hand", name=player),
        h.p(".status")[h.strong[round_name(played)]],
        hand_form(visit, played, player, typed, "/keeper/hand"),
        h.section("#stored", data_live="/live/hand?" + urlencode({"at": at, "player": player}))[
            hand_region(shared, at, player)
        ],
        tile_pad(shared.game, played, player, typed.text),
        status=status,
        mark=player_marks(shared.game)[player],
    )


def hand_region(shared: SharedTable, at: str, player: str) -> Renderable:
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


async def rounds(visit: Visit) -> Response:
    """Show every round that has begun, live."""
    region = h.section("#rounds", data_live="/live/rounds")[rounds_region(visit.table)]
    return visit.page(_("All rounds"), region)


def rounds_region(shared: SharedTable) -> Renderable:
    """Return every round that has begun, with links to its hands, the latest first; above them who won."""
    begun = [played for played in shared.game.rounds if played.begun]
    return h.fragment[
        called(shared),
        status_region(shared, "keeper") if shared.round is None else _trouble(shared),
        [h.section[h.h2[round_name(played)], round_rows(shared, played)] for played in reversed(begun)]
        or h.p[_("No round has begun yet.")],
    ]


async def next_place(visit: Visit) -> Response:
    """Show one place more of the result to everybody, the last one first."""
    table, seen = visit.table, number_in(visit.sent.get("places"))
    if table.covered:
        await table.change_answers(lambda answers: answers.show_next_place(table.game, seen))
    return go_to("/keeper")


async def undo(visit: Visit) -> Response:
    """Undo the change that the keeper saw as the last one."""
    seen = number_in(visit.sent.get("change"))
    await visit.do(lambda session: entries.undo(session, seen))
    return go_to("/keeper")
