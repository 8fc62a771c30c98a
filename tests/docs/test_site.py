"""The site of the documentation: its navigation, its links, and the check of what was built."""

from pathlib import Path

import pytest

from tests.conftest import cases
from tools import site
from tools.site import site_faults, staged


def test_a_page_without_a_place_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that no section names is named."""
    monkeypatch.setitem(site.SECTIONS, "Build on it", "python.md")
    with pytest.raises(ValueError, match=r"api\.md"):
        site.config()


@pytest.mark.parametrize("case", cases("site_links"), ids=lambda case: case["claim"])
def test_links_follow_their_pages(case: dict[str, str]) -> None:
    """A link of the project is a link of the site."""
    assert staged(case["text"], case["source"], case["page"]) == case["becomes"]


def test_what_is_broken_on_a_site_is_found(tmp_path: Path) -> None:
    """A missing page, a missing heading and a request to another host are named; what is there is not."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text('<h1 id="top">A</h1>')
    (tmp_path / "index.html").write_text(
        '<a href="a/">1</a><a href="a/#top">2</a><a href="b/">3</a><a href="a/#end">4</a>'
        '<a href="https://else.example/">5</a><link rel="canonical" href="https://else.example/">'
        '<script src="https://else.example/x.js"></script>'
    )
    assert list(site_faults(tmp_path)) == [
        "index.html: loads https://else.example/x.js",
        "index.html: b/: no such page",
        "index.html: a/#end: no such heading",
    ]
