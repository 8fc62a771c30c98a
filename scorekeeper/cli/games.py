"""The stored games: start one, list them, import one, delete one, restore a backup; and the store that has them."""

from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

import click
from msgspec.structs import asdict

from scorekeeper.cli import options
from scorekeeper.cli.common import agreed, chosen_rules, find_kept, in_terminal, settle_names, store
from scorekeeper.cli.output import complain, is_aloud, say, say_json, say_table
from scorekeeper.errors import Damaged, Impossible, Malformed, ScorekeeperError
from scorekeeper.game import Game, Started, lookalikes, split_names, typed_players
from scorekeeper.rules import outside_book
from scorekeeper.storage import ServerAddress, StorePlace, missing_from, parse_place, usual_place
from scorekeeper.system import house_rules_folder, now, settings_file, templates_folder
from scorekeeper.text import N_, _, join_and, ngettext

if TYPE_CHECKING:
    from scorekeeper.storage import Replacement


@click.command(epilog='scorekeeper new --players "Ana,Ben,Carla" --rules tedmontgomery')
@click.option(
    "--players", required=True, metavar="NAMES", help="Names in seating order, separated by commas."
)
@options.set_size
@options.rules
@options.rounds
@click.option("--title", default="", help="The title of the game.")
@options.day
@click.option("--first-starter", metavar="NAME", help="Who begins the first round.")
@options.similar
@options.json
def new(
    players: str,
    set_size: int | None,
    book: str | None,
    house: tuple[str, ...],
    rounds: int | None,
    title: str,
    day: date | None,
    first_starter: str | None,
    similar: bool,
    as_json: bool,
) -> str:
    """Start a game and print its id."""
    chosen, size, changes = chosen_rules(book, house, set_size, rounds)
    names = typed_players(split_names(players))
    settle_names(lookalikes(names), similar)
    at = now()
    started = Started(
        title=title,
        date=day or at.date(),
        set_size=size,
        players=names,
        book=chosen.id,
        rules=chosen.rules,
        house=changes,
        first_starter=first_starter,
    )
    kept = store().create(started, at)
    complain(*outside_book(chosen.rules, kept.game.set_size, len(kept.game.players)))
    if as_json:
        say_json(about(kept.id, kept.game))
    elif not is_aloud():
        say(kept.id)
    return kept.id


def about(game_id: str, game: Game) -> dict[str, object]:
    """Return what programs are told of a new game."""
    return {"id": game_id, "title": game.title, "players": game.players, "rules": game.book}


@click.command(epilog="scorekeeper games --most 10")
@click.option(
    "--most", type=click.IntRange(1, 1_000_000), default=50, show_default=True, help="How many to list."
)
@options.json
def games(most: int, as_json: bool) -> None:
    """List the saved games, the last changed first."""
    kept, days = store(), dict[str, date]()
    listed = kept.list(most)
    with suppress(Damaged):
        days = {game_id: summary.date for game_id, summary in kept.summaries(most).items()}
    if as_json:
        say_json([asdict(game) | {"date": days.get(game.id)} for game in listed])
    elif listed:
        states = {True: _("complete"), False: _("going on")}
        rows = []
        for game in listed:
            day = str(days.get(game.id, game.changed.date()))
            rows.append((game.id, day, states[game.complete], game.title, join_and(game.players)))
        say_table(rows, right="<<<<<")
    if not listed and ((warning := missing_from(kept.place)) or not as_json):
        complain(warning or _("There are no saved games yet; start one with scorekeeper new."))


@click.command(epilog="scorekeeper delete abcdef")
@options.game
@click.option("--import", "together", is_flag=True, help="Delete all games that were imported with it.")
def delete(game: str, together: bool) -> None:
    """Delete a saved game, damaged or not; `scorekeeper undo` with its id brings it back."""
    kept, game_id = store(), find_kept(game)
    listed = kept.listed(game_id)
    sentence = N_("{title} is deleted; scorekeeper undo {id} brings it back.")
    try:
        kept.game(game_id)
    except Damaged:
        sentence = N_(
            "{title} cannot be read and is deleted; nothing of it is lost, and scorekeeper undo {id} brings it back."
        )
    gone = kept.delete(game_id, together=together)
    if together:
        say(
            ngettext(
                "{count} game was deleted; scorekeeper undo {id} --import brings it back.",
                "{count} games were deleted; scorekeeper undo {id} --import brings them back.",
                gone,
                id=game_id,
            )
        )
        return
    say(_(sentence, title=listed.title or join_and(listed.players), id=game_id))


@click.command(epilog="scorekeeper restore last")
@click.argument("backup", required=False)
@click.option("--game", metavar="GAME", help="Bring back this game alone, beside the others.")
@click.option("--yes", is_flag=True, help="Restore all games without a question.")
@options.json
def restore(backup: str | None, game: str | None, yes: bool, as_json: bool) -> None:
    """List the backups of the saved games, or restore one.

    BACKUP is a backup's name, the beginning of one, or `last`. It says first which games come back, change or go.
    """
    if backup is not None and game is not None:
        _restore_game(backup, game, as_json)
    elif backup is not None:
        _restore_all(backup, yes, as_json)
    elif game is not None:
        raise Malformed(_("Name the backup too, such as scorekeeper restore last --game {id}.", id=game))
    else:
        _list_backups(as_json)


def _restore_game(backup: str, game: str, as_json: bool) -> None:
    from scorekeeper.storage import restore_game

    listed, game_id = restore_game(usual_place(), backup, game)
    title = listed.title or join_and(listed.players)
    sentence = N_("{title} is back as {id}.")
    if game_id != listed.id:
        sentence = N_("{title} is back from the backup as {id}; the game {old} stays as it is.")
    if as_json:
        say_json({"id": game_id, "title": listed.title, "players": listed.players})
    else:
        say(_(sentence, title=title, id=game_id, old=listed.id))


def _restore_all(backup: str, yes: bool, as_json: bool) -> None:
    from scorekeeper.storage import compare_backup, restore_backup

    games = usual_place()
    compared = compare_backup(games, backup)
    if not as_json:
        _say_compared(compared)
    if compared.is_nothing:
        complain(_("All is as in the backup already, so nothing was restored."))
        return
    if not yes and (as_json or not in_terminal()):  # who asks for JSON is not shown what would go
        sentence = N_("Nothing was restored; scorekeeper restore {name} --yes does it without a question.")
        raise Impossible(_(sentence, name=compared.name))
    if not (yes or agreed(_("Restore the backup {name}?", name=compared.name), default=False)):
        raise Impossible(_("Nothing was restored."))
    done = restore_backup(games, compared.name, now())
    if as_json:
        say_json(
            {
                "backup": compared.name,
                "games": done.games,
                "back": [listed.id for listed in compared.back],
                "changed": [listed.id for listed, _was in compared.changed],
                "gone": [listed.id for listed in compared.gone],
                "before": done.backup or done.before,
            }
        )
        return
    say(
        ngettext(
            "{count} game was restored from the backup.",
            "{count} games were restored from the backup.",
            done.games,
        )
    )
    if done.backup:
        sentence = N_(
            "The games that were there before are in a backup; scorekeeper restore {name} brings them back."
        )
        say(_(sentence, name=done.backup))
    elif done.before is not None:
        say(_("The damaged file that was there before is {path}.", path=done.before))


def _say_compared(compared: "Replacement") -> None:
    """Print what a backup brings back, changes and takes away."""
    at = "{:%Y-%m-%d %H:%M:%S}".format
    entries = [(_("comes back"), game, at(game.changed)[:16]) for game in compared.back]
    entries += [
        (_("changes"), was, f"{at(game.changed)} → {at(was.changed)}") for game, was in compared.changed
    ]
    entries += [(_("goes"), game, at(game.changed)[:16]) for game in compared.gone]
    rows = [(what, game.id, game.title, join_and(game.players), times) for what, game, times in entries]
    if rows:
        say_table(rows, right="<<<<<")
    if compared.same:
        say(ngettext("{count} game stays as it is.", "{count} games stay as they are.", compared.same))
    if compared.merges:
        say(_("Which names count as one person changes too."))
    if compared.damaged:
        sentence = N_(
            "The file of the saved games is damaged, so nothing in it can be compared; it is moved aside and kept."
        )
        say(_(sentence))


def _list_backups(as_json: bool) -> None:
    from scorekeeper.storage import list_backups

    backups = list_backups(usual_place())
    if as_json:
        say_json(backups)
    elif backups:
        rows = []
        for backup in backups:
            counted = ngettext("{count} game", "{count} games", backup.games)
            rows.append((backup.name, counted, backup.changed[:16].replace("T", " "), backup.latest))
        say_table(rows, right="<><<")
    else:
        complain(_("There is no backup yet; one is made when games have changed, at most one an hour."))


@click.command(epilog="scorekeeper where --json")
@options.json
def where(as_json: bool) -> int:
    """Show where games are saved, and the folders for rule packs, templates and settings.

    If the games are on a server, it is asked whether it answers; the exit status is 1 if it does not.
    """
    place = usual_place()
    places = {
        "games": (_("Games"), str(place)),
        "rules": (_("Rule books"), str(house_rules_folder())),
        "templates": (_("Templates"), str(templates_folder())),
        "settings": (_("Settings"), str(settings_file())),
    }
    if as_json:
        say_json({name: path for name, (_label, path) in places.items()})
    else:
        say_table(places.values(), right="<<")
    if isinstance(place, ServerAddress):
        try:
            count = store().count()
        except ScorekeeperError as error:
            complain(str(error))
            return 1
        if not as_json:
            say(
                ngettext(
                    "The server answers; it has {count} game.",
                    "The server answers; it has {count} games.",
                    count,
                )
            )
    return 0


@click.group("store", epilog="scorekeeper store check")
def stores() -> None:
    """Move the saved games to another store, or check them.

    A store is `sqlite` for the usual file, a path, or a `postgresql://` address.
    """


@stores.command(epilog="scorekeeper store move sqlite postgresql://ana@club.example/scorekeeper")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@options.json
def move(source: str, target: str, as_json: bool) -> None:
    """Copy all saved games to another store, and compare them; those in FROM stay as they are."""
    from scorekeeper.storage import move_store

    left, moved = _place(source), _place(target)
    count = move_store(left, moved)
    if as_json:
        say_json({"from": str(left), "to": str(moved), "games": count})
        return
    say(
        ngettext(
            "{count} game is in {store} now and was compared; {source} still has it.",
            "{count} games are in {store} now and were compared; {source} still has them.",
            count,
            store=moved,
            source=left,
        )
    )
    if moved != usual_place():
        complain(
            _("To use it, set store in the settings, or SCOREKEEPER_STORE; scorekeeper where shows both.")
        )


def _place(name: str) -> StorePlace:
    place = parse_place(name)
    if isinstance(place, ServerAddress) and place.passwords:
        sentence = N_(
            "While a command runs, others on this computer can read its words; keep the password in ~/.pgpass."
        )
        complain(_(sentence))
    return place


@stores.command("check", epilog="scorekeeper store check")
@click.argument("name", metavar="[STORE]", required=False)
@options.json
def check_all(name: str | None, as_json: bool) -> int:
    """Read every saved game of the store, and name those that are damaged."""
    from scorekeeper.storage import check_store

    place = usual_place() if name is None else _place(name)
    count, faults = check_store(place)
    if as_json:
        say_json({"store": str(place), "games": count, "ok": not faults, "faults": faults})
    else:
        say(
            ngettext("{store} has {count} game.", "{store} has {count} games.", count, store=place),
            *(faults or [_("All of them can be read.")]),
        )
    return 1 if faults else 0
