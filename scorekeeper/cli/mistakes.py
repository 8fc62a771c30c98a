"""What is wrong with a command line, as one sentence; loaded only when something is."""

import click

from scorekeeper.errors import nearest
from scorekeeper.text import _

_GAME = "game"


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
    return error.format_message()


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
        return _("The option {option} is missing.", option=max(parameter.opts, key=len))
    return _(
        "{argument} is missing.", argument=(parameter.metavar or parameter.human_readable_name).rstrip("…")
    )
