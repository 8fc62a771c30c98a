"""The colours of the app: a kitchen table by lamp light, and by day."""

from textual.theme import Theme

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
