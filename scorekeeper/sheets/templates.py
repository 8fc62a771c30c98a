"""Finds templates, the user's own first, then those that come with the program; and has the labels that they print.

A template is one `.typ` file. It may read the files in its folder, and it imports the shared parts as
`@scorekeeper/sheet:1.0.0`. It has no words of its own: they come in the language in use. Nothing ever comes from the
network.
"""

import os
from functools import cache
from pathlib import Path

import tomli

from scorekeeper.errors import Malformed, NotFound, nearest
from scorekeeper.rules import TableLayout
from scorekeeper.system import read_text, shipped_folder, templates_folder
from scorekeeper.text import _, pgettext

LISTS = "club/list"
"""The template of lists, which no sheet of a game can have."""


def template_names() -> tuple[str, ...]:
    """Return the names of all templates, the user's own first."""
    return tuple(_files())


def shipped_templates() -> tuple[str, ...]:
    """Return the names of the shipped templates, in alphabetical order."""
    return tuple(sorted(path.stem for path in shipped_folder("templates").glob("?*.typ")))


def template_titles() -> dict[str, str]:
    """Return the titles of the shipped templates by name."""
    return {
        "classic": _("Score sheet"),
        "large": _("Large print"),
        "pocket": _("For the pocket"),
        "pocket-four": _("Four for the pocket"),
        "tournament": _("Tournament, to be signed"),
        "result": _("Result"),
        "rules-card": _("Rules card"),
        "ruling": _("Rulings"),
    }


def template_file(name: str) -> Path:
    """Return a template's file. Raises NotFound, naming the nearest template.

    Links are followed, but for a template of the user's own that is a link itself: it may not read where that leads.
    """
    files = {**_files(), LISTS: shipped_folder("templates") / f"{LISTS}.typ"}
    if name not in files:
        raise NotFound(
            _("There is no sheet template “{name}”; {hint}", name=name, hint=nearest(name, _files()))
        )
    file = files[name]
    return file.parent.resolve() / file.name if file.parent == templates_folder() else file.resolve()


def is_own(template: Path) -> bool:
    """Whether a template's file did not come with the program."""
    return not template.is_relative_to(shipped_folder("templates").resolve())


def emblem_file() -> Path:
    """Return where the user may put an emblem for all sheets."""
    return templates_folder() / "emblem.svg"


def own_emblem() -> str:
    """Return the user's own emblem as SVG; "" without one."""
    return read_text(emblem_file()) if _is_file(emblem_file()) else ""


def refuse_unsafe(template: Path) -> None:
    """Raise Malformed if the folder of a template has links that lead out of it."""
    for folder, names, files in os.walk(template.parent):
        for name in (*names, *files):
            path = Path(folder) / name
            if path.is_symlink() and not path.resolve().is_relative_to(template.parent):
                raise Malformed(_("This link leads out of the folder; put a copy there instead."), str(path))


def _files() -> dict[str, Path]:
    files: dict[str, Path] = {}
    for folder in (templates_folder(), shipped_folder("templates")):
        for path in sorted(folder.glob("?*.typ")):
            if _is_file(path):
                files.setdefault(path.stem, path)
    return files


def _is_file(path: Path) -> bool:
    """Whether this is a readable regular file; not a folder, a pipe or a broken link."""
    try:
        return path.is_file()
    except OSError:
        return False


@cache
def _labels() -> dict[str, tuple[str, str]]:
    """Return context and English words of each label."""
    labels = tomli.loads(read_text(shipped_folder("templates") / "labels.toml"))
    return {
        name: ("", label) if isinstance(label, str) else (label["context"], label["words"])
        for name, label in labels.items()
    }


def label_words() -> dict[str, str]:
    """Return the labels of all sheets by name; `templates/README.md` lists the names."""
    return {
        name: pgettext(context, words) if context else _(words)
        for name, (context, words) in _labels().items()
    }


def game_words(name: str, layout: TableLayout) -> dict[str, str]:
    """Return the labels that depend on the game of a sheet; without its name they do without."""
    start = pgettext("the double that starts a round", "Start")
    engine = pgettext("the double that starts a round of trains", "Engine")
    return {
        "game": name or _("Score sheet"),
        "game_sheet": _("{game} score sheet", game=name) if name else _("Score sheet"),
        "result_sheet": _("{game} result", game=name) if name else _("Result"),
        "start": {"start": start, "engine": engine}[layout.starting_double],
    }
