"""Letters that look or mean alike: the one table by which every text that somebody typed is read.

A letter becomes one letter, so that places in the text stay true.
"""

import re
import unicodedata

_LIKE = {
    "-": "‐‑‒–—―−⁃˗⸺﹘﹣➖",
    "|": "¦│┃❘ǀ∣",
    "/": "⁄∕÷",
    ":": "∶︰﹕",
    "+": "➕﹢",
    ",": "，،、﹐︐",
    ";": "؛﹔",
    "'": "’‘‛ʼ′`´＇",
    "[": "［【〔⟦",
    "]": "］】〕⟧",
    ".": "。",
    " ": "\t\n\r\u00a0\u2007\u2009\u202f\u3000\u200b\ufeff",
    "*": "✱∗★",
}
"""Signs, each with those that are drawn or meant like it."""


class _Plain(dict[int, str]):
    """What each letter is read as; a letter is looked up once."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        digit = unicodedata.decimal(letter, None)
        if digit is not None:
            letter = str(digit)
        elif unicodedata.decomposition(letter).startswith(("<wide>", "<narrow>")):
            letter = unicodedata.normalize("NFKC", letter)[:1]
        self[code] = letter
        return letter


_PLAIN = _Plain({ord(like): sign for sign, alike in _LIKE.items() for like in alike})


def plain(text: str) -> str:
    """Return a text with the digits, dashes, bars, slashes and apostrophes of every keyboard as one.

    >>> plain("６－４ ٢٣ 6–4 12｜7 Rosa’s")
    "6-4 23 6-4 12|7 Rosa's"
    """
    return text.translate(_PLAIN)


def split_words(line: str) -> list[str]:
    """Return the words of a command line; a quotation mark holds words together only where a word begins.

    >>> split_words("judge may Pete play on Rosa's train? --note 'late again'")
    ['judge', 'may', 'Pete', 'play', 'on', "Rosa's", 'train?', '--note', 'late again']
    """
    return [
        next((word for word in match.groups() if word is not None), match[0])
        for match in _WORD.finditer(line)
    ]


_WORD = re.compile(r"""(?<!\S)(?:'(.*?)'|"(.*?)")(?!\S)|\S+""")
