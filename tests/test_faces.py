"""Every package offers a face, and a face offers what is there."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

import scorekeeper
from tests.processes import python

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
