"""Generates `docs/api.md` from the docstrings of what `import scorekeeper` offers, for `make pages`."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any

import scorekeeper
from scorekeeper.formats import BASE_BOOK

HEAD = (
    "# The public API\n\n"
    "Every name of `import scorekeeper`, as its source describes it. [scorekeeper from Python](python.md) shows how "
    "they go together; what is not on this page may change without notice."
)

PLAIN = {"LayingPlace": "Tile | Train | int | None", "Value": "Any", "BaseState": "State", "Basis": "str"}
"""What stands for types that `import scorekeeper` does not offer."""

KEPT_BACK = re.compile(r"\b(Round|Stay)\b")
"""Such types in a method make it one that only this project calls."""


def page() -> str:
    """Return the page: functions first, then values, then errors."""
    named = {name: inspect.unwrap(getattr(scorekeeper, name)) for name in sorted(scorekeeper.__all__)}
    parts = [HEAD]
    for heading, wanted in (("Functions", _is_function), ("Values", _is_value), ("Errors", _is_error)):
        parts.append(f"## {heading}")
        for name, value in named.items():
            if wanted(value):
                parts += _entry(name, value)
    return "\n\n".join(parts) + "\n"


def _is_function(value: Any) -> bool:
    return isinstance(value, FunctionType)


def _is_error(value: Any) -> bool:
    return inspect.isclass(value) and issubclass(value, Exception)


def _is_value(value: Any) -> bool:
    return not _is_function(value) and not _is_error(value)


def _entry(name: str, value: Any) -> Iterator[str]:
    """Yield a heading, how it is called, and the docstring; of a class its public methods too."""
    yield f"### {name}"
    if _is_function(value):
        yield f"```python\n{_call(name, value)}\n```"
    if not inspect.isclass(value) and not _is_function(value):
        if isinstance(value, Mapping):
            yield f"By name: {', '.join(f'`{key}`' for key in value)}."
        else:
            yield f"```python\n{name} = {value!r}\n```"
        return
    yield from _told(inspect.getdoc(value) or "")
    if inspect.isclass(value) and not _is_error(value):
        for method, held in vars(value).items():
            if not isinstance(held, FunctionType) or method.startswith("_") or not held.__doc__:
                continue
            if not KEPT_BACK.search(_call(method, held)):
                yield f"**`{_call(method, held)}`**"
                yield from _told(inspect.getdoc(held) or "")


def _call(name: str, function: FunctionType) -> str:
    """Return how a function is called, as its source says it."""
    written = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(written, ast.FunctionDef)
    result = f" -> {ast.unparse(written.returns)}" if written.returns else ""
    call = f"{name}({ast.unparse(written.args)}){result}".replace("BASE_BOOK", repr(BASE_BOOK))
    return re.sub(r"\b(" + "|".join(PLAIN) + r")\b", lambda word: PLAIN[word[0]], call)


def _told(docstring: str) -> Iterator[str]:
    """Yield the paragraphs of a docstring, its examples as Python."""
    for part in re.split(r"\n\s*\n", docstring.strip()):
        if part.lstrip().startswith(">>>"):
            yield f"```python\n{textwrap.dedent(part)}\n```"
        elif part.startswith("    "):
            yield f"```text\n{textwrap.dedent(part)}\n```"
        elif part:
            yield part
