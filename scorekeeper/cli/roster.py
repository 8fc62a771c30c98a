"""A stored game and the people at its table: `join`, `leave`, `rename`, `seats`; `hide`, `finish`, `reopen`."""

import click

from scorekeeper.cli.common import by_option, game_argument, open_kept, settle_names, similar_option
from scorekeeper.cli.output import complain, say
from scorekeeper.errors import Malformed
from scorekeeper.formats import words_of
from scorekeeper.game import (
    Begins,
    EventKind,
    Finished,
    Game,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    Reopened,
    SeatsChanged,
    TotalsHidden,
    beginnings,
    describe_events,
    new_lookalikes,
    split_names,
)
from scorekeeper.rules import outside_book
from scorekeeper.text import _

reason_option = click.option("--reason", help="Why.")
from_round = click.option("--round", "number", type=int, metavar="N", help="The first round to play.")


def _changed(game: str, what: EventKind, by: str | None = None, similar: bool = False) -> Game:
    """Add one event to a kept game, print the sentence it is told in, and return the game.

    Raises Impossible for a new name that looks like another one, unless it is to be `similar`.
    """
    session = open_kept(game, by)
    settle_names(new_lookalikes(what, session.game), similar)
    session.keep(what)
    say(describe_events(session.kept.log, words_of, 1)[0].sentence)
    return session.game


@click.command(epilog="scorekeeper join last Dan --score highest")
@game_argument
@click.argument("player")
@click.option("--score", metavar="before|zero|highest|average|POINTS", help="What the player begins with.")
@from_round
@similar_option
@by_option
def join(
    game: str, player: str, score: str | None, number: int | None, similar: bool, by: str | None
) -> None:
    """Add a player who joins late or comes back, from the next round on.

    A latecomer begins with zero, the highest or the average total of the table, or points that you give.
    Somebody who comes back has the points of before, unless you say otherwise.
    """
    found = open_kept(game).game
    usual = beginnings(found, player)[0]
    if score is None and found.rounds and usual.begins == "zero":
        raise click.UsageError(
            _("Say what {name} begins with: --score zero, highest, average, or a number.", name=player)
        )
    begins, points = read_score(score or usual.begins)
    after = _changed(
        game, PlayerJoined(player=player, round=number, begins=begins, points=points), by, similar
    )
    for sentence in outside_book(after.rules, after.set_size, len(after.at_table)):
        complain(sentence)


def read_score(word: str) -> tuple[Begins, int | None]:
    """Read what a latecomer begins with. Raises Malformed for anything else.

    >>> read_score("highest"), read_score("87")
    (('highest', None), ('given', 87))
    """
    typed = word.strip().casefold()
    words: dict[str, Begins] = {
        "before": "before",
        "zero": "zero",
        "highest": "highest",
        "average": "average",
    }
    if typed in words:
        return words[typed], None
    if typed.isascii() and typed.isdecimal() and len(typed) <= 5:
        return "given", int(typed)
    raise Malformed(
        _("“{word}” is not a way to begin; use before, zero, highest, average or a number.", word=word),
        "--score",
    )


@click.command(epilog="scorekeeper leave last Ben --reason 'last bus'")
@game_argument
@click.argument("player")
@from_round
@reason_option
@by_option
def leave(game: str, player: str, number: int | None, reason: str | None, by: str | None) -> None:
    """Mark that a player leaves; their rounds are kept, and no more are expected."""
    _changed(game, PlayerLeft(player=player, round=number, reason=reason or None), by)


@click.command(epilog="scorekeeper rename last Ben Benedict")
@game_argument
@click.argument("player")
@click.argument("name")
@similar_option
@by_option
def rename(game: str, player: str, name: str, similar: bool, by: str | None) -> None:
    """Give a player another name, in all rounds."""
    _changed(game, PlayerRenamed(player, name), by, similar)


@click.command(epilog='scorekeeper seats last "Carla,Ana,Ben"')
@game_argument
@click.argument("players", metavar="NAMES")
@by_option
def seats(game: str, players: str, by: str | None) -> None:
    """Change the seats: all names, clockwise, separated by commas."""
    _changed(game, SeatsChanged(tuple(split_names(players))), by)


@click.command(epilog="scorekeeper hide last")
@game_argument
@click.option("--off", is_flag=True, help="Show totals again.")
@by_option
def hide(game: str, off: bool, by: str | None) -> None:
    """Hide the totals until the game is over."""
    _changed(game, TotalsHidden(not off), by)


@click.command(epilog="scorekeeper finish last --reason 'too late for another round'")
@game_argument
@reason_option
@by_option
def finish(game: str, reason: str | None, by: str | None) -> None:
    """End the game and lock it; `reopen` continues it."""
    _changed(game, Finished(reason or None), by)


@click.command(epilog="scorekeeper reopen last --reason 'round 7 was counted wrong'")
@game_argument
@reason_option
@by_option
def reopen(game: str, reason: str | None, by: str | None) -> None:
    """Reopen a finished game, to correct it or to play on."""
    _changed(game, Reopened(reason or None), by)
