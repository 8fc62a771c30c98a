"""Every package offers a face, and a face offers what is there."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import scorekeeper

ROOT = Path(scorekeeper.__path__[0])
FACES = sorted(
    path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name not in ("cli", "tui", "data")
)


@pytest.mark.parametrize("package", FACES)
def test_a_face_offers_the_same_to_people_and_to_the_type_checker(package: str) -> None:
    """What a face loads when asked is what its name means in every module that the type checker sees."""
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


@pytest.mark.parametrize("package", FACES)
def test_a_face_hides_none_of_its_modules(package: str) -> None:
    """No name of a face is also the name of one of its modules, which would take its place."""
    modules = {path.stem for path in (ROOT / package).glob("*.py")}
    assert not modules & set(import_module(f"scorekeeper.{package}").__all__)


@pytest.mark.parametrize("package", FACES)
def test_a_face_loads_nothing_by_itself(package: str) -> None:
    """Importing a face loads none of its modules."""
    source = f"import sys, scorekeeper.{package}; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True, timeout=60
    )
    assert not [name for name in ran.stdout.split() if name.startswith(f"scorekeeper.{package}.")]


@pytest.mark.parametrize("package", FACES)
def test_a_face_says_what_it_lacks(package: str) -> None:
    """A misspelt name is refused as Python refuses it."""
    with pytest.raises(AttributeError, match=f"module 'scorekeeper.{package}' has no attribute 'nobody'"):
        _ = import_module(f"scorekeeper.{package}").nobody
