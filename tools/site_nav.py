"""The navigation of the site: which page stands where, for `make pages`.

It writes `zensical.toml`. A page that is placed nowhere is a fault, so that no new page is forgotten.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import TypeAlias

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

SECTIONS = {
    "Keep score tonight": (
        "family-night.md mexican-train.md phones.md line-by-line.md club.md server.md templates.md gallery.md"
    ),
    "Settle it": "disputes.md JUDGE rule-books.md BOOKS house-book.md simulate.md decisions.md rules.md",
    "Build on it": "python.md api.md formats.md code.md contributing.md translations.md faults.md",
    "Look it up": "keys.md commands.md security.md security-policy.md changelog.md",
}
"""The sections of the site, for its readers, and their pages; JUDGE and BOOKS stand for all pages of a folder."""

FOLDERS = {"JUDGE": "judge", "BOOKS": "books"}

Page: TypeAlias = dict[str, "str | list[Page]"]

CONFIG = """\
# The site of the documentation; `make pages` writes this file, `make site` builds the site.
[project]
site_name = "scorekeeper"
site_url = {url}
site_description = {description}
docs_dir = "build/site-docs"
site_dir = "build/site"
use_directory_urls = true
nav = {nav}

[project.theme]
language = "en"
font = false
features = [
  "navigation.tabs", "navigation.sections", "navigation.indexes", "navigation.top", "search.highlight",
  "content.code.copy",
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
    nav: list[Page] = [{"Home": "README.md"}, {"Español": "es.md"}]
    for section, names in SECTIONS.items():
        nav.append({section: [_page(name) for name in names.split()]})
    placed = set(re.findall(r'"([\w/-]+\.md)"', json.dumps(nav)))
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} | BESIDE.keys()
    if pages != placed:
        raise ValueError(f"pages without a place, or places without a page: {sorted(pages ^ placed)}")
    listed = "[\n" + "".join(f"  {_toml(entry)},\n" for entry in nav) + "]"
    url, description = project["urls"]["Documentation"], project["description"]
    return CONFIG.format(url=json.dumps(url), description=json.dumps(description), nav=listed)


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
