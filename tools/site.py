"""Builds the site of the documentation and checks it: `make site`.

Pages beside `docs/` are copied in, and links follow them; a link to a file that is no page leads to the project's
source. After the build every link and anchor is followed, and nothing may be asked of another host.
"""

import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tools.site_nav import BESIDE, DOCS, ROOT

STAGED, BUILT = ROOT / "build" / "site-docs", ROOT / "build" / "site"
_TARGET = re.compile(r"(!?\[[^\]]*\]\()([^)\s]+)\)")
_LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}
"""What a page loads by itself; a `link` also names what it does not load."""


def staged(text: str, source: str, page: str) -> str:
    """Return the text of a page of the project, `source`, as the `page` of the site, its links following."""
    by_source = {path: name for name, path in BESIDE.items()}
    up = "../" * page.count("/")

    def target(found: re.Match[str]) -> str:
        path, mark, anchor = found[2].partition("#")
        if not path or "://" in path:
            return found[0]
        real = (ROOT / source).parent.joinpath(path).resolve().relative_to(ROOT).as_posix()
        if real in by_source:
            return f"{found[1]}{up}{by_source[real]}{mark}{anchor})"
        if real.startswith("docs/"):
            return f"{found[1]}{up}{real.removeprefix('docs/')}{mark}{anchor})"
        return f"{found[1]}{_source_address()}/blob/main/{real}{mark}{anchor})"

    return _TARGET.sub(target, text)


def _source_address() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"]["Source"])


def stage() -> None:
    """Copy the pages into one folder."""
    shutil.rmtree(STAGED, ignore_errors=True)
    shutil.copytree(DOCS, STAGED)
    pages = {
        path.relative_to(DOCS).as_posix(): f"docs/{path.relative_to(DOCS)}" for path in DOCS.rglob("*.md")
    }
    for page, source in {**pages, **BESIDE}.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        (STAGED / page).write_text(staged(text, source, page), encoding="utf-8")


class Read(HTMLParser):
    """What a built page has: its anchors, its links, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        held = {name: value or "" for name, value in attrs}
        self.anchors |= {held[name] for name in ("id", "name") if name in held}
        if tag == "a" and "href" in held:
            self.links.append(held["href"])
        named_only = tag == "link" and held.get("rel") in ("canonical", "next", "prev", "alternate")
        self.loads += [held[name] for name in held if (tag, name) in _LOADED and not named_only]


def site_faults(built: Path) -> Iterator[str]:
    """Yield each broken link or anchor of a built site, and each request to another host."""
    pages = {path: Read(path) for path in built.rglob("*.html")}
    for path, page in pages.items():
        here = path.relative_to(built).as_posix()
        yield from (f"{here}: loads {address}" for address in page.loads if urlsplit(address).netloc)
        for link in page.links:
            parts = urlsplit(link)
            if parts.netloc or parts.scheme or here == "404.html":
                continue
            goal = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            goal = goal / "index.html" if goal.is_dir() else goal
            if not goal.exists():
                yield f"{here}: {link}: no such page"
            elif parts.fragment and goal in pages and unquote(parts.fragment) not in pages[goal].anchors:
                yield f"{here}: {link}: no such heading"


def count(built: Path) -> str:
    """Return how large a site is, in words."""
    pages = [Read(path) for path in built.rglob("*.html")]
    size = sum(path.stat().st_size for path in built.rglob("*") if path.is_file())
    return f"{len(pages)} pages, {sum(len(page.links) for page in pages)} links, {size / 1e6:.1f} MB"


if __name__ == "__main__":
    began = time.monotonic()
    stage()
    shutil.rmtree(BUILT, ignore_errors=True)
    program = Path(sys.executable).with_name("zensical")
    subprocess.run(
        [program, "build", "--clean", "--strict", "--config-file", ROOT / "zensical.toml"], check=True
    )
    found = list(site_faults(BUILT))
    print(f"build/site: {count(BUILT)}, {time.monotonic() - began:.1f} s")
    print(*(found or ["No link is broken, and nothing is loaded from elsewhere."]), sep="\n")
    sys.exit(1 if found else 0)
