"""How the code is built: a class leads to one module, values are frozen, faces load nothing, no game is named."""

import ast
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

import scorekeeper
from scorekeeper.checks.findings import Check
from scorekeeper.rules.schema import Rules
from tests.conftest import SHELF
from tests.processes import python
from tests.test_sentences import modules


def test_no_public_class_name_is_defined_twice() -> None:
    """A class name leads to one module."""
    defined = defaultdict(list)
    for path, tree in modules():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                defined[node.name].append(path)
    assert {name: paths for name, paths in defined.items() if len(paths) > 1} == {}


CODE_NAMES = {
    ("formats/rule_packs.py", "classic"): "the base of all rule books",
    ("game/sample.py", "tedmontgomery"): "the rule book of the game that is shown as an example",
    ("engine/opening.py", "no-draw"): "a reason of a ruling",
    ("cli/sheet.py", "classic"): "a template",
    ("sheets/templates.py", "classic"): "a template",
    ("sheets/typesetting.py", "classic"): "a template",
    ("system/settings.py", "classic"): "a template",
    ("tui/printing.py", "classic"): "a template",
}
"""Where code may have a word that is also the name of a rule book, and what it stands for there."""


def texts_in(code: ast.Module) -> Iterator[str]:
    """Yield every text in code that decides or is shown; no docstring, and no example of a command."""
    left_out: set[ast.AST] = set()
    for node in ast.walk(code):
        if isinstance(node, ast.Expr) or (isinstance(node, ast.keyword) and node.arg == "epilog"):
            left_out.add(node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in left_out:
            yield node.value


def test_no_code_names_a_game_or_a_rule_book() -> None:
    """Which game and which book it is are data: no id, name or title of one stands in code, in whatever case."""
    games, books = SHELF.games(), [SHELF.book(name) for name in SHELF.ids()]
    names = {*games, *games.values(), *(book.id for book in books), *(book.title for book in books)}
    either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    named = re.compile(rf"(?<![\w-])(?:{either})(?![\w-])", re.IGNORECASE)
    found = {(path, text) for path, tree in modules() for text in texts_in(tree) if named.search(text)}
    assert found == CODE_NAMES.keys()


CORE = ("rules", "game", "engine", "checks", "judge", "club")


def values() -> Iterator[type[msgspec.Struct]]:
    """Yield every kind of value that a module of the core defines."""
    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."):
        if module.name.split(".")[1] in CORE:
            for found in vars(import_module(module.name)).values():
                if isinstance(found, type) and issubclass(found, msgspec.Struct):
                    yield found


def test_values_of_the_core_are_frozen() -> None:
    """Nothing can be put in the place of what a value of the rules, the checks or another part of the core holds."""
    found = set(values())
    assert {Rules, Check} <= found
    assert [kind for kind in found if not kind.__struct_config__.frozen] == []


ROOT = Path(scorekeeper.__path__[0])
FACES = sorted(
    path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name not in ("cli", "tui", "data")
)


@pytest.mark.parametrize("package", FACES)
def test_a_face_offers_what_is_there(package: str) -> None:
    """A name is what the type checker sees in its module, and no module's own name; a misspelt one is refused."""
    tree = ast.parse((ROOT / package / "__init__.py").read_text(encoding="utf-8"))
    imported = [
        (import_module(str(node.module)), {alias.name for alias in node.names})
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(f"scorekeeper.{package}.")
    ]
    face = import_module(f"scorekeeper.{package}")
    for name in face.__all__:
        meant = [getattr(module, name, None) for module, names in imported if names & {name, "*"}]
        found = [value for value in meant if value is not None]
        assert found
        assert all(value == getattr(face, name) for value in found)
    assert not {path.stem for path in (ROOT / package).glob("*.py")} & set(face.__all__)
    with pytest.raises(AttributeError, match=f"module 'scorekeeper.{package}' has no attribute 'nobody'"):
        _ = face.nobody


def test_faces_load_nothing_by_themselves() -> None:
    """Importing all faces loads none of their modules."""
    source = f"import sys, {', '.join(f'scorekeeper.{package}' for package in FACES)}; print(*sys.modules)"
    ran = python("-c", source, check=True)
    inner = tuple(f"scorekeeper.{package}." for package in FACES)
    assert [name for name in ran.stdout.split() if name.startswith(inner)] == []
