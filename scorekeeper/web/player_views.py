"""What players and visitors are answered: joining, and their own hand."""

from collections.abc import Mapping
from contextlib import suppress

from msgspec.structs import replace
from starlette.responses import JSONResponse, Response

from scorekeeper.errors import Impossible, Malformed, NotFound, ScorekeeperError
from scorekeeper.game import Round, find_player, player_marks
from scorekeeper.text import _
from scorekeeper.web import device_pages
from scorekeeper.web.devices import Role, TooMany
from scorekeeper.web.entries import entered, preview
from scorekeeper.web.hand_pages import Typed, hand_page, waiting_page
from scorekeeper.web.keeper_pages import keeper_page
from scorekeeper.web.page import explained, number_in, plain_page
from scorekeeper.web.photo_pages import doubt_words, photo_words
from scorekeeper.web.round_pages import round_name
from scorekeeper.web.visit import Visit, answer_hand, answer_page, go_to, seated, stale_game

HOME: Mapping[Role, str] = {
    "player": "/hand",
    "watcher": "/standing",
    "keeper": "/keeper",
    "screen": "/screen",
}


async def home(visit: Visit) -> Response:
    """Lead a device to its page."""
    if visit.visitor.device is None:
        sentence = _("Scan the QR code of the table, or type the address that stands below it.")
        return answer_page(plain_page(visit.visitor, _("Join the table"), sentence), 403)
    return go_to(HOME[visit.visitor.role])


async def join_page(visit: Visit) -> Response:
    """Show how to join, or lead a device that has joined to its page; one that only watches may join with a name."""
    if waits := _look_at_code(visit):
        return waits
    if visit.visitor.role in ("player", "keeper"):
        return go_to(HOME[visit.visitor.role])
    return _join(visit, knows_pin=visit.visitor.role == "watcher")


def _look_at_code(visit: Visit) -> Response | None:
    """Raise NotFound for the code of another table. Where this one is private, that counts as a wrong PIN.

    Who has to wait there is not told whether a code is right.
    """
    share, guesses = visit.share, visit.share.private and visit.visitor.device is None
    if guesses:
        try:
            share.attempts.check(_address(visit))
        except TooMany as error:
            return _waits(answer_page(plain_page(visit.visitor, _("Join the table"), str(error)), 429), error)
    if visit.request.path_params["code"].lower() != share.devices.code:
        if guesses:
            share.attempts.wrong(_address(visit))
        raise NotFound(_("There is no table at this address; scan the QR code again."))
    return None


def _address(visit: Visit) -> str:
    return visit.request.client.host if visit.request.client else ""


def _waits(response: Response, error: TooMany) -> Response:
    response.headers["retry-after"] = str(error.seconds)
    return response


def _join(
    visit: Visit, fault: str = "", status: int = 200, *, knows_pin: bool = False, asks_name: bool = False
) -> Response:
    game, devices = visit.table.game, visit.share.devices
    pin = devices.pin if visit.visitor.role == "watcher" else visit.sent.get("pin", "")
    marks = player_marks(game) if knows_pin or not visit.share.private else {}
    seats = {name: mark for name, mark in marks.items() if name in game.at_table}
    page = device_pages.join_page(visit.visitor, seats, devices.taken, fault, pin, asks_name=asks_name)
    return answer_page(page, status)


async def join(visit: Visit) -> Response:
    """Let a device in that knows the PIN."""
    if waits := _look_at_code(visit):
        return waits
    role, device = visit.visitor.role, visit.visitor.device
    if role in ("player", "keeper") or (device is not None and "watch" in visit.sent):
        return go_to(HOME[role])
    attempts, devices, address = visit.share.attempts, visit.share.devices, _address(visit)
    try:
        attempts.check(address)
        devices.check_pin(visit.sent.get("pin", ""))
    except TooMany as error:
        return _waits(_join(visit, str(error), 429), error)
    except Impossible as error:
        attempts.wrong(address)
        return _join(visit, str(error), 403)
    if not {"watch", "player"} & visit.sent.keys():
        return _join(visit, status=422, knows_pin=True, asks_name=True)
    try:
        if "watch" in visit.sent:
            return seated(visit.share.devices, go_to("/standing"), devices.join("watcher"))
        player = find_player(visit.table.game.at_table, visit.sent["player"])
        secret = devices.join("player", player)
        if device is not None:
            devices.remove(device.id)
    except ScorekeeperError as error:
        return _join(visit, explained(error), 409, knows_pin=True)
    await visit.table.tell()
    return seated(visit.share.devices, go_to("/hand"), secret)


async def keeper_link(visit: Visit) -> Response:
    """Make the device that opens the link first the keeper's."""
    if visit.visitor.role == "keeper":
        return go_to("/keeper")
    if visit.request.method == "HEAD":  # somebody looks where the link leads; it stays unused
        return Response()
    devices = visit.share.devices
    secret = devices.use_keeper_link(visit.request.path_params["secret"])
    if visit.visitor.device is not None:
        devices.remove(visit.visitor.device.id)
    device = devices.of(secret)
    await visit.table.tell()
    visitor = replace(visit.visitor, device=device, role="keeper")
    return seated(visit.share.devices, answer_page(keeper_page(visitor, visit.table)), secret)


async def hand(visit: Visit) -> Response:
    """Show a player's own hand, of the round at the table or of the one before that is corrected."""
    played = _round_of(visit)
    if sentence := _nothing_to_enter(visit, played):
        return _waiting(visit, sentence)
    assert played is not None
    return _hand(visit, played, entered(visit.table.game, played.number, visit.player))


def _round_of(visit: Visit) -> Round | None:
    """Return the round before if it was asked for and players may still correct it, else the one at the table."""
    closed = visit.table.game.correctable
    if closed is not None and visit.sent.get("round") == str(closed.number) and not stale_game(visit):
        return closed
    return visit.round


def _waiting(visit: Visit, sentence: str, typed: str = "", status: int = 200) -> Response:
    shown = waiting_page(visit.visitor, visit.table, visit.player, sentence, typed)
    return answer_page(shown, status)


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


def _hand(visit: Visit, played: Round, typed: Typed, status: int = 200, refused: str = "") -> Response:
    shown = hand_page(visit.visitor, visit.table, played, visit.player, typed, refused)
    return answer_page(shown, status)


async def save_hand(visit: Visit) -> Response:
    """Store a player's own hand of the round at the table, or of the one before as long as players may correct it."""
    played, sent = _round_of(visit), visit.sent
    if sentence := _nothing_to_enter(visit, played):
        return _waiting(visit, stale_game(visit) or sentence, sent.get("typed", ""), 409)
    assert played is not None
    stale = stale_game(visit)
    if not stale and sent.get("round") != str(played.number):
        stale = _(
            "This was typed for another round and is not saved; now it is {round}. Whoever keeps score can still "
            "correct earlier rounds.",
            round=round_name(played),
        )
    if stale:
        return _hand(visit, played, Typed(fault=stale), 409, sent.get("typed", ""))
    if sent.get("player") != visit.player:
        fault = _(
            "This phone now has the seat of {name}. Look again and save it if it is right.", name=visit.player
        )
        return _hand(visit, played, Typed(sent.get("typed", ""), fault=fault), 409)
    return await answer_hand(
        visit, played, visit.player, lambda typed, status: _hand(visit, played, typed, status), "/hand"
    )


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
        visit.table.announced,
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
