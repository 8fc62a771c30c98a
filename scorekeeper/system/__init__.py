"""The computer the program runs on: folders, safe files, paper sizes and the user's settings.

All reading and writing of files goes through here. Knows nothing of games or rules.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.system.clock import *
    from scorekeeper.system.files import *
    from scorekeeper.system.languages import *
    from scorekeeper.system.paths import *
    from scorekeeper.system.settings import *
    from scorekeeper.system.shared import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        clock="local_time now",
        files=(
            "LARGEST Source StandardInput check_regular csv_lines form_named free_path make_folder move_into_place "
            "page_paths read_as read_at read_bytes read_table read_text read_toml refuse_links typed_paths "
            "typed_picture write_new write_whole"
        ),
        languages=("DOMAIN catalogues_folder language_of named_language own_names usual_language word_file"),
        paths="games_file house_rules_folder settings_file sheets_folder shipped_folder templates_folder",
        settings="Format Memory Orientation Paper Printing Settings format_of read_settings usual_paper",
        shared="Claim answers_file checked_id close_left forget_shared is_claimed left_open shared_file",
    )
