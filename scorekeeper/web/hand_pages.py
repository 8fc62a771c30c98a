"""One's hand: the page of a player's phone, its form with the tiles to tap, and what follows the stored hand.

The keeper's phone has the same form for every hand.
"""

from urllib.parse import urlencode

import htpy as h
import msgspec
from htpy import Node, Renderable

from scorekeeper.game import (
    OUT,
    EntryCell,
    Game,
    Round,
    held_entry,
    player_marks,
    show_held,
    standings_so_far,
    tiles_elsewhere,
)
from scorekeeper.reading import hand_in_words
from scorekeeper.text import N_, _, ngettext
from scorekeeper.tiles import Tile, full_set
from scorekeeper.web.page import Visitor, alert, explained, page, questions, sent_along, what_was_typed
from scorekeeper.web.photo_pages import photo_button, photo_field
from scorekeeper.web.round_pages import address_of, question_links, round_name, status_region
from scorekeeper.web.shared_table import SharedTable
from scorekeeper.web.standing_pages import result_region
from scorekeeper.web.tiles import halves, tile_picture

SMALL_SET = 9
"""The highest number of a set whose tiles are all on a page at once."""


class Typed(msgspec.Struct, frozen=True):
    """What stands in a hand's field, what is to be said about it, and whether that is a question."""

    text: str = ""
    fault: str = ""
    """Why it cannot be saved."""
    questions: tuple[str, ...] = ()
    """What is unusual about it; it is saved if the person says so."""
    ways: tuple[str, ...] = ()
    """What the text can mean, where that is more than one thing."""
    counts: str = ""
    """What the hand counts."""
    saved: bool = False
    """Whether it is the hand that is stored."""
    corrects: bool = False
    """Whether the round was complete before, so that the table will want a reason."""
    reason: str = ""
    out: bool = False
    """Whether the questions are about going out, whatever stands in the field."""
    held: str | None = None
    """The stored hand from which the form was made; None for the one of now."""
    before: str = ""
    """What was typed before something else was put into the field."""


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
        hand_form(visitor, shared, played, player, typed, "/hand"),
        what_was_typed([refused]),
        _status_section(shared, at, player),
        tile_pad(shared.game, played, player, typed.text),
        mark=player_marks(shared.game)[player] if not corrects else None,
        aside=round_name(played),
    )


def _correction_words(played: Round) -> str:
    return _("Correct your hand of round {number}", number=played.number)


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
        mark=player_marks(shared.game).get(player),
    )


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
        return h.fragment[alert(explained(shared.trouble)), _stored(shared, closed, player)]
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
        _stored(shared, played, player),
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


def _stored(shared: SharedTable, played: Round, player: str) -> Node:
    """Tell the script of a player's phone what is stored; whoever has no hand to enter is told that instead."""
    if player not in shared.game.dealt_in(played.number):
        return h.span(data_idle=True, hidden=True)
    return stored_hand(shared, played, player)


def stored_hand(shared: SharedTable, played: Round, player: str) -> Renderable:
    """Tell the script which hand is stored, what to say to whoever types another one, and which tiles are taken.

    The number of the last change says whether what was said about a typed hand may be true no longer.
    """
    game = shared.game
    held = held_text(game, played.number, player)
    elsewhere = tiles_elsewhere(played, player).values()
    taken = " ".join(str(tile) for tile in sorted({tile for tiles in elsewhere for tile in tiles}))
    return h.span(
        data_held=held,
        data_change=len(shared.kept.log.events),
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


def _typed_field(typed: Typed, action: str) -> Node:
    """Return the field of a hand, the characters that keyboards with digits lack, and what the hand counts."""
    return h.fragment[
        h.label(for_="typed")[_("What is left: tiles or pips")],
        h.div(".beside")[
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
            photo_field(action),
        ],
        h.div(".keys")[
            h.button(type="button", value="-", aria_label=_("dash"))["-"],
            h.button(type="button", value="+", aria_label=_("plus"))["+"],
            h.button(type="button", value=" ")[_("space")],
            h.button(type="button", value="", aria_label=_("letters"), aria_pressed="false")[_("abc")],
        ],
        h.p("#counts.counts", role="status")[
            h.span(".fault")[typed.fault]
            if typed.fault
            else h.span(class_={"saved": typed.saved})[typed.counts]
            if typed.counts
            else (None if typed.questions else h.span(".hint")[_("Such as 23, 12+7+4, or 6-4 5-5.")])
        ],
    ]


def hand_form(
    visitor: Visitor, shared: SharedTable, played: Round, player: str, typed: Typed, action: str
) -> Renderable:
    """Return the form for one hand: the field, what it counts, and the buttons.

    What is typed and not saved is remembered by the browser; on the keeper's phone, until another hand is stored.
    """
    asked, keeper = bool(typed.questions), visitor.role == "keeper"
    held = held_text(shared.game, played.number, player)
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
        data_change=len(shared.kept.log.events),
        data_keep=".".join((visitor.role, visitor.game, str(played.number), *whose)),
    )[
        sent_along(
            game=visitor.game,
            round=played.number,
            player=player,
            held=held if typed.held is None else typed.held,
        ),
        _typed_field(typed, action),
        h.div(".buttons")[
            [h.button(name="means", value=choice)[hand_in_words(choice)] for choice in typed.ways]
        ]
        if typed.ways
        else None,
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
        what_was_typed([typed.before]),
        photo_button(action),
    ]


def tile_pad(game: Game, played: Round, player: str, typed: str, form: str = "hand") -> Node:
    """Return the tiles to tap, buttons of the form for a hand or another; those that others have are marked.

    Of a large set the tiles of one number are shown, the first chosen one's or the highest; it is picked from a row.
    """
    chosen, highest = typed.split(), game.set_size
    taken = {tile for tiles in tiles_elsewhere(played, player).values() for tile in tiles}
    numbers = range(highest, -1, -1)
    taken_words = _("{tile}, taken", tile="{tile}")

    def tile_button(tile: Tile) -> Renderable:
        return h.button(
            class_=["tap", {"taken": tile in taken}],
            form=form,
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
    highs = {str(tile): tile.high for tile in full_set(highest)}
    begun = next((highs[word] for word in chosen if word in highs), highest)
    suits = [
        h.label(".suit")[h.input(f"#suit{suit}", type="radio", name="suit", checked=suit == begun), str(suit)]
        for suit in numbers
    ]
    tiles = [
        h.div(f".tiles.of{suit}")[
            [tile_button(Tile(max(suit, other), min(suit, other))) for other in numbers]
        ]
        for suit in numbers
    ]
    return pad[halves(highest), h.fieldset(".suits")[h.legend(".unseen")[_("Tiles")], suits], tiles]
