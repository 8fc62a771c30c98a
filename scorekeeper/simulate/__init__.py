"""What rules do to an evening: plays whole games under them, in several ways, and says what differs.

Plays through the face of the engine and counts with the points and places of a game. Draws no random number, starts
no process and reads no clock: `session` does.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.simulate.comparison import compared
    from scorekeeper.simulate.evening import Evening, play_evening
    from scorekeeper.simulate.figures import (
        Book,
        BookFigures,
        Part,
        Question,
        Simulation,
        figure_rows,
        part_of,
        simulation,
        usual_players,
    )
    from scorekeeper.simulate.policies import POLICIES, Chance, Policy
    from scorekeeper.simulate.words import figure_table, plot
else:
    __all__, __getattr__ = lazy(
        __name__,
        comparison="compared",
        evening="Evening play_evening",
        figures="Book BookFigures Part Question Simulation figure_rows part_of simulation usual_players",
        policies="POLICIES Chance Policy",
        words="figure_table plot",
    )
