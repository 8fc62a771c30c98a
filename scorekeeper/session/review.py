"""What an entry brings to light, and warnings that the table keeps it against, with who and why.

A screen or a command asks `all_new_findings` before it adds an entry, refuses errors, and puts the warnings that
were overruled into the event with `overruling`. Nothing here decides for the table.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from scorekeeper.checks import Finding, round_findings
from scorekeeper.errors import Malformed, Position
from scorekeeper.game import (
    Blocked,
    Game,
    GameLog,
    Out,
    Overruled,
    Pips,
    PlayerRenamed,
    Round,
    RoundScored,
    TileEntry,
    WentOut,
    apply_event,
    cell_change,
    means_out,
    normalise_spelling,
    parse_entry,
)
from scorekeeper.text import _
from scorekeeper.tiles import DOUBLE_BLANK


def all_new_findings(game: Game, what: RoundScored) -> tuple[Finding, ...]:
    """Return every finding that is there once the entry is made and was not before.

    Where another double turns out to have started the round, the rounds after it are looked at too.
    Raises ScorekeeperError if the entry cannot be made.
    """
    after = apply_event(what, game)
    began = game.round(what.round).began_with != after.round(what.round).began_with
    numbers = range(what.round, (len(after.rounds) if began else what.round) + 1)
    return tuple(
        finding
        for number in numbers
        for known in [round_findings(game, game.round(number))]
        for finding in round_findings(after, after.round(number))
        if finding not in known
    )


def overrule(
    what: RoundScored, findings: Iterable[Finding], by: str | None = None, why: str | None = None
) -> RoundScored:
    """Return the entry with the warnings of its round that the table keeps it against."""
    kept = tuple(
        Overruled(finding.fact, finding.player, finding.message, by, why)
        for finding in findings
        if finding.level == "warning" and finding.round == what.round
    )
    return replace(what, overruled=(*what.overruled, *kept))


def overruled_by(game: Game, finding: Finding) -> Overruled | None:
    """Return what the table said to a finding, if it was overruled."""
    if finding.level == "error":
        return None
    told = (one for one in game.round(finding.round).overruled)
    return next((one for one in told if (one.fact, one.player) == (finding.fact, finding.player)), None)


BLOCKED = "b"
BLOCKED_WORDS = frozenset({BLOCKED, "?", "blocked"})

ASKED_ANYWAY = frozenset({"D1", "D12"})
"""Facts that the screen asks about in its own way: who went out, which double was short of toes."""


def hand_change(game: Game, number: int, player: str, typed: str) -> RoundScored:
    """Return the change that a player's line makes. Raises Malformed if it cannot be read."""
    played = game.round(number)
    entry = parse_entry(typed, game.set_size)
    return cell_change(played, player, WentOut() if means_out(game, played, entry) else entry)


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
        raise Malformed(
            _("type the double that was short of toes, such as 4, or b where it is not known"),
            at=Position(1, len(typed)),
        )
    return RoundScored(round=number, ending=Blocked(int(double)))


def new_findings(game: Game, what: RoundScored) -> tuple[Finding, ...]:
    """Return what a change would make wrong or odd that is not so already. Raises ScorekeeperError."""
    return tuple(one for one in all_new_findings(game, what) if one.fact not in ASKED_ANYWAY)


def takes_the_place(played: Round, what: RoundScored) -> str | None:
    """Return what a change of who went out would put away, as a sentence; None if it puts nothing away."""
    if not isinstance(what.ending, Out):
        return None
    player = what.ending.player
    if played.blocked:
        return _("The round was blocked so far; now {name} went out.").format(name=player)
    if played.out not in (None, player):
        return _("{other} went out so far; now {name} did, and {other}'s hand is asked.").format(
            other=played.out, name=player
        )
    return None


def objections(game: Game, what: RoundScored, overtaken: str | None = None) -> tuple[str, str] | None:
    """Return what is `wrong` or `odd` about a change, as a sentence and its level; None for nothing."""
    found = new_findings(game, what)
    errors = [one.message for one in found if one.level == "error"]
    if errors:
        return errors[0], "wrong"
    replaced = takes_the_place(game.round(what.round), what)
    odd = [*filter(None, [overtaken, replaced]), *(one.message for one in found)]
    return (" ".join(odd), "odd") if odd else None


def blanks_untold(game: Game, what: RoundScored, typed: str) -> str | None:
    """Return what to ask of a hand that was counted, where the rules charge for blanks; else None."""
    scoring = game.rules_of(what.round).scoring
    counted = [entry for entry in what.entries.values() if isinstance(entry, Pips) and entry.count]
    if not counted or "b" in typed.casefold():
        return None
    if scoring.blank_tile is not None:
        return _(
            "A tile with one blank counts {points} here: was one among them? Then type the tiles."
        ).format(points=scoring.blank_tile)
    if scoring.blank_half:
        return _(
            "Each tile with one blank counts {points} more: how many were there? For two type {typed}."
        ).format(points=scoring.blank_half, typed=f"{typed} b2")
    return None


def may_hide_double_blank(game: Game, played: Round) -> tuple[str, ...]:
    """Return whose counted hands may have held 0-0 unsaid; nobody where it is known or counts nothing."""
    foot = played.ending.open_foot if isinstance(played.ending, Blocked) else None
    named = any(
        DOUBLE_BLANK in entry.tiles
        if isinstance(entry, TileEntry)
        else isinstance(entry, Pips) and entry.double_blank
        for entry in played.entries.values()
    )
    if named or 0 in (foot, played.began_with, game.rules_of(played.number).scoring.double_blank):
        return ()
    return tuple(name for name in game.players if isinstance(played.entries.get(name), Pips))


def holding_double_blank(played: Round, player: str) -> RoundScored:
    """Return the change that 0-0 was among a player's counted tiles."""
    entry = played.entries[player]
    assert isinstance(entry, Pips)
    return RoundScored(round=played.number, entries={player: replace(entry, double_blank=True)})


def called_now(before: GameLog, after: GameLog) -> dict[str, str]:
    """Return the names that the players of a game have later on; a player who is gone keeps the name.

    Renamings that were undone meanwhile count as well as those that came.
    """
    both = list(zip(before.standing, after.standing, strict=False))
    shared = next((place for place, (one, other) in enumerate(both) if one != other), len(both))
    turned = [
        (what.name, what.player)
        for what in reversed(before.standing[shared:])
        if isinstance(what, PlayerRenamed)
    ]
    made = [(what.player, what.name) for what in after.standing[shared:] if isinstance(what, PlayerRenamed)]
    return {name: _followed(name, [*turned, *made], after.game) for name in before.game.players}


def _followed(name: str, steps: Sequence[tuple[str, str]], game: Game) -> str:
    """Return what a name became by these steps, as the game spells it."""
    for old, new in steps:
        if normalise_spelling(name).casefold() == normalise_spelling(old).casefold():
            name = new
    spellings = {player.casefold(): player for player in game.players}
    return spellings.get(normalise_spelling(name).casefold(), name)
