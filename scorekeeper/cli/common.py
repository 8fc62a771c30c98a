"""What several commands need: options, the game, the files to read and to write, `-` for the standard streams.

The store is loaded only where a stored game is wanted; a question about a file does without.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec.structs import replace

from scorekeeper import reading
from scorekeeper.cli.output import complain, write_out
from scorekeeper.errors import Impossible, Malformed, ScorekeeperError
from scorekeeper.session import shelf
from scorekeeper.system import (
    Paper,
    Source,
    StandardInput,
    form_named,
    now,
    read_settings,
    refuse_links,
    settings_file,
    usual_paper,
    write_whole,
)
from scorekeeper.text import N_, _, join_and

if TYPE_CHECKING:
    from scorekeeper.game import Game, Lookalike, Round
    from scorekeeper.rules import RuleBook, Rules, Value
    from scorekeeper.session import Session
    from scorekeeper.storage import Store

_STORE = f"{__name__}.store"
"""Where Click keeps the store of a run."""

_STDIN = f"{__name__}.stdin"
"""Where Click keeps that a run reads standard input."""

STREAM = "-"
"""The name that means standard input where a file is read, and standard output where one is written."""

STDOUT = Path(STREAM)

Command = TypeVar("Command", bound=Callable[..., Any])
Form = TypeVar("Form", bound=str)


class Unchosen(click.UsageError):
    """A choice that the command line lacks, and that somebody could be asked for."""

    def __init__(self, message: str, flag: str, question: str) -> None:
        super().__init__(message)
        self.flag, self.question = flag, question


def source(name: str) -> Source:
    """Return what is read under the name of a file. Raises Impossible if standard input is read already."""
    if name != STREAM:
        return Path(name)
    take_stdin()
    return StandardInput()


def say_reach(moved: bool, port: int, alone: bool) -> None:
    """Say who can reach what is shared at a port."""
    if moved:
        sentence = N_(
            "The usual port is taken; scan or type this address anew. A firewall has to let port {port} through."
        )
        complain(_(sentence, port=port))
    everybody = N_("Everybody on this network can reach it; Ctrl+C ends it.")
    nobody = N_("Only this computer can reach it, because it has no network; Ctrl+C ends it.")
    complain(_(nobody if alone else everybody))


def take_stdin() -> None:
    """Note that a command reads standard input. Raises Impossible if it does already, or one that it runs in."""
    noted = click.get_current_context().meta
    if _STDIN in noted:
        raise Impossible(_("Standard input is read already; name a file in place of “-”."))
    noted[_STDIN] = True


def chosen_rules(
    book: str | None, house: tuple[str, ...], set_size: int | None, rounds: int | None
) -> "tuple[RuleBook, int, Mapping[str, Value]]":
    """Return the rule book of a new game, with what the options change in it, the set, and these changes."""
    from scorekeeper.rules import changes_for_length, read_changes, with_changes
    from scorekeeper.session import book_and_rules

    chosen, changes = book_and_rules(book, house)
    size = set_size or chosen.rules.set.default
    if rounds is not None:
        shorter = read_changes(changes_for_length(chosen.rules, size, rounds))
        chosen, changes = replace(chosen, rules=with_changes(chosen.rules, shorter)), changes | shorter
    return chosen, size, changes


def store() -> "Store":
    """Return the kept games, opened once and let go of when the command ends."""
    from scorekeeper.storage import open_store, usual_place

    ctx = click.get_current_context(silent=True)
    if ctx is None:
        return open_store(usual_place())
    if (kept := ctx.meta.get(_STORE)) is None:
        kept = ctx.meta[_STORE] = open_store(usual_place())
        ctx.call_on_close(lambda: put_away(kept))
    return kept


def put_away(kept: "Store") -> None:
    """Copy the kept games if they were changed and no copy is young, and let go of them.

    They are saved already: whatever goes wrong here is told, and changes nothing of what the command says and how it
    ends.
    """
    try:
        if kept.wrote:
            from scorekeeper.storage import make_backup

            make_backup(kept, now())
    except Exception as error:  # noqa: BLE001, also a fault of our own
        why = str(error) if isinstance(error, ScorekeeperError) else repr(error)
        with suppress(OSError):
            complain(_("The games are saved, but could not be backed up: {why}", why=why))
    finally:
        kept.close()


def open_game(name: str) -> "Game":
    """Return the game of a file, or the kept game that an id, its beginning or `last` names.

    Which one is `last` is said.
    """
    if names_file(name):
        from scorekeeper.formats import read_game

        return read_game(source(name), shelf().book)
    return open_kept(name).game


def open_kept(name: str, by: str | None = None) -> "Session":
    """Open a kept game, to read it or to add to it; `by` is who says so.

    Which one is `last` is said.
    """
    from scorekeeper.session import Session

    game_id = find_kept(name)
    if name == "last" and store().count() > 1:  # somebody may have meant another
        listed, sentence = store().listed(game_id), N_("This is {id}, the game of {names}.")
        if listed.title:
            sentence = N_("This is “{title}” ({id}), the game of {names}.")
        complain(_(sentence, title=listed.title, id=game_id, names=join_and(listed.players)))
    session = Session(store(), now, by)
    session.open(game_id)
    return session


def find_kept(name: str) -> str:
    """Return the id of a kept game, which need not be readable."""
    if names_file(name):
        raise Malformed(_("This is no saved game; save it first with scorekeeper import {file}.", file=name))
    return store().find(name)


def chosen_round(game: "Game", number: int | None, double: int | None) -> "Round":
    """Return the round meant: by number, by double, else the current one.

    Raises Impossible if there is none, or more than one of that double and none still to be entered.
    """
    if number is not None:
        played = game.round(number)
        if double not in (None, played.double):
            sentence = N_("Round {number} is {due}-{due}, not {double}-{double}.")
            raise Impossible(_(sentence, number=number, due=played.double, double=double))
        return played
    if double is None:
        if game.current is None:
            raise Impossible(_("Every round is entered; name the one to correct with --double or --round."))
        return game.current
    numbers = range(1, game.last_number + 1)
    rounds = [played for played in map(game.round, numbers) if played.double == double]
    if not rounds:
        doubles = ", ".join(f"{game.round(round_number).double}" for round_number in numbers)
        sentence = N_("This game has no round {double}-{double}; its rounds are {doubles}.")
        raise Impossible(_(sentence, double=double, doubles=doubles))
    if len(rounds) == 1:
        return rounds[0]
    if missing := [played for played in rounds if game.missing_in(played)]:
        return missing[0]
    sentence = N_("The rounds {numbers} all start with {double}-{double}; say which with --round.")
    raise Impossible(_(sentence, double=double, numbers=", ".join(str(played.number) for played in rounds)))


def asked_set(set_size: int | None, rules: "Rules") -> int:
    """Return the set that a question without a game is about: nine, unless the rule book is for a larger one."""
    return set_size or max(9, rules.set.default)


def chosen_form(asked: Form | None, output: Path | None, endings: Mapping[Form, str]) -> Form | None:
    """Return the form that is asked for, by name or by a file's ending. Raises Malformed if the two differ."""
    named = None if output is None else form_named(str(output), endings)
    if asked and named and asked != named:
        sentence = N_("This ends as a {named} file, not as {asked}.")
        raise Malformed(_(sentence, named=named, asked=asked), str(output))
    return asked or named


def chosen_paper() -> Paper:
    """Return the paper that was chosen last in the app, else that of the country."""
    try:
        return read_settings(settings_file()).print.paper or usual_paper()
    except ScorekeeperError as error:
        complain(str(error))
        return usual_paper()


def names_file(name: str) -> bool:
    """Whether a GAME is a file: it is `-`, looks like a path, or a file of that name lies here."""
    if name == STREAM or any(mark in name for mark in ("/", "\\", ".")):
        return True
    with suppress(OSError, ValueError):  # a name that no file can have
        return name != "last" and Path(name).is_file()
    return False


def write_files(files: Mapping[Path, bytes], force: bool, *, lasting: bool = True) -> list[str]:
    """Write files, but through no link to one, and return their names; `STDOUT` is standard output, of no name.

    In a terminal the person is asked before a file is replaced, elsewhere only `force` replaces it.
    """
    if STDOUT in files:
        write_out(files[STDOUT])
        return []
    refuse_links(files)
    for path in files:
        if force or not os.path.lexists(path) or not path.is_file():
            continue
        if not in_terminal():
            raise Impossible(_("The file {path} already exists; --force replaces it.", path=path))
        if not agreed(_("The file {path} already exists. Replace it?", path=path), default=False):
            raise Impossible(_("The file {path} was left as it is.", path=path))
    for path, content in files.items():
        write_whole(path, content, lasting=lasting)
    return list(map(str, files))


def settle_names(lookalikes: "Iterable[Lookalike]", similar: bool) -> None:
    """Raise Impossible for names that look alike, unless they are allowed. In a terminal the person is asked."""
    for lookalike in () if similar else lookalikes:
        if not in_terminal():
            sentence = N_("{fault} Choose another name, or use both with --similar-names.")
            raise Impossible(_(sentence, fault=lookalike.sentence))
        if not agreed(_("{fault} Use both?", fault=lookalike.sentence), default=False):
            raise Impossible(_("Nothing was saved; choose another name."))


def agreed(question: str, *, default: bool) -> bool:
    """Ask until the answer is yes or no, and return whether it is yes; Enter alone means `default`."""
    sentence = N_("{question} [Y/n]") if default else N_("{question} [y/N]")
    while True:
        typed = click.prompt(
            _(sentence, question=question), default="", show_default=False, prompt_suffix=": ", err=True
        )
        if not typed.strip() or reading.answered(typed) in ("y", "n"):
            return reading.answered(typed) == "y" or (default and not typed.strip())
        complain(_("Please answer y for yes or n for no."))


def in_terminal() -> bool:
    """Whether somebody can be asked, and can answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()
