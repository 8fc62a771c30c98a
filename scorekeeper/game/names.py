"""The people at the table: their names, and the title of their game.

What is refused here would break a list, a sheet or a screen; every other name is somebody's.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

from scorekeeper.errors import Malformed, Position, nearest
from scorekeeper.rules import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.text import _, folded, join_or, letter_name, pgettext, unprintable

LONGEST_NAME = 60
_LONGEST_TITLE = 80
_DEVICE = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9¹²³]", re.IGNORECASE)
"""What Windows takes for a device, whatever follows after a dot."""
LONGEST_NOTE = 500
LONGEST_TEXT = 4000


def normalise_spelling(name: str) -> str:
    """Return a name as it is compared: without surplus spaces, accents put together with their letters."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


def clean_name(name: str) -> str:
    """Return a name without surplus spaces.

    Raises Malformed if it is empty, too long, or has a character that would break a list or a screen.
    """
    shown = normalise_spelling(name)
    if not shown:
        raise Malformed(_("A player needs a name."), at=Position(1, 0))
    if len(shown) > LONGEST_NAME:
        raise Malformed(
            _(
                "The name “{name}” has {length} letters; {most} fit.",
                name=shown[:20] + "…",
                length=len(shown),
                most=LONGEST_NAME,
            ),
            at=Position(1, len(name)),
        )
    if "," in shown:
        raise Malformed(
            _("The name “{name}” has a comma; leave that out.", name=shown), at=_place_of(",", name)
        )
    if letter := unprintable(shown):
        raise Malformed(
            _(
                "The name “{name}” has the letter {letter}, which cannot be shown; leave that out.",
                name=shown,
                letter=letter_name(letter),
            ),
            at=_place_of(letter, name),
        )
    return shown


def _place_of(letter: str, text: str) -> Position:
    """Return where a letter first stands; all of the text where only its normal form has the letter."""
    place = text.find(letter) if letter else -1
    return Position(1, len(text)) if place < 0 else Position(place + 1)


def clean_players(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of a table in seating order.

    Raises Malformed for a faulty name, a name twice, too few or too many. The line of its position is the
    seat, counted from 1.
    """
    return read_players(names, clean_name)


def read_players(names: Iterable[str], read_name: Callable[[str], str]) -> tuple[str, ...]:
    """Return the names of a table as `clean_players` does, with another function that reads each of them."""
    players: list[str] = []
    for seat, typed in enumerate(names, start=1):
        try:
            players.append(_another(read_name(typed), players, len(typed)))
        except Malformed as error:
            raise error.marking(error.at and error.at.within(line=seat)) from None
    check_seats(len(players))
    return tuple(players)


def _another(name: str, players: Sequence[str], length: int) -> str:
    """Return a name that none of the players has. Raises Malformed; `length` is that of what was typed."""
    if name.casefold() in {player.casefold() for player in players}:
        raise Malformed(
            _("{name} is named twice; players need different names, such as {name} B.", name=name),
            at=Position(1, length),
        )
    return name


def check_seats(count: int) -> None:
    """Raise Malformed for too few or too many players."""
    if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
        raise Malformed(
            _(
                "A table seats {least} to {most} players, not {count}.",
                least=FEWEST_PLAYERS,
                most=MOST_PLAYERS,
                count=count,
            )
        )


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
    found = [player for player in players if player.casefold() == spelled.casefold()]
    found = found or [player for player in players if folded(player) == folded(spelled)]
    if begun and spelled:
        found = found or [player for player in players if folded(player).startswith(folded(spelled))]
    if len(found) == 1:
        return found[0]
    at = Position(1, len(name))
    if found:
        raise Malformed(
            _("“{name}” could be {names}; type the name as it is written.", name=name, names=join_or(found)),
            at=at,
        )
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
    shown = " ".join(title.split())
    if len(shown) > _LONGEST_TITLE or unprintable(shown):
        raise Malformed(
            _("A title has at most {most} letters and no control characters.", most=_LONGEST_TITLE),
            at=_place_of(unprintable(shown), title),
        )
    return shown


def clean_note(note: str, what: str = "", most: int = LONGEST_NOTE) -> str:
    """Return a note, or `what` else the text is ("A reason"), without surplus spaces.

    Raises Malformed if it is too long or unprintable.
    """
    shown = " ".join(note.split())
    if len(shown) > most or unprintable(shown):
        raise Malformed(
            _(
                "{what} has at most {most} letters and no control characters.",
                what=what or _("A note"),
                most=most,
            ),
            at=_place_of(unprintable(shown), note),
        )
    return shown


def clean_reason(reason: str | None) -> str:
    """Return a reason without surplus spaces, "" for none. Raises Malformed as `clean_note`."""
    return clean_note(reason or "", _("A reason"))
