"""The program uses its own public names: none exists only for tests."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import scorekeeper
from scorekeeper.cli import COMMANDS, OPEN

PACKAGE = Path(scorekeeper.__path__[0])
PLAIN = {"cache", "contextmanager"}
"""Decorators that register nothing, as those of commands and checks do."""

ALLOWED = {
    "lazy": "what faces are made with; they are not looked into",
    "main": "the console script that pyproject.toml names",
    **dict.fromkeys(scorekeeper.__all__, "offered to Python programs, see docs/python.md"),
} | {target.partition(":")[2]: "a command, loaded by its name" for target in (*COMMANDS.values(), OPEN)}
"""Names that nothing refers to, and why they stay."""


@cache
def texts() -> dict[Path, str]:
    """Return the text of every module of the program and its tools, but for the faces that only offer names."""
    paths = [
        path
        for user in ("scorekeeper", "tools", "benchmarks")
        for path in (PACKAGE.parent / user).rglob("*.py")
    ]
    found = {path: path.read_text(encoding="utf-8") for path in paths}
    return {path: text for path, text in found.items() if path not in faces()}


@cache
def faces() -> dict[Path, str]:
    """Return the packages that offer names of their modules, by the file that does so."""
    return {
        path: path.parent.name
        for path in PACKAGE.glob("*/__init__.py")
        if "lazy_imports import lazy" in path.read_text(encoding="utf-8")
    }


def defined(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement defines, unless a decorator keeps what it decorates."""
    decorators = [ast.unparse(one) for one in getattr(statement, "decorator_list", ())]
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        if set(decorators) <= PLAIN:
            yield statement.name
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        yield from (
            node.id
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )


def test_every_public_name_is_used_by_the_program() -> None:
    """Every public name stands a second time in the program, or is listed in `ALLOWED` with a reason."""
    words = Counter(word for text in texts().values() for word in re.findall(r"\w+", text))
    unused = {
        f"{path.name}: {name}"
        for path, text in texts().items()
        if path.is_relative_to(PACKAGE)
        for statement in ast.parse(text).body
        for name in defined(statement)
        if words[name] == 1 and not name.startswith("_") and name not in ALLOWED
    }
    assert unused == set()


def test_every_name_of_a_face_is_used_by_another_package() -> None:
    """Every name of a face is used by another package."""
    taken = {
        (statement.module, alias.name)
        for path, text in texts().items()
        for statement in ast.walk(ast.parse(text))
        if isinstance(statement, ast.ImportFrom) and statement.level == 0
        for alias in statement.names
        if statement.module != ".".join(path.relative_to(PACKAGE.parent).parts[:2]).removesuffix(".py")
    }
    offered = {
        (f"scorekeeper.{name}", one)
        for name in faces().values()
        for one in import_module(f"scorekeeper.{name}").__all__
    }
    assert offered - taken == set()
