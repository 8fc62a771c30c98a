"""The tests wait for what comes, and none presumes how fast the machine is."""

import ast
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path

import pytest

from tests.conftest import by_cases
from tests.waiting import PATIENCE, eventually

ROOT = Path(__file__).parent
WAITING = {ROOT / "waiting.py", ROOT / "tui" / "conftest.py"}
"""Where waiting in turns is at home."""

LIMITED = {"timeout", "wait", "join", "result", "settimeout"}
"""What takes a number of seconds as its only argument."""

CLIENTS = {"get", "post", "Client", "AsyncClient"}
"""What of httpx gives up after five seconds unless it is told how long."""


def presumptions(tree: ast.AST) -> Iterator[ast.Call]:
    """Yield each sleep in a loop, each limit below `PATIENCE`, and each request with the limit of httpx."""
    for node in ast.walk(tree):
        if isinstance(node, ast.While | ast.For | ast.AsyncFor):
            yield from (part for part in ast.walk(node) if isinstance(part, ast.Call) and _is_sleep(part))
        if isinstance(node, ast.Call):
            seconds = [word.value for word in node.keywords if word.arg == "timeout"]
            if isinstance(node.func, ast.Attribute) and node.func.attr in LIMITED and len(node.args) == 1:
                seconds += node.args
            if any(isinstance(one, ast.Constant) and _is_short(one.value) for one in seconds):
                yield node
            if _asks_with_five_seconds(node):
                yield node


def _is_short(seconds: object) -> bool:
    return isinstance(seconds, int | float) and 0 < seconds < PATIENCE


def _is_sleep(node: ast.Call) -> bool:
    return (
        ast.unparse(node.func).rpartition(".")[2] == "sleep"
        and isinstance(node.args[0], ast.Constant)
        and _is_short(node.args[0].value)
    )


def _asks_with_five_seconds(node: ast.Call) -> bool:
    words = {word.arg for word in node.keywords}
    return (
        ast.unparse(node.func) in {f"httpx.{name}" for name in CLIENTS}
        and not {"timeout", "transport"} & words
    )


@pytest.mark.parametrize(
    "path", sorted(set(ROOT.rglob("*.py")) - WAITING), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_no_test_presumes_a_fast_machine(path: Path) -> None:
    """Who waits uses `eventually`, every limit is a last resort, and what is neither says why on its line."""
    text = path.read_text(encoding="utf-8")
    lines = {node.lineno: text.splitlines()[node.lineno - 1] for node in presumptions(ast.parse(text))}
    assert {number: line for number, line in lines.items() if "  # " not in line} == {}


@by_cases
def test_haste_is_found(hasty: str) -> None:
    """Each kind of haste is one."""
    assert len(list(presumptions(ast.parse(hasty)))) == 1


def test_what_never_comes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that waits in vain fails with what it waited for."""
    monkeypatch.setattr("tests.waiting.monotonic", chain([0], repeat(PATIENCE)).__next__)
    with pytest.raises(AssertionError, match="the train did not come within 60 seconds"):
        eventually(lambda: False, "the train")
