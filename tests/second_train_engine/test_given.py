"""The second engine on the files that came with the rule catalogue: records, disputes, and the rulings on them."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.second_engine.notation import Tile, all_tiles, tile_of
from tests.second_train_engine.books import book
from tests.second_train_engine.engine import Illegal, State, Train, Turn, draw, lay, without_dead_doubles
from tests.second_train_engine.records import Move, act, move_of, points, replay, train_of

FOLDER = Path(__file__).parent / "given"
Given = dict[str, Any]


def given(name: str) -> Given:
    """Return a file of the folder as plain values."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


RULINGS = given("expected")["rulings"]
RECORDS = [ruling for ruling in RULINGS if ruling["file"].startswith("r")]
DISPUTES = [ruling for ruling in RULINGS if ruling["file"].startswith("m")]


def label(ruling: Given) -> str:
    """Return what tells one ruling from another."""
    return " ".join([ruling["file"], ruling["rules"], *ruling.get("house", ())])


def agrees(rule: str | None, ruling: Given) -> bool:
    """Whether the rule is the one that was named, if any was."""
    return rule == ruling.get("rule", rule)


@pytest.mark.parametrize("ruling", RECORDS, ids=label)
def test_records(ruling: Given) -> None:
    """Every record is legal, or fails at the action and by the rule that the catalogue gives for the rule book."""
    record = given(ruling["file"]) | {"rules": ruling["rules"], "house": ruling.get("house", {})}
    verdict = replay(record)
    assert verdict.at == ruling.get("at")
    assert agrees(verdict.rule, ruling)


@pytest.mark.parametrize(
    ("name", "ends", "points"),
    [
        ("r1", {"Ana": 4, "Ben": 2, "public": 5}, {"Ana": 6, "Ben": 0}),
        ("r2", {"Ana": 5, "Ben": 2, "Cy": 3, "public": 4}, {"Ana": 6, "Ben": 0, "Cy": 13}),
    ],
)
def test_results(name: str, ends: dict[str, int], points: dict[str, int]) -> None:
    """Both complete rounds end with the trains and the points that the catalogue gives."""
    result = replay(given(name)).result
    assert result is not None
    assert (result.ended, result.out, result.ends, result.points) == ("out", "Ben", ends, points)


def test_wrong_turn() -> None:
    """An action out of turn breaks no rule of the book."""
    assert replay(given("r2a")).rule is None


def position(file: Given, ruling: Given) -> State:
    """Return the position of a dispute, before what the player laid in this turn."""
    names, table, lines = file["players"], file["table"], file["trains"]
    trains = [_train(name, file) for name in (*names, "public")]
    hands = [frozenset(map(tile_of, file["hands"].get(name, "").split())) for name in names]
    state = State(
        keys=book(ruling["rules"]) | ruling.get("house", {}),
        highest=file["set"],
        hands=tuple(hands),
        yard=frozenset(all_tiles(file["set"])).difference(*hands),
        engine=file["round"],
        trains=tuple(trains if "end" in lines["public"] else trains[:-1]),
        marked=frozenset(seat for seat, name in enumerate(names) if lines.get(name, {}).get("marker")),
        turns=tuple(int(name not in table.get("first_turn", ())) for name in names),
        turn=Turn(names.index(file["question"]["player"]), draws=file["question"].get("drew", 0)),
    )
    opened = [train_of(state, 0, text.rsplit(" ", 1)[0], names) for text in table.get("open", ())]
    return without_dead_doubles(replace(state, open=tuple(opened)))


def _train(name: str, file: Given) -> Train:
    """Return a train with some first tile, or with all that lies on the table if it has the open double."""
    engine, table, line = file["round"], file["table"], file["trains"].get(name, {})
    if "end" not in line:
        return Train(engine)
    laid = table.get("laid", "").split() if f"{name} {line['end']}" in table.get("open", ()) else []
    return Train(line["end"], tuple(map(tile_of, laid)) or (Tile(engine, line["end"]),))


def played(file: Given, ruling: Given) -> State:
    """Return the position of a dispute, after what the player laid in this turn."""
    state = position(file, ruling)
    for text in file["table"].get("laid_now", ()):
        tile = tile_of(text.removesuffix(" on own"))
        hands, trains = list(state.hands), list(state.trains)
        hands[state.seat] |= {tile}
        trains[state.seat] = Train(tile.across(trains[state.seat].end))
        state = replace(state, hands=tuple(hands), trains=tuple(trains), open=())
        state = lay(state, state.seat, tile, state.seat)
    return state


def answer(file: Given, ruling: Given) -> object:
    """Return the answer to a question, `legal` where there is nothing to say; an action that is illegal raises."""
    asked = file["question"]
    if asked["ask"] == "score":
        hand = frozenset(map(tile_of, asked["hand"].split()))
        keys = book(ruling["rules"]) | ruling.get("house", {})
        return points(State(keys, file["set"], (hand,), frozenset(), ended="blocked"))[0]
    state, seat = played(file, ruling), file["players"].index(asked["player"])
    match asked["ask"]:
        case "play":
            act(state, Move(asked["player"], "lay", tile_of(asked["tile"]), asked["on"]), file)
        case "draw":
            draw(state, seat, min(state.yard))
        case "round-over":
            return "over" if state.ended else "goes-on"
        case "marker":
            for text in asked["events"]:
                state = act(state, move_of(text, file["players"]), file)
            return "open" if seat in state.marked else "closed"
    return "legal"


@pytest.mark.parametrize("ruling", DISPUTES, ids=label)
def test_disputes(ruling: Given) -> None:
    """Every dispute is settled as the catalogue settles it under the rule book."""
    file = given(ruling["file"])
    if ruling.get("verdict") == "illegal":
        with pytest.raises(Illegal) as illegal:
            answer(file, ruling)
        assert agrees(illegal.value.rule, ruling)
    else:
        assert answer(file, ruling) == ruling.get("answer", "legal")
