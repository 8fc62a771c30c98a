"""Score sheets: what goes on them, the templates, and the setting into PDF, SVG or PNG.

`content` says what a sheet holds, as plain data, `filled` what a game's does, `rulings` what the page of a
ruling does; `templates` finds the templates; `setting` has Typst set them. An edge: reads template files,
writes nothing, never goes to the network.
"""

from scorekeeper.sheets.content import Sheet, blank
from scorekeeper.sheets.small_print import keys_in_small_print
from scorekeeper.sheets.templates import says_every_rule, template_names
from scorekeeper.sheets.typeset import Look, Printed, Shown, printed

__all__ = [
    "Look",
    "Printed",
    "Sheet",
    "Shown",
    "blank",
    "keys_in_small_print",
    "printed",
    "says_every_rule",
    "template_names",
]
