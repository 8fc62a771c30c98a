"""A letter and a colour for every player, the same in the app, on phones and on the big screen.

The letters tell the players apart; the colours only help. Both stay with a player when seats change and when
somebody comes or leaves. A colour belongs to a person in all games of a store; of two who share one at a table, who
has it longer keeps it. Letters, and the colours of older games, go by who came first, then by the names.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from string import ascii_uppercase
from typing import NamedTuple

from scorekeeper.game.game import Game
from scorekeeper.game.names import name_key
from scorekeeper.game.seating import stays_of
from scorekeeper.text import folded

ON_DARK = (
    *("#e69f00", "#56b4e9", "#f0e442", "#cc79a7", "#00b488", "#ef6a32"),
    *("#a6ffa6", "#73ffff", "#b973ff", "#a6e667", "#ffa6c9", "#67e6a6"),
)
"""Six near those of Okabe and Ito, then those farthest from them for eyes of every kind."""

ON_LIGHT = (
    *("#a04400", "#0b50d0", "#6b5f00", "#b8068a", "#006f4f", "#ad1f2d"),
    *("#1f3d00", "#075c68", "#6425b8", "#0a5c06", "#560036", "#2c6831"),
)
"""The same hues, darker: burnt orange for orange, olive gold for yellow; they can be read on every light ground."""

_SPARE = "1234567890" + ascii_uppercase
"""For players whose names have no letter left."""


class PlayerMark(NamedTuple):
    """A player's letter, and the place of the colour in a palette."""

    letter: str
    place: int


def player_marks(game: Game) -> Mapping[str, PlayerMark]:
    """Return the letter and the colour of everybody who ever played, in the order of their seats."""
    arrivals = _arrivals(game)
    letters = player_letters(arrivals)
    known = {name_key(name): colour for name, colour in game.colours.items()}
    colours = player_colours([name for group in arrivals for name in group], known)
    return {name: PlayerMark(letters[name], colours[name]) for name in game.players}


def player_colours(players: Sequence[str], known: Mapping[str, int]) -> dict[str, int]:
    """Return the place in a palette for everybody at a table.

    `known` has the colours of people by the key of their names, who has one longest first: they keep theirs, unless
    somebody before them has it. All others take the free colour that the fewest people have.

    >>> player_colours(["Ana", "Ben", "Cy"], {"cy": 0, "ben": 0, "dot": 1})
    {'Cy': 0, 'Ana': 2, 'Ben': 3}
    """
    seated = {name_key(name): name for name in players}
    chosen, used = dict[str, int](), Counter(known.values())
    for key, colour in known.items():
        if key in seated and colour not in chosen.values():
            chosen[seated[key]] = colour
    for name in players:
        if name not in chosen:
            taken = Counter(chosen.values())
            chosen[name] = min(range(len(ON_DARK)), key=lambda index: (taken[index], used[index]))
    return chosen


def _arrivals(game: Game) -> list[list[str]]:
    """Return the players in groups that came in the same round, the first round's first."""

    def came(name: str) -> int:
        return stays_of(game.stays, name)[0].joined

    ordered = sorted(game.players, key=lambda name: (came(name), folded(name)))
    return [list(group) for _round, group in groupby(ordered, came)]


def player_letters(arrivals: Sequence[Sequence[str]]) -> Mapping[str, str]:
    """Return a letter for each player, no two alike; who came later takes none that is taken.

    It is the first of the name where possible, else another one of it, else a digit.

    >>> player_letters([["Al", "Ana", "Ben", "Nina"], ["Bea", "王芳"]])
    {'Al': 'A', 'Ben': 'B', 'Nina': 'N', 'Ana': '1', '王芳': '王', 'Bea': 'E'}
    """
    letters: dict[str, str] = {}
    for group in arrivals:
        for name in group:
            first = _own_letters(name)[:1]
            if first and first not in letters.values():
                letters[name] = first
        for name in group:
            if name not in letters:
                letters[name] = next(
                    letter for letter in _own_letters(name) + _SPARE if letter not in letters.values()
                )
    return letters


def _own_letters(name: str) -> str:
    return "".join(letter for letter in folded(name).upper() if letter.isalpha())
