"""`scorekeeper completion`: the line of a shell's start-up file by which its Tab key completes our words."""

import sys

import click

from scorekeeper.cli.output import complain
from scorekeeper.text import _

SHELLS = {
    "bash": ("~/.bashrc", 'eval "$(_SCOREKEEPER_COMPLETE=bash_source scorekeeper)"'),
    "zsh": (
        "~/.zshrc",
        'autoload -Uz compinit && compinit && eval "$(_SCOREKEEPER_COMPLETE=zsh_source scorekeeper)"',
    ),
    "fish": ("~/.config/fish/config.fish", "_SCOREKEEPER_COMPLETE=fish_source scorekeeper | source"),
}
"""The shells that Click can complete for: the start-up file of each, and what belongs there."""


@click.command(epilog="scorekeeper completion bash >> ~/.bashrc")
@click.argument("shell", type=click.Choice(list(SHELLS)))
def completion(shell: str) -> None:
    """Print the line that lets the Tab key of a shell complete commands, options and games.

    It belongs in the shell's start-up file: `~/.bashrc`, `~/.zshrc` or `~/.config/fish/config.fish`.
    """
    file, line = SHELLS[shell]
    click.echo(line)
    if sys.stdout.isatty():
        complain(_("Add this line to {file}, and open a new window.", file=file))
