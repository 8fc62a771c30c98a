"""The formats of the files that the program reads or writes, as `docs/formats.md` and its pages describe them.

Reads strictly, with the place of every error, and writes what it can read back. Stores nothing: `storage` does.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.formats.club_file import *
    from scorekeeper.formats.disputes import *
    from scorekeeper.formats.export import *
    from scorekeeper.formats.game_file import *
    from scorekeeper.formats.rule_packs import *
    from scorekeeper.formats.rule_words import *
    from scorekeeper.formats.table_cells import *
    from scorekeeper.formats.table_games import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        disputes="as_dispute read_dispute read_record situation_text",
        club_file="TOTALS read_club read_roster read_sizes read_totals show_club typed_totals",
        export="EXPORTS",
        game_file="read_game read_log show_game",
        rule_packs="BASE_BOOK PackFault PackHead Shelf edited_book id_of save_house_book",
        rule_words="every_question find_questions flag_words questions rule_questions shipped_wording",
        table_cells="read_sheets",
        table_games="ImportHints ImportPlan near_name read_company read_new_game read_sheet undated",
    )
