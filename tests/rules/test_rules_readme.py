"""`rules/README.md` documents the packs as the code reads them, no more and no less."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.formats.rule_packs import BASE_BOOK, PACK_FORMAT, PackHead
from scorekeeper.rules.rulebook import is_optional, key_choices, key_types, read_changes
from scorekeeper.rules.wording import SPECIAL, Wording
from tests.conftest import SHIPPED

TEXT = (SHIPPED / "README.md").read_text(encoding="utf-8")
KEYS = dict(re.findall(r"^\| `(\w+\.\w+)` \| (.*?) \|", TEXT, re.MULTILINE))


def test_every_key_is_documented() -> None:
    """The tables hold all keys and no other."""
    assert KEYS.keys() == set(key_types())


@pytest.mark.parametrize("key", key_types())
def test_every_value_is_documented(key: str) -> None:
    """A key's words are those of the code, and so is whether it may be absent."""
    assert re.findall(r"`(.+?)`", KEYS[key]) == [str(choice) for choice in key_choices(key)]
    assert ("absent" in KEYS[key]) is is_optional(key)


def test_every_line_of_a_pack_is_documented() -> None:
    """The head of a pack has the lines of the table."""
    documented = re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE)
    assert sorted(documented) == sorted(PackHead.__struct_fields__)


def test_the_questions_are_those_of_the_rule_book(words: Wording) -> None:
    """Documentation and program ask in the same words."""
    for text in words.keys.values():
        assert f"| {text.question} |" in TEXT


def test_the_examples_can_be_read() -> None:
    """The packs shown are packs."""
    whole, part, *_words = (tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL))
    assert (whole["format"], BASE_BOOK in TEXT) == (PACK_FORMAT, True)
    assert read_changes({"scoring": whole["scoring"]})
    assert read_changes(part)


def test_every_kind_of_sentence_is_documented() -> None:
    """Names under `values` that are no words of a rule are explained."""
    assert all(f"`{name}`" in TEXT for name in SPECIAL)


def test_keys_that_no_code_reads_are_listed() -> None:
    """The line on keys without effect names those that no code reads as `table.name` or by their name, no others."""
    listed = re.search(r"^No code reads these keys yet[^:]*: (.*?)\.\n\n", TEXT, re.MULTILINE | re.DOTALL)
    assert listed is not None
    read = _read_keys()
    assert re.findall(r"`(.+?)`", listed[1]) == [key for key in key_types() if key not in read]


def _read_keys() -> set[str]:
    """Return every `table.name` that the code reads from rules, or names as a text."""
    found: set[str] = set()
    for path in Path(scorekeeper.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
                found.add(f"{node.value.attr}.{node.attr}")
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                found.add(f"{node.value.id}.{node.attr}")
    return found
