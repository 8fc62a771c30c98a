"""A hand from a photo in a real browser at phone size: taken, looked at, corrected, used, saved, seen on the wall."""

import os
from collections.abc import Collection
from functools import cache
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from scorekeeper.photo import SeenPhoto, read_photo
from scorekeeper.tiles import Tile
from scorekeeper.web import photos
from tests.waiting import PATIENCE, eventually
from tests.web.pages.browser import BIG, PHONE, device, scripts, seated
from tests.web.pages.test_accessible import CUT, OUTSIDE, SMALLEST, axe
from tests.web.served import Thread

if not os.environ.get("CI"):
    pytest.importorskip(
        "cv2", reason="OpenCV is not here; install it with pip install opencv-python-headless"
    )

import cv2
import numpy as np

from tests.photo.scenes import as_file, calm_scene, tiles_of

SCENE = calm_scene(2)
TILES = [str(tile) for tile in tiles_of(SCENE)]


read_once = cache(read_photo)


@pytest.fixture(autouse=True)
def _read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read a photo that comes again as it was read before: to count the same tiles anew proves nothing."""

    def read(picture: bytes, highest: int, elsewhere: Collection[Tile]) -> SeenPhoto:
        return read_once(picture, highest, tuple(elsewhere))

    monkeypatch.setattr(photos, "read_photo", read)


@pytest.fixture
def server(tmp_path: Path) -> object:
    """Return a table of four with a double-twelve set."""
    with Thread(tmp_path, "Ana,Ben,Carla,Dot", "--set", "12") as server:
        yield server


def photograph(page: Page, image: bytes = as_file(SCENE.picture)) -> None:
    """Choose a photo, as the camera does."""
    page.set_input_files("#photo", {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": image})


def frame(page: Page, tile: str) -> Locator:
    """Return the frame of a tile."""
    return page.locator(".frame", has=page.get_by_text(tile, exact=True))


def tap_on(page: Page, shown: Locator) -> None:
    """Tap in the middle of a frame."""
    box = shown.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def fields(page: Page) -> list[str]:
    """Return what stands in the fields of the tiles."""
    return [field.input_value() for field in page.locator(".seen input").all()]


def test_a_hand_from_a_photo(browser: Browser, server: Thread) -> None:
    """Frames, a correction, one added, one crossed out, taken, saved by a press of its own, and seen on the wall."""
    ben, wall = seated(browser, server, "Ben"), device(browser, BIG)
    wall.goto(server.found["screen"])
    photograph(ben)
    expect(ben.locator("#seen")).to_have_text("I see 5 tiles, 57 points. Is that all of them?")
    assert sorted(fields(ben)) == sorted(["", *TILES])
    assert axe(ben) == []
    assert [fault for rule in (SMALLEST, OUTSIDE, CUT) for fault in ben.evaluate(rule)] == []

    tap_on(ben, frame(ben, "12-8"))
    expect(ben.locator("#sheet")).to_be_visible()
    ben.get_by_role("button", name="12-7", exact=True).tap()
    expect(ben.locator("#seen")).to_have_text("I see 5 tiles, 56 points. Is that all of them?")

    tap_on(ben, frame(ben, "7-1"))
    ben.get_by_role("button", name="No tile").tap()
    expect(ben.locator("#seen")).to_have_text("I see 4 tiles, 48 points. Is that all of them?")

    shot = ben.locator(".shot").bounding_box()
    assert shot
    ben.touchscreen.tap(shot["x"] + shot["width"] * 0.75, shot["y"] + shot["height"] * 0.25)
    ben.locator("label.suit", has_text="5").first.tap()
    ben.get_by_role("button", name="5-2", exact=True).locator("visible=true").first.tap()
    expect(ben.locator("#seen")).to_have_text("I see 5 tiles, 55 points. Is that all of them?")
    assert frame(ben, "5-2").is_visible()
    assert fields(ben)[-2:] == ["5-2", ""]
    assert server.host.share.table.game.round(1).entries == {}

    ben.get_by_role("button", name="Take these").tap()
    typed = ben.locator("#hand #typed")
    expect(typed).to_have_value(" ".join(tile for tile in ["12-7", "9-1", "10-0", "6-3", "5-2"]))
    expect(ben.locator("#counts")).to_contain_text("55 points.")
    ben.reload()
    expect(typed).to_have_value("12-7 9-1 10-0 6-3 5-2")
    assert server.host.share.table.game.round(1).entries == {}
    ben.get_by_role("button", name="Save").tap()
    expect(ben.locator("#counts")).to_contain_text("Saved: 55 points.")
    server.command("round", "last", "--out", "Ana", "Carla=3", "Dot=7")
    expect(wall.locator("tr", has_text="Ben")).to_contain_text("55")


def test_what_a_photo_does_not_show_well_is_doubtful(browser: Browser, server: Thread) -> None:
    """A question mark, a broken frame and words tell the tile that somebody else has; a second look settles it."""
    server.command("round", "last", f"Ana={TILES[0]}")
    eventually(lambda: server.host.share.table.game.round(1).entries, "Ana's hand")
    ben = seated(browser, server, "Ben")
    photograph(ben)
    doubtful = ben.locator(".frame.doubtful")
    expect(doubtful.locator("text")).to_have_text(f"{TILES[0]}?")
    assert doubtful.locator("polygon").evaluate("(one) => getComputedStyle(one).strokeDasharray") != "none"
    expect(ben.locator("#counts")).to_contain_text("cannot be in two hands")
    expect(ben.locator("#doubt")).to_have_text("1 tile with a question mark needs a second look.")
    field = ben.get_by_label("look again")
    expect(field).to_have_value(TILES[0])
    field.fill("5-5")
    expect(ben.get_by_label("look again")).to_have_count(0)
    expect(doubtful).to_have_count(0)
    expect(ben.locator("#doubt")).to_be_hidden()
    expect(ben.locator("#counts")).to_have_text("")


def test_the_photo_comes_near_to_a_tile_that_is_corrected(browser: Browser, server: Thread) -> None:
    """Its pips are shown large and its numbers do not cover them; to close it shows the whole photo again."""
    ben = seated(browser, server, "Ben")
    photograph(ben)
    chosen, shot = frame(ben, "12-8"), ben.locator(".shot")
    whole, before = shot.get_attribute("viewBox"), chosen.bounding_box()
    tap_on(ben, chosen)
    expect(ben.locator(".frame.chosen text")).to_be_hidden()
    near = ben.locator(".frame.chosen").bounding_box()
    assert before
    assert near
    assert near["height"] > 1.5 * before["height"]
    assert near["y"] > 0
    assert ben.locator("#sheet").bounding_box()["y"] > near["y"] + near["height"] / 2
    ben.get_by_role("button", name="Close").tap()
    expect(frame(ben, "12-8")).to_be_visible()
    assert shot.get_attribute("viewBox") == whole


def test_no_tile_where_none_was_seen_changes_nothing(browser: Browser, server: Thread) -> None:
    """The place that is tapped next is as empty as the first one was."""
    ben = seated(browser, server, "Ben")
    photograph(ben)
    shot = ben.locator(".shot")
    shot.tap(position={"x": 5, "y": 5})
    ben.get_by_role("button", name="No tile").tap()
    expect(ben.locator(".frame.gone")).to_have_count(0)
    expect(ben.locator("#seen")).to_have_text("I see 5 tiles, 57 points. Is that all of them?")


def test_photos_follow_each_other(browser: Browser, server: Thread) -> None:
    """A second photo replaces the first, is added where the person says so, and what was typed is never lost."""
    ben = seated(browser, server, "Ben")
    ben.fill("#typed", "3-2")
    photograph(ben)
    ben.get_by_role("button", name="Back").tap()
    expect(ben.locator("#hand #typed")).to_have_value("3-2")
    photograph(ben)
    ben.get_by_label("Add these to what was typed: 3-2").check()
    photograph(ben, as_file(calm_scene(5).picture))
    others = sorted(str(tile) for tile in tiles_of(calm_scene(5)))
    expect(frame(ben, others[0])).to_be_visible()
    ben.get_by_label("Add these to what was typed: 3-2").check()
    ben.get_by_role("button", name="Take these").tap()
    typed = ben.locator("#hand #typed")
    expect(typed).not_to_have_value("3-2")
    assert sorted(typed.input_value().split()) == sorted(["3-2", *others])
    photograph(ben)
    ben.get_by_role("button", name="Take these").tap()
    expect(ben.locator("#hand")).to_contain_text("You typed: 3-2")
    assert sorted(typed.input_value().split()) == sorted(TILES)


def test_a_slow_network_and_a_reload_lose_nothing(browser: Browser, server: Thread) -> None:
    """The page says how far the photo is; after a reload what was typed is there, and it can be taken again."""
    ben = seated(browser, server, "Ben")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    def take(count: int) -> None:
        photograph(ben)
        expect(ben.locator("#progress")).to_have_text("The photo is being sent.")
        end = monotonic() + PATIENCE
        while len(held) < count and monotonic() < end:
            ben.wait_for_timeout(20)
        assert len(held) == count

    ben.route("**/hand/photo", hold)
    ben.fill("#typed", "3-2")
    take(1)
    ben.reload()
    expect(ben.locator("#typed")).to_have_value("3-2")
    take(2)
    held[-1].abort()
    expect(ben.locator("#progress")).to_have_text("The photo did not arrive; take it again.")
    ben.unroute("**/hand/photo", hold)
    photograph(ben)
    expect(ben.locator(".frame:not(.unplaced)")).to_have_count(5)


def cat() -> np.ndarray:
    """Return a cat: round, with ears and whiskers, on grass."""
    picture = np.full((600, 800, 3), (70, 120, 60), np.uint8)
    cv2.ellipse(picture, (400, 330), (170, 150), 0, 0, 360, (90, 110, 140), -1)
    for x in (280, 520):
        cv2.fillPoly(picture, [np.int32([[x - 60, 260], [x + 60, 260], [x, 120]])], (90, 110, 140))
        cv2.circle(picture, (x + (400 - x) // 2, 300), 22, (60, 200, 220), -1)
        cv2.circle(picture, (x + (400 - x) // 2, 300), 8, (10, 10, 10), -1)
        for down in (370, 390):
            cv2.line(picture, (400, down), (x + (x - 400), down + 20), (240, 240, 240), 2)
    return picture


def test_a_photo_of_something_else(browser: Browser, server: Thread) -> None:
    """The page says of nothing and of a cat that it sees no tile, and what was typed stays."""
    ben = seated(browser, server, "Ben")
    for typed, picture in (("3-2", np.full((600, 800, 3), 40, np.uint8)), ("3-1", cat())):
        ben.fill("#typed", typed)
        expect(ben.locator("#counts")).not_to_contain_text("no tile")
        photograph(ben, as_file(picture))
        expect(ben.locator("#counts")).to_contain_text("I see no tile in this photo.")
        expect(ben.locator("#typed")).to_have_value(typed)


def test_20_megapixels_are_shrunk_before_they_are_sent(browser: Browser, server: Thread) -> None:
    """A phone sends less than a megabyte of them, and all tiles are seen."""
    ben = seated(browser, server, "Ben")
    large = as_file(cv2.resize(SCENE.picture, (5200, 3900), interpolation=cv2.INTER_CUBIC))
    with ben.expect_request("**/hand/photo") as sent:
        photograph(ben, large)
    expect(ben.locator(".frame:not(.unplaced)")).to_have_count(5)
    size = int(sent.value.all_headers()["content-length"])
    assert size < 2**20 < len(large)


def test_two_phones_take_a_photo_at_once(
    browser: Browser, server: Thread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are counted, and both see their tiles."""
    monkeypatch.setattr(photos, "read_photo", read_photo)
    ana, ben = seated(browser, server, "Ana"), seated(browser, server, "Ben")
    photograph(ana)
    photograph(ben)
    for page in (ana, ben):
        expect(page.locator(".frame:not(.unplaced)")).to_have_count(5)


def test_a_photo_in_spanish_without_scripts(browser: Browser, server: Thread) -> None:
    """The whole way is a form: the picture with its frames, fields to correct, and the field of the hand."""
    page = device(browser, PHONE, locale="es-MX")
    seat = seated(browser, server, "Ben")
    page.context.add_cookies(seat.context.cookies())
    scripts(page, False)
    page.goto(f"{server.found['address']}/hand")
    page.fill("#typed", "3-2")
    photograph(page)
    page.get_by_role("button", name="Contar la foto").click()
    expect(page.locator("#seen")).to_have_text("Veo 5 fichas, 57 puntos. ¿Son todas?")
    expect(page.locator(".frame:not(.unplaced)")).to_have_count(5)
    assert page.locator("image").evaluate("(one) => one.getBBox().width") > 100
    page.get_by_label("Ficha 1", exact=True).fill("12-7")
    page.get_by_label("Ficha 2", exact=True).fill("")
    page.get_by_label("Una ficha más").fill("5-2")
    page.get_by_label("Agregar estas a lo que se escribió: 3-2").check()
    page.get_by_role("button", name="Usar estas").click()
    expect(page.locator("#hand #typed")).to_have_value("3-2 12-7 9-1 10-0 6-3 5-2")
    assert server.host.share.table.game.round(1).entries == {}
    page.get_by_role("button", name="Guardar").click()
    expect(page.locator("#counts")).to_contain_text("60 puntos")
