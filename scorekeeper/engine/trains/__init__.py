"""A round of trains: one line of tiles per player and the public ones, markers, open doubles, the first turn."""

from scorekeeper.engine.trains.access import doubles_to_cover as doubles_to_cover
from scorekeeper.engine.trains.access import owed_double as owed_double
from scorekeeper.engine.trains.lines import OpenDouble as OpenDouble
from scorekeeper.engine.trains.lines import Trains as Trains
from scorekeeper.engine.trains.lines import number_of_train as number_of_train
from scorekeeper.engine.trains.lines import train_in_words as train_in_words
from scorekeeper.engine.trains.lines import train_of_number as train_of_number
from scorekeeper.engine.trains.lines import train_word as train_word
from scorekeeper.engine.trains.table import TrainsTable as TrainsTable
from scorekeeper.engine.trains.table import trains_of as trains_of
