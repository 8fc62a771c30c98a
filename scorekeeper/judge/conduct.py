"""What becomes of something done wrong: taken back or left as it is.

Sources: `conduct.misplay`, `conduct.able_pass`; no Chickenfoot source has a rule (catalogue G23).
"""

from typing import NamedTuple

from scorekeeper.engine import Action
from scorekeeper.rules import Rules

TAKE_BACK, STANDS = "take-back-before-next-action", "stands"


class Mended(NamedTuple):
    """The rule that decides, and a word of `conduct.misplay`: what is done about the wrong action."""

    key: str
    word: str


def mend(rules: Rules, wrong: Action, later: tuple[Action, ...]) -> Mended:
    """Return what is done about a wrong action after which others may have acted."""
    key = "conduct.misplay" if wrong.kind == "lay" else "conduct.able_pass"
    word: str = rules.conduct.misplay
    if wrong.kind != "lay":
        word = STANDS if rules.conduct.able_pass == STANDS else TAKE_BACK
    acted = any(action.seat != wrong.seat and action.kind in ("lay", "draw", "pass") for action in later)
    return Mended(key, STANDS if word == TAKE_BACK and acted else word)
