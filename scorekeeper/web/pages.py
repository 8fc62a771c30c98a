"""The pages of a shared table: what stands on each, in the language of whoever looks.

Every page is complete without JavaScript. What is live stands in a region of its own, which `regions` fills; forms
are never replaced while somebody types.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from urllib.parse import urlencode

import msgspec
from htpy import (
    Node,
    Renderable,
    a,
    bdi,
    body,
    button,
    details,
    div,
    fieldset,
    footer,
    form,
    fragment,
    h1,
    h2,
    head,
    header,
    html,
    label,
    legend,
    li,
    link,
    main,
    meta,
    nav,
    option,
    p,
    script,
    section,
    select,
    span,
    strong,
    summary,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
    ul,
)
from htpy import input as field
from htpy import title as head_title
from markupsafe import Markup
from msgspec.structs import replace

from scorekeeper.game import (
    Blocked,
    EntryCell,
    Game,
    Round,
    Sentence,
    TileEntry,
    WentOut,
    complete_rounds_only,
    fewer_rounds,
    held_entry,
    show_held,
    standings,
)
from scorekeeper.session import asks_last_tile
from scorekeeper.text import N_, _, join_and, language, ngettext, number_name
from scorekeeper.tiles import Tile
from scorekeeper.web.devices import Device, Role
from scorekeeper.web.shared_table import SharedTable, is_complete
from scorekeeper.web.tiles import double_picture, halves, tile_picture

STATIC = "/static/"

MARKED = "marked:"
"""What stands before a player's name where a form says whose train has a marker."""

OUT = "o"
"""What stands for a hand of which nothing is left."""


class Visitor(msgspec.Struct, frozen=True):
    """Who looks at a page: the device if it has joined, what it may do, the table’s name and code, and the game."""

    device: Device | None
    role: Role
    table: str
    code: str
    game: str
    """The id of the game: another one at the same table has rounds of the same numbers."""

    @property
    def game_field(self) -> Renderable:
        """What a form says of the game for which it was made; at another one it is refused."""
        return game_field(self.game)


class Typed(msgspec.Struct, frozen=True):
    """What stands in a hand's field, what is to be said about it, and whether that is a question."""

    text: str = ""
    fault: str = ""
    """Why it cannot be saved."""
    questions: tuple[str, ...] = ()
    """What is unusual about it; it is saved if the person says so."""
    counts: str = ""
    """What the hand counts."""
    corrects: bool = False
    """Whether the round was complete before, so that the table will want a reason."""
    reason: str = ""
    out: bool = False
    """Whether the questions are about going out, whatever stands in the field."""
    held: str | None = None
    """The stored hand from which the form was made; None for the one of now."""


class Chosen(msgspec.Struct, frozen=True):
    """What is chosen for the end of a round, and what is to be said about it."""

    ending: str = ""
    """`out:NAME`, `blocked`, or nothing for not known."""
    foot: str = ""
    """The double that a blocked round was short of toes at, as a number; empty if that is not known."""
    double: bool = False
    """Whether the last tile was a double."""
    marked: tuple[str, ...] = ()
    """Whose train has a marker."""
    fault: str = ""
    questions: tuple[str, ...] = ()

    @property
    def sure(self) -> str:
        """What a form sends along once its questions are answered: all that they were asked about."""
        return " ".join(filter(None, (self.ending, self.foot, "double" if self.double else "", *self.marked)))


def game_field(game_id: str) -> Renderable:
    """Return what tells for which game a form was made."""
    return field(type="hidden", name="game", value=game_id)


def page(
    visitor: Visitor, heading: str, *content: Node, aside: str = "", wide: bool = False, theme: str = ""
) -> Renderable:
    """Return a whole page with one `h1`."""
    return html(lang=language().codes[-1], data_theme=theme or None)[
        head[
            meta(charset="utf-8"),
            meta(name="viewport", content="width=device-width, initial-scale=1"),
            meta(name="color-scheme", content="light dark"),
            meta(name="robots", content="noindex"),
            head_title[f"{heading} – {visitor.table}"],
            link(rel="icon", href=f"{STATIC}icon.svg", type="image/svg+xml"),
            link(rel="stylesheet", href=f"{STATIC}style.css"),
            script(src=f"{STATIC}share.js", defer=True),
        ],
        body(class_="wide" if wide else None)[
            p("#offline.banner", role="status", hidden=True)[
                _("No connection.") if wide else _("No connection. What you typed is kept.")
            ],
            None
            if wide
            else p("#unsaved.banner", role="alert", hidden=True)[
                _("Not saved: the computer cannot read this. What you typed is kept.")
            ],
            header[h1[heading], None if wide else p(".table")[aside or visitor.table]],
            main[content],
            None if wide else footer[_ways(visitor)],
        ],
    ]


def _ways(visitor: Visitor) -> Node:
    ways = {
        "player": ((_("My hand"), "/hand"), (_("Standing"), "/standing")),
        "watcher": ((_("Standing"), "/standing"),),
        "keeper": (
            (_("Round"), "/keeper"),
            (_("All rounds"), "/keeper/rounds"),
            (_("Standing"), "/standing"),
            (_("Players"), "/keeper/players"),
            (_("Phones"), "/keeper/devices"),
        ),
    }.get(visitor.role, ())
    return nav(aria_label=_("Pages"))[[a(href=href)[words] for words, href in ways]] if ways else None


def alert(sentence: str) -> Node:
    """Return a sentence about what went wrong, which screen readers say at once."""
    return p(".fault", role="alert")[sentence] if sentence else None


def join_page(
    visitor: Visitor, game: Game, taken: Sequence[str], fault: str = "", pin: str = ""
) -> Renderable:
    """Return the page on which a phone joins: the PIN, a button for each player, and one for watching."""
    return page(
        visitor,
        _("Join the table"),
        form(method="post", action=f"/j/{visitor.code}", autocomplete="off")[
            alert(fault),
            label(for_="pin")[_("PIN")],
            field(
                "#pin.pin",
                name="pin",
                value=pin,
                inputmode="numeric",
                maxlength="12",
                required=True,
                autofocus=not pin,
            ),
            p(".hint")[_("Six digits; they are shown beside the QR code.")],
            fieldset[
                legend[_("Who are you?")],
                ul(".seats")[
                    [
                        li[
                            button(
                                name="player",
                                value=name,
                                aria_describedby=f"seat{place}" if name in taken else None,
                            )[name],
                            span(".hint", id=f"seat{place}")[_("taken")] if name in taken else None,
                        ]
                        for place, name in enumerate(game.at_table)
                    ]
                ],
                button(".quiet", name="watch", value="1")[_("I only watch")],
            ],
        ],
        p(".hint")[_("What is sent can be read by others on this network: names, hands and points.")],
    )


def status_region(shared: SharedTable, *, names_winner: bool = True) -> Node:
    """Return which round it is, and who is still missing; who won, unless that is covered or shown elsewhere."""
    game, played = shared.game, shared.round
    if played is None:
        covered = shared.covered or not names_winner
        return p(".status")[_over_words(game, covered) if game.over else _("There is no round to enter.")]
    return fragment[
        alert(shared.trouble),
        p(".status")[strong[round_name(played)]],
        p(".missing")[waits_for(shared, played)],
    ]


def _over_words(game: Game, covered: bool) -> str:
    """Return that the game is over, and who won it unless that is covered."""
    if covered:
        return _("The game is over.")
    winners = standings(game).winners
    return ngettext(
        "The game is over: {names} wins.",
        "The game is over: {names} share the win.",
        len(winners),
        names=join_and(winners),
    )


def round_name(played: Round) -> str:
    """Return what a round is called: its number and its double."""
    double = f"{played.began_with}-{played.began_with}"
    return _("Round {number} · {double}", number=played.number, double=double)


def waits_for(shared: SharedTable, played: Round) -> str:
    """Return whose hands are missing, or what else the round waits for and who does that."""
    if missing := shared.game.lacks(played):
        return _("No hand yet: {names}.", names=join_and(missing))
    if played.ending is None:
        return _("Every hand is in, but who went out? Or was the round blocked?")
    if played.out in shared.devices.taken:
        return _(
            "Every hand is in. {name}, who went out, or whoever keeps score closes the round.",
            name=played.out,
        )
    return _("Every hand is in. Whoever keeps score closes the round.")


def hand_page(visitor: Visitor, shared: SharedTable, played: Round, player: str, typed: Typed) -> Renderable:
    """Return a player's own hand of the round at the table."""
    return page(
        visitor,
        _("{name}’s hand", name=player),
        p("#last.hint")[last_round_words(shared.game, played, player)],
        hand_form(visitor, shared.game, played, player, typed, "/hand"),
        _status_section(shared, player),
        tile_pad(shared.game, played, player, typed.text),
        aside=round_name(played),
    )


def _status_section(shared: SharedTable, player: str) -> Renderable:
    """Return the region that follows the round at the table, for the game and the round that it is at."""
    at = round_mark(shared)
    return section("#status", data_live="/live/status?" + urlencode({"at": at}))[
        hand_status(shared, at, player)
    ]


def round_mark(shared: SharedTable) -> str:
    """Return what stands for the round at the table of this game and of no other."""
    played = shared.round
    return f"{shared.id}.{played.number if played is not None else 0}"


def hand_status(shared: SharedTable, at: str, player: str) -> Renderable:
    """Return the round for a player who has a page of the round `at`; where the table is at another, the way on."""
    game, played = shared.game, shared.round
    if at != round_mark(shared) or player not in game.players:
        return p(".status")[a(".next", href="/")[_("The table has moved on: go to the round it is at.")]]
    if played is None:
        return result_region(game, player, shared.covered) if game.over else fragment[status_region(shared)]
    return fragment[
        status_region(shared),
        p[_("{name} went out. Enter what you have left.", name=played.out)]
        if played.out is not None and player in game.lacks(played)
        else None,
        _stored(game, played, player),
        _closing_form(shared.id, played, "/close")
        if is_complete(game, played) and played.out == player
        else None,
    ]


def result_region(game: Game, player: str, covered: bool) -> Renderable:
    """Return how the game ended for a player: who won, their own place, then all places and what decided."""
    return fragment[
        None if covered else p(".status")[strong[_winner_words(game)]],
        None if covered else p(".own")[_own_place(game, player)],
        standing_parts(game, None, covered),
    ]


def _own_place(game: Game, player: str) -> str:
    """Return a player's place and total in a sentence."""
    places = standings(game).standings
    own = next(place for place in places if place.player == player)
    if own.left is not None:
        return _("You left the table with {total}.", total=own.total)
    if own.rank == 1:
        return _("You have won, with {total}.", total=own.total)
    count = sum(place.left is None for place in places)
    return _("Your place: {place} of {count}, with {total}.", place=own.rank, count=count, total=own.total)


def _stored(game: Game, played: Round, player: str) -> Node:
    """Tell the script which hand is stored, what to say to whoever types another one, and which tiles are taken.

    Whoever has none to enter is told that instead.
    """
    if player not in game.dealt_in(played.number):
        return span(data_idle=True, hidden=True)
    held = held_text(game, played.number, player)
    taken = " ".join(str(tile) for tile in sorted(_taken(played, player)))
    return span(
        data_held=held,
        data_said=changed_words(player, held),
        data_taken=taken,
        data_last=last_round_words(game, played, player),
        hidden=True,
    )


def last_round_words(game: Game, played: Round, player: str) -> str:
    """Return how the round before ended for a player; empty if it did not, or they did not play in it."""
    number = played.number - 1
    if number < 1 or player not in game.dealt_in(number) or not is_complete(game, game.round(number)):
        return ""
    count = game.points[number - 1][player]
    if game.hidden:
        return ngettext(
            "You got {count} point in round {number}.",
            "You got {count} points in round {number}.",
            count,
            number=number,
        )
    then = complete_rounds_only(replace(game, rounds=game.rounds[:number]))
    places = standings(then).standings
    own = next(place for place in places if place.player == player)
    return ngettext(
        "You got {count} point in round {number}. Your place: {place} of {players}, with {total}.",
        "You got {count} points in round {number}. Your place: {place} of {players}, with {total}.",
        count,
        number=number,
        place=own.rank,
        players=sum(place.left is None for place in places),
        total=own.total,
    )


def held_text(game: Game, number: int, player: str) -> str:
    """Return the hand that is stored, as it would be typed; empty if there is none."""
    return show_held(held_entry(game, EntryCell(number, player)))


def changed_words(player: str, held: str) -> str:
    """Return what to say about a hand that is stored now to somebody who saw another one."""
    if not held:
        return _("Meanwhile {name}’s hand was removed. Look again and save it if it is right.", name=player)
    if held == OUT:
        return _(
            "Meanwhile it was saved that {name} went out. Look again and save it if it is right.", name=player
        )
    return _(
        "Meanwhile {name}’s hand was saved as {hand}. Look again and save it if it is right.",
        name=player,
        hand=held,
    )


def waiting_page(
    visitor: Visitor, shared: SharedTable, player: str, sentence: str, typed: str = ""
) -> Renderable:
    """Return what a player sees who has nothing to enter now, and why; below it the others’ round, or the result.

    What was `typed` for a hand that there is no more stands there too, so that it is not lost.
    """
    over = shared.round is None and shared.game.over
    return page(
        visitor,
        _("The game is over") if over else _("{name}’s hand", name=player),
        None if over and not typed else p[sentence],
        what_was_typed([typed]),
        _status_section(shared, player),
    )


def double_blank_page(
    visitor: Visitor, game: Game, played: Round, holders: Sequence[str], action: str, *, choose: bool
) -> Renderable:
    """Ask who had 0-0 before a round is closed; whoever may not enter hands of others says that nobody had it."""
    points = game.rules_of(played.number).scoring.double_blank
    counted = game.points[played.number - 1]
    return page(
        visitor,
        _("Who had 0-0?"),
        p(".status")[strong[round_name(played)]],
        p[_("Who had 0-0? It counts {points} on top of what was entered.", points=points)],
        None if choose else p[_("Whoever had it corrects their hand first: 23+0-0 stands for 23 and 0-0.")],
        form(method="post", action=action)[
            visitor.game_field,
            field(type="hidden", name="round", value=str(played.number)),
            div(".seats")[
                button(".main", name="blank", value="nobody")[_("Nobody, or it is already counted")],
                [
                    button(name="blank", value=f"had:{name}")[
                        name
                        if game.hides_totals
                        else _(
                            "{name}: {before} becomes {after}",
                            name=name,
                            before=counted[name],
                            after=counted[name] + points,
                        )
                    ]
                    for name in (holders if choose else ())
                ],
            ],
        ],
    )


def _closing_form(game_id: str, played: Round, action: str) -> Renderable:
    return form(method="post", action=action)[
        game_field(game_id),
        field(type="hidden", name="round", value=str(played.number)),
        button(".main")[_("Close the round")],
    ]


def hand_form(
    visitor: Visitor, game: Game, played: Round, player: str, typed: Typed, action: str
) -> Renderable:
    """Return the form for one hand: the field, what it counts, and the buttons.

    What is typed and not saved is remembered by the browser; on the keeper's phone, until another hand is stored.
    """
    asked, keeper = bool(typed.questions), visitor.role == "keeper"
    held = held_text(game, played.number, player)
    whose = (player, held) if keeper or visitor.device is None else (visitor.device.id,)
    return form(
        "#hand",
        method="post",
        action=action,
        autocomplete="off",
        data_keep=".".join((visitor.role, visitor.game, str(played.number), *whose)),
    )[
        visitor.game_field,
        field(type="hidden", name="round", value=str(played.number)),
        field(type="hidden", name="player", value=player),
        field(type="hidden", name="held", value=held if typed.held is None else typed.held),
        label(for_="typed")[_("What is left: tiles or pips")],
        field(
            "#typed",
            name="typed",
            value=typed.text,
            autocapitalize="off",
            spellcheck="false",
            maxlength="400",
            enterkeyhint="send",
            aria_describedby="counts",
            aria_invalid="true" if typed.fault else None,
        ),
        p("#counts.counts", role="status")[
            alert_words(typed.fault)
            if typed.fault
            else typed.counts or (None if asked else span(".hint")[_hint()])
        ],
        questions(typed.questions, OUT if typed.out else typed.text),
        [
            label(for_="reason")[_("Reason for the correction")],
            field("#reason", name="reason", value=typed.reason, maxlength="200"),
        ]
        if keeper and typed.corrects
        else None,
        div(".buttons")[
            button(".main", name="do", value="save")[
                _("Save all the same") if asked and not typed.out else _("Save")
            ],
            button(name="do", value="out")[_out_words(player, keeper=keeper, asked=typed.out)],
        ],
    ]


def _out_words(player: str, *, keeper: bool, asked: bool) -> str:
    """Return what the button says with which somebody goes out, once it was asked about too."""
    if keeper:
        sentence = N_("{name} went out all the same") if asked else N_("{name} went out")
        return _(sentence, name=player)
    return _("I went out all the same") if asked else _("I went out")


def alert_words(sentence: str) -> Node:
    """Return words about what is wrong with a field."""
    return span(".fault")[sentence]


def _hint() -> str:
    return _("Such as 23, 12+7+4, or 6-4 5-5.")


def tile_pad(game: Game, played: Round, player: str, typed: str) -> Node:
    """Return the tiles to tap, buttons of the form for a hand; those that others have are marked as taken."""
    chosen, set_size, taken = typed.split(), game.set_size, _taken(played, player)
    taken_words = _("{tile}, taken", tile="{tile}")
    return section(".pad", aria_label=_("Tiles"), data_words=taken_words)[
        halves(set_size),
        [
            details(open=set_size <= 9 or high == set_size)[
                summary[_("Higher half: {number}", number=number_name(high))],
                div(".tiles")[[_tile_button(Tile(high, low), chosen, taken) for low in range(high + 1)]],
            ]
            for high in range(set_size, -1, -1)
        ],
    ]


def _taken(played: Round, player: str) -> frozenset[Tile]:
    """Return the tiles that a player cannot have left: the starting double, and what others have entered."""
    others = (entry for name, entry in played.entries.items() if name != player)
    held = (tile for entry in others if isinstance(entry, TileEntry) for tile in entry.tiles)
    return frozenset([Tile(played.began_with, played.began_with), *held])


def _tile_button(tile: Tile, chosen: Sequence[str], taken: Collection[Tile]) -> Node:
    pressed = "true" if str(tile) in chosen else "false"
    return button(
        class_=["tap", {"taken": tile in taken}],
        form="hand",
        name="tap",
        value=str(tile),
        aria_label=_("{tile}, taken", tile=tile) if tile in taken else str(tile),
        aria_pressed=pressed,
    )[tile_picture(tile)]


def standing_page(visitor: Visitor, shared: SharedTable) -> Renderable:
    """Return who is where, live."""
    return page(
        visitor,
        _("Standing"),
        section("#standing", data_live="/live/standing")[standing_region(shared)],
    )


def standing_region(shared: SharedTable) -> Renderable:
    """Return the round, who is missing, and the sorted standing after complete rounds, or that it is hidden."""
    game, played, covered = shared.game, shared.round, shared.covered
    return fragment[
        _called(shared),
        status_region(shared),
        standing_parts(game, played, covered),
    ]


def standing_parts(game: Game, played: Round | None, covered: bool) -> Node:
    """Return the places and what is to be said about them, or why nobody may read them yet."""
    if covered:
        return p(".announced")[
            _("The result is announced at the table now; it appears here when all places are known.")
        ]
    if game.hidden and not (game.over and played is None):
        return p[_("Totals are hidden until the end.")]
    return fragment[standing_table(game), _notes(game, played)]


def standing_table(game: Game) -> Node:
    """Return the places as a table: place, name, total, points behind."""
    shown = complete_rounds_only(game)
    places = standings(shown).standings
    first = places[0].total
    leads = shown.rounds_played > 0
    return table(class_=f"standing {_size(len(places))}")[
        thead[
            tr[
                th(scope="col")[_("Place")],
                th(scope="col")[_("Name")],
                th(scope="col", class_="number")[_("Total")],
                th(scope="col", class_="number")[_("Behind")],
            ]
        ],
        tbody[
            [
                tr(class_="leads" if leads and place.rank == 1 else None)[
                    td[f"★ {place.rank}" if leads and place.rank == 1 else str(place.rank) if leads else ""],
                    th(scope="row")[
                        bdi[place.player],
                        None if place.left is None else [" ", span(".hint")[_("left the table")]],
                    ],
                    td(".number")[str(place.total)],
                    td(".number")[_behind(place.total - first) if place.left is None else ""],
                ]
                for place in places
            ]
        ],
    ]


def _size(players: int) -> str:
    """Return how large a standing may stand on the big screen."""
    return "few" if players <= 5 else "some" if players <= 8 else "many" if players <= 10 else "crowd"


def _behind(gap: int) -> str:
    return f"+{gap}" if gap > 0 else ""


def _notes(game: Game, played: Round | None) -> Node:
    placed = standings(game)
    over = game.over and played is None
    sentences = [placed.explanation] if over else fewer_rounds(placed.standings)
    return [p(".hint")[sentence] for sentence in sentences if sentence]


def keeper_page(visitor: Visitor, region: Node, fault: str = "") -> Renderable:
    """Return the keeper's phone: every hand of the round at the table, how it ended, and closing it."""
    return page(
        visitor,
        _("Keep score"),
        alert(fault),
        section("#round", data_live="/live/keeper")[region],
    )


def keeper_region(shared: SharedTable, last: Sentence | None) -> Renderable:
    """Return every hand of a round with a way to change it, the round's ending, and the last change."""
    return fragment[_called(shared), _keeper_round(shared), _undo_form(shared.id, last)]


def _called(shared: SharedTable) -> Renderable:
    """Tell the script what the table is called, for the next game may have another name."""
    return span(data_table=shared.name, hidden=True)


def _undo_form(game_id: str, last: Sentence | None) -> Node:
    if last is None:
        return None
    words = last.sentence if last.by is None else f"{last.by}: {last.sentence}"
    return form(method="post", action="/keeper/undo")[
        game_field(game_id),
        field(type="hidden", name="change", value=str(last.number)),
        p(".hint")[_("Last change: {change}", change=words)],
        button(".quiet")[_("Undo it")],
    ]


def _keeper_round(shared: SharedTable) -> Node:
    game, played = shared.game, shared.round
    if played is None:
        places = standing_parts(game, played, shared.covered) if game.over else None
        return fragment[status_region(shared), places]
    return fragment[
        status_region(shared),
        hands_table(shared, played),
        _ending_line(shared, played),
        _closing_form(shared.id, played, "/keeper/close") if is_complete(game, played) else None,
    ]


def _ending_line(shared: SharedTable, played: Round) -> Renderable:
    address = "/keeper/ending?" + urlencode({"game": shared.id, "round": played.number})
    return p(".ending")[a(href=address)[_("How the round ended")], span[ending_words(played)]]


def hands_table(shared: SharedTable, played: Round) -> Node:
    """Return the hands of a round as they were entered, with what each counts."""
    game = shared.game
    points = game.points[played.number - 1] if played.number <= len(game.rounds) else {}
    return table(".hands")[
        thead[
            tr[
                th(scope="col")[_("Name")],
                th(scope="col")[_("Hand")],
                th(scope="col", class_="number")[_("Points")],
            ]
        ],
        tbody[
            [
                tr[
                    th(scope="row")[a(href=_hand_link(shared.id, played.number, name))[name]],
                    td[[[span(".whole")[word], " "] for word in (_held(game, played, name) or "–").split()]],
                    td(".number")["" if game.hides_totals else str(points.get(name, ""))],
                ]
                for name in game.players_of(played.number)
            ]
        ],
    ]


def _held(game: Game, played: Round, player: str) -> str:
    """Return an entry as the keeper reads it; empty if there is none."""
    entry = held_entry(game, EntryCell(played.number, player))
    return _("out") if isinstance(entry, WentOut) else show_held(entry)


def _hand_link(game_id: str, number: int, player: str) -> str:
    """Return the address of a hand on the keeper's phone."""
    return "/keeper/hand?" + urlencode({"game": game_id, "round": number, "player": player})


def ending_words(played: Round) -> str:
    """Return how a round ended, in a few words."""
    if played.out is not None:
        sentence = N_("{name} went out with a double") if played.out_on_double else N_("{name} went out")
        return _(sentence, name=played.out)
    if not isinstance(played.ending, Blocked):
        return _("not known yet")
    foot = played.ending.open_foot
    return _("blocked") if foot is None else _("blocked at {double}", double=f"{foot}-{foot}")


def keeper_hand_page(visitor: Visitor, game: Game, played: Round, player: str, typed: Typed) -> Renderable:
    """Return the form for any hand of any round, with a reason where it is a correction."""
    return page(
        visitor,
        _("{name}’s hand", name=player),
        p(".status")[strong[round_name(played)]],
        hand_form(visitor, game, played, player, typed, "/keeper/hand"),
        tile_pad(game, played, player, typed.text),
    )


def chosen_ending(played: Round) -> Chosen:
    """Return the ending of a round as its form shows it."""
    if isinstance(played.ending, Blocked):
        foot = played.ending.open_foot
        return Chosen("blocked", "" if foot is None else str(foot), marked=played.marked)
    ending = "" if played.out is None else f"out:{played.out}"
    return Chosen(ending, double=played.out_on_double, marked=played.marked)


def ending_page(visitor: Visitor, game: Game, played: Round, chosen: Chosen) -> Renderable:
    """Return the form for how a round ended: who went out, or blocked."""
    ways = [("", _("Not known yet")), ("blocked", _("The round was blocked"))]
    ways += [(f"out:{name}", _("{name} went out", name=name)) for name in game.dealt_in(played.number)]
    return page(
        visitor,
        _("How the round ended"),
        p(".status")[strong[round_name(played)]],
        alert(chosen.fault),
        form(method="post", action="/keeper/ending")[
            visitor.game_field,
            field(type="hidden", name="round", value=str(played.number)),
            fieldset[
                legend[_("The end of the round")],
                [choice("ending", value, words, checked=value == chosen.ending) for value, words in ways],
            ],
            _more_of_the_ending(game, played, chosen),
            questions(chosen.questions, chosen.sure),
            div(".buttons")[button(".main")[_("Save all the same") if chosen.questions else _("Save")]],
        ],
    )


def _more_of_the_ending(game: Game, played: Round, chosen: Chosen) -> Node:
    """Return what else the rules want to know of the end of a round."""
    rules = game.rules_of(played.number)
    return fragment[
        None if rules.has_trains else _foot_choice(game, chosen),
        tick("double", _("The last tile was a double"), chosen.double)
        if asks_last_tile(game, played.number)
        else None,
        fieldset[
            legend[_("Trains with a marker")],
            [tick(f"{MARKED}{name}", name, name in chosen.marked) for name in game.dealt_in(played.number)],
        ]
        if rules.scoring.marker
        else None,
    ]


def _foot_choice(game: Game, chosen: Chosen) -> Node:
    return fragment[
        label(for_="foot")[_("Blocked: the double that was short of toes, if known")],
        select("#foot", name="foot")[
            option(value="")[_("not known")],
            [
                option(value=str(number), selected=str(number) == chosen.foot)[f"{number}-{number}"]
                for number in range(game.set_size, -1, -1)
            ],
        ],
    ]


def tick(name: str, words: str, ticked: bool) -> Renderable:
    """Return something to tick."""
    return label(".choice")[field(type="checkbox", name=name, value="1", checked=ticked), words]


def choice(name: str, value: str, words: str, *, checked: bool) -> Renderable:
    """Return one of several things to choose from."""
    return label(".choice")[field(type="radio", name=name, value=value, checked=checked), words]


def questions(asked: Sequence[str], sure: str) -> Node:
    """Return what is unusual about a form, and what it sends along if it is right all the same."""
    if not asked:
        return None
    return fragment[
        div(".questions", role="alert")[[p[question] for question in asked]],
        field(type="hidden", name="sure", value=sure),
    ]


def rounds_page(visitor: Visitor, shared: SharedTable) -> Renderable:
    """Return every round that has begun, live."""
    return page(visitor, _("All rounds"), section("#rounds", data_live="/live/rounds")[rounds_region(shared)])


def rounds_region(shared: SharedTable) -> Renderable:
    """Return every round that has begun, with links to its hands, the latest first; above them who won."""
    begun = [played for played in shared.game.rounds if played.begun]
    return fragment[
        _called(shared),
        status_region(shared) if shared.round is None else alert(shared.trouble),
        [
            section[h2[round_name(played)], _ending_line(shared, played), hands_table(shared, played)]
            for played in reversed(begun)
        ]
        or p[_("No round has begun yet.")],
    ]


def devices_page(visitor: Visitor, devices: Sequence[Device], pin: str) -> Renderable:
    """Return who has joined, with a button to send each away; and the PIN."""
    return page(
        visitor,
        _("Phones at the table"),
        ul(".devices")[
            [
                li[
                    span[device_name(one)],
                    form(method="post", action="/keeper/remove")[
                        field(type="hidden", name="device", value=one.id),
                        button(".quiet", aria_label=_("Remove {device}", device=device_name(one)))[
                            _("Remove")
                        ],
                    ],
                ]
                for one in devices
            ]
        ],
        h2[_("PIN")],
        p(".pin")[pin],
        form(method="post", action="/keeper/pin")[button(".quiet")[_("Make a new PIN")]],
        p(".hint")[_("Phones that have joined stay; the next ones need the new PIN.")],
    )


def device_name(device: Device) -> str:
    """Return what people call a device."""
    names = {"keeper": _("the keeper’s phone"), "watcher": _("a watcher"), "screen": _("a big screen")}
    return names.get(device.role) or _("{name}’s phone", name=device.player)


def screen_page(visitor: Visitor, region: Node, theme: str) -> Renderable:
    """Return the big screen."""
    return page(
        visitor, visitor.table, section("#screen", data_live="/live/screen")[region], wide=True, theme=theme
    )


def screen_region(shared: SharedTable, began: datetime, joining: Node) -> Renderable:
    """Return what everybody in the room should read: the round, who is missing, the standing, and how to join."""
    game, played, covered = shared.game, shared.round, shared.covered
    between = played is None or not (played.hands or played.ending)
    return fragment[
        div(".line", data_table=shared.name)[
            div(".now")[
                double_picture(played.began_with) if played else None,
                div[status_region(shared, names_winner=False)],
            ],
            p(".clock")[_("This round:"), " ", span(data_since=str(int(began.timestamp())))]
            if played
            else None,
        ],
        div(".both")[
            div(".places")[
                p(".winner")[_winner_words(game)] if game.over and played is None and not covered else None,
                standing_parts(game, played, covered),
            ],
            joining if between and not game.over else None,
        ],
    ]


def _winner_words(game: Game) -> str:
    winners = standings(game).winners
    return ngettext("{names} wins", "{names} share the win", len(winners), names=join_and(winners))


def invitation(address: str, pin: str, qr: str) -> Node:
    """Return the QR code with the address and the PIN."""
    return div(".invitation")[
        div(".qr", role="img", aria_label=_("QR code for {address}", address=address))[Markup(qr)],
        p[address],
        p(".pin")[_("PIN {pin}", pin=pin)],
    ]


def plain_page(
    visitor: Visitor, heading: str, sentence: str, typed: Sequence[str] = (), *, joining: bool = False
) -> Renderable:
    """Return a page with one sentence, such as why something is refused, and what was typed into the form.

    With `joining` there is a way to join the table.
    """
    way = p[a(".button", href=f"/j/{visitor.code}")[_("Join the table")]] if joining else None
    return page(visitor, heading, p[sentence], way, what_was_typed(typed))


def what_was_typed(typed: Sequence[str]) -> Node:
    """Return what was typed into a form that cannot be shown again."""
    return [p(".hint")[_("You typed: {typed}", typed=text)] for text in typed if text.strip()]
