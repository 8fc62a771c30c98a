"""Makes a draft of a situation file, as if somebody had typed it line by line.

Nothing is read or ruled on here: every fact becomes the text that stands for it.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from scorekeeper.judge.draft import Draft, FormLine, form_lines
from scorekeeper.judge.situation import Ask
from scorekeeper.judge.telling import NONE_AT_ALL
from scorekeeper.rules import Value


def draft_of(file: Mapping[str, Any], house: Mapping[str, Value]) -> Draft:
    """Return the draft of a situation file's tables, as if somebody had typed it."""
    question = dict(file["question"])
    table: dict[str, Any] = {"start": {}, "foot": {}} | dict(file.get("table", {}))
    hands = dict(file.get("hands", {}))
    ask: Ask = question["ask"]
    draft = Draft(
        ask=ask,
        set_size=file["set"],
        double=file["round"],
        players=tuple(file["players"]),
        rules=file["rules"],
        house=house,
    )
    told: dict[FormLine, Any] = {
        FormLine("toes"): table["start"].get("toes"),
        FormLine("foot"): " ".join(
            str(table["foot"][name]) for name in ("double", "toes") if name in table["foot"]
        ),
        FormLine("ends"): " ".join(map(str, table["ends"])) or NONE_AT_ALL if "ends" in table else None,
        FormLine("laid"): table.get("laid"),
        FormLine("yard"): table.get("yard"),
    }
    told |= _asked_back(question, hands)
    if ask == "closed":
        told |= _on_double(draft, question["double"], table)
    typed = {line: str(text) for line, text in told.items() if text not in (None, "")}
    whole = msgspec.structs.replace(draft, typed=typed)
    return msgspec.structs.replace(
        whole, typed={line: typed[line] for line in form_lines(whole) if line in typed}
    )


def _asked_back(question: dict[str, Any], hands: dict[str, Any]) -> dict[FormLine, Any]:
    player = question.get("player")
    told = {
        FormLine(name): question.get(name) for name in ("player", "tile", "on", "played", "drew", "double")
    }
    told[FormLine("drawn_tile")] = question.get("tile")
    told[FormLine("drawn")] = "y" if question.get("drawn") is True else None
    told[FormLine("blocked")] = "y" if question.get("ended") else None
    told[FormLine("hand")] = hands.get(player, question.get("hand")) if player else question.get("hand")
    told |= {FormLine("hands", name): hand for name, hand in hands.items()}
    told |= {FormLine("held", name): tiles or NONE_AT_ALL for name, tiles in question.get("held", {}).items()}
    told[FormLine("earlier")] = " ".join(map(str, question.get("earlier", ())))
    told[FormLine("yard_has")] = question.get("yard_has")
    if isinstance(question.get("drawn"), Mapping):
        told |= {FormLine("draws", name): tile for name, tile in question["drawn"].items()}
    told |= {
        FormLine("events", str(place)): event for place, event in enumerate(question.get("events", ()), 1)
    }
    return told


def _on_double(draft: Draft, double: int, table: Mapping[str, Any]) -> dict[FormLine, Any]:
    """Return the toes of the double that is asked about, which has a line of its own."""
    if double == draft.double:
        return {FormLine("on_double"): table["start"].get("toes")}
    if table["foot"].get("double") == double:
        return {FormLine("on_double"): table["foot"].get("toes"), FormLine("foot"): None}
    return {}
