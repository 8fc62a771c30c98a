"""A round of trains: one line of tiles per player and the public ones, markers, open doubles, the first turn."""

from scorekeeper.engine.trains.lines import Mark as Mark
from scorekeeper.engine.trains.lines import OpenDouble as OpenDouble
from scorekeeper.engine.trains.lines import Tip as Tip
from scorekeeper.engine.trains.lines import Trains as Trains
from scorekeeper.engine.trains.places import TrainPlaces as TrainPlaces
