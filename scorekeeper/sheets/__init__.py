"""Score sheets: what goes on them, the templates, and the setting into PDF, SVG or PNG.

`content` says what a sheet holds, as plain data, `filled` what a game's does, `rulings` what the page of a
ruling does; `templates` finds the templates; `setting` has Typst set them. An edge: reads template files,
writes nothing, never goes to the network.
"""

from scorekeeper.sheets.content import Sheet, blank_sheet
from scorekeeper.sheets.small_print import keys_in_small_print
from scorekeeper.sheets.templates import says_every_rule, template_names
from scorekeeper.sheets.typesetting import Look, SheetParts, Typeset, typeset

__all__ = [
    "Look",
    "Sheet",
    "SheetParts",
    "Typeset",
    "blank_sheet",
    "keys_in_small_print",
    "says_every_rule",
    "template_names",
    "typeset",
]
