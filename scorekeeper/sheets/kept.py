"""Rulings as a sheet shows them, and those that a game keeps.

Only puts together words that are final; nothing is ruled on here.
"""

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from scorekeeper.game.game import Game
    from scorekeeper.game.round import KeptRuling


class RulingPart(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute and how it is settled; what is not known is empty."""

    question: str
    told: tuple[str, ...] = ()
    picture: str = ""
    answer: str
    reason: str
    needs: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    rule: str = ""
    basis: str = ""
    source: str = ""
    others: tuple[str, ...] = ()


def kept_rulings(game: "Game") -> tuple[RulingPart, ...]:
    """Return the rulings that a game keeps, in the order of its rounds."""
    return tuple(_kept(ruling) for played in game.rounds for ruling in played.rulings)


def _kept(ruling: "KeptRuling") -> RulingPart:
    return RulingPart(
        question=ruling.question,
        told=ruling.told,
        answer=ruling.answer,
        reason=ruling.reason,
        basis=ruling.book,
    )
