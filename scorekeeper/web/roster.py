"""Who sits at the table, on the keeper's phone: somebody comes late, comes back or leaves in the middle of a game.

The same choices as in the app and on the command line; what is stored goes through the session as everywhere.
"""

from urllib.parse import urlencode

import htpy as h
import msgspec
from htpy import Node, Renderable
from msgspec.structs import replace
from starlette.responses import Response

from scorekeeper.errors import Impossible, Malformed, ScorekeeperError
from scorekeeper.game import (
    SITS_OUT,
    Game,
    PlayerJoined,
    PlayerLeft,
    Round,
    beginnings,
    complete_rounds_only,
    find_player,
    joined_with,
    new_lookalikes,
    player_marks,
    seat_notes,
)
from scorekeeper.session import Session, parse_line
from scorekeeper.text import N_, _
from scorekeeper.web.entries import Unusual
from scorekeeper.web.page import alert, badge, choice, questions, sent_along
from scorekeeper.web.visit import Visit, go_to


class Newcomer(msgspec.Struct, frozen=True):
    """What is typed and chosen for somebody who comes, and what is to be said about it."""

    name: str = ""
    begins: str = ""
    points: str = ""
    """Typed where the table gives a number."""
    offered: str = ""
    """What could be chosen on the form that was sent."""
    fault: str = ""
    questions: tuple[str, ...] = ()


def store_arrival(session: Session, newcomer: Newcomer, sure: str | None) -> None:
    """Seat somebody; `sure` is the name whose likeness to another one is meant.

    Whoever sits there since this very form was sent twice, because an answer was lost. Raises Unusual for a name
    that looks like another one, and ScorekeeperError for what cannot be, or could not be chosen any more.
    """
    if _sits_since(session, newcomer):
        return
    if newcomer.offered and newcomer.offered != _offered(session.game, newcomer.name):
        raise Impossible(
            _("Meanwhile something was entered that changes what there is to choose from; look again.")
        )
    change = _arrival(session.game, newcomer)
    if sure != newcomer.name and (likenesses := lookalike_questions(session.game, newcomer.name)):
        raise Unusual(likenesses)
    session.keep(change)


def lookalike_questions(game: Game, name: str) -> tuple[str, ...]:
    """Return what to ask about a name that looks like another one. Raises Malformed if it is no name."""
    return tuple(likeness.sentence for likeness in new_lookalikes(PlayerJoined(player=name), game))


def _sits_since(session: Session, newcomer: Newcomer) -> bool:
    """Whether a form has seated somebody who still sits there as it says."""
    game = session.game
    for step in reversed(session.kept.log.standing):
        if isinstance(step.what, PlayerJoined) and step.what.player == newcomer.name:
            name = step.after.player(newcomer.name)
            stays = name in game.players and game.stay(name) == step.after.stay(name)
            return stays and _arrival(step.before, newcomer) == replace(step.what, colour=None)
    return False


def _offered(game: Game, name: str) -> str:
    """Return from which round on somebody plays, and what can be chosen to begin with."""
    choices = (choice.words(hidden=game.hides_totals) for choice in beginnings(game, name))
    return " · ".join((str(game.last_under_way + 1), *choices))


def _arrival(game: Game, newcomer: Newcomer) -> PlayerJoined:
    """Return the change that seats somebody. Raises Malformed if what they begin with is not told or is no number."""
    choices, due = beginnings(game, newcomer.name), game.last_under_way + 1
    begins = next((beginning.begins for beginning in choices if beginning.begins == newcomer.begins), None)
    typed = newcomer.points.strip()
    if begins is None:
        raise Malformed(_("Choose what {name} begins with.", name=newcomer.name))
    if begins != "given":
        if typed:
            raise Malformed(
                _("You typed {points}: choose “Another number” too, or empty the field.", points=typed)
            )
        return PlayerJoined(player=newcomer.name, round=due, begins=begins)
    if not typed:
        raise Malformed(_("Type how many points {name} begins with.", name=newcomer.name))
    return joined_with(newcomer.name, due, typed)


def store_departure(session: Session, name: str) -> None:
    """Let somebody leave; who has left already was sent twice, because an answer was lost."""
    game = session.game
    if name in game.at_table or name not in game.players:
        session.keep(PlayerLeft(player=find_player(game.at_table, name)))


def store_break(session: Session, number: int, name: str, *, plays: bool) -> None:
    """Let somebody sit out the round that is due, or with `plays` play it after all.

    Where it stands so already, the form was sent twice, because an answer was lost. Raises ScorekeeperError if the
    table is at another round, or the hand was entered meanwhile.
    """
    due = session.game.current
    if due is None or due.number != number:
        raise Impossible(_("Meanwhile another round is due; look again."))
    player = find_player(session.game.players_of(number), name)
    if plays != (player in due.sits_out):
        return
    if _has_entry(due, player):
        raise Impossible(_("{name}'s hand was entered meanwhile; look again.", name=player))
    session.keep(parse_line(session.game, number, player, "" if plays else SITS_OUT))


def _has_entry(played: Round, name: str) -> bool:
    return name in played.hands or played.out == name


async def players(visit: Visit) -> Response:
    """Show who sits at the table and who left, with a way to change that."""
    return _players_page(visit, Newcomer())


def _players_page(visit: Visit, newcomer: Newcomer, status: int = 200) -> Response:
    game = visit.table.game
    gone = [name for name in game.players if name not in game.at_table]
    return visit.page(
        _("Players"),
        h.h2[_("At the table, clockwise")],
        h.ul(".devices")[
            [_seat(visit, name, "leave", _("Leaves …"), _break_form(visit, name)) for name in game.at_table]
        ],
        h.fragment[
            h.h2[_("Gone home")],
            h.ul(".devices")[[_seat(visit, name, "join", _("Comes back …")) for name in gone]],
        ]
        if gone
        else None,
        h.form(method="get", action="/keeper/join", autocomplete="off")[
            sent_along(game=visit.table.id),
            h.label(for_="name")[_("Somebody new")],
            alert(newcomer.fault),
            h.input("#name", name="name", value=newcomer.name, maxlength="200", required=True),
            h.div(".buttons")[h.button(".main")[_("Join")]],
        ],
        status=status,
    )


def _break_form(visit: Visit, name: str) -> Node:
    """Return the button with which somebody sits out the round that is due, or plays it after all."""
    game = visit.table.game
    due = game.current
    if due is None or name not in game.players_of(due.number) or _has_entry(due, name):
        return None
    sits_out = name in due.sits_out
    sentence = N_("Plays round {number} after all") if sits_out else N_("Sits out round {number}")
    words = _(sentence, number=due.number)
    return h.form(method="post", action="/keeper/sits-out")[
        sent_along(game=visit.table.id, round=due.number, name=name),
        sent_along(plays=1) if sits_out else None,
        h.button(".quiet", aria_label=f"{name}: {words}")[words],
    ]


def _seat(visit: Visit, name: str, path: str, words: str, more: Node = None) -> Renderable:
    shared = visit.table
    notes = seat_notes(shared.game, name)
    if not shared.hides_points:
        notes = (str(complete_rounds_only(shared.game).total(name)), *notes)
    address = f"/keeper/{path}?" + urlencode({"game": shared.id, "name": name})
    return h.li[
        h.span[badge(player_marks(shared.game)[name]), h.bdi[name], " ", h.span(".hint")[" · ".join(notes)]],
        h.span(".ways")[more, h.a(".button", href=address, aria_label=f"{name}: {words}")[words]],
    ]


async def arrival(visit: Visit) -> Response:
    """Show what somebody who comes can begin with; a name that cannot be is shown again."""
    name = visit.sent.get("name", "")
    try:
        likenesses = lookalike_questions(visit.table.game, name)
        return _arrival_page(visit, Newcomer(name, questions=likenesses))
    except ScorekeeperError as error:
        return _players_page(visit, Newcomer(name, fault=str(error)), 422)


async def save_arrival(visit: Visit) -> Response:
    """Seat somebody who comes late, or comes back."""
    sent = visit.sent
    name, begins, points, offered = (sent.get(field, "") for field in ("name", "begins", "points", "offered"))
    newcomer = Newcomer(name, begins, points, offered)
    try:
        await visit.do(lambda session: store_arrival(session, newcomer, sent.get("sure")))
    except Unusual as asked:
        newcomer = replace(newcomer, questions=asked.questions)
    except ScorekeeperError as error:
        newcomer = replace(newcomer, fault=str(error))
    else:
        return go_to("/keeper/players")
    return _arrival_page(visit, newcomer, 422)


def _arrival_page(visit: Visit, newcomer: Newcomer, status: int = 200) -> Response:
    """Show the form for what somebody who comes begins with. Raises Malformed if the name is no name."""
    game, name = visit.table.game, newcomer.name
    choices = beginnings(game, name)
    sentence = N_("{name} plays from round {number} on, and begins with:")
    return visit.page(
        _("{name} joins", name=name),
        alert(newcomer.fault),
        h.form(method="post", action="/keeper/join", autocomplete="off")[
            sent_along(game=visit.table.id, name=name, offered=_offered(game, name)),
            h.fieldset[
                h.legend[_(sentence, name=name, number=game.last_under_way + 1)],
                [
                    choice(
                        "begins",
                        beginning.begins,
                        beginning.words(hidden=game.hides_totals),
                        checked=beginning.begins == (newcomer.begins or choices[0].begins),
                    )
                    for beginning in choices
                ],
            ],
            h.fragment[
                h.label(for_="points")[_("The other number, if you chose that")],
                h.input("#points", name="points", value=newcomer.points, inputmode="numeric", maxlength="5"),
            ]
            if any(beginning.begins == "given" for beginning in choices)
            else None,
            questions(newcomer.questions, name),
            h.div(".buttons")[h.button(".main")[_("Save all the same") if newcomer.questions else _("Save")]],
        ],
        status=status,
    )


async def departure(visit: Visit) -> Response:
    """Ask whether somebody leaves."""
    name = find_player(visit.table.game.at_table, visit.sent.get("name", ""))
    words = _("{name} leaves", name=name)
    return visit.page(
        words,
        h.p[_("Does {name} leave the game? The points stay in the table.", name=name)],
        h.form(method="post", action="/keeper/leave")[
            sent_along(game=visit.table.id, name=name),
            h.div(".buttons")[
                h.button(".main")[words],
                h.a(".button", href="/keeper/players")[_("Back")],
            ],
        ],
    )


async def save_departure(visit: Visit) -> Response:
    """Let somebody leave."""
    name = visit.sent.get("name", "")
    await visit.do(lambda session: store_departure(session, name))
    return go_to("/keeper/players")


async def save_break(visit: Visit) -> Response:
    """Let somebody sit out the round that is due, or play it after all."""
    number, name, plays = visit.number, visit.sent.get("name", ""), "plays" in visit.sent
    await visit.do(lambda session: store_break(session, number, name, plays=plays))
    return go_to("/keeper/players")
