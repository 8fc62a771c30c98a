"""What cannot be true of the entries of a game, and what is unusual.

Takes a game and returns findings, each with its level, its fact and one sentence; every kind of finding
has one registered check. Changes nothing and asks nobody; `session` decides whether a warning is accepted.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.checks.findings import *
    from scorekeeper.checks.round import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        findings="Finding overruled_by",
        round="both_ways game_findings round_findings",
    )
