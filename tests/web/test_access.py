"""Nobody gets at a shared table's pages but those for whom they are; every answer carries its protection."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from scorekeeper.web.devices import Role
from scorekeeper.web.server import FILES, HEADERS, MOST_BYTES, ROUTES, Access, application
from tests.conftest import case_file
from tests.web.table import ORIGIN, Phone, Table, open_table, said

CASES = case_file("web/access.toml")


def asked_by(table: Table, role: Role) -> Phone:
    """Return a phone in a role; a big screen is one that has not joined, where the table is not private."""
    return table.phone(role, "Ana" if role == "player" else None)


def address(access: Access, table: Table) -> str:
    """Return an address of a route that leads somewhere."""
    path = access.path.format(code=table.devices.code, secret="x" * 22, name="style.css")
    asked = {
        "/keeper/hand": "?round=1&player=Ana",
        "/began": "?round=1",
        "/ending": "?round=1",
        "/last-tile": "?round=1",
        "/double-blank": "?round=1",
        "/keeper/join": "?name=Eve",
        "/keeper/leave": "?name=Ana",
    }
    return path + asked.get(path, "")


async def send(phone: Phone, access: Access, table: Table, origin: str | None = ORIGIN) -> httpx.Response:
    """Ask for a route as its pages do; a live region is only asked whether it may be followed."""
    if access.path.startswith("/live/"):
        return await phone.client.head(access.path)
    if access.method == "GET":
        return await phone.get(address(access, table))
    return await phone.post(address(access, table), origin, round="1", places="0")


def test_every_route_has_its_roles() -> None:
    """The routes are these, each for exactly these roles."""
    found = {f"{access.method} {access.path}": set(access.roles) for access in ROUTES}
    assert found == {route: set(roles.split()) for route, roles in CASES["allowed"].items()}


ASKING: list[tuple[Role, bool]] = [
    ("visitor", True), ("screen", False), ("player", False), ("watcher", False), ("keeper", False), ("keeper", True),
]  # fmt: skip
"""Every role, and whether the table is private: who has not joined is a screen where it is not."""


@pytest.mark.parametrize(("role", "private"), ASKING)
async def test_every_role_gets_at_its_routes_alone(tmp_path: Path, role: Role, private: bool) -> None:
    """Every route refuses every role that it does not name with 403, and no other; nothing is stored."""
    async with open_table(tmp_path, private=private) as table:
        phone = asked_by(table, role)
        for access in ROUTES:
            answer = await send(phone, access, table)
            if role not in access.roles:
                assert answer.status_code == 403, access
                assert answer.request.method == "HEAD" or "Not allowed" in said(answer)
            elif access.view.__name__ not in ("home", "join"):  # they tell visitors how to join, with 403
                assert answer.status_code in (200, 303, 404, 409, 422), access
        assert len(table.shared.kept.log.events) == 1


@pytest.mark.parametrize("method", CASES["methods"])
async def test_other_methods_find_nothing(table: Table, method: str) -> None:
    """No address answers a method that it does not name, even to the keeper."""
    keeper = table.phone("keeper")
    for path in ("/", "/hand", "/keeper/pin", "/static/style.css"):
        answer = await keeper.client.request(method, path, headers={"origin": ORIGIN})
        assert (answer.status_code, "no such page" in said(answer)) == (404, True)


@pytest.mark.parametrize("path", CASES["unknown"])
async def test_unknown_addresses_find_nothing(table: Table, path: str) -> None:
    """What is no route is not there, for a visitor and for the keeper."""
    for role in ("visitor", "keeper"):
        assert (await asked_by(table, role).get(path)).status_code == 404


@pytest.mark.parametrize("path", CASES["outside"])
async def test_only_the_pages_own_files_are_served(table: Table, path: str) -> None:
    """A path that leads out of the folder, or to anything that is not listed, is not there."""
    phone = table.phone()
    request = phone.client.build_request("GET", ORIGIN)
    request.url = httpx.URL(ORIGIN).copy_with(raw_path=path.encode())
    assert (await phone.client.send(request)).status_code == 404


@pytest.mark.parametrize(("name", "kind"), FILES.items())
async def test_the_pages_own_files_are_served(table: Table, name: str, kind: str) -> None:
    """The style, the script and the icon are served as what they are."""
    answer = await table.phone().get(f"/static/{name}")
    assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, kind)


async def test_a_refusal_speaks_the_language_of_the_visitor(table: Table) -> None:
    """What is refused before anybody looks at it is a sentence in the visitor's language too."""
    headers = {"host": "evil.example", "accept-language": "es"}
    answer = await table.phone("keeper").client.get("/", headers=headers)
    assert answer.text == "Este servidor no atiende ese nombre de equipo."


@pytest.mark.parametrize("host", CASES["hosts"])
async def test_a_foreign_host_is_misdirected(table: Table, host: str) -> None:
    """Whoever reaches the server under another name gets 421, whatever they ask for and whoever they are."""
    keeper = table.phone("keeper")
    for access in ROUTES:
        answer = await keeper.client.request(
            access.method, address(access, table), headers={"host": host, "origin": f"http://{host}"}
        )
        assert answer.status_code == 421, access


@pytest.mark.parametrize("origin", [*CASES["origins"], None])
async def test_a_write_from_elsewhere_is_refused(table: Table, origin: str | None) -> None:
    """Every write needs our own Origin: a foreign, null or absent one gets 403, even from the keeper's browser."""
    keeper = table.phone("keeper")
    before = (table.devices.pin, table.devices.all, len(table.shared.kept.log.events))
    for access in ROUTES:
        if access.method == "POST":
            answer = await send(keeper, access, table, origin)
            assert (answer.status_code, "own pages only" in answer.text) == (403, True), access
    assert (table.devices.pin, table.devices.all, len(table.shared.kept.log.events)) == before


async def test_no_page_is_stored(table: Table) -> None:
    """Pages, refusals and faults stay in no browser."""
    keeper, visitor = table.phone("keeper"), table.phone()
    answers = [await send(keeper, access, table) for access in ROUTES]
    answers += [await send(table.phone(), access, table) for access in ROUTES]
    answers.append(await visitor.get("/nothing"))
    for answer in answers:
        if answer.headers.get("content-type", "").startswith("text/html"):
            assert answer.headers["cache-control"] == "no-store", answer.request


def test_the_policy_allows_no_foreign_and_no_inline_code() -> None:
    """The content security policy begins with nothing and allows our files only, and pictures in a page."""
    policy = dict(HEADERS)[b"content-security-policy"].decode()
    assert policy.startswith("default-src 'none'; ")
    assert policy.count("data:") == policy.count("; img-src 'self' data:; ") == 1
    policy = policy.replace("img-src 'self' data:", "img-src 'self'")
    assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "data:"} & set(policy.replace(";", " ").split())
    assert dict(HEADERS)[b"referrer-policy"] == b"same-origin"


async def test_no_page_has_inline_code(table: Table) -> None:
    """No page needs what the policy forbids: no script or style but the files, no handler in a tag."""
    keeper = table.phone("keeper")
    for access in ROUTES:
        if access.method == "GET" and not access.path.startswith(("/live", "/static", "/counts")):
            page = (await keeper.get(address(access, table))).text
            assert page.count("<script") == page.count('<script src="/static/share.js"')
            assert not any(word in page for word in ("<style", " style=", " onclick=", "javascript:"))


async def test_a_body_is_at_most_four_kilobytes(table: Table) -> None:
    """A longer body gets 413 before any of it is looked at, also where its length is not told."""
    ben = table.phone("player", "Ben")
    fits = f"game={table.game_id}&round=1&player=Ben&typed=4&reason=".encode()
    body = fits + b"x" * (MOST_BYTES - len(fits))
    form = {"origin": ORIGIN, "content-type": "application/x-www-form-urlencoded"}

    async def pieces(content: bytes) -> AsyncIterator[bytes]:
        for start in range(0, len(content), 100):
            yield content[start : start + 100]

    for content in (body + b"x", pieces(body + b"x")):
        answer = await ben.client.post("/hand", content=content, headers=form)
        assert (answer.status_code, "too long" in answer.text) == (413, True)
    assert table.shared.game.round(1).entries == {}
    for content in (body, pieces(body)):
        assert (await ben.client.post("/hand", content=content, headers=form)).status_code == 303


LARGE = "application/x-www-form-urlencoded", "round=" + "9" * 3000


@pytest.mark.parametrize(("kind", "body"), [*CASES["bodies"], LARGE])
async def test_a_form_that_no_page_sends_is_refused(table: Table, kind: str, body: str) -> None:
    """Whatever a body holds, the answer is a page that says why nothing was saved, never a fault."""
    kinds = {"player": "/hand /began /ending /last-tile /double-blank", "visitor": f"/j/{table.devices.code}"}
    kinds["keeper"] = (
        "/keeper/hand /began /ending /last-tile /double-blank /keeper/next-place /keeper/undo /keeper/join "
        "/keeper/leave"
    )
    for role, paths in kinds.items():
        phone = table.phone(role, "Ben" if role == "player" else None)
        for path in paths.split():
            answer = await phone.client.post(
                path, content=body, headers={"origin": ORIGIN, "content-type": kind}
            )
            assert answer.status_code in (400, 403, 404, 409, 422), (path, answer.status_code)
            assert "<h1>" in answer.text
    assert len(table.shared.kept.log.events) == 1


@pytest.mark.parametrize("query", CASES["queries"])
async def test_a_hand_that_does_not_exist_is_told(table: Table, query: str) -> None:
    """A round or a player that is not in the game is refused in a sentence."""
    keeper = table.phone("keeper")
    answer = await keeper.get(f"/keeper/hand{query}")
    assert (answer.status_code in (404, 409), "<h1>" in answer.text) == (True, True)


@pytest.mark.parametrize("cookie", ["", "x", "ü", "a" * 5000, "seat=seat", '"quoted"'])
async def test_a_strange_cookie_is_a_visitors(table: Table, cookie: str) -> None:
    """Whatever a cookie holds that is not a secret of ours, nobody is let in by it."""
    phone = table.phone()
    table.phone("keeper")
    answer = await phone.client.get(
        "/keeper", headers={"cookie": f"seat-{table.devices.code}={cookie}".encode()}
    )
    assert answer.status_code == 403


async def test_the_usual_port_of_pages_may_be_named(table: Table) -> None:
    """At port 80, which browsers leave out of an address, a request that names it is served too."""
    for origin, host in (("http://192.168.1.23", "192.168.1.23:80"), ("http://192.168.1.23", "192.168.1.23")):
        share = replace(table.share, origin=origin)
        transport = httpx.ASGITransport(application(share))
        async with httpx.AsyncClient(transport=transport, base_url=origin) as client:
            assert (await client.get("/screen", headers={"host": host})).status_code == 200
