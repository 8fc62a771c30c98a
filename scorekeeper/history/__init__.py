"""Many games: a summary of each, who played in them, and how they did.

Takes summaries and returns records, comparisons, filters and the figures to show. Reads no store: `storage` passes
the summaries in.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.history.figures import *
    from scorekeeper.history.past import *
    from scorekeeper.history.statistics import *
    from scorekeeper.history.summary import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        figures=(
            "NOTHING first_of game_outcome outcome_with_others player_portrait rounds_played_of "
            "show_average show_bar show_faced show_number show_period show_periods show_share"
        ),
        past=(
            "GameFilter Past Span everyone_seated filter_games find_person merge_people parse_since parse_span "
            "past_games people_colours person_of"
        ),
        statistics=(
            "Faced PlayerRecord are_alike faced faced_by games_together played_periods player_record player_records"
        ),
        summary="SUMMARY_VERSION Summary summarise",
    )
