"""A class name leads to one module, and no code asks which game or which rule book it is."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

from tests.conftest import SHELF
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
