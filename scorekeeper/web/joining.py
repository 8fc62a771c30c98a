"""How phones join a table: the invitation on the big screen, the page that asks for the PIN, and who has joined."""

from collections.abc import Collection, Mapping

import htpy as h
from htpy import Node, Renderable
from markupsafe import Markup
from starlette.responses import Response

from scorekeeper.errors import Impossible, NotFound, ScorekeeperError
from scorekeeper.game import PlayerMark, find_player, player_marks
from scorekeeper.text import _
from scorekeeper.web.devices import Role, TooMany, device_name
from scorekeeper.web.page import alert, badge, explained, plain_page, sent_along
from scorekeeper.web.visit import Visit, answer_page, go_to, seated

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
    _check_code(visit)
    if visit.visitor.role in ("player", "keeper"):
        return go_to(HOME[visit.visitor.role])
    return _join_page(visit, knows_pin=visit.visitor.role == "watcher")


def _check_code(visit: Visit) -> None:
    """Raise NotFound for the code of another table. Where this one is private, that counts as a wrong PIN.

    Who has to wait there is not told whether a code is right: TooMany is raised.
    """
    share, guesses = visit.share, visit.share.private and visit.visitor.device is None
    if guesses:
        share.attempts.check(visit.address)
    if visit.request.path_params["code"].lower() != share.devices.code:
        if guesses:
            share.attempts.wrong(visit.address)
        raise NotFound(_("There is no table at this address; scan the QR code again."))


async def join(visit: Visit) -> Response:
    """Let a device in that knows the PIN."""
    _check_code(visit)
    role, device = visit.visitor.role, visit.visitor.device
    if role in ("player", "keeper") or (device is not None and "watch" in visit.sent):
        return go_to(HOME[role])
    attempts, devices = visit.share.attempts, visit.share.devices
    try:
        attempts.check(visit.address)
        devices.check_pin(visit.sent.get("pin", ""))
    except TooMany as error:
        response = _join_page(visit, str(error), 429)
        response.headers["retry-after"] = str(error.seconds)
        return response
    except Impossible as error:
        attempts.wrong(visit.address)
        return _join_page(visit, str(error), 403)
    if not {"watch", "player"} & visit.sent.keys():
        return _join_page(visit, status=422, knows_pin=True, asks_name=True)
    try:
        if "watch" in visit.sent:
            return seated(devices, go_to("/standing"), devices.join("watcher"))
        player = find_player(visit.table.game.at_table, visit.sent["player"])
        secret = devices.join("player", player)
        if device is not None:
            devices.remove(device.id)
    except ScorekeeperError as error:
        return _join_page(visit, explained(error), 409, knows_pin=True)
    await visit.table.tell()
    return seated(devices, go_to("/hand"), secret)


def _join_page(
    visit: Visit, fault: str = "", status: int = 200, *, knows_pin: bool = False, asks_name: bool = False
) -> Response:
    """Show the page on which a phone joins: the PIN, a button for each name, and one for watching.

    It `asks_name` where the PIN was sent alone, as Enter does: then only the name is missing. At a private table the
    PIN is asked for first.
    """
    game, devices = visit.table.game, visit.share.devices
    pin = devices.pin if visit.visitor.role == "watcher" else visit.sent.get("pin", "")
    marks = player_marks(game) if knows_pin or not visit.share.private else {}
    seats = {name: mark for name, mark in marks.items() if name in game.at_table}
    return visit.page(
        _("Join the table"),
        h.form(method="post", action=f"/j/{devices.code}", autocomplete="off")[
            # Enter presses the first button of a form
            h.button(".unseen", tabindex="-1", aria_hidden="true"),
            alert(fault),
            h.label(for_="pin")[_("PIN")],
            h.input(
                "#pin.pin",
                name="pin",
                value=pin,
                inputmode="numeric",
                maxlength="12",
                required=True,
                autofocus=not pin,
            ),
            h.p(".hint")[_("Six digits; they are shown beside the QR code.")],
            _seats(seats, devices.taken, asks_name=asks_name) if seats else h.button(".main")[_("Go on")],
        ],
        h.p(".hint")[_("What is sent can be read by others on this network: names, hands and points.")],
        status=status,
    )


def _seats(seats: Mapping[str, PlayerMark], taken: Collection[str], *, asks_name: bool) -> Renderable:
    """Return a button for each name, and one for watching."""
    return h.fieldset(tabindex="-1" if asks_name else None, autofocus=asks_name)[
        h.legend[_("Who are you?")],
        alert(_("Press your name, or “I only watch”.")) if asks_name else None,
        h.ul(".seats")[
            [
                h.li[
                    h.button(class_={"taken": name in taken}, name="player", value=name)[
                        badge(mark), name, h.span(".hint")[_("taken")] if name in taken else None
                    ]
                ]
                for name, mark in seats.items()
            ]
        ],
        h.button(".watch", name="watch", value="1")[_("I only watch")],
    ]


def qr_picture(address: str, qr: str) -> Renderable:
    """Return the QR code of an address."""
    return h.div(".qr", role="img", aria_label=_("QR code for {address}", address=address))[Markup(qr)]


def invitation(address: str, pin: str, qr: str) -> Node:
    """Return the QR code with the address, as it is typed, and the PIN."""
    host, path, code = address.removeprefix("http://").upper().partition("/J/")
    return h.div(".invitation")[
        h.p(".scan")[_("Scan to join")],
        qr_picture(address, qr),
        h.p(".address")[
            h.span(".join")[_("Join:"), " "], h.span(".whole")[host], h.wbr, h.span(".whole")[path, code]
        ],
        h.p(".pin")[_("PIN {pin}", pin=pin)],
    ]


async def phones(visit: Visit) -> Response:
    """Show who has joined, with a button to send each away; and the PIN."""
    return visit.page(
        _("Phones at the table"),
        h.ul(".devices")[
            [
                h.li[
                    h.span[device_name(device)],
                    h.form(method="post", action="/keeper/remove")[
                        sent_along(device=device.id),
                        h.button(".quiet", aria_label=_("Remove {device}", device=device_name(device)))[
                            _("Remove")
                        ],
                    ],
                ]
                for device in visit.share.devices.all
            ]
        ],
        h.h2[_("PIN")],
        h.p(".pin")[visit.share.devices.pin],
        h.form(method="post", action="/keeper/pin")[h.button(".quiet")[_("Make a new PIN")]],
        h.p(".hint")[_("Phones that have joined stay; the next ones need the new PIN.")],
    )


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
