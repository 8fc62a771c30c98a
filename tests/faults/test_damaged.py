"""Damage in the file of kept games: what can be read is read, nothing is written over it."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.errors import ScorekeeperError, Unavailable
from scorekeeper.storage import open_store
from tests.build import AT, scored, started
from tests.conftest import Cli, by_cases

GAMES = 40
PAGE = 4096


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of forty games, each with a round entered."""
    path = tmp_path_factory.mktemp("damaged") / "games.db"
    store = open_store(path)
    for number in range(GAMES):
        store.append(store.create(started(), AT), [scored(1, "Ana", Ben=str(number))], AT)
    store.close()
    return path


def _spoilt(path: Path, luck: random.Random) -> bytes:
    """Spoil a file: bytes changed, a page of nonsense, a page of zeros, the end cut off."""
    data = bytearray(path.read_bytes())
    match luck.randrange(4):
        case 0:
            for _byte in range(luck.randint(1, 40)):
                data[luck.randrange(len(data))] = luck.randrange(256)
        case 1:
            page = luck.randrange(len(data) // PAGE) * PAGE
            data[page : page + PAGE] = luck.randbytes(PAGE)
        case 2:
            page = luck.randrange(len(data) // PAGE) * PAGE
            data[page : page + PAGE] = bytes(PAGE)
        case 3:
            del data[luck.randrange(1, len(data)) :]
    return bytes(data)


def _read_all(path: Path) -> int:
    """Read whatever a damaged store gives; return how many games could be read whole."""
    store = open_store(path)
    try:
        listed = store.list(1000)
    except Unavailable:
        listed = ()
    whole = 0
    for line in listed:
        try:
            store.game(line.id)
        except ScorekeeperError:
            continue
        whole += 1
    store.close()
    return whole


@pytest.mark.parametrize("times", [60, pytest.param(20_000, marks=pytest.mark.full)])
def test_damaged_file_is_read_and_left_as_it_is(times: int, games: Path, tmp_path: Path) -> None:
    """Whatever was damaged, reading answers or refuses with a sentence, and changes nothing in the file."""
    luck, path, whole = random.Random(times), tmp_path / "games.db", 0
    for _time in range(times):
        data = _spoilt(games, luck)
        path.write_bytes(data)
        whole += _read_all(path)
        assert path.read_bytes() == data
        for end in ("-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
    assert whole > times * GAMES / 3


def _change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


@by_cases
def test_a_damaged_line_of_the_list_hides_nothing(damage: str, cli: Cli, game: str, home: Path) -> None:
    """The line says that it is damaged; its game can be opened, and so can the others."""
    other = cli("new", "--players", "Dan,Eve").out.strip()
    _change(home / "games.db", f"update games set {damage} where id = '{game}'")
    ran = cli("games")
    assert (ran.status, ran.out.count("\n"), "(damaged)" in ran.out) == (0, 2, True)
    assert cli("games", "--json").status == 0
    assert cli("standings", game).status == cli("standings", other).status == 0


@pytest.mark.parametrize(
    "damage",
    [
        "update events set what = '{}'",
        "update events set what = cast(x'ff' as text)",
        "update events set at = 'noon'",
        "update events set by = x'00'",
        "delete from events where number = 1",
        "update events set number = 7 where number = 2",
        "update events set what = '" + "[" * 5000 + "'",
        "update events set what = replace(what, '\"set_size\":9', '\"set_size\":900')",
    ],
)
def test_damaged_game_is_listed_and_refused(damage: str, cli: Cli, game: str, home: Path) -> None:
    """A game with a damaged event stays in the list; opened, it is refused with a sentence that helps."""
    other = cli("new", "--players", "Dan,Eve").out.strip()
    cli("round", game, "--out", "Ana", "Ben=4", "Carla=5")
    _change(home / "games.db", f"{damage} {'and' if 'where' in damage else 'where'} game = '{game}'")
    assert cli("games").out.count("\n") == 2
    _change(home / "games.db", f"update games set players = 'x' where id = '{game}'")
    assert f"{game}  1970-01-01" in cli("games").out
    for words in (["standings"], ["log"], ["undo"], ["round", "Ben=5"]):
        ran = cli(words[0], game, *words[1:])
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert f"The game {game} is damaged and cannot be read" in ran.err
        assert "scorekeeper restore" in ran.err
    assert cli("standings", other).status == 0
    ran = cli("export", "--all", "--format", "toml", "-o", home / "all")
    assert (ran.status, ran.out) == (1, f"{home / 'all' / other}.toml\n")
    assert f"The game {game} is damaged and cannot be read" in ran.err
    assert [path.stem for path in (home / "all").iterdir()] == [other]


@by_cases
def test_damaged_game_is_put_away_and_brought_back(damage: str, cli: Cli, game: str, home: Path) -> None:
    """A game that cannot be read is deleted with a sentence, and comes back; no byte of it changes."""
    cli("round", game, "--out", "Ana", "Ben=4", "Carla=5")
    for statement in damage.split(";"):
        _change(home / "games.db", statement)
    before = _rows(home / "games.db")
    ran = cli("delete", game[:3])
    assert (ran.status, ran.err, cli("games").out) == (0, "", "")
    said = f" cannot be read and is deleted; nothing of it is lost, and scorekeeper undo {game} brings it back.\n"
    assert ran.out.endswith(said)
    assert _rows(home / "games.db") == before
    assert cli("undo", game).out == f"{game} is back.\n"
    assert cli("games").out.startswith(game)
    assert cli("standings", game).err.endswith(
        ("takes it off the list.\n", "open it with a newer scorekeeper.\n")
    )
    assert _rows(home / "games.db") == before


def _rows(path: Path) -> list[tuple[bytes, ...]]:
    """Return every event and every game as it is stored, but for whether the game is hidden."""
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        games = connection.execute("select id, title, players, started, changed, turn, complete from games")
        return [*games, *connection.execute("select * from events")]


def test_game_whose_id_is_damaged_is_listed(cli: Cli, game: str, home: Path) -> None:
    """A game that lost its name in the file takes nothing from the others."""
    other = cli("new", "--players", "Dan,Eve").out.strip()
    _change(home / "games.db", f"update games set id = cast(x'ff41' as text) where id = '{game}'")
    ran = cli("games")
    assert (ran.status, ran.out.count("\n")) == (0, 2)
    assert "(damaged)" in ran.out
    assert cli("games", "--json").status == 0
    assert cli("standings", other).status == 0
