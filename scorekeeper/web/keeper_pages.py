"""The pages of the keeper's phone: every hand, how rounds end, all rounds, who has joined."""

from collections.abc import Sequence
from urllib.parse import urlencode

import msgspec
from htpy import (
    Node,
    Renderable,
    a,
    button,
    div,
    fieldset,
    form,
    fragment,
    h2,
    label,
    legend,
    li,
    option,
    p,
    section,
    select,
    span,
    strong,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
    ul,
)
from htpy import input as field

from scorekeeper.game import Blocked, EntryCell, Game, Round, Sentence, WentOut, held_entry, show_held
from scorekeeper.session import asks_last_tile
from scorekeeper.text import N_, _
from scorekeeper.web.devices import Device
from scorekeeper.web.pages import (
    Typed,
    Visitor,
    address_of,
    alert,
    called,
    choice,
    device_name,
    explained,
    game_field,
    hand_form,
    page,
    question_links,
    questions,
    round_name,
    standing_parts,
    status_region,
    stored_hand,
    tick,
    tile_pad,
)
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


def keeper_page(visitor: Visitor, region: Node, fault: str = "") -> Renderable:
    """Return the keeper's phone: every hand of the round at the table, and how it ended."""
    return page(
        visitor,
        _("Keep score"),
        alert(fault),
        section("#round", data_live="/live/keeper")[region],
    )


def keeper_region(shared: SharedTable, last: Sentence | None) -> Renderable:
    """Return every hand of a round with a way to change it, the round's ending, and the last change."""
    return fragment[called(shared), _keeper_round(shared), _undo_form(shared.id, last)]


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
        places = standing_parts(shared) if game.over else None
        asked = question_links(shared) if shared.covered else None
        return fragment[status_region(shared, "keeper"), asked, _next_place_form(shared), places]
    return fragment[
        status_region(shared, "keeper"),
        question_links(shared),
        hands_table(shared, played),
        _ending_line(shared, played),
    ]


def _next_place_form(shared: SharedTable) -> Node:
    """Return the button that shows one place more to everybody; None once all are shown."""
    if not shared.covered:
        return None
    words = _("Show who won") if len(shared.covered) == 1 else _("Show the next place")
    return form(method="post", action="/keeper/next-place")[
        game_field(shared.id),
        field(type="hidden", name="places", value=str(shared.announced.places)),
        button(".main")[words],
    ]


def _ending_line(shared: SharedTable, played: Round) -> Renderable:
    address = address_of("/ending", shared.id, played.number)
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


def keeper_hand_page(
    visitor: Visitor, shared: SharedTable, played: Round, player: str, typed: Typed
) -> Renderable:
    """Return the form for any hand of any round, with a reason where it is a correction."""
    game, at = shared.game, {"at": f"{shared.id}.{played.number}", "player": player}
    return page(
        visitor,
        _("{name}'s hand", name=player),
        p(".status")[strong[round_name(played)]],
        hand_form(visitor, game, played, player, typed, "/keeper/hand"),
        section("#stored", data_live="/live/hand?" + urlencode(at))[
            keeper_hand_region(shared, played, player)
        ],
        tile_pad(game, played, player, typed.text),
    )


def keeper_hand_region(shared: SharedTable, played: Round, player: str) -> Renderable:
    """Return what follows the stored hand while the keeper has its form: it shows nothing while all is well."""
    return fragment[_trouble(shared), stored_hand(shared.game, played, player)]


def _trouble(shared: SharedTable) -> Node:
    return alert(explained(shared.trouble, "keeper"))


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
        form(method="post", action="/ending")[
            visitor.game_field,
            field(type="hidden", name="round", value=str(played.number)),
            field(
                type="hidden",
                name="held",
                value=chosen_ending(played).sure if chosen.held is None else chosen.held,
            ),
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


def rounds_page(visitor: Visitor, shared: SharedTable) -> Renderable:
    """Return every round that has begun, live."""
    return page(visitor, _("All rounds"), section("#rounds", data_live="/live/rounds")[rounds_region(shared)])


def rounds_region(shared: SharedTable) -> Renderable:
    """Return every round that has begun, with links to its hands, the latest first; above them who won."""
    begun = [played for played in shared.game.rounds if played.begun]
    return fragment[
        called(shared),
        status_region(shared, "keeper") if shared.round is None else _trouble(shared),
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
