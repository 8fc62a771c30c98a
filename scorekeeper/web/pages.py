"""The pages of a shared table: what stands on each, in the language of whoever looks.

Every page is complete without JavaScript. What is live stands in a region of its own, which `live` sends anew; forms
are never replaced while somebody types.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from urllib.parse import urlencode

import htpy as h
import msgspec
from htpy import Node, Renderable
from markupsafe import Markup

from scorekeeper.errors import ScorekeeperError, Unanswered, Unavailable
from scorekeeper.game import (
    ON_DARK,
    OUT,
    EntryCell,
    Game,
    PlayerMark,
    Round,
    Standing,
    complete_rounds_only,
    fewer_rounds,
    game_progress,
    held_entry,
    player_marks,
    show_held,
    standings,
    standings_so_far,
    starter_words,
    tiles_elsewhere,
)
from scorekeeper.session import (
    asks_double_blank,
    asks_last_tile,
    double_blank_question,
    lacks_ending,
    open_questions,
)
from scorekeeper.text import N_, _, join_and, language, ngettext, pgettext
from scorekeeper.tiles import Tile
from scorekeeper.web.devices import Device, Role
from scorekeeper.web.shared_table import SharedTable
from scorekeeper.web.tiles import double_picture, halves, tile_picture

STATIC = "/static/"

SMALL_SET = 9
"""The highest number of a set whose tiles are all on a page at once."""

MOST_IN_ONE = 8
"""Players up to whom the standing on the big screen is one table."""

SHORT_WORDS = 18
"""Letters that fit on the big screen in the largest size."""

SHORT_NAME = 8
"""Letters that fit into the narrowest column of names."""

PART_OF = {"/keeper/join": "/keeper/players", "/keeper/leave": "/keeper/players"}
"""Whose tab is marked on a page that has none; on others it is the first."""


class Visitor(msgspec.Struct, frozen=True):
    """Who looks at a page: the device if it has joined, what it may do, the table's name and code, and the game."""

    device: Device | None
    role: Role
    table: str
    code: str
    game: str
    """The id of the game: another one at the same table has rounds of the same numbers."""
    path: str = ""
    """The page that is looked at."""

    @property
    def player(self) -> str:
        """Whose device it is; empty where it is nobody's."""
        return (self.device.player if self.device is not None else None) or ""


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


def sent_along(**fields: object) -> Node:
    """Return what a form sends besides what is typed and chosen in it, such as the game for which it was made."""
    return [h.input(type="hidden", name=name, value=str(value)) for name, value in fields.items()]


def page(
    visitor: Visitor, heading: str, *content: Node, aside: str = "", wide: bool = False, theme: str = ""
) -> Renderable:
    """Return a whole page with one `h1`."""
    return h.html(lang=language().codes[-1], data_theme=theme or None)[
        h.head[
            h.meta(charset="utf-8"),
            h.meta(name="viewport", content="width=device-width, initial-scale=1"),
            h.meta(name="color-scheme", content="light dark"),
            h.meta(name="robots", content="noindex"),
            h.title[f"{heading} – {visitor.table}"],
            h.link(rel="icon", href=f"{STATIC}icon.svg", type="image/svg+xml"),
            h.link(rel="stylesheet", href=f"{STATIC}style.css"),
            h.script(src=f"{STATIC}share.js", defer=True),
        ],
        h.body(class_="wide" if wide else None)[
            h.div("#banners")[
                h.p("#offline.banner", role="status", hidden=True)[
                    _("No connection.") if wide else _("No connection. What you typed is kept.")
                ],
                None
                if wide
                else h.p(
                    "#unsaved.banner",
                    role="alert",
                    hidden=True,
                    data_unread=_("Not saved: the computer cannot read this. What you typed is kept."),
                    data_unknown=_("It is not known whether that was saved; press the button again."),
                ),
            ],
            h.header[h.h1[heading], None if wide else h.p(".table")[aside or visitor.table]],
            h.main[content],
            None if wide else h.footer[_ways(visitor)],
        ],
    ]


def _ways(visitor: Visitor) -> Node:
    ways = {
        "player": ((_("My hand"), "/hand"), (_("Standing"), "/standing")),
        "watcher": ((_("Standing"), "/standing"), (_("Join with a name"), f"/j/{visitor.code}")),
        "keeper": (
            (_("Round"), "/keeper"),
            (_("All rounds"), "/keeper/rounds"),
            (_("Standing"), "/standing"),
            (_("Players"), "/keeper/players"),
            (_("Phones"), "/keeper/devices"),
        ),
    }.get(visitor.role, ())
    if not ways:
        return None
    paths = [href for _words, href in ways]
    here = PART_OF.get(visitor.path, visitor.path)
    current = here if here in paths else paths[0]
    links = [h.a(href=href, aria_current="page" if href == current else None)[words] for words, href in ways]
    return h.nav(aria_label=_("Pages"))[links]


def alert(sentence: str) -> Node:
    """Return a sentence about what went wrong, which screen readers say at once."""
    return h.p(".fault", role="alert")[sentence] if sentence else None


def explained(error: ScorekeeperError | None, role: Role = "player") -> str:
    """Return what is wrong, in players' words where it is the store: its details are for whoever keeps score.

    Empty if nothing is wrong.
    """
    if isinstance(error, Unanswered) and role != "keeper":
        return _("It is not known whether this was saved; look at the log first, or ask whoever keeps score.")
    if isinstance(error, Unavailable) and role != "keeper":
        return _("Nothing can be saved at the moment. Try again soon, or tell whoever keeps score.")
    return "" if error is None else str(error)


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
            _seats(seats, taken, asks_name=asks_name) if seats else h.button(".main")[_("Go on")],
        ],
        h.p(".hint")[_("What is sent can be read by others on this network: names, hands and points.")],
    )


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


def status_region(shared: SharedTable, role: Role = "player", *, wide: bool = False) -> Node:
    """Return which round it is, and what is still missing; who won, unless that is covered or shown elsewhere."""
    game, played = shared.game, shared.round
    asked = _open_questions(shared)
    if played is None and not game.over:
        return h.p(".status")[_("There is no round to enter.")]
    if played is None and (shared.covered or wide):
        return h.fragment[h.p(".status")[_("The game is over.")], asked]
    if played is None:
        winners = standings(game).winners
        return h.p(".status")[
            ngettext(
                "The game is over: {names} wins.",
                "The game is over: {names} share the win.",
                len(winners),
                names=join_and(winners),
            )
        ]
    missing = game.lacks(played) if played.under_way or not wide else ()
    return h.fragment[
        alert(explained(shared.trouble, role)),
        h.p(".status")[
            h.strong[round_name(played, game.rounds_total)],
            h.span(".apart")[" · "],
            h.span(".starts")[starter_words(game, played.number)],
        ],
        h.p(".missing")[_("Still to come: {names}", names=join_and(missing))] if missing else None,
        asked,
    ]


def _open_questions(shared: SharedTable) -> Node:
    return [h.p(".asked")[question] for question in open_questions(shared.game, shared.announced)]


def question_links(shared: SharedTable) -> Node:
    """Return the ways to answer what should still be said of a round."""
    game, announced = shared.game, shared.announced
    asked = (
        ("/ending", lacks_ending(game), _("Say how it ended")),
        ("/last-tile", asks_last_tile(game, announced), _("Say what the last tile was")),
        ("/double-blank", asks_double_blank(game, announced), _("Say who had 0-0")),
    )
    return [
        h.p[h.a(".button", href=address_of(path, shared.id, played.number))[words]]
        for path, played, words in asked
        if played is not None
    ]


def address_of(path: str, game_id: str, number: int) -> str:
    """Return the address of a page about a round."""
    return f"{path}?" + urlencode({"game": game_id, "round": number})


def round_name(played: Round, total: int | None = None) -> str:
    """Return what a round is called: its number, of how many in `total`, and its double."""
    double = f"{played.began_with}-{played.began_with}"
    words = N_("Round {number} · {double}") if total is None else N_("Round {number} of {total} · {double}")
    return _(words, number=played.number, total=total, double=double)


def hand_page(
    visitor: Visitor, shared: SharedTable, played: Round, player: str, typed: Typed, refused: str = ""
) -> Renderable:
    """Return a player's own hand of the round at the table, or of the one before to correct it.

    What was `refused` stands there too: it was typed for another round.
    """
    corrects = shared.round is None or shared.round.number != played.number
    at = _correction_mark(shared, played) if corrects else round_mark(shared)
    return page(
        visitor,
        _correction_words(played) if corrects else _("{name}'s hand", name=player),
        h.p(".questions")[
            _("{name}, this round is over: what you save here replaces your hand.", name=player)
        ]
        if corrects
        else h.p("#last.hint")[last_round_words(shared.game, played, player)],
        hand_form(visitor, shared.game, played, player, typed, "/hand"),
        what_was_typed([refused]),
        _status_section(shared, at, player),
        tile_pad(shared.game, played, player, typed.text),
        aside=round_name(played),
    )


def _correction_words(played: Round) -> str:
    return _("Correct your hand of round {number}", number=played.number)


def _status_section(shared: SharedTable, at: str, player: str) -> Renderable:
    """Return the region that follows the round that `at` stands for, of this game."""
    return h.section("#status", data_live="/live/status?" + urlencode({"at": at}))[
        hand_status(shared, at, player)
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
        return h.fragment[alert(explained(shared.trouble)), _stored(game, closed, player)]
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
        h.p[ended] if ended and player in game.lacks(played) else None,
        question_links(shared),
        correction,
        _stored(game, played, player),
    ]


def _correction_link(shared: SharedTable, player: str) -> Node:
    """Return the way to correct the hand of the round that was closed last, as long as players may."""
    closed = shared.game.correctable
    if closed is None or player not in shared.game.dealt_in(closed.number):
        return None
    return h.p(".way")[h.a(href=address_of("/hand", shared.id, closed.number))[_correction_words(closed)]]


def moved_on() -> Renderable:
    """Return the way from a form that is of no use any more to what the table is at."""
    return h.p(".status")[h.a(".next", href="/")[_("The table has moved on: go to the round it is at.")]]


def result_region(shared: SharedTable, player: str) -> Renderable:
    """Return how the game ended for a player: who won, their own place, then all places and what decided."""
    table = standings(shared.game)
    places = table.standings
    own, count = next(one for one in places if one.player == player), sum(one.left is None for one in places)
    if own.left is not None:
        words = _("You left the table with {total}.", total=own.total)
    elif own.rank == 1:
        shared_win = len(table.winners) > 1
        words = _(
            N_("You share the win, with {total}.") if shared_win else N_("You have won, with {total}."),
            total=own.total,
        )
    else:
        words = _(
            "Your place: {place} of {count}, with {total}.",
            place=table.rank(own),
            count=count,
            total=own.total,
        )
    return h.fragment[
        _open_questions(shared) if shared.covered else _winner(shared.game),
        h.p(".own")[words] if own.rank not in shared.covered else None,
        standing_parts(shared, player),
    ]


def _stored(game: Game, played: Round, player: str) -> Node:
    """Tell the script of a player's phone what is stored; whoever has no hand to enter is told that instead."""
    if player not in game.dealt_in(played.number):
        return h.span(data_idle=True, hidden=True)
    return stored_hand(game, played, player)


def stored_hand(game: Game, played: Round, player: str) -> Renderable:
    """Tell the script which hand is stored, what to say to whoever types another one, and which tiles are taken."""
    held = held_text(game, played.number, player)
    elsewhere = tiles_elsewhere(played, player).values()
    taken = " ".join(str(tile) for tile in sorted({tile for tiles in elsewhere for tile in tiles}))
    return h.span(
        data_held=held,
        data_said=changed_words(player, held),
        data_taken=taken,
        data_last=last_round_words(game, played, player),
        hidden=True,
    )


def last_round_words(game: Game, played: Round, player: str) -> str:
    """Return how the last round ended for a player; empty if it did not, or they did not play in it.

    It is the one before, or this one once every hand is in.
    """
    number = played.number if not game.lacks(played) else played.number - 1
    if number < 1 or player not in game.dealt_in(number) or game.lacks(game.round(number)):
        return ""
    count = game.points[number - 1][player]
    if game.hidden or game.over:
        return ngettext(
            "You got {count} point in round {number}.",
            "You got {count} points in round {number}.",
            count,
            number=number,
        )
    table = standings_so_far(game)
    own = next(place for place in table.standings if place.player == player)
    return ngettext(
        "You got {count} point in round {number}. Your place: {place} of {players}, with {total}.",
        "You got {count} points in round {number}. Your place: {place} of {players}, with {total}.",
        count,
        number=number,
        place=table.rank(own),
        players=sum(place.left is None for place in table.standings),
        total=own.total,
    )


def held_text(game: Game, number: int, player: str) -> str:
    """Return the hand that is stored, as it would be typed; empty if there is none."""
    return show_held(held_entry(game, EntryCell(number, player)))


def changed_words(player: str, held: str) -> str:
    """Return what to say about a hand that is stored now to somebody who saw another one."""
    if not held:
        return _("Meanwhile {name}'s hand was removed. Look again and save it if it is right.", name=player)
    if held == OUT:
        return _(
            "Meanwhile somebody saved that {name} went out. Look again and save it if it is right.",
            name=player,
        )
    return _(
        "Meanwhile {name}'s hand was saved as {hand}. Look again and save it if it is right.",
        name=player,
        hand=held,
    )


def waiting_page(
    visitor: Visitor, shared: SharedTable, player: str, sentence: str, typed: str = ""
) -> Renderable:
    """Return what a player sees who has nothing to enter now, and why; below it the others' round, or the result.

    What was `typed` for a hand that there is no more stands there too, so that it is not lost.
    """
    over = shared.round is None and shared.game.over
    return page(
        visitor,
        _("The game is over") if over else _("{name}'s hand", name=player),
        None if over and not typed else h.p[sentence],
        what_was_typed([typed]),
        _status_section(shared, round_mark(shared), player),
    )


def double_blank_page(visitor: Visitor, game: Game, played: Round) -> Renderable:
    """Ask who had 0-0. It may be left open: whoever had it can correct their hand."""
    question, choices = double_blank_question(game, played)
    marks = player_marks(game)
    buttons = {
        f"had:{name}" if name else "nobody": [badge(marks[name]) if name else None, words]
        for name, words in choices.items()
    }
    return _question_page(visitor, played, "/double-blank", _("Who had 0-0?"), question, buttons)


def last_tile_page(visitor: Visitor, played: Round) -> Renderable:
    """Ask whether the last tile was a double."""
    question = _(
        "Was {name}'s last tile a double? Then the hands of the others count twice.", name=played.out
    )
    buttons = {"plain": _("It was no double"), "double": _("It was a double")}
    return _question_page(visitor, played, "/last-tile", _("The last tile"), question, buttons)


def _question_page(
    visitor: Visitor, played: Round, action: str, heading: str, question: str, buttons: Mapping[str, Node]
) -> Renderable:
    """Ask something about a round, with a button for each answer; the first one is the usual answer."""
    usual = next(iter(buttons))
    return page(
        visitor,
        heading,
        h.p(".status")[h.strong[round_name(played)]],
        h.p[question],
        h.form(method="post", action=action)[
            sent_along(game=visitor.game, round=played.number),
            h.div(".seats")[
                [
                    h.button(class_="main" if answer == usual else None, name="answer", value=answer)[words]
                    for answer, words in buttons.items()
                ]
            ],
        ],
    )


def hand_form(
    visitor: Visitor, game: Game, played: Round, player: str, typed: Typed, action: str
) -> Renderable:
    """Return the form for one hand: the field, what it counts, and the buttons.

    What is typed and not saved is remembered by the browser; on the keeper's phone, until another hand is stored.
    """
    asked, keeper = bool(typed.questions), visitor.role == "keeper"
    held = held_text(game, played.number, player)
    if keeper:
        out_words = N_("{name} went out all the same") if typed.out else N_("{name} went out")
    else:
        out_words = N_("I went out all the same") if typed.out else N_("I went out")
    whose = (player, held) if keeper or visitor.device is None else (visitor.device.id,)
    return h.form(
        "#hand",
        method="post",
        action=action,
        autocomplete="off",
        data_keep=".".join((visitor.role, visitor.game, str(played.number), *whose)),
    )[
        sent_along(
            game=visitor.game,
            round=played.number,
            player=player,
            held=held if typed.held is None else typed.held,
        ),
        h.label(for_="typed")[_("What is left: tiles or pips")],
        h.input(
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
        h.p("#counts.counts", role="status")[
            h.span(".fault")[typed.fault]
            if typed.fault
            else h.span(".saved")[typed.counts]
            if typed.counts
            else (None if asked else h.span(".hint")[_("Such as 23, 12+7+4, or 6-4 5-5.")])
        ],
        h.div("#chips"),
        questions(typed.questions, OUT if typed.out else typed.text),
        [
            h.label(for_="reason")[_("Reason for the correction")],
            h.input("#reason", name="reason", value=typed.reason, maxlength="200"),
        ]
        if keeper and typed.corrects
        else None,
        h.div(".buttons")[
            h.button(".main", name="do", value="save")[
                _("Save all the same") if asked and not typed.out else _("Save")
            ],
            h.button(name="do", value="out")[_(out_words, name=player)],
        ],
    ]


def tile_pad(game: Game, played: Round, player: str, typed: str) -> Node:
    """Return the tiles to tap, buttons of the form for a hand; those that others have are marked as taken.

    Of a large set the tiles of one number are shown, the first chosen one's or the highest; it is picked from a row.
    """
    chosen, highest = typed.split(), game.set_size
    taken = {tile for tiles in tiles_elsewhere(played, player).values() for tile in tiles}
    numbers = range(highest, -1, -1)
    taken_words = _("{tile}, taken", tile="{tile}")

    def tile_button(tile: Tile) -> Renderable:
        return h.button(
            class_=["tap", {"taken": tile in taken}],
            form="hand",
            name="tap",
            value=str(tile),
            aria_label=_("{tile}, taken", tile=tile) if tile in taken else str(tile),
            aria_pressed="true" if str(tile) in chosen else "false",
        )[tile_picture(tile)]

    pad = h.section(
        class_=["pad", {"large": highest > SMALL_SET}], aria_label=_("Tiles"), data_words=taken_words
    )
    if highest <= SMALL_SET:
        groups = [
            h.details(open=True)[
                h.summary[f"{high}-{high} … {high}-0" if high else "0-0"],
                h.div(".tiles")[[tile_button(Tile(high, low)) for low in range(high, -1, -1)]],
            ]
            for high in numbers
        ]
        return pad[halves(highest), groups]
    begun = next((int(word.partition("-")[0]) for word in chosen if "-" in word), highest)
    suits = [
        h.label(".suit")[h.input(f"#suit{one}", type="radio", name="suit", checked=one == begun), str(one)]
        for one in numbers
    ]
    tiles = [
        h.div(f".tiles.of{one}")[[tile_button(Tile(max(one, other), min(one, other))) for other in numbers]]
        for one in numbers
    ]
    return pad[halves(highest), h.fieldset(".suits")[h.legend(".unseen")[_("Tiles")], suits], tiles]


def standing_page(visitor: Visitor, shared: SharedTable) -> Renderable:
    """Return who is where, live."""
    region = h.section("#standing", data_live="/live/standing")[standing_region(shared, visitor.player)]
    return page(visitor, _("Standing"), region)


def standing_region(shared: SharedTable, player: str = "") -> Renderable:
    """Return the round, who is missing, and the sorted standing after complete rounds, or that it is hidden."""
    return h.fragment[called(shared), status_region(shared), standing_parts(shared, player)]


def standing_parts(shared: SharedTable, player: str = "", *, wide: bool = False) -> Node:
    """Return the places and what is to be said about them, or why nobody may read them yet.

    The row of the `player` who looks is marked; on the big screen, which is `wide`, a row says what changed last.
    """
    if shared.covered:
        table = standing_table(shared.game, shared.covered, player, wide=wide)
        return h.fragment[_latest(shared.game, shared.covered), table]
    if shared.game.hides_totals:
        return h.p[_("Totals are hidden until the end.")]
    placed = standings(shared.game)
    notes = [placed.explanation] if shared.game.over else fewer_rounds(placed.standings)
    tables = standing_table(shared.game, (), player, wide=wide)
    return h.fragment[tables, [h.p(".hint")[sentence] for sentence in notes if sentence]]


def _latest(game: Game, covered: Collection[int]) -> Renderable:
    """Return the place that was shown last, with whose it is; before the first, how they are shown."""
    shown = [place for place in standings(game).standings if place.rank not in covered]
    if not shown:
        return h.p(".announced")[_("Places, last one first")]
    rank, total = shown[0].rank, shown[0].total
    names = [place.player for place in shown if place.rank == rank]
    words = _("Place {place}: {names}, with {total}", place=rank, names=join_and(names), total=total)
    return _heading("announced", words, game, names)


def standing_table(
    game: Game, covered: Collection[int] = (), player: str = "", *, wide: bool = False
) -> Node:
    """Return the places as a table: place, name, total, points behind; of `covered` ones nothing but a number.

    They are counted through, for a shared place would tell of itself. On the big screen many players stand in two
    tables beside each other.
    """
    shown = complete_rounds_only(game)
    counted, marks = standings(shown), player_marks(game)
    places, leads = counted.standings, shown.rounds_played > 0
    doing = {one.player: one for one in game_progress(shown)}
    latest = min((one.rank for one in places if one.rank not in covered), default=None) if covered else None
    left = pgettext("in the column of points behind the leader", "left")

    def change(place: Standing) -> str:
        points, mark = place.by_round[-1], "●" if shown.rounds[-1].out == place.player else "+"
        return (
            "" if points is None or place.left is not None else f"{doing[place.player].arrow} {mark}{points}"
        )

    def row(place: Standing) -> Renderable:
        if place.rank in covered:
            number = h.td(".place")[str(places.index(place) + 1)]
            return h.tr(".covered")[number, h.th(".name", scope="row")["?"], h.td(".number")]
        own = {
            "leads": leads and place.rank == 1,
            "latest": place.rank == latest,
            "own-row": place.player == player,
        }
        return h.tr(class_=own)[
            h.td(".place")[counted.rank(place)] if leads else None,
            h.th(".name", scope="row")[
                h.span(".who")[
                    badge(marks[place.player]),
                    h.bdi(class_={"long": len(place.player) > SHORT_NAME})[place.player],
                    h.span["★"] if leads and place.rank == 1 else None,
                    None if place.left is None else h.span(".hint")[left],
                ]
            ],
            h.td(".number.last")[change(place)] if leads and wide and not covered else None,
            h.td(".number.total")[str(place.total)],
            h.td(".number")[counted.gap(place) if place.left is None else ""]
            if leads and not covered
            else None,
        ]

    def part(rows: Sequence[Standing]) -> Renderable:
        return h.table(".standing")[
            h.thead[
                h.tr[
                    h.th(".place", scope="col")[_("Place")] if leads else None,
                    h.th(".name", scope="col")[_("Name")],
                    h.th(".number.last", scope="col")[_("Round {number}", number=shown.rounds[-1].number)]
                    if leads and wide and not covered
                    else None,
                    h.th(".number", scope="col")[_("Total")],
                    h.th(".number", scope="col")[_("Behind")] if leads and not covered else None,
                ]
            ],
            h.tbody[map(row, rows)],
        ]

    if not wide:
        return part(places)
    half = len(places) if len(places) <= MOST_IN_ONE else -(-len(places) // 2)
    halves_of = [part(places[begins : begins + half]) for begins in range(0, len(places), half)]
    return h.div(f".halves-of-standing.rows{half}")[halves_of]


def badge(mark: PlayerMark) -> Renderable:
    """Return a player's letter on their colour; their name stands beside it."""
    return h.span(class_=["badge", badge_colour(mark)], aria_hidden="true")[mark.letter]


def badge_colour(mark: PlayerMark) -> str:
    """Return the class of what has a player's colour."""
    return f"badge{mark.place % len(ON_DARK)}"


def called(shared: SharedTable) -> Renderable:
    """Tell the script what the table is called, for the next game may have another name."""
    return h.span(data_table=shared.name, hidden=True)


def tick(name: str, words: str, ticked: bool) -> Renderable:
    """Return something to tick."""
    return h.label(".choice")[h.input(type="checkbox", name=name, value="1", checked=ticked), words]


def choice(name: str, value: str, words: str, *, checked: bool) -> Renderable:
    """Return one of several things to choose from."""
    return h.label(".choice")[h.input(type="radio", name=name, value=value, checked=checked), words]


def questions(asked: Sequence[str], sure: str) -> Node:
    """Return what is unusual about a form, and what it sends along if it is right all the same."""
    if not asked:
        return None
    return h.fragment[
        h.div(".questions", role="alert")[[h.p[question] for question in asked]],
        sent_along(sure=sure),
    ]


def device_name(device: Device) -> str:
    """Return what people call a device."""
    names = {"keeper": _("the keeper's phone"), "watcher": _("a watcher"), "screen": _("a big screen")}
    return names.get(device.role) or _("{name}'s phone", name=device.player)


def screen_page(visitor: Visitor, region: Node, theme: str) -> Renderable:
    """Return the big screen."""
    return page(
        visitor, visitor.table, h.section("#screen", data_live="/live/screen")[region], wide=True, theme=theme
    )


def screen_region(shared: SharedTable, began: datetime, joining: Node) -> Renderable:
    """Return what everybody in the room should read: the round, who is missing, the standing, and how to join.

    How to join has a column of its own before the first round, and between rounds a line.
    """
    game, played = shared.game, shared.round
    between = not game.over and (played is None or not (played.hands or played.ending))
    return h.fragment[
        h.div(".line", data_table=shared.name)[
            h.div(".now")[
                double_picture(played.began_with) if played else None,
                h.div[status_region(shared, wide=True)],
            ],
            h.div(".aside")[
                h.p(".clock")[_("This round:"), " ", h.span(data_since=str(int(began.timestamp())))]
                if played
                else None,
                joining if between and game.rounds_played else None,
            ],
        ],
        h.div(".both")[
            h.div(".places")[
                _winner(game) if game.over and not shared.covered else None,
                standing_parts(shared, wide=True),
            ],
            joining if between and not game.rounds_played else None,
        ],
    ]


def _winner(game: Game) -> Renderable:
    """Return who won."""
    return _heading("winner", _winner_words(game), game, standings(game).winners)


def _heading(kind: str, words: str, game: Game, names: Sequence[str]) -> Renderable:
    """Return words about players, as large as there is room for; with badge and colour where it is only one."""
    mark = player_marks(game)[names[0]] if len(names) == 1 else None
    return h.div(class_=[kind, {"long": len(words) > SHORT_WORDS}, badge_colour(mark) if mark else ""])[
        badge(mark) if mark else None, h.p[words]
    ]


def _winner_words(game: Game) -> str:
    winners = standings(game).winners
    return ngettext("{names} wins", "{names} share the win", len(winners), names=join_and(winners))


def invitation(address: str, pin: str, qr: str) -> Node:
    """Return the QR code with the address and the PIN."""
    host, _way, code = address.partition("/j/")
    return h.div(".invitation")[
        h.div(".qr", role="img", aria_label=_("QR code for {address}", address=address))[Markup(qr)],
        h.p(".address")[h.span(".whole")[host], h.wbr, h.span(".whole")[f"/j/{code}"]],
        h.p(".pin")[_("PIN {pin}", pin=pin)],
    ]


def plain_page(visitor: Visitor, heading: str, sentence: str, typed: Sequence[str] = ()) -> Renderable:
    """Return a page with one sentence, such as why something is refused, and what was typed into the form.

    Who has not joined finds a way to join the table there, unless it is private.
    """
    joins = visitor.device is None and visitor.role == "screen"
    way = h.p[h.a(".button", href=f"/j/{visitor.code}")[_("Join the table")]] if joins else None
    return page(visitor, heading, h.p[sentence], way, what_was_typed(typed))


def what_was_typed(typed: Sequence[str]) -> Node:
    """Return what was typed into a form that cannot be shown again."""
    return [h.p(".hint")[_("You typed: {typed}", typed=text)] for text in typed if text.strip()]
