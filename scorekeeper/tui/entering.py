"""What a typed line changes in a round. Knows no widget; raises what the screen says at the line."""

from scorekeeper.entry import parse_entry
from scorekeeper.errors import Malformed
from scorekeeper.events import RoundScored
from scorekeeper.game import Blocked, Entry, Game, Out, Pips, Round
from scorekeeper.words import _

BLOCKED_WORDS = frozenset({"b", "?", "blocked"})


def hand_change(game: Game, number: int, player: str, typed: str) -> RoundScored:
    """Return the change that a player's line makes. Raises Malformed if it cannot be read."""
    played = game.round(number)
    entry = parse_entry(typed, game.set_size)
    if isinstance(entry, str) or (entry is not None and means_out(game, played, entry)):
        if played.out not in (None, player):
            raise Malformed(
                _("{other} is marked as the one who went out; give {other} a hand first").format(
                    other=played.out
                )
            )
        return RoundScored(round=number, ending=Out(player))
    if played.out == player:
        return RoundScored(round=number, ending=None, entries={player: entry})
    return RoundScored(round=number, entries={player: entry})


def ending_change(game: Game, number: int, typed: str) -> RoundScored:
    """Return the change that the line on a blocked round makes. Raises Malformed if it cannot be read."""
    word, out = typed.casefold(), game.round(number).out
    if out is not None and word:
        raise Malformed(_("{name} went out, so the round was not blocked").format(name=out))
    if not word:
        return RoundScored(round=number) if out else RoundScored(round=number, ending=None)
    if word in BLOCKED_WORDS:
        return RoundScored(round=number, ending=Blocked())
    double = word.split("-")[0]
    if not double.isdecimal():
        raise Malformed(_("type the double that was short of toes, such as 4, or b where it is not known"))
    return RoundScored(round=number, ending=Blocked(int(double)))


def means_out(game: Game, played: Round, entry: Entry) -> bool:
    """Whether a typed 0 can only mean that the player went out (fact D5)."""
    return entry == Pips(0) and game.rules_of(played.number).scoring.double_blank != 0 and played.out is None
