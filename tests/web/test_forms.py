"""What the pages and forms of a shared table answer: tables of who asks for what, and of what they read then."""

from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from scorekeeper.game.events import Change
from tests.conftest import cases
from tests.found import fits, record
from tests.web.table import Phone, Table, open_table, said


@pytest.mark.parametrize("case", cases("web/forms"), ids=lambda case: case["claim"])
async def test_a_phone_reads_what_the_table_says(tmp_path: Path, case: dict[str, Any]) -> None:
    """After each request stands on its page, in the game and among the devices what the table names."""
    async with open_table(tmp_path, *case.get("house", ()), private=case.get("private", False)) as table:
        phones: dict[str, Phone] = {}
        for step in case["steps"]:
            await table.enter(step.get("round", 1), **step.get("enter", {}))
            for change in step.get("changes", ()):
                await table.at_keyboard(msgspec.convert(change, Change))
            if "who" in step:
                phone = phones.get(step["who"]) or phones.setdefault(step["who"], joined(table, step["who"]))
                check(step, table, await asked(phone, table, step))
            if "rounds" in step:
                found = [record(played) for played in table.shared.game.rounds]
                assert fits(step["rounds"], found), (step, found)


def joined(table: Table, who: str) -> Phone:
    """Return the phone of a visitor, a watcher, the keeper, or a player."""
    if who in ("visitor", "watcher", "keeper"):
        return table.phone(who)  # type: ignore[arg-type]
    return table.phone("player", who)


async def asked(phone: Phone, table: Table, step: dict[str, Any]) -> httpx.Response:
    """Ask for the page or send the form of a step; `{code}` and `{pin}` are those of the table."""
    known = {"code": table.devices.code, "pin": table.devices.pin}
    if "get" in step:
        return await phone.get(step["get"].format(**known))
    form = {name: value.format(**known) for name, value in step.get("form", {}).items()}
    return await phone.post(step["post"].format(**known), **form)


def check(step: dict[str, Any], table: Table, answer: httpx.Response) -> None:
    """Compare an answer with what a step says about it."""
    status = step.get("status", 303 if "to" in step else 200)
    assert answer.status_code == status, (step, said(answer))
    assert answer.headers.get("location") == step.get("to", answer.headers.get("location")), step
    words = said(answer)
    assert not [one for one in step.get("says", ()) if one not in words], (step, words)
    assert not [one for one in step.get("lacks", ()) if one in words], (step, words)
    assert not [one for one in step.get("html", ()) if one not in answer.text], (step, answer.text)
    assert not [one for one in step.get("no_html", ()) if one in answer.text], (step, answer.text)
    devices = [one.player or one.role for one in table.devices.all]
    assert step.get("devices", devices) == devices, step
