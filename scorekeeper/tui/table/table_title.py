"""The line over the score table: the game, the set, the rule book, and what comes next. Knows no widget."""

from rich.text import Text

from scorekeeper.game.game import Game, next_starter
from scorekeeper.text import _
from scorekeeper.tiles import set_name


def title_line(game: Game, book: str) -> Text:
    """Return the line over the table: the game, the set, the rule book, and what comes next."""
    line = Text.assemble((game.title or _("Untitled"), "bold"))
    current = None if game.finished else game.current
    if current is None:
        line.append("  " + (_("finished") if game.finished else _("all rounds entered")))
    else:
        line.append(
            "  " + _round_told(game.rounds_total).format(number=current.number, total=game.rounds_total)
        )
        line.append(f"  {current.double}-{current.double}", style="bold")
        starter = next_starter(game, current.number)
        if starter is not None:
            line.append("  " + _("{name} starts").format(name=starter))
    return line.append(f"  ·  {set_name(game.set_size)} · {book}", style="dim")


def _round_told(total: int | None) -> str:
    return _("round {number}") if total is None else _("round {number} of {total}")
