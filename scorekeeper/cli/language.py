"""The language of one run of the command line: the option `--lang`, help in that language, Click's own words.

Click asks gettext for its sentences, so they come from the same catalogue; commands are made when their modules are
loaded, so copies of them get their help in the language in use.
"""

import gettext
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from inspect import cleandoc
from typing import Any

import click

from scorekeeper.system import DOMAIN, catalogues_folder
from scorekeeper.text import ENGLISH, N_, Language, _

OPTION = "--lang"
HELP = N_("The language of what is printed, such as en.")
NUMBER = "NUMBER"
"""What stands for a number in help, where Click says INTEGER or INTEGER RANGE."""


class Listing(click.Option):
    """An option whose help names what there is, or is read from a file, each time it is asked for."""

    def __init__(self, *names: Any, words: Callable[[], str], **more: Any) -> None:
        super().__init__(*names, **more)
        self.words = words

    @property
    def help(self) -> str | None:
        """Its help in the language in use."""
        return self.words()

    @help.setter
    def help(self, text: str | None) -> None:
        """Take no text: Click sets it where an option is made."""


def asked_for(arguments: Sequence[str]) -> str | None:
    """Return the language that the words of a command ask for, wherever they stand; the last one counts.

    >>> asked_for(["games", "--lang", "es"]), asked_for(["--lang=es", "games"]), asked_for(["--", "--lang=es"])
    ('es', 'es', None)
    """
    words = list(arguments[: arguments.index("--")] if "--" in arguments else arguments)
    asked = None
    for index, word in enumerate(words):
        if word == OPTION:
            asked = next(iter(words[index + 1 :]), None)
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
    localized = copy(command)
    localized._help_option = None  # Click makes `--help` once, in the language of that moment
    localized.help = command.help and _(cleandoc(command.help))
    localized.short_help = (localized.help or "").partition("\n\n")[0]  # else Click cuts it
    if command.epilog:
        localized.epilog = _("Example: {command}", command=_(command.epilog))
    localized.params, ctx = [copy(parameter) for parameter in command.params], click.Context(command)
    localized.options_metavar = command.options_metavar and _(command.options_metavar)
    for parameter in localized.params:
        if isinstance(parameter, click.Option) and not isinstance(parameter, Listing) and parameter.help:
            parameter.help = _(parameter.help)
        if not (isinstance(parameter.type, click.Choice) or getattr(parameter, "is_flag", False)):
            shown = parameter.make_metavar(ctx)
            parameter.metavar = _(NUMBER if shown.startswith("INTEGER") else shown)
    # `asked_for` has read its value before anything was said
    localized.params.append(click.Option([OPTION], metavar=_("LANGUAGE"), expose_value=False, help=_(HELP)))
    if isinstance(localized, click.Group):
        localized.subcommand_metavar = localized.subcommand_metavar and _(localized.subcommand_metavar)
        localized.commands = {name: in_language(child) for name, child in localized.commands.items()}
    return localized
