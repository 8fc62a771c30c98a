"""What is wrong with a command line, as one sentence; loaded only when something is."""

import gettext

import click

from scorekeeper.errors import nearest
from scorekeeper.text import _, join_or

_GAME = "game"
_SURPLUS = ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})")
_VALUE_TOO_MANY = "Option {name!r} does not take a value."
"""What Click says of words that nothing takes; its exceptions do not tell it otherwise."""


def usage_sentence(error: click.ClickException) -> str:
    """Return what Click refuses as sentences: what is wrong, what would be right, and where to read more."""
    fault = _fault(error)
    ctx = getattr(error, "ctx", None)
    if ctx is None:
        return fault
    if fault.endswith((".", "?", "!")):
        return _("{fault} See {command} --help.", fault=fault, command=ctx.command_path)
    return _("{fault}. See {command} --help.", fault=fault, command=ctx.command_path)


def _fault(error: click.ClickException) -> str:
    if isinstance(error, click.NoSuchOption):
        return _no_option(error)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return _missing(error.param)
    if isinstance(error, click.BadOptionUsage):
        return _with_or_without_value(error)
    if isinstance(error, click.BadParameter) and error.param is not None:
        return _bad_value(error, error.param)
    return _surplus(error) or error.format_message()


def _with_or_without_value(error: click.BadOptionUsage) -> str:
    if error.message == gettext.gettext(_VALUE_TOO_MANY).format(name=error.option_name):
        return _("The option {option} takes no value.", option=error.option_name)
    return _("The option {option} needs a value.", option=error.option_name)


def _bad_value(error: click.BadParameter, parameter: click.Parameter) -> str:
    """Return what a choice or a number can be."""
    name, kind = _name(parameter), parameter.type
    if isinstance(kind, click.Choice):
        return _(
            "{option} can only be {choices}.", option=name, choices=join_or(list(map(str, kind.choices)))
        )
    if isinstance(kind, click.IntRange) and kind.max is not None:
        return _(
            "{option} takes a whole number from {least} to {most}.",
            option=name,
            least=kind.min,
            most=kind.max,
        )
    if isinstance(kind, click.IntRange):
        return _("{option} takes a whole number, {least} or more.", option=name, least=kind.min)
    if kind is click.INT:
        return _("{option} takes a whole number.", option=name)
    return error.format_message()


def _surplus(error: click.ClickException) -> str:
    """Return which words are too many; "" if the fault is another one. Click says it in the language in use."""
    for count in (1, 2):
        sentence = gettext.ngettext(*_SURPLUS, count)
        before, _words, after = sentence.partition("{args}")
        if error.message.startswith(before) and error.message.endswith(after):
            words = error.message.removeprefix(before).removesuffix(after)
            return _("There is no place for “{words}”; a value with spaces needs quotes.", words=words)
    return ""


def _no_option(error: click.NoSuchOption) -> str:
    known = [name for one in _options(error.ctx) for name in (*one.opts, *one.secondary_opts)]
    fault = _(
        "There is no option “{option}”; {hint}",
        option=error.option_name,
        hint=nearest(error.option_name, [name for name in known if name.startswith("--")]),
    )
    if error.option_name.startswith("--"):
        return fault
    return _('{fault} Put a name that begins with - after --, as in -- "-Bo=5".', fault=fault)


def _options(ctx: click.Context | None) -> list[click.Option]:
    return (
        [] if ctx is None else [one for one in ctx.command.get_params(ctx) if isinstance(one, click.Option)]
    )


def _missing(parameter: click.Parameter) -> str:
    if parameter.name == _GAME:
        return _(
            "GAME is missing; write last for the latest game, the id of a saved game or its beginning, or a file."
        )
    if isinstance(parameter, click.Option):
        return _("The option {option} is missing.", option=_name(parameter))
    return _("{argument} is missing.", argument=_name(parameter))


def _name(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    return (parameter.metavar or parameter.human_readable_name).rstrip("…")
