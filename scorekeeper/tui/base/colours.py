"""The colours of the app, and a letter and a colour for every player of a game, the same on every screen.

The letters tell the players apart; the colours only help. `game.badges` gives them. Where a terminal has only its own
colours nothing is tinted, and a block of a colour is reversed.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from operator import mul
from pathlib import Path
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.color import Color
from textual.theme import Theme

from scorekeeper.game import ON_DARK, ON_LIGHT, Game, name_key, player_letters, player_marks
from scorekeeper.history import Past, people_colours
from scorekeeper.system import read_toml
from scorekeeper.text import N_, folded

DARK, LIGHT, CONTRAST, COLOUR_BLIND, TERMINAL = (
    Theme(name=name, **colours)
    for name, colours in read_toml(Path(__file__).with_name("themes.toml")).items()
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

_FEW = 3
"""Columns up to which a name is cut without a sign that it was."""

BLOCK = 3
"""Columns of a letter in a block."""

_APART = 5
"""Columns from which on a letter stands apart from the name."""

BLACK_FROM = 0.179
"""The luminance from which on black contrasts more with a colour than white."""

BAND, BAND_ON_LIGHT, DEEP = 0.17, 0.11, 0.34
"""How much of a player's colour is in the ground of a band, and behind its rank and a name that has not won."""


class Badge(NamedTuple):
    """What stands for a player where the name has no room: one letter, one or two columns wide, and a colour."""

    letter: str
    colour: str
    """As Rich names it."""


def badges(game: Game, theme: Theme) -> Mapping[str, Badge]:
    """Return the letter and the colour of everybody who ever played, in the order of their seats."""
    return {name: Badge(mark.letter, _colour(mark.place, theme)) for name, mark in player_marks(game).items()}


def people_badges(places: Mapping[str, int], theme: Theme) -> Mapping[str, Badge]:
    """Return the letter and the colour of people outside of their games, by their places in the palette."""
    letters = player_letters([sorted(places, key=folded)])
    return {name: Badge(letters[name], _colour(index, theme)) for name, index in places.items()}


def past_badges(past: Past, theme: Theme) -> Mapping[str, Badge]:
    """Return the letter and the colour of everybody in a kept game."""
    seats = zip(past.people, past.summary.seats, strict=True)
    return {player: Badge(seat.letter, _colour(seat.colour, theme)) for player, seat in seats}


def own_badges(players: Iterable[str], games: Sequence[Past], theme: Theme) -> Mapping[str, Badge]:
    """Return the letters and the colours of people who played these games."""
    colours = people_colours(games)
    return people_badges({player: colours[name_key(player)] for player in players}, theme)


def palette_badges(player: str, theme: Theme) -> list[Badge]:
    """Return a player's letter in every colour that there is."""
    letter = player_letters([[player]])[player]
    return [Badge(letter, _colour(index, theme)) for index in range(len(ON_DARK))]


def _colour(index: int, theme: Theme) -> str:
    palette = OF_TERMINAL if theme.ansi else ON_DARK if theme.dark else ON_LIGHT
    return palette[index % len(palette)]


@cache
def ink(colour: str) -> str:
    """Return black or white, whichever contrasts more with a colour.

    >>> ink("#f0e442"), ink("#0b50d0")
    ('#000000', '#ffffff')
    """
    parts = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in Color.parse(colour).normalized
    )
    luminance = sum(map(mul, (0.2126, 0.7152, 0.0722), parts))
    return "#000000" if luminance > BLACK_FROM else "#ffffff"


def block(theme: Theme, colour: str) -> str:
    """Return the style of a block of a colour, and of what stands on it."""
    return f"reverse {colour}" if theme.ansi else f"{ink(colour)} on {colour}"


def tinted(theme: Theme, colour: str, part: float) -> str:
    """Return the ground of a theme with a part of a colour in it; nothing where the terminal has its own colours."""
    return "" if theme.ansi else _blended(theme.background or "", colour, part)


@cache
def _blended(ground: str, colour: str, part: float) -> str:
    return Color.parse(ground).blend(Color.parse(colour), part).hex


def band_ground(theme: Theme, colour: str) -> str:
    """Return the ground of a band in a player's colour, with so little of it that names can be read."""
    return tinted(theme, colour, BAND if theme.dark else BAND_ON_LIGHT)


def badged(name: str, badge: Badge, room: int) -> Text:
    """Return a name with its letter in so many columns at most: the letter apart where there is room.

    Only the room decides that, so that names in equal columns are all shortened in one way.

    >>> badged("Carla", Badge("C", "red"), 5).plain, badged("Carla", Badge("C", "red"), 4).plain
    ('C Car', 'Carl')
    >>> badged("Carla", Badge("2", "red"), 4).plain, badged("Grandma Jo", Badge("G", "red"), 9).plain
    ('2Car', 'G Grandm…')
    >>> badged("Carla", Badge("C", "red"), 6).plain
    'C Car…'
    """
    width = cell_len(badge.letter)
    if room >= _APART:
        rest = f" {_shortened(name, room - width - 1)}"
    else:
        begins = folded(name[:1]).upper() == badge.letter
        rest = _shortened(name[1:] if begins else name, room - width)
    return Text.assemble((badge.letter, f"bold reverse {badge.colour}"), (rest, badge.colour))


def blocked(name: str, badge: Badge, room: int) -> Text:
    """Return a name in so many columns at most, behind its letter in a block of three."""
    letter = set_cell_size(f" {badge.letter}", BLOCK)
    return Text.assemble(
        (letter, f"bold reverse {badge.colour}"), (f" {_shortened(name, room - BLOCK - 1)}", badge.colour)
    )


def _shortened(name: str, room: int) -> str:
    if cell_len(name) <= room:
        return name
    return set_cell_size(name, room - 1).rstrip() + "…" if room > _FEW else set_cell_size(name, room)
