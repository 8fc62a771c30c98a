"""What a check says: a level, the fact it rests on, the round, the player, one sentence.

The numbers of facts are those of the rule catalogue's section of consistency facts. Nothing here looks
at an entry.
"""

from typing import Literal

import msgspec

from scorekeeper.game import Round


class Finding(msgspec.Struct, frozen=True):
    """One thing that cannot be (`error`) or is odd (`warning`), in one sentence."""

    level: Literal["error", "warning"]
    fact: str
    round: int
    player: str | None
    message: str


def error(fact: str, played: Round, player: str | None, message: str) -> Finding:
    """Return a finding about something that cannot be."""
    return Finding("error", fact, played.number, player, message)


def warning(fact: str, played: Round, player: str | None, message: str) -> Finding:
    """Return a finding about something that is odd, and may be true all the same."""
    return Finding("warning", fact, played.number, player, message)
