"""Who is ahead, who won, and which tie-breaker decided it.

The lowest total is first. A tie is settled by the words of `winning.ties`, in their order, each a
named function; what none of them settles is shared. Nothing here guesses a draw of tiles.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from scorekeeper.game.game import Game
from scorekeeper.game.round import Round
from scorekeeper.game.seating import stays_of
from scorekeeper.rules import LAST_ROUND
from scorekeeper.text import _, join_and, ngettext

LOWEST_TOTAL = "lowest-total"
SHARE = "share"
LEFT = "left"
"""Decides between somebody who plays on and somebody who left."""

Key = tuple[Any, ...]


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's place. Points in all; `by_round` has None where the player was not entered."""

    rank: int
    player: str
    total: int
    rounds_won: int
    lowest_nonzero: int | None
    by_round: tuple[int | None, ...]
    decided_by: str | None
    """What put this player ahead of the next one; None for the last."""
    joined: int | None = None
    """The round a latecomer came in."""
    began_with: int = 0
    """Points that a latecomer was given, counted in the total."""
    left: int | None = None
    """The first round played without this player, who left; such players are last and cannot win."""


class Standings(msgspec.Struct, frozen=True):
    """The table of places, best first. There are winners once the game is complete, or was called over."""

    title: str
    complete: bool
    rounds_played: int
    rounds_total: int | None
    missing: tuple[Mapping[str, str | int], ...]
    standings: tuple[Standing, ...]
    winners: tuple[str, ...]
    explanation: str


def rounds_won(game: Game, player: str) -> int:
    """Return how many rounds the player went out in.

    A zero in a blocked round, or from holding only a worthless 0-0, is no round won (catalogue G9).
    """
    return sum(played.out == player for played in game.rounds)


def scores(game: Game, player: str) -> tuple[int | None, ...]:
    """Return the player's points by round, as scored; None where not entered."""
    return tuple(points.get(player) for points in game.points)


def nonzero(game: Game, player: str) -> tuple[int, ...]:
    """Return the player's points other than zero, lowest first."""
    return tuple(sorted(points for points in scores(game, player) if points))


def by_rounds_won(game: Game, player: str) -> Key:
    """`most-rounds-won`: a step that the source lost, restored (catalogue G10)."""
    return (-rounds_won(game, player),)


def by_lowest_nonzero(game: Game, player: str) -> Key:
    """`lowest-nonzero-round`: points as scored, so that a counted 0-0 matters (catalogue F3)."""
    return nonzero(game, player)[:1] or (float("inf"),)


def by_next_round(game: Game, player: str) -> Key:
    """`best-next-round`: the best round other than zero, then the next best, and so on."""
    return (*nonzero(game, player), float("inf"))


def by_draw(game: Game, player: str) -> Key:
    """`draw-a-tile`: as the table drew; players who did not draw stay tied."""
    return (game.tie_draw.index(player) if player in game.tie_draw else len(game.tie_draw),)


TIE_BREAKS: Mapping[str, Callable[[Game, str], Key]] = {
    "most-rounds-won": by_rounds_won,
    "lowest-nonzero-round": by_lowest_nonzero,
    "best-next-round": by_next_round,
    "draw-a-tile": by_draw,
}


def standings(game: Game) -> Standings:
    """Return who stands where by all that is entered, and why; once the game is over, by its complete rounds."""
    return _table(game, complete_rounds_only(game) if game.over else game)


def standings_so_far(game: Game) -> Standings:
    """Return who stands where after the complete rounds: one that is half entered decides nothing yet."""
    return _table(game, complete_rounds_only(game))


def _table(game: Game, shown: Game) -> Standings:
    places = tuple(_places(shown))
    return Standings(
        title=game.title,
        complete=game.complete,
        rounds_played=game.rounds_played,
        rounds_total=game.rounds_total,
        missing=tuple(one._asdict() for one in game.missing),
        standings=places,
        winners=tuple(place.player for place in places if place.rank == 1) if game.over else (),
        explanation=explain(game, shown, places),
    )


def complete_rounds_only(game: Game) -> Game:
    """Return the game with its complete rounds only; the others as if not begun."""
    if not game.missing:
        return game
    rounds = [Round(played.number, played.double) if game.lacks(played) else played for played in game.rounds]
    while rounds and not rounds[-1].begun:
        rounds.pop()
    return replace(game, rounds=tuple(rounds))


def _places(game: Game) -> list[Standing]:
    ladder = _ladder(game)
    ordered = sorted(game.players, key=partial(_keys, game, ladder))
    places: list[Standing] = []
    for index, player in enumerate(ordered):
        tied = bool(places) and places[-1].decided_by == SHARE
        rank = places[-1].rank if tied else index + 1
        following = ordered[index + 1] if index + 1 < len(ordered) else None
        places.append(
            Standing(
                rank=rank,
                player=player,
                total=game.total(player),
                rounds_won=rounds_won(game, player),
                lowest_nonzero=next(iter(nonzero(game, player)), None),
                by_round=scores(game, player),
                decided_by=None if following is None else _decider(game, ladder, player, following),
                **_stay(game, player),
            )
        )
    return places


def _stay(game: Game, player: str) -> dict[str, Any]:
    """Return when a player came and left, where it was not there for the whole game."""
    first, last = stays_of(game.stays, player)[0], game.stay(player)
    return {
        "joined": None if first.joined == 1 else first.joined,
        "began_with": sum(stay.points for stay in stays_of(game.stays, player)),
        "left": last.left,
    }


def _ladder(game: Game) -> tuple[str, ...]:
    """Return the tie-breakers that apply: those before `share`."""
    ties = game.rules.winning.ties
    return ties[: ties.index(SHARE)] if SHARE in ties else ties


def _keys(game: Game, ladder: Sequence[str], player: str) -> Key:
    return (_gone(game, player), game.total(player), *(TIE_BREAKS[word](game, player) for word in ladder))


def _gone(game: Game, player: str) -> int:
    """Return 0 for somebody who plays on, else a number that is lower the longer a player stayed."""
    left = game.stay(player).left
    return 0 if left is None or player in game.at_table else LAST_ROUND + 1 - left


def _decider(game: Game, ladder: Sequence[str], ahead: str, behind: str) -> str:
    if _gone(game, ahead) != _gone(game, behind):
        return LEFT
    if game.total(ahead) != game.total(behind):
        return LOWEST_TOTAL
    for word in ladder:
        if TIE_BREAKS[word](game, ahead) != TIE_BREAKS[word](game, behind):
            return word
    return SHARE


def explain(game: Game, shown: Game, places: Sequence[Standing]) -> str:
    """Return what decided every tie among the rounds `shown`, and what is missing, in whole sentences."""
    pairs = pairwise(places) if shown.rounds else ()
    told = [
        _tie(game, one, other) for one, other in pairs if one.total == other.total and one.decided_by != LEFT
    ]
    if not told and game.over:
        told.append(_clear_win(*places[:2]))
    lacks = (
        _("Round {number} ({double}-{double}) lacks {names} and does not count.")
        if game.over
        else _("Round {number} ({double}-{double}) lacks {names}.")
    )
    told += [
        lacks.format(number=number, double=double, names=join_and([one.player for one in group]))
        for (number, double), group in groupby(game.missing, key=lambda one: (one.round, one.double))
    ]
    return " ".join(told)


def _clear_win(first: Standing, second: Standing) -> str:
    gap = second.total - first.total
    return ngettext(
        "{name} wins with {total}, {gap} point fewer than {other}.",
        "{name} wins with {total}, {gap} points fewer than {other}.",
        gap,
    ).format(name=first.player, total=first.total, gap=gap, other=second.player)


def _tie(game: Game, one: Standing, other: Standing) -> str:
    """Return the whole sentence on two neighbours with the same total."""
    return _tie_sentence(game, one, other).format(
        one=one.player,
        other=other.player,
        total=one.total,
        more=in_words(one.rounds_won),
        fewer=in_words(other.rounds_won),
        low=one.lowest_nonzero,
        high=other.lowest_nonzero,
    )


def _tie_sentence(game: Game, one: Standing, other: Standing) -> str:
    match one.decided_by:
        case "most-rounds-won":
            return ngettext(
                "{one} and {other} both have {total}; {one} won {more} round, {other} {fewer}.",
                "{one} and {other} both have {total}; {one} won {more} rounds, {other} {fewer}.",
                one.rounds_won,
            )
        case "lowest-nonzero-round" if other.lowest_nonzero is None:
            return _("{one} and {other} both have {total}; only {one} has a round that is not zero.")
        case "lowest-nonzero-round":
            return _(
                "{one} and {other} both have {total}; "
                "the lowest round that is not zero is {low} for {one}, {high} for {other}."
            )
        case "best-next-round":
            return _("{one} and {other} both have {total}; {one} has the better rounds, best first.")
        case "draw-a-tile":
            return _("{one} and {other} both have {total}; {one} drew the better tile.")
    if "draw-a-tile" in game.rules.winning.ties and game.over:
        return _("{one} and {other} both have {total}; they draw a tile for the place.")
    return _("{one} and {other} both have {total}; they share the place.")


def in_words(count: int) -> str:
    """Return a small number as a word.

    >>> in_words(0), in_words(3), in_words(13)
    ('none', 'three', '13')
    """
    words = _("none one two three four five six seven eight nine ten eleven twelve").split()
    return words[count] if count < len(words) else str(count)
