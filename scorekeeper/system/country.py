"""Which country this is, as the system is set to it. An edge: reads the surroundings, nothing else."""

import os
from locale import getlocale

from scorekeeper.system.paper import Paper, paper_of


def usual_paper() -> Paper:
    """Return the paper of the country the system is set to; Letter where it names none."""
    told = (os.environ.get(name, "") for name in ("LC_ALL", "LC_PAPER", "LANG"))
    land = next(filter(None, told), "") or getlocale()[0] or ""
    return paper_of(land) or "letter"
