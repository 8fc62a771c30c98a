"""What the keeper's phone is answered: every hand, how rounds end, who sits at the table, who has joined.

Players may say how a round ended, what the last tile was and who had 0-0 too.
"""

from htpy import Renderable
from msgspec.structs import replace
from starlette.responses import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import Round, find_player
from scorekeeper.session import asks_double_blank, asks_last_tile, lacks_ending
from scorekeeper.web import entries, keeper_pages, roster, round_pages
from scorekeeper.web.device_pages import devices_page
from scorekeeper.web.entries import Changed, Unusual
from scorekeeper.web.hand_pages import Typed, moved_on
from scorekeeper.web.roster import Newcomer
from scorekeeper.web.round_pages import MARKED, Chosen
from scorekeeper.web.visit import Sharing, Visit, after_entry, answer_hand, answer_page, go_to, number_in


async def keeper(visit: Visit) -> Response:
    """Show the keeper's phone."""
    return answer_page(keeper_pages.keeper_page(visit.visitor, visit.table))


async def keeper_hand(visit: Visit) -> Response:
    """Show any hand of any round."""
    table = visit.table
    played, player = _cell(visit)
    typed = entries.entered(table.game, played.number, player)
    return answer_page(keeper_pages.keeper_hand_page(visit.visitor, table, played, player, typed))


def keeper_hand_region(share: Sharing, at: str, player: str) -> Renderable:
    """Return what follows a player's hand of the game and round `at`; where there is none any more, the way on."""
    shared = share.table
    game_id, _dot, number = at.rpartition(".")
    try:
        played = shared.game.round(number_in(number))
    except ScorekeeperError:
        return moved_on()
    if game_id != shared.id or player not in shared.game.players_of(played.number):
        return moved_on()
    return keeper_pages.keeper_hand_region(shared, played, player)


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


async def ending(visit: Visit) -> Response:
    """Show how a round ended; a player is led back where that is known."""
    game = visit.table.game
    played = game.round(number_in(visit.sent.get("round")))
    if visit.visitor.role == "player" and played != lacks_ending(game):
        return go_to("/hand")
    return _ending(visit, played, round_pages.chosen_ending(played))


def _ending(visit: Visit, played: Round, chosen: Chosen, status: int = 200) -> Response:
    return answer_page(round_pages.ending_page(visit.visitor, visit.table.game, played, chosen), status)


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
            lambda session: entries.store_ending(session, played.number, chosen, sure, is_keeper=is_keeper)
        )
    except Unusual as asked:
        return _ending(visit, played, replace(chosen, questions=asked.questions), 422)
    except Changed as error:
        now = visit.table.game.round(played.number)
        return _ending(visit, now, replace(chosen, fault=str(error), held=None), 409)
    except ScorekeeperError as error:
        return _ending(visit, played, replace(chosen, fault=str(error)), 422)
    if visit.asks(asks_last_tile, played.number):
        await visit.table.announce(lambda announcements: announcements.note(no_last_double=played.number))
    return after_entry(visit, played.number, "/", was_last=was_last)


async def last_tile(visit: Visit) -> Response:
    """Ask whether the last tile was a double, unless that is known."""
    number = number_in(visit.sent.get("round"))
    if not visit.asks(asks_last_tile, number):
        return go_to("/")
    return answer_page(round_pages.last_tile_page(visit.visitor, visit.table.game.round(number)))


async def save_last_tile(visit: Visit) -> Response:
    """Store that the last tile was a double, or announce that it was none."""
    number = number_in(visit.sent.get("round"))
    if visit.asks(asks_last_tile, number):
        if visit.sent.get("answer") == "double":
            await visit.do(lambda session: entries.store_last_double(session, number))
        else:
            await visit.table.announce(lambda announcements: announcements.note(no_last_double=number))
    return after_entry(visit, number, "/", was_last=True)


async def double_blank(visit: Visit) -> Response:
    """Ask who had 0-0, unless that is known."""
    game, number = visit.table.game, number_in(visit.sent.get("round"))
    if not visit.asks(asks_double_blank, number):
        return go_to("/")
    return answer_page(round_pages.double_blank_page(visit.visitor, game, game.round(number)))


async def save_double_blank(visit: Visit) -> Response:
    """Store who had 0-0, or announce that nobody had it."""
    table, number = visit.table, number_in(visit.sent.get("round"))
    answer, _colon, name = visit.sent.get("answer", "").partition(":")
    if answer == "had":
        await visit.do(lambda session: entries.store_double_blank(session, number, name))
    elif asks_double_blank(table.game, table.announced) == table.game.round(number):
        await table.announce(lambda announcements: announcements.note(no_double_blank=number))
    return go_to("/")


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
    newcomer = Newcomer(sent.get("name", ""), sent.get("begins", ""), sent.get("points", ""))
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
