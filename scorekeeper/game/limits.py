"""What no hand and no round of a set can be, and what is therefore always refused; the tiles that a hand may hold.

Only what would make a game unreadable or unscorable is refused here. What merely contradicts another
entry is a finding of `checks`, so that people can see and correct it.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from scorekeeper.errors import Impossible
from scorekeeper.game.game import Game
from scorekeeper.game.round import Hand, Pips, Round, TileEntry, score_entry
from scorekeeper.rules import FEWEST_PLAYERS, deal, doubles_to_come
from scorekeeper.text import N_, _, join_and
from scorekeeper.tiles import DOUBLE_BLANK, Tile, full_set, set_name, show_tiles

MOST_POINTS = 9_999
"""More pips or points than any hand of any set can count, or anybody has who comes late."""


def check_round(game: Game, played: Round, before: Round | None = None) -> None:
    """Raise Impossible for anything that is not in the set or that no hand could be.

    Entries that the round had `before` are not checked again.
    """
    for number in (played.started_with, played.open_foot):
        if number is not None and not 0 <= number <= game.set_size:
            sentence = N_("{number} is not a double of a {name} set; use 0 to {highest}.")
            raise Impossible(_(sentence, number=number, name=set_name(game.set_size), highest=game.set_size))
    check_sitting_out(game, played.number, played.sits_out)
    if train := [name for name in played.marked if name in played.sits_out]:
        raise Impossible(_("{name} sits out this round, and so has no train.", name=train[0]))
    if played.began in played.sits_out:
        raise Impossible(_("{name} sits out this round, so {name} cannot have begun it.", name=played.began))
    for name, entry in played.hands.items():
        if before is None or before.entries.get(name) != entry:
            check_entry(game, played.number, name, entry)
    holders = [name for name, entry in played.hands.items() if isinstance(entry, Pips) and entry.double_blank]
    if len(holders) > 1:
        raise Impossible(in_two_hands(DOUBLE_BLANK, holders))


def in_two_hands(tile: Tile, names: Sequence[str]) -> str:
    """Return what to say of a tile that several hands are said to hold."""
    return _("{tile} cannot be in two hands ({names}).", tile=tile, names=join_and(names))


def check_sitting_out(game: Game, number: int, names: Collection[str]) -> None:
    """Raise ScorekeeperError unless those who are left can play a round that these sit out."""
    if not names:
        return
    left = [name for name in game.players_of(number) if name not in names]
    if len(left) < FEWEST_PLAYERS:
        sentence = N_("At least {least} play a round, so {names} cannot sit out round {number}.")
        raise Impossible(_(sentence, least=FEWEST_PLAYERS, names=join_and([*names]), number=number))
    deal(game.rules_of(number), game.set_size, len(left))


def check_entry(game: Game, number: int, name: str, entry: Hand) -> None:
    """Raise Impossible, naming the player, for an entry of a round that no hand could be."""
    if isinstance(entry, TileEntry):
        foreign = any(not 0 <= tile.low <= tile.high <= game.set_size for tile in entry.tiles)
        if foreign or len(set(entry.tiles)) < len(entry.tiles):
            sentence = N_("{name}: {tiles} is not a hand of a {set_name} set.")
            raise Impossible(
                _(sentence, name=name, tiles=show_tiles(entry.tiles), set_name=set_name(game.set_size))
            )
    elif not 0 <= entry.count <= MOST_POINTS:
        sentence = N_("{name}: {count} is not a possible score of a hand; use 0 to {most}.")
        raise Impossible(_(sentence, name=name, count=entry.count, most=MOST_POINTS))
    elif isinstance(entry, Pips) and not 0 <= entry.blank_halves <= game.set_size:
        raise Impossible(
            _(
                "{name}: a {set_name} set has {most} tiles with one blank, not {count}.",
                name=name,
                set_name=set_name(game.set_size),
                most=game.set_size,
                count=entry.blank_halves,
            )
        )
    try:
        score_entry(entry, game.rules_of(number))
    except Impossible as error:
        raise Impossible(_("{name}: {fault}", name=name, fault=error)) from None


def tiles_left(game: Game, played: Round, player: str) -> tuple[Tile, ...]:
    """Return the tiles that a player's hand may hold, highest first.

    Not among them: what is on the table, and what other hands of the round name.
    """
    gone = {tile for tiles in tiles_elsewhere(played, player).values() for tile in tiles}
    return tuple(tile for tile in reversed(full_set(game.set_size)) if tile not in gone)


def tiles_elsewhere(played: Round, player: str) -> dict[str | None, tuple[Tile, ...]]:
    """Return the tiles that a player's hand cannot hold, by the player who has them; None is for the table."""
    on_table = {played.began_with} if played.open_foot is None else {played.began_with, played.open_foot}
    gone: dict[str | None, tuple[Tile, ...]] = {None: tuple(Tile(double, double) for double in on_table)}
    for name, entry in played.entries.items():
        if name != player and isinstance(entry, TileEntry):
            gone[name] = entry.tiles
        elif name != player and isinstance(entry, Pips) and entry.double_blank:
            gone[name] = (DOUBLE_BLANK,)
    return gone


def with_round(game: Game, changed: Round) -> Game:
    """Return the game with one round as it is now; empty rounds at the end are dropped."""
    before, after = game.rounds[: changed.number - 1], game.rounds[changed.number :]
    skipped = tuple(game.round(number) for number in range(len(before) + 1, changed.number))
    rounds = [*before, *skipped, changed, *after]
    while rounds and not rounds[-1].begun:
        rounds.pop()
    if after and changed.began_with != game.round(changed.number).began_with:
        # an earlier round turned out to have begun otherwise: each gets the double that it is due
        due: list[Round] = []
        for played in rounds:
            rules = game.rules_of(played.number)
            doubles = doubles_to_come(rules, game.set_size, [before.began_with for before in due])
            if not doubles:
                sentence = _(
                    "Round {number} has been entered, and would have no double left.", number=played.number
                )
                raise Impossible(sentence)
            due.append(replace(played, double=doubles[0]))
        rounds = due
    return replace(game, rounds=tuple(rounds))
