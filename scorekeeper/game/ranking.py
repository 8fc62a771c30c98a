"""Who is ahead, who won, and what decided each place.

The lowest total is first. The words of `winning.ties`, in their order, settle a tie; what none of them
settles is shared. Each thing that can decide a place is one `Decider`, with its comparison and all that
people read about it: no surface has words of its own for it. Nothing here guesses a draw of tiles.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise, takewhile
from math import inf
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from scorekeeper.game.game import Game
from scorekeeper.game.round import Round
from scorekeeper.game.seating import stays_of
from scorekeeper.text import N_, _, join_and, ngettext, pgettext

Key: TypeAlias = tuple[float, ...]
"""What a decider compares, piece by piece: the lower is ahead."""


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
    fewer_rounds: int = 0
    """How many rounds fewer this player has played than another who can win; 0 for somebody who left."""

    @property
    def decider(self) -> "Decider | None":
        """What `decided_by` names."""
        return None if self.decided_by is None else DECIDERS[self.decided_by]

    @property
    def label(self) -> str:
        """What puts this player ahead of the next one, in a few words for a table; "" for the last."""
        return "" if self.decider is None else self.decider.label(self)


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


class Neighbours(NamedTuple):
    """Two players who stand next to each other, the one ahead first."""

    game: Game
    one: Standing
    other: Standing


class Decider(ABC):
    """One thing that can put a player ahead of the next one."""

    __slots__ = ()
    word: ClassVar[str]
    """As in `decided_by`; for a tie-breaker also as in `winning.ties`."""

    @abstractmethod
    def key(self, game: Game, player: str) -> Key:
        """Return what is compared: of two players the one with the lower key is ahead."""

    @abstractmethod
    def label(self, ahead: Standing) -> str:
        """Return what the player ahead has over the next one, in a few words for a table."""

    @abstractmethod
    def sentence(self, pair: Neighbours) -> str:
        """Return a whole sentence on why one player is ahead of the other."""


class TieBreaker(Decider):
    """A decider between equal totals: a word of `winning.ties`."""

    __slots__ = ()

    @abstractmethod
    def tie_label(self) -> str:
        """Return what decided the tie, in a few words for a table that names nothing but ties."""


class Left(Decider):
    """Between somebody who plays on and somebody who left, and between two who left in different rounds."""

    __slots__ = ()
    word = "left"

    def key(self, game: Game, player: str) -> Key:
        """Compare the rounds that a player stayed, without end for somebody who plays on: the more, the better."""
        left = game.stay(player).left
        return (-inf if left is None or player in game.at_table else -left,)

    def label(self, ahead: Standing) -> str:
        """Return what the next player did."""
        return _("the next one left") if ahead.left is None else _("the next one left earlier")

    def sentence(self, pair: Neighbours) -> str:
        """Return who left, or left earlier, and is therefore behind."""
        sentence = (
            N_("{other} left the game, so {one} is ahead.")
            if pair.one.left is None
            else N_("{one} and {other} left the game; {one} stayed longer.")
        )
        return _(sentence, one=pair.one.player, other=pair.other.player)


class LowestTotal(Decider):
    """Fewer points in all."""

    __slots__ = ()
    word = "lowest-total"

    def key(self, game: Game, player: str) -> Key:
        """Compare totals."""
        return (game.total(player),)

    def label(self, ahead: Standing) -> str:  # noqa: ARG002
        """Return what the player ahead has."""
        return _("lower total")

    def sentence(self, pair: Neighbours) -> str:
        """Return the win of the first over the second, with the gap."""
        gap = pair.other.total - pair.one.total
        return ngettext(
            "{name} wins with {total}, {gap} point fewer than {other}.",
            "{name} wins with {total}, {gap} points fewer than {other}.",
            gap,
            name=pair.one.player,
            total=pair.one.total,
            gap=gap,
            other=pair.other.player,
        )


class MostRoundsWon(TieBreaker):
    """A step that the source lost, restored (catalogue G10)."""

    __slots__ = ()
    word = "most-rounds-won"

    def key(self, game: Game, player: str) -> Key:
        """Compare rounds won, the most first."""
        return (-rounds_won(game, player),)

    def label(self, ahead: Standing) -> str:  # noqa: ARG002
        """Return what the player ahead has."""
        return _("more rounds won")

    def tie_label(self) -> str:
        """Return what decided the tie."""
        return _("most rounds won")

    def sentence(self, pair: Neighbours) -> str:
        """Return how many rounds each of the two won."""
        return ngettext(
            "{one} and {other} both have {total}; {one} won {more} round, {other} {fewer}.",
            "{one} and {other} both have {total}; {one} won {more} rounds, {other} {fewer}.",
            pair.one.rounds_won,
            one=pair.one.player,
            other=pair.other.player,
            total=pair.one.total,
            more=pair.one.rounds_won,
            fewer=pair.other.rounds_won,
        )


class LowestNonzeroRound(TieBreaker):
    """The lowest round as scored, zeros aside, so that a counted 0-0 matters (catalogue F3)."""

    __slots__ = ()
    word = "lowest-nonzero-round"

    def key(self, game: Game, player: str) -> Key:
        """Compare the lowest round that is not zero; a player without one is behind."""
        return nonzero(game, player)[:1] or (float("inf"),)

    def label(self, ahead: Standing) -> str:  # noqa: ARG002
        """Return what the player ahead has."""
        return _("lower best round")

    def tie_label(self) -> str:
        """Return what decided the tie."""
        return _("lowest round that is not zero")

    def sentence(self, pair: Neighbours) -> str:
        """Return the round of each of the two that was compared."""
        sentence = (
            N_("{one} and {other} both have {total}; only {one} has a round that is not zero.")
            if pair.other.lowest_nonzero is None
            else N_(
                "{one} and {other} both have {total}; "
                "the lowest round that is not zero is {low} for {one}, {high} for {other}."
            )
        )
        return _(
            sentence,
            one=pair.one.player,
            other=pair.other.player,
            total=pair.one.total,
            low=pair.one.lowest_nonzero,
            high=pair.other.lowest_nonzero,
        )


class BestNextRound(TieBreaker):
    """The best round other than zero, then the next best, and so on."""

    __slots__ = ()
    word = "best-next-round"

    def key(self, game: Game, player: str) -> Key:
        """Compare all rounds that are not zero, lowest first; who has no more of them is behind."""
        return (*nonzero(game, player), float("inf"))

    def label(self, ahead: Standing) -> str:  # noqa: ARG002
        """Return what the player ahead has."""
        return _("better next round")

    def tie_label(self) -> str:
        """Return what decided the tie."""
        return _("best next round")

    def sentence(self, pair: Neighbours) -> str:
        """Return whose rounds are better."""
        return _(
            "{one} and {other} both have {total}; {one} has the better rounds, best first.",
            one=pair.one.player,
            other=pair.other.player,
            total=pair.one.total,
        )


class DrawATile(TieBreaker):
    """As the table drew; players who did not draw stay tied."""

    __slots__ = ()
    word = "draw-a-tile"

    def key(self, game: Game, player: str) -> Key:
        """Compare the places in the draw."""
        return (game.tie_draw.index(player) if player in game.tie_draw else len(game.tie_draw),)

    def label(self, ahead: Standing) -> str:  # noqa: ARG002
        """Return what the player ahead did."""
        return _("drew the better tile")

    def tie_label(self) -> str:
        """Return what decided the tie."""
        return _("a drawn tile")

    def sentence(self, pair: Neighbours) -> str:
        """Return who drew the better tile."""
        return _(
            "{one} and {other} both have {total}; {one} drew the better tile.",
            one=pair.one.player,
            other=pair.other.player,
            total=pair.one.total,
        )


class Share(TieBreaker):
    """Nothing: players share the place. It ends the tie-breakers of a rule book, named or not."""

    __slots__ = ()
    word = "share"

    def key(self, game: Game, player: str) -> Key:  # noqa: ARG002
        """Compare nothing."""
        return ()

    def label(self, ahead: Standing) -> str:  # noqa: ARG002
        """Return what the place is."""
        return pgettext("a place", "shared")

    def tie_label(self) -> str:
        """Return what decided the tie."""
        return _("nothing; they share")

    def sentence(self, pair: Neighbours) -> str:
        """Return that the two share the place, or that they still have to draw a tile for it."""
        sentence = (
            N_("{one} and {other} both have {total}; they draw a tile for the place.")
            if _draws(pair.game)
            else N_("{one} and {other} both have {total}; they share the place.")
        )
        return _(sentence, one=pair.one.player, other=pair.other.player, total=pair.one.total)

    def sentence_of_many(self, game: Game, sharing: Sequence[Standing]) -> str:
        """Return the same of three or more."""
        sentence = (
            N_("{names} all have {total}; they draw a tile for the place.")
            if _draws(game)
            else N_("{names} all have {total}; they share the place.")
        )
        return _(sentence, names=join_and([place.player for place in sharing]), total=sharing[0].total)


def _draws(game: Game) -> bool:
    """Whether players who still tie have to draw a tile."""
    return DrawATile.word in game.rules.winning.ties and game.over


DECIDERS: Mapping[str, Decider] = MappingProxyType(
    {
        one.word: one
        for one in (
            Left(),
            LowestTotal(),
            MostRoundsWon(),
            LowestNonzeroRound(),
            BestNextRound(),
            DrawATile(),
            Share(),
        )
    }
)
"""Everything that can decide a place, by its word."""


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
    if game.rounds_played == len(game.rounds):
        return game
    rounds = [Round(played.number, played.double) if game.lacks(played) else played for played in game.rounds]
    while rounds and not rounds[-1].begun:
        rounds.pop()
    return replace(game, rounds=tuple(rounds))


def _places(game: Game) -> list[Standing]:
    ladder = _ladder(game)
    keys = {player: [decider.key(game, player) for decider in ladder] for player in game.players}
    ordered = sorted(game.players, key=keys.__getitem__)
    played = _rounds_played(game)
    most_played = max((played[player] for player in game.at_table), default=0)
    places: list[Standing] = []
    for index, player in enumerate(ordered):
        tied = bool(places) and places[-1].decided_by == Share.word
        rank = places[-1].rank if tied else index + 1
        fewer = most_played - played[player] if player in game.at_table else 0
        following = ordered[index + 1] if index + 1 < len(ordered) else None
        places.append(
            Standing(
                rank=rank,
                player=player,
                total=game.total(player),
                rounds_won=rounds_won(game, player),
                lowest_nonzero=next(iter(nonzero(game, player)), None),
                by_round=scores(game, player),
                decided_by=None if following is None else _decided_by(ladder, keys[player], keys[following]),
                fewer_rounds=fewer,
                **_stay(game, player),
            )
        )
    return places


def _rounds_played(game: Game) -> Mapping[str, int]:
    """Return how many of the complete rounds each player played."""
    incomplete = {one.round for one in game.missing}
    complete = [points for number, points in enumerate(game.points, 1) if number not in incomplete]
    return {player: sum(player in points for points in complete) for player in game.players}


def _stay(game: Game, player: str) -> dict[str, Any]:
    """Return when a player came and left, where it was not there for the whole game."""
    first = stays_of(game.stays, player)[0]
    return {
        "joined": None if first.joined == 1 else first.joined,
        "began_with": sum(stay.points for stay in stays_of(game.stays, player)),
        "left": None if player in game.at_table else game.stay(player).left,
    }


def _ladder(game: Game) -> tuple[Decider, ...]:
    """Return what decides places, in order; `share` comes last, whatever follows it in the rules."""
    applied = takewhile(lambda word: word != Share.word, game.rules.winning.ties)
    return tuple(DECIDERS[word] for word in (Left.word, LowestTotal.word, *applied, Share.word))


def _decided_by(ladder: Sequence[Decider], ahead: Sequence[Key], behind: Sequence[Key]) -> str:
    keys = zip(ladder, ahead, behind, strict=True)
    return next((decider.word for decider, one, other in keys if one != other), ladder[-1].word)


def explain(game: Game, shown: Game, places: Sequence[Standing]) -> str:
    """Return what decided every tie among the rounds `shown`, and what is missing, in whole sentences."""
    sentences = list(_tie_sentences(game, places)) if shown.rounds else []
    if not sentences and game.over and (decider := places[0].decider):
        sentences.append(decider.sentence(Neighbours(game, *places[:2])))
    return " ".join([*sentences, *_reservations(game, places)])


def explain_first_place(game: Game, placed: Standings) -> str:
    """Return who won and what decided it, or who ties for the lead, and what is missing, in whole sentences.

    Ties for other places are left out.
    """
    places = placed.standings
    decided = _first_place_sentences(game, places) if placed.rounds_played else ()
    return " ".join([*decided, *_reservations(game, places)])


def _first_place_sentences(game: Game, places: Sequence[Standing]) -> Iterator[str]:
    """Yield who won or shares the win, then what put them ahead of the next player."""
    first = [place for place in places if place.rank == 1]
    if not game.over or (len(first) > 1 and _draws(game)):
        yield from _tie_sentences(game, places[: len(first) + 1])
        return
    decider, total = first[-1].decider, first[0].total
    if len(first) > 1:
        yield _(
            "{names} share the win with {total}.", names=join_and([one.player for one in first]), total=total
        )
    elif not isinstance(decider, LowestTotal):
        yield _("{name} wins with {total}.", name=first[0].player, total=total)
    if decider and (len(first) == 1 or isinstance(decider, TieBreaker)):
        yield decider.sentence(Neighbours(game, first[-1], places[len(first)]))


def _reservations(game: Game, places: Sequence[Standing]) -> Iterator[str]:
    """Yield who has played fewer rounds, that the game ended early, and which entries are missing."""
    yield from fewer_rounds(places)
    yield from filter(None, [ended_early(game)])
    lacks = (
        N_("Round {number} ({double}-{double}) lacks {names} and does not count.")
        if game.over
        else N_("Round {number} ({double}-{double}) lacks {names}.")
    )
    for (number, double), group in groupby(game.missing, key=lambda one: (one.round, one.double)):
        yield _(lacks, number=number, double=double, names=join_and([one.player for one in group]))


def _tie_sentences(game: Game, places: Sequence[Standing]) -> Iterator[str]:
    """Yield what decided each tie; of players who share a place once."""
    for one, other in pairwise(places):
        sharing = [place for place in places if place.rank == one.rank]
        if isinstance(decider := one.decider, Share) and len(sharing) > 2:
            if one is sharing[0]:
                yield decider.sentence_of_many(game, sharing)
        elif isinstance(decider, TieBreaker):
            yield decider.sentence(Neighbours(game, one, other))


def fewer_rounds(places: Iterable[Standing]) -> list[str]:
    """Return sentences that name everybody who has played fewer rounds than another who can win."""
    by_count: dict[int, list[str]] = {}
    for place in places:
        if place.fewer_rounds:
            by_count.setdefault(place.fewer_rounds, []).append(place.player)
    return [_fewer(count, names) for count, names in sorted(by_count.items())]


def _fewer(count: int, names: Sequence[str]) -> str:
    """Return that these players have played so many rounds fewer."""
    if len(names) == 1:
        return ngettext(
            "{name} has played one round fewer.",
            "{name} has played {count} rounds fewer.",
            count,
            name=names[0],
        )
    return ngettext(
        "{names} have each played one round fewer.",
        "{names} have each played {count} rounds fewer.",
        count,
        names=join_and(names),
    )


def ended_early(game: Game) -> str:
    """Return that the table called the game over before its last round; "" if it did not."""
    if game.complete or not game.over:
        return ""
    if game.rounds_total is None:
        return ngettext(
            "The game ended early, after {count} round.",
            "The game ended early, after {count} rounds.",
            game.rounds_played,
        )
    return ngettext(
        "The game ended early, after {played} of {total} round.",
        "The game ended early, after {played} of {total} rounds.",
        game.rounds_total,
        played=game.rounds_played,
        total=game.rounds_total,
    )
