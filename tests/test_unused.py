"""The program uses its own public names: none exists only for tests."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import scorekeeper
from scorekeeper.cli import COMMANDS, OPEN

PACKAGE = Path(scorekeeper.__path__[0])
USERS = ("scorekeeper", "tools", "benchmarks")
PLAIN = {"cache", "contextmanager"}
"""Decorators that register nothing."""

ALLOWED = {
    "lazy": "what faces are made with; they are not looked into",
    "main": "the console script that pyproject.toml names",
    **dict.fromkeys(scorekeeper.__all__, "offered to Python programs, see docs/python.md"),
} | {target.partition(":")[2]: "a command, loaded by its name" for target in (*COMMANDS.values(), OPEN)}
"""Names that nothing refers to, and why they stay."""


class Defined(NamedTuple):
    """A public name of a module, and the statement that defines it."""

    module: Path
    name: str
    by: ast.stmt


@cache
def _modules() -> dict[Path, ast.Module]:
    paths = (path for user in USERS for path in (PACKAGE.parent / user).rglob("*.py"))
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths if not _is_face(path)}


def _is_face(path: Path) -> bool:
    """Whether a module only offers names of others to the rest of the program."""
    return (
        path.name == "__init__.py"
        and path.parent != PACKAGE
        and "lazy_imports import lazy" in path.read_text(encoding="utf-8")
    )


def _defined() -> Iterator[Defined]:
    for path, module in _modules().items():
        if path.is_relative_to(PACKAGE):
            for statement in module.body:
                for name in _names(statement):
                    if not name.startswith("_"):
                        yield Defined(path.relative_to(PACKAGE), name, statement)


def _names(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return [] if any(_registers(one) for one in statement.decorator_list) else [statement.name]
    if isinstance(statement, ast.ClassDef):
        return [] if statement.decorator_list else [statement.name]
    if isinstance(statement, ast.Assign):
        return [
            node.id for target in statement.targets for node in ast.walk(target) if isinstance(node, ast.Name)
        ]
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return [statement.target.id]
    return []


def _registers(decorator: ast.expr) -> bool:
    """Whether a decorator may keep what it decorates, as those of commands and checks do."""
    return not (isinstance(decorator, ast.Name) and decorator.id in PLAIN)


def _references(tree: ast.AST) -> Counter[str]:
    """Return how often each name is read in a tree, annotations in quotes included."""
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found[node.id] += 1
        elif isinstance(node, ast.Attribute):
            found[node.attr] += 1
        for quoted in _quoted_annotations(node):
            found.update(re.findall(r"\w+", quoted))
    return found


def _quoted_annotations(node: ast.AST) -> Iterator[str]:
    annotations = (getattr(node, "annotation", None), getattr(node, "returns", None))
    for annotation in filter(None, annotations):
        for part in ast.walk(annotation):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value


@cache
def _all_references() -> Counter[str]:
    return sum(map(_references, _modules().values()), Counter())


def _unused() -> list[Defined]:
    read = _all_references()
    return [one for one in _defined() if read[one.name] <= _references(one.by)[one.name]]


def test_every_public_name_is_used_by_the_program() -> None:
    """Every public name is used outside its definition and the tests, or is listed in `ALLOWED` with a reason."""
    assert [f"{one.module}: {one.name}" for one in _unused() if one.name not in ALLOWED] == []


def test_what_is_allowed_exists() -> None:
    """Every name in `ALLOWED` exists."""
    defined = {one.name for one in _defined()}
    decorated = {
        statement.name
        for module in _modules().values()
        for statement in module.body
        if isinstance(statement, ast.FunctionDef)
    }
    assert not ALLOWED.keys() - defined - decorated


def test_every_name_of_a_face_is_used_by_another_package() -> None:
    """Every name of a face is used by another package."""
    taken = {
        (statement.module, alias.name)
        for path, module in _modules().items()
        for statement in ast.walk(module)
        if isinstance(statement, ast.ImportFrom) and statement.level == 0
        for alias in statement.names
        if statement.module != _package(path)
    }
    faces = [path.parent.name for path in PACKAGE.glob("*/__init__.py") if _is_face(path)]
    offered = {(f"scorekeeper.{name}", one) for name in faces for one in _offers(name)}
    assert offered - taken == set()


def _package(path: Path) -> str:
    """Return the package of the core or an edge that a module is in, however deep."""
    folders = path.relative_to(PACKAGE.parent).parts[:2]
    return ".".join(folders).removesuffix(".py")


def _offers(package: str) -> list[str]:
    """Return the names of a package's face."""
    offered: list[str] = import_module(f"scorekeeper.{package}").__all__
    return offered
