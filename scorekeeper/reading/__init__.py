"""Everything that people type about tiles, trains and rounds is read here.

A text becomes the strict notation that files have, or the things that it can mean; every word of it is understood, or
named as not understood. Nothing here opens a file, or knows a rule.

It is much to load: a module that is often loaded where nothing was typed imports the package, and asks it for a name
only when it has something to read.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.reading.faults import *
    from scorekeeper.reading.headings import *
    from scorekeeper.reading.letters import *
    from scorekeeper.reading.reader import *
    from scorekeeper.reading.tables import *
    from scorekeeper.reading.tokens import *
    from scorekeeper.reading.words import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        headings="day_of_year games_in label_of parse_day says_blocked",
        faults="Reading hand_in_words words_of",
        letters="plain split_words",
        reader="Stranger Unclear answered heard read",
        tokens="Around",
        tables="CellGrid LISTS Line NOTHING WrittenCell WrittenTable fault only_table tables_in",
        words="is_word",
    )
