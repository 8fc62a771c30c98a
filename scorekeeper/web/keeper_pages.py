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

from scorekeeper.game import (
    Blocked,
    EntryCell,
    Game,
    Round,
    Sentence,
    WentOut,
    held_entry,
    player_marks,
    show_held,
)
from scorekeeper.session import asks_last_tile
from scorekeeper.text import N_, _
from scorekeeper.web.devices import Device
from scorekeeper.web.pages import (
    Typed,
    Visitor,
    address_of,
    alert,
    badge,
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


def keeper_page(visitor: Visitor, region: Node) -> Renderable:
    """Return the keeper's phone: every hand of the round at the table, and how it ended."""
    return page(
        visitor,
        _("Keep score"),
        section("#round", data_live="/live/keeper")[region],
    )


def keeper_region(shared: SharedTable, last: Sentence | None) -> Renderable:
    """Return every hand of a round with a way to change it, the round's ending, and the last change."""
    played, covered = shared.round, shared.covered
    parts: list[Node] = [called(shared), status_region(shared, "keeper")]
    if played is not None or covered:
        parts.append(question_links(shared))
    if played is not None:
        parts += [hands_table(shared, played), _ending_line(shared, played)]
    elif shared.game.over:
        words = _("Show who won") if len(covered) == 1 else _("Show the next place")
        next_place = form(method="post", action="/keeper/next-place")[
            game_field(shared.id),
            field(type="hidden", name="places", value=str(shared.announced.places)),
            button(".main")[words],
        ]
        parts += [next_place if covered else None, standing_parts(shared)]
    if last is not None:
        change = last.sentence if last.by is None else f"{last.by}: {last.sentence}"
        undo = form(method="post", action="/keeper/undo")[
            game_field(shared.id),
            field(type="hidden", name="change", value=str(last.number)),
            p(".hint")[_("Last change: {change}", change=change)],
            button(".quiet")[_("Undo it")],
        ]
        parts.append(undo)
    return fragment[parts]


def _ending_line(shared: SharedTable, played: Round) -> Renderable:
    address = address_of("/ending", shared.id, played.number)
    return p(".ending")[a(href=address)[_("How the round ended")], span[ending_words(played)]]


def hands_table(shared: SharedTable, played: Round) -> Node:
    """Return the hands of a round as they were entered, with what each counts."""
    game = shared.game
    points = game.points[played.number - 1] if played.number <= len(game.rounds) else {}
    address = address_of("/keeper/hand", shared.id, played.number)

    marks = player_marks(game)

    def held(name: str) -> Node:
        entry = held_entry(game, EntryCell(played.number, name))
        words = _("out") if isinstance(entry, WentOut) else show_held(entry)
        if not words:
            return span(".hint.whole")[_("still to come")]
        return [[span(".whole")[word], " "] for word in words.split()]

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
                    th(scope="row")[
                        span(".who")[
                            badge(marks[name]), a(href=f"{address}&{urlencode({'player': name})}")[name]
                        ]
                    ],
                    td[held(name)],
                    td(".number")["" if shared.hides_points else str(points.get(name, ""))],
                ]
                for name in game.players_of(played.number)
            ]
        ],
    ]


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
    """Return the form for how a round ended: who went out, or blocked, and what else the rules want to know of it."""
    rules, players = game.rules_of(played.number), game.dealt_in(played.number)
    ways = [("", _("Not known yet")), ("blocked", _("The round was blocked"))]
    ways += [(f"out:{name}", _("{name} went out", name=name)) for name in players]
    held = chosen_ending(played).sure if chosen.held is None else chosen.held
    more: list[Node] = []
    if rules.layout.open_foot:
        doubles = [
            option(value=str(number), selected=str(number) == chosen.foot)[f"{number}-{number}"]
            for number in range(game.set_size, -1, -1)
        ]
        more.append(label(for_="foot")[_("Blocked: the double that was short of toes, if known")])
        more.append(select("#foot", name="foot")[option(value="")[_("not known")], doubles])
    if asks_last_tile(game, played.number):
        more.append(tick("double", _("The last tile was a double"), chosen.double))
    if rules.scoring.marker:
        trains = [tick(f"{MARKED}{name}", name, name in chosen.marked) for name in players]
        more.append(fieldset[legend[_("Trains with a marker")], trains])
    return page(
        visitor,
        _("How the round ended"),
        p(".status")[strong[round_name(played)]],
        alert(chosen.fault),
        form(method="post", action="/ending")[
            game_field(visitor.game),
            field(type="hidden", name="round", value=str(played.number)),
            field(type="hidden", name="held", value=held),
            fieldset[
                legend[_("The end of the round")],
                [choice("ending", value, words, checked=value == chosen.ending) for value, words in ways],
            ],
            more,
            questions(chosen.questions, chosen.sure),
            div(".buttons")[button(".main")[_("Save all the same") if chosen.questions else _("Save")]],
        ],
    )


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
