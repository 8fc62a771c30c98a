"""Refuses a release whose tag, version, changelog or addresses do not fit: `python tools/release.py v0.1.0`.

It needs nothing but Python.
"""

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]


PAGES = ("README.md", "README.es.md", "docs/README.md", "docs/es.md", "docs/server.md")
"""The pages that tell how to install the program."""

_FROM_CHECKOUT = re.compile(r"((?:uv tool|pipx) install [^\n`]*?)\.(?=[\n`])")


def release_faults(tag: str, project: str, changelog: str, pages: Mapping[str, str]) -> Iterator[str]:
    """Yield, of pyproject.toml, CHANGELOG.md and the pages as texts, why a tag cannot be released."""
    metadata = tomllib.loads(project)["project"]
    version = metadata["version"]
    if tag != f"v{version}":
        yield f"The tag is {tag}, but pyproject.toml has version {version}; its tag is v{version}."
    heading = next(re.finditer(r"^## (.*)$", changelog, re.MULTILINE), None)
    if heading is None or not re.fullmatch(rf"\[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d", heading[1]):
        words = "nothing" if heading is None else heading[1]
        yield f"CHANGELOG.md begins with “{words}”; write “[{version}] - ” and the date, as in 2027-01-31."
    for name, address in metadata["urls"].items():
        if re.match(r"https://[^/]*\.example(/|$)", address):
            yield f"The address {name} is still {address}; write the real one into pyproject.toml."
    for page, text in pages.items():
        for line in _FROM_CHECKOUT.finditer(text):
            yield f"{page} installs from a checkout; write “{line[1]}{metadata['name']}”."


if __name__ == "__main__":
    project, changelog, *pages = (
        (ROOT / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "CHANGELOG.md", *PAGES)
    )
    faults = list(release_faults(sys.argv[1], project, changelog, dict(zip(PAGES, pages, strict=True))))
    print(*(faults or ["The release fits its tag."]), sep="\n")
    sys.exit(1 if faults else 0)
