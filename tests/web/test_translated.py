"""Every word on every page is in the visitor's language, but for what people typed."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from scorekeeper.game import PlayerLeft, TotalsHidden
from scorekeeper.web.server import wanted_language
from tests.pseudo import marked_language, uncovered, wrap_rules
from tests.web.table import PAGES, PLAYERS, Phone, Table, not_toured, open_table

TYPED = frozenset({*PLAYERS, "Eve", "Zoe", "Friday night", "misread", "the keeper's phone", "Ben's phone"})
"""What people typed in this game, and who made an entry, in the language of whoever keeps score."""


UNTOURED = {"/J/{code}"}
"""An address that no tour asks: the same page as in small letters."""


@pytest.fixture(autouse=True)
def _spanish(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every visitor read Spanish, each sentence in brackets."""
    monkeypatch.setattr("scorekeeper.web.server.language_of", lambda _wish: marked_language("es"))
    wrap_rules(monkeypatch)
    wanted_language.cache_clear()
    yield
    wanted_language.cache_clear()


def texts(page: str) -> Iterator[str]:
    """Yield every text of a page: between tags, and in the attributes that are read out; or of an answer in JSON."""
    if page.startswith("{"):
        yield from json.loads(page).values()
    for found in re.finditer(r'>([^<>]+)<|aria-label="([^"]*)"', page):
        yield unescape(found[1] or found[2])


def untranslated(answer: httpx.Response) -> list[str]:
    """Return the words of a page that no translator would have seen."""
    return [word for text in texts(answer.text) for word in uncovered(text, TYPED)]


async def toured(table: Table) -> Iterator[httpx.Response]:
    """Return the pages that a visitor, a player and the keeper see at the moment."""
    who = {"visitor": table.phone(), "player": table.phone("player", "Ben"), "keeper": table.phone("keeper")}
    paths = [
        *((one, path) for path, roles in PAGES.items() for one in who if one in roles and "{" not in path),
        ("visitor", f"/j/{table.devices.code}"), ("visitor", "/nothing"), ("visitor", "/hand"),
        ("visitor", "/screen"), ("player", "/keeper"), ("keeper", "/ending?round=1"), ("player", "/ending?round=1"),
        ("player", "/hand?round=1"), ("player", "/counts?typed=6-4"), ("player", "/counts?typed=x"),
        ("keeper", "/double-blank?round=1"), ("keeper", "/last-tile?round=1"), ("keeper", "/began?round=1"),
        ("keeper", "/k/used"),
        ("keeper", "/keeper/hand?round=1&player=Ben"), ("keeper", "/keeper/join?name=Eve"),
        ("keeper", "/keeper/join?name=a,b"), ("keeper", "/keeper/join?name=Dot"),
        ("keeper", "/keeper/leave?name=Ana"),
    ]  # fmt: skip
    pages = [await who[one].get(path) for one, path in paths]
    pages += await refused(who["player"], who["keeper"])
    table.devices.remove(next(one.id for one in table.devices.all if one.player == "Ben"))
    return iter(pages)


async def refused(player: Phone, keeper: Phone) -> list[httpx.Response]:
    """Return the pages that refuse, ask about or keep what was typed."""
    return [
        *[await player.post("/hand", round="1", player="Ben", typed=typed) for typed in ("x", "205", "")],
        await player.post("/hand", round="7", player="Ben", typed="7"),
        *[await keeper.post("/ending", round="1", ending=ending) for ending in ("won", "out:Carla")],
        await keeper.post("/keeper/hand", round="1", player="Zoe", typed="7", reason="misread"),
        *[await keeper.post("/keeper/join", name="Eve", begins="given", points=typed) for typed in ("", "x")],
    ]


async def test_every_word_of_the_pages_is_in_the_visitors_language(tmp_path: Path) -> None:
    """At every point of an evening each text of a page is a sentence that a translator has seen."""
    async with open_table(tmp_path, "rounds.length=fixed", "rounds.count=2") as table:
        pages = [*await toured(table)]
        await table.enter(Ana="3", Ben="6-4 5-5", Carla="5", Dot="6")
        pages += await toured(table)
        await table.enter(Ana="o")
        pages += await toured(table)
        await table.at_keyboard(PlayerLeft(player="Dot"))
        pages += await toured(table)
        await table.at_keyboard(TotalsHidden())
        pages += await toured(table)
        await table.enter(2, Ana="o", Ben="7", Carla="5")
        for places in range(4):
            pages += await toured(table)
            await table.phone("keeper").post("/keeper/next-place", places=str(places))
        pages += await toured(table)
    assert not_toured([page.request.url.path for page in pages]) == UNTOURED
    found = {(str(page.request.url.path), word) for page in pages for word in untranslated(page)}
    assert found == set()
