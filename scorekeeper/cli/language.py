"""The language of one run of the command line: the option `--lang`, help in that language, Click's own words.

Click asks gettext for its sentences, so they come from the same catalogue; commands are made when their modules are
loaded, so copies of them get their help in the language in use.
"""

import gettext
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from inspect import cleandoc

import click

from scorekeeper.system import DOMAIN, catalogues_folder
from scorekeeper.text import ENGLISH, N_, Language, _

OPTION = "--lang"
HELP = N_("The language of what is printed, such as en.")
NUMBER = "NUMBER"
"""What stands for a number in help, where Click says INTEGER or INTEGER RANGE."""


def asked_for(arguments: Sequence[str]) -> str | None:
    """Return the language that the words of a command ask for, wherever they stand; the last one counts.

    >>> asked_for(["games", "--lang", "es"]), asked_for(["--lang=es", "games"]), asked_for(["--", "--lang=es"])
    ('es', 'es', None)
    """
    words = list(arguments[: arguments.index("--")] if "--" in arguments else arguments)
    asked = None
    for place, word in enumerate(words):
        if word == OPTION:
            asked = next(iter(words[place + 1 :]), None)
        elif word.startswith(f"{OPTION}="):
            asked = word.partition("=")[2]
    return asked


@contextmanager
def click_in(chosen: Language) -> Iterator[None]:
    """Let Click take its words from the translations of a language, by the means that gettext has for it."""
    if chosen == ENGLISH:
        yield
        return
    before, variable = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, str(catalogues_folder()))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = ":".join(chosen.codes)
    try:
        yield
    finally:
        gettext.textdomain(before)
        del os.environ["LANGUAGE"]
        if variable is not None:
            os.environ["LANGUAGE"] = variable


def in_language(command: click.Command) -> click.Command:
    """Return a copy of a command that knows `--lang`, its help in the language in use."""
    said = copy(command)
    said._help_option = None  # Click makes `--help` once, in the language of that moment
    said.help = command.help and _(cleandoc(command.help))
    said.short_help = (said.help or "").partition("\n\n")[0]  # else Click cuts it
    if command.epilog:
        said.epilog = _("Example: {command}", command=_(command.epilog))
    said.params, ctx = [copy(parameter) for parameter in command.params], click.Context(command)
    said.options_metavar = command.options_metavar and _(command.options_metavar)
    for parameter in said.params:
        if isinstance(parameter, click.Option) and parameter.help:
            parameter.help = _(parameter.help)
        if not (isinstance(parameter.type, click.Choice) or getattr(parameter, "is_flag", False)):
            shown = parameter.make_metavar(ctx)
            parameter.metavar = _(NUMBER if shown.startswith("INTEGER") else shown)
    # `asked_for` has read its value before anything was said
    said.params.append(click.Option([OPTION], metavar=_("LANGUAGE"), expose_value=False, help=_(HELP)))
    if isinstance(said, click.Group):
        said.subcommand_metavar = said.subcommand_metavar and _(said.subcommand_metavar)
        said.commands = {name: in_language(one) for name, one in said.commands.items()}
    return said
