"""Draws a blank sheet for six players and a double-nine set with ReportLab, for comparison with ours."""

from reportlab.lib.colors import black, gray
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, Paragraph, Table, TableStyle

MARGIN = 12 * mm
WIDTH, HEIGHT = letter[0] - 2 * MARGIN, letter[1] - 2 * MARGIN
PLAYERS, DOUBLES = 6, range(9, -1, -1)
FIRST = 25.4 * mm
BOX = (WIDTH - FIRST) / (2 * PLAYERS)
ROW = 13.1 * mm
CORNERS = ((0.24, 0.24), (0.76, 0.76), (0.24, 0.76), (0.76, 0.24))
SIDES = ((0.24, 0.5), (0.76, 0.5))
ENDS = ((0.5, 0.24), (0.5, 0.76))
RULES = """
<b>Rules: Classic.</b> Everyone draws 7 tiles. 12 tiles stay in the yard. The starting double needs 4 toes.<br/>
<b>Score.</b> The double blank left in a hand counts 50 points. In a blocked round everybody counts their own
hand, the lowest too.<br/>
<b>Ties.</b> Of players who tie, the one who went out in more rounds is ahead. Of players who tie, the one
with the lowest round that is not zero is ahead. Players who still tie share the place.<br/>

<b>Start.</b> The player to the left of the last starter begins the next round.<br/>
<b>Turns.</b> Whoever can play must play; only those who cannot may draw. Whoever cannot play draws one tile.
A drawn tile that fits must be laid at once. When the yard is empty, a player who cannot play passes; the
round is blocked once nobody can play.<br/>

<b>Feet.</b> A double laid later needs three toes to make a chicken foot. A foot that cannot be closed stays
open: its last toes are laid, drawing goes on, and the round is blocked once nobody can play or draw.<br/>
<b>Last tile.</b> Saying Chickenlittle with one tile left is good manners; forgetting it costs nothing.<br/>
"""
"""What stands in each of three columns."""


def pips(number: int) -> list[tuple[float, float]]:
    """Return where the pips of a half lie, as parts of its side."""
    places = list(CORNERS[: 2 * min(2, number // 2)])
    places += SIDES if number >= 6 else ()
    places += ENDS if number >= 8 else ()
    return places + [(0.5, 0.5)] * (number % 2)


class Double(Flowable):  # type: ignore[misc]
    """The number of a double and its tile."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self.width, self.height = 18 * mm, 6.2 * mm

    def draw(self) -> None:
        """Draw the number, the tile and its pips."""
        side = self.height
        self.canv.setFont("Times-Bold", 13)
        self.canv.drawString(0, side * 0.25, str(self.number))
        self.canv.translate(4 * mm, 0)
        self.canv.roundRect(0, 0, 2 * side, side, 0.16 * side)
        self.canv.line(side, 0.12 * side, side, 0.88 * side)
        for half in (0, side):
            for x, y in pips(self.number):
                self.canv.circle(half + x * side, y * side, 0.095 * side, stroke=0, fill=1)


def emblem(canvas: Canvas) -> None:
    """Draw the mark of the game: a double with its three toes."""
    canvas.saveState()
    canvas.translate(MARGIN, letter[1] - MARGIN - 14 * mm)
    canvas.scale(0.4, 0.4)
    for x, angle in ((54, 48), (86, -48), (70, 0)):
        canvas.saveState()
        canvas.translate(x, 36)
        canvas.rotate(angle)
        canvas.roundRect(-13, 0, 26, 62, 6, stroke=0, fill=1)
        canvas.restoreState()
    canvas.roundRect(40, 3, 60, 32, 6, stroke=0, fill=1)
    canvas.setFillColor("white")
    for x in (48, 62, 78, 92):
        for y in (11, 19, 27):
            canvas.circle(x, y, 2.7, stroke=0, fill=1)
    canvas.restoreState()


def field(canvas: Canvas, label: str, x: float, y: float, end: float) -> None:
    """Draw a label and a line to write on."""
    canvas.setFont("Times-Roman", 6.4)
    canvas.drawString(x, y, label)
    canvas.line(x + canvas.stringWidth(label) + 4, y, end, y)


def head(canvas: Canvas) -> None:
    """Draw the head of the sheet."""
    top, right = letter[1] - MARGIN, letter[0] - MARGIN
    emblem(canvas)
    canvas.setFont("Times-Roman", 7.2)
    canvas.drawString(MARGIN + 24 * mm, top - 4 * mm, "SCORE SHEET")
    canvas.setFont("Times-Bold", 23)
    canvas.drawString(MARGIN + 24 * mm, top - 12 * mm, "Chickenfoot")
    canvas.setFont("Times-Roman", 9.5)
    canvas.drawRightString(right, top - 4 * mm, "Double-nine · 6 players · 10 rounds")
    field(canvas, "DATE", right - 55 * mm, top - 8 * mm, right)
    field(canvas, "TABLE", right - 55 * mm, top - 12 * mm, right)


def score_table() -> Table:
    """Return the table: a row per starting double, two boxes per player."""
    names = ["START", *(part for seat in range(1, PLAYERS + 1) for part in (str(seat), ""))]
    heads = ["", *("ROUND", "TOTAL") * PLAYERS]
    rows = [[Double(number), *[""] * 2 * PLAYERS] for number in DOUBLES]
    closing = [[label, *[""] * 2 * PLAYERS] for label in ("TOTAL", "PLACE", "INITIALS")]
    last = 1 + len(rows)
    seats = range(1, 2 * PLAYERS, 2)
    style = [
        ("FONT", (0, 0), (-1, -1), "Times-Roman", 6.1),
        ("ALIGN", (1, 1), (-1, 1), "CENTER"),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("VALIGN", (1, 0), (-1, 0), "TOP"),
        ("LINEABOVE", (0, 0), (-1, 0), 1.1, black),
        ("LINEBELOW", (0, 1), (-1, 1), 0.5, black),
        ("LINEBELOW", (0, 2), (-1, -2), 0.35, gray),
        ("LINEBELOW", (0, last), (-1, last), 1.1, black),
        ("LINEBELOW", (0, -1), (-1, -1), 1.1, black),
        *(("SPAN", (seat, 0), (seat + 1, 0)) for seat in seats),
        *(("LINEBEFORE", (seat, 0), (seat, -1), 0.5, black) for seat in seats),
        *(("LINEAFTER", (seat, 1), (seat, last), 0.45, gray, None, (0.45, 1)) for seat in seats),
        *(("SPAN", (seat, row), (seat + 1, row)) for seat in seats for row in range(last + 1, last + 4)),
    ]
    return Table(
        [names, heads, *rows, *closing],
        colWidths=[FIRST, *[BOX] * 2 * PLAYERS],
        rowHeights=[11 * mm, 3.5 * mm, *[ROW] * len(rows), 1.1 * ROW, ROW, 1.1 * ROW],
        style=TableStyle(style),
    )


def main() -> None:
    """Draw the sheet."""
    canvas = Canvas("reportlab.pdf", pagesize=letter)
    canvas.setTitle("Chickenfoot score sheet")
    head(canvas)
    table = score_table()
    _width, height = table.wrapOn(canvas, WIDTH, HEIGHT)
    top = letter[1] - MARGIN - 18 * mm
    table.drawOn(canvas, MARGIN, top - height)
    canvas.setFont("Times-Roman", 8)
    canvas.circle(MARGIN + 4, top - height - 3 * mm, 5)
    canvas.drawString(
        MARGIN,
        top - height - 4 * mm,
        "0  went out    B  blocked round    c  caught silent on the last tile    *  corrected    "
        "an empty box is a score not entered",
    )
    style = ParagraphStyle("rules", fontName="Times-Roman", fontSize=8, leading=9.2)
    column = (WIDTH - 10 * mm) / 3
    for number, text in enumerate(RULES.split("\n\n")):
        frame = Frame(MARGIN + number * (column + 5 * mm), MARGIN + 9 * mm, column, 34 * mm, 0, 0, 0, 0)
        frame.addFromList([Paragraph(text, style)], canvas)
    field(canvas, "SCORE KEPT BY", MARGIN, MARGIN, MARGIN + WIDTH / 2 - 4 * mm)
    field(canvas, "CHECKED BY", MARGIN + WIDTH / 2 + 4 * mm, MARGIN, MARGIN + WIDTH)
    canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main()
