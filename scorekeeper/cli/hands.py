"""The words of `scorekeeper round`, read into what happened: `Ben=5-0 3-2`, `--out Ana`, `--blocked`."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import UNSET, UnsetType

from scorekeeper.errors import Impossible, Malformed, nearest
from scorekeeper.game.events import RoundScored
from scorekeeper.game.game import Game
from scorekeeper.game.notation import OUT, parse_entry
from scorekeeper.game.round import Blocked, Ending, Entry, Out, Pips, Points, Round
from scorekeeper.text import _, listed


class Entered(msgspec.Struct, frozen=True, kw_only=True):
    """What the options said of a round."""

    out: tuple[str, ...] = ()
    blocked: bool = False
    open_foot: int | None = None
    started_with: int | None = None
    points: bool = False
    note: str | None = None
    reason: str | None = None


def read_hands(game: Game, played: Round, words: Iterable[str], told: Entered) -> RoundScored:
    """Return the entry of a round from the words and options given.

    Raises Malformed that names the word and its fault, Impossible if they contradict each other.
    """
    entries, out = _hands(game, words, told.points)
    entered = RoundScored(
        round=played.number,
        entries=entries,
        ending=_ending(game, played, told, [*told.out, *out]),
        started_with=UNSET if told.started_with is None else told.started_with,
        note=UNSET if told.note is None else told.note,
        reason=told.reason,
    )
    if entered == RoundScored(round=played.number, reason=told.reason):
        raise Malformed(_('nothing was entered; say for instance --out Ana "Ben=5-0 3-2" "Carla=23"'))
    return entered


def _hands(game: Game, words: Iterable[str], points: bool) -> tuple[dict[str, Entry | None], list[str]]:
    """Return what was entered for every player named, and who was said to be out."""
    entries: dict[str, Entry | None] = {}
    out: list[str] = []
    for word in words:
        player, text = _split(game, word)
        if player in entries or player in out:
            raise Malformed(_("{name} is entered twice").format(name=player))
        try:
            entry = parse_entry(text, game.set_size)
        except Malformed as error:
            raise error.within(player) from None
        if entry == OUT:
            out.append(player)
        elif not isinstance(entry, str):
            entries[player] = _as_points(entry) if points else entry
    return entries, out


def _as_points(entry: Entry | None) -> Entry | None:
    plain = isinstance(entry, Pips) and not entry.double_blank and not entry.blank_halves
    return Points(entry.count) if plain and isinstance(entry, Pips) else entry


def _split(game: Game, word: str) -> tuple[str, str]:
    """Split `Ben=5-0` at the last `=` that leaves a player's name; names may hold `=` themselves."""
    names: Mapping[str, str] = {player.casefold(): player for player in game.players}
    before, equals, text = word.rpartition("=")
    if not equals:
        raise Malformed(_('{word!r} names no player; write it like "Ben=5-0 3-2"').format(word=word))
    first = before
    while equals:
        try:
            return game.player(before), text
        except Malformed:
            first = before
        before, equals, more = before.rpartition("=")
        text = f"{more}={text}"
    raise Malformed(
        _("nobody called {name!r} sits at this table; {hint}").format(
            name=first, hint=nearest(first, names.values())
        )
    )


def _ending(game: Game, played: Round, told: Entered, out: list[str]) -> Ending | UnsetType:
    players = list(dict.fromkeys(map(game.player, out)))
    if len(players) > 1:
        raise Impossible(
            _("Only one player can go out in a round, not {names}.").format(names=listed(players))
        )
    if players and told.blocked:
        raise Impossible(
            _("A round ends blocked or because {name} went out, not both.").format(name=players[0])
        )
    if told.blocked or (told.open_foot is not None and played.blocked and not players):
        return Blocked(told.open_foot)
    if told.open_foot is not None:
        raise Impossible(_("--open-foot goes with --blocked: a round that ended by going out needs none."))
    return Out(players[0]) if players else UNSET
