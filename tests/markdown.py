"""Reads the documentation for the tests that hold it to the code."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import takewhile
from pathlib import Path
from re import finditer, search, sub
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "rules/*.md", "templates/*.md")
    for path in ROOT.glob(pattern)
)
"""Every page of the documentation, by its path from the top folder."""

FILE_NAME = r"[\w-]+\.(toml|csv|typ)"


class Block(NamedTuple):
    """A fenced block, and the file that the sentence before it tells the reader to save it as."""

    language: str
    text: str
    file: str | None


class Code(NamedTuple):
    """Code within a sentence, and the screens that the page speaks of there."""

    text: str
    screens: tuple[str, ...]
    words: str
    """The row of a table in which it stands; elsewhere its sentence, with the ones beside it."""


@dataclass(frozen=True)
class Page:
    """A page of the documentation."""

    path: str
    text: str

    @cached_property
    def tokens(self) -> Sequence[Token]:
        """What the page consists of; read when a test first asks, as every process collects all tests."""
        return MarkdownIt().enable("table").parse(self.text)

    @property
    def blocks(self) -> list[Block]:
        """The fenced blocks."""
        found, before = [], ""
        for token in self.tokens:
            if token.type == "fence":
                file = search(f"`({FILE_NAME})`", before)
                found.append(Block(token.info, token.content, file and file[1]))
            if token.type in ("fence", "inline"):
                before = token.content if token.type == "inline" else ""
        return found

    @property
    def codes(self) -> list[Code]:
        """All code within sentences, under the last `<!-- keys: … -->` before it."""
        found: list[Code] = []
        screens: tuple[str, ...] = ()
        row, at, content = "", 0, ""
        for token in self.parts():
            if mark := token.type.startswith("html") and search(r"<!-- keys: ([\w, ]+) -->", token.content):
                screens = tuple(mark[1].split(", "))
            if token.type in ("tr_open", "tr_close"):
                row = self._row(token) if token.type == "tr_open" else ""
            if token.type == "inline":
                content, at = token.content.replace("\n", " "), 0
            if token.type == "code_inline":
                at = content.index(f"`{token.content}`", at) + 1
                found.append(Code(token.content, screens, row or sentences_around(content, at)))
        return found

    def _row(self, opened: Token) -> str:
        """Return the words of the row of a table that begins with this token."""
        begins = next(place for place, token in enumerate(self.tokens) if token is opened)
        cells = takewhile(lambda token: token.type != "tr_close", self.tokens[begins:])
        return " ".join(token.content for token in cells)

    @property
    def targets(self) -> list[str]:
        """What the page links to and the pictures that it shows."""
        marked = [
            str(token.attrs.get("href") or token.attrs.get("src"))
            for token in self.parts()
            if token.type in ("link_open", "image")
        ]
        html = (token.content for token in self.parts() if token.type.startswith("html"))
        return [*marked, *(found[1] for text in html for found in finditer('<img [^>]*src="([^"]+)"', text))]

    @property
    def anchors(self) -> set[str]:
        """The names under which its headings can be linked to."""
        heads = [
            self.tokens[place + 1].content
            for place, token in enumerate(self.tokens)
            if token.type == "heading_open"
        ]
        return {sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}

    def parts(self) -> Iterator[Token]:
        """Yield the blocks of the page and what stands in them, in order."""
        for token in self.tokens:
            yield token
            yield from token.children or ()

    def fields(self, heading: str) -> set[str]:
        """Return the codes in the first column of the tables under a heading."""
        found, here, column = set(), False, 0
        for place, token in enumerate(self.tokens):
            if token.type == "heading_open":
                here = self.tokens[place + 1].content == heading
            column = {"tr_open": 0, "td_open": column + 1}.get(token.type, column)
            if here and column == 1 and token.type == "inline":
                found |= {child.content for child in token.children or () if child.type == "code_inline"}
        return found


def sentences_around(text: str, at: int) -> str:
    """Return the sentence that has this place, with the one before and the one behind it."""
    ends = [
        0,
        *(match.end() for match in finditer(r"(?<=[.!?:])\s+(?=[^\W\d_a-z]|[`*(¿¡])", text)),
        len(text),
    ]
    own = next(number for number, end in enumerate(ends[1:]) if at < end)
    return sub("<!--.*?-->", "", text[ends[max(0, own - 1)] : ends[min(own + 2, len(ends) - 1)]])


@cache
def page(path: str, text: str | None = None) -> Page:
    """Return a page of the documentation, or a text as if it stood there."""
    return Page(path, (ROOT / path).read_text(encoding="utf-8") if text is None else text)
