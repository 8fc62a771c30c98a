"""Builds the site of the documentation into `build/site`, and checks it: `make site`.

A page that is placed nowhere is a fault, so that no new page is forgotten.
Pages beside `docs/` are copied in, and links follow them; a link to a file that is no page leads to the project's
source. After the build every link and anchor is followed, and nothing may be asked of another host.
"""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from textwrap import indent
from typing import TypeAlias
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
BESIDE = {
    "rules.md": "rules/README.md",
    "templates.md": "templates/README.md",
    "translations.md": "translations/README.md",
    "faults.md": "tests/faults/README.md",
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "security-policy.md": "SECURITY.md",
}
"""The pages of the site that are not in `docs/`, by their name there."""

ABOUT = {
    "README.md": "hide: [navigation, toc]",
    "es.md": "hide: [navigation, toc]\nlanguage: es",
    "first-evening.es.md": "language: es",
}
"""What the theme has to know of a page: the first pages have no menus beside them."""

_TARGET = re.compile(r"(!?\[[^\]]*\]\()([^)\s]+)\)")
_TAB = re.compile(r"^\*\*([^*\n]+)\*\*\n\n(```.*?^```)", re.MULTILINE | re.DOTALL)
_LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}
"""What a page loads by itself; a `link` also names what it does not load."""


SECTIONS = {
    "Keep score tonight": (
        "first-evening.md family-night.md mexican-train.md phones.md photo.md bringing-games-in.md line-by-line.md "
        "club.md server.md templates.md gallery.md"
    ),
    "Settle it": "disputes.md JUDGE rule-books.md BOOKS house-book.md simulate.md decisions.md rules.md",
    "Build on it": (
        "python.md api.md formats.md game-file.md records.md json.md code.md "
        "contributing.md translations.md faults.md"
    ),
    "Look it up": "keys.md commands.md command-line.md settings.md security.md security-policy.md changelog.md",
}
"""The sections of the site, for its readers, and their pages; JUDGE and BOOKS stand for all pages of a folder."""

FOLDERS = {"JUDGE": "judge", "BOOKS": "books"}

SEPARATORS = r'[\s\-_,:!=\[\]()\\"`/]+|\.(?!\d)'
"""What stands between the words of a search, as the theme has it."""

SMALL_WORDS = "a an and are by el for how in is it la las los of on or the to un una what with y"
"""Words that a search does not look for: “print a sheet” finds what is said of printing and of sheets."""

LATER = "\u2063"
"""An invisible mark before a title that a search finds by its text alone, after the titles without it."""

REFERENCE = re.compile(r"(commands|command-line|keys|formats|game-file|records|json|code)/|.*#fields-of-")
"""The pages and parts of pages that a search finds after those for players."""

Page: TypeAlias = dict[str, "str | list[Page]"]

CONFIG = """\
[project]
site_name = "scorekeeper"
site_url = {url}
site_description = {description}
repo_url = {source}
repo_name = "Code"
extra_css = ["look.css"]
docs_dir = "pages"
site_dir = "site"
use_directory_urls = true
nav = {nav}

[project.plugins.search]
separator = {separator}

[project.theme]
language = "en"
font = false
custom_dir = {theme}
logo = "icon.svg"
favicon = "icon.svg"
features = [
  "navigation.tabs", "navigation.sections", "navigation.indexes", "navigation.top", "navigation.footer",
  "search.highlight", "content.code.copy",
]

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle = {{ icon = "lucide/sun", name = "Dark" }}

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle = {{ icon = "lucide/moon", name = "Light" }}
"""


def config() -> str:
    """Return the configuration of the site. Raises ValueError for pages that no section has."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    nav: list[Page] = [{"Home": "README.md"}]
    for section, names in SECTIONS.items():
        nav.append({section: [_page(name) for name in names.split()]})
    nav.append({"Español": [_page("es.md"), _page("first-evening.es.md")]})
    placed = set(re.findall(r'"([\w./-]+\.md)"', json.dumps(nav)))
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} | BESIDE.keys()
    if pages != placed:
        raise ValueError(f"pages without a place, or places without a page: {sorted(pages ^ placed)}")
    listed = "[\n" + "".join(f"  {_toml(entry)},\n" for entry in nav) + "]"
    small_words = "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in SMALL_WORDS.split())
    values = {
        "url": project["urls"]["Documentation"],
        "source": project["urls"]["Source"],
        "description": project["description"],
        "theme": str(ROOT / "tools" / "theme"),
        "separator": rf"{SEPARATORS}|\b(?:{small_words})\b|{LATER}.*",
    }
    return CONFIG.format(**{name: json.dumps(value) for name, value in values.items()}, nav=listed)


def _page(name: str) -> Page:
    if name not in FOLDERS:
        return {_title(_source(name)): name}
    folder = FOLDERS[name]
    first, *others = sorted(
        (DOCS / folder).glob("*.md"), key=lambda path: (path.name != "README.md", path.name)
    )
    pages: list[Page] = [{"Overview": f"{folder}/README.md"}]
    pages += [{_title(path): f"{folder}/{path.name}"} for path in others]
    return {_title(first): pages}


def _source(name: str) -> Path:
    return ROOT / BESIDE[name] if name in BESIDE else DOCS / name


def _title(path: Path) -> str:
    """Return the heading of a page."""
    heading = re.search(r"^# (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert heading is not None, path
    return heading[1].replace("`", "")


def _toml(value: "str | list[Page] | Page") -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return "{ " + ", ".join(f"{_toml(key)} = {_toml(held)}" for key, held in value.items()) + " }"


def staged(text: str, source: str, page: str) -> str:
    """Return the text of a page of the project, `source`, as the `page` of the site, its links following."""
    by_source = {path: name for name, path in BESIDE.items()}
    up = "../" * page.count("/")

    def target(link: re.Match[str]) -> str:
        path, mark, anchor = link[2].partition("#")
        if not path or "://" in path:
            return link[0]
        real = (ROOT / source).parent.joinpath(path).resolve().relative_to(ROOT).as_posix()
        if real in by_source:
            return f"{link[1]}{up}{by_source[real]}{mark}{anchor})"
        if real.startswith("docs/"):
            return f"{link[1]}{up}{real.removeprefix('docs/')}{mark}{anchor})"
        kind = "tree" if (ROOT / real).is_dir() else "blob"
        return f"{link[1]}{_source_address()}/{kind}/main/{real}{mark}{anchor})"

    return _TAB.sub(_tab, _TARGET.sub(target, text))


def _tab(block: re.Match[str]) -> str:
    """Return a block of code under a bold line as a tab."""
    return f'=== "{block[1]}"\n\n{indent(block[2], "    ")}'


def _source_address() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"]["Source"])


def stage(folder: Path) -> None:
    """Copy the pages into a folder of their own, and the picture of the app."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DOCS, folder)
    shutil.copy(ROOT / "scorekeeper" / "web" / "static" / "icon.svg", folder)
    pages = {
        path.relative_to(DOCS).as_posix(): f"docs/{path.relative_to(DOCS)}" for path in DOCS.rglob("*.md")
    }
    for page, source in {**pages, **BESIDE}.items():
        text = staged((ROOT / source).read_text(encoding="utf-8"), source, page)
        about = f"---\n{ABOUT[page]}\n---\n" if page in ABOUT else ""
        (folder / page).write_text(about + text, encoding="utf-8")


def build(folder: Path) -> Path:
    """Build the site in a folder, and return where in it the site is."""
    stage(folder / "pages")
    (folder / "zensical.toml").write_text(config(), encoding="utf-8")
    program = Path(sys.executable).with_name("zensical")
    subprocess.run(
        [program, "build", "--clean", "--strict", "--config-file", folder / "zensical.toml"], check=True
    )
    find_players_first(folder / "site" / "search.json")
    return folder / "site"


def find_players_first(index: Path) -> None:
    """Let a search find the pages for players before the others, as titles count more than texts."""
    held = json.loads(index.read_text(encoding="utf-8"))
    for entry in held["items"]:
        if REFERENCE.match(entry["location"]):
            entry["text"] = f"<p>{entry['title']}</p> {entry['text']}"
            entry["title"] = re.sub(r"(^|>)(?=[^<])", rf"\1{LATER}", entry["title"])
    index.write_text(json.dumps(held, ensure_ascii=False), encoding="utf-8")


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


if __name__ == "__main__":
    built = build(ROOT / "build")
    faults = list(site_faults(built))
    print(*(faults or [f"{built}: no link is broken, and nothing is loaded from elsewhere."]), sep="\n")
    sys.exit(1 if faults else 0)
