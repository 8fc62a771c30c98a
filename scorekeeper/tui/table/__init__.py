"""The table of the open game, and the screens that belong to it."""

from scorekeeper.tui.base.screen import AppScreen


def open_game(screen: AppScreen, game_id: str) -> None:
    """Open a game at its table, from another screen."""
    from scorekeeper.tui.table.table import TableScreen

    if screen.attempt(lambda: screen.session.open(game_id)):
        screen.app.push_screen(TableScreen(screen.session))
