"""Collects every sentence of the program for translators: `make messages`.

Writes `translations/scorekeeper.pot`, and brings each `translations/<code>/LC_MESSAGES/scorekeeper.po` up to date:
new sentences come in untranslated, changed ones are marked fuzzy, sentences that are gone go to the end. Words of
rules are not among them: they are translated in `rules/`.
"""

from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from scorekeeper.cli import scorekeeper

ROOT = Path(__file__).parents[1]
TRANSLATIONS = ROOT / "translations"
TEMPLATE = TRANSLATIONS / "scorekeeper.pot"
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
HEAD = "# The sentences of scorekeeper. This file is under the same licence as the program."
COMMENT = "Translators:"
"""How a comment begins that translators should read."""


def messages() -> Catalog:
    """Return every sentence: those of the code, the help of the commands, and Click's own."""
    found = Catalog(project="scorekeeper", version="0.1", fuzzy=False, header_comment=HEAD)
    for folder, name in ((ROOT / "scorekeeper", "scorekeeper"), (Path(click.__file__).parent, "click")):
        for file, _line, message, comments, context in sorted(
            extract_from_dir(folder, keywords=KEYWORDS, comment_tags=(COMMENT,), strip_comment_tags=True),
            key=lambda one: (one[0], one[1]),
        ):
            found.add(message, None, [(f"{name}/{file}", None)], auto_comments=comments, context=context)
    for command, words in help_words():
        found.add(words, None, [(f"scorekeeper/cli:{command.replace(' ', '-')}", None)])
    return found


def help_words() -> Iterator[tuple[str, str]]:
    """Yield what the help of each command says, with the name of the command."""
    yield from _help_of(scorekeeper, "")


def _help_of(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    if command.help:
        yield name, cleandoc(command.help)
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help:
            yield name, parameter.help
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for inner in command.list_commands(ctx):
            if (found := command.get_command(ctx, inner)) is not None:
                yield from _help_of(found, f"{name} {inner}".strip())


def main() -> None:
    """Write the template if its sentences have changed, and bring the translations up to date with it."""
    template = messages()
    if not TEMPLATE.exists() or sentences(template) != sentences(read(TEMPLATE)):
        write(template, TEMPLATE)
    for path in sorted(TRANSLATIONS.glob("*/LC_MESSAGES/scorekeeper.po")):
        translated = read(path)
        translated.update(template)
        write(translated, path)


def sentences(catalogue: Catalog) -> set[tuple[object, str | None]]:
    """Return what a catalogue has to be translated, with the context where there is one."""
    return {(message.id, message.context) for message in catalogue if message.id}


def read(path: Path) -> Catalog:
    """Read a catalogue from a file."""
    with path.open("rb") as file:
        return read_po(file)


def write(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue as a file; the same sentences give the same bytes."""
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, sort_output=False, include_lineno=False)


if __name__ == "__main__":
    main()
