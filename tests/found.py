"""What tables of cases say about what was found: words with gaps, rounds as they are typed."""

import re

from scorekeeper.game.notation import show_entry
from scorekeeper.game.round import Blocked, Out, Round
from scorekeeper.tui.widgets.text import NO_BREAK


def fits(wanted: object, found: object) -> bool:
    """Whether what was found is what is wanted, where `…` stands for any words."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return wanted.keys() == found.keys() and all(fits(wanted[name], found[name]) for name in wanted)
    if isinstance(wanted, list) and isinstance(found, list):
        return len(wanted) == len(found) and all(map(fits, wanted, found))
    if isinstance(wanted, str) and isinstance(found, str):
        pattern = ".*".join(map(re.escape, wanted.split("…")))
        return re.fullmatch(pattern, found.replace(NO_BREAK, " "), re.DOTALL) is not None
    return wanted == found


def record(played: Round) -> str:
    """Return a round as it would be typed: Ana 12, Ben o."""
    hands = {name: show_entry(entry) for name, entry in played.entries.items()}
    if isinstance(played.ending, Out):
        hands[played.ending.player] = "o"
    found = [f"{name} {hands[name]}" for name in sorted(hands)]
    if isinstance(played.ending, Blocked):
        found.append(f"blocked {'' if played.ending.open_foot is None else played.ending.open_foot}".strip())
    return ", ".join(found)
