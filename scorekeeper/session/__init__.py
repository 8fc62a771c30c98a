"""One game that is open, the same for the command line, the app and a web page.

Input is parsed once, reviewed once, applied and stored in one step; then the session says what others
did meanwhile. Shows nothing itself and knows no widget and no command.
"""

from typing import TYPE_CHECKING

from scorekeeper.faces import lazy

if TYPE_CHECKING:
    from scorekeeper.session.conflicts import independent
    from scorekeeper.session.dispute import Dispute, Rulings
    from scorekeeper.session.library import book_and_rules, check_length, parse_house, shelf
    from scorekeeper.session.recount import under_other_rules
    from scorekeeper.session.review import (
        BLOCKED,
        all_new_findings,
        blanks_untold,
        called_now,
        ending_change,
        hand_change,
        holding_double_blank,
        may_hide_double_blank,
        new_findings,
        objections,
        overrule,
        overruled_by,
        takes_the_place,
    )
    from scorekeeper.session.session import LOOK_EVERY, Session
else:
    __all__, __getattr__ = lazy(
        __name__,
        conflicts="independent",
        dispute="Dispute Rulings",
        library="book_and_rules check_length parse_house shelf",
        recount="under_other_rules",
        review=(
            "BLOCKED all_new_findings blanks_untold called_now ending_change hand_change "
            "holding_double_blank may_hide_double_blank new_findings objections overrule overruled_by "
            "takes_the_place"
        ),
        session="LOOK_EVERY Session",
    )
