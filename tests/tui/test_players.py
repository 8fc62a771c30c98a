"""The letter and the colour of every player."""

from itertools import permutations

import pytest
from textual.color import Color
from textual.theme import Theme

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.apply import apply_event, start_game
from scorekeeper.game.badges import ON_DARK, ON_LIGHT, player_letters
from scorekeeper.game.events import PlayerJoined, PlayerLeft, RoundScored, SeatsChanged
from scorekeeper.game.game import Game
from scorekeeper.game.round import Out, Points
from scorekeeper.rules.tables import MOST_PLAYERS
from scorekeeper.tui.base.colours import CONTRAST, DARK, LIGHT, TERMINAL, THEMES, badges
from tests.build import started
from tests.conftest import by_cases

SIX = ("Ana", "Al", "Ben", "Nina", "Bea", "王芳")


def game(shelf: Shelf, players: tuple[str, ...]) -> Game:
    """Return a game that begins."""
    return start_game(started(players=players, size=18, title=""))


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in Color.parse(colour).normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def letters(of: Game) -> dict[str, str]:
    """Return everybody's letter."""
    return {name: badge.letter for name, badge in badges(of, DARK).items()}


@by_cases
def test_a_letter_is_of_the_name_where_it_can_be(names: tuple[str, ...], expected: str) -> None:
    """First letters go first, whatever the accent or the script; then others of the name, then digits."""
    given = player_letters([names])
    assert "".join(given[name] for name in names) == expected


def test_twelve_players_without_letters_differ() -> None:
    """Nobody is left without a letter, even where no name has one."""
    names = ["👩‍🌾" * count for count in range(1, MOST_PLAYERS + 1)]
    assert len(set(player_letters([names]).values())) == MOST_PLAYERS


def test_other_seats_change_no_letter_and_no_colour(shelf: Shelf) -> None:
    """Who changes seats keeps both."""
    players = SIX[:4]
    begun = game(shelf, players)
    for seats in permutations(players):
        if seats != players:
            assert dict(badges(apply_event(SeatsChanged(seats), begun), DARK)) == dict(badges(begun, DARK))


def test_who_comes_later_takes_no_letter_that_is_taken(shelf: Shelf) -> None:
    """Those who came before keep letter and colour, those who left too."""
    begun = game(shelf, ("Ana", "Ben"))
    played = apply_event(RoundScored(round=1, ending=Out("Ana"), entries={"Ben": Points(5)}), begun)
    later = apply_event(PlayerLeft(player="Ben"), apply_event(PlayerJoined(player="Abe"), played))
    before, after = badges(begun, DARK), badges(later, DARK)
    assert {name: after[name] for name in before} == before
    assert letters(later)["Abe"] == "E"


@pytest.mark.parametrize("theme", [theme for theme, _words in THEMES.values()], ids=lambda theme: theme.name)
def test_twelve_players_have_twelve_colours(theme: Theme, shelf: Shelf) -> None:
    """No colour is given twice."""
    twelve = tuple(f"Player {number}" for number in range(MOST_PLAYERS))
    assert len({badge.colour for badge in badges(game(shelf, twelve), theme).values()}) == MOST_PLAYERS


@pytest.mark.parametrize("theme", [DARK, CONTRAST, LIGHT], ids=lambda theme: theme.name)
def test_every_colour_can_be_read(theme: Theme, shelf: Shelf) -> None:
    """Each stands out from the background and from a panel as small text has to (WCAG 2.2, 1.4.3)."""
    twelve = tuple(f"Player {number}" for number in range(MOST_PLAYERS))
    for badge in badges(game(shelf, twelve), theme).values():
        for ground in (theme.background, theme.panel):
            low, high = sorted((luminance(badge.colour), luminance(str(ground))))
            assert (high + 0.05) / (low + 0.05) >= 4.5


def test_a_player_has_the_same_hue_on_light_and_dark() -> None:
    """Orange does not become the brown of yellow: a colour is lighter or darker, not another one."""
    for light, dark in zip(ON_LIGHT, ON_DARK, strict=True):
        apart = abs(Color.parse(light).hsl.h - Color.parse(dark).hsl.h)
        assert min(apart, 1 - apart) < 0.1


def test_the_terminals_own_colours_are_names(shelf: Shelf) -> None:
    """A terminal with its own colours is asked for them by name."""
    assert not any(badge.colour.startswith("#") for badge in badges(game(shelf, SIX), TERMINAL).values())
