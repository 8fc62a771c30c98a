"""What tests share: the shipped rule books, the command line, cases kept as data."""

import gc
import os
import pickle
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings

from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats.disputes import read_dispute
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.formats.rule_words import wording
from scorekeeper.judge.situation import Situation
from scorekeeper.rules.rulebook import RuleBook
from scorekeeper.rules.schema import Rules
from scorekeeper.rules.wording import Wording
from scorekeeper.storage import sqlite
from scorekeeper.storage.database import Database
from scorekeeper.storage.sqlite import SqliteFile
from scorekeeper.storage.store import Store, open_database
from scorekeeper.system import files, paths
from tests import servers
from tests.build import SHELF
from tests.catalogues import Translate, write_translation
from tests.waiting import PATIENCE

SHIPPED = paths.shipped_folder("rules")
CLASSIC = SHELF.book("classic").rules
BOOKS = [SHELF.book(name) for name in SHELF.ids()]
FOOT_BOOKS = [SHELF.book(name) for name in SHELF.same_game("classic")]
TRAIN_BOOKS = [SHELF.book(name) for name in SHELF.same_game("train-usual")]

CASES = Path(__file__).parent / "cases"

sqlite.WAIT = PATIENCE  # on a busy machine others are slow to let a file go


def _parsed_once(parse: Callable[[bytes], dict[str, Any]]) -> Callable[[bytes], dict[str, Any]]:
    """Return a parser that keeps what it read: hundreds of commands in one process read the same words and books."""
    packed = lru_cache(256)(lambda data: pickle.dumps(parse(data)))
    return lambda data: pickle.loads(packed(data))  # each time tables of its own


files.parse_toml = _parsed_once(files.parse_toml)

# Every run tries the same examples, so that a change is judged by what it changed;
# `pytest --hypothesis-profile=new` tries others, and more of them.
_PATIENT = [HealthCheck.too_slow, HealthCheck.filter_too_much]
settings.register_profile(
    "same", deadline=None, max_examples=40, suppress_health_check=_PATIENT, derandomize=True
)
settings.register_profile("new", deadline=None, max_examples=400, suppress_health_check=_PATIENT)
settings.load_profile("same")


MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory: no test waits for a disk there."""

ROOM = 2**31
"""Bytes that have to be free there for the files of the tests."""


def pytest_configure(config: pytest.Config) -> None:
    """Give the tests, and all that they start, a home of their own: nothing is written into the user's."""
    if not hasattr(config, "workerinput"):
        if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
            tempfile.tempdir = os.environ.setdefault("TMPDIR", str(MEMORY))
        home = tempfile.mkdtemp(prefix="scorekeeper-home-")
        config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))
        for name in [name for name in os.environ if name.startswith(("XDG_", "SCOREKEEPER_"))]:
            del os.environ[name]
        os.environ |= {"HOME": home, "USERPROFILE": home}


FIRST = ("tui", "pages", "faults")
"""Folders whose tests take long: they begin, and short ones fill what is left of the time of each process."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long."""
    items.sort(key=lambda item: item.path.parent.name not in FIRST)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Give the long tests hours; no other one may stand still for longer than `timeout` in pyproject.toml."""
    if item.get_closest_marker("full") is not None:
        item.add_marker(pytest.mark.timeout(4 * 3600))


def pytest_collection_finish() -> None:
    """Let the collector pass over what lasts as long as the run: modules, cases, the tests themselves."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


ON_BOTH = ("storage", "session")
"""Folders of tests that run with both kinds of store, but for those marked `sqlite`; all others run with files."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what keeps or reads games with each kind of store; what is about files runs with files only."""
    folder = Path(str(metafunc.definition.path)).parent.name
    if folder in ON_BOTH and metafunc.definition.get_closest_marker("sqlite") is None:
        metafunc.parametrize("_kind_of_store", servers.KINDS, indirect=True)


@pytest.fixture(autouse=True)
def _kind_of_store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let another place stand for each file of games, where a test runs with another kind of store."""
    if (kind := getattr(request, "param", "sqlite")) == "sqlite":
        yield
        return
    stores = servers.Stores(kind)
    monkeypatch.setenv(paths.HOME_VARIABLE, str(request.getfixturevalue("tmp_path") / "home"))

    def opened(path: Path, wait: float | None = None) -> Database:
        beside = path.suffix == ".part" or path.parent.name == "copies"
        return SqliteFile(path, wait) if beside else open_database(stores.place(path))

    monkeypatch.setattr(sqlite, "SqliteFile", opened)
    monkeypatch.setattr(servers, "current", stores)
    yield


@pytest.fixture(autouse=True)
def _stores_are_closed(monkeypatch: pytest.MonkeyPatch, _kind_of_store: None) -> Iterator[None]:
    """Close every store that a test opened; from Python 3.13 on, one that is left open is a warning."""
    opened: list[Store] = []
    begin = Store.__init__

    def remembered(store: Store, database: Database) -> None:
        begin(store, database)
        opened.append(store)

    monkeypatch.setattr(Store, "__init__", remembered)
    yield
    for store in opened:
        with suppress(ScorekeeperError):
            store.close()


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    """Return the shipped rule books."""
    return SHELF


@pytest.fixture(scope="session")
def words() -> Wording:
    """Return the rule book's words."""
    return wording(SHIPPED)


@pytest.fixture(scope="session")
def classic() -> Rules:
    """Return the rules that every book rests on."""
    return CLASSIC


def case_file(name: str) -> Any:
    """Return all that a file under `cases/` holds."""
    return tomllib.loads((CASES / name).read_text(encoding="utf-8"))


def read_situation(path: Path, book: Callable[[str], RuleBook]) -> Situation:
    """Read a file that holds a situation, not a record."""
    found = read_dispute(path, book)
    assert isinstance(found, Situation), path
    return found


def cases(name: str) -> list[dict[str, Any]]:
    """Return the cases of a file under `cases/`."""
    found: list[dict[str, Any]] = case_file(f"{name}.toml")["case"]
    return found


def by_cases(test: Any) -> Any:
    """Run a test with each of its rows in the file of its module under `cases/rows`; what a row lacks is None."""
    module = Path(test.__code__.co_filename)
    name = f"{module.stem.removeprefix('test_')}.toml"
    file = CASES / "rows" / module.parent.relative_to(CASES.parent) / name
    rows = tomllib.loads(file.read_text(encoding="utf-8"))[test.__name__.removeprefix("test_")]
    names = list(dict.fromkeys(name for row in rows for name in row))
    return pytest.mark.parametrize(names, [[row.get(name) for name in names] for row in rows])(test)


class Ran(NamedTuple):
    """What a command left: its exit status and what it printed."""

    status: int
    out: str
    err: str


Cli = Callable[..., Ran]
"""Runs a command line."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty home for games, packs and settings."""
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "home"))
    for variable, value in servers.environment(tmp_path / "home").items():
        monkeypatch.setenv(variable, value)
    return tmp_path / "home"


@pytest.fixture
def cli(home: Path, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Return a function that runs a command line in this process."""
    from scorekeeper.cli import run

    def ran(*words: object) -> Ran:
        capsys.readouterr()
        status = run([str(word) for word in words])
        return Ran(status, *capsys.readouterr())

    return ran


@pytest.fixture
def game(cli: Cli) -> str:
    """Keep a new game and return its id."""
    kept = cli("new", "--players", "Ana,Ben,Carla", "--title", "Friday night")
    return kept.out.strip()


@pytest.fixture
def translate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Translate:
    """Return a function that adds a translation to the languages there are."""
    folder = tmp_path / "translations"
    monkeypatch.setattr("scorekeeper.system.languages.shipped_folder", lambda what: tmp_path / what)
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(variable, raising=False)
    return lambda code, sentences: write_translation(folder, code, sentences) and None
