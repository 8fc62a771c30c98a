"""How phones join a table: the invitation on the big screen, the page that asks for the PIN, and who has joined."""

from collections.abc import Mapping, Sequence

import htpy as h
from htpy import Node, Renderable
from markupsafe import Markup

from scorekeeper.game import PlayerMark
from scorekeeper.text import _
from scorekeeper.web.devices import Device, device_name
from scorekeeper.web.page import Visitor, alert, badge, page, sent_along


def join_page(
    visitor: Visitor,
    seats: Mapping[str, PlayerMark],
    taken: Sequence[str],
    fault: str = "",
    pin: str = "",
    *,
    asks_name: bool = False,
) -> Renderable:
    """Return the page on which a phone joins: the PIN, a button for each name, and one for watching.

    It `asks_name` where the PIN was sent alone, as Enter does: then only the name is missing. Without `seats` the PIN
    is asked for first.
    """
    return page(
        visitor,
        _("Join the table"),
        h.form(method="post", action=f"/j/{visitor.code}", autocomplete="off")[
            h.button(
                ".unseen", tabindex="-1", aria_hidden="true"
            ),  # Enter presses the first button of a form
            alert(fault),
            pin_field(pin),
            h.p(".hint")[_("Six digits; they are shown beside the QR code.")],
            _seats(seats, taken, asks_name=asks_name) if seats else h.button(".main")[_("Go on")],
        ],
        h.p(".hint")[_("What is sent can be read by others on this network: names, hands and points.")],
    )


def pin_field(pin: str = "") -> Renderable:
    """Return where a PIN is typed."""
    return h.fragment[
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
    ]


def _seats(seats: Mapping[str, PlayerMark], taken: Sequence[str], *, asks_name: bool) -> Renderable:
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


def devices_page(visitor: Visitor, devices: Sequence[Device], pin: str) -> Renderable:
    """Return who has joined, with a button to send each away; and the PIN."""
    return page(
        visitor,
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
                for device in devices
            ]
        ],
        h.h2[_("PIN")],
        h.p(".pin")[pin],
        h.form(method="post", action="/keeper/pin")[h.button(".quiet")[_("Make a new PIN")]],
        h.p(".hint")[_("Phones that have joined stay; the next ones need the new PIN.")],
    )
