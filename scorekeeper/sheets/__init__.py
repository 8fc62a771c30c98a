"""Score sheets and rulings on paper: what is on a page, the templates, and the typesetting.

A sheet is plain data, which a template lays out as PDF, SVG or PNG. Reads template files, writes nothing, and
never uses the network.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.sheets.content import *
    from scorekeeper.sheets.game_sheet import *
    from scorekeeper.sheets.moment import *
    from scorekeeper.sheets.ruling_sheet import *
    from scorekeeper.sheets.templates import *
    from scorekeeper.sheets.typesetting import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        content="Sheet blank_sheet blank_warnings check_pages list_sheet table_sheets",
        game_sheet="filled_sheet",
        moment="moment_picture",
        ruling_sheet="ruling_page",
        templates="LISTS shipped_templates template_names template_titles",
        typesetting="Look typeset",
    )
