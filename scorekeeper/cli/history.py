"""`scorekeeper history`: how people did over many games; and `players`: who is who in them."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import click

from scorekeeper.cli import options
from scorekeeper.cli.common import store
from scorekeeper.cli.output import columns, complain, say, say_json, say_table
from scorekeeper.game import name_key, parse_names
from scorekeeper.history import (
    GameFilter,
    Past,
    Span,
    are_alike,
    faced,
    faced_by,
    filter_games,
    find_person,
    games_together,
    outcome_with_others,
    parse_span,
    played_periods,
    player_portrait,
    player_record,
    player_records,
    rounds_played_of,
    show_average,
    show_faced,
    show_number,
    show_period,
    show_periods,
    show_share,
)
from scorekeeper.session import shelf
from scorekeeper.text import N_, _, join_and, ngettext, pgettext
from scorekeeper.tiles import SET_SIZES

GAME = options.ReadType("game", lambda name: shelf().name_of(name))
"""One of the games that rule books are for."""

Rows: TypeAlias = Sequence[Sequence[str]]

_BAR = 24
_NARROWEST = 60
_USUAL = 50
"""How many lines are listed unless more are asked for."""


@click.command(epilog="scorekeeper history Ana Ben --when 2026")
@click.argument("players", nargs=-1, metavar="[PLAYER [OTHER]]")
@click.option("--games", "by_game", is_flag=True, help="List the games, the latest first.")
@click.option("--game", type=GAME, help="Only one of the games, by its name; a wrong name lists them.")
@click.option("--with", "company", default="", metavar="NAMES", help="Only games with all of these players.")
@click.option("--set", "size", type=click.Choice(SET_SIZES), help="Only games with this set.")
@click.option("--rules", "book", metavar="BOOK", help="Only games by this rule book.")
@click.option(
    "--when",
    "span",
    default="",
    type=options.ReadType("dates", parse_span),
    help="Only games of a year, month, day or period: 2026, 2026-11, 2026-11-20, 2026-01..2026-06.",
)
@click.option("--finished", is_flag=True, help="Only games that are over.")
@click.option(
    "--most", type=click.IntRange(1, 1_000_000), help="How many lines to list; 50, and with --json all."
)
@options.json
def history(
    players: tuple[str, ...],
    by_game: bool,
    game: str | None,
    company: str,
    size: int | None,
    book: str | None,
    span: Span,
    finished: bool,
    most: int | None,
    as_json: bool,
) -> None:
    """Show statistics of all players, of one, or of two against each other.

    Counts all saved games except deleted ones. A game in progress counts for rounds and points, not for
    wins. Points are compared where all games are of one kind and one set.
    """
    if len(players) > 2:
        raise click.UsageError(_("Name one player, or two to see them against each other."))
    everything = store().past()
    people = tuple(find_person(name, everything) for name in players)
    if len(people) == 2 and people[0] == people[1]:
        sentence = N_("{name} is one player; name two to see them against each other.")
        raise click.UsageError(_(sentence, name=people[0]))
    wanted = GameFilter(players=parse_names(company), set_size=size, book=book, span=span, finished=finished)
    games = filter_games(everything, wanted)
    if game is not None:
        games = tuple(past for past in games if shelf().game_name(past.summary.book) == game)
    if by_game:
        _say_games(games_together(games, *people), most, as_json)
    elif len(people) == 2:
        _say_duel(games, *people, as_json)
    elif people:
        _say_player(games, people[0], most, as_json)
    else:
        _say_players(games, most, as_json)


def _say_games(games: Sequence[Past], most: int | None, as_json: bool) -> None:
    if as_json:
        say_json([_game_data(game) for game in games[:most]])
        return
    rows = [
        (show_period(game.summary.date), game.id, rounds_played_of(game), outcome_with_others(game))
        for game in games
    ]
    _say_rows(rows, most, "<<<<", widest=3)


def _game_data(game: Past) -> dict[str, Any]:
    text = game.summary
    return {
        "id": game.id,
        "title": text.title,
        "date": text.date,
        "set": text.set_size,
        "rules": text.book,
        "finished": text.finished,
        "rounds": text.rounds,
        "players": [
            {"player": name}
            | {field: getattr(seat, field) for field in ("rank", "won", "total", "rounds", "rounds_won")}
            for name, seat in zip(game.people, text.seats, strict=True)
        ],
    }


def _say_players(games: Sequence[Past], most: int | None, as_json: bool) -> None:
    alike = are_alike(games, shelf().game_name)
    records = player_records(games, alike)
    if as_json:
        say_json({"games": len(games), "players": records[:most]})
        return
    best = [show_number(record.best_game and record.best_game.points) for record in records]
    worst = [show_number(record.worst_game and record.worst_game.points) for record in records]
    table = [
        [pgettext("a column", "player"), *(record.player for record in records)],
        [pgettext("a column", "games"), *(str(record.games) for record in records)],
        [pgettext("a column", "won"), *(str(record.wins) for record in records)],
        [pgettext("a column", "share"), *(show_share(record.wins, record.finished) for record in records)],
        [pgettext("a column", "per round"), *(show_average(record.average) for record in records)],
        [pgettext("a column", "rounds won"), *(str(record.rounds_won) for record in records)],
        [pgettext("a column", "best"), *best],
        [pgettext("a column", "worst"), *worst],
    ]
    _say_table(table, most)
    if games:
        since = show_period(games[-1].summary.date)
        say(ngettext("{count} game, since {date}", "{count} games, since {date}", len(games), date=since))
    _explain(alike)


def _explain(alike: bool) -> None:
    """Say why no points are compared where the games are not alike."""
    if not alike:
        complain(_("Choose one game and one set to compare points: --game, --set."))


def _say_player(games: Sequence[Past], player: str, most: int | None, as_json: bool) -> None:
    mine = games_together(games, player)
    alike = are_alike(mine, shelf().game_name)
    record = player_record(mine, player, alike) if mine else None
    met, stretches = faced(mine, player, alike), played_periods(mine, player, alike)
    if as_json:
        say_json({"player": record, "over_time": stretches, "against": met[:most]})
        return
    if record is None:
        complain(_nothing())
        return
    say(player)
    say_table(player_portrait(record), right="<<")
    if chart := show_periods(stretches, _BAR):
        say("", _("Points per round over time:"))
        say_table(chart, right="<<<")
    say("")
    table = [
        [pgettext("a column", "against"), *(opponent.other for opponent in met)],
        [pgettext("a column", "games"), *(str(opponent.games) for opponent in met)],
        [pgettext("a column", "ahead"), *(str(opponent.ahead) for opponent in met)],
        [pgettext("a column", "behind"), *(str(opponent.behind) for opponent in met)],
        [pgettext("a column", "level"), *(str(opponent.level) for opponent in met)],
        [pgettext("a column", "own"), *(show_average(opponent.average) for opponent in met)],
        [pgettext("a column", "theirs"), *(show_average(opponent.other_average) for opponent in met)],
    ]
    _say_table(table, most)
    say(_("“own” and “theirs” are points per round in games they shared."))
    _explain(alike)


def _say_duel(games: Sequence[Past], player: str, other: str, as_json: bool) -> None:
    alike = are_alike(games_together(games, player, other), shelf().game_name)
    duel = faced_by(games, player, other, alike)
    if as_json:
        say_json(duel)
        return
    if not duel.games:
        complain(_nothing())
        return
    say(show_faced(duel))
    table = [
        ["", duel.player, duel.other],
        [pgettext("a column", "ahead"), str(duel.ahead), str(duel.behind)],
        [pgettext("a column", "points per round"), *map(show_average, (duel.average, duel.other_average))],
        [pgettext("a column", "rounds won"), str(duel.rounds_won), str(duel.other_rounds_won)],
    ]
    _say_table(table)
    _explain(alike)


def _nothing() -> str:
    return _("No game fits; leave out a filter, or start a game with scorekeeper new.")


def _say_table(table: Rows, most: int | None = None) -> None:
    """Print columns, each below its heading: who it is about, and figures."""
    head, *rows = zip(*table, strict=True)
    _say_rows(rows, most, "<" + ">" * (len(table) - 1), head=[head])


def _say_rows(rows: Rows, most: int | None, right: str, widest: int = 0, head: Rows = ()) -> None:
    """Print rows in columns that fit the terminal; the `widest` column gives way."""
    if not rows:
        complain(_nothing())
        return
    most = most or _USUAL
    say_table([*head, *rows[:most]], right, max(columns(), _NARROWEST), widest)
    if len(rows) > most:
        complain(_("{count} more; --most {all} lists all.", count=len(rows) - most, all=len(rows)))


@click.group(invoke_without_command=True, epilog="scorekeeper players same Anna Ana")
@click.pass_context
def players(ctx: click.Context) -> None:
    """List players, and merge two names of the same person."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_players, as_json=False)


@players.command("list", epilog="scorekeeper players list --json")
@options.json
def list_players(as_json: bool) -> None:
    """List everybody who played, with merged names."""
    kept = store()
    games, same = kept.past(), kept.same_players()
    typed: dict[str, dict[str, str]] = {}
    """The other names that each person sat under, each in one spelling."""
    for game in games:
        for person, seat in zip(game.people, game.summary.seats, strict=True):
            if name_key(seat.player) != name_key(person):
                typed.setdefault(person, {})[name_key(seat.player)] = seat.player
    rows = [
        (record.player, record.games, sorted(typed.get(record.player, {}).values()))
        for record in player_records(games)
    ]
    if as_json:
        data = [{"player": name, "games": count, "also": also} for name, count, also in rows]
        say_json({"players": data, "put_together": same})
    elif rows:
        spelled = [
            (name, str(count), _("also {names}", names=join_and(also)) if also else "")
            for name, count, also in rows
        ]
        say_table(spelled, right="<><")
    else:
        complain(_("There are no saved games yet; start one with scorekeeper new."))


@players.command("same", epilog="scorekeeper players same Anna Ana")
@click.argument("name")
@click.argument("person")
def same_player(name: str, person: str) -> None:
    """Count the games of NAME as those of PERSON; the games stay as they are."""
    meant = store().put_together(name, person)
    sentence = N_("{name} counts as {person} from now on; scorekeeper players apart undoes it.")
    say(_(sentence, name=" ".join(name.split()), person=meant))


@players.command("apart", epilog="scorekeeper players apart Anna")
@click.argument("name")
def players_apart(name: str) -> None:
    """Undo a merge: count NAME separately."""
    store().take_apart(name)
    say(_("{name} counts as a separate player again.", name=" ".join(name.split())))
