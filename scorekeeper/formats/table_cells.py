"""Reads a file with tables into cells of plain text: CSV as any spreadsheet writes it, `.xlsx` and `.ods`.

What a cell means is found out in `reading.tables`, and what it makes of a game in `table_games`.
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime
from io import BytesIO
from unicodedata import normalize
from zipfile import BadZipFile, ZipFile

from scorekeeper.errors import Malformed, at_place
from scorekeeper.formats.export import safe
from scorekeeper.reading import CellGrid, WrittenCell
from scorekeeper.system import LARGEST, Source, csv_lines, read_bytes
from scorekeeper.text import N_, _

WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods")
LARGEST_BOOK, _MOST_UNPACKED = 16 * LARGEST, 256 * LARGEST
"""Bytes in a spreadsheet file, and in a part of it when it is unpacked."""

_FAR = re.compile(
    rb'<(?:\w+:)?c [^>]*\br="(?:[A-Z]{3}|[A-Z]+\d{6})[^>]*[^/]>'
    rb'|<table:table-row [^>]*rows-repeated="\d{6,}"(?:(?!</table:table>).)*<text:p'
    rb'|<table:table-cell [^>]*columns-repeated="\d{4,}"(?:(?!</table:table-row>).)*<text:p',
    re.DOTALL,
)
"""A cell right of column ZZ or below line 99,999; the reader of spreadsheets asks for the memory of all before it."""

_POINTLESS = re.compile(r"(-?\d+)[.,]0{1,2}")


def read_sheets(path: Source) -> tuple[CellGrid, ...]:
    """Read a file with tables. Raises Unavailable if it cannot be read, Malformed with its name and the line."""
    with at_place(str(path)):
        return sheets_of(read_bytes(path, LARGEST_BOOK), path.suffix)


def sheets_of(data: bytes, ending: str = "") -> tuple[CellGrid, ...]:
    """Read the content of a file with tables, whose name ends so. Raises Malformed with the line."""
    book = ending.casefold() in WORKBOOKS or data.startswith(b"PK\x03\x04")
    if len(data) > (limit := LARGEST_BOOK if book else LARGEST):
        raise Malformed(_("The file is larger than {limit} bytes, too large to be read here.", limit=limit))
    if book:
        return _workbook(data)
    return (CellGrid("", tuple(_row(line, cells) for line, cells in csv_lines(_text(data)))),)


def _row(line: int, values: Sequence[object]) -> tuple[WrittenCell, ...]:
    cells = [WrittenCell(_plain(value), line) for value in values]
    while cells and not cells[-1].text:
        cells.pop()
    return tuple(cells)


def _plain(value: object) -> str:
    r"""Return the content of a cell as text.

    >>> _plain("31.0"), _plain(31.5), _plain(" Ana\xa0 M. "), _plain(date(2024, 1, 5)), _plain("'=Ana")
    ('31', '31.5', 'Ana M.', '2024-01-05', '=Ana')
    """
    if isinstance(value, float):
        return f"{value:g}" if value % 1 else str(int(value))
    if isinstance(value, date):
        return (value.date() if isinstance(value, datetime) else value).isoformat()
    text = normalize("NFC", " ".join(str(value).replace("−", "-").split()))
    if whole := _POINTLESS.fullmatch(text):
        return whole[1]
    return text[1:] if text.startswith("'") and safe(text[1:]) == text else text


def _text(data: bytes) -> str:
    """Decode a text file of a spreadsheet: UTF-8, UTF-16 or, failing that, Windows' Latin-1."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        text = data.decode("utf-16", "replace")
    elif data[1:2] == b"\0" or data[:1] == b"\0":
        text = data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be", "replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
    if "\0" in text or "\ufffd" in text:
        raise Malformed(_("This is neither a text file nor a spreadsheet that can be read here."))
    return text


def _workbook(data: bytes) -> tuple[CellGrid, ...]:
    """Read the visible sheets of a spreadsheet file."""
    from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    sentence = N_(
        "This spreadsheet has a cell right of column ZZ or below line 99,999; copy the table to a new file."
    )
    with suppress(BadZipFile), ZipFile(BytesIO(data)) as parts:
        for part in parts.infolist():
            is_large, is_xml = part.file_size > _MOST_UNPACKED, part.filename.endswith(".xml")
            if is_large or (is_xml and _FAR.search(parts.read(part))):
                raise Malformed(_(sentence))
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(data))
        shown = SheetTypeEnum.WorkSheet, SheetVisibleEnum.Visible
        names = [sheet.name for sheet in book.sheets_metadata if (sheet.typ, sheet.visible) == shown]
        sheets = {name: book.get_sheet_by_name(name).to_python(skip_empty_area=False) for name in names}
    except (CalamineError, ValueError, OSError):
        raise Malformed(
            _("This spreadsheet cannot be read; open it in its program and save it anew.")
        ) from None
    return tuple(
        CellGrid(name, tuple(_row(line, row) for line, row in enumerate(rows, 1)))
        for name, rows in sheets.items()
    )
