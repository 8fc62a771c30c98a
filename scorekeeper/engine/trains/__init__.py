"""A round of trains: one line of tiles per player and the public ones, markers, open doubles, the first turn."""

from scorekeeper.engine.trains.access import doubles_to_cover, owed_double
from scorekeeper.engine.trains.lines import (
    OpenDouble,
    number_of_train,
    train_in_words,
    train_of_number,
    train_word,
)
from scorekeeper.engine.trains.table import TrainsTable, trains_of
