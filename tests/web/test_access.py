"""Nobody gets at a shared table's pages but those for whom they are; every answer carries its protection."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from scorekeeper.web.devices import Role
from scorekeeper.web.server import FILES, HEADERS, MOST_BYTES, ROUTES, Access, application
from tests.web.table import ORIGIN, Phone, Table, open_table, said

ALLOWED = {
    "GET /": "visitor screen player watcher keeper",
    "GET /j/{code}": "visitor screen player watcher keeper",
    "GET /J/{code}": "visitor screen player watcher keeper",
    "POST /j/{code}": "visitor screen player watcher keeper",
    "GET /k/{secret}": "visitor screen player watcher keeper",
    "GET /static/{name}": "visitor screen player watcher keeper",
    "GET /screen": "screen player watcher keeper",
    "GET /live/screen": "screen player watcher keeper",
    "GET /standing": "player watcher keeper",
    "GET /live/standing": "player watcher keeper",
    "GET /live/status": "player watcher keeper",
    "GET /hand": "player",
    "POST /hand": "player",
    "GET /ending": "player keeper",
    "POST /ending": "player keeper",
    "GET /double-blank": "player keeper",
    "POST /double-blank": "player keeper",
    "GET /counts": "player keeper",
    "GET /live/hand": "keeper",
    "GET /live/keeper": "keeper",
    "GET /live/rounds": "keeper",
    "GET /keeper": "keeper",
    "GET /keeper/hand": "keeper",
    "POST /keeper/hand": "keeper",
    "POST /keeper/next-place": "keeper",
    "POST /keeper/undo": "keeper",
    "GET /keeper/rounds": "keeper",
    "GET /keeper/players": "keeper",
    "GET /keeper/join": "keeper",
    "POST /keeper/join": "keeper",
    "GET /keeper/leave": "keeper",
    "POST /keeper/leave": "keeper",
    "POST /keeper/sits-out": "keeper",
    "GET /keeper/devices": "keeper",
    "POST /keeper/remove": "keeper",
    "POST /keeper/pin": "keeper",
}
"""Who may use which address: written down a second time, so that a slip in `ROUTES` is noticed."""


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Table]:
    """Return a table that anybody may look at."""
    async with open_table(tmp_path) as table:
        yield table


def asked_by(table: Table, role: Role) -> Phone:
    """Return a phone in a role; a big screen is one that has not joined, where the table is not private."""
    return table.phone(role, "Ana" if role == "player" else None)


def address(access: Access, table: Table) -> str:
    """Return an address of a route that leads somewhere."""
    path = access.path.format(code=table.devices.code, secret="x" * 22, name="style.css")
    asked = {
        "/keeper/hand": "?round=1&player=Ana",
        "/ending": "?round=1",
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
    assert found == {route: set(roles.split()) for route, roles in ALLOWED.items()}


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


WRONG = ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"]


@pytest.mark.parametrize("method", WRONG)
async def test_other_methods_find_nothing(opened: Table, method: str) -> None:
    """No address answers a method that it does not name, even to the keeper."""
    keeper = opened.phone("keeper")
    for path in ("/", "/hand", "/keeper/pin", "/static/style.css"):
        answer = await keeper.client.request(method, path, headers={"origin": ORIGIN})
        assert (answer.status_code, "no such page" in said(answer)) == (404, True)


@pytest.mark.parametrize(
    "path", ["/nothing", "/keeper/nothing", "/hand/more", "/.env", "/static/", "/k/", "/docs", "/%00"]
)
async def test_unknown_addresses_find_nothing(opened: Table, path: str) -> None:
    """What is no route is not there, for a visitor and for the keeper."""
    for role in ("visitor", "keeper"):
        assert (await asked_by(opened, role).get(path)).status_code == 404


OUTSIDE = [
    "/static/../server.py",
    "/static/..%2fserver.py",
    "/static/%2e%2e/server.py",
    "/static/....//server.py",
    "/static/%2fetc%2fpasswd",
    "/static/..%5cserver.py",
    "/static/style.css%00.html",
    "/static/style.css/../../server.py",
    "/static/STYLE.CSS",
    "/static/",
    "/..%2f..%2fetc/passwd",
]


@pytest.mark.parametrize("path", OUTSIDE)
async def test_only_the_pages_own_files_are_served(opened: Table, path: str) -> None:
    """A path that leads out of the folder, or to anything that is not listed, is not there."""
    phone = opened.phone()
    request = phone.client.build_request("GET", ORIGIN)
    request.url = httpx.URL(ORIGIN).copy_with(raw_path=path.encode())
    assert (await phone.client.send(request)).status_code == 404


@pytest.mark.parametrize(("name", "kind"), FILES.items())
async def test_the_pages_own_files_are_served(opened: Table, name: str, kind: str) -> None:
    """The style, the script and the icon are served as what they are."""
    answer = await opened.phone().get(f"/static/{name}")
    assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, kind)


HOSTS = [
    "evil.example",
    "192.168.1.23",
    "192.168.1.23:80",
    "localhost:8321",
    "192.168.1.23:8321.evil.example",
    "",
]


async def test_a_refusal_speaks_the_language_of_the_visitor(opened: Table) -> None:
    """What is refused before anybody looks at it is a sentence in the visitor's language too."""
    headers = {"host": "evil.example", "accept-language": "es"}
    answer = await opened.phone("keeper").client.get("/", headers=headers)
    assert answer.text == "Este servidor no atiende ese nombre de equipo."


@pytest.mark.parametrize("host", HOSTS)
async def test_a_foreign_host_is_misdirected(opened: Table, host: str) -> None:
    """Whoever reaches the server under another name gets 421, whatever they ask for and whoever they are."""
    keeper = opened.phone("keeper")
    for access in ROUTES:
        answer = await keeper.client.request(
            access.method, address(access, opened), headers={"host": host, "origin": f"http://{host}"}
        )
        assert answer.status_code == 421, access


ORIGINS = [
    "http://evil.example",
    "null",
    "",
    None,
    ORIGIN.replace("http", "https"),
    f"{ORIGIN}/",
    ORIGIN + "0",
]


@pytest.mark.parametrize("origin", ORIGINS)
async def test_a_write_from_elsewhere_is_refused(opened: Table, origin: str | None) -> None:
    """Every write needs our own Origin: a foreign, null or absent one gets 403, even from the keeper's browser."""
    keeper = opened.phone("keeper")
    before = (opened.devices.pin, opened.devices.all, len(opened.shared.kept.log.events))
    for access in ROUTES:
        if access.method == "POST":
            answer = await send(keeper, access, opened, origin)
            assert (answer.status_code, "own pages only" in answer.text) == (403, True), access
    assert (opened.devices.pin, opened.devices.all, len(opened.shared.kept.log.events)) == before


async def test_no_page_is_stored(opened: Table) -> None:
    """Pages, refusals and faults stay in no browser."""
    keeper, visitor = opened.phone("keeper"), opened.phone()
    answers = [await send(keeper, access, opened) for access in ROUTES]
    answers += [await send(opened.phone(), access, opened) for access in ROUTES]
    answers.append(await visitor.get("/nothing"))
    for answer in answers:
        if answer.headers.get("content-type", "").startswith("text/html"):
            assert answer.headers["cache-control"] == "no-store", answer.request


def test_the_policy_allows_no_foreign_and_no_inline_code() -> None:
    """The content security policy begins with nothing and allows our own files only."""
    policy = dict(HEADERS)[b"content-security-policy"].decode()
    assert policy.startswith("default-src 'none'; ")
    assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "data:"} & set(policy.replace(";", " ").split())
    assert dict(HEADERS)[b"referrer-policy"] == b"same-origin"


async def test_no_page_has_inline_code(opened: Table) -> None:
    """No page needs what the policy forbids: no script or style but the files, no handler in a tag."""
    keeper = opened.phone("keeper")
    for access in ROUTES:
        if access.method == "GET" and not access.path.startswith(("/live", "/static", "/counts")):
            page = (await keeper.get(address(access, opened))).text
            assert page.count("<script") == page.count('<script src="/static/share.js"')
            assert not any(word in page for word in ("<style", " style=", " onclick=", "javascript:"))


async def test_a_body_is_at_most_four_kilobytes(opened: Table) -> None:
    """A longer body gets 413 before any of it is looked at, also where its length is not told."""
    ben = opened.phone("player", "Ben")
    fits = f"game={opened.game_id}&round=1&player=Ben&typed=4&reason=".encode()
    body = fits + b"x" * (MOST_BYTES - len(fits))
    form = {"origin": ORIGIN, "content-type": "application/x-www-form-urlencoded"}

    async def pieces(content: bytes) -> AsyncIterator[bytes]:
        for start in range(0, len(content), 100):
            yield content[start : start + 100]

    for content in (body + b"x", pieces(body + b"x")):
        answer = await ben.client.post("/hand", content=content, headers=form)
        assert (answer.status_code, "too long" in answer.text) == (413, True)
    assert opened.shared.game.round(1).entries == {}
    for content in (body, pieces(body)):
        assert (await ben.client.post("/hand", content=content, headers=form)).status_code == 303


BODIES = [
    ("multipart/form-data", b"nonsense"),
    ("multipart/form-data; boundary=x", b"nonsense"),
    ("application/x-www-form-urlencoded", b"%ff%00=&&&=%"),
    ("application/x-www-form-urlencoded", b"round=%F0%9F%80&player=%00&typed=%00"),
    ("application/x-www-form-urlencoded", b"round=" + b"9" * 3000),
    ("application/json", b'{"round": 1}'),
    ("text/plain", b""),
    ("", b"round=1"),
]


@pytest.mark.parametrize(("kind", "body"), BODIES)
async def test_a_form_that_no_page_sends_is_refused(opened: Table, kind: str, body: bytes) -> None:
    """Whatever a body holds, the answer is a page that says why nothing was saved, never a fault."""
    for phone, paths in (
        (opened.phone("player", "Ben"), ("/hand", "/ending", "/double-blank")),
        (
            opened.phone("keeper"),
            (
                "/keeper/hand",
                "/ending",
                "/double-blank",
                "/keeper/next-place",
                "/keeper/undo",
                "/keeper/join",
                "/keeper/leave",
            ),
        ),
        (opened.phone(), (f"/j/{opened.devices.code}",)),
    ):
        for path in paths:
            answer = await phone.client.post(
                path, content=body, headers={"origin": ORIGIN, "content-type": kind}
            )
            assert answer.status_code in (400, 403, 404, 409, 422), (path, answer.status_code)
            assert "<h1>" in answer.text
    assert len(opened.shared.kept.log.events) == 1


QUERIES = [
    "",
    "?round=0&player=Ana",
    "?round=99&player=Ana",
    "?round=x&player=Ana",
    "?round=1&player=Zoe",
    "?round=²",
]


@pytest.mark.parametrize("query", QUERIES)
async def test_a_hand_that_does_not_exist_is_told(opened: Table, query: str) -> None:
    """A round or a player that is not in the game is refused in a sentence."""
    keeper = opened.phone("keeper")
    answer = await keeper.get(f"/keeper/hand{query}")
    assert (answer.status_code in (404, 409), "<h1>" in answer.text) == (True, True)


@pytest.mark.parametrize("cookie", ["", "x", "ü", "a" * 5000, "seat=seat", '"quoted"'])
async def test_a_strange_cookie_is_a_visitors(opened: Table, cookie: str) -> None:
    """Whatever a cookie holds that is not a secret of ours, nobody is let in by it."""
    phone = opened.phone()
    opened.phone("keeper")
    answer = await phone.client.get(
        "/keeper", headers={"cookie": f"seat-{opened.devices.code}={cookie}".encode()}
    )
    assert answer.status_code == 403


async def test_the_usual_port_of_pages_may_be_named(opened: Table) -> None:
    """At port 80, which browsers leave out of an address, a request that names it is served too."""
    for origin, host in (("http://192.168.1.23", "192.168.1.23:80"), ("http://192.168.1.23", "192.168.1.23")):
        share = replace(opened.share, origin=origin)
        transport = httpx.ASGITransport(application(share))
        async with httpx.AsyncClient(transport=transport, base_url=origin) as client:
            assert (await client.get("/screen", headers={"host": host})).status_code == 200
