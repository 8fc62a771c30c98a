"""What a rule book says: its rules as one typed value, its words, and what follows from it alone.

Deals, schedules and counts hands under any book, and lists, compares and describes books. Knows no
game and no round; opens no file, for `formats` reads rule books.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.rules.choices import *
    from scorekeeper.rules.dealing import *
    from scorekeeper.rules.describe import *
    from scorekeeper.rules.rulebook import *
    from scorekeeper.rules.schedule import *
    from scorekeeper.rules.schema import *
    from scorekeeper.rules.scoring import *
    from scorekeeper.rules.tables import *
    from scorekeeper.rules.wording import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        choices="choice_hint open_choices read_choice rule_options",
        dealing=(
            "Deal changes_for_hand check_toes deal double_is_held hand_size newly_impossible "
            "outside_book playable start_toes tiles_drawn trains_at_table why_unplayable yard_reserve"
        ),
        describe=(
            "COLUMN_GAP NARROWEST BookLine book_cautions book_cell book_data chapter_lines check_same_game "
            "compare_books compared_cells comparison_data differing_keys list_books listing_data rule_lines "
            "show_book side_by_side silence_note"
        ),
        rulebook=(
            "LONGEST_TITLE Basis RuleBook build_rules check_key flatten_tables key_types nest_keys "
            "plain_value read_changes read_value rule_differences rule_faults rule_values value_of "
            "with_changes with_house"
        ),
        schedule=(
            "LAST_ROUND LENGTHS RulePeriod RulePeriods amend_periods bears_on_points changes_for_length "
            "check_periods double_order doubles_to_come planned_doubles doubles_in_periods rules_of_round "
            "starter_key wanted_double"
        ),
        schema="AnyLayout FEET LAYOUTS Rules TRAINS TableLayout Value",
        scoring="PIPS Score ScorePart score_pips score_tile score_tiles",
        tables="FEWEST_PLAYERS MOST_PLAYERS row_for_table",
        wording="AskText AskedOtherwise ByCount GameText RuleText Wording game_played source_sentence value_word",
    )
