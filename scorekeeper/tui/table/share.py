"""Phones: the QR code and the PIN with which people join, who has joined, and what the keeper can do about it."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from scorekeeper.errors import ScorekeeperError
from scorekeeper.session import AppSession
from scorekeeper.text import N_, _
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.colours import badged, badges
from scorekeeper.tui.base.screen import GameScreen, Words, asks
from scorekeeper.tui.widgets.board import large
from scorekeeper.tui.widgets.dialogs import Confirm

if TYPE_CHECKING:  # the server takes longer to load than the app
    from scorekeeper.web import Device, Host


def open_to_phones(session: AppSession, theme: str, before: "Host | None") -> None:
    """Open the open game to phones; whoever joined the one that was open `before` comes along.

    Raises ScorekeeperError if that cannot be.
    """
    from scorekeeper.web import Host

    chosen = session.settings.theme or theme
    try:
        host = Host(session.store.place, session.kept.id, theme=chosen, before=before)
        host.start()
    except ScorekeeperError:
        if session.shared is before and before is not None and not before.is_open:
            session.shared = None
        raise
    session.shared = host


def opened_before(session: AppSession) -> "Host | None":
    """Return what opens a game to phones, this one or another; None while nothing does."""
    if session.shared is None:
        return None
    from scorekeeper.web import Host

    return session.shared if isinstance(session.shared, Host) else None


def take_phones_along(app: App[None], session: AppSession) -> None:
    """Open the open game to the phones of the one before, in a thread of its own; say whether they are there."""
    try:
        open_to_phones(session, app.theme, opened_before(session))
    except ScorekeeperError as error:
        app.call_from_thread(app.notify, str(error), severity="warning", markup=False)
    else:
        sentence = _("The phones of the last game are at this one now.")
        app.call_from_thread(app.notify, sentence, markup=False)


AROUND, LEAST_BESIDE, MARGINS, SEAT = 3, 60, 10, 20
"""Rows above and below the QR code; columns beside a large one, how many of them are free, and those of a name."""

HEADINGS, ABOVE = 3, 12
"""Rows of the headings of the list and between its parts; and those of the screen that are not the list's."""

MOST_SINGLE = 8
"""Players up to whom everybody without a phone has a row; of more, two stand in one."""


class ShareScreen(GameScreen):
    """The open game, open to phones. It stays open when this screen is left."""

    place: ClassVar[str] = "share"
    FOLLOWS = True
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("remove", "x", N_("Remove"), N_("Send the marked phone away; its seat is free again.")),
        ScreenAction("new_pin", "z", N_("New PIN"), N_("Make a new PIN; phones that have joined stay.")),
        ScreenAction(
            "keeper",
            "o",
            N_("Keeper"),
            N_("Show a QR code that makes one phone the keeper's; press it again for the table's code."),
        ),
        ScreenAction("stop", "f", N_("Stop"), N_("Close the table to phones.")),
        ScreenAction("back", "enter,escape,q", N_("Table"), N_("Back to the table, still open to phones.")),
    )

    def __init__(self, session: AppSession) -> None:
        super().__init__(session)
        self._devices: tuple[Device, ...] = ()
        self._shown: tuple[str, tuple[Device, ...]] | None = None
        """The PIN and the devices that are on the screen."""
        self._keeper_link = ""
        """The link for the keeper's phone while it is on the screen."""

    def title_words(self) -> Words:
        """Return what is shown of which game, and how many of its players have joined."""
        players = self.session.game.at_table
        joined = sum(one.player in players for one in self._devices)
        count = _("{count} of {total} joined", count=joined, total=len(players)) if joined else ""
        if self._host is not None and not self._devices:
            count = _("nobody has joined yet")
        return self.of_game(_("phones"), count)

    def body(self) -> ComposeResult:
        """Show the QR code, and beside it the addresses and who has joined."""
        with Horizontal(id="share"):
            yield Static(id="qr", markup=False)
            with Vertical(id="joined"):
                yield Static(id="share-note", markup=False)
                yield Static(_("Opening the table …"), id="addresses", markup=False)
                yield OptionList(id="devices")

    def on_mount(self) -> None:
        """Open the table, unless it is open already."""
        if self._host is None:
            self.run_worker(partial(self._open, opened_before(self.session)), thread=True)
        self.call_next(self.look)

    def _open(self, before: "Host | None") -> None:
        """Open the table in a thread of its own; loading the server takes a moment.

        Whoever joined the game that was open `before` comes along.
        """
        try:
            open_to_phones(self.session, self.app.theme, before)
        except ScorekeeperError as error:
            self.app.call_from_thread(self.show_line, "addresses", str(error))

    @property
    def _host(self) -> "Host | None":
        """What opens this game to phones; None while nothing does."""
        host = opened_before(self.session)
        return host if host is not None and host.game_id == self.session.kept.id else None

    def redraw(self) -> None:
        """Show it in the room there is."""
        if (host := self._host) is not None:
            self._show(host)
        super().redraw()

    async def look(self) -> None:
        """Show what is new: who has joined or gone, and what phones entered; close when that ends the game."""
        was_over = self.session.game.over
        if self.look_again():
            self.tell(self.session.came)
            if self.session.game.over and not was_over:
                self.dismiss()
                return
            self._shown = None
        if (host := self._host) is not None and (host.devices.pin, host.devices.all) != self._shown:
            self.redraw()

    def _show(self, host: "Host") -> None:
        self._devices = host.devices.all
        self._shown = host.devices.pin, self._devices
        if not host.devices.awaits_keeper:
            self._keeper_link = ""
        drawn = self._largest_code(self._keeper_link or host.table_address, secret=bool(self._keeper_link))
        self.query_one("#qr", Static).update(Text(drawn, "dim" if host.alone else "", no_wrap=True))
        room = self.size.width - (0 if self.has_class("-narrow") else drawn.index("\n"))
        self.query_one("#addresses", Static).update(self._addresses(host, room - MARGINS))
        listed = self.query_one("#devices", OptionList)
        marked, ids = listed.highlighted_option, [one.id for one in self._devices]
        listed.set_options(self._seats())
        if ids:
            before = marked.id if marked is not None and marked.id in ids else None
            listed.highlighted = listed.get_option_index(before or ids[0])
            listed.focus()
        note = ""
        if host.alone:
            note = "⚠ " + _("No network: only this computer can join.")
        elif not (self._devices or self._keeper_link):
            note = _("Everybody on this network who has the PIN can join.")
        self.show_line("share-note", note)
        self.refresh_bindings()

    def _seats(self) -> Iterator[Option]:
        """Yield who has no phone yet; then the phones, with whose hand is still to come."""
        from scorekeeper.web import device_name

        game, played = self.session.game, self.session.game.current
        marks = badges(game, self.app.current_theme)
        ids = {one.player: one.id for one in self._devices if one.player in game.at_table}
        lacks = game.lacks(played) if played is not None else ()
        entering = played is not None and played.under_way

        def seat(mark: str, name: str) -> Text:
            line = Text(mark).append_text(badged(name, marks[name], SEAT - 4))
            line.pad_right(SEAT - line.cell_len)
            return line

        waiting = [name for name in game.at_table if name not in ids]
        across = 2 if len(waiting) > 1 and len(game.at_table) > MOST_SINGLE else 1
        without = _("no phone yet")
        if across > 1:
            yield Option(Text(f"{without} · {len(waiting)}", "dim"), disabled=True)
        for first in range(0, len(waiting), across):
            line = Text("").join(seat("○ ", name) for name in waiting[first : first + across])
            yield Option(line.append(without if across == 1 else ""), disabled=True)
        doing = {
            name: _("joined") if not entering else _("still to come") if name in lacks else _("hand entered")
            for name in game.at_table
            if name in ids
        }
        heading = next(iter(doing.values())) if len({*doing.values()}) == 1 else _("joined")
        rows = -(-len(waiting) // across) + len(self._devices) + HEADINGS
        if headed := across > 1 and bool(doing) and rows <= self.size.height - ABOVE:
            yield Option("", disabled=True)
            yield Option(Text(f"{heading} · {len(doing)}", "dim"), disabled=True)
        for name, said in doing.items():
            yield Option(seat("✓ ", name).append("" if headed and said == heading else said), id=ids[name])
        for one in self._devices:
            if one.player not in ids:
                yield Option(Text(f"✓   {device_name(one)}"), id=one.id)

    def _largest_code(self, address: str, *, secret: bool) -> str:
        """Return a QR code, as large as there is room for."""
        from scorekeeper.web import qr_text

        width, height = self.size.width - LEAST_BESIDE, self.size.height - AROUND
        for scale in (3, 2):
            drawn = qr_text(address, secret=secret, scale=scale)
            if drawn.index("\n") <= width and drawn.count("\n") < height:
                return drawn
        return qr_text(address, secret=secret)

    def _addresses(self, host: "Host", room: int) -> Text:
        """Return what is to be typed where a code cannot be scanned, in so many columns."""
        if self._keeper_link:
            scan = _("Scan this with the keeper's phone. It works once.")
            start, slash, secret = self._keeper_link.rpartition("/")
            apart = "\n" if len(self._keeper_link) > room else ""
            return Text(f"{scan}\n\n{start}{slash}{apart}{secret}")
        pin = host.devices.pin
        drawn = large(pin, room, self.size.height)
        steps = _("1 Scan   2 Type this PIN   3 Tap your name")
        if host.alone:
            steps = _("Connect to Wi-Fi, then stop and share again.")
        gap = "\n" * (len(self.session.game.at_table) <= MOST_SINGLE)
        phones = _("Phones: {address}", address=host.table_address)
        addresses = Text(f"{steps}\n\n{drawn}\n{gap}{phones}\n")
        if host.moved:
            addresses.append(
                _(
                    "The usual port is taken by another program; scan or type this address anew. A firewall has to "
                    "let port {port} through.",
                    port=host.port,
                )
            ).append("\n")
        addresses.append(_("Big screen: {address}", address=host.screen_address))
        return addresses

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to send a phone away once there is one."""
        if action == "remove" and not self._devices:
            return False
        return super().check_action(action, parameters)

    def footer_words(self, action: str) -> str | None:
        """Say that the table's code comes back, while the keeper's is shown."""
        return _("Table code") if action == "keeper" and self._keeper_link else None

    def on_option_list_option_selected(self) -> None:
        """Go back to the table, though the list has the focus."""
        self.action_back()

    def action_remove(self) -> None:
        """Send the marked phone away."""
        host, marked = self._host, self.query_one("#devices", OptionList).highlighted_option
        if host is not None and marked is not None and marked.id is not None:
            host.remove(marked.id)
            self.redraw()

    def action_new_pin(self) -> None:
        """Make a new PIN."""
        if (host := self._host) is not None:
            host.renew_pin()
            self._show(host)

    def action_keeper(self) -> None:
        """Show the code for the keeper's phone, which is good once; or that of the table again."""
        if (host := self._host) is not None:
            self._keeper_link = "" if self._keeper_link else host.new_keeper_address()
            self._show(host)

    @asks
    async def action_stop(self) -> None:
        """Close the table to phones, once that is confirmed."""
        question = _("Close the table to phones? Nothing that was entered is lost.")
        if await self.ask(Confirm(question)) and (host := self._host) is not None:
            host.stop()
            self.session.shared = None
            self.dismiss()
