"""The result as a picture to share: a PNG for people to look at, an SVG to enlarge.

In a terminal both are put where sheets are put, never over another file; in a browser they are delivered.
"""

from collections.abc import Sequence
from io import BytesIO

from textual.app import App

from scorekeeper.game import corrected_cells, file_name
from scorekeeper.session import Evening
from scorekeeper.sheets import Look, Sheet, filled_sheet, typeset
from scorekeeper.system import Format, make_folder, sheets_folder, write_new
from scorekeeper.text import _, join_and

FORMS: Sequence[Format] = ("png", "svg")
TEMPLATE = "result"


def share(app: App[None], session: Evening) -> str:
    """Make the pictures; return where they are, and warnings, as a text. Raises ScorekeeperError."""
    sheet = _sheet(session)
    name = file_name(_("{title}, result", title=session.title))
    warnings: list[str] = []
    places: list[str] = []
    for form in FORMS:
        done = typeset([sheet], Look(template=TEMPLATE), form)
        warnings += [warning for warning in done.warnings if warning not in warnings]
        if app.is_web:
            app.deliver_binary(BytesIO(done.pages[0]), save_filename=f"{name}.{form}")
            continue
        folder = sheets_folder()
        make_folder(folder)
        places += map(str, write_new(folder / f"{name}.{form}", done.pages))
    saved = [_("The result is in {files}.", files=join_and(places))] if places else []
    return " ".join([*saved, *warnings])


def _sheet(session: Evening) -> Sheet:
    marks = corrected_cells(session.kept.log)
    return filled_sheet(session.game, session.book_title(), wording=session.wording, corrected=marks)
