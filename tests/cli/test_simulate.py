"""`scorekeeper simulate` prints figures as a table, JSON or CSV, and what there is when Ctrl+C comes."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from scorekeeper.cli import simulate
from scorekeeper.simulate.evening import POLICIES
from scorekeeper.simulate.figures import Plan, part_of
from tests.conftest import Cli
from tests.waiting import eventually

QUICK = ("simulate", "--set", "6", "--players", "3", "--evenings", "4")


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Play in this process, except where a test is about processes."""
    if "processes" not in request.keywords and "spawned" not in request.node.name:
        monkeypatch.setattr(simulate, "playing", playing_here)


@contextmanager
def playing_here(plan: Plan, cores: int | None) -> Iterator[list[Future]]:
    """Play each evening of a plan as a part, without a process."""
    plan.check()
    futures: list[Future] = []
    for number in range(plan.evenings):
        futures.append(Future())
        futures[-1].set_result(part_of(plan, [number], lambda each: Random(f"{plan.seed}:{each}").random))
    yield futures


def test_one_book_is_told_as_a_table(cli: Cli) -> None:
    """Each figure has its range, and its mean and spread in each way of playing."""
    told = cli(*QUICK)
    head, _blank, title, columns, first, *_more = told.out.splitlines()
    assert (told.status, told.err) == (0, "")
    assert head == "double-six · 3 players · 4 evenings in each way of playing · seed 1"
    assert title == "Classic"
    assert columns.split() == ["range", "random", "heaviest", "doubles-first", "keep-doubles"]
    assert first.startswith("Blocked rounds")
    assert first.count("±") == 4


def test_a_table_fits_80_columns(cli: Cli) -> None:
    """The figures of all ways of playing fit on a usual terminal."""
    assert max(map(len, cli("simulate", "--evenings", "20", "--turn-seconds", "20").out.splitlines())) <= 80


def test_json_has_the_figures_by_book_and_way_of_playing(cli: Cli) -> None:
    """What was asked for stands beside them, and each figure has its range."""
    found = json.loads(cli(*QUICK, "--turn-seconds", "30", "--seed", "7", "--json").out)
    assert [found[name] for name in ("set", "players", "evenings", "seed")] == [6, 3, 4, 7]
    (book,) = found["books"]
    assert list(book) == ["rules", "policies", "range"]
    assert [one["policy"] for one in book["policies"]] == list(POLICIES)
    means = [one["blocked"]["mean"] for one in book["policies"]]
    assert book["range"]["blocked"] == [min(means), max(means)]
    assert [list(one) for one in book["policies"][0]["points_by_place"]] == [["mean", "spread"]] * 3


def test_minutes_are_null_where_nobody_said_how_long_a_turn_takes(cli: Cli) -> None:
    """They are never guessed."""
    (book,) = json.loads(cli(*QUICK, "--json").out)["books"]
    assert {one["minutes"] for one in book["policies"]} == {None}


def test_a_changed_rule_is_played_beside_the_book_and_told_in_words(cli: Cli) -> None:
    """With `--house` each book stands there as written and as changed, and what differs is a sentence."""
    words = (*QUICK, "--rules", "classic", "--rules", "wikipedia-es", "--house", "scoring.double_blank=0")
    books = json.loads(cli(*words, "--json").out)["books"]
    assert [(book["rules"], book.get("house")) for book in books] == [
        ("classic", None),
        ("classic", {"scoring.double_blank": 0}),
        ("wikipedia-es", None),
        ("wikipedia-es", {"scoring.double_blank": 0}),
    ]
    told = cli(*words).out
    assert "Classic, with scoring.double_blank = 0, compared with Classic:\n" in told
    assert "Wikipedia (Spanish text), compared with Classic:\n" in told
    assert (
        "Wikipedia (Spanish text), with scoring.double_blank = 0, compared with Wikipedia (Spanish text):\n"
        in told
    )
    assert "\nThe double blank left in a hand counts nothing.\n" in told
    assert "The double blank costs the table less: 0 points a round, not " in told


def test_a_change_that_a_book_already_has_is_told(cli: Cli) -> None:
    """The book is played as it is, and one sentence says why there is nothing to compare."""
    told = cli(*QUICK, "--house", "scoring.double_blank=50")
    assert told.err == "scorekeeper: Classic already says this; nothing is changed.\n"
    assert "compared" not in told.out


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="readers that leave are told of by a signal")
def test_a_reader_that_leaves_hears_no_complaint() -> None:
    """`simulate | head` prints nothing but what was asked for."""
    command = [sys.executable, "-m", "scorekeeper", *QUICK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""


def test_csv_has_a_row_for_each_figure(cli: Cli) -> None:
    """Programs that read tables find the way of playing, the figure, its mean and its spread."""
    words = (*QUICK, "--house", "scoring.double_blank=0", "--policy", "heaviest", "--policy", "heaviest")
    rows = list(csv.DictReader(io.StringIO(cli(*words, "--csv").out)))
    assert list(rows[0]) == ["rules", "house", "policy", "figure", "mean", "spread"]
    assert {row["policy"] for row in rows} == {"heaviest"}
    assert {row["house"] for row in rows} == {"", "scoring.double_blank=0"}
    figures = "blocked turns points points_by_place_1 points_by_place_2 points_by_place_3 leader_holds"
    assert [row["figure"] for row in rows[:7]] == figures.split()


def test_a_plot_is_drawn_in_a_terminal_alone(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a terminal each figure has a bar with a mark for each way of playing, and a bar says how far it is."""
    piped = cli(*QUICK)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    shown = cli(*QUICK)
    assert "━" not in piped.out + piped.err
    head, plot, verdict = shown.out.partition("Blocked rounds (the scale is 0 to 100%)\n")
    assert plot
    assert "━" in verdict
    assert piped.out.startswith(head.rstrip())
    assert "100%" in shown.err


def test_ctrl_c_shows_what_there_is(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures of the evenings played so far are printed, and the status says that they are not all."""

    @contextmanager
    def interrupted(plan: Plan, cores: int | None) -> Iterator[list[Future]]:
        with playing_here(plan, cores) as futures:
            futures[3] = Future()
            futures[3].set_exception(KeyboardInterrupt())
            yield futures

    monkeypatch.setattr(simulate, "playing", interrupted)
    told = cli(*QUICK, "--json")
    assert (told.status, json.loads(told.out)["evenings"]) == (130, 3)


def test_ctrl_c_before_the_first_evening_shows_nothing(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to show yet."""

    @contextmanager
    def interrupted(plan: Plan, cores: int | None) -> Iterator[list[Future]]:
        raise KeyboardInterrupt
        yield []

    monkeypatch.setattr(simulate, "playing", interrupted)
    told = cli(*QUICK)
    assert (told.status, told.out) == (130, "")


HEARS_CTRL_C = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from scorekeeper.__main__ import main
main()
"""
"""Starts the program so that it hears Ctrl+C also where its parent, a script in the background, does not."""


needs_proc = pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked up in /proc")


@needs_proc
def test_a_real_ctrl_c_ends_the_spawned_processes() -> None:
    """The command prints the evenings played so far and ends with status 130, and quickly."""
    command = [sys.executable, "-c", HEARS_CTRL_C, *QUICK, "--evenings", "100000", "--cores", "1", "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as running:
        try:
            wait_until_busy(running.pid)
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=60)
        finally:
            running.kill()
    assert (running.returncode, err) == (130, b"")
    assert 0 < json.loads(out)["evenings"] < 100_000


@needs_proc
def test_the_spawned_processes_end_with_the_one_that_spawned_them() -> None:
    """A command that is killed leaves nothing behind that goes on."""
    command = [sys.executable, "-m", "scorekeeper", *QUICK, "--evenings", "100000", "--cores", "1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as running:
        wait_until_busy(running.pid)
        begun = processes_of(running.pid)
        running.kill()
    assert len(begun) >= 2
    eventually(lambda: not processes_of(running.pid), "the end of the processes")


def wait_until_busy(session: int) -> None:
    """Wait until a process that was spawned in a session has worked for as long as the first evenings take."""

    def works() -> bool:
        return any(worked >= 1 for pid, worked in processes_of(session).items() if pid != session)

    eventually(works, "the work of the processes", every=0.1)


def processes_of(session: int) -> dict[int, float]:
    """Return the processes of a session that still run, with the seconds that each has worked."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, *fields = path.read_text().rpartition(")")[2].split()
            if int(fields[2]) == session and state != "Z":
                worked = int(fields[10]) + int(fields[11])
                found[int(path.parent.name)] = worked / os.sysconf("SC_CLK_TCK")
    return found
