"""Badges on pages: the letter and the colour that a player has in the app."""

from pathlib import Path

from scorekeeper import web
from scorekeeper.game.badges import ON_DARK, ON_LIGHT


def test_pages_have_the_colours_of_the_app() -> None:
    """The style sheet names the colour of each place in both palettes."""
    styles = (Path(web.__file__).parent / "static" / "style.css").read_text(encoding="utf-8")
    for place, (light, dark) in enumerate(zip(ON_LIGHT, ON_DARK, strict=True)):
        assert f".badge{place} {{ --on-light: {light}; --on-dark: {dark}; }}" in styles
