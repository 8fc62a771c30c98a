"""What people ask about the standing: how far behind, up or down, the best round, who can still win.

Values for screens, charts and the command line; places come from `ranking`. Who can still win is a
bound computed from the tiles and rounds that are left: nobody who could win is ruled out.
"""

import msgspec
from msgspec.structs import replace

from scorekeeper.game.game import Game
from scorekeeper.game.ranking import scores, standings
from scorekeeper.game.round import Round
from scorekeeper.rules import score_tile
from scorekeeper.tiles import Tile, full_set


class RoundPoints(msgspec.Struct, frozen=True):
    """A round by its number, and a player's points in it."""

    round: int
    points: int


class Progress(msgspec.Struct, frozen=True):
    """How one player is doing, in points and places."""

    player: str
    gap: int
    """Points behind whoever is first; below zero for somebody who left with fewer."""
    moved: int | None
    """Places won (lost, below zero) by the last round begun among those who are still there; None before the second
    round, and for newcomers and those who left."""
    best_round: RoundPoints | None
    """The fewest points of a round, the earliest of several; None where nothing is entered."""
    worst_round: RoundPoints | None
    running: tuple[int | None, ...]
    """The total after every round; None where the player was not at the table."""
    can_win: bool
    """False where no way in which the rounds can go on makes this player first, alone or shared."""

    @property
    def arrow(self) -> str:
        """Which way the last round moved the player; empty if it did not."""
        return "" if not self.moved else "▲" if self.moved > 0 else "▼"


def game_progress(game: Game) -> tuple[Progress, ...]:
    """Return how everybody is doing, in the order of the standings."""
    places, able = standings(game).standings, can_win(game)
    earlier = replace(game, rounds=game.rounds[:-1])
    played = {name for number in range(1, len(game.rounds)) for name in game.players_of(number)}
    ranks = {place.player: place.rank for place in standings(earlier).standings}
    left = [rank for name, rank in ranks.items() if name not in game.at_table]
    before = {
        name: rank - sum(one < rank for one in left)
        for name, rank in ranks.items()
        if name in played and name in game.at_table
    }
    return tuple(
        Progress(
            player=place.player,
            gap=place.total - places[0].total,
            moved=before[place.player] - place.rank if place.player in before else None,
            best_round=min(_scored(game, place.player), key=lambda score: score.points, default=None),
            worst_round=max(_scored(game, place.player), key=lambda score: score.points, default=None),
            running=running_totals(game, place.player),
            can_win=place.player in able,
        )
        for place in places
    )


def _scored(game: Game, player: str) -> list[RoundPoints]:
    points = enumerate(scores(game, player), 1)
    return [RoundPoints(number, count) for number, count in points if count is not None]


def running_totals(game: Game, player: str) -> tuple[int | None, ...]:
    """Return the total after every round, what a latecomer began with among it; None where absent."""
    return tuple(
        game.total(player, number) if player in game.players_of(number) else None
        for number in range(1, len(game.rounds) + 1)
    )


def points_behind(game: Game) -> dict[str, tuple[int | None, ...]]:
    """Return by player how many points they were behind the fewest after every round; None where absent."""
    totals = {name: running_totals(game, name) for name in game.players}
    fewest = [
        min(total for total in after if total is not None) for after in zip(*totals.values(), strict=True)
    ]
    return {
        name: tuple(
            None if total is None else total - least for total, least in zip(row, fewest, strict=True)
        )
        for name, row in totals.items()
    }


def can_win(game: Game) -> frozenset[str]:
    """Return who can still be first, alone or shared, by the tiles and rounds that are left.

    In a round everybody else together holds at most the set without its starting double. Penalties have
    no bound, nor has a game to a target score, so there everybody can. Entries are taken as they are.
    """
    if game.over:
        return frozenset(standings(game).winners)
    here = game.at_table
    rounds = [played for played in game.rounds if game.missing_in(played)]
    rounds += [Round(number, double) for number, double in enumerate(game.ahead, len(game.rounds) + 1)]
    if game.rounds_total is None or any(game.rules_of(played.number).little.points for played in rounds):
        return frozenset(here)
    lowest = {name: game.total(name) + sum(_least(game, played, name) for played in rounds) for name in here}
    lacks = {name: sum(max(0, lowest[name] - game.total(other)) for other in here) for name in here}
    most = 0
    for played in rounds:
        if most < max(lacks.values(), default=0):  # one round is mostly enough for everybody
            scoring = (rules := game.rules_of(played.number)).scoring
            double = Tile(played.began_with, played.began_with)
            tiles = sum(score_tile(tile, rules).points for tile in full_set(game.set_size) if tile != double)
            most += 2 * tiles if scoring.out_on_double == "doubled" else tiles
            most += len(here) * (scoring.open_foot + scoring.marker) + max(0, scoring.out)
    return frozenset(name for name in here if lacks[name] <= most)


def _least(game: Game, played: Round, player: str) -> int:
    """Return what a round that goes on adds to a player's total at least; a hand may yet count nothing."""
    scoring = game.rules_of(played.number).scoring
    begun = scoring.blocked == "low-hand-zero" and played.number <= len(game.rounds)
    entered = game.points[played.number - 1].get(player, 0) if begun else 0
    return min(0, scoring.out) - max(0, entered)


def half_entered(game: Game) -> tuple[str, ...]:
    """Return the doubles of rounds that somebody is still missing from, of which something was entered."""
    return tuple(
        f"{played.double}-{played.double}"
        for played in game.rounds
        if (played.entries or played.ending) and game.missing_in(played)
    )
