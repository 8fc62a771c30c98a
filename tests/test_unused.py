"""The program uses its own public names: none exists only for tests."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import scorekeeper
from scorekeeper.cli import COMMANDS, OPEN

PACKAGE = Path(scorekeeper.__path__[0])
TEXTS = {
    path: path.read_text(encoding="utf-8")
    for user in ("scorekeeper", "tools", "benchmarks")
    for path in (PACKAGE.parent / user).rglob("*.py")
}
FACES = {
    path.parent.name: path
    for path, text in TEXTS.items()
    if path.name == "__init__.py" and path.parent != PACKAGE and "lazy_imports import lazy" in text
}
MODULES = {path: text for path, text in TEXTS.items() if path not in FACES.values()}

ALLOWED = {
    "lazy": "what faces are made with; they are not looked into",
    "main": "the console script that pyproject.toml names",
    **dict.fromkeys(scorekeeper.__all__, "offered to Python programs, see docs/python.md"),
} | {target.partition(":")[2]: "a command, loaded by its name" for target in (*COMMANDS.values(), OPEN)}
"""Names that nothing refers to, and why they stay."""


FOR_OTHERS = {
    ("scorekeeper.reading", "Reading"): "what `read` returns, for whoever tries phrases",
    ("scorekeeper.reading", "words_of"): "says what `read` did not understand, for whoever tries phrases",
    ("scorekeeper.system", "table_words"): "asked for by its name, as the core imports nothing from above",
    ("scorekeeper.system", "heading_words"): "asked for by its name, as the core imports nothing from above",
}
"""Names of faces that no module imports, and why they stay."""


def words_of(text: str) -> Counter[str]:
    """Return how often each word stands in a text."""
    return Counter(re.findall(r"\w+", text))


def defined(text: str) -> Iterator[tuple[str, str]]:
    """Yield the public names of a module, each with the statement that defines it; a decorator may register one."""
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            plain = {ast.unparse(decorator) for decorator in node.decorator_list} <= {
                "cache",
                "contextmanager",
            }
            names = [node.name] * plain
        else:
            targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
        yield from (
            (name, "\n".join(lines[node.lineno - 1 : node.end_lineno])) for name in names if name[0] != "_"
        )


def test_every_public_name_is_used_by_the_program() -> None:
    """Every public name stands outside its definition and the tests, or is listed in `ALLOWED` with a reason."""
    used = sum(map(words_of, MODULES.values()), Counter[str]())
    assert [
        f"{path.name}: {name}"
        for path, text in MODULES.items()
        if path.is_relative_to(PACKAGE)
        for name, statement in defined(text)
        if used[name] == words_of(statement)[name] and name not in ALLOWED
    ] == []


def test_every_name_of_a_face_is_used_by_another_package() -> None:
    """What a face offers is imported from it by a module of another package, or taken from it where needed."""
    taken = {
        (f"scorekeeper.{package}", name)
        for text in MODULES.values()
        for package, name in re.findall(r"\b([a-z]\w+)\.(\w+)", text)
    }
    taken |= {
        (package, name)
        for path, text in MODULES.items()
        for package, names in re.findall(r"^ *from (scorekeeper\S+) import (\([^)]*|.*)", text, re.MULTILINE)
        if package != ".".join(path.relative_to(PACKAGE.parent).parts[:2]).removesuffix(".py")
        for name in re.findall(r"\w+", names)
    }
    offered = {
        (f"scorekeeper.{face}", name)
        for face in FACES
        for name in import_module(f"scorekeeper.{face}").__all__
    }
    assert offered - taken == FOR_OTHERS.keys()
