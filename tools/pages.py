"""Writes the generated parts of `docs/` again: `make pages`.

The pages on the judge's questions, on the rule books and on the API, and the man page, are generated as a whole, the
other pages only where they are marked. `--evenings` plays the evenings of `docs/simulate.md` anew, which
takes minutes.
"""

import sys
from pathlib import Path

from tools import api_pages, book_pages, evenings, judge_pages, made, man_page

DOCS = Path(__file__).parent.parent / "docs"


def pages() -> dict[Path, str]:
    """Return the up-to-date text of every page that may have generated parts."""
    written = {DOCS / "judge" / name: text for name, text in judge_pages.pages().items()}
    written |= {DOCS / "books" / name: text for name, text in book_pages.pages().items()}
    for path in sorted(DOCS.glob("*.md")):
        written[path] = made.filled(path.read_text(encoding="utf-8"))
    written[DOCS / "api.md"] = api_pages.page()
    written[DOCS / "scorekeeper.1"] = man_page.page()
    return written


if __name__ == "__main__":
    if "--evenings" in sys.argv[1:]:
        evenings.play()
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
