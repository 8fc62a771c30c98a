"""What rules do to an evening: plays whole games under them, in several ways, and says what differs.

Plays through the face of the engine and counts with the points and places of a game. Draws no random number, starts
no process and reads no clock: `session` does.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.simulate.evening import *
    from scorekeeper.simulate.figures import *
    from scorekeeper.simulate.words import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        evening="POLICIES",
        figures="PlannedBook Part Plan Simulation figure_rows part_of simulation usual_players",
        words="change_sentences changed_title compared figure_table how_to_read plot",
    )
