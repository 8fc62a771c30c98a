"""What is on a page is written in the columns there are."""

from msgspec.structs import replace

from scorekeeper.sheets.content import RulingPart, blank_sheet
from scorekeeper.sheets.small_print import Chapter
from scorekeeper.tui.widgets.page_preview import as_text


def test_a_page_is_written_as_text(shelf) -> None:
    """Names and rounds of a sheet, the places of a result and the chapters of a card, in the columns there are."""
    sheet = blank_sheet(shelf.book("classic"), 9, ("Ana", "Ben"), title="Friday")
    lines = as_text(sheet, "classic", 30).plain.splitlines()
    assert [line.split() for line in lines[1:5]] == [["Friday"], [], ["Ana", "Ben"], ["9-9"]]
    assert {len(line) for line in lines} == {30}
    assert "Ana" not in as_text(sheet, "result", 30).plain
    card = replace(sheet, chapters=(Chapter("Going out", ()),))
    assert "Going out" in as_text(card, "rules-card", 30).plain
    ruling = RulingPart(question="May I draw?", answer="Yes.", reason="No tile fits.")
    assert "No tile fits." in as_text(replace(sheet, rulings=(ruling,)), "ruling", 30).plain
