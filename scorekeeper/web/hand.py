"""The form for a hand, with the tiles to tap, and what is answered to it; the keeper has it for every hand."""

from collections.abc import Callable, Mapping

import htpy as h
from htpy import Node, Renderable
from msgspec.structs import replace
from starlette.responses import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import OUT, Game, Round, standings_so_far, tiles_elsewhere
from scorekeeper.reading import Unclear, hand_in_words
from scorekeeper.session import numbers_in
from scorekeeper.text import N_, _, ngettext
from scorekeeper.tiles import Tile, full_set
from scorekeeper.web.entries import (
    Changed,
    Typed,
    Unusual,
    changed_words,
    held_text,
    preview,
    store_hand,
    tapped,
)
from scorekeeper.web.page import explained, questions, sent_along, what_was_typed
from scorekeeper.web.photos import photo_button, photo_field, photo_page, taken_tiles
from scorekeeper.web.rounds import after_entry
from scorekeeper.web.shared_table import SharedTable
from scorekeeper.web.tiles import halves, tile_picture
from scorekeeper.web.visit import Visit

SMALL_SET = 9
"""The highest number of a set whose tiles are all on a page at once."""


def hand_form(visit: Visit, played: Round, player: str, typed: Typed, action: str) -> Renderable:
    """Return the form for one hand: the field, what it counts, and the buttons.

    What is typed and not saved is remembered by the browser; on the keeper's phone, until another hand is stored.
    """
    visitor, shared = visit.visitor, visit.table
    asked, keeper = bool(typed.questions), visit.is_keeper
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


async def answer_hand(
    visit: Visit, played: Round, player: str, show: Callable[[Typed, int], Response], done: str
) -> Response:
    """Store a hand as it was sent, or show the form again with what was typed and what is to be said about it."""
    sent, keeper = visit.sent, visit.is_keeper
    typed, reason = sent.get("typed", ""), sent.get("reason", "")
    game, answers = visit.table.game, visit.table.answers
    if visit.picture is not None:
        return await _answer_photo(visit, played, player, show)
    if sent.get("do") in ("take", "back"):
        return show(_with(_looked_at(visit, played, player), sent), 200)
    if tile := sent.get("tap"):
        return show(_with(preview(game, answers, played.number, player, tapped(typed, tile)), sent), 200)
    if means := sent.get("means"):
        typed = means
        await visit.table.change_answers(lambda answers: answers.note(numbers=numbers_in(means)))
    out = sent.get("do") == "out"
    text = OUT if out else typed
    try:
        number, sure, held = played.number, sent.get("sure"), sent.get("held")
        was_last = await visit.do(
            lambda session: store_hand(
                session, number, player, text, sure, reason, held=held, is_keeper=keeper
            )
        )
    except Unusual as asked:
        return show(_with(Typed(typed, questions=asked.questions, out=out), sent), 422)
    except Changed as error:
        return show(replace(_with(Typed(typed, fault=str(error)), sent), held=None), 409)
    except Unclear as error:
        return show(_with(Typed(typed, fault=str(error), ways=error.choices), sent), 422)
    except ScorekeeperError as error:
        return show(_with(Typed(typed, fault=explained(error, visit.visitor.role)), sent), 422)
    return after_entry(visit, played.number, done, was_last=was_last)


async def _answer_photo(
    visit: Visit, played: Round, player: str, show: Callable[[Typed, int], Response]
) -> Response:
    """Show what is seen in a photo, or the form again with what was typed and why nothing is seen."""
    sent, game, line = visit.sent, visit.table.game, visit.request.app.state.photos
    elsewhere = [tile for tiles in tiles_elsewhere(played, player).values() for tile in tiles]
    try:
        photo = await line.read(visit.device.id, visit.picture, game.set_size, elsewhere)
    except ScorekeeperError as error:
        return show(_with(Typed(sent.get("typed", ""), fault=str(error)), sent), 422)
    tiles = " ".join(str(seen.tile) for seen in photo.tiles)
    fault = preview(game, visit.table.answers, played.number, player, tiles).fault
    return photo_page(visit, played, player, photo, fault, tile_pad(game, played, player, "", "look"))


def _looked_at(visit: Visit, played: Round, player: str) -> Typed:
    """Return the hand with the tiles of a photo, or with what was typed before."""
    before, taken = visit.sent.get("typed", ""), taken_tiles(visit.sent)
    takes = visit.sent["do"] == "take"
    typed = preview(visit.table.game, visit.table.answers, played.number, player, taken if takes else before)
    return replace(typed, before=before if takes and "add" not in visit.sent else "")


def _with(typed: Typed, sent: Mapping[str, str]) -> Typed:
    """Return a hand with what its form sent along."""
    reason = sent.get("reason", "")
    return replace(typed, reason=reason, corrects=bool(reason) or typed.corrects, held=sent.get("held"))


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
    number = played.number if not game.missing_in(played) else played.number - 1
    if number < 1 or player not in game.dealt_in(number) or game.missing_in(game.round(number)):
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


def moved_on() -> Renderable:
    """Return the way from a form that is of no use any more to what the table is at."""
    return h.p(".status")[h.a(".next", href="/")[_("The table has moved on: go to the round it is at.")]]
