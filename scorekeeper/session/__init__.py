"""What the command line, the app, phones and Python programs do alike.

An open game (`session`): what is typed is parsed and reviewed (`review`), then applied and stored in one step, and
what others did meanwhile is told; a club night alike (`clubs`). What the app remembers of a game
(`app_session`), what its table answered (`table_answers`), a dispute (`dispute`). Besides, the rule books at hand
(`library`), the processes that play evenings (`evenings`), the functions for Python programs (`scripting`). Shows
nothing, knows no widget, no command.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.session.app_session import *
    from scorekeeper.session.clubs import *
    from scorekeeper.session.dispute import *
    from scorekeeper.session.evenings import *
    from scorekeeper.session.incoming import *
    from scorekeeper.session.library import *
    from scorekeeper.session.review import *
    from scorekeeper.session.scripting import *
    from scorekeeper.session.session import *
    from scorekeeper.session.table_answers import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        table_answers="TableAnswers AnswersFile covered_ranks numbers_in",
        clubs="ClubSession",
        dispute="Dispute Rulings draft_of_game known_to_game",
        app_session="LOOK_EVERY AppSession Begun Shared",
        evenings="playing",
        incoming="Found Incoming doubting_kept near_names read_files read_games",
        library="book_and_rules check_length parse_house shelf under_other_rules",
        review=(
            "ALWAYS_COUNTED BLOCKED DOUBLE MIND_NOT Review counts_last_tile "
            "double_blank_question ending_of ending_words hands_of holding_double_blank lacks_ending "
            "lacks_last_tile lacks_starter marking may_hide_double_blank names_from not_minding open_questions "
            "overrule parse_agreed parse_ending parse_line parse_starter review_change unsaid"
        ),
        scripting="count_hand enter_round load_game new_game rule_book rule_books save_game settle",
        session="Rejected Session",
    )
