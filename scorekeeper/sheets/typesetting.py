"""Prints sheets to PDF, SVG or PNG with Typst, and finds characters that no font has.

The same sheets and the same look give the same bytes. Typst's own fonts are used first, and the system's fonts only
if a name needs them. Nothing here decides what is on a sheet.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from math import ceil
from pathlib import Path

import msgspec
from msgspec.structs import replace

from scorekeeper.errors import Malformed
from scorekeeper.sheets.compiling import Fault, Job, compile_apart, compile_here
from scorekeeper.sheets.content import Sheet
from scorekeeper.sheets.templates import (
    emblem_file,
    is_own,
    label_words,
    own_emblem,
    refuse_unsafe,
    template_file,
)
from scorekeeper.system import Format, Orientation, Paper, shipped_folder
from scorekeeper.text import _, join_and, language, ngettext

COMMON = 0x0250
"""Characters below this are in the fonts that come with Typst."""

MOST_FONTS = 12
"""The most fonts of the system that a warning names; it counts the others."""

TOO_TALL = "<too-tall>"
"""The mark of a page that is too tall, which holds by how many millimetres."""

DRAWINGS = "tiles.typ"
"""The shared part that draws the emblem, and nothing else that people made."""

CRAMPED = "<cramped>"
"""The mark of a table with boxes or letters that are too small, which holds how high its rows are in millimetres."""

_UNSHOWN = r'the text `"(.+?)"` could not be displayed'
_ESCAPE = r"\\u\{([0-9a-f]+)\}|\\(.)"
_PLACE = r"┌─ (.+?):(\d+):\d+"
_PROBE = b"#set document(title: [-], date: none)\n#sys.inputs.text"


class SheetParts(msgspec.Struct, frozen=True):
    """The optional parts of a sheet."""

    rules: bool = True
    signatures: bool = True


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """The look of sheets, whatever is on them."""

    template: str = "classic"
    paper: Paper = "letter"
    orientation: Orientation = "auto"
    show: SheetParts = SheetParts()
    pixels_per_inch: float = 200
    """For PNG."""


PLAIN = Look()
"""The classic sheet on Letter paper."""


class Typeset(msgspec.Struct, frozen=True):
    """Printed sheets: one file for PDF, one per page for SVG and PNG; and warnings for people."""

    pages: tuple[bytes, ...]
    warnings: tuple[str, ...] = ()


class Data(msgspec.Struct, frozen=True, kw_only=True):
    """The data for a template; `templates/README.md` describes it."""

    lang: str
    document_title: str
    paper: Paper
    orientation: Orientation
    own: bool
    emblem: str
    show: SheetParts
    words: dict[str, str]
    sheets: tuple[Sheet, ...]


def typeset(sheets: Sequence[Sheet], look: Look = PLAIN, form: Format = "pdf") -> Typeset:
    """Print sheets, one page each.

    Raises NotFound if there is no such template, Malformed with Typst's message if the template fails.
    """
    template, emblem = template_file(look.template), own_emblem()
    own = [template] if is_own(template) else []
    for path in own:
        refuse_unsafe(path)
    missing, system_fonts = unshown("\n".join(_texts(sheets)))
    job = Job(
        template=template,
        packages=shipped_folder("templates") / "lib",
        data=_data(sheets, look, bool(own), emblem),
        system_fonts=system_fonts,
        form=form,
        pixels_per_inch=look.pixels_per_inch,
        standards=["ua-1"] if form == "pdf" and not missing else [],
        marks=(TOO_TALL, CRAMPED),
    )
    own += [emblem_file()] if emblem else []
    compiled = compile_apart(job, own) if own else compile_here(job)
    if isinstance(compiled, Fault):
        raise _explained(compiled, template)
    excess, cramped = compiled.marked
    return Typeset(tuple(compiled.pages), tuple(_warnings(missing, form, excess, len(cramped))))


def _data(sheets: Sequence[Sheet], look: Look, own: bool, emblem: str) -> str:
    first = sheets[0]
    is_ruling = first.rulings and not first.rounds
    title = first.title or (_("Ruling on a dispute") if is_ruling else first.words["game_sheet"])
    data = Data(
        lang=language().codes[-1],
        document_title=" – ".join(filter(None, (title, first.date))),
        paper=look.paper,
        orientation=look.orientation,
        own=own,
        emblem=emblem,
        show=look.show,
        words={**first.words, **label_words()},
        sheets=tuple(sheets)
        if look.show.rules
        else tuple(replace(sheet, small_print=()) for sheet in sheets),
    )
    return msgspec.json.encode(data).decode()


def _explained(fault: Fault, template: Path) -> Malformed:
    """Return Typst's message as an error with the line in the template."""
    places: list[tuple[str, str]] = re.findall(_PLACE, fault.diagnostic)
    if "SVG" in fault.message and places and Path(places[0][0]).name == DRAWINGS:
        return Malformed(
            _("This is not a picture in SVG; save your emblem as SVG, or delete the file."),
            str(emblem_file()),
        )
    message = "; ".join([fault.message, *fault.hints])
    lines = [line for file, line in places if Path(file).name == template.name]
    return Malformed(
        f"{message[:1].upper()}{message[1:]}.", f"{template}:{lines[0]}" if lines else str(template)
    )


def unshown(text: str) -> tuple[tuple[str, ...], bool]:
    """Return the characters of a text that no font has, and whether the system's fonts are needed."""
    rare = "\n".join(line for line in text.splitlines() if any(ord(letter) >= COMMON for letter in line))
    if not rare or not _undisplayed(rare, system_fonts=False):
        return (), False
    return _undisplayed(rare, system_fonts=True), True


def _undisplayed(text: str, *, system_fonts: bool) -> tuple[str, ...]:
    """Return the characters that Typst would print as boxes; it refuses to put those into an accessible PDF."""
    from typst import Compiler, TypstError

    probe = Compiler(_PROBE, ignore_system_fonts=not system_fonts, sys_inputs={"text": text})
    try:
        probe.compile(format="pdf", pdf_standards=["ua-1"])
    except TypstError as error:
        escaped = "".join(re.findall(_UNSHOWN, error.diagnostic))
        characters = re.sub(_ESCAPE, lambda match: chr(int(match[1], 16)) if match[1] else match[2], escaped)
        return tuple(dict.fromkeys(characters)) or (text,)
    return ()


def _texts(sheets: Sequence[Sheet]) -> Iterator[str]:
    """Yield everything on the sheets that people typed."""
    for sheet in sheets:
        yield from (sheet.title, sheet.table, sheet.event_round, sheet.starts_at, sheet.book, *sheet.notes)
        yield from (seat.name for seat in sheet.players)
        yield from chain.from_iterable(sheet.lines)
        for ruling in sheet.rulings:
            yield from (ruling.question, *ruling.told, ruling.reason, *ruling.instead, ruling.basis)


def _warnings(missing: Sequence[str], form: Format, excess: Sequence[float], cramped: int) -> Iterator[str]:
    """Yield what is wrong with pages: letters that no font has, a page too tall, boxes too small to fill in."""
    if missing:
        from typst import Fonts

        own = Fonts(include_system_fonts=False).families()
        others = [name for name in Fonts().families() if name not in own]
        more = [_("{count} more", count=len(others) - MOST_FONTS)] if len(others) > MOST_FONTS else []
        yield ngettext(
            "No font has the letter {letters}, so boxes are printed in its place; install a font that has it "
            "(looked for in {fonts}).",
            "No font has the letters {letters}, so boxes are printed in their place; install a font that has them "
            "(looked for in {fonts}).",
            len(missing),
            letters=" ".join(missing),
            fonts=join_and([*own, *others[:MOST_FONTS], *more]),
        )
        if form == "pdf":
            yield _("The PDF is not marked as accessible, because letters are missing in it.")
    if excess:
        yield _(
            "A page is {excess} mm too tall and runs over its margin; make its table that much lower.",
            excess=ceil(max(excess)),
        )
    if cramped:
        yield ngettext(
            "This sheet is hard to fill in or read: boxes or letters are smaller than they should be. Choose "
            "another orientation, paper or template.",
            "{count} sheets are hard to fill in or read: boxes or letters are smaller than they should be. "
            "Choose another orientation, paper or template.",
            cramped,
        )
