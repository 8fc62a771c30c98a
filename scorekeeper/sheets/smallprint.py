"""The rules in force, as sentences for the foot of a sheet and for the rules card.

The sentences come from the rule book's words; only what those cannot know, the deal in numbers, is
put into words here. Without a rule book's words there are fewer sentences, never invented ones.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import shorten

import msgspec

from scorekeeper.deal import deal
from scorekeeper.errors import Impossible, Malformed
from scorekeeper.game import Game
from scorekeeper.rulebook import Wording
from scorekeeper.rules import Rules, Value, differences, key_types, plain, value_of
from scorekeeper.tiles import set_name
from scorekeeper.words import _, ngettext

MOST_NOTES = 400
"""Letters of notes that a foot has room for."""

SILENT = {"little.mode": "off"}
"""A value of a section's first key that makes the section's other keys say nothing."""


class Paragraph(msgspec.Struct, frozen=True):
    """Some sentences, and what they are about."""

    lead: str
    text: str


class RuleLine(msgspec.Struct, frozen=True):
    """One rule in force: what it is about, what it says, and whether this table changed it."""

    name: str
    text: str
    house: bool


class Chapter(msgspec.Struct, frozen=True):
    """The rules of one chapter of the rule book."""

    heading: str
    rules: tuple[RuleLine, ...]


def topics() -> Mapping[str, tuple[str, ...]]:
    """Return what people look up during a game, what they ask for most first."""
    return {
        _("Score"): (
            "scoring.double_blank",
            "scoring.blank_half",
            "scoring.blank_tile",
            "scoring.out",
            "scoring.blocked",
            "scoring.open_foot",
        ),
        _("Ties"): ("winning.ties",),
        _("Start"): ("start.missing", "start.later_starter"),
        _("Turns"): ("turn.must_play", "turn.draws", "turn.drawn_tile", "yard.empty"),
        _("Feet"): ("foot.toes", "foot.uncloseable"),
        _("Last tile"): (
            "little.mode",
            "little.announce",
            "little.challenge",
            "little.penalty",
            "little.again",
            "little.points",
        ),
    }


def small_print(
    game: Game, book: str, notes: Sequence[str], wording: Wording | None
) -> tuple[Paragraph, ...]:
    """Return the rules in force as short paragraphs, the most important first."""
    dealt = deal_sentence(game.rules, game.set_size, len(game.players))
    parts = [Paragraph(_("Rules: {book}.").format(book=book), dealt)]
    if game.house:
        parts.append(
            Paragraph(_("Changed at this table."), " ".join(_sentences(game.rules, game.house, wording)))
        )
    parts += _earlier(game, wording)
    if notes:
        parts.append(Paragraph(_("Notes."), shorten(" ".join(notes), MOST_NOTES, placeholder="…")))
    if wording is not None:
        parts += [
            Paragraph(f"{lead}.", " ".join(told))
            for lead, keys in topics().items()
            if (told := [sentence for key in keys for sentence in _said(game.rules, key, wording)])
        ]
    return tuple(parts)


def _earlier(game: Game, wording: Wording | None) -> Iterator[Paragraph]:
    """Yield what was otherwise in rounds before the rules were changed."""
    for period in game.earlier:
        otherwise = differences(period.rules, game.rules)
        told = " ".join(_sentences(period.rules, otherwise, wording))
        yield Paragraph(_("Until round {number}.").format(number=period.until), told)


def deal_sentence(rules: Rules, set_size: int, players: int) -> str:
    """Return tiles per hand, tiles in the yard and toes on the start in a sentence or two."""
    try:
        dealt = deal(rules, set_size, players)
    except (Impossible, Malformed):
        return _("They do not say how {players} play with a {name} set; agree on the tiles each.").format(
            players=players, name=set_name(set_size)
        )
    tiles = ngettext("Everyone draws {count} tile.", "Everyone draws {count} tiles.", dealt.hand)
    yard = ngettext("{count} tile stays in the yard.", "{count} tiles stay in the yard.", dealt.yard)
    toes = ngettext(
        "The starting double needs {count} toe.", "The starting double needs {count} toes.", dealt.toes
    )
    return " ".join(
        sentence.format(count=count)
        for sentence, count in ((tiles, dealt.hand), (yard, dealt.yard), (toes, dealt.toes))
    )


def chapters(rules: Rules, house: Mapping[str, Value], wording: Wording | None) -> tuple[Chapter, ...]:
    """Return all rules in force, chapter by chapter; nothing without the rule book's words."""
    if wording is None:
        return ()
    found: dict[str, list[RuleLine]] = {chapter: [] for chapter in wording.chapters}
    for key in key_types():
        if key in wording.keys and (told := tuple(_said(rules, key, wording))):
            text = wording.keys[key]
            found[text.chapter].append(RuleLine(text.name, " ".join(told), key in house))
    return tuple(
        Chapter(wording.chapters[chapter], tuple(lines)) for chapter, lines in found.items() if lines
    )


def _sentences(rules: Rules, keys: Iterable[str], wording: Wording | None) -> Iterator[str]:
    for key in keys:
        if wording is not None and key in wording.keys:
            yield from wording.sentences(key, plain(value_of(rules, key)))
        else:
            yield _("{key} is {value}.").format(key=key, value=plain(value_of(rules, key)))


def _said(rules: Rules, key: str, wording: Wording) -> Iterator[str]:
    """Yield the sentences of a key that says something in a game of these rules."""
    value = value_of(rules, key)
    if key not in wording.keys or value is None or value == "" or _silenced(rules, key):
        return
    if value == 0 and key in ("scoring.blank_half", "scoring.out", "scoring.open_foot", "little.points"):
        return
    yield from wording.sentences(key, plain(value))


def _silenced(rules: Rules, key: str) -> bool:
    section = key.partition(".")[0]
    return any(
        first.partition(".")[0] == section and key != first and value_of(rules, first) == word
        for first, word in SILENT.items()
    )
