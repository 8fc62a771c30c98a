"""Restoring: what comes back, changes or goes is said first, nobody loses a game unasked, one game comes alone."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.storage import list_backups, make_backup, open_store
from scorekeeper.storage.store import Store
from tests import servers
from tests.build import AT, scored, started
from tests.conftest import Cli

NAMES = (("Ana", "Ben"), ("Cy", "Dan"), ("Eve", "Flo"), ("Gus", "Hal"))


@pytest.fixture
def store(home: Path) -> Store:
    """Return a store with a backup, after which a game came, one changed, one was deleted and one stayed."""
    store = open_store(servers.place(home / "games.db"))
    _stayed, changed, deleted = (store.create(started(players=names), AT) for names in NAMES[:3])
    make_backup(store, AT)
    store.append(changed, [scored(1, "Cy")], AT)
    store.delete(deleted.id)
    store.create(started(players=NAMES[3]), AT)
    return store


def _ids(store: Store) -> dict[tuple[str, ...], str]:
    return {one.players: one.id for one in (*store.list(), *store.list(deleted=True))}


def _agree(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr("scorekeeper.cli.games.in_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", lambda *_words, **_options: answer)


def test_a_restore_says_what_comes_back_changes_and_goes(cli: Cli, store: Store) -> None:
    """Each of these games is named with its players, before anything is restored; without --yes nothing is."""
    ids, games = _ids(store), store.list()
    refused = cli("restore", "last")
    expected = {"comes back": ("Eve", "Flo"), "changes": ("Cy", "Dan"), "goes": ("Gus", "Hal")}
    for what, names in expected.items():
        (line,) = [line for line in refused.out.splitlines() if line.startswith(what)]
        assert f"{ids[names]}  Friday night  {names[0]} and {names[1]}" in line
    assert refused.out.splitlines()[-1] == "1 game stays as it is."
    assert len(refused.out.splitlines()) == 4
    name = list_backups(store.place)[0].name
    assert (refused.status, refused.err) == (
        2,
        f"scorekeeper: Nothing was restored; scorekeeper restore {name} --yes does it without a question.\n",
    )
    assert (store.list(), len(list_backups(store.place))) == (games, 1)


@pytest.mark.parametrize("words", [("--json",), ()])
def test_nothing_is_asked_that_was_not_shown(
    words: tuple[str, ...], cli: Cli, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal the question follows the list of what goes; where JSON was asked for, --yes is wanted."""
    games = store.list()
    _agree(monkeypatch, "y" if words else "n")
    ran = cli("restore", "last", *words)
    assert (ran.status, "goes" in ran.out, "--yes does it" in ran.err) == (2, not words, bool(words))
    assert store.list() == games


@pytest.mark.parametrize("name", ["last", "abc", ""])
def test_a_backup_without_games_says_so(name: str, cli: Cli, home: Path) -> None:
    """It is asked for a game, not the list of saved games, whatever the name is."""
    store = open_store(servers.place(home / "games.db"))
    kept = store.create(started(), AT)
    store.delete(kept.id)
    path = make_backup(store, AT)
    assert path is not None
    assert (
        cli("restore", path.stem, "--game", name).err
        == f"scorekeeper: The backup {path.stem} has no games.\n"
    )


@pytest.mark.parametrize(("answer", "status"), [("y", 0), ("n", 2), ("", 2)])
def test_a_restore_asks_on_a_terminal(
    answer: str, status: int, cli: Cli, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a yes restores; Enter alone is a no."""
    games = store.list()
    _agree(monkeypatch, answer)
    assert cli("restore", "last").status == status
    assert (store.list() == games) == bool(status)


def test_what_was_promised_is_another_restore_away(cli: Cli, store: Store) -> None:
    """With --yes nobody is asked; the promised name brings back what was there, and then there is nothing to do."""
    games, ids = store.list(), _ids(store)
    done = json.loads(cli("restore", "last", "--yes", "--json").out)
    assert {key: done[key] for key in ("games", "back", "changed", "gone")} == {
        "games": 3,
        "back": [ids["Eve", "Flo"]],
        "changed": [ids["Cy", "Dan"]],
        "gone": [ids["Gus", "Hal"]],
    }
    assert cli("restore", done["before"], "--yes").status == 0
    assert store.list() == games
    again = cli("restore", done["before"])
    assert (again.status, again.out) == (0, "3 games stay as they are.\n")
    assert again.err == "scorekeeper: All is as in the backup already, so nothing was restored.\n"


def test_a_damaged_game_is_a_change(cli: Cli, store: Store) -> None:
    """A game of which an event is missing is not as it was, and comes back with the others."""
    cli("restore", "last", "--yes")
    servers.execute(store, f"delete from events where game = '{_ids(store)['Ana', 'Ben']}'")
    refused = cli("restore", list_backups(store.place)[-1].name)
    assert refused.out.startswith(f"changes  {_ids(store)['Ana', 'Ben']}")
    assert cli("restore", list_backups(store.place)[-1].name, "--yes").status == 0
    assert cli("store", "check").status == 0


def test_merged_names_are_a_change_too(cli: Cli, store: Store) -> None:
    """Where only who counts as whom would change, that is said and asked."""
    cli("restore", "last", "--yes")
    store.put_together("Ana", "Cy")
    refused = cli("restore", list_backups(store.place)[-1].name)
    assert refused.out == "3 games stay as they are.\nWhich names count as one person changes too.\n"
    assert refused.status == 2


TROUBLES: dict[str, Callable[[Store, str], object]] = {
    "it is gone": lambda store, game: [
        servers.execute(store, f"delete from {table} where {column} = '{game}'")
        for table, column in (("events", "game"), ("games", "id"))
    ],
    "it is deleted": lambda store, game: store.delete(game),
    "it went on": lambda store, game: store.append(store.game(game), [scored(1, "Ana")], AT),
    "only its changes are left": lambda store, game: servers.execute(
        store, f"delete from games where id = '{game}'"
    ),
    "it is damaged": lambda store, game: servers.execute(
        store, f"delete from events where number = 1 and game = '{game}'"
    ),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_one_game_comes_back_beside_the_others(trouble: str, cli: Cli, store: Store) -> None:
    """It is as it was in the backup, under its own id if that is free; no other game changes, and nobody is asked."""
    game = _ids(store)["Ana", "Ben"]
    was = store.game(game).log
    TROUBLES[trouble](store, game)
    others = store.list()
    ran = cli("restore", "last", "--game", game[:4], "--json")
    assert (ran.status, ran.err) == (0, "")
    new = json.loads(ran.out)["id"]
    assert (new == game) == (trouble == "it is gone")
    assert store.game(new).log == was
    assert store.list() == (store.listed(new), *others)
    assert store.append(store.game(new), [scored(1, "Ben")], AT).game.round(1).out == "Ben"


def test_one_game_comes_back_with_words(cli: Cli, store: Store) -> None:
    """The command says which game it is and what it is called now; what cannot be, it refuses with the reason."""
    ids = _ids(store)
    said = cli("restore", "last", "--game", ids["Cy", "Dan"]).out
    new = store.list()[0].id
    assert said == (
        f"Friday night is back from the backup as {new}; the game {ids['Cy', 'Dan']} stays as it is.\n"
    )
    in_backup = ", ".join(f"{ids[names]} (Friday night)" for names in reversed(NAMES[:3]))
    refusals = {
        ("last", "--game", ids["Ana", "Ben"]): "is the same now as in the backup, so nothing was restored.",
        (
            "last",
            "--game",
            ids["Gus", "Hal"],
        ): f"has no game “{ids['Gus', 'Hal']}”; its latest are {in_backup}.",
        ("last", "--game", "zzz"): f"has no game “zzz”; its latest are {in_backup}.",
        ("never", "--game", ids["Ana", "Ben"]): "There is no backup “never”",
        ("--game", ids["Ana", "Ben"]): "Name the backup too, such as scorekeeper restore last --game",
    }
    for words, reason in refusals.items():
        ran = cli("restore", *words)
        assert (ran.status, ran.out, reason in ran.err) == (2, "", True), ran
    assert len(store.list()) == 4
