"""Hands that are refused: whatever was typed, a phone reads the reason and finds its text again."""

from html import unescape
from pathlib import Path
from random import Random
from re import search

import pytest

from scorekeeper.errors import ScorekeeperError
from scorekeeper.session import parse_line
from scorekeeper.session.session import accepted
from tests.conftest import case_file, cases
from tests.web.table import Table, open_table, said

SETS = (9, 12)
"""A set whose tiles are all on the page, and one of which the text says what number's tiles are."""

WORDS = (
    "six-four", "double-blank", "-5", "5-", "5--5", "--", "-", "99-0", "19-19", "6-4", "4-6", "0-0", "6-", "12-12",
    "64", "23", "99999", "=60", "=", "=x", "+", "++", "b", "b2", "b99", "o", "out", "pips", "²-²", "６-４", "٣-٤",
    "½", "é", "🀄", "\u202e6-4", "\x00", "\n", "\t", "<b>", '"', "&amp;", "'", "%00", "{tile}", "6\u20114",
    "1e9", "-0-",
)  # fmt: skip
"""What people may type for a tile or a number, and what nobody should."""


def texts(size: int) -> list[str]:
    """Return texts for a hand: those of the notation's tests, values that harm, and words put together at random."""
    luck = Random(size)
    harsh = case_file("harsh_values.toml")["values"]
    mixed = [
        luck.choice((" ", "", "+", ", ")).join(luck.choices(WORDS, k=luck.randint(2, 4)))
        for _time in range(24)
    ]
    return list(dict.fromkeys([*(case["typed"] for case in cases("entries")), *WORDS, *harsh, *mixed]))


def reason(table: Table, typed: str) -> str:
    """Return why a hand of Ben's in the first round is refused; empty if it is not."""
    game = table.shared.game
    try:
        accepted(game, parse_line(game, 1, "Ben", typed))
    except ScorekeeperError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("size", SETS)
async def test_a_refused_hand_is_told_and_kept(tmp_path: Path, size: int) -> None:
    """On a player's phone and on the keeper's, in every set: 422 with the reason, and the field holds the text."""
    faults, refused = list[tuple[str, str, object]](), 0
    async with open_table(tmp_path, size=size) as table:
        await table.enter(Ana="6-5")
        phones = {"/hand": table.phone("player", "Ben"), "/keeper/hand": table.phone("keeper")}
        for typed in texts(size):
            fault = reason(table, typed)
            for path, phone in phones.items():
                form = {"round": "1", "player": "Ben", "typed": typed}
                answer = await phone.post(path, **form, **({} if fault else {"tap": "1-1"}))
                if not fault:
                    faults += [(path, typed, answer.status_code)] * (answer.status_code != 200)
                    continue
                refused += 1
                field = search(r'<input id="typed"[^>]* value="([^"]*)"', answer.text)
                found = answer.status_code, unescape(field[1]) if field else None
                if found != (422, typed) or " ".join(fault.split()) not in said(answer):
                    faults.append((path, typed, found))
        assert "Ben" not in table.shared.game.round(1).entries
    assert refused > 80
    assert not faults, faults


@pytest.mark.parametrize(("path", "role"), [("/hand", "player"), ("/keeper/hand", "keeper")])
async def test_who_sits_out_is_asked_about(tmp_path: Path, path: str, role: str) -> None:
    """A lone `-` lets somebody sit out only once it was asked: a slip of the thumb would take their hand."""
    async with open_table(tmp_path) as table:
        await table.enter(Ben="12")
        phone = table.phone(role, *(["Ben"] if role == "player" else []))
        form = {"round": "1", "player": "Ben", "typed": "-", "held": "12"}
        answer = await phone.post(path, **form)
        assert (answer.status_code, "Ben sits out this round?" in said(answer)) == (422, True)
        assert table.shared.game.points[0]["Ben"] == 12, "it was kept before anybody answered"
        assert (await phone.post(path, **form, sure="-")).status_code == 303
        assert table.shared.game.round(1).sits_out == ("Ben",)
