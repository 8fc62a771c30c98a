"""The pages of the keeper's phone: every hand, how rounds end, all rounds, who has joined."""

from collections.abc import Sequence
from urllib.parse import urlencode

import htpy as h
import msgspec
from htpy import Node, Renderable

from scorekeeper.formats import shipped_wording
from scorekeeper.game import (
    Blocked,
    EntryCell,
    Game,
    GameLog,
    Round,
    Sentence,
    WentOut,
    describe_backwards,
    held_entry,
    player_marks,
    show_held,
)
from scorekeeper.session import counts_last_tile, ending_words
from scorekeeper.text import _
from scorekeeper.web import pages
from scorekeeper.web.devices import Device
from scorekeeper.web.pages import Typed, Visitor
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


def keeper_page(visitor: Visitor, shared: SharedTable) -> Renderable:
    """Return the keeper's phone: every hand of the round at the table, and how it ended."""
    return pages.page(
        visitor,
        _("Keep score"),
        h.section("#round", data_live="/live/keeper")[keeper_region(shared)],
    )


def last_change(log: GameLog) -> Sentence | None:
    """Return what undo would undo, with who made it; None if there is nothing."""
    if len(log.standing) < 2:
        return None
    number = log.standing[-1].number
    return next(one for one in describe_backwards(log, shipped_wording) if one.number == number)


def keeper_region(shared: SharedTable) -> Renderable:
    """Return every hand of a round with a way to change it, the round's ending, and the last change."""
    played, covered = shared.round, shared.covered
    parts: list[Node] = [pages.called(shared), pages.status_region(shared, "keeper")]
    if played is not None or covered:
        parts.append(pages.question_links(shared))
    if played is not None:
        parts += [hands_table(shared, played), _ending_line(shared, played)]
    elif shared.game.over:
        words = _("Show who won") if len(covered) == 1 else _("Show the next place")
        next_place = h.form(method="post", action="/keeper/next-place")[
            pages.sent_along(game=shared.id, places=shared.announced.places),
            h.button(".main")[words],
        ]
        parts += [next_place if covered else None, pages.standing_parts(shared)]
    if (last := last_change(shared.kept.log)) is not None:
        change = last.sentence if last.by is None else f"{last.by}: {last.sentence}"
        undo = h.form(method="post", action="/keeper/undo")[
            pages.sent_along(game=shared.id, change=last.number),
            h.p(".hint")[_("Last change: {change}", change=change)],
            h.button(".quiet")[_("Undo it")],
        ]
        parts.append(undo)
    return h.fragment[parts]


def _ending_line(shared: SharedTable, played: Round) -> Renderable:
    address = pages.address_of("/ending", shared.id, played.number)
    return h.p(".ending")[h.a(href=address)[_("How the round ended")], h.span[ending_words(played)]]


def hands_table(shared: SharedTable, played: Round) -> Node:
    """Return the hands of a round as they were entered, with what each counts."""
    game = shared.game
    points = game.points[played.number - 1] if played.number <= len(game.rounds) else {}
    address = pages.address_of("/keeper/hand", shared.id, played.number)

    marks = player_marks(game)

    def held(name: str) -> Node:
        entry = held_entry(game, EntryCell(played.number, name))
        words = _("out") if isinstance(entry, WentOut) else show_held(entry)
        if not words:
            return h.span(".hint.whole")[_("still to come")]
        return [[h.span(".whole")[word], " "] for word in words.split()]

    return h.table(".hands")[
        h.thead[
            h.tr[
                h.th(scope="col")[_("Name")],
                h.th(scope="col")[_("Hand")],
                h.th(scope="col", class_="number")[_("Points")],
            ]
        ],
        h.tbody[
            [
                h.tr[
                    h.th(scope="row")[
                        h.span(".who")[
                            pages.badge(marks[name]),
                            h.a(href=f"{address}&{urlencode({'player': name})}")[name],
                        ]
                    ],
                    h.td[held(name)],
                    h.td(".number")["" if shared.hides_points else str(points.get(name, ""))],
                ]
                for name in game.players_of(played.number)
            ]
        ],
    ]


def keeper_hand_page(
    visitor: Visitor, shared: SharedTable, played: Round, player: str, typed: Typed
) -> Renderable:
    """Return the form for any hand of any round, with a reason where it is a correction."""
    game, at = shared.game, {"at": f"{shared.id}.{played.number}", "player": player}
    return pages.page(
        visitor,
        _("{name}'s hand", name=player),
        h.p(".status")[h.strong[pages.round_name(played)]],
        pages.hand_form(visitor, game, played, player, typed, "/keeper/hand"),
        h.section("#stored", data_live="/live/hand?" + urlencode(at))[
            keeper_hand_region(shared, played, player)
        ],
        pages.tile_pad(game, played, player, typed.text),
    )


def keeper_hand_region(shared: SharedTable, played: Round, player: str) -> Renderable:
    """Return what follows the stored hand while the keeper has its form: it shows nothing while all is well."""
    return h.fragment[_trouble(shared), pages.stored_hand(shared.game, played, player)]


def _trouble(shared: SharedTable) -> Node:
    return pages.alert(pages.explained(shared.trouble, "keeper"))


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
        more.append(pages.tick("double", _("The last tile was a double"), chosen.double))
    if rules.scoring.marker:
        trains = [pages.tick(f"{MARKED}{name}", name, name in chosen.marked) for name in players]
        more.append(h.fieldset[h.legend[_("Trains with a marker")], trains])
    return pages.page(
        visitor,
        _("How the round ended"),
        h.p(".status")[h.strong[pages.round_name(played)]],
        pages.alert(chosen.fault),
        h.form(method="post", action="/ending")[
            pages.sent_along(game=visitor.game, round=played.number, held=held),
            h.fieldset[
                h.legend[_("The end of the round")],
                [
                    pages.choice("ending", value, words, checked=value == chosen.ending)
                    for value, words in ways
                ],
            ],
            more,
            pages.questions(chosen.questions, chosen.sure),
            h.div(".buttons")[h.button(".main")[_("Save all the same") if chosen.questions else _("Save")]],
        ],
    )


def rounds_page(visitor: Visitor, shared: SharedTable) -> Renderable:
    """Return every round that has begun, live."""
    return pages.page(
        visitor, _("All rounds"), h.section("#rounds", data_live="/live/rounds")[rounds_region(shared)]
    )


def rounds_region(shared: SharedTable) -> Renderable:
    """Return every round that has begun, with links to its hands, the latest first; above them who won."""
    begun = [played for played in shared.game.rounds if played.begun]
    return h.fragment[
        pages.called(shared),
        pages.status_region(shared, "keeper") if shared.round is None else _trouble(shared),
        [
            h.section[
                h.h2[pages.round_name(played)], _ending_line(shared, played), hands_table(shared, played)
            ]
            for played in reversed(begun)
        ]
        or h.p[_("No round has begun yet.")],
    ]


def devices_page(visitor: Visitor, devices: Sequence[Device], pin: str) -> Renderable:
    """Return who has joined, with a button to send each away; and the PIN."""
    return pages.page(
        visitor,
        _("Phones at the table"),
        h.ul(".devices")[
            [
                h.li[
                    h.span[pages.device_name(one)],
                    h.form(method="post", action="/keeper/remove")[
                        pages.sent_along(device=one.id),
                        h.button(".quiet", aria_label=_("Remove {device}", device=pages.device_name(one)))[
                            _("Remove")
                        ],
                    ],
                ]
                for one in devices
            ]
        ],
        h.h2[_("PIN")],
        h.p(".pin")[pin],
        h.form(method="post", action="/keeper/pin")[h.button(".quiet")[_("Make a new PIN")]],
        h.p(".hint")[_("Phones that have joined stay; the next ones need the new PIN.")],
    )
