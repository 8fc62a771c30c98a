"""The facts that a dispute can turn on: which of them a question asks for, under which rules, and in what words.

A fact is told in a short text, as people type it; `telling` reads it. Nothing here knows a screen or a file.
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from scorekeeper.judge.situation import Ask
from scorekeeper.rules import Rules
from scorekeeper.text import _

FACTS: Mapping[Ask, tuple[str, ...]] = {
    "play": ("player", "tile", "on", "foot", "toes", "ends", "hand", "drawn", "played", "laid", "hands"),
    "draw": ("player", "hand", "foot", "toes", "ends", "yard", "drew"),
    "pass": ("player", "hand", "foot", "toes", "ends", "yard", "drew", "drawn_tile"),
    "keep": ("player", "tile", "foot", "toes", "ends", "yard", "hand"),
    "closed": ("double", "on_double", "laid", "foot", "ends", "yard"),
    "round-over": ("player", "foot", "toes", "ends", "yard", "laid", "hands"),
    "starting-double": ("held", "yard_has", "earlier"),
    "starter": ("draws",),
    "chickenlittle": ("player", "events", "yard"),
    "score": ("hand", "player", "blocked", "hands"),
    "misplay": ("events",),
}
"""For every question the facts that it can turn on, in the order in which they are asked."""

NEEDED: Mapping[Ask, tuple[str, ...]] = {
    "play": ("player", "tile"),
    "draw": ("player",),
    "pass": ("player",),
    "keep": ("player", "tile"),
    "closed": ("double",),
    "round-over": ("player",),
    "starter": ("draws",),
    "chickenlittle": ("player",),
    "score": ("hand",),
    "misplay": ("events",),
}
"""Facts without which a question is no question."""

OF_EACH = ("hands", "held", "draws")
"""Facts that are told of every player."""

EMPTY_SAYS = ("events", "earlier")
"""Facts that say something where they are left empty: that nothing happened, that there were none.

A rule book that looks at one cannot be asked before the person was.
"""

MANY = ("events",)
"""Facts that are told one after the other, as many as there are."""

_UNDER: Mapping[tuple[Ask, str], Callable[[Rules], bool]] = {
    ("play", "laid"): lambda rules: rules.foot.uncloseable != "exhaust",
    ("play", "hands"): lambda _rules: False,
    ("keep", "yard"): lambda _rules: False,
    ("keep", "hand"): lambda _rules: False,
    ("closed", "foot"): lambda _rules: False,
    ("closed", "ends"): lambda _rules: False,
    ("closed", "yard"): lambda _rules: False,
    ("starting-double", "held"): lambda rules: rules.start.source == "held",
    ("starting-double", "yard_has"): lambda rules: rules.start.source == "held",
    ("starting-double", "earlier"): lambda rules: rules.start.next_double != "schedule",
    ("chickenlittle", "events"): lambda rules: rules.little.mode == "penalty",
    ("chickenlittle", "yard"): lambda _rules: False,
}


class Fact(NamedTuple):
    """How a fact is asked for."""

    label: str
    hint: str
    """What to type, with an example; {one} and {two} stand for players."""


def facts_asked(ask: Ask, rules: Rules | None) -> tuple[str, ...]:
    """Return the facts that matter for a question under these rules; None: all that can under any."""
    return tuple(
        name for name in FACTS[ask] if rules is None or (ask, name) not in _UNDER or _UNDER[ask, name](rules)
    )


def facts_unasked(ask: Ask, rules: Rules, shown: Collection[str]) -> tuple[str, ...]:
    """Return the facts without which these rules cannot answer, and which nobody was shown a line for."""
    return tuple(name for name in facts_asked(ask, rules) if name in EMPTY_SAYS and name not in shown)


def fact_named(ask: Ask, name: str) -> Fact:
    """Return the words in which a question asks for a fact."""
    return {**_usual(), **_happened(), **_at_hand(), **_own(ask)}[name]


def _usual() -> dict[str, Fact]:
    """Return the facts about the table."""
    return {
        "foot": Fact(
            _("Open foot"),
            _("The double that must get its toes first, then how many it has: 7 2. Empty: no foot is open."),
        ),
        "toes": Fact(
            _("Toes on the start"),
            _("How many tiles touch the starting double. Empty: it has all that it needs."),
        ),
        "ends": Fact(_("Open ends"), _("The numbers that open ends show, such as 5 2 8; - for none.")),
        "laid": Fact(_("Tiles on the table"), _("Those you can name, such as 9-6 6-1; doubles too.")),
        "yard": Fact(_("Left in the yard"), _("How many tiles are face down; 0 where it is empty.")),
        "double": Fact(_("Which double"), _("Its number: 6 is the foot on 6-6.")),
        "on_double": Fact(_("Toes on it"), _("How many toes it has; the tile it was laid on is none.")),
        "earlier": Fact(
            _("Doubles used before"), _("Those that began earlier rounds, such as 9 7; empty: none.")
        ),
        "yard_has": Fact(_("Seen in the yard"), _("Doubles known to be face down, such as 9-9 8-8.")),
    }


def _happened() -> dict[str, Fact]:
    """Return the facts about who did what."""
    return {
        "player": Fact(_("Player"), _("Whose turn it is; the first letters of the name will do.")),
        "tile": Fact(_("Tile"), _("Such as 6-4.")),
        "on": Fact(_("On which number"), _("The number it is to touch; empty: wherever it fits.")),
        "drawn": Fact(_("Just drawn?"), _("y if the tile was drawn in this very turn.")),
        "drawn_tile": Fact(_("The drawn tile"), _("If it may be seen, such as 5-2.")),
        "drew": Fact(
            _("Drawn this turn"), _("How many tiles the player has drawn in this turn; empty: none.")
        ),
        "played": Fact(
            _("Laid this turn"), _("How many tiles the player has laid in it already; empty: none.")
        ),
    }


def _at_hand() -> dict[str, Fact]:
    """Return the facts about hands."""
    return {
        "hand": Fact(
            _("The whole hand"), _("All tiles: 5-3 9-6; or 5-3 2? with two unseen; or how many: 4.")
        ),
        "hands": Fact(
            _("Hand of {player}"), _("Tiles 5-3 9-6, with 2? for two unseen, or how many; 0: none.")
        ),
        "held": Fact(
            _("Doubles of {player}"),
            _("All doubles in that hand, such as 7-7 3-3; - for none; empty: unknown."),
        ),
        "draws": Fact(_("{player} drew"), _("Which tile this player drew to see who begins.")),
        "blocked": Fact(_("Blocked round?"), _("y if nobody went out; then the other hands may count too.")),
    }


def _own(ask: Ask) -> dict[str, Fact]:
    """Return what a question puts in words of its own."""
    if ask == "chickenlittle":
        return {
            "player": Fact(_("Who is on one tile"), _("The player who may have forgotten to call.")),
            "events": Fact(
                _("What happened"),
                _(
                    "One thing a line, from that player's next-to-last tile on: {one} 6-1; "
                    "next line: {two} caught {one}."
                ),
            ),
        }
    if ask == "misplay":
        return {
            "events": Fact(
                _("What happened"),
                _(
                    "One thing a line, what went wrong first: {one} 6-4; next line, what came since: {two} draw."
                ),
            )
        }
    if ask == "score":
        return {
            "hand": Fact(_("Tiles left"), _("All tiles left in the hand, such as 0-0 5-0 3-2.")),
            "player": Fact(_("Whose hand"), _("Needed only for a blocked round.")),
        }
    if ask == "keep":
        return {"tile": Fact(_("The drawn tile"), _("Such as 8-0."))}
    if ask == "round-over":
        return {
            "player": Fact(_("Whose turn"), _("Who is to move now; the first letters of the name will do."))
        }
    return {}
