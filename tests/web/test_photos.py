"""A hand from a photo, asked for in this process: what is seen is shown first, and nothing of it is kept."""

import asyncio
from collections.abc import Collection
from threading import Event

import pytest

from scorekeeper.errors import Malformed
from scorekeeper.photo import SeenPhoto, SeenTile
from scorekeeper.tiles import Tile
from scorekeeper.web import photos, server
from scorekeeper.web.server import ROUTES, wanted_language
from tests.conftest import cases
from tests.pseudo import marked_language
from tests.web.table import ORIGIN, Phone, Table, said
from tests.web.test_translated import untranslated

CORNERS = ((0.1, 0.1), (0.3, 0.1), (0.3, 0.2), (0.1, 0.2))
SEEN = (SeenTile((5, 6), CORNERS, 0.98, True), SeenTile((0, 0), CORNERS, 0.5, False))
PHOTO = b"\xff\xd8\xff a photo"


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, int, Collection[Tile]]]:
    """Let two tiles be seen in every photo; return what was asked."""
    asked: list[tuple[bytes, int, Collection[Tile]]] = []

    def see(picture: bytes, highest: int, elsewhere: Collection[Tile]) -> SeenPhoto:
        asked.append((picture, highest, elsewhere))
        return SeenPhoto(SEEN, b"JPEG", (400, 300))

    monkeypatch.setattr(photos, "read_photo", see)
    monkeypatch.setattr(photos, "can_read_photos", lambda: True)
    return asked


async def photographed(
    phone: Phone, picture: bytes = PHOTO, path: str = "/hand/photo", **fields: str
) -> object:
    """Send a photo with the form of a hand."""
    form = {"game": phone.game_id, "round": "1", "player": "Ben", "typed": "", **fields}
    files = {"photo": ("hand.jpg", picture)}
    return await phone.client.post(path, data=form, files=files, headers={"origin": ORIGIN})


async def test_a_photo_is_shown_before_anything_is_used(table: Table, asked: list[object]) -> None:
    """Each tile has a frame and a field; the doubtful one is marked in words too; nothing is stored."""
    answer = await photographed(table.phone("player", "Ben"), typed="3-2")
    assert answer.status_code == 200
    words = said(answer)
    assert "I see 2 tiles, 61 points. Is that all of them?" in words
    assert "1 tile with a question mark needs a second look." in words
    assert "neither kept nor sent on" in words
    assert answer.text.count("<polygon") == 3  # and that of a tile that is added
    assert 'value="6-5"' in answer.text
    assert 'aria-label="Tile 2: look again"' in answer.text
    assert "data:image/jpeg;base64," in answer.text
    assert table.shared.game.round(1).entries == {}
    assert [(picture, highest) for picture, highest, _elsewhere in asked] == [(PHOTO, 9)]


async def test_tiles_that_are_elsewhere_are_told_to_the_reader(table: Table, asked: list[object]) -> None:
    """The double that began the round, and what others have entered."""
    await table.enter(Ana="6-5 4-4")
    answer = await photographed(table.phone("player", "Ben"))
    ((_picture, _highest, elsewhere),) = asked
    assert set(elsewhere) == {Tile(9, 9), Tile(6, 5), Tile(4, 4)}
    assert "6-5 cannot be in two hands" in said(answer)


@pytest.mark.parametrize("case", cases("rows/web/taken"), ids=lambda case: case["claim"])
async def test_what_is_taken_stands_in_the_field_as_if_typed(table: Table, case: dict[str, str]) -> None:
    """With what it counts or what is wrong with it, and what was typed before is told; nothing is stored."""
    ben = table.phone("player", "Ben")
    answer = await ben.post("/hand", round="1", player="Ben", held="", **case["sent"])
    assert answer.status_code == 200
    assert f'name="typed" value="{case["field"]}"' in answer.text
    assert 'class="saved"' not in answer.text
    words = said(answer)
    assert case["says"] in words
    assert ("You typed" in words) == ("You typed" in case["says"])
    assert table.shared.game.round(1).entries == {}


async def test_what_was_taken_is_saved_as_what_was_typed(table: Table) -> None:
    """The same form stores it."""
    ben = table.phone("player", "Ben")
    await ben.post("/hand", round="1", player="Ben", held="", do="take", typed="", tile1="6-5")
    answer = await ben.post("/hand", round="1", player="Ben", held="", do="save", typed="6-5")
    assert answer.status_code == 303


async def test_the_keepers_phone_takes_photos_too(table: Table) -> None:
    """Of every hand of every round."""
    answer = await photographed(table.phone("keeper"), path="/keeper/hand/photo")
    assert "Ben's photo" in said(answer)
    assert 'action="/keeper/hand"' in answer.text


@pytest.mark.parametrize(
    ("picture", "says"),
    [
        (b"", "Choose a photo first."),
        (PHOTO + bytes(2**20), "This picture has more than 1 MB; make it smaller."),
    ],
)
async def test_what_is_no_photo_is_refused_and_what_was_typed_stays(
    table: Table, monkeypatch: pytest.MonkeyPatch, picture: bytes, says: str
) -> None:
    """The form is there again, with a sentence."""
    monkeypatch.setattr(photos, "MOST_PHOTO", 2**20)
    answer = await photographed(table.phone("player", "Ben"), picture, typed="3-2")
    assert answer.status_code == 422
    assert says in said(answer)
    assert 'value="3-2"' in answer.text


async def test_numbers_of_tiles_side_by_side_lie_along_them(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Across them they would cover those of the next one; tiles that lie have theirs upright."""
    stands = SeenTile((9, 8), ((0.1, 0.9), (0.1, 0.1), (0.3, 0.1), (0.3, 0.9)), 0.98, True)
    monkeypatch.setattr(photos, "read_photo", lambda *_facts: SeenPhoto((*SEEN, stands), b"JPEG", (400, 300)))
    answer = await photographed(table.phone("player", "Ben"))
    assert answer.text.count("rotate(") == 1
    assert 'transform="rotate(-90 80 150)"' in answer.text


async def test_a_photo_that_never_comes_leaves_its_place_to_others(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone may leave the network in the middle of it."""
    monkeypatch.setattr(server, "PATIENCE", 0.01)
    ben = table.phone("player", "Ben")

    async def pieces() -> object:
        yield b"a"
        await asyncio.sleep(60)

    answer = await ben.client.post("/hand/photo", content=pieces(), headers={"origin": ORIGIN})
    assert answer.status_code == 400


async def test_a_photo_that_is_far_too_large_is_not_read_to_its_end(table: Table) -> None:
    """A hundred megabytes are refused."""
    ben = table.phone("player", "Ben")
    read = 0

    async def pieces() -> object:
        nonlocal read
        for _piece in range(200):
            read += 1
            yield bytes(2**20)

    answer = await ben.client.post("/hand/photo", content=pieces(), headers={"origin": ORIGIN})
    assert (answer.status_code, read) == (413, 81)


async def test_nobody_who_has_not_joined_is_listened_to(table: Table, asked: list[object]) -> None:
    """Their picture is not even read."""
    answer = await photographed(table.phone())
    assert (answer.status_code, asked) == (403, [])


async def test_photos_wait_for_their_turn_and_say_so(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """One is counted at a time, the table goes on meanwhile, and a ninth is refused."""
    go_on = Event()

    def see(_picture: bytes, _highest: int, _elsewhere: Collection[Tile]) -> SeenPhoto:
        go_on.wait(60)
        return SeenPhoto(SEEN, b"JPEG", (400, 300))

    monkeypatch.setattr(photos, "read_photo", see)
    ana, ben, carla = (table.phone("player", name) for name in ("Ana", "Ben", "Carla"))
    line = table.app._app.state.photos
    told = (await ben.get("/photo")).json()["progress"]
    assert told == "The photo is being sent."
    first = asyncio.ensure_future(photographed(ana, player="Ana"))
    while not line.progress(ana_id := table.devices.all[0].id).startswith("The tiles"):
        await asyncio.sleep(0)
    second = asyncio.ensure_future(photographed(ben))
    while line.progress(table.devices.all[1].id).startswith("The photo"):
        await asyncio.sleep(0)
    assert (await ana.get("/photo")).json()["progress"] == "The tiles are being counted."
    assert (await ben.get("/photo")).json()["progress"] == "1 other photo is counted first."
    saved = await carla.post("/hand", round="1", player="Carla", typed="7", held="", do="save")
    assert saved.status_code == 303, ana_id
    monkeypatch.setattr(photos, "MOST_AT_ONCE", 2)
    third = await photographed(carla, player="Carla", typed="8")
    assert (third.status_code, "Too many photos come at once" in said(third)) == (503, True)
    go_on.set()
    assert [(await answer).status_code for answer in (first, second)] == [200, 200]
    assert (await photographed(carla, player="Carla")).status_code == 200


async def test_a_table_whose_computer_counts_no_photos_has_no_button(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the extra nothing speaks of photos."""
    ben = table.phone("player", "Ben")
    assert 'type="file"' in (await ben.get("/hand")).text
    monkeypatch.setattr(photos, "can_read_photos", lambda: False)
    page = await ben.get("/hand")
    assert ('type="file"' in page.text, "hoto" in said(page)) == (False, False)


async def test_what_is_corrected_on_a_photo_is_counted_again(table: Table) -> None:
    """The sentence about a photo follows the fields; what is no tile leaves it."""
    ben = table.phone("player", "Ben")
    for typed, seen in (
        ("6-5 1-1 1-1", "I see 3 tiles, 15 points. Is that all of them?"),
        ("6-5", "I see 1 tile, 11 points. Is that all?"),
        ("6-", None),
    ):
        answer = await ben.get(f"/counts?round=1&player=Ben&typed={typed}&doubtful=1")
        assert answer.json().get("seen") == seen
        assert answer.json()["doubt"] == "1 tile with a question mark needs a second look."
    answer = await ben.get("/counts?round=1&player=Ben&typed=6-5&doubtful=0")
    assert answer.json()["doubt"] == ""


async def test_every_word_about_a_photo_is_in_the_visitors_language(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The look at it, what is refused, and how far it is."""
    monkeypatch.setattr("scorekeeper.web.server.language_of", lambda _wish: marked_language("es"))
    wanted_language.cache_clear()
    ben = table.phone("player", "Ben")
    answers = [await photographed(ben, typed="3-2"), await photographed(ben, b""), await ben.get("/photo")]
    answers.append(await ben.get("/counts?round=1&player=Ben&typed=6-5&doubtful=2"))
    assert [word for answer in answers for word in untranslated(answer)] == []
    wanted_language.cache_clear()


def test_only_photos_may_be_long() -> None:
    """Every other form has four kilobytes at most."""
    long = {access.path for access in ROUTES if access.most > 4096}
    assert long == {"/hand/photo", "/keeper/hand/photo"}


async def test_a_fault_of_the_reader_is_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the sentence that the reader has for it."""

    def refuse(*_facts: object) -> SeenPhoto:
        raise Malformed("This picture is damaged; take or save it again.")

    monkeypatch.setattr(photos, "read_photo", refuse)
    assert "This picture is damaged" in said(await photographed(table.phone("player", "Ben")))
