"""Names that are typed now: people must be able to see them, and to tell those at one table apart.

What is stored or in a game file already is read by `names` alone, and stays as it is.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.errors import Malformed, Position
from scorekeeper.game.names import LONGEST_NAME, check_seats, clean_name, clean_note, read_players
from scorekeeper.text import _, folded, letter_name

_UNSEEN = dict.fromkeys(
    (
        *(0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x200C, 0x200D, 0x2800, 0x3164),
        *(*range(0xFE00, 0xFE10), 0xFFA0, 0x13441, 0x13442, 0x16FE4, 0x1D159, *range(0xE0100, 0xE01F0)),
    )
)
"""Every letter that a name may have and nobody sees: Unicode's Default_Ignorable_Code_Point, and the blank ones."""

_DRAWN_LIKE = """
    AАΑ BВΒ CСϹ EЕΕ FϜ GԌ HНΗ IІΙӀ JЈͿ KКΚ MМΜϺ NΝ OОΟՕ PРΡ SЅՏ TТΤ UՍ VѴ WԜ XХΧ YУΥҮ ZΖ 3ЗӠ
    aаαɑ bЬ cсϲᴄ dԁ eеҽ gɡց hһհ iіιıɩ jјϳ kкκ lӏǀ nոռ oоοօ pрρ qԛգզ rг sѕꜱ uυսʋ vνѵ wѡԝա xх× yуγү zᴢ
    一ー 二ニ 八ハ 力カ 卜ト 口ロ 夕タ 工エ ヘへ '’‘‛′´`ʹʼʻˈ՚ -‐‑‒–—−˗
"""
"""Words of a letter and those that are drawn like it, as in Unicode's `confusables.txt`: of the alphabets that people
write their names in. Letters that NFKC replaces, such as full-width ones, are not among them."""

_LETTERS = str.maketrans({like: word[0] for word in _DRAWN_LIKE.split() for like in word[1:]})
_STROKES = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "O"})
"""What many fonts draw alike, though a capital or a digit."""


class Lookalike(NamedTuple):
    """A name that can be confused with the other one."""

    name: str
    other: str

    @property
    def sentence(self) -> str:
        """That the two look alike, with the letter that tells them apart, unless everybody sees it."""
        if letter := self._disguise:
            return _(
                "“{name}” and “{other}” look alike; one of them has the letter {letter}.",
                name=self.name,
                other=self.other,
                letter=letter_name(letter),
            )
        return _("“{name}” and “{other}” look alike.", name=self.name, other=self.other)

    @property
    def _disguise(self) -> str:
        """The first letter that only one name has, and that is not what it looks like; "" for none but accents."""
        for one, two in (self, reversed(self)):
            letters = unicodedata.normalize("NFD", two)
            for letter in one:
                if unicodedata.normalize("NFD", letter)[0] not in letters and _drawn(letter) != letter:
                    return letter
        return ""


def typed_name(name: str) -> str:
    """Return a new name without surplus spaces.

    Raises Malformed as `clean_name`, and if nobody could see the name.
    """
    return _seen(clean_name(name), name)


def clean_by(name: str | None) -> str | None:
    """Return the name of who notes something, None for nobody.

    Raises Malformed as `clean_note`, and if nobody could see the name.
    """
    shown = clean_note(name or "", _("The name of the person who makes this entry"), LONGEST_NAME)
    return _seen(shown, shown) if shown else None


def _seen(shown: str, typed: str) -> str:
    """Return the name, as it is shown. Raises Malformed if nobody could see it."""
    if not any(map(_takes_ink, shown.translate(_UNSEEN))):
        raise Malformed(
            _(
                "This name cannot be seen, because it has only letters such as {letter}; type another one.",
                letter=letter_name(shown[0]),
            ),
            at=Position(1, len(typed)),
        )
    return shown


def _takes_ink(letter: str) -> bool:
    return not letter.isspace() and unicodedata.category(letter) not in ("Mn", "Me")


def typed_players(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of a new table in seating order. Raises Malformed as `clean_players` and `typed_name`."""
    return read_players(names, typed_name)


def split_names(text: str) -> list[str]:
    """Return the names on a line, separated by commas. Raises Malformed if something else separates them."""
    other = re.search(r"[;/|\t\n]", text)
    if "," not in text and other is not None:
        names = re.sub(r"\s*[;/|\t\n]\s*", ",", text)
        raise Malformed(
            _("Separate the names with commas: {names}.", names=names), at=Position(other.start() + 1)
        )
    return text.split(",")


def parse_players(text: str) -> int | tuple[str, ...]:
    """Return how many seats without names, or the names, separated by commas.

    Raises Malformed for a faulty name, a name twice, too few or too many; its position is one in the text.

    >>> parse_players(" 6 "), parse_players("Ana, Ben")
    (6, ('Ana', 'Ben'))
    """
    number = text.strip()
    if not re.fullmatch(r"[+-]?\d+", number):
        names = split_names(text)
        try:
            return typed_players(names)
        except Malformed as error:
            raise error.marking(error.at and _in_list(error.at, names)) from None
    seats = int(number[:9])  # more digits make it no more seats
    check_seats(seats)
    return seats


def _in_list(at: Position, names: Sequence[str]) -> Position:
    """Return where letters of one of these names stand in the text that lists them with commas."""
    before = names[: (at.line or 1) - 1]
    return Position(at.column + sum(len(name) + 1 for name in before), at.length)


def lookalikes(typed: Iterable[str], sitting: Iterable[str] = ()) -> tuple[Lookalike, ...]:
    """Return the typed names that can be confused with one that sits there, or was typed before.

    Two names look alike if they are the same letters once invisible ones are left out and those of other alphabets
    are what they are drawn like; and if only capitals, accents, or strokes such as I and l tell them apart.

    >>> lookalikes(["Ana", "Ben", "Anа"])
    (Lookalike(name='Anа', other='Ana'),)
    """
    found, others = list[Lookalike](), [*sitting]
    for name in typed:
        found += [Lookalike(name, other) for other in others if _alike(name, other)][:1]
        others.append(name)
    return tuple(found)


def _alike(name: str, other: str) -> bool:
    one, two = _drawn(name), _drawn(other)
    return folded(one) == folded(two) or one.translate(_STROKES) == two.translate(_STROKES)


def _drawn(name: str) -> str:
    """Return what a name looks like, in the letters of one alphabet."""
    apart = unicodedata.normalize("NFKD", name.translate(_UNSEEN).translate(_LETTERS))
    return unicodedata.normalize("NFC", " ".join(apart.translate(_LETTERS).split()))
