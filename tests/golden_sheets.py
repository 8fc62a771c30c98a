"""Some sheets that are kept as files, with their real endings; `python -m tests.golden_sheets` writes them anew."""

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec.structs import replace

from scorekeeper.formats.rule_words import wording
from scorekeeper.rules.rulebook import read_changes, with_changes
from scorekeeper.sheets import Look, Sheet, blank_sheet, typeset
from scorekeeper.sheets.game_sheet import filled_sheet
from scorekeeper.sheets.typesetting import Format
from tests.conftest import SHELF, SHIPPED
from tests.games import NAMES, new_game, played

FOLDER = Path(__file__).parent / "golden"
WORDS = wording(SHIPPED)
House = Mapping[str, object]
NOTHING: House = {}
LONG = ("Maximiliana Konstantina von Habsburg-Lothringen", "Αθηνά", "Юлия", "محمد عبد الله", "דוד בן־גוריון")


def empty(set_size: int, players: int, **event: str) -> Sheet:
    """Return a blank sheet under the classic rules."""
    return replace(blank_sheet(SHELF.book("classic"), set_size, players, wording=WORDS), **event)


def scored(
    set_size: int, players: tuple[str, ...], rounds: int | None = None, house: House = NOTHING
) -> Sheet:
    """Return the sheet of a game after so many rounds, or of a finished one."""
    book = SHELF.book("tedmontgomery")
    rules = with_changes(book.rules, read_changes(house))
    new = replace(new_game(SHELF, set_size, players), rules=rules, house=read_changes(house))
    return filled_sheet(played(new, rounds), book.title, wording=WORDS, corrected={(2, players[0])})


def trains() -> Sheet:
    """Return the sheet of a finished game with trains, where 0-0 and a marked train cost points."""
    house = read_changes({"scoring.double_blank": 50, "scoring.marker": 5})
    book = SHELF.book("train-usual")
    rules = with_changes(book.rules, house)
    new = replace(new_game(SHELF, 12, NAMES[:6]), rules=rules, house=house, first_starter=NAMES[0])
    done = played(new)
    rounds = (replace(one, marked=(NAMES[one.number % 6],)) for one in done.rounds)
    return filled_sheet(replace(done, rounds=tuple(rounds)), book.title, wording=WORDS)


GOLDEN: Mapping[str, tuple[Callable[[], Sheet], Look]] = {
    "blank-6x3-letter.pdf": (lambda: empty(6, 3), Look()),
    "blank-12x8-a4.pdf": (lambda: empty(12, 8), Look(paper="a4")),
    "blank-9x6.svg": (lambda: empty(9, 6), Look()),
    "finished-9x4.pdf": (lambda: scored(9, NAMES[:4]), Look()),
    "unfinished-9x5-long-names.pdf": (lambda: scored(9, LONG, 4), Look(paper="a4")),
    "finished-12x8-half-time.pdf": (lambda: scored(12, NAMES[:8]), Look(paper="a4")),
    "house-9x4.png": (
        lambda: scored(9, NAMES[:4], 3, {"scoring.double_blank": 25}),
        Look(pixels_per_inch=60),
    ),
    "large-9x4.pdf": (lambda: scored(9, NAMES[:4]), Look(template="large")),
    "pocket-9x4.pdf": (lambda: scored(9, NAMES[:4], 6), Look(template="pocket")),
    "pocket-four-6x4.png": (lambda: empty(6, 4), Look(template="pocket-four", pixels_per_inch=60)),
    "tournament-9x4.pdf": (lambda: empty(9, 4, title="Winter cup", table="7"), Look(template="tournament")),
    "rules-card.pdf": (lambda: empty(9, 4, title="Winter cup"), Look(template="rules-card")),
    "train-blank-12x8-a4.pdf": (
        lambda: blank_sheet(SHELF.book("train-warp12"), 12, 8, wording=WORDS),
        Look(paper="a4"),
    ),
    "train-finished-12x6.pdf": (trains, Look()),
    "result-9x6.svg": (lambda: scored(9, NAMES[:6]), Look(template="result")),
}


def made(name: str) -> bytes:
    """Return what a golden file should hold."""
    sheet, look = GOLDEN[name]
    forms: Mapping[str, Format] = {".pdf": "pdf", ".svg": "svg", ".png": "png"}
    (page,) = typeset([sheet()], look, forms[Path(name).suffix]).pages
    return page


if __name__ == "__main__":
    for name in GOLDEN:
        (FOLDER / name).write_bytes(made(name))
