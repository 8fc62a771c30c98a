"""Who is ahead, who won, and what decided each place.

The lowest total is first. The words of `winning.ties`, in their order, settle a tie; what none of them
settles is shared. Each thing that can decide a place is one `Decider`, with its comparison and all that
people read about it: no surface has words of its own for it. Nothing here guesses a draw of tiles.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise, takewhile, zip_longest
from math import inf
from types import MappingProxyType
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from scorekeeper.game.game import Game, found_once
from scorekeeper.game.round import Round
from scorekeeper.game.seating import stays_of
from scorekeeper.text import N_, _, join_and, join_with_commas, ngettext, pgettext

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
    given: int = msgspec.field(default=0, name="began_with")
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
        """What puts this player ahead of the next one, in a few words for a table; "" for the last at the table."""
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

    def rank(self, place: Standing) -> str:
        """Return a rank as it is shown: `2=` where it is shared."""
        shared = [other.rank for other in self.standings].count(place.rank) > 1
        return f"{place.rank}=" if shared else str(place.rank)

    def gap(self, place: Standing) -> str:
        """Return how far a total is behind the leader's, such as `+12`, or that it is level; empty for the leader."""
        gap = place.total - self.standings[0].total
        level = pgettext("in the column of points behind the leader", "level")
        return f"+{gap}" if gap > 0 else level if place.rank > 1 else ""

    def reason(self, place: Standing) -> str:
        """Return what puts a player before the next one: the points, or what broke the tie; "" if that one left."""
        after = self.standings[self.standings.index(place) + 1 :]
        if after and after[0].left is None and after[0].total > place.total:
            return ngettext("{count} point", "{count} points", after[0].total - place.total)
        return place.label


def rounds_won(game: Game, player: str) -> int:
    """Return how many rounds the player went out in.

    A zero in a blocked round, or from holding only a worthless 0-0, is no round won (`winning.ties`).
    """
    return sum(played.out == player for played in game.rounds)


def scores(game: Game, player: str) -> tuple[int | None, ...]:
    """Return the player's points by round, as scored; None where not entered."""
    return tuple(points.get(player) for points in game.points)


def nonzero(game: Game, player: str) -> tuple[int, ...]:
    """Return the player's points other than zero, lowest first."""
    return tuple(sorted(points for points in scores(game, player) if points))


class Decider(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that can put a player ahead of the next one."""

    word: str
    """As in `decided_by`; for a tie-breaker also as in `winning.ties`."""
    key: Callable[[Game, str], Key]
    """What is compared: of two players the one with the lower key is ahead."""
    label: Callable[[Standing], str]
    """What the player ahead has over the next one, in a few words for a table."""
    sentence: Callable[[Game, Standing, Standing], str]
    """Why the one player is ahead of the other, as a whole sentence."""


class TieBreaker(Decider, frozen=True, kw_only=True):
    """A decider between equal totals: a word of `winning.ties`."""

    tie_label: str
    """What decided the tie, in a few words for a table that names nothing but ties, to be translated."""
    equal: str = ""
    """What players have in common between whom it decides nothing, to be translated; empty for nothing."""


def _rounds_stayed(game: Game, player: str) -> Key:
    """Compare the rounds that a player stayed, without end for somebody who plays on: the more, the better."""
    left = game.stay(player).left
    return (-inf if left is None or player in game.at_table else -left,)


def _of_two(sentence: str, ahead: Standing, other: Standing, **facts: object) -> str:
    """Return a sentence about two players, of whom the one is ahead."""
    names = join_and([ahead.player, other.player])
    return _(sentence, names=names, one=ahead.player, other=other.player, **{"total": ahead.total, **facts})


def _in_common(game: Game, place: Standing) -> str:
    """Return what players who tie have in common, as far as it was compared: `47, same rounds won`."""
    compared = takewhile(lambda word: word != place.decided_by, game.rules.winning.ties)
    equal = [
        decider.equal for decider in map(DECIDERS.__getitem__, compared) if isinstance(decider, TieBreaker)
    ]
    return join_with_commas([str(place.total), *map(_, filter(None, equal))])


LEFT = Decider(
    word="left",
    key=_rounds_stayed,
    label=lambda ahead: "" if ahead.left is None else _("stayed longer"),
    sentence=lambda _game, ahead, other: _of_two(
        N_("{other} left the game, so {one} is ahead.")
        if ahead.left is None
        else N_("{names} left the game; {one} stayed longer."),
        ahead,
        other,
    ),
)
LOWEST_TOTAL = Decider(
    word="lowest-total",
    key=lambda game, player: (game.total(player),),
    label=lambda _ahead: _("lower total"),
    sentence=lambda _game, ahead, other: ngettext(
        "{name} wins with {total}, {gap} point fewer than {other}.",
        "{name} wins with {total}, {gap} points fewer than {other}.",
        other.total - ahead.total,
        name=ahead.player,
        total=ahead.total,
        gap=other.total - ahead.total,
        other=other.player,
    ),
)
SHARE = TieBreaker(
    word="share",
    key=lambda _game, _player: (),
    label=lambda _ahead: pgettext("a place", "shared"),
    tie_label=N_("all equal: they share"),
    sentence=lambda game, ahead, other: _of_two(
        N_("{names} both have {total}: they draw a tile for the place.")
        if _draws(game)
        else N_("{names} both have {total}: they share the place."),
        ahead,
        other,
        total=_in_common(game, ahead),
    ),
)
"""Players share the place. It ends the tie-breakers of a rule book, named or not."""

_ALL = (
    LEFT,
    LOWEST_TOTAL,
    TieBreaker(
        word="most-rounds-won",
        key=lambda game, player: (-rounds_won(game, player),),
        label=lambda _ahead: _("more rounds won"),
        tie_label=N_("most rounds won"),
        equal=N_("same rounds won"),
        sentence=lambda _game, ahead, other: ngettext(
            "{names} both have {total}; {one} won {more} round, {other} {fewer}.",
            "{names} both have {total}; {one} won {more} rounds, {other} {fewer}.",
            ahead.rounds_won,
            names=join_and([ahead.player, other.player]),
            one=ahead.player,
            other=other.player,
            total=ahead.total,
            more=ahead.rounds_won,
            fewer=other.rounds_won,
        ),
    ),
    TieBreaker(
        word="lowest-nonzero-round",  # as scored, so that a counted 0-0 matters; who has none is behind
        key=lambda game, player: nonzero(game, player)[:1] or (inf,),
        label=lambda _ahead: _("lower best round"),
        tie_label=N_("lowest round that is not zero"),
        equal=N_("same lowest round"),
        sentence=lambda game, ahead, other: _of_two(
            N_("{names} both have {total}; only {one} has a round that is not zero.")
            if other.lowest_nonzero is None
            else N_(
                "{names} both have {total}; "
                "the lowest round that is not zero is {low} for {one}, {high} for {other}."
            ),
            ahead,
            other,
            total=_in_common(game, ahead),
            low=ahead.lowest_nonzero,
            high=other.lowest_nonzero,
        ),
    ),
    TieBreaker(
        word="best-next-round",  # who has no more of them is behind
        key=lambda game, player: (*nonzero(game, player), inf),
        label=lambda _ahead: _("better next round"),
        tie_label=N_("best next round"),
        equal=N_("same rounds, best first"),
        sentence=lambda game, ahead, other: _of_two(
            N_("{names} both have {total}; {one} has the better rounds, best first."),
            ahead,
            other,
            total=_in_common(game, ahead),
        ),
    ),
    TieBreaker(
        word="draw-a-tile",  # players who did not draw stay tied
        key=lambda game, player: (
            game.tie_draw.index(player) if player in game.tie_draw else len(game.tie_draw),
        ),
        label=lambda _ahead: _("drew the better tile"),
        tie_label=N_("a drawn tile"),
        sentence=lambda game, ahead, other: _of_two(
            N_("{names} both have {total}; {one} drew the better tile."),
            ahead,
            other,
            total=_in_common(game, ahead),
        ),
    ),
    SHARE,
)
DECIDERS: Mapping[str, Decider] = MappingProxyType({decider.word: decider for decider in _ALL})
"""Everything that can decide a place, by its word."""


def _draws(game: Game) -> bool:
    """Whether players who still tie have to draw a tile."""
    return "draw-a-tile" in game.rules.winning.ties and game.over


@found_once
def standings(game: Game) -> Standings:
    """Return who stands where by all that is entered, and why; once the game is over, by its complete rounds."""
    return _table(game, complete_rounds_only(game) if game.over else game)


@found_once
def standings_so_far(game: Game) -> Standings:
    """Return who stands where after the complete rounds: one that is half entered decides nothing yet."""
    return _table(game, complete_rounds_only(game))


def _table(game: Game, shown: Game) -> Standings:
    places = tuple(_places(shown))
    sentences = list(_tie_sentences(game, places)) if shown.rounds else []
    if not sentences and game.over and (decider := places[0].decider):
        sentences.append(decider.sentence(game, *places[:2]))
    return Standings(
        title=game.title,
        complete=game.complete,
        rounds_played=game.rounds_played,
        rounds_total=game.rounds_total,
        missing=tuple(entry._asdict() for entry in game.missing),
        standings=places,
        winners=tuple(place.player for place in places if place.rank == 1) if game.over else (),
        explanation=" ".join([*sentences, *_reservations(game, places)]),
    )


@found_once
def complete_rounds_only(game: Game) -> Game:
    """Return the game with its complete rounds only; the others as if not begun."""
    if game.rounds_played == len(game.rounds):
        return game
    rounds = [
        Round(played.number, played.double) if game.missing_in(played) else played for played in game.rounds
    ]
    while rounds and not rounds[-1].begun:
        rounds.pop()
    return replace(game, rounds=tuple(rounds))


def _places(game: Game) -> Iterator[Standing]:
    applied = takewhile(lambda word: word != SHARE.word, game.rules.winning.ties)
    ladder = [LEFT, LOWEST_TOTAL, *(DECIDERS[word] for word in applied), SHARE]
    keys = {player: [decider.key(game, player) for decider in ladder] for player in game.players}
    ordered = sorted(game.players, key=keys.__getitem__)
    incomplete = {entry.round for entry in game.missing}
    complete = [points for number, points in enumerate(game.points, 1) if number not in incomplete]
    played = {player: sum(player in points for points in complete) for player in game.players}
    most_played = max((played[player] for player in game.at_table), default=0)
    rank, decided_by = 1, None
    for index, (player, following) in enumerate(zip_longest(ordered, ordered[1:])):
        if decided_by != SHARE.word:
            rank = index + 1
        behind = keys.get(following, [])
        compared = zip(ladder, keys[player], behind, strict=False)
        decided_by = next((decider.word for decider, own, other in compared if own != other), SHARE.word)
        stays, here = stays_of(game.stays, player), player in game.at_table
        yield Standing(
            rank=rank,
            player=player,
            total=game.total(player),
            rounds_won=rounds_won(game, player),
            lowest_nonzero=next(iter(nonzero(game, player)), None),
            by_round=scores(game, player),
            decided_by=decided_by if behind else None,
            joined=None if stays[0].joined == 1 else stays[0].joined,
            given=sum(stay.points for stay in stays),
            left=None if here else stays[-1].left,
            fewer_rounds=most_played - played[player] if here else 0,
        )


def explain_places(game: Game, placed: Standings) -> str:
    """Return who won, what decided that and every tie, and what is missing, in whole sentences."""
    places = placed.standings
    first = [place for place in places if place.rank == 1]
    if not game.over or (len(first) > 1 and _draws(game)):
        return placed.explanation
    names, total, decider = [place.player for place in first], first[0].total, first[-1].decider
    decided = list[str]()
    if len(first) > 1:
        common = _in_common(game, first[0])
        decided.append(_("{names} share the win with {total}.", names=join_and(names), total=common))
    elif decider is not LOWEST_TOTAL:
        decided.append(_("{name} wins with {total}.", name=names[0], total=total))
    if decider and (len(first) == 1 or isinstance(decider, TieBreaker)):
        decided.append(decider.sentence(game, first[-1], places[len(first)]))
    ties = _tie_sentences(game, places[len(first) :])
    return " ".join([*decided, *ties, *_reservations(game, places)])


def _reservations(game: Game, places: Sequence[Standing]) -> Iterator[str]:
    """Yield who has played fewer rounds, that the game ended early, and which entries are missing."""
    yield from fewer_rounds(places)
    yield from filter(None, [ended_early(game)])
    lacks = (
        N_("Round {number} ({double}-{double}) does not count; still to come: {names}.")
        if game.over
        else N_("Round {number} ({double}-{double}) still to come: {names}.")
    )
    for (number, double), group in groupby(game.missing, key=lambda entry: (entry.round, entry.double)):
        yield _(lacks, number=number, double=double, names=join_and([entry.player for entry in group]))


def _tie_sentences(game: Game, places: Sequence[Standing]) -> Iterator[str]:
    """Yield what decided each tie; of players who share a place once."""
    for ahead, other in pairwise(places):
        sharing = [place for place in places if place.rank == ahead.rank]
        if ahead.decider is SHARE and len(sharing) > 2:
            if ahead is sharing[0]:
                sentence = (
                    N_("{names} all have {total}: they draw a tile for the place.")
                    if _draws(game)
                    else N_("{names} all have {total}: they share the place.")
                )
                names = join_and([place.player for place in sharing])
                yield _(sentence, names=names, total=_in_common(game, ahead))
        elif isinstance(ahead.decider, TieBreaker):
            yield ahead.decider.sentence(game, ahead, other)


def fewer_rounds(places: Sequence[Standing]) -> list[str]:
    """Return sentences that name everybody who has played fewer rounds than another who can win."""
    sentences = []
    for count in sorted({place.fewer_rounds for place in places} - {0}):
        names = [place.player for place in places if place.fewer_rounds == count]
        sentences.append(
            ngettext(
                "{name} has played one round fewer.",
                "{name} has played {count} rounds fewer.",
                count,
                name=names[0],
            )
            if len(names) == 1
            else ngettext(
                "{names} have each played one round fewer.",
                "{names} have each played {count} rounds fewer.",
                count,
                names=join_and(names),
            )
        )
    return sentences


def ended_early(game: Game) -> str:
    """Return that the table called the game over before its last round; "" if it did not."""
    if not game.cut_short:
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
