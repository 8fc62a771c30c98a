"""The round at the table: which it is, who is missing, and the pages that ask how it ended.

Players and whoever keeps score see these alike.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

import htpy as h
import msgspec
from htpy import Node, Renderable

from scorekeeper.game import Blocked, Game, Round, player_marks, standings, starter_words
from scorekeeper.session import (
    ALWAYS_COUNTED,
    MIND_NOT,
    counts_last_tile,
    double_blank_question,
    open_questions,
    unsaid,
)
from scorekeeper.text import N_, _, join_and, ngettext
from scorekeeper.web.devices import Role
from scorekeeper.web.page import Visitor, alert, badge, choice, explained, page, questions, sent_along, tick
from scorekeeper.web.shared_table import SharedTable

MARKED = "marked:"
"""What stands before a player's name where a form says whose train has a marker."""


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
    held: str | None = None
    """All that was stored when the form was made; None for what is stored now."""

    @property
    def sure(self) -> str:
        """What a form sends along once its questions are answered: all that they were asked about."""
        return " ".join(filter(None, (self.ending, self.foot, "double" if self.double else "", *self.marked)))


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


def questions_asked(shared: SharedTable) -> Node:
    """Return what nobody has said of a round yet, as questions to the table."""
    return [h.p(".asked")[question] for question in open_questions(shared.game, shared.announced)]


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
        for question, played in unsaid(shared.game, shared.announced).items()
    ]


def address_of(path: str, game_id: str, number: int) -> str:
    """Return the address of a page about a round."""
    return f"{path}?" + urlencode({"game": game_id, "round": number})


def round_name(played: Round, total: int | None = None) -> str:
    """Return what a round is called: its number, of how many in `total`, and its double."""
    double = f"{played.began_with}-{played.began_with}"
    words = N_("Round {number} · {double}") if total is None else N_("Round {number} of {total} · {double}")
    return _(words, number=played.number, total=total, double=double)


def double_blank_page(visitor: Visitor, game: Game, played: Round) -> Renderable:
    """Ask who had 0-0. It may be left open: whoever had it can correct their hand."""
    question, choices = double_blank_question(game, played)
    always, mind_not = choices.pop(ALWAYS_COUNTED), choices.pop(MIND_NOT)
    marks = player_marks(game)
    buttons = {
        f"had:{name}" if name else "nobody": [badge(marks[name]) if name else None, words]
        for name, words in choices.items()
    }
    if visitor.role == "keeper":
        buttons |= {"always": [always], "mind-not": [mind_not]}
    return _question_page(visitor, played, "/double-blank", _("Who had 0-0?"), question, buttons)


def began_page(visitor: Visitor, game: Game, played: Round) -> Renderable:
    """Ask who began the first round, from which later starts go round the table."""
    marks = player_marks(game)
    names: dict[str, Node] = {
        f"began:{name}": [badge(marks[name]), name] for name in game.dealt_in(played.number)
    }
    question = _("From then on, the player to the left of the last starter starts.")
    buttons: dict[str, Node] = {"nobody": _("Leave it open"), **names}
    return _question_page(visitor, played, "/began", _("Who began?"), question, buttons)


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


def chosen_ending(played: Round) -> Chosen:
    """Return the ending of a round as its form shows it."""
    if isinstance(played.ending, Blocked):
        foot = played.ending.open_foot
        return Chosen("blocked", "" if foot is None else str(foot), marked=played.marked)
    ending = "" if played.out is None else f"out:{played.out}"
    return Chosen(ending, double=played.out_on_double, marked=played.marked)


def ending_page(visitor: Visitor, game: Game, played: Round, chosen: Chosen) -> Renderable:
    """Return the form for how a round ended: who went out, or blocked, and what else the rules want to know of it."""
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
    return page(
        visitor,
        _("How the round ended"),
        h.p(".status")[h.strong[round_name(played)]],
        alert(chosen.fault),
        h.form(method="post", action="/ending")[
            sent_along(game=visitor.game, round=played.number, held=held),
            h.fieldset[
                h.legend[_("The end of the round")],
                [choice("ending", value, words, checked=value == chosen.ending) for value, words in ways],
            ],
            more,
            questions(chosen.questions, chosen.sure),
            h.div(".buttons")[h.button(".main")[_("Save all the same") if chosen.questions else _("Save")]],
        ],
    )
