"""A player's own hand: the page of their phone, what follows the round at the table there, and what is stored."""

from contextlib import suppress
from urllib.parse import urlencode

import htpy as h
from htpy import Node, Renderable
from starlette.responses import JSONResponse, Response

from scorekeeper.errors import Malformed
from scorekeeper.game import Round, find_player, player_marks
from scorekeeper.text import _
from scorekeeper.web.entries import Typed, entered, preview
from scorekeeper.web.hand import answer_hand, hand_form, last_round_words, moved_on, stored_hand, tile_pad
from scorekeeper.web.page import alert, explained, number_in, what_was_typed
from scorekeeper.web.photos import doubt_words, photo_words
from scorekeeper.web.rounds import address_of, question_links, round_name, status_region
from scorekeeper.web.shared_table import SharedTable
from scorekeeper.web.standing import result_region
from scorekeeper.web.visit import Visit, stale_game


async def hand(visit: Visit) -> Response:
    """Show a player's own hand, of the round at the table or of the one before that is corrected."""
    played = _round_of(visit)
    if sentence := _nothing_to_enter(visit, played):
        return _waiting_page(visit, sentence)
    assert played is not None
    return _hand_page(visit, played, entered(visit.table.game, played.number, visit.player))


def _round_of(visit: Visit) -> Round | None:
    """Return the round before if it was asked for and players may still correct it, else the one at the table."""
    closed = visit.table.game.correctable
    if closed is not None and visit.sent.get("round") == str(closed.number) and not stale_game(visit):
        return closed
    return visit.round


def _nothing_to_enter(visit: Visit, played: Round | None) -> str:
    """Return why a player has no hand to enter now; empty if there is one."""
    if played is None:
        return _("You have nothing to enter any more.")
    game = visit.table.game
    if visit.player not in game.at_table:
        return _("You have left the table. Whoever keeps score can let you come back.")
    if visit.player not in game.dealt_in(played.number):
        return _("You do not play in this round.")
    return ""


async def save_hand(visit: Visit) -> Response:
    """Store a player's own hand of the round at the table, or of the one before as long as players may correct it."""
    played, sent = _round_of(visit), visit.sent
    if sentence := _nothing_to_enter(visit, played):
        return _waiting_page(visit, stale_game(visit) or sentence, sent.get("typed", ""), 409)
    assert played is not None
    stale = stale_game(visit)
    if not stale and sent.get("round") != str(played.number):
        stale = _(
            "This was typed for another round and is not saved; now it is {round}. Whoever keeps score can still "
            "correct earlier rounds.",
            round=round_name(played),
        )
    if stale:
        return _hand_page(visit, played, Typed(fault=stale), 409, sent.get("typed", ""))
    if sent.get("player") != visit.player:
        fault = _(
            "This phone now has the seat of {name}. Look again and save it if it is right.", name=visit.player
        )
        return _hand_page(visit, played, Typed(sent.get("typed", ""), fault=fault), 409)
    return await answer_hand(
        visit, played, visit.player, lambda typed, status: _hand_page(visit, played, typed, status), "/hand"
    )


def _hand_page(visit: Visit, played: Round, typed: Typed, status: int = 200, refused: str = "") -> Response:
    """Show a player's own hand of the round at the table, or of the one before to correct it.

    What was `refused` stands there too: it was typed for another round.
    """
    shared, player = visit.table, visit.player
    corrects = shared.round is None or shared.round.number != played.number
    at = _correction_mark(shared, played) if corrects else round_mark(shared)
    return visit.page(
        _correction_words(played) if corrects else _("{name}'s hand", name=player),
        h.p(".questions")[
            _("{name}, this round is over: what you save here replaces your hand.", name=player)
        ]
        if corrects
        else h.p("#last.hint")[last_round_words(shared.game, played, player)],
        hand_form(visit, played, player, typed, "/hand"),
        what_was_typed([refused]),
        _status_section(visit, at),
        tile_pad(shared.game, played, player, typed.text),
        status=status,
        mark=player_marks(shared.game)[player] if not corrects else None,
        aside=round_name(played),
    )


def _correction_words(played: Round) -> str:
    return _("Correct your hand of round {number}", number=played.number)


def _waiting_page(visit: Visit, sentence: str, typed: str = "", status: int = 200) -> Response:
    """Show a player who has nothing to enter now why; below it the others' round, or the result.

    What was `typed` for a hand that there is no more stands there too, so that it is not lost.
    """
    shared, player = visit.table, visit.player
    over = shared.round is None and shared.game.over
    return visit.page(
        _("The game is over") if over else _("{name}'s hand", name=player),
        None if over and not typed else h.p[sentence],
        what_was_typed([typed]),
        _status_section(visit, round_mark(shared)),
        status=status,
        mark=player_marks(shared.game).get(player),
    )


def _status_section(visit: Visit, at: str) -> Renderable:
    """Return the region that follows the round that `at` stands for, of this game."""
    return h.section("#status", data_live="/live/status?" + urlencode({"at": at}))[
        hand_status(visit.table, at, visit.player)
    ]


def round_mark(shared: SharedTable) -> str:
    """Return what stands for the round at the table of this game and of no other."""
    played = shared.round
    return f"{shared.id}.{played.number if played is not None else 0}"


def _correction_mark(shared: SharedTable, played: Round) -> str:
    """Return what stands for a closed round of this game whose hands players may still correct."""
    return f"{shared.id}.{played.number}.closed"


def hand_status(shared: SharedTable, at: str, player: str) -> Renderable:
    """Return the round for a player who has a page of the round `at`; where the table is at another, the way on."""
    game, played, closed = shared.game, shared.round, shared.game.correctable
    if closed is not None and at == _correction_mark(shared, closed) and player in game.players:
        return h.fragment[alert(explained(shared.trouble)), _stored(shared, closed, player)]
    if at != round_mark(shared) or player not in game.players:
        return moved_on()
    correction = _correction_link(shared, player)
    if played is None:
        now = result_region(shared, player) if game.over else status_region(shared)
        return h.fragment[now, question_links(shared) if shared.covered else None, correction]
    ended = ""
    if played.blocked:
        ended = _("The round is blocked. Enter what you have left.")
    elif played.out is not None:
        ended = _("{name} went out. Enter what you have left.", name=played.out)
    return h.fragment[
        status_region(shared),
        h.p[ended] if ended and player in game.missing_in(played) else None,
        question_links(shared),
        correction,
        _stored(shared, played, player),
    ]


def _correction_link(shared: SharedTable, player: str) -> Node:
    """Return the way to correct the hand of the round that was closed last, as long as players may."""
    closed = shared.game.correctable
    if closed is None or player not in shared.game.dealt_in(closed.number):
        return None
    return h.p(".way")[h.a(href=address_of("/hand", shared.id, closed.number))[_correction_words(closed)]]


def _stored(shared: SharedTable, played: Round, player: str) -> Node:
    """Tell the script of a player's phone what is stored; whoever has no hand to enter is told that instead."""
    if player not in shared.game.dealt_in(played.number):
        return h.span(data_idle=True, hidden=True)
    return stored_hand(shared, played, player)


async def counts(visit: Visit) -> Response:
    """Say what a hand counts while it is typed."""
    if fault := stale_game(visit):
        return JSONResponse({"counts": "", "fault": fault})
    played = _round_of(visit)
    player = visit.device.player or visit.sent.get("player", "")
    if visit.visitor.role == "keeper":
        played = visit.table.game.round(number_in(visit.sent.get("round")))
    if played is None:
        return JSONResponse({"counts": "", "fault": ""})
    typed = preview(
        visit.table.game,
        visit.table.answers,
        played.number,
        find_player(visit.table.game.players, player),
        visit.sent.get("typed", ""),
    )
    reply = {"counts": typed.counts, "fault": typed.fault}
    if "doubtful" in visit.sent:  # it is the look at a photo
        reply["doubt"] = doubt_words(number_in(visit.sent["doubtful"]))
        with suppress(Malformed):
            reply["seen"] = photo_words(visit.table.game, played, visit.sent.get("typed", ""))
    return JSONResponse(reply)


async def photo_progress(visit: Visit) -> Response:
    """Say how far the photo of a phone has come."""
    return JSONResponse({"progress": visit.request.app.state.photos.progress(visit.device.id)})
