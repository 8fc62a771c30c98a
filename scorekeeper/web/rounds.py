"""The round at the table: which it is, who is missing, and the pages that ask how it ended.

Players and whoever keeps score see these alike.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

import htpy as h
from htpy import Node
from msgspec.structs import replace
from starlette.responses import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import Round, RoundScored, player_marks, standings, starter_words
from scorekeeper.session import (
    ALWAYS_COUNTED,
    MIND_NOT,
    counts_last_tile,
    double_blank_question,
    lacks_ending,
    not_minding,
    open_questions,
    unsaid,
)
from scorekeeper.text import N_, _, join_and, ngettext
from scorekeeper.web.devices import Role
from scorekeeper.web.entries import (
    Changed,
    Chosen,
    Unusual,
    chosen_ending,
    store_double_blank,
    store_ending,
    store_last_double,
)
from scorekeeper.web.page import alert, badge, choice, explained, questions, sent_along, tick
from scorekeeper.web.shared_table import SharedTable
from scorekeeper.web.visit import Visit, go_to

MARKED = "marked:"
"""What stands before a player's name where a form says whose train has a marker."""


def status_region(shared: SharedTable, role: Role = "player", *, wide: bool = False) -> Node:
    """Return which round it is, and what is still missing; who won, unless that is covered or shown elsewhere."""
    game, played = shared.game, shared.round
    asked = questions_asked(shared)
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
    missing = game.missing_in(played) if played.under_way or not wide else ()
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


def questions_asked(shared: SharedTable) -> Node:
    """Return what nobody has said of a round yet, as questions to the table."""
    return [h.p(".asked")[question] for question in open_questions(shared.game, shared.answers)]


def question_links(shared: SharedTable) -> Node:
    """Return the ways to answer what should still be said of a round."""
    words = {
        "began": _("Say who began"),
        "ending": _("Say how it ended"),
        "last-tile": _("Say what the last tile was"),
        "double-blank": _("Say who had 0-0"),
    }
    return [
        h.p[h.a(".button", href=address_of(f"/{question}", shared.id, played.number))[words[question]]]
        for question, played in unsaid(shared.game, shared.answers).items()
    ]


def address_of(path: str, game_id: str, number: int) -> str:
    """Return the address of a page about a round."""
    return f"{path}?" + urlencode({"game": game_id, "round": number})


def round_name(played: Round, total: int | None = None) -> str:
    """Return what a round is called: its number, of how many in `total`, and its double."""
    double = f"{played.began_with}-{played.began_with}"
    words = N_("Round {number} · {double}") if total is None else N_("Round {number} of {total} · {double}")
    return _(words, number=played.number, total=total, double=double)


def after_entry(visit: Visit, number: int, done: str, *, was_last: bool) -> Response:
    """Return what follows an entry: after the last hand of a round, what nobody has said of it."""
    left = [question for question in ("last-tile", "double-blank") if visit.asked(question, number)]
    return go_to(address_of(f"/{left[0]}", visit.table.id, number) if was_last and left else done)


async def question(visit: Visit) -> Response:
    """Ask something about a round, unless it is known, with a button for each answer; the first one is the usual."""
    action = visit.request.url.path
    played = visit.asked(action.removeprefix("/"), visit.number)
    if played is None:
        return go_to("/")
    heading, words, buttons = QUESTIONS[action](visit, played)
    usual = next(iter(buttons))
    return visit.page(
        heading,
        h.p(".status")[h.strong[round_name(played)]],
        h.p[words],
        h.form(method="post", action=action)[
            sent_along(game=visit.visitor.game, round=played.number),
            h.div(".seats")[
                [
                    h.button(class_="main" if answer == usual else None, name="answer", value=answer)[content]
                    for answer, content in buttons.items()
                ]
            ],
        ],
    )


def _double_blank(visit: Visit, played: Round) -> tuple[str, str, Mapping[str, Node]]:
    """Ask who had 0-0. It may be left open: whoever had it can correct their hand."""
    words, choices = double_blank_question(visit.table.game, played)
    always, mind_not = choices.pop(ALWAYS_COUNTED), choices.pop(MIND_NOT)
    marks = player_marks(visit.table.game)
    buttons = {
        f"had:{name}" if name else "nobody": [badge(marks[name]) if name else None, answer]
        for name, answer in choices.items()
    }
    if visit.is_keeper:
        buttons |= {"always": [always], "mind-not": [mind_not]}
    return _("Who had 0-0?"), words, buttons


def _began(visit: Visit, played: Round) -> tuple[str, str, Mapping[str, Node]]:
    """Ask who began the first round, from which later starts go round the table."""
    game = visit.table.game
    marks = player_marks(game)
    names: dict[str, Node] = {
        f"began:{name}": [badge(marks[name]), name] for name in game.dealt_in(played.number)
    }
    words = _("From then on, the player to the left of the last starter starts.")
    return _("Who began?"), words, {"nobody": _("Leave it open"), **names}


def _last_tile(_visit: Visit, played: Round) -> tuple[str, str, Mapping[str, Node]]:
    """Ask whether the last tile was a double."""
    words = _("Was {name}'s last tile a double? Then the hands of the others count twice.", name=played.out)
    return _("The last tile"), words, {"plain": _("It was no double"), "double": _("It was a double")}


QUESTIONS = {"/began": _began, "/last-tile": _last_tile, "/double-blank": _double_blank}
"""What is asked of a round, by address: heading, question and answers."""


async def save_began(visit: Visit) -> Response:
    """Store who began, or note that nobody says."""
    number = visit.number
    answer, _colon, name = visit.sent.get("answer", "").partition(":")
    if visit.asked("began", number):
        if answer == "began":
            await visit.do(lambda session: session.keep(RoundScored(round=number, began=name)))
        else:
            await visit.table.change_answers(lambda answers: answers.note(no_starter=True))
    return go_to("/")


async def save_last_tile(visit: Visit) -> Response:
    """Store that the last tile was a double, or note that it was none."""
    number = visit.number
    if visit.asked("last-tile", number):
        if visit.sent.get("answer") == "double":
            await visit.do(lambda session: store_last_double(session, number))
        else:
            await visit.table.change_answers(lambda answers: answers.note(no_last_double=number))
    return after_entry(visit, number, "/", was_last=True)


async def save_double_blank(visit: Visit) -> Response:
    """Store who had 0-0, or note that nobody had it."""
    number = visit.number
    answer, _colon, name = visit.sent.get("answer", "").partition(":")
    if answer == "had":
        await visit.do(lambda session: store_double_blank(session, number, name))
    elif visit.asked("double-blank", number):
        if answer == "mind-not" and visit.is_keeper:
            await visit.do(lambda session: session.keep(not_minding()))
        asks_no_more = answer == "always" and visit.is_keeper
        noted = {"counts_double_blank": True} if asks_no_more else {"no_double_blank": number}
        await visit.table.change_answers(lambda answers: answers.note(**noted))
    return go_to("/")


async def ending(visit: Visit) -> Response:
    """Show how a round ended; a player is led back where that is known."""
    game = visit.table.game
    played = game.round(visit.number)
    if not visit.is_keeper and played != lacks_ending(game):
        return go_to("/hand")
    return _ending_page(visit, played, chosen_ending(played))


async def save_ending(visit: Visit) -> Response:
    """Store how a round ended."""
    sent, is_keeper = visit.sent, visit.is_keeper
    played = visit.table.game.round(visit.number)
    chosen = Chosen(
        sent.get("ending", ""),
        sent.get("foot", ""),
        double="double" in sent,
        marked=tuple(key.removeprefix(MARKED) for key in sent if key.startswith(MARKED)),
        held=sent.get("held"),
    )
    try:
        sure = sent.get("sure") == chosen.sure
        was_last = await visit.do(
            lambda session: store_ending(session, played.number, chosen, sure, is_keeper=is_keeper)
        )
    except Unusual as asked:
        return _ending_page(visit, played, replace(chosen, questions=asked.questions), 422)
    except Changed as error:
        now = visit.table.game.round(played.number)
        return _ending_page(visit, now, replace(chosen, fault=str(error), held=None), 409)
    except ScorekeeperError as error:
        return _ending_page(visit, played, replace(chosen, fault=str(error)), 422)
    if visit.asked("last-tile", played.number):
        await visit.table.change_answers(lambda answers: answers.note(no_last_double=played.number))
    return after_entry(visit, played.number, "/", was_last=was_last)


def _ending_page(visit: Visit, played: Round, chosen: Chosen, status: int = 200) -> Response:
    """Show the form for how a round ended: who went out, or blocked, and what else the rules want to know of it."""
    game = visit.table.game
    rules, players = game.rules_of(played.number), game.dealt_in(played.number)
    ways = [("", _("Not known yet")), ("blocked", _("The round was blocked"))]
    ways += [(f"out:{name}", _("{name} went out", name=name)) for name in players]
    held = chosen_ending(played).sure if chosen.held is None else chosen.held
    more: list[Node] = []
    if rules.layout.open_foot:
        doubles = [
            h.option(value=str(number), selected=str(number) == chosen.foot)[f"{number}-{number}"]
            for number in range(game.set_size, -1, -1)
        ]
        more.append(h.label(for_="foot")[_("Blocked: the double that was short of toes, if known")])
        more.append(h.select("#foot", name="foot")[h.option(value="")[_("not known")], doubles])
    if counts_last_tile(game, played.number):
        more.append(tick("double", _("The last tile was a double"), chosen.double))
    if rules.scoring.marker:
        trains = [tick(f"{MARKED}{name}", name, name in chosen.marked) for name in players]
        more.append(h.fieldset[h.legend[_("Trains with a marker")], trains])
    return visit.page(
        _("How the round ended"),
        h.p(".status")[h.strong[round_name(played)]],
        alert(chosen.fault),
        h.form(method="post", action="/ending")[
            sent_along(game=visit.visitor.game, round=played.number, held=held),
            h.fieldset[
                h.legend[_("The end of the round")],
                [choice("ending", value, words, checked=value == chosen.ending) for value, words in ways],
            ],
            more,
            questions(chosen.questions, chosen.sure),
            h.div(".buttons")[h.button(".main")[_("Save all the same") if chosen.questions else _("Save")]],
        ],
        status=status,
    )
