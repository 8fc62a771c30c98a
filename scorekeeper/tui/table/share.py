"""Phones: the QR code and the PIN with which people join, who has joined, and what the keeper can do about it."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from rich.cells import cell_len
from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.theme import Theme
from textual.widgets import DataTable, Static

from scorekeeper.errors import ScorekeeperError
from scorekeeper.session import AppSession
from scorekeeper.text import N_, _
from scorekeeper.tui.base.colours import Badge, badged, badges
from scorekeeper.tui.base.screen import FRAME, AppScreen, Words, asks
from scorekeeper.tui.widgets.bands import banded
from scorekeeper.tui.widgets.dialogs import Confirm
from scorekeeper.tui.widgets.letters import enlarged_width, large
from scorekeeper.tui.widgets.text import HEADING, NAME, broken_lines, hang

if TYPE_CHECKING:  # the server takes longer to load than the app
    from scorekeeper.web import Device, Host


def open_to_phones(session: AppSession, theme: str) -> None:
    """Open the open game to phones; whoever joined the one that was open before comes along.

    Raises ScorekeeperError if that cannot be.
    """
    from scorekeeper.web import Host

    before = cast("Host | None", session.shared)
    chosen = session.settings.theme or theme
    try:
        host = Host(session.store.place, session.kept.id, theme=chosen, before=before)
        host.start()
    except ScorekeeperError:
        if before is not None and not before.is_open:
            session.shared = None
        raise
    session.shared = host


def take_phones_along(app: App[None], session: AppSession) -> None:
    """Open the open game to the phones of the one before, in a thread of its own; say whether they are there."""
    try:
        open_to_phones(session, app.theme)
    except ScorekeeperError as error:
        app.call_from_thread(app.notify, str(error), severity="warning", markup=False)
    else:
        sentence = _("The phones of the last game are at this one now.")
        app.call_from_thread(app.notify, sentence, markup=False)


AROUND_CODE, AROUND, LEAST_BESIDE, MARGINS = 5, 3, 60, 6
"""Rows around the QR code, and around what stands beside it; columns beside a large one, and those left free."""

MOST_SINGLE, WIDEST_SEAT, TALL = 8, 32, (6, 5, 4, 3)
"""Players up to whom all have a row of one line; the columns of one; and the rows of one where all have the room."""


class Seat(NamedTuple):
    """A player, or a phone that is no player's."""

    phone: str
    """The phone's id; "" until the player has one."""
    name: str
    badge: Badge | None = None

    def drawn(self, size: tuple[int, int], theme: Theme) -> Text:
        """Return the name in so many columns and rows, with a mark once it has a phone."""
        width, tall = size
        if self.badge is None:
            return Text("\n" * ((tall - 1) // 2) + f"✓   {self.name}")
        line = Text("✓ " if self.phone else "○ ").append_text(badged(self.name, self.badge, width - 2))
        return banded(line, self.badge.colour, theme, size) if tall > 1 else line


class ShareScreen(AppScreen):
    """The open game, open to phones. It stays open when this screen is left."""

    CSS_PATH = "table.tcss"
    place: ClassVar[str] = "share"
    PANES: ClassVar[Mapping[str, str]] = {"code": N_("Join"), "joined": N_("Joined")}
    FOLLOWS = True

    def __init__(self, session: AppSession) -> None:
        super().__init__(session)
        self._devices: tuple[Device, ...] = ()
        self._shown: tuple[str, tuple[Device, ...]] | None = None
        """The PIN and the devices that are on the screen."""
        self._at: dict[tuple[int, int], str] = {}
        """The phones by their rows and columns in the list."""
        self._keeper_link = ""
        """The link for the keeper's phone while it is on the screen."""

    def title_words(self) -> Words:
        """Return what is shown of which game, and how many of its players have joined."""
        players = self.session.game.at_table
        joined = sum(device.player in players for device in self._devices)
        count = _("{count} of {total} joined", count=joined, total=len(players)) if joined else ""
        if self._host is not None and not self._devices:
            count = _("nobody has joined yet")
        return self.of_game(_("phones"), count)

    def body(self) -> ComposeResult:
        """Show the QR code, and beside it the addresses and who has joined."""
        with Horizontal(id="share"):
            with Vertical(id="code"):
                yield Static(id="qr", markup=False)
                yield Static(id="note", markup=False)
            with Vertical(id="joined"):
                yield Static(_("Opening the table …"), id="addresses", markup=False)
                yield DataTable(
                    id="devices", name=N_("Table"), show_header=False, cursor_foreground_priority="renderable"
                )

    def on_mount(self) -> None:
        """Open the table, unless it is open already."""
        if self._host is None:
            self.run_worker(self._open, thread=True)
        self.call_next(self.poll)

    def _open(self) -> None:
        """Open the table in a thread of its own; loading the server takes a moment."""
        try:
            open_to_phones(self.session, self.app.theme)
        except ScorekeeperError as error:
            self.app.call_from_thread(self.show_line, "addresses", str(error))

    @property
    def _host(self) -> "Host | None":
        """What opens this game to phones; None while nothing does."""
        return cast("Host | None", self.shared)

    def redraw(self) -> None:
        """Show it in the room there is."""
        if (host := self._host) is not None:
            self._show(host)
        super().redraw()

    async def poll(self) -> None:
        """Show what is new: who has joined or gone, and what phones entered; close when that ends the game."""
        was_over = self.session.game.over
        if self.catch_up():
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
        self.set_class(host.alone, "-alone")
        panes = self.has_class("-panes")
        drawn = self._largest_code(self._keeper_link or host.table_address, secret=bool(self._keeper_link))
        self.query_one("#qr", Static).update(Text(drawn, no_wrap=True))
        stacked, code = self.has_class("-narrow"), drawn.index("\n")
        room = self.size.width - MARGINS - FRAME.width * panes
        lines = [row for note in self._notes(host) for row in hang("", note, room if stacked else code)]
        apart = self.size.height - AROUND - drawn.count("\n") > len(lines) + 2
        self.show_line("note", "\n" * apart + "\n".join(lines))
        if not stacked:
            room = room // 2 if host.alone else room - code
        addresses = self._addresses(host, room)
        self.query_one("#addresses", Static).update(addresses)
        above = sum(len(broken_lines(line, room)) for line in addresses.split(allow_blank=True))
        above += (drawn.count("\n") + 1) * stacked
        self._show_seats(room, self.size.height - AROUND - above * (stacked or not host.alone))
        self.refresh_bindings()

    def _seats(self) -> dict[str, list[Seat]]:
        """Return who has no phone yet, and of the others those whose hand is still to come, under what they are."""
        from scorekeeper.web import device_name

        game, played = self.session.game, self.session.game.current
        marks = badges(game, self.app.current_theme)
        ids = {device.player: device.id for device in self._devices if device.player in game.at_table}
        entering = played is not None and played.under_way
        lacks = game.missing_in(played) if played is not None and entering else ()
        without, to_come, joined = _("no phone yet"), _("joined, still to come"), _("joined")
        there = _("joined, entered") if entering else joined
        groups = {word: list[Seat]() for word in (without, to_come, there, joined)}
        for name in game.at_table:
            word = without if name not in ids else to_come if name in lacks else there
            groups[word].append(Seat(ids.get(name, ""), name, marks[name]))
        others = (device for device in self._devices if device.player not in ids)
        groups[joined] += [Seat(device.id, device_name(device)) for device in others]
        return {word: group for word, group in groups.items() if group}

    def _show_seats(self, room: int, free: int) -> None:
        """Show in so many columns and rows who has joined and who has not."""
        groups, most = self._seats(), max(1, room // WIDEST_SEAT)
        fit = (
            (tall, by)
            for tall, by in product(TALL, range(1, most + 1))
            if tall * sum(-(-len(group) // by) for group in groups.values()) + len(groups) <= free
        )
        many = sum(map(len, groups.values())) > MOST_SINGLE
        tall, across = next(fit, (1, max(2, most) if many else 1))
        width = (room + 2) // across - 2
        parts = [(word, group, -(-len(group) // across)) for word, group in groups.items()]
        # with the headings, and a row between two parts
        between = 2 * len(parts) - 1 + tall * sum(rows for _word, _group, rows in parts) <= free
        marked, seats, self._at = self._marked, self.query_one("#devices", DataTable), {}
        seats.clear(columns=True)
        for _column in range(across):
            seats.add_column("", width=width)
        blank = [Text()] * across
        for word, group, rows in parts:
            if between and seats.row_count:
                seats.add_row(*blank)
            head = f"{word} · {len(group)}"
            head = head if cell_len(head) <= width else word
            seats.add_row(Text(head, "bold" if tall > 1 else "dim"), *blank[1:])
            for row in range(rows):
                line = group[row::rows]
                self._at |= {(seats.row_count, at): seat.phone for at, seat in enumerate(line) if seat.phone}
                drawn = [seat.drawn((width, tall), self.app.current_theme) for seat in line]
                seats.add_row(*drawn, *blank[len(line) :], height=tall)
        seats.show_cursor = bool(self._at)
        row, column = next((cell for cell, phone in self._at.items() if phone == marked), (1, 0))
        seats.move_cursor(row=row, column=column)
        seats.focus()

    @property
    def _marked(self) -> str:
        """The phone that is marked; "" where none is."""
        return self._at.get(self.query_one("#devices", DataTable).cursor_coordinate, "")

    def _largest_code(self, address: str, *, secret: bool) -> str:
        """Return a QR code, as large as there is room for."""
        from scorekeeper.web import qr_text

        width, height = self.size.width - LEAST_BESIDE, self.size.height - AROUND_CODE
        for scale in (3, 2):
            drawn = qr_text(address, secret=secret, scale=scale)
            if drawn.index("\n") <= width and drawn.count("\n") < height:
                return drawn
        return qr_text(address, secret=secret)

    def _addresses(self, host: "Host", room: int) -> Content:
        """Return what guests do, step by step, and what is to be typed where a code cannot be scanned."""
        steps = (_("1 Scan"), _("2 Type this PIN"), _("3 Tap your name"))
        width = room if self.has_class("-high") and room >= max(map(enlarged_width, steps)) else 0
        scan, pin, name = (Content.styled(large(step, width), HEADING) for step in steps)
        if host.alone:
            warning = "⚠ " + _("No network: only this computer can join.")
            scan = Content.styled(warning, "bold $text-warning") + "\n"
            pin, name = Content.styled(_("PIN"), HEADING), Content()
            scan += _("Connect to Wi-Fi, then stop and share again.") + "\n"
        if self._keeper_link:
            start, slash, secret = self._keeper_link.rpartition("/")
            apart = "\n" if len(self._keeper_link) > room else ""
            words = _("Scan this with the keeper's phone. It works once.")
            link = Content(f"{words}\n\n{start}{slash}{apart}{secret}")
            return scan + "\n\n" + link if host.alone else link
        address = host.table_address.removeprefix("http://").upper()
        drawn, digits = large(address, width), large(host.devices.pin, room, self.size.height)
        phones = drawn if "\n" in drawn else _("Phones: {address}", address=address)
        phones = "\n".join([phones, *[*self._notes(host)] * host.alone])
        typed, below = (f"\n{phones}\n\n", NAME), (f"\n\n{digits}\n", NAME)
        return Content.assemble(scan, "\n" * (width > 0), typed, pin, below, "\n" * (not width), name)

    def _notes(self, host: "Host") -> Iterator[str]:
        """Yield what stands below the code of the network and the big screen; nothing beside the keeper's."""
        if self._keeper_link:
            return
        if host.moved:
            yield _(
                "The usual port is taken; scan or type this address anew. A firewall has to let port {port} through.",
                port=host.port,
            )
        elif not self._devices and not host.alone:
            yield _("Everybody on this network who has the PIN can join.")
        yield _("Big screen: {address}", address=host.screen_address.removeprefix("http://"))

    def offers(self, action: str) -> bool:
        """Offer to send a phone away once there is one."""
        return action != "remove" or bool(self._marked)

    def footer_words(self, action: str) -> str | None:
        """Say that the table's code comes back, while the keeper's is shown."""
        return _("Table code") if action == "keeper" and self._keeper_link else None

    def on_data_table_cell_highlighted(self) -> None:
        """Offer what can be done with the marked phone."""
        self.refresh_bindings()

    def action_remove(self) -> None:
        """Send the marked phone away."""
        if (host := self._host) is not None and self._marked:
            host.remove(self._marked)
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
