"""Templates and emblems that would reach the network, read other files or take all memory: refused, nothing leaks."""

import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from scorekeeper.errors import Malformed
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.sheets import blank_sheet, compiling, shipped_templates, typesetting
from scorekeeper.sheets.content import Sheet
from scorekeeper.sheets.typesetting import Look, typeset
from scorekeeper.system import Format
from scorekeeper.system.paths import templates_folder
from tests.conftest import cases
from tests.games import NAMES

PACKAGES = cases("hostile_templates")


class Listener:
    """A proxy that notes whoever connects, and answers nobody."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                connection, _peer = self._socket.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(1)  # nobody is to come here
                self.heard.append(connection.recv(1000))

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    """Return a listener that the environment names as the proxy for everything."""
    heard = Listener()
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, heard.address)
        monkeypatch.setenv(name.upper(), heard.address)
    yield heard
    heard.close()


def svg(drawing: str) -> str:
    """Return a picture of ten by ten."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{drawing}</svg>'


def own(text: str, name: str = "own.typ") -> Path:
    """Write a file into the user's folder of templates."""
    path = templates_folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def sheet(home: Path, shelf: Shelf) -> Sheet:
    """Return a blank sheet to print, for a user with an empty home."""
    home.mkdir()
    return blank_sheet(shelf.book("classic"), 6, NAMES[:3])


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case["name"], marks=[pytest.mark.full] * (at % 3 > 0))
        for at, case in enumerate(PACKAGES)
    ],
)
def test_no_template_opens_a_connection(case: dict[str, str], sheet: Sheet, listener: Listener) -> None:
    """However the package is written or put together, it is refused and the proxy hears nothing."""
    own(case["template"])
    with pytest.raises(Malformed):
        typeset([sheet], Look(template="own"))
    assert listener.heard == []


def test_the_listener_hears_what_connects(listener: Listener) -> None:
    """What shows that nothing connects would hear it."""
    host, port = listener.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(b"hello")
        connection.recv(10)
    assert listener.heard == [b"hello"]


def _folder(place: Path) -> Path:
    """Make a folder with a file to read and a template that reads it."""
    place.mkdir(parents=True)
    (place / "name.txt").write_text("Ana")
    (place / "own.typ").write_text('#set document(title: "x")\n#read("name.txt")')
    return place


LINKS: dict[str, Callable[[Path, Path], object]] = {
    "a folder": lambda own, other: (own / "x").symlink_to(other),
    "a file": lambda own, other: (own / "x.txt").symlink_to(other / "name.txt"),
    "through another link": lambda own, other: [
        (own / "y").symlink_to(other),
        (own / "x").symlink_to(own / "y"),
    ],
    "deep": lambda own, other: [
        (own / "a" / "b").mkdir(parents=True),
        (own / "a" / "b" / "c").symlink_to(other),
    ],
    "the template": lambda own, other: [
        (own / "own.typ").unlink(),
        (own / "own.typ").symlink_to(other / "own.typ"),
    ],
}


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights here")
@pytest.mark.parametrize("link", LINKS)
def test_a_link_out_of_the_folder_is_refused(link: str, sheet: Sheet, tmp_path: Path) -> None:
    """A template reads nothing outside its folder, however a link leads there, or if it is a link itself."""
    LINKS[link](_folder(templates_folder()), _folder(tmp_path / "elsewhere"))
    with pytest.raises(Malformed, match="leads out of the folder; put a copy there instead"):
        typeset([sheet], Look(template="own"))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights here")
@pytest.mark.parametrize("whole", [True, False])
def test_a_link_that_leads_nowhere_else_is_followed(whole: bool, sheet: Sheet, tmp_path: Path) -> None:
    """The folder of templates may be a link, and a link to a file beside the template does no harm."""
    if whole:
        templates_folder().symlink_to(_folder(tmp_path / "elsewhere"))
    else:
        own = _folder(templates_folder())
        (own / "name.txt").rename(own / "ana.txt")
        (own / "name.txt").symlink_to("ana.txt")
    assert typeset([sheet], Look(template="own")).pages[0].startswith(b"%PDF")


GREEDY = {
    "a template asks for gigabytes": (
        "own.typ",
        '#let x = "0123456789" * 100000000\n#let y = x * 100\n#y.len()',
    ),
    "a template never ends": (
        "own.typ",
        "#range(100000).map(i => range(10000).map(j => i * j).sum()).sum()",
    ),
    "an emblem is nested too deep": ("emblem.svg", svg("<g>" * 20_000 + "</g>" * 20_000)),
    "an emblem never ends": (
        "emblem.svg",
        svg(
            '<filter id="f" x="0" y="0" width="1" height="1">'
            '<feTurbulence baseFrequency="0.05" numOctaves="1000000000"/></filter>'
            '<rect filter="url(#f)" width="10" height="10"/>'
        ),
    ),
}
"""The file of the user's own that asks for more than a sheet needs, and what is in it."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process's memory as asked")
@pytest.mark.parametrize("greed", GREEDY)
def test_a_file_that_asks_for_too_much_is_stopped(
    greed: str, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused in a sentence that names it, and the program lives on; a newer Typst refuses some by itself."""
    monkeypatch.setattr(compiling, "SECONDS", 0.5 if "never ends" in greed else 1)
    name, text = GREEDY[greed]
    own(text, name)
    look = Look(template="own") if name == "own.typ" else Look()
    refusals = "This was stopped, because it asked for more memory or time|This is not a picture in SVG"
    with pytest.raises(Malformed, match=f"{name}: ({refusals})"):
        typeset([sheet], look)


FORMS = get_args(Format)


@pytest.mark.parametrize(
    ("template", "form"),
    [
        pytest.param(template, form, marks=[pytest.mark.full] * ((at + which) % len(FORMS) > 0))
        for at, template in enumerate([*shipped_templates(), "own"])
        for which, form in enumerate(FORMS)
    ],
)
def test_whatever_a_person_supplies_is_compiled_apart(
    template: str, form: Format, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an emblem or a template of their own, Typst never runs in the program's process, whatever is printed."""

    def refuse(job: compiling.Job) -> None:
        pytest.fail("Typst ran in this process")

    monkeypatch.setattr(typesetting, "compile_here", refuse)
    own('#set document(title: "x")\n#set page(height: 5cm)\nx')
    if template != "own":
        own(svg('<rect width="5" height="5"/>'), "emblem.svg")
    assert typeset([sheet], Look(template=template), form).pages[0]
