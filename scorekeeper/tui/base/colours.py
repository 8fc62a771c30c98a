"""The colours of the app, and a letter and a colour for every player of a game, the same on every screen.

The letters tell the players apart; the colours only help. `game.badges` gives them.
"""

from collections.abc import Mapping
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.theme import Theme

from scorekeeper.game import ON_DARK, ON_LIGHT, Game, player_marks
from scorekeeper.text import N_, folded

DARK = Theme(
    name="lamplight",
    primary="#e3a857",
    secondary="#7fb3a3",
    accent="#e07a5f",
    foreground="#ece5d8",
    background="#16171a",
    surface="#1f2125",
    panel="#2a2c31",
    success="#8fbf7f",
    warning="#e3c057",
    error="#e5736b",
    dark=True,
    variables={"text-muted": "#bab4a9"},
)

LIGHT = Theme(
    name="daylight",
    primary="#8a5a12",
    secondary="#2d6a5b",
    accent="#a3402a",
    foreground="#22201c",
    background="#faf6ee",
    surface="#f2ecdf",
    panel="#e6decd",
    success="#3c6e2f",
    warning="#7a5c00",
    error="#a32a22",
    dark=False,
    variables={"text-muted": "#57534b"},
)

CONTRAST = Theme(
    name="contrast",
    primary="#ffd700",
    secondary="#00ffff",
    accent="#ffd700",
    foreground="#ffffff",
    background="#000000",
    surface="#1c1c1c",
    panel="#262626",
    success="#7fff7f",
    warning="#ffd700",
    error="#ff9d9d",
    dark=True,
    text_alpha=1.0,
    variables={"text-muted": "#ffffff", "text-disabled": "#c0c0c0", "border-blurred": "#ffffff"},
)

COLOUR_BLIND = Theme(
    name="blue-orange",
    primary="#56b4e9",
    secondary="#f0e442",
    accent="#e69f00",
    foreground="#f0f0f0",
    background="#14171c",
    surface="#1d2128",
    panel="#2a303a",
    success="#56b4e9",
    warning="#f0e442",
    error="#e69f00",
    dark=True,
    variables={"text-muted": "#bcbfc4"},
)
"""Colours of Okabe and Ito that stay apart for people who cannot distinguish red from green."""

TERMINAL = Theme(
    name="terminal",
    ansi=True,
    primary="ansi_cyan",
    secondary="ansi_green",
    accent="ansi_yellow",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    success="ansi_green",
    warning="ansi_yellow",
    error="ansi_red",
    variables={
        "ansi-background": "ansi_default",
        "ansi-foreground": "ansi_default",
        "border-blurred": "ansi_default",
        "block-cursor-foreground": "ansi_black",
        "block-cursor-background": "ansi_cyan",
        "input-cursor-text-style": "reverse",
    },
)

DIMMED, NOT_DIMMED = 0.75, 1.0
"""How much of its colour dim text keeps, so that it can be read; in high contrast all of it."""

THEMES = {
    DARK.name: (DARK, N_("Lamplight: warm on dark")),
    LIGHT.name: (LIGHT, N_("Daylight: dark on light")),
    CONTRAST.name: (CONTRAST, N_("High contrast: white and gold on black")),
    COLOUR_BLIND.name: (COLOUR_BLIND, N_("Blue and orange: for people who mix up red and green")),
    TERMINAL.name: (TERMINAL, N_("The terminal's own colours")),
}
"""Every theme with its description, by the name that the settings use; `_` translates the description."""


OF_TERMINAL = (
    *("yellow", "cyan", "magenta", "green", "blue", "red"),
    *(f"bright_{name}" for name in ("yellow", "cyan", "magenta", "green", "blue", "red")),
)
"""For a terminal that has its own colours."""

LEADS = "★"
"""Marks who is ahead."""

_FEW = 6
"""Columns up to which a name is cut without a sign that it was."""

_APART = 5
"""Columns from which on a letter stands apart from the name."""


class Badge(NamedTuple):
    """What stands for a player where the name has no room: one letter, one or two columns wide, and a colour."""

    letter: str
    colour: str
    """As Rich names it."""


def badges(game: Game, theme: Theme) -> Mapping[str, Badge]:
    """Return the letter and the colour of everybody who ever played, in the order of their seats."""
    palette = OF_TERMINAL if theme.ansi else ON_DARK if theme.dark else ON_LIGHT
    return {
        name: Badge(mark.letter, palette[mark.place % len(palette)])
        for name, mark in player_marks(game).items()
    }


def badged(name: str, badge: Badge, room: int) -> Text:
    """Return a name with its letter in so many columns at most: the letter apart where there is room.

    Only the room decides that, so that names in equal columns are all shortened in one way.

    >>> badged("Carla", Badge("C", "red"), 5).plain, badged("Carla", Badge("C", "red"), 4).plain
    ('C Car', 'Carl')
    >>> badged("Carla", Badge("2", "red"), 4).plain, badged("Grandma Jo", Badge("G", "red"), 9).plain
    ('2Car', 'G Grandm…')
    """
    width = cell_len(badge.letter)
    if room >= _APART:
        rest = f" {_shortened(name, room - width - 1)}"
    else:
        begins = folded(name[:1]).upper() == badge.letter
        rest = _shortened(name[1:] if begins else name, room - width)
    return Text.assemble((badge.letter, f"bold reverse {badge.colour}"), (rest, badge.colour))


def _shortened(name: str, room: int) -> str:
    if cell_len(name) <= room:
        return name
    return set_cell_size(name, room - 1).rstrip() + "…" if room > _FEW else set_cell_size(name, room)
