"""What players and whoever keeps score are answered alike: who began, how a round ended, and what else is asked."""

from msgspec.structs import replace
from starlette.responses import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import Round, RoundScored
from scorekeeper.session import lacks_ending, not_minding
from scorekeeper.web.entries import Changed, Unusual, store_double_blank, store_ending, store_last_double
from scorekeeper.web.page import number_in
from scorekeeper.web.round_pages import (
    MARKED,
    Chosen,
    began_page,
    chosen_ending,
    double_blank_page,
    ending_page,
    last_tile_page,
)
from scorekeeper.web.visit import Visit, after_entry, answer_page, go_to


async def ending(visit: Visit) -> Response:
    """Show how a round ended; a player is led back where that is known."""
    game = visit.table.game
    played = game.round(number_in(visit.sent.get("round")))
    if visit.visitor.role == "player" and played != lacks_ending(game):
        return go_to("/hand")
    return _ending(visit, played, chosen_ending(played))


def _ending(visit: Visit, played: Round, chosen: Chosen, status: int = 200) -> Response:
    return answer_page(ending_page(visit.visitor, visit.table.game, played, chosen), status)


async def save_ending(visit: Visit) -> Response:
    """Store how a round ended."""
    sent = visit.sent
    played = visit.table.game.round(number_in(sent.get("round")))
    chosen = Chosen(
        sent.get("ending", ""),
        sent.get("foot", ""),
        double="double" in sent,
        marked=tuple(key.removeprefix(MARKED) for key in sent if key.startswith(MARKED)),
        held=sent.get("held"),
    )
    try:
        sure, is_keeper = sent.get("sure") == chosen.sure, visit.visitor.role == "keeper"
        was_last = await visit.do(
            lambda session: store_ending(session, played.number, chosen, sure, is_keeper=is_keeper)
        )
    except Unusual as asked:
        return _ending(visit, played, replace(chosen, questions=asked.questions), 422)
    except Changed as error:
        now = visit.table.game.round(played.number)
        return _ending(visit, now, replace(chosen, fault=str(error), held=None), 409)
    except ScorekeeperError as error:
        return _ending(visit, played, replace(chosen, fault=str(error)), 422)
    if visit.asks("last-tile", played.number):
        await visit.table.announce(lambda announcements: announcements.note(no_last_double=played.number))
    return after_entry(visit, played.number, "/", was_last=was_last)


async def began(visit: Visit) -> Response:
    """Ask who began the first round, unless that is known."""
    game, number = visit.table.game, number_in(visit.sent.get("round"))
    if not visit.asks("began", number):
        return go_to("/")
    return answer_page(began_page(visit.visitor, game, game.round(number)))


async def save_began(visit: Visit) -> Response:
    """Store who began, or announce that nobody says."""
    table, number = visit.table, number_in(visit.sent.get("round"))
    answer, _colon, name = visit.sent.get("answer", "").partition(":")
    if visit.asks("began", number):
        if answer == "began":
            await visit.do(lambda session: session.keep(RoundScored(round=number, began=name)))
        else:
            await table.announce(lambda announcements: announcements.note(no_starter=True))
    return go_to("/")


async def last_tile(visit: Visit) -> Response:
    """Ask whether the last tile was a double, unless that is known."""
    number = number_in(visit.sent.get("round"))
    if not visit.asks("last-tile", number):
        return go_to("/")
    return answer_page(last_tile_page(visit.visitor, visit.table.game.round(number)))


async def save_last_tile(visit: Visit) -> Response:
    """Store that the last tile was a double, or announce that it was none."""
    number = number_in(visit.sent.get("round"))
    if visit.asks("last-tile", number):
        if visit.sent.get("answer") == "double":
            await visit.do(lambda session: store_last_double(session, number))
        else:
            await visit.table.announce(lambda announcements: announcements.note(no_last_double=number))
    return after_entry(visit, number, "/", was_last=True)


async def double_blank(visit: Visit) -> Response:
    """Ask who had 0-0, unless that is known."""
    game, number = visit.table.game, number_in(visit.sent.get("round"))
    if not visit.asks("double-blank", number):
        return go_to("/")
    return answer_page(double_blank_page(visit.visitor, game, game.round(number)))


async def save_double_blank(visit: Visit) -> Response:
    """Store who had 0-0, or announce that nobody had it."""
    table, number = visit.table, number_in(visit.sent.get("round"))
    answer, _colon, name = visit.sent.get("answer", "").partition(":")
    if answer == "had":
        await visit.do(lambda session: store_double_blank(session, number, name))
    elif visit.asks("double-blank", number):
        if answer == "mind-not" and visit.visitor.role == "keeper":
            await visit.do(lambda session: session.keep(not_minding()))
        asks_no_more = answer == "always" and visit.visitor.role == "keeper"
        noted = {"counts_double_blank": True} if asks_no_more else {"no_double_blank": number}
        await table.announce(lambda announcements: announcements.note(**noted))
    return go_to("/")
