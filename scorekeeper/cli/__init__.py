"""The command line: which commands there are, and how every one of them ends.

A command's module is loaded only when it runs, so that a quick question starts neither the store nor
the app. Whatever goes wrong is one sentence on stderr and an exit status, never a traceback.
"""

import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from scorekeeper.cli.language import asked_for, click_in, in_language
from scorekeeper.cli.output import DISTRIBUTION, NAME, complain, is_aloud
from scorekeeper.errors import Malformed, ScorekeeperError, Unanswered, cause
from scorekeeper.system import named_language, usual_language
from scorekeeper.text import N_, _, language, speak

UNREADABLE, UNKNOWN, INTERRUPTED = 2, 4, 130

GROUPS = {
    N_("Play"): {
        "demo": "app:demo",
        "new": "games:new",
        "keep": "keep:keep",
        "round": "round:enter",
        "key": "exchange:key",
        "call": "amend:call",
        "undo": "amend:undo",
        "redo": "amend:redo",
        "log": "amend:log",
        "standings": "standings:standings",
        "check": "standings:check",
    },
    N_("Change the table and its rules"): {
        "join": "amend:join",
        "leave": "amend:leave",
        "rename": "amend:rename",
        "seats": "amend:seats",
        "date": "amend:date",
        "rule": "amend:rule",
        "hide": "amend:hide",
        "finish": "amend:finish",
        "reopen": "amend:reopen",
    },
    N_("Look up rules and settle disputes"): {
        "score": "score:score",
        "judge": "judge:judge",
        "rules": "rules:rules",
        "simulate": "simulate:simulate",
    },
    N_("Host an event over many tables"): {"club": "club:club"},
    N_("Share with the room"): {"share": "app:share"},
    N_("Print and exchange"): {
        "sheet": "sheet:sheet",
        "export": "exchange:export",
        "import": "imports:take_in",
    },
    N_("Look after saved games"): {
        "games": "games:games",
        "history": "history:history",
        "players": "history:players",
        "delete": "games:delete",
        "restore": "games:restore",
        "store": "games:stores",
        "where": "games:where",
    },
    N_("Set up the shell"): {"completion": "completion:completion"},
}
"""Every command by what people want to do, with the module and attribute that hold it; in the order of `--help`."""

COMMANDS = {name: entry_point for commands in GROUPS.values() for name, entry_point in commands.items()}

MOST_WORDS, LONGEST_WORD = 10_000, 20_000
"""Words of a command line, and letters of each, that are more than anybody types."""

OPEN = "app:open_command"
"""What runs when the first word is no command: the app, on the game of that name."""


class LazyGroup(click.Group):
    """The commands, loaded when asked for."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the commands in their order."""
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        return load_command(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, in their groups, with a line about each."""
        wide = max(map(len, COMMANDS))
        for heading, names in GROUPS.items():
            rows = [(name.ljust(wide), self.get_command(ctx, name)) for name in names]
            with formatter.section(_(heading)):
                formatter.write_dl(
                    [(name, command.get_short_help_str()) for name, command in rows if command]
                )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Take the first word as a command, else as a game to open."""
        if args[0] in COMMANDS or (args[0].startswith("-") and args[0] != "-"):
            return super().resolve_command(ctx, args)
        return args[0], _load(OPEN), args


def load_command(name: str) -> click.Command:
    """Return the command of that name, its help in the language in use."""
    return _load(COMMANDS[name])


def _load(entry_point: str) -> click.Command:
    module, _colon, attribute = entry_point.partition(":")
    return in_language(getattr(import_module(f"{__name__}.{module}"), attribute))


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    subcommand_metavar="[GAME | COMMAND [ARGS]…]",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name=DISTRIBUTION, message="%(prog)s %(version)s")
@click.pass_context
def scorekeeper(ctx: click.Context) -> int | None:
    """Keep the score of a game of dominoes, settle disputes, print score sheets.

    Without a command, the app opens, on a game if one is named. GAME is a game file, the id of a saved
    game or its beginning, or `last`.
    """
    if ctx.invoked_subcommand is not None:
        return None
    from scorekeeper.cli.app import open_app

    return open_app()


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit status."""
    before = speak(usual_language())
    try:
        return _run(arguments)
    finally:
        speak(before)


def _run(arguments: Sequence[str]) -> int:
    try:
        words = _as_texts(arguments)
        asked = asked_for(words)
        chosen = language() if asked is None else named_language(asked)
        speak(chosen)
        with click_in(chosen):
            try:
                status: Any = in_language(scorekeeper).main(words, prog_name=NAME, standalone_mode=False)
            except click.ClickException as error:  # some find their words only when they are asked for them
                _refused(fault_of(error))
                return UNREADABLE
    except ScorekeeperError as error:
        _refused(str(error))
        return UNKNOWN if isinstance(error, Unanswered) else UNREADABLE
    except click.Abort:
        return INTERRUPTED
    except OSError as error:
        _unwritten(error)
    except UnicodeEncodeError as error:  # only names of files are put into the system's encoding
        sentence = N_("“{word}” cannot be the name of a file in a system that uses {encoding}.")
        _refused(_(sentence, word=error.object, encoding=error.encoding))
    else:
        return status if isinstance(status, int) else 0
    return UNREADABLE


def _refused(sentence: str) -> None:
    """Say why a command was refused, where that can be said; its status says so too."""
    with suppress(OSError):
        complain(*sentence.split("\n"))


def _unwritten(error: OSError) -> None:
    """Say that the output could not be written, where that can still be said, and write no more of it."""
    with suppress(OSError):
        complain(_("Cannot write the output ({why}).", why=cause(error)))
    sys.stdout = sys.stderr = None  # what they still hold would be tried again at the end


def fault_of(error: ScorekeeperError | click.ClickException) -> str:
    """Return why a command was refused: of a wrong command line what a game can be, and where to read more."""
    if not isinstance(error, click.ClickException):
        return str(error)
    ctx = getattr(error, "ctx", None)
    fault = re.sub("'([^']*)'", r"“\1”", error.format_message())  # Click quotes as Python does
    if isinstance(error, click.MissingParameter) and error.param is not None and error.param.name == "game":
        fault = _(
            "GAME is missing; write last for the latest game, the id of a saved game or its beginning, or a file."
        )
    if ctx is None:
        return fault
    sentence = N_("{fault} Type help {command}.") if is_aloud() else N_("{fault} See {command} --help.")
    command = ctx.command_path.removeprefix(f"{NAME} ").partition(" ")[0] if is_aloud() else ctx.command_path
    return _(sentence, fault=fault if fault.endswith((".", "?", "!")) else f"{fault}.", command=command)


def main() -> int:
    """Run the command `scorekeeper` on the words it was called with, and return its exit status."""
    # A standard stream that was closed can be read, and is written in vain. They are opened in their order, so none
    # of our files takes the number of one, into which something else writes.
    nothing = Path(os.devnull)
    sys.stdin = sys.stdin or nothing.open(encoding="utf-8")
    sys.stdout = sys.stdout or nothing.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nothing.open("w", encoding="utf-8")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with suppress(AttributeError):  # a stream that something else put in place
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    if hasattr(signal, "SIGPIPE"):  # a reader that leaves ends the command as it ends other tools
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    status = run(sys.argv[1:])
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except OSError as error:
        _unwritten(error)
        return UNREADABLE
    return status


def _as_texts(words: Sequence[str]) -> list[str]:
    """Return the words of the command line as text. Raises Malformed for more or longer ones than anybody types."""
    if len(words) > MOST_WORDS:
        sentence = N_("A command takes at most {most} words, not {count}.")
        raise Malformed(_(sentence, most=MOST_WORDS, count=len(words)))
    for word in words:
        if len(word) > LONGEST_WORD:
            sentence = N_("“{word}” has {length} letters; {most} fit.")
            raise Malformed(_(sentence, word=word[:20] + "…", length=len(word), most=LONGEST_WORD))
    return [_as_text(word) for word in words]


def _as_text(word: str) -> str:
    """Return a word of the command line as text, if it has bytes that are no text in the system's encoding.

    They may be UTF-8 all the same, as where the system's encoding is ASCII; the name of a file is left as it is.
    Raises Malformed for any other bytes.
    """
    if not any("\ud800" <= letter <= "\udfff" for letter in word) or os.path.lexists(word):
        return word
    try:
        return os.fsencode(word).decode()
    except UnicodeError:
        sentence = N_("“{word}” is not text in UTF-8; type it in a terminal that uses UTF-8.")
        raise Malformed(_(sentence, word=word)) from None
