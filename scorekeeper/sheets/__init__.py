"""Score sheets: what goes on them, the templates, and the setting into PDF, SVG or PNG.

`content` says what a sheet holds, as plain data; `templates` finds the templates; `setting` has
Typst set them. An edge: reads template files, writes nothing, never goes to the network.
"""

from scorekeeper.sheets.content import Sheet, blank, filled, ruled
from scorekeeper.sheets.rulings import Settled, ruling_part
from scorekeeper.sheets.setting import Look, Printed, Shown, printed
from scorekeeper.sheets.smallprint import keys_in_small_print
from scorekeeper.sheets.templates import says_every_rule, template_names

__all__ = [
    "Look",
    "Printed",
    "Settled",
    "Sheet",
    "Shown",
    "blank",
    "filled",
    "keys_in_small_print",
    "printed",
    "ruled",
    "ruling_part",
    "says_every_rule",
    "template_names",
]
