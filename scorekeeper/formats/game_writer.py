"""A game as the text of its file: the layout that people read and `files` reads back.

Short lists and tables stay on one line, as a person would write them; every value is written by
tomli_w. Nothing here opens a file.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import tomli_w

from scorekeeper.game import Blocked, Game, KeptRuling, Out, Pips, Points, Round, TileEntry
from scorekeeper.rules import Value, key_types, rule_differences, rule_values
from scorekeeper.tiles import show_tiles

GAME_FORMAT = "scorekeeper-game/1"


def show_game(game: Game) -> str:
    """Return the game as the text of a game file; the same game gives the same text."""
    blocks = [_lines(_head(game)), *_company(game)]
    if game.house:
        blocks.append("[house]\n" + _rules(game.house))
    for played in game.rounds:
        blocks.extend(_round_blocks(played))
    for period in game.earlier:
        changed = rule_differences(period.rules, game.rules)
        blocks.append(f"[[rules_earlier]]\nuntil = {period.until}\n" + _rules(changed))
    blocks.append("[rules_in_force]\n" + _lines(rule_values(game.rules)))
    return "\n".join(blocks)


def _head(game: Game) -> dict[str, Any]:
    head: dict[str, Any] = {
        "format": GAME_FORMAT,
        "title": game.title,
        "date": game.date,
        "set": game.set_size,
        "players": game.players,
        "rules": game.book,
    }
    if game.first_starter is not None:
        head["first_starter"] = game.first_starter
    if game.tie_draw:
        head["tie_draw"] = game.tie_draw
    if game.turn is not None:
        head["starter_before_seats"] = {"round": game.turn.round, "player": game.turn.player}
    if game.hidden:
        head["totals_hidden"] = True
    if game.finished:
        head["finished"] = True
    return head | {"carries_rules": True}


def _company(game: Game) -> Iterator[str]:
    """Yield who came late, and who left."""
    for stay in game.stays:
        if stay.joined > 1 or stay.points:
            told = {"player": stay.player, "round": stay.joined, "points": stay.points, "begins": stay.begins}
            yield "[[joined]]\n" + _lines(told)
    for stay in game.stays:
        if stay.left is not None:
            yield "[[left]]\n" + _lines({"player": stay.player, "round": stay.left})


def _round_blocks(played: Round) -> Iterator[str]:
    yield "[[rounds]]\n" + _lines(_round(played))
    for call in played.calls:
        named = ("kind", "player", "caught_by", "effect", "note")
        told = {name: value for name in named if (value := getattr(call, name)) is not None}
        yield "[[rounds.calls]]\n" + _lines(told | ({"served": True} if call.served else {}))
    for one in played.overruled:
        yield "[[rounds.overruled]]\n" + _lines(_told(one, ("fact", "player", "message", "by", "why")))
    for ruling in played.rulings:
        yield "[[rounds.rulings]]\n" + _lines(_ruling(ruling))


def _ruling(ruling: KeptRuling) -> dict[str, Any]:
    told = {"question": ruling.question, "answer": ruling.answer, "reason": ruling.reason}
    more = {"told": list(ruling.told), "rule": ruling.rule, "book": ruling.book}
    return told | {name: value for name, value in more.items() if value}


def _told(value: object, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: told for name in names if (told := getattr(value, name)) not in (None, "")}


def _round(played: Round) -> dict[str, Any]:
    told: dict[str, Any] = {"double": played.double}
    if played.started_with is not None:
        told["started_with"] = played.started_with
    match played.ending:
        case Out(player):
            told |= {"ended": "out", "out": player}
        case Blocked(None):
            told["ended"] = "blocked"
        case Blocked(open_foot):
            told |= {"ended": "blocked", "open_foot": open_foot}
    if played.note:
        told["note"] = played.note
    return told | {name: value for name, value in _entries(played).items() if value}


def _entries(played: Round) -> dict[str, Any]:
    entries = played.entries.items()
    pips = {name: entry for name, entry in entries if isinstance(entry, Pips)}
    return {
        "hands": {name: show_tiles(entry.tiles) for name, entry in entries if isinstance(entry, TileEntry)},
        "pips": {name: entry.count for name, entry in pips.items()},
        "double_blank": next((name for name, entry in pips.items() if entry.double_blank), None),
        "blank_halves": {name: entry.blank_halves for name, entry in pips.items() if entry.blank_halves},
        "points": {name: entry.count for name, entry in entries if isinstance(entry, Points)},
    }


def _rules(changes: Mapping[str, Value]) -> str:
    """Return changed rules in their usual order, whatever the order in which they were changed.

    `false` takes an optional rule away, for TOML has no word for nothing.
    """
    ordered = {key: changes[key] for key in key_types() if key in changes}
    return _lines({key: False if value is None else value for key, value in ordered.items()})


def _lines(table: Mapping[str, Any]) -> str:
    return "".join(f"{name} = {_inline(value)}\n" for name, value in table.items())


def _inline(value: Any) -> str:
    """Return a TOML value on one line."""
    if isinstance(value, Mapping):
        rows = (f"{_key(name)} = {_inline(row)}" for name, row in value.items())
        return f"{{ {', '.join(rows)} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_inline, value))}]"
    return tomli_w.dumps({"value": value}).removeprefix("value = ").removesuffix("\n")


def _key(name: str) -> str:
    return tomli_w.dumps({name: 0}).removesuffix(" = 0\n")
