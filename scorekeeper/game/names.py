"""The people at the table: their names, and the title of their game.

What `clean_name` refuses would break a list, a sheet or a screen; every other name is somebody's. Names that are
typed now must also be seen and told apart; what is stored or in a game file already stays as it is.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from scorekeeper.errors import Malformed, Position, nearest
from scorekeeper.rules import FEWEST_PLAYERS, LONGEST_TITLE, MOST_PLAYERS
from scorekeeper.text import N_, _, folded, join_or, letter_name, pgettext, typed_words, unprintable

LONGEST_NAME = 60
_DEVICE = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9¹²³]", re.IGNORECASE)
"""What Windows takes for a device, whatever follows after a dot."""
LONGEST_NOTE = 500
LONGEST_TEXT = 4000


def normalise_spelling(name: str) -> str:
    """Return a name as it is compared: without surplus spaces, accents put together with their letters."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


def name_key(name: str) -> str:
    """Return what two spellings of one name have in common: all but capitals and surplus spaces.

    >>> name_key(" ANA  maria")
    'ana maria'
    """
    return normalise_spelling(name).casefold()


def clean_name(name: str) -> str:
    """Return a name without surplus spaces.

    Raises Malformed if it is empty, too long, or has a character that would break a list or a screen.
    """
    shown = normalise_spelling(name)
    if not shown:
        raise Malformed(_("A player needs a name."), at=Position(1, 0))
    if len(shown) > LONGEST_NAME:
        sentence = N_("The name “{name}” has {length} letters; {most} fit.")
        message = _(sentence, name=shown[:20] + "…", length=len(shown), most=LONGEST_NAME)
        raise Malformed(message, at=Position(1, len(name)))
    if "," in shown:
        sentence = _("The name “{name}” has a comma; leave that out.", name=shown)
        raise Malformed(sentence, at=_position_of(",", name))
    if letter := unprintable(shown):
        sentence = N_("The name “{name}” has the letter {letter}, which cannot be shown; leave that out.")
        raise Malformed(_(sentence, name=shown, letter=letter_name(letter)), at=_position_of(letter, name))
    return shown


def _position_of(letter: str, text: str) -> Position:
    """Return where a letter first stands; all of the text where only its normal form has the letter."""
    index = text.find(letter) if letter else -1
    return Position(1, len(text)) if index < 0 else Position(index + 1)


def clean_players(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of a table in seating order.

    Raises Malformed for a faulty name, a name twice, too few or too many. The line of its position is the
    seat, counted from 1.
    """
    return _read_players(names, clean_name)


def typed_players(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of a new table in seating order. Raises Malformed as `clean_players` and `typed_name`."""
    return _read_players(names, typed_name)


def _read_players(names: Iterable[str], read_name: Callable[[str], str]) -> tuple[str, ...]:
    players: list[str] = []
    if len(seats := [*names]) > MOST_PLAYERS:
        check_seats(len(seats))
    for seat, typed in enumerate(seats, start=1):
        try:
            name = read_name(typed)
        except Malformed as error:
            raise error.marking(error.at and error.at.within(line=seat)) from None
        if name.casefold() in map(str.casefold, players):
            raise Malformed(
                _("{name} is named twice; players need different names, such as {name} B.", name=name),
                at=Position(1, len(typed), seat),
            )
        players.append(name)
    check_seats(len(players))
    return tuple(players)


def check_seats(count: int) -> None:
    """Raise Malformed for too few or too many players."""
    if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
        sentence = N_("A table seats {least} to {most} players, not {count}.")
        raise Malformed(_(sentence, least=FEWEST_PLAYERS, most=MOST_PLAYERS, count=count))


def find_player(players: Sequence[str], name: str, *, begun: bool = False) -> str:
    """Return the player of that name, however it is capitalised, and without its accents where nobody else has it.

    If `begun`, the beginning of a name is enough. Raises Malformed that names the nearest if nobody of these players
    has the name, or all who could be meant.

    >>> find_player(("Ana", "Zoë"), "zoe"), find_player(("Ana", "Zoë"), "z", begun=True)
    ('Zoë', 'Zoë')
    """
    if name in players:
        return name
    spelled = normalise_spelling(name)
    matches = [player for player in players if player.casefold() == spelled.casefold()]
    matches = matches or [player for player in players if folded(player) == folded(spelled)]
    if begun and spelled:
        matches = matches or [player for player in players if folded(player).startswith(folded(spelled))]
    if len(matches) == 1:
        return matches[0]
    at = Position(1, len(name))
    if matches:
        sentence = N_("“{name}” could be {names}; type the name as it is written.")
        raise Malformed(_(sentence, name=name, names=join_or(matches)), at=at)
    raise Malformed(
        _("Nobody called “{name}” sits at this table; {hint}", name=name, hint=nearest(name, players)), at=at
    )


def file_name(title: str) -> str:
    """Return a title as the name of a file, without what any system refuses in one.

    >>> file_name("Friday night: Ana/Ben?"), file_name("Con.")
    ('Friday night Ana Ben', 'Con game')
    """
    kept = "".join(letter if letter.isalnum() or letter in " -_.'()&+" else " " for letter in title)
    name, other = " ".join(kept.split()).strip(". ")[:60].rstrip(". "), pgettext("name of a file", "game")
    if _DEVICE.fullmatch(name.partition(".")[0].rstrip()):
        return f"{name} {other}" if "." not in name else f"{other} {name}"
    return name or other


def clean_title(title: str) -> str:
    """Return a title without surplus spaces. Raises Malformed if it is too long or unprintable."""
    return clean_note(title, _("A title"), LONGEST_TITLE)


def clean_note(note: str, what: str = "", most: int = LONGEST_NOTE) -> str:
    """Return a note, or `what` else the text is ("A reason"), without surplus spaces.

    Raises Malformed if it is too long or unprintable.
    """
    shown = " ".join(note.split())
    if len(shown) > most or unprintable(shown):
        sentence = N_("{what} has at most {most} letters and no control characters.")
        message = _(sentence, what=what or _("A note"), most=most)
        raise Malformed(message, at=_position_of(unprintable(shown), note))
    return shown


def check_reason(reason: str | None) -> None:
    """Raise Malformed as `clean_note` for a reason that is too long or unprintable."""
    clean_note(reason or "", _("A reason"))


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
        for name, other in (self, reversed(self)):
            letters = unicodedata.normalize("NFD", other)
            for letter in name:
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
    seen = shown.translate(_UNSEEN)
    if not any(not letter.isspace() and unicodedata.category(letter) not in ("Mn", "Me") for letter in seen):
        sentence = N_(
            "This name cannot be seen, because it has only letters such as {letter}; type another one."
        )
        raise Malformed(_(sentence, letter=letter_name(shown[0])), at=Position(1, len(typed)))
    return shown


def parse_names(typed: str, sitting: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the names on a line, separated by commas or “and”, without those that are left empty.

    Those who are `sitting` already may have an “and” in their name.

    >>> parse_names("Ana, ben and Cy,"), parse_names("Ana and Ben, Cy", ["Ana and Ben"])
    (('Ana', 'ben', 'Cy'), ('Ana and Ben', 'Cy'))
    """
    return tuple(filter(None, map(str.strip, _separated(typed, sitting))))


def split_names(text: str, sitting: Iterable[str] = ()) -> list[str]:
    """Return the names on a line as `parse_names` does, also empty ones, each at its place.

    Raises Malformed if something else separates them.
    """
    other = re.search(r"[;/|\t\n]", text)
    if "," not in text and other is not None:
        names = re.sub(r"\s*[;/|\t\n]\s*", ",", text)
        raise Malformed(
            _("Separate the names with commas: {names}.", names=names), at=Position(other.start() + 1)
        )
    return _separated(text, sitting)


def _separated(text: str, sitting: Iterable[str]) -> list[str]:
    """Return the parts of a line of names; with one letter between two, they are as long as the line."""
    word = rf"(?:{'|'.join(map(re.escape, typed_words(N_('and &'))))})(?=\s)"
    known, parts = set(map(name_key, sitting)), list[str]()
    for part in text.split(","):
        if name_key(part) not in known:
            after_comma = rf"^\s*{word}" if parts else r"(?!)"
            part = re.sub(after_comma, lambda joint: " " * len(joint[0]), part)
            part = re.sub(rf"(?<=\s){word}", lambda joint: ",".rjust(len(joint[0])), part)
        parts += part.split(",")
    return parts


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
            if (at := error.at) is None or at.line is None:
                raise
            before = sum(len(name) + 1 for name in names[: at.line - 1])
            raise error.marking(Position(at.column + before, at.length)) from None
    seats = int(number[:9])  # more digits make it no more seats
    check_seats(seats)
    return seats


def lookalikes(typed: Iterable[str], sitting: Iterable[str] = ()) -> tuple[Lookalike, ...]:
    """Return the typed names that can be confused with one that sits there, or was typed before.

    Two names look alike if they are the same letters once invisible ones are left out and those of other alphabets
    are what they are drawn like; and if only capitals, accents, or strokes such as I and l tell them apart.

    >>> lookalikes(["Ana", "Ben", "Anа"])
    (Lookalike(name='Anа', other='Ana'),)
    """
    alike, others = list[Lookalike](), [*sitting]
    for name in typed:
        look = _drawn(name)
        for other in others:
            other_look = _drawn(other)
            same_letters = folded(look) == folded(other_look)
            if same_letters or look.translate(_STROKES) == other_look.translate(_STROKES):
                alike.append(Lookalike(name, other))
                break
        others.append(name)
    return tuple(alike)


def _drawn(name: str) -> str:
    """Return what a name looks like, in the letters of one alphabet."""
    apart = unicodedata.normalize("NFKD", name.translate(_UNSEEN).translate(_LETTERS))
    return unicodedata.normalize("NFC", " ".join(apart.translate(_LETTERS).split()))
