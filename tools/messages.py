"""Collects every sentence of the program for translators: `make messages`.

Writes `translations/scorekeeper.pot`, and updates each `translations/<code>/LC_MESSAGES/scorekeeper.po`: new
sentences are empty, changed ones are marked fuzzy, and obsolete ones move to the end. The words of rules are not
included; they are translated in `rules/`.
"""

import re
from collections.abc import Iterator
from inspect import cleandoc
from io import BytesIO
from pathlib import Path

import click
import tomli
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from scorekeeper.cli import scorekeeper
from scorekeeper.cli.language import Listing
from scorekeeper.text import ENGLISH, spoken
from scorekeeper.tui.base.actions import ACTIONS

ROOT = Path(__file__).parents[1]
TRANSLATIONS = ROOT / "translations"
TEMPLATE = TRANSLATIONS / "scorekeeper.pot"
LABELS = ROOT / "templates" / "labels.toml"
KEYWORDS = {"_": None, "N_": None, "typed_words": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
HEAD = "# The sentences of scorekeeper. This file is under the same licence as the program."
AS_VARIABLES = {
    "scorekeeper/cli/club.py": (
        *(
            "rank",
            "player",
            "score",
            "points",
            "place",
            "mean",
            "places",
            "sittings",
            "decided_by",
            "name",
            "here",
        ),
        *(
            "table",
            "apart",
            "together",
            "sitting",
            "number",
            "at",
            "by",
            "sentence",
            "in_force",
            "id",
            "changed",
        ),
        "title",
    ),
    "click/core.py": ("required",),
    "os": (
        *("No such file or directory", "Permission denied", "Is a directory", "Not a directory"),
        *("File name too long", "No space left on device", "Read-only file system", "Broken pipe"),
        *("Input/output error", "Too many levels of symbolic links", "Disk quota exceeded"),
    ),
    "tomli": (
        *("Invalid statement", "Invalid value", "Invalid hex value", "Invalid date or datetime"),
        *("Expected newline or end of document after a statement", "Cannot overwrite a value"),
        *("Invalid initial character for a key part", "Unclosed array", "Unclosed inline table"),
        *("Escaped character is not a Unicode scalar value", "Unterminated string"),
        *("Found invalid character “{about}”", "Illegal character “{about}”", "Expected “{about}”"),
        *("Cannot declare “{about}” twice", "Cannot redefine namespace “{about}”"),
        *("Cannot mutate immutable namespace “{about}”", "Duplicate inline table key “{about}”"),
        *("Expected “{about}” after a key in a key/value pair", "Unescaped “{about}” in a string"),
        "Expected “{about}” at the end of a table declaration",
        "Expected “{about}” at the end of an array declaration",
    ),
}
"""What is passed to gettext as a variable, so that no search finds it: columns of lists, and what others say."""
COMMENT = "Translators:"
"""The first word of a comment for translators."""


def messages() -> Catalog:
    """Return every sentence of the code, of the actions of screens, of the commands' help, and of Click."""
    catalogue = Catalog(project="scorekeeper", version="0.1", fuzzy=False, header_comment=HEAD)
    for source, sentences_of in AS_VARIABLES.items():
        for sentence in sentences_of:
            catalogue.add(sentence, None, [(source, None)])
    for label in tomli.loads(LABELS.read_text("utf-8")).values():
        words, context = (label, None) if isinstance(label, str) else (label["words"], label["context"])
        catalogue.add(words, None, [("templates/labels.toml", None)], context=context)
    for folder, name in ((ROOT / "scorekeeper", "scorekeeper"), (Path(click.__file__).parent, "click")):
        for file, _line, message, comments, context in sorted(
            extract_from_dir(folder, keywords=KEYWORDS, comment_tags=(COMMENT,), strip_comment_tags=True),
            key=lambda row: (row[0], row[1]),
        ):
            catalogue.add(message, None, [(f"{name}/{file}", None)], auto_comments=comments, context=context)
    for actions in ACTIONS.values():
        for words in (
            words for action in actions for words in (action.label, action.help, action.words) if words
        ):
            catalogue.add(words, None, [("scorekeeper/tui/base/actions.toml", None)])
    with spoken(ENGLISH):  # a command is made in the language in use
        for command, words in help_words():
            catalogue.add(words, None, [(f"scorekeeper/cli/{command.replace(' ', '-')}", None)])
    return catalogue


def help_words(command: click.Command = scorekeeper, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the help texts of a command and those in it, and what stands for what is typed, with the name of each."""
    if command.help:
        yield name, cleandoc(command.help)
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help and not isinstance(parameter, Listing):
            yield name, parameter.help
        if parameter.metavar and not getattr(parameter, "is_flag", False):
            yield name, parameter.metavar
    if command.options_metavar:
        yield name, command.options_metavar
    if isinstance(command, click.Group):
        yield name, command.subcommand_metavar
        ctx = click.Context(command)
        for inner in command.list_commands(ctx):
            if (child := command.get_command(ctx, inner)) is not None:
                yield from help_words(child, f"{name} {inner}".strip())


def main() -> None:
    """Write the template if its sentences have changed, and update the translations."""
    template = messages()
    before = read(TEMPLATE)
    if sentences(template) == sentences(before):
        template.creation_date = before.creation_date
    else:
        write(template, TEMPLATE)
    for path in sorted(TRANSLATIONS.glob("*/LC_MESSAGES/scorekeeper.po")):
        translated = read(path)
        translated.update(template)
        write(translated, path)


def sentences(catalogue: Catalog) -> set[tuple[object, str | None]]:
    """Return the sentences of a catalogue, with their contexts."""
    return {(message.id, message.context) for message in catalogue if message.id}


def read(path: Path) -> Catalog:
    """Read a catalogue from a file."""
    with path.open("rb") as file:
        return read_po(file)


def write(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue to a file; equal sentences give equal bytes, whichever release of Babel writes them."""
    text = BytesIO()
    write_po(text, catalogue, width=100, sort_output=False, include_lineno=False)
    path.write_bytes(re.sub(rb'"Generated-By: .*\n', b"", text.getvalue(), count=1))


if __name__ == "__main__":
    main()
