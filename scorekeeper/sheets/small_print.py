"""The rules in force, as sentences for the foot of a sheet and for the rules card.

The sentences come from the rule book's words, except the one about the numbers of the deal. Without these words there
are fewer sentences, never invented ones.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from scorekeeper.errors import Impossible, Malformed
from scorekeeper.rules import (
    RulePeriods,
    Rules,
    TableLayout,
    Value,
    Wording,
    deal,
    plain_value,
    rule_differences,
    tiles_drawn,
    value_of,
)
from scorekeeper.text import _, ngettext
from scorekeeper.tiles import set_name

MOST_NOTES = 400
"""The most characters of notes at the foot of a sheet."""

EXTRAS = frozenset(
    {"scoring.blank_half", "scoring.out", "scoring.open_foot", "scoring.marker", "little.points"}
)
"""Points that are not mentioned if they are zero."""


OTHER_TABLES = frozenset({"set.sizes", "set.default", "set.players"})
"""What a book says about all tables; this one has its set and its players."""


class Terms(msgspec.Struct, frozen=True):
    """The terms of a table: the book's title, the rules in force, and what they depend on."""

    book: str
    rules: Rules
    set_size: int
    players: int
    """The number of players that the game began with."""
    house: Mapping[str, Value] = {}
    """The rules that the table changed."""
    earlier: RulePeriods = ()
    """The rules of earlier rounds."""
    later: tuple[tuple[int, int], ...] = ()
    """Pairs of a round and the number of players since then, where that changed."""


class Paragraph(msgspec.Struct, frozen=True):
    """Some sentences under a heading."""

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


def topics(layout: TableLayout) -> Mapping[str, tuple[str, ...]]:
    """Return what people look up during a game, the most frequent first; tables argue most about trains."""
    trains = {
        _("First turn."): "trains.first_turn trains.first_turn_place",
        _("Doubles."): "foot.lock foot.again foot.chain foot.uncloseable ending.double_out",
        _("Public train."): "trains.public_start",
        _("Markers."): "trains.marker_on trains.marker_off",
    }
    of_all = {
        _("Score."): (
            "scoring.double_blank scoring.blank_half scoring.blank_tile scoring.out scoring.blocked "
            "scoring.open_foot scoring.out_on_double scoring.marker"
        ),
        _("Ties."): "winning.ties",
        _("Start."): "start.missing start.later_starter",
        _("Turns."): "turn.must_play turn.draws turn.drawn_tile yard.empty",
    }
    last_tile = {
        _("Last tile."): (
            "little.mode little.announce little.challenge little.penalty little.again little.points"
        )
    }
    feet = {_("Feet."): "foot.toes foot.uncloseable"}
    headings = {**trains, **last_tile, **of_all} if layout.owned_ends else {**of_all, **feet, **last_tile}
    return {heading: tuple(keys.split()) for heading, keys in headings.items()}


def small_print(terms: Terms, notes: Sequence[str], wording: Wording | None) -> tuple[Paragraph, ...]:
    """Return the rules in force as short paragraphs, the most important first."""
    wording = wording and wording.under(terms.rules)
    dealt = deal_sentence(terms.rules, terms.set_size, terms.players)
    parts = [Paragraph(_("Rules: {book}.", book=terms.book), dealt)]
    if wording is not None:
        if terms.house:
            changed = _sentences(terms, terms.house, wording)
            parts.append(Paragraph(_("At this table, unlike “{book}”.", book=terms.book), changed))
        for period in terms.earlier:
            otherwise = rule_differences(period.rules, terms.rules)
            sentences = _sentences(replace(terms, rules=period.rules), otherwise, wording)
            parts.append(Paragraph(_("Until round {number} instead.", number=period.until), sentences))
    if text := " ".join(notes):
        text = text if len(text) <= MOST_NOTES else text[: MOST_NOTES - 1].rstrip() + "…"
        parts.append(Paragraph(_("Notes."), text))
    if later := " ".join(_later_deals(terms)):
        parts.append(Paragraph(_("Later deals."), later))
    if wording is not None:
        for lead, keys in topics(terms.rules.layout).items():
            if sentences := _sentences(terms, keys, wording):
                parts.append(Paragraph(lead, sentences))
    return tuple(parts)


def deal_sentence(rules: Rules, set_size: int, players: int) -> str:
    """Return the tiles per hand, the tiles in the yard and the toes of the start in a sentence or two."""
    try:
        dealt = deal(rules, set_size, players)
    except (Impossible, Malformed):
        return _(
            "They do not say how {players} play with a {name} set; agree how many tiles each draws.",
            players=players,
            name=set_name(set_size),
        )
    tiles = ngettext("Everyone draws {count} tile.", "Everyone draws {count} tiles.", dealt.hand)
    yard = ngettext("{count} tile stays in the yard.", "{count} tiles stay in the yard.", dealt.yard)
    if not rules.layout.start_toes:
        return f"{tiles} {yard}"
    toes = ngettext(
        "The starting double needs {count} toe.", "The starting double needs {count} toes.", dealt.toes
    )
    return " ".join([tiles, yard, toes])


def _later_deals(terms: Terms) -> Iterator[str]:
    """Yield since which rounds everybody has drawn another number of tiles, because players came or left."""
    before = tiles_drawn(terms.rules, terms.set_size, terms.players)
    for number, players in terms.later:
        hand = tiles_drawn(terms.rules, terms.set_size, players)
        if hand is not None and hand != before:
            yield ngettext(
                "Since round {number}: {count} tile each.",
                "Since round {number}: {count} tiles each.",
                hand,
                number=number,
            )
        before = hand


def chapters(terms: Terms, wording: Wording | None) -> tuple[Chapter, ...]:
    """Return all rules that matter at the table by chapter; nothing without the rule book's words."""
    if wording is None:
        return ()
    wording = wording.under(terms.rules)
    parts = []
    for chapter, heading in wording.chapters.items():
        if chapter == "trains" and not terms.rules.layout.owned_ends:
            continue
        lines = tuple(
            RuleLine(wording.keys[key].name, text, key in terms.house)
            for key in wording.chapter(chapter)
            if key not in OTHER_TABLES and (text := _sentences(terms, [key], wording))
        )
        if lines:
            parts.append(Chapter(heading, lines))
    return tuple(parts)


def _sentences(terms: Terms, keys: Iterable[str], wording: Wording) -> str:
    """Return what the keys say that matter under these rules."""
    sentences: list[str] = []
    for key in keys:
        value = value_of(terms.rules, key)
        if key not in wording.keys or value is None or value == "" or not wording.matters(key, terms.rules):
            continue
        if key in EXTRAS and value == 0:
            continue
        with suppress(Malformed):  # no number for this table, as the sentence on the deal says
            sentences += wording.at_table(key, plain_value(value), terms.set_size, terms.players)
    return " ".join(sentences)
