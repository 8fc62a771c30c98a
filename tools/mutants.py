"""Changes the rules of the game in small ways and sees whether the tests notice: `make mutants SEED=1 COUNT=200`.

A mutant is a module of the core with one change, such as `<` for `<=`. COUNT of them are drawn by SEED, from one
package where it is named, as in `PACKAGE=engine`. Each is loaded in a process of its own in place of the module, and
the core's tests are run there: first those of the module's subject, which are quick, then all of them. A mutant that
no test notices has survived and is printed.
`tests/cases/equivalent_mutants.toml` lists mutants that no test can notice, each with the reason.

Nothing is written, so any number of runs may go on at once. It forks: Windows has no such thing.
"""

import ast
import contextlib
import os
import random
import resource
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from multiprocessing import get_context
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent

_RULINGS = tuple(
    f"tests/judge/test_{name}.py" for name in ("rulings", "disputes", "train_disputes", "explain", "draft")
)
"""The tests of the judge's answers."""

_ENGINE = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "scorekeeper/engine").rglob("*.py")
    if path.name != "__init__.py"
)
"""Every module of the engine."""

SUBJECTS = {
    "scorekeeper/rules/scoring.py": ("tests/rules/test_scoring.py", "tests/checks"),
    "scorekeeper/game/ranking.py": ("tests/game/test_ranking.py", "tests/game/test_roster.py"),
    **dict.fromkeys(
        (*_ENGINE, "scorekeeper/round_record.py"),
        ("tests/engine", "tests/formats/test_round_records.py", "tests/test_python.py"),
    ),
    **{
        f"scorekeeper/checks/{name}.py": ("tests/checks",)
        for name in ("feasibility", "findings", "hands", "round")
    },
    **{
        f"scorekeeper/judge/{name}.py": _RULINGS
        for name in (
            "agreements",
            "because",
            "contradictions",
            "doubts",
            "gaps",
            "judging",
            "position",
            "ruling",
        )
    },
    **{
        f"scorekeeper/judge/questions/{name}.py": _RULINGS
        for name in ("beginning", "calls", "course", "misplay", "rounds", "starter", "turns")
    },
}
"""The modules that are changed, each with the tests of its subject."""

CORE_TESTS = (
    *("tests/checks", "tests/engine", "tests/rules", "tests/judge", "tests/formats/test_round_records.py"),
    *(f"tests/test_{name}.py" for name in ("random_games", "positions", "deciders")),
    *("tests/game", "tests/session", "tests/test_python.py"),
    *("tests/second_engine", "tests/second_train_engine"),
)
"""All tests of the core, the quick ones first."""

QUIET = ("-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-o", "timeout=0")

SECONDS = 240
"""A process that computes for longer runs in circles: the mutant is noticed."""

MEMORY = 4 << 30
"""So many bytes, and no more, may a process take."""

OTHER_OPERATOR: dict[type[ast.AST], type[Any]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
"""What an operator is changed into."""

NOTHING = ("None", "()", "True", "False")
"""Values whose return is not replaced: by None they would change nothing, or they are changed themselves."""


class Mutant(NamedTuple):
    """One change to one module."""

    file: str
    number: int
    """Its place among all changes to this module."""
    line: int
    function: str
    before: str
    after: str

    def __str__(self) -> str:
        """Return it as one line to look up and to read."""
        return f"{self.file}:{self.line} {self.function}: {self.before}  →  {self.after}"


class Change(NamedTuple):
    """A node of a syntax tree, and what to put in its place."""

    old: ast.AST
    new: ast.AST
    function: str


def changes(tree: ast.Module) -> Iterator[Change]:
    """Yield every change to a module, in the order of its text."""
    words = sorted({node.value for node, _name in _parts(tree) if _is_text(node) and " " not in node.value})
    for node, function in _parts(tree):
        for new in _variants(node, words):
            yield Change(node, ast.copy_location(copy(new), node), function)


def _parts(node: ast.AST, function: str = "") -> Iterator[tuple[Any, str]]:
    """Yield what can be changed below a node, with the function or class it is in: no types, no docstrings."""
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "type_comment"):
            continue
        for part in field if isinstance(field, list) else [field]:
            if not isinstance(part, ast.AST) or _is_fixed(part):
                continue
            inside = function
            if isinstance(part, ast.FunctionDef | ast.ClassDef):
                inside = f"{function}.{part.name}".lstrip(".")
            yield part, inside
            yield from _parts(part, inside)


def _is_fixed(node: ast.AST) -> bool:
    """Whether the node says nothing about what the module does: an import, a type, a docstring."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
        return True
    return isinstance(node, ast.Import | ast.ImportFrom)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _variants(node: ast.AST, words: Sequence[str]) -> Iterator[ast.AST]:
    """Yield what may stand in the place of a node."""
    yield from _other_operations(node)
    yield from _decided(node)
    match node:
        case ast.Constant():
            yield from (ast.Constant(value) for value in _other_values(node.value, words))
        case ast.Call():
            for index in range(len(node.keywords)):
                yield _with(node, keywords=_without(node.keywords, index))
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) not in NOTHING:
            yield _with(node, value=ast.Constant(None))
        case ast.Expr() | ast.Raise():
            yield ast.Pass()


def _other_operations(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the node with another operator, or with an operand less."""
    match node:
        case ast.Compare(ops=operators):
            for index, operator in enumerate(operators):
                other = OTHER_OPERATOR[type(operator)]()
                yield _with(node, ops=[*operators[:index], other, *operators[index + 1 :]])
        case ast.BoolOp(values=values):
            yield _with(node, op=OTHER_OPERATOR[type(node.op)]())
            for index in range(len(values)):
                rest = _without(values, index)
                yield rest[0] if len(rest) == 1 else _with(node, values=rest)
        case ast.BinOp() | ast.AugAssign() if type(node.op) in OTHER_OPERATOR:
            yield _with(node, op=OTHER_OPERATOR[type(node.op)]())
        case ast.UnaryOp():
            yield node.operand


def _decided(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the node with a condition that always holds, and with one that never does."""
    for value in (True, False):
        match node:
            case ast.If() | ast.IfExp() | ast.While():
                yield _with(node, test=ast.Constant(value))
            case ast.comprehension(ifs=[_, *_]):
                yield _with(node, ifs=[ast.Constant(value)])


def _other_values(value: object, words: Sequence[str]) -> Iterator[bool | int | str]:
    """Yield what is written in the place of a value: another number, another word, a sentence with a hole."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1)
        case str() if " " in value:
            spoken = [word for word in value.split(" ") if word and "{" not in word]
            if spoken:
                yield value.replace(spoken[len(spoken) // 2], "…", 1)
        case str() if value in words and len(words) > 1:
            yield words[(words.index(value) + 1) % len(words)]


def _with(node: ast.AST, **fields: object) -> Any:
    """Return a node with other fields."""
    new = copy(node)
    for name, field in fields.items():
        setattr(new, name, field)
    return new


def _without(items: Sequence[ast.AST], index: int) -> list[ast.AST]:
    return [*items[:index], *items[index + 1 :]]


class _Replacing(ast.NodeTransformer):
    """Puts the new node of a change in the place of the old one."""

    def __init__(self, change: Change) -> None:
        self._change = change

    def visit(self, node: ast.AST) -> Any:
        return self._change.new if node is self._change.old else self.generic_visit(node)


def parsed(file: str) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse((ROOT / file).read_text(encoding="utf-8"))


def mutants(file: str) -> list[Mutant]:
    """Return every mutant of a module."""
    return [
        Mutant(file, number, _line(old), function, _shown(old), _shown(new))
        for number, (old, new, function) in enumerate(changes(parsed(file)))
    ]


def _line(node: ast.AST) -> int:
    return next(part.lineno for part in ast.walk(node) if isinstance(part, ast.expr | ast.stmt))


def _shown(node: ast.AST) -> str:
    """Return a node as one line: of a statement with a body only its head."""
    if isinstance(node, ast.If | ast.While):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    return " ".join(ast.unparse(node).split())


def mutated(mutant: Mutant) -> CodeType:
    """Return the compiled module with its one change."""
    tree = parsed(mutant.file)
    change = next(change for number, change in enumerate(changes(tree)) if number == mutant.number)
    return compile(ast.fix_missing_locations(_Replacing(change).visit(tree)), ROOT / mutant.file, "exec")


class _Loader(SourceFileLoader):
    """Loads the mutant where Python asks for the module."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        super().__init__(name, str(ROOT / mutant.file))
        self._mutant = mutant

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        return mutated(self._mutant)


class _Finder(MetaPathFinder):
    """Finds the mutant in place of the module, and nothing else."""

    def __init__(self, mutant: Mutant) -> None:
        self._name = mutant.file.removesuffix(".py").replace("/", ".")
        self._mutant = mutant

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        if fullname != self._name:
            return None
        file = str(ROOT / self._mutant.file)
        return spec_from_file_location(fullname, file, loader=_Loader(fullname, self._mutant))


def _passes(mutant: Mutant | None, tests: Sequence[str]) -> bool:
    """Whether these tests pass with the mutant, in a process of its own."""
    process = os.fork()
    if process == 0:
        os._exit(_run(mutant, tests))
    return os.waitpid(process, 0)[1] == 0


def _run(mutant: Mutant | None, tests: Sequence[str]) -> int:
    """Run tests in this process, which is of no other use afterwards; return 0 if all of them pass."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if mutant is not None:
        sys.meta_path.insert(0, _Finder(mutant))
    os.chdir(ROOT)
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):  # noqa: PTH123
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        return int(pytest.main([*QUIET, *tests]))


def survives(mutant: Mutant) -> bool:
    """Whether no test notices the mutant."""
    return all(_passes(mutant, tests) for tests in (SUBJECTS[mutant.file], CORE_TESTS))


def drawn(seed: int, count: int, package: str = "") -> list[Mutant]:
    """Draw mutants of all modules of a package, or of all packages, the same for the same seed."""
    every = [
        mutant for file in SUBJECTS if file.startswith(f"scorekeeper/{package}") for mutant in mutants(file)
    ]
    return random.Random(seed).sample(every, min(count, len(every)))


def reasons() -> dict[tuple[str, str, str, str], str]:
    """Return why no test can notice a mutant: by file, function, before and after."""
    listed = tomllib.loads((ROOT / "tests/cases/equivalent_mutants.toml").read_text(encoding="utf-8"))[
        "mutant"
    ]
    return {(row["file"], row["function"], row["before"], row["after"]): row["why"] for row in listed}


def report(survivors: Iterable[Mutant], count: int) -> str:
    """Return every survivor, with the reason where it is listed as equivalent, and how many died."""
    lines, why = [], reasons()
    for mutant in survivors:
        reason = why.get((mutant.file, mutant.function, mutant.before, mutant.after))
        lines.append(f"survived  {mutant}" if reason is None else f"equivalent  {mutant}\n    {reason}")
    died = count - len(lines)
    return "\n".join([*lines, f"{died} of {count} died: {died / count:.1%}"])


def main(seed: int, count: int, package: str = "") -> None:
    """Draw mutants, try each of them, and print what survived."""
    chosen = drawn(seed, count, package)
    if not chosen:
        sys.exit(f"No module of the package {package} is changed.")
    if not _passes(None, CORE_TESTS):
        sys.exit("The tests fail without any mutant.")
    survivors = []
    with get_context("fork").Pool() as pool:
        for number, (mutant, survived) in enumerate(zip(chosen, pool.imap(survives, chosen), strict=True), 1):
            print(
                f"{number}/{count} {'SURVIVED' if survived else 'died'} {mutant}", file=sys.stderr, flush=True
            )
            survivors += [mutant] if survived else []
    print(report(survivors, len(chosen)))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
