"""The line over the table and over the scoreboard: which game it is, and what comes next."""

from rich.text import Text

from scorekeeper.game import Game, next_starter
from scorekeeper.text import N_, _, ngettext
from scorekeeper.tiles import set_name


def title_line(game: Game, book: str) -> Text:
    """Return the line: the game, the set, the rule book, and what comes next."""
    line = Text.assemble((game.title or _("Untitled"), "bold"))
    current = None if game.finished else game.current
    if current is None:
        line.append("  " + (_finished(game) if game.finished else _("all rounds entered")))
    else:
        line.append(
            "  " + _(_round_template(game.rounds_total), number=current.number, total=game.rounds_total)
        )
        line.append(f"  {current.double}-{current.double}", style="bold")
        starter = next_starter(game, current.number)
        if starter is not None:
            line.append("  " + _("{name} starts", name=starter))
    return line.append(f"  ·  {set_name(game.set_size)} · {book}", style="dim")


def _finished(game: Game) -> str:
    if game.complete or game.rounds_total is None:
        return _("finished")
    return ngettext(
        "finished after {played} of {total} round",
        "finished after {played} of {total} rounds",
        game.rounds_total,
        played=game.rounds_played,
        total=game.rounds_total,
    )


def _round_template(total: int | None) -> str:
    return N_("round {number}") if total is None else N_("round {number} of {total}")
