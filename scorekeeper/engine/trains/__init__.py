"""A round of trains: one line of tiles per player and the public ones, markers, open doubles, the first turn."""

from scorekeeper.engine.trains.access import doubles_to_cover, owed_double
from scorekeeper.engine.trains.lines import OpenDouble
from scorekeeper.engine.trains.table import TrainsTable, trains_of
