"""Score sheets and rulings on paper: what is on a page, the templates, and the typesetting.

A sheet is plain data, which a template lays out as PDF, SVG or PNG. Reads template files, writes nothing, and
never uses the network.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.sheets.content import Sheet, blank_sheet, confusing_names
    from scorekeeper.sheets.game_sheet import filled_sheet
    from scorekeeper.sheets.png import Ink, ink
    from scorekeeper.sheets.ruling_sheet import SettledDispute, ruling_page
    from scorekeeper.sheets.seating import read_seating
    from scorekeeper.sheets.small_print import keys_in_small_print
    from scorekeeper.sheets.templates import (
        says_every_rule,
        shipped_templates,
        template_names,
        template_titles,
    )
    from scorekeeper.sheets.typesetting import Look, typeset
else:
    __all__, __getattr__ = lazy(
        __name__,
        content="Sheet blank_sheet confusing_names",
        game_sheet="filled_sheet",
        png="Ink ink",
        ruling_sheet="SettledDispute ruling_page",
        seating="read_seating",
        small_print="keys_in_small_print",
        templates="says_every_rule shipped_templates template_names template_titles",
        typesetting="Look typeset",
    )
