"""The colours of the app, each set with the words by which people choose it.

Nothing on a screen rests on colour alone; these only make it pleasant, or easier to see.
"""

from textual.theme import Theme

from scorekeeper.text import N_

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

THEMES = {
    DARK.name: (DARK, N_("Lamplight: warm on dark")),
    LIGHT.name: (LIGHT, N_("Daylight: dark on light")),
    CONTRAST.name: (CONTRAST, N_("High contrast: white and gold on black")),
    COLOUR_BLIND.name: (COLOUR_BLIND, N_("Blue and orange: for people who mix up red and green")),
    TERMINAL.name: (TERMINAL, N_("The terminal's own colours")),
}
"""Every theme with its description, by the name that the settings use; `_` translates the description."""
