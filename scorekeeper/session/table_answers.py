"""What a table has answered about a game, and how many places of its result are shown.

It is kept beside what phones know of the game, so that the app and `share` show the same after a restart, too.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import Game, standings
from scorekeeper.storage import StorePlace, local_file
from scorekeeper.system import answers_file, make_folder, read_text, write_whole

Numbers: TypeAlias = Literal["", "pips", "tiles"]


class TableAnswers(msgspec.Struct, frozen=True):
    """What the table answered, so that it is not asked again, and what it has been shown."""

    places: int | None = None
    """How many places of the result are shown, the last one first; None where nothing of it is covered."""
    no_double_blank: int = 0
    """The round of which somebody said last that nobody had 0-0; the ones before it are settled too."""
    counts_double_blank: bool = False
    """Whether the table counts 0-0 itself in every round, and is asked no more."""
    no_last_double: int = 0
    """The round of which somebody said last that its last tile was no double; the ones before it are settled too."""
    no_starter: bool = False
    """Whether somebody was asked who began the first round, and left it open."""
    numbers: Numbers = ""
    """What the table means by numbers that can be either, such as 12 14; empty where nobody was asked yet."""

    def settles_double_blank(self, number: int) -> bool:
        """Whether nobody is to be asked who had 0-0 in a round."""
        return self.counts_double_blank or number <= self.no_double_blank

    def meant(self, choices: Sequence[str]) -> str:
        """Return which of the things that a hand can mean the table has agreed on; empty where it has not."""
        return next((choice for choice in choices if numbers_in(choice) == self.numbers), "")


def numbers_in(hand: str) -> Numbers:
    """Return what the numbers of a hand are, in the notation of files: pips, or tiles.

    >>> numbers_in("26"), numbers_in("2-1 4-1")
    ('pips', 'tiles')
    """
    return "pips" if hand.isdecimal() else "tiles"


class AnswersFile:
    """The answers of one game, for every program that shows it."""

    def __init__(self, games: StorePlace, game_id: str) -> None:
        self._file = answers_file(local_file(games), game_id)

    def read(self) -> TableAnswers:
        """Return what is kept; nothing where nobody answered anything."""
        try:
            return msgspec.json.decode(read_text(self._file), type=TableAnswers)
        except (ScorekeeperError, msgspec.MsgspecError):
            return TableAnswers()

    def note(self, **changes: int | str | None) -> None:
        """Note an answer. Raises Unavailable if it cannot be written."""
        make_folder(self._file.parent)
        answers = replace(self.read(), **changes)
        write_whole(self._file, msgspec.json.encode(answers), lasting=False)

    def show_next_place(self, game: Game, seen: int) -> None:
        """Show one place more to everybody, unless there are more than `seen` already. Raises as `note`."""
        if self.read().places == seen:
            self.note(places=seen + 1 if len(covered_ranks(game, seen)) > 1 else None)


def covered_ranks(game: Game, places: int | None) -> tuple[int, ...]:
    """Return the ranks of a game that has ended that nobody may see yet, best first; `places` are shown."""
    if places is None:
        return ()
    ranks = [rank for rank, _shared in groupby(place.rank for place in standings(game).standings)]
    return tuple(ranks[: max(0, len(ranks) - places)])
