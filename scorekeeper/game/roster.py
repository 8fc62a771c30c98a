"""Changes of the roster: a player comes late, leaves, gets another name, sits elsewhere.

Rounds that were played stay as they are. Nothing is undone here: `log` does that.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from scorekeeper.errors import Impossible, Malformed
from scorekeeper.game.events import (
    EventKind,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    SeatsChanged,
)
from scorekeeper.game.game import Game, next_starter
from scorekeeper.game.limits import MOST_POINTS, check_sitting_out
from scorekeeper.game.names import Lookalike, check_reason, clean_name, lookalikes, name_key, typed_name
from scorekeeper.game.seating import Begins, SeatTurn, Stay, check_stays, in_order, stays_of
from scorekeeper.rules import MOST_PLAYERS, deal, tiles_drawn
from scorekeeper.text import N_, _, escaped, join_and, ngettext, whole_number


def joined_with(name: str, number: int, typed: str) -> PlayerJoined:
    """Return the change with which somebody comes with a typed number of points. Raises Malformed."""
    if (points := whole_number(typed)) is None:
        raise Malformed(_("“{typed}” is not a number; type 40 for forty points.", typed=escaped(typed)))
    return PlayerJoined(player=name, round=number, begins="given", points=points)


def joined(what: PlayerJoined, game: Game) -> Game:
    """Return the game with one more at the table; someone who had left may come back.

    Raises ScorekeeperError if the player sits there already, or the tiles do not suffice for so many.
    """
    name, number = _known(game, what.player), first_round(game, what)
    game.round(number)
    points = added(game, name, number, what.begins, what.points)
    if name not in game.players:
        players = (*game.players, name)
    else:
        players, stay = game.players, game.stay(name)
        if stay == Stay(name):
            raise Impossible(_("{name} sits at the table already.", name=name))
        if stay.left is None or number < stay.left:
            sentence = N_("{name} sits at the table already in round {number}.")
            raise Impossible(_(sentence, name=name, number=max(number, stay.joined)))
        if stay.left == number:
            return _never_left(game, stay, what)
    if len(players) > MOST_PLAYERS:
        sentence = N_("A game has room for {most} names, including those who left; rename one of those.")
        raise Impossible(_(sentence, most=MOST_PLAYERS))
    came = Stay(name, number, points=points, begins=what.begins if number > 1 or points else "zero")
    stays = in_order((*game.stays, came), players)
    check_stays(stays, players)
    colours = game.colours if what.colour is None else {**game.colours, name: what.colour}
    changed = replace(game, players=players, stays=stays, colours=colours)
    _check_deals(changed, number)
    return changed


def _never_left(game: Game, stay: Stay, what: PlayerJoined) -> Game:
    """Return the game with somebody back who missed no round, and so gets no points for coming back."""
    if what.points is not None:
        sentence = N_(
            "{name} missed no round, and comes back with the points of before; leave the number out."
        )
        raise Impossible(_(sentence, name=stay.player))
    stays = (replace(other, left=None) if other is stay else other for other in game.stays)
    changed = replace(game, stays=in_order(stays, game.players))
    _check_deals(changed, len(game.rounds) + 1)
    return changed


def _known(game: Game, name: str) -> str:
    """Return the name as the table has it, or as a new one."""
    try:
        return game.player(name)
    except Malformed:
        return clean_name(name)


def first_round(game: Game, what: PlayerJoined) -> int:
    """Return the first round of somebody who comes; where none is named, the one after the last that is noted."""
    return len(game.rounds) + 1 if what.round is None else what.round


def is_back(what: PlayerJoined, before: Game) -> bool:
    """Whether somebody comes back who was at the table before."""
    return _known(before, what.player) in before.players


def new_lookalikes(what: EventKind, game: Game) -> tuple[Lookalike, ...]:
    """Return whom somebody can be confused with whose name is new at the table after a change.

    Raises Malformed if the name is no name.
    """
    if (name := new_name(what, game)) is None:
        return ()
    before = game.player(what.player) if isinstance(what, PlayerRenamed) else None
    return lookalikes([typed_name(name)], [player for player in game.players if player != before])


def new_name(what: EventKind, game: Game) -> str | None:
    """Return the name that a change brings to the table, as it was typed; None if it brings none."""
    match what:
        case PlayerJoined() if not is_back(what, game):
            return what.player
        case PlayerRenamed():
            return what.name
    return None


class Beginning(NamedTuple):
    """What somebody who comes can begin with; for `given` the fewest points that can be given."""

    begins: Begins
    points: int
    last: int = 0
    """The last round that an average or a highest total counts."""

    def words(self, *, hidden: bool) -> str:
        """Return it as one of several choices, without points where totals are hidden."""
        shown, hiding = {
            "zero": (N_("Nothing: 0"), N_("Nothing: 0")),
            "before": (N_("As before: {points}"), N_("As before")),
            "average": (
                N_("The average of the table up to round {last}: {points}"),
                N_("The average of the table up to round {last}"),
            ),
            "highest": (
                N_("The highest total of the table up to round {last}: {points}"),
                N_("The highest total of the table up to round {last}"),
            ),
            "given": (N_("Another number"), N_("Another number")),
        }[self.begins]
        return _(hiding if hidden else shown, points=self.points, last=self.last)


def beginnings(game: Game, player: str) -> tuple[Beginning, ...]:
    """Return all that somebody who comes in the next round can begin with, the usual choice first.

    Nobody comes back with less than the points of before, nor with more who missed no round. Before the first round
    there is nothing to choose. Before it is closed, or while an earlier round is open again, the table has no totals
    to choose from.
    """
    number, name = game.last_under_way + 1, _known(game, player)
    own = Beginning("zero", 0)
    if name in game.players:
        own = Beginning("before", game.total(name, number - 1))
    if number == 1 or (name in game.players and game.stay(name).left == number):
        return (own,)
    last, words = last_closed(game, number), tuple[Begins, ...](("average", "highest"))
    known = not _first_open(game, number)
    totals = [Beginning(word, newcomer_points(game, number, word), last) for word in words if known]
    return (own, *(total for total in totals if total.points >= own.points), Beginning("given", own.points))


def last_closed(game: Game, number: int) -> int:
    """Return the last closed round before one; 0 if none is."""
    return max((played.number for played in game.closed_before(number)), default=0)


def _first_open(game: Game, number: int) -> int | None:
    """Return the first open round where one before `number` is closed after it, or none is; else None."""
    closed = [played.number for played in game.closed_before(number)]
    gaps = (expected for expected, other in enumerate(closed, 1) if expected != other)
    return next(gaps, None) if closed else 1


def seat_notes(game: Game, player: str) -> tuple[str, ...]:
    """Return what is to be known about a player's seat: since when, until when, and whether they sit out now."""
    stay, played, notes = game.stay(player), game.current, list[str]()
    if stay.joined > 1:
        since = _("since round {number}", number=stay.joined)
        notes.append(join_and([*_earlier_rounds(game, player), since]))
    if stay.left is not None and player not in game.at_table:
        notes.append(_("left before round {number}", number=stay.left))
    elif stay.left is not None:
        notes.append(_("leaves before round {number}", number=stay.left))
    if played is not None and player in played.sits_out:
        notes.append(_("sits out this round"))
    return tuple(notes)


def _earlier_rounds(game: Game, player: str) -> Iterator[str]:
    """Yield the rounds that a player who came back was dealt into before."""
    for stay in stays_of(game.stays, player)[:-1]:
        last = (stay.left or stay.joined) - 1
        if last == stay.joined:
            yield _("round {number}", number=last)
        elif last > stay.joined:
            yield _("rounds {first} to {last}", first=stay.joined, last=last)


def new_deal(before: Game, now: Game) -> str:
    """Return that everybody draws another number of tiles from the next deal on, as players came or left; else ""."""
    number = now.last_under_way + 1
    tiles = _tiles_drawn(now, number)
    if tiles is None or tiles == _tiles_drawn(before, number):
        return ""
    return ngettext(
        "From round {number} on everybody draws {count} tile.",
        "From round {number} on everybody draws {count} tiles.",
        tiles,
        number=number,
    )


def _tiles_drawn(game: Game, number: int) -> int | None:
    """Return how many tiles each player draws in a round to come; None where there is none, or no rule for it."""
    if number > game.last_number:
        return None
    return tiles_drawn(game.rules_of(number), game.set_size, len(game.players_of(number)))


def check_beginning(what: PlayerJoined, game: Game) -> None:
    """Raise Impossible where somebody who comes would not begin with the points that were chosen."""
    name, number = _known(game, what.player), first_round(game, what)
    if what.begins == "before" or what.points is not None:
        return
    if what.begins != "zero" and (first_open := _first_open(game, number)):
        sentence = N_(
            "Round {number} is not closed, so the totals of the table are not known; "
            "use zero or a number, or enter the rest of the round first."
        )
        raise Impossible(_(sentence, number=first_open))
    wanted = newcomer_points(game, number, what.begins)
    points = joined(what, game).total(name, number - 1)
    if wanted != points:
        sentence = (
            N_("{name} missed no round, and so comes back with {points} as before, not with {wanted}.")
            if game.stay(name).left == number
            else N_("{name} has {points} from before, and so cannot come back with {wanted}.")
        )
        raise Impossible(_(sentence, name=name, points=points, wanted=wanted))


def newcomer_points(game: Game, number: int, begins: Begins) -> int:
    """Return the points of a latecomer in round `number`: 0, the highest total of the table, its average.

    Only closed rounds count: of another one some hands are missing. The average is to the nearest whole number,
    halves up.
    """
    closed = [game.points[played.number - 1] for played in game.closed_before(number)]
    totals = [
        game.begun_with(name, number) + sum(points.get(name, 0) for points in closed)
        for name in game.players_of(number)
    ]
    if begins == "highest":
        return max(totals, default=0)
    if begins == "average":
        return (2 * sum(totals) + len(totals)) // (2 * len(totals))
    return 0


def added(game: Game, name: str, number: int, begins: Begins, given: int | None) -> int:
    """Return what is added to a player's own points on coming, or coming back.

    A choice below the player's own points adds nothing; `check_beginning` says so before it is made. Raises
    Malformed where a number is given and not asked for, or the other way round.
    """
    if (begins == "given") != (given is not None):
        raise Malformed(_("A given number of points goes with the word given, and with no other."))
    if begins == "before" and name not in game.players:
        raise Impossible(_("{name} is new at this table, and has no points of before.", name=name))
    if begins in ("zero", "before"):
        return 0
    own = game.total(name, number - 1) if name in game.players else 0
    stands = newcomer_points(game, number, begins) if given is None else given
    if not 0 <= stands - own <= MOST_POINTS:
        if given is None:
            return 0
        sentence = N_("{name} has {own} points, and cannot come in with {points}; use {own} to {most}.")
        raise Impossible(_(sentence, name=name, own=own, points=given, most=MOST_POINTS))
    return stands - own


def left(what: PlayerLeft, game: Game) -> Game:
    """Return the game without a player from a round on. Rounds entered for the player must come before."""
    check_reason(what.reason)
    name = game.player(what.player)
    stay = game.stay(name)
    if stay.left is not None:
        raise Impossible(_("{name} left already, before round {number}.", name=name, number=stay.left))
    entered = (
        played.number
        for played in game.rounds
        if name in played.entries or name in (played.out, played.began)
    )
    last = max(entered, default=0)
    number = max(last + 1, stay.joined) if what.round is None else what.round
    game.round(number)
    if number <= last:
        sentence = N_("{name} was entered in round {last}, so {name} cannot have left before round {number}.")
        raise Impossible(_(sentence, name=name, last=last, number=number))
    others = (other for other in game.stays if other is not stay)
    stays = in_order((*others, replace(stay, left=number)), game.players)
    check_stays(stays, game.players)
    changed = replace(game, stays=stays)
    _check_deals(changed, number)
    for played in changed.rounds[number - 1 :]:
        check_sitting_out(changed, played.number, played.sits_out)
    return changed


def _check_deals(game: Game, number: int) -> None:
    """Raise Impossible if a round from this one on cannot be dealt to those who play it then."""
    for later in range(number, max(len(game.rounds) + 1, number) + 1):
        deal(game.rules_of(later), game.set_size, len(game.players_of(later)))


def renamed(what: PlayerRenamed, game: Game) -> Game:
    """Return the game with another name for a player, in everything that was entered.

    Raises Malformed if somebody else has the name.
    """
    old, new = game.player(what.player), clean_name(what.name)
    if any(name.casefold() == new.casefold() for name in game.players if name != old):
        raise Malformed(_("{name} sits at this table already; take another name.", name=new))
    if new == old:
        raise Impossible(_("{name} has that name already.", name=old))
    changed: Game = with_names(game, {name_key(old): new})
    return changed


_NAMING = (
    *("player", "players", "caught_by", "began", "marked", "order", "tie_draw", "first_starter", "chosen"),
    *("ending", "call", "calls", "overruled", "stays", "turn", "rounds"),
)
"""Fields of games, rounds and events that name players, and those whose values do."""


def with_names(value: Any, names: Mapping[str, str]) -> Any:
    """Return a game, a round or an event with other names, by the keys of the old, wherever it names players."""
    match value:
        case str():
            return names.get(name_key(value), value)
        case tuple():
            return tuple(with_names(item, names) for item in value)
        case msgspec.Struct():
            fields = value.__struct_fields__
            named = {name: with_names(getattr(value, name), names) for name in fields if name in _NAMING}
            for field in {"entries", "colours"}.intersection(fields):
                named[field] = {with_names(name, names): part for name, part in getattr(value, field).items()}
            return replace(value, **named)
    return value


def reseated(what: SeatsChanged, game: Game) -> Game:
    """Return the game with its players in another order of seats; who had begun a round, began it.

    Raises Impossible unless everybody at the table is named once.
    """
    order = tuple(game.player(name) for name in what.players)
    here = game.players_of(len(game.rounds) + 1)
    absent = [name for name in here if name not in order]
    if absent or len(set(order)) < len(order):
        raise Impossible(
            ngettext(
                "New seats name everybody at the table once; {names} lacks a seat.",
                "New seats name everybody at the table once; {names} lack a seat.",
                len(absent),
                names=join_and(absent),
            )
            if absent
            else _("New seats name everybody at the table once, and nobody twice.")
        )
    players = (*order, *(name for name in game.players if name not in order))
    if players == game.players:
        raise Impossible(_("Everybody sits there already."))
    number = len(game.rounds)
    starter = next_starter(game, number) if number else None
    in_seats = [
        replace(played, entries={name: played.entries[name] for name in players if name in played.entries})
        for played in game.rounds
    ]
    return replace(
        game,
        players=players,
        stays=in_order(game.stays, players),
        turn=game.turn if starter is None else SeatTurn(number, starter),
        rounds=tuple(in_seats),
    )


def player_in_round(game: Game, name: str, number: int, players: Sequence[str] = ()) -> str:
    """Return the name of somebody who plays in a round, or of one of these players.

    Raises Impossible for somebody who does not.
    """
    player = game.player(name)
    if player not in (players or game.players_of(number)):
        raise Impossible(_("{name} does not play in round {number}.", name=player, number=number))
    return player
