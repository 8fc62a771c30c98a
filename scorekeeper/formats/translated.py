"""Texts that a file holds in several languages: the one to read, with the gaps of a translation filled in."""

from collections.abc import Mapping
from functools import reduce
from typing import Any

from scorekeeper.text import ENGLISH, language


def codes_to_read() -> tuple[str, ...]:
    """Return the codes of the languages to read, the one in use last: each takes the place of those before it."""
    return tuple(dict.fromkeys((ENGLISH.code, *reversed(language().codes))))


def translated(texts: Mapping[str, Any]) -> Any:
    """Return a text in the language in use, of texts by language; what is missing, from its parent or English.

    >>> translated({"en": {"name": "Ties", "also": []}, "es": {"name": "Empates"}})
    {'name': 'Ties', 'also': []}
    """
    return reduce(_overlaid, (texts[code] for code in codes_to_read() if code in texts))


def _overlaid(base: Any, top: Any) -> Any:
    """Return one text with what another says in the place of its own, table by table."""
    if not (isinstance(base, Mapping) and isinstance(top, Mapping)):
        return top
    return {**base, **{name: _overlaid(base[name], top[name]) if name in base else top[name] for name in top}}
