"""A club night: who comes, who sits where in each sitting, and one standing over all tables.

A club night is the list of what happened at it, as a game is; its state is a function of that. Each table's sitting
is an ordinary game, and the standing is counted from those games. Opens no file, reads no clock and draws no random
number: times, games and chance come in as arguments.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.club.events import *
    from scorekeeper.club.results import *
    from scorekeeper.club.seats import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        events=(
            "Club ClubEvent ClubEventKind ClubLog ClubPerson ClubStarted ClubTable Missed PeopleSet "
            "ScoredBy SittingDrawn TableTotals TotalsEntered replay_club"
        ),
        results="ClubPlace ClubStanding TableResult club_standing still_out table_results",
        seats="DrawnSitting as_drawn draw_sitting",
    )
