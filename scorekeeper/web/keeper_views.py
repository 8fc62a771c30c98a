"""What the keeper's phone is answered: every hand, all rounds, who sits at the table, who has joined."""

from msgspec.structs import replace
from starlette.responses import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import Round, find_player
from scorekeeper.web import entries, keeper_pages, roster
from scorekeeper.web.device_pages import devices_page
from scorekeeper.web.entries import Unusual
from scorekeeper.web.hand_pages import Typed
from scorekeeper.web.page import number_in
from scorekeeper.web.roster import Newcomer
from scorekeeper.web.visit import Visit, answer_hand, answer_page, go_to


async def keeper(visit: Visit) -> Response:
    """Show the keeper's phone."""
    return answer_page(keeper_pages.keeper_page(visit.visitor, visit.table))


async def keeper_hand(visit: Visit) -> Response:
    """Show any hand of any round."""
    table = visit.table
    played, player = _cell(visit)
    typed = entries.entered(table.game, played.number, player)
    return answer_page(keeper_pages.keeper_hand_page(visit.visitor, table, played, player, typed))


def _cell(visit: Visit) -> tuple[Round, str]:
    game = visit.table.game
    played = game.round(number_in(visit.sent.get("round")))
    return played, find_player(game.players_of(played.number), visit.sent.get("player", ""))


async def save_keeper_hand(visit: Visit) -> Response:
    """Store any hand of any round."""
    played, player = _cell(visit)

    def show(typed: Typed, status: int) -> Response:
        return answer_page(
            keeper_pages.keeper_hand_page(visit.visitor, visit.table, played, player, typed), status
        )

    here = visit.round
    done = "/keeper" if here is not None and here.number == played.number else "/keeper/rounds"
    return await answer_hand(visit, played, player, show, done)


async def next_place(visit: Visit) -> Response:
    """Show one place more of the result to everybody, the last one first."""
    table, seen = visit.table, number_in(visit.sent.get("places"))
    if table.covered:
        await table.announce(lambda announcements: announcements.show_next_place(table.game, seen))
    return go_to("/keeper")


async def undo(visit: Visit) -> Response:
    """Undo the change that the keeper saw as the last one."""
    seen = number_in(visit.sent.get("change"))
    await visit.do(lambda session: entries.undo(session, seen))
    return go_to("/keeper")


async def rounds(visit: Visit) -> Response:
    """Show all rounds."""
    return answer_page(keeper_pages.rounds_page(visit.visitor, visit.table))


async def players(visit: Visit) -> Response:
    """Show who sits at the table."""
    return _players(visit, Newcomer())


def _players(visit: Visit, newcomer: Newcomer, status: int = 200) -> Response:
    return answer_page(roster.players_page(visit.visitor, visit.table, newcomer), status)


async def arrival(visit: Visit) -> Response:
    """Show what somebody who comes can begin with; a name that cannot be is shown again."""
    name, game = visit.sent.get("name", ""), visit.table.game
    try:
        newcomer = Newcomer(name, questions=roster.lookalike_questions(game, name))
        return answer_page(roster.arrival_page(visit.visitor, game, newcomer))
    except ScorekeeperError as error:
        return _players(visit, Newcomer(name, fault=str(error)), 422)


async def save_arrival(visit: Visit) -> Response:
    """Seat somebody who comes late, or comes back."""
    sent = visit.sent
    name, begins, points, offered = (sent.get(field, "") for field in ("name", "begins", "points", "offered"))
    newcomer = Newcomer(name, begins, points, offered)
    try:
        await visit.do(lambda session: roster.store_arrival(session, newcomer, sent.get("sure")))
    except Unusual as asked:
        newcomer = replace(newcomer, questions=asked.questions)
    except ScorekeeperError as error:
        newcomer = replace(newcomer, fault=str(error))
    else:
        return go_to("/keeper/players")
    return answer_page(roster.arrival_page(visit.visitor, visit.table.game, newcomer), 422)


async def departure(visit: Visit) -> Response:
    """Ask whether somebody leaves."""
    name = find_player(visit.table.game.at_table, visit.sent.get("name", ""))
    return answer_page(roster.departure_page(visit.visitor, name))


async def save_departure(visit: Visit) -> Response:
    """Let somebody leave."""
    name = visit.sent.get("name", "")
    await visit.do(lambda session: roster.store_departure(session, name))
    return go_to("/keeper/players")


async def save_break(visit: Visit) -> Response:
    """Let somebody sit out the round that is due, or play it after all."""
    sent, number = visit.sent, number_in(visit.sent.get("round"))
    name, plays = sent.get("name", ""), "plays" in sent
    await visit.do(lambda session: roster.store_break(session, number, name, plays=plays))
    return go_to("/keeper/players")


async def devices(visit: Visit) -> Response:
    """Show who has joined."""
    known = visit.share.devices
    return answer_page(devices_page(visit.visitor, known.all, known.pin))


async def remove(visit: Visit) -> Response:
    """Send a device away."""
    visit.share.devices.remove(visit.sent.get("device", ""))
    await visit.table.tell()
    return go_to("/keeper/devices")


async def renew_pin(visit: Visit) -> Response:
    """Make a new PIN."""
    visit.share.devices.renew_pin()
    await visit.table.tell()
    return go_to("/keeper/devices")
