"""The package is easy to navigate: few modules per folder, one name for one thing, a face for each package."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import scorekeeper
from tests.conftest import SHELF

ROOT = Path(scorekeeper.__path__[0])


def test_no_public_class_name_is_defined_twice() -> None:
    """A class name leads to one module."""
    defined = defaultdict(list)
    for path in ROOT.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                defined[node.name].append(path.relative_to(ROOT).as_posix())
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
    found = {
        (path.relative_to(ROOT).as_posix(), text)
        for path in ROOT.rglob("*.py")
        for text in texts_in(ast.parse(path.read_text(encoding="utf-8")))
        if named.search(text)
    }
    assert found == CODE_NAMES.keys()


def names_of(body: list[ast.stmt]) -> set[str]:
    """Return the names that the body of a class defines."""
    defined = {
        one.name for one in body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    fields = {
        one.target.id for one in body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
    }
    return defined | fields


def annotations_in(body: list[ast.stmt]) -> Iterator[ast.expr]:
    """Yield every annotation in the body of a class: of its fields, and of its methods."""
    for one in body:
        if isinstance(one, ast.AnnAssign):
            yield one.annotation
        elif isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from filter(
                None,
                [
                    *(
                        argument.annotation
                        for argument in ast.walk(one.args)
                        if isinstance(argument, ast.arg)
                    ),
                    one.returns,
                ],
            )


def shadowed_types(source: str) -> list[str]:
    """Return the fields and methods whose name is that of a type in an annotation of the same class."""
    return [
        f"{node.name}.{part.id}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
        for annotation in annotations_in(node.body)
        for part in ast.walk(annotation)
        if isinstance(part, ast.Name) and part.id in names_of(node.body)
    ]


def test_no_field_has_the_name_of_its_type() -> None:
    """From Python 3.14 on an annotation is read late, and then the name means the field, not the type."""
    assert shadowed_types("class Started:\n    date: date") == ["Started.date"]
    assert shadowed_types("class Started:\n    date: dt.date") == []
    found = {
        path.relative_to(ROOT): shadowed_types(path.read_text(encoding="utf-8"))
        for path in ROOT.rglob("*.py")
    }
    assert {path: names for path, names in found.items() if names} == {}
