"""A dispute while it is being told: the question, the table it is about, and every fact as it was typed.

A draft becomes the tables of a situation file, and such tables become a draft again. Texts are read by
`telling`; nothing here rules on anything.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from scorekeeper.errors import Malformed
from scorekeeper.judge.facts import FACTS, MANY, NEEDED, OF_EACH, fact_named, facts_asked
from scorekeeper.judge.said import show_fact
from scorekeeper.judge.situation import Ask
from scorekeeper.judge.telling import Around, read_fact
from scorekeeper.rules import Rules, Value, plain_value
from scorekeeper.text import _


class FormLine(NamedTuple):
    """One line of a form: the name of a fact, and the player or the place in order that it is told for."""

    name: str
    part: str = ""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A question with what has been told so far; a line that is not in `typed` was left empty."""

    ask: Ask
    set_size: int
    double: int
    """The double that the round belongs to."""
    players: tuple[str, ...]
    rules: str
    """The id of a rule book."""
    house: Mapping[str, Value] = {}
    typed: Mapping[FormLine, str] = {}

    @property
    def around(self) -> Around:
        """What texts are read by."""
        return Around(self.set_size, self.players)

    def value(self, line: FormLine) -> Any:
        """Return what a line says, None where it is empty. Raises Malformed."""
        text = self.typed.get(line, "").strip()
        return read_fact(line.name, text, self.around) if text else None


def form_lines(draft: Draft, rules: Rules | None = None) -> tuple[FormLine, ...]:
    """Return the lines that a question has under these rules, in order; None: all that can matter under any."""
    found: list[FormLine] = []
    for name in facts_asked(draft.ask, rules):
        if name in MANY:
            told = _told(draft, name)
            found += [*told, FormLine(name, str(len(told) + 1))]
        elif name not in OF_EACH:
            found.append(FormLine(name))
        elif draft.ask != "score" or _blocked(draft):
            found += [FormLine(name, player) for player in draft.players if player != _whose(draft)]
    return tuple(found)


def _told(draft: Draft, name: str) -> list[FormLine]:
    """Return the filled lines of a fact that may be told many times, in order."""
    told = [line for line, text in draft.typed.items() if line.name == name and text.strip()]
    last = max((int(line.part) for line in told), default=0)
    return [FormLine(name, str(place)) for place in range(1, last + 1)]


def _blocked(draft: Draft) -> bool:
    return draft.typed.get(FormLine("blocked"), "").strip().casefold()[:1] == "y"


def _whose(draft: Draft) -> str | None:
    """Return the player whose hand has a line of its own."""
    if "hand" not in FACTS[draft.ask]:
        return None
    try:
        value: str | None = draft.value(FormLine("player"))
    except Malformed:
        return None
    return value


def draft_faults(draft: Draft) -> dict[FormLine, str]:
    """Return what cannot be read, line by line, in the order of the form."""
    found = {}
    for line in form_lines(draft):
        try:
            draft.value(line)
        except Malformed as error:
            found[line] = str(error)
    return found


def missing_lines(draft: Draft) -> tuple[str, ...]:
    """Return the facts without which the question cannot be put."""
    told = {line.name for line, text in draft.typed.items() if text.strip()}
    needed = [*NEEDED.get(draft.ask, ())]
    if draft.ask == "score" and _blocked(draft):
        needed.append("player")
    return tuple(name for name in needed if name not in told)


def facts_told(draft: Draft) -> tuple[tuple[str, str], ...]:
    """Return what was told, line by line, as label and words, in the order of the form. Raises Malformed."""
    return tuple(
        (line_label(draft, line), show_fact(line.name, text, draft.around) or text)
        for line in form_lines(draft)
        if (text := draft.typed.get(line, "").strip())
    )


def line_label(draft: Draft, line: FormLine) -> str:
    """Return what a line asks for, in words."""
    told = fact_named(draft.ask, line.name).label
    if line.name in MANY:
        return _("{fact}, {place}").format(fact=told, place=line.part) if line.part != "1" else told
    return told.format(player=line.part)


def labelled(draft: Draft, line: FormLine, words: str) -> str:
    """Return what is said of a line, with what it asks for before it."""
    asked_for = line_label(draft, line)
    sentence = _("{fact} {words}") if asked_for.endswith("?") else _("{fact}: {words}")
    return sentence.format(fact=asked_for, words=words)


def line_hint(draft: Draft, line: FormLine) -> str:
    """Return what to type on a line, with names of this table."""
    one, two, *_rest = draft.players
    return labelled(draft, line, fact_named(draft.ask, line.name).hint.format(one=one, two=two))


def draft_tables(draft: Draft) -> dict[str, Any]:
    """Return the tables of a situation file.

    Raises Malformed for what cannot be read, whether or not the answer turns on it, or is missing.
    """
    for line, fault in draft_faults(draft).items():
        raise Malformed(labelled(draft, line, fault))
    lacking = missing_lines(draft)
    if lacking:
        labels = [line_label(draft, FormLine(name, draft.players[0])) for name in lacking]
        raise Malformed(_("This is still missing: {facts}.").format(facts=", ".join(labels)))
    return _file(draft, _question(draft))


def draft_position(draft: Draft) -> dict[str, Any]:
    """Return the tables with no more of a question than a position needs, for one half told.

    Raises Malformed for what cannot be read.
    """
    whole = not missing_lines(draft)
    return _file(draft, _question(draft) if whole else {"ask": "score", "hand": ""})


def _file(draft: Draft, question: dict[str, Any]) -> dict[str, Any]:
    return {
        "set": draft.set_size,
        "round": draft.double,
        "players": list(draft.players),
        "rules": draft.rules,
        "table": _table(draft),
        "hands": _hands(draft),
        "question": question,
        "house": {key: False if value is None else plain_value(value) for key, value in draft.house.items()},
    }


def _belongs(draft: Draft, name: str) -> bool:
    return name in FACTS[draft.ask]


def _value(draft: Draft, name: str) -> Any:
    return draft.value(FormLine(name)) if _belongs(draft, name) else None


def _table(draft: Draft) -> dict[str, Any]:
    told = {name: _value(draft, name) for name in ("foot", "ends", "laid", "yard")}
    toes = _value(draft, "toes")
    double, on_double = _value(draft, "double"), _value(draft, "on_double")
    if double is not None and double == draft.double:
        toes = on_double
    elif double is not None and on_double is not None:
        told["foot"] = {"double": double, "toes": on_double}
    if toes is not None:
        told["start"] = {"toes": toes}
    return {name: value for name, value in told.items() if value is not None}


def _each(draft: Draft, name: str) -> dict[str, Any]:
    """Return what is told of each player who has a line for it, in their order."""
    told = {line.part: draft.value(line) for line in form_lines(draft) if line.name == name}
    return {player: value for player, value in told.items() if value is not None}


def _hands(draft: Draft) -> dict[str, Any]:
    hands = _each(draft, "hands")
    whose = _value(draft, "player")
    if not _belongs(draft, "hand") or whose is None:
        return hands
    hand = _value(draft, "hand")
    return hands if hand is None else hands | {whose: hand}


def _question(draft: Draft) -> dict[str, Any]:
    """Return the question with those of its facts that were told."""
    told = {"ask": draft.ask, **_ASKED.get(draft.ask, _plainly)(draft)}
    return {name: value for name, value in told.items() if value is not None}


def _plainly(draft: Draft) -> dict[str, Any]:
    names = ("player", "tile", "on", "drawn", "played", "drew", "double")
    return {name: _value(draft, name) for name in names}


def _of_pass(draft: Draft) -> dict[str, Any]:
    return _plainly(draft) | {"tile": _value(draft, "drawn_tile")}


def _of_doubles(draft: Draft) -> dict[str, Any]:
    return {
        "held": _each(draft, "held") or None,
        "earlier": _value(draft, "earlier"),
        "yard_has": _value(draft, "yard_has"),
    }


def _of_starter(draft: Draft) -> dict[str, Any]:
    return {"drawn": _each(draft, "draws")}


def _of_events(draft: Draft) -> dict[str, Any]:
    told = [draft.value(line) for line in _told(draft, "events")]
    events = [event for event in told if event is not None]
    if draft.ask == "misplay" and events and not any(event.endswith("!") for event in events):
        events[0] += "!"
    return {"player": _value(draft, "player"), "events": events}


def _of_score(draft: Draft) -> dict[str, Any]:
    player = _value(draft, "player")
    ended = "blocked" if _blocked(draft) else None
    if player is not None:
        return {"player": player, "ended": ended}
    return {"hand": _value(draft, "hand"), "ended": ended}


_ASKED: Mapping[str, Callable[[Draft], dict[str, Any]]] = {
    "pass": _of_pass,
    "starting-double": _of_doubles,
    "starter": _of_starter,
    "chickenlittle": _of_events,
    "score": _of_score,
    "misplay": _of_events,
}
