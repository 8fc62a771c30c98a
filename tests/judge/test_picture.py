"""The table drawn from what is known of it."""

import pytest
from msgspec.structs import replace

from scorekeeper.judge.picture import sketch
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.judge.situation import UNKNOWN, Situation
from scorekeeper.judge.told import Foot, OnTrain, TrainTold
from scorekeeper.tiles import Tile, parse_tiles
from tests.conftest import CLASSIC, SHELF

EMPTY = Situation(
    set_size=9,
    double=9,
    players=("Ana", "Ben", "Cy"),
    rules="classic",
    hands=(UNKNOWN,) * 3,
    question=QUESTIONS["score"],
    hand=(),
)
SIX_TOES = SHELF.book("tedmontgomery").rules
LOOSE = SHELF.book("mexican-train").rules


def drawn(rules=CLASSIC, width: int = 80, **known: object) -> str:
    """Draw a table of which so much is known."""
    return sketch(replace(EMPTY, **known), rules, width)


def test_a_table_of_which_nothing_is_known_is_not_drawn() -> None:
    """There is nothing to see."""
    assert drawn() == ""


def test_an_open_foot_shows_the_toes_that_it_lacks() -> None:
    """Two toes lie there, one is wanted; the ends lead away from the start."""
    assert drawn(foot=Foot(7, 2), ends=(5, 2)).split("\n") == [
        "     ┏9┳─··2›",
        "‹5··─┫ ┃    ╭7┬─│7│?│",
        "     ┃ ┣─··─┤ ├─│7│?│",
        "     ┗9┛    ╰7┴─○",
    ]


def test_an_unfinished_start_shows_its_toes() -> None:
    """While the start lacks toes every end is the far half of one."""
    picture = drawn(SIX_TOES, toes=4, ends=(4, 1), laid=parse_tiles("9-9 9-7 9-4", 9))
    assert picture.count("○") == 2
    for number in ("4", "1", "7", "?"):
        assert f"‹│{number}│9│" in picture or f"│9│{number}│›" in picture


@pytest.mark.parametrize(
    ("known", "shows"),
    [
        ({"foot": Foot(7)}, "?"),
        ({"foot": Foot(7, 1)}, "··?›"),
        ({"toes": 9, "ends": ()}, "┏9┓"),
        ({"toes": 0}, "○"),
    ],
)
def test_what_nobody_knows_is_marked(known, shows) -> None:
    """A question mark for a number, a ring for a toe that is wanted."""
    picture = drawn(**known)
    assert shows in picture or shows[::-1].replace("›", "‹") in picture


def test_a_foot_that_binds_nobody_has_no_urgent_toes() -> None:
    """Where lines belong to players an empty toe is only a place."""
    assert "○" not in drawn(LOOSE, foot=Foot(7, 1))


def test_a_narrow_screen_gets_all_toes_on_one_side() -> None:
    """The picture is as narrow as it can be."""
    wide, narrow = drawn(ends=(5, 2)), drawn(ends=(5, 2), width=9)
    assert narrow == drawn(ends=(5, 2), width=1)
    assert max(map(len, narrow.split("\n"))) < max(map(len, wide.split("\n")))


def test_slips_of_the_finger_are_not_drawn_at_length() -> None:
    """Nine hundred toes or ends are no picture."""
    assert drawn(ends=tuple([5] * 150)).count("\n") < 30
    assert drawn(foot=Foot(7, 900)).count("\n") < 60


def test_every_train_is_drawn_with_its_marker() -> None:
    """Trains leave the engine one below the other: open doubles, ends, what nobody told, what is not begun."""
    told = {0: TrainTold(7, marked=True), 1: TrainTold(), 3: TrainTold(4), 4: TrainTold(2)}
    strict = SHELF.book("train-usual").rules
    assert drawn(strict, trains=told, open_doubles=(OnTrain(Tile(4, 4), 3),)).split("\n") == [
        "┏9┳─ Ana, marked     ··7›",
        "┃ ┣─ Ben             ·",
        "┃ ┣─ Cy              ··?›",
        "┃ ┣─ public train    ··│4│4│○",
        "┗9┻─ public train 2  ··2›",
    ]


def test_a_double_that_binds_nobody_has_only_a_place() -> None:
    """Where nobody but its player has to cover a double, it is not urgent."""
    picture = drawn(LOOSE, trains={0: TrainTold(7)}, open_doubles=(OnTrain(Tile(7, 7), 0),))
    assert "··│7│7│·" in picture
