"""Compares the engine with two peers: replay of records with python-chess, random play with `dominoes`.

Both are measured once more for Mexican Train, against the same in Chickenfoot: same players, same set.

Runs of the peers and of ours take turns on the same machine, and each ratio is the median of all pairs. Ours
verify every action with the functions that the judge uses; random play takes only what `import scorekeeper` offers.
Further lines count the seconds of ten thousand rounds with their points, and compare two commands: judging the
largest rounds of which no tile is known, and counting a hand.
"""

import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

import chess
import chess.pgn
import dominoes

from benchmarks.sheets import surroundings
from scorekeeper import Dealt, RuleBook, State, rule_book
from scorekeeper.round_record import RoundRecord, open_record, replay
from tests.random_player import dealt, played, show_record

RUNS, ROUNDS, GAMES = 31, 60, 4
STARTS = 5
BOOKS = tuple(map(rule_book, ("classic", "tedmontgomery", "hastings")))
TRAIN_BOOKS = tuple(map(rule_book, ("train-usual", "mexican-train", "train-warp12")))
PLAYERS, SET = ("Ana", "Ben", "Cy", "Dot"), 9
BARS = {"python-chess": 5.0, "dominoes": 1.5, "replay": 0.8, "random-play": 0.8}
"""What our rate over a peer's has to reach, and that of trains over the one of feet."""

MANY, PART = 10_000, 5
"""So many rounds are counted, of which this part is played."""

MANY_SECONDS = 6.0
"""How many seconds of computing these may take."""

LARGEST_SET, MOST_PLAYERS = 18, 12
LONGEST = 8.0
"""How many times as long as the counting of a hand the judging of a round with hidden hands may take."""


def random_round(books: tuple[RuleBook, ...], number: int, rng: Random) -> State:
    """Deal a round and play it to its end, choosing among all legal actions."""
    book, double = books[number % len(books)], number % (SET + 1)
    state = State.deal(book, PLAYERS, rng.shuffle, set_size=SET, double=double)
    while state.outcome is None:
        state.do(rng.choice(state.legal_actions()))
    return state


def ten_thousand_rounds(name: str, books: tuple[RuleBook, ...], rng: Random) -> bool:
    """Print how long ten thousand rounds take of which the points are counted; return whether that is reached."""
    began = process_time()
    for number in range(MANY // PART):
        assert random_round(books, number, rng).result is not None
    took = (process_time() - began) * PART
    print(f"{MANY:,} rounds of {name} with points: {took:.1f} s of computing (bar {MANY_SECONDS})")
    return took <= MANY_SECONDS


def records(rng: Random) -> list[tuple[RuleBook, RoundRecord]]:
    """Return rounds of random play as text, hands known."""
    rounds = []
    for number in range(ROUNDS):
        book = BOOKS[number % len(BOOKS)]
        setup, yard = dealt(book.rules, SET, len(PLAYERS), number % (SET + 1), rng)
        state = played(setup, yard, rng)
        lines = show_record(setup, state.history)
        hands = tuple(Dealt(hand.known) for hand in setup.hands)
        rounds.append(
            (book, RoundRecord(SET, setup.double, setup.players, book.id, {}, setup.yard, hands, lines))
        )
    return rounds


def train_records(rng: Random) -> list[tuple[RuleBook, RoundRecord]]:
    """Return the same of rounds with trains."""
    rounds = []
    for number in range(ROUNDS):
        book, state = TRAIN_BOOKS[number % len(TRAIN_BOOKS)], random_round(TRAIN_BOOKS, number, rng)
        setup = state.setup
        lines = show_record(setup, state.history)
        rounds.append(
            (book, RoundRecord(SET, setup.double, setup.players, book.id, {}, setup.yard, setup.hands, lines))
        )
    return rounds


def replayed(kept: list[tuple[RuleBook, RoundRecord]]) -> int:
    """Replay records from their text; return how many actions were verified."""
    for book, record in kept:
        replay(*open_record(record, book.rules))
    return sum(len(record.actions) for _book, record in kept)


def games(rng: Random) -> str:
    """Return random games of chess as PGN."""
    texts = []
    for _game in range(GAMES):
        board = chess.Board()
        while not board.is_game_over() and board.fullmove_number < 60:
            board.push(rng.choice(list(board.legal_moves)))
        texts.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(texts) + "\n\n"


def read_pgn(text: str) -> int:
    """Read games with python-chess; return how many moves they had."""
    file = io.StringIO(text)
    moves = 0
    while (game := chess.pgn.read_game(file)) is not None:
        moves += game.end().ply()
    return moves


def random_rounds(books: tuple[RuleBook, ...], rng: Random) -> int:
    """Deal and play rounds at random; return how many actions there were."""
    return sum(len(random_round(books, number, rng).history) for number in range(ROUNDS))


def random_dominoes(rng: Random) -> int:
    """Deal and play games of the package `dominoes` at random; return how many moves there were."""
    moves = 0
    for _game in range(ROUNDS):
        game = dominoes.Game.new()
        while game.result is None:
            game.make_move(*rng.choice(game.valid_moves))
        moves += len(game.moves)
    return moves


def rate(work: Callable[[], int]) -> float:
    """Return how much a work does per second of computing."""
    began = process_time()
    done = work()
    return done / (process_time() - began)


def hidden_round(book: RuleBook, rng: Random) -> str:
    """Return a record of the largest table under a book, with no hand and no drawn tile in it."""
    setup, yard = dealt(book.rules, LARGEST_SET, MOST_PLAYERS, LARGEST_SET, rng)
    lines = show_record(setup, played(setup, yard, rng).history)
    fields = {
        "format": "scorekeeper-record/1",
        "set": LARGEST_SET,
        "round": LARGEST_SET,
        "players": list(setup.players),
        "rules": book.id,
        "actions": [line.partition(" draw ")[0] + " draw" if " draw " in line else line for line in lines],
    }
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in fields.items())


def seconds(words: list[str], folder: Path) -> float:
    """Return how long a command takes, from its start to its end; a ruling may depend on what is hidden."""
    began = perf_counter()
    command = [sys.executable, "-m", "scorekeeper", *words]
    ran = subprocess.run(command, env=surroundings(folder), check=False, capture_output=True)
    took = perf_counter() - began
    if ran.returncode not in (0, 3):
        sys.exit(ran.stderr.decode())
    return took


def hidden_hands(rng: Random) -> bool:
    """Print how judging rounds with hidden hands compares with counting a hand; return whether it is reached."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        commands = [["score", "6-5 0-0 3-2"]]
        for book in BOOKS:
            record = folder / f"{book.id}.toml"
            record.write_text(hidden_round(book, rng), encoding="utf-8")
            commands.append(["judge", str(record)])
        runs = [[seconds(words, folder) for words in commands] for _run in range(STARTS + 1)]
    score, *judged = (min(times) for times in zip(*runs[1:], strict=True))
    print(f"hidden hands: {max(judged) * 1000:,.0f} ms; score: {score * 1000:,.0f} ms")
    print(f"ratio hidden hands/score {max(judged) / score:.2f} (bar {LONGEST})")
    return max(judged) / score <= LONGEST


def compare(name: str, peer: str, ours: Callable[[], int], theirs: Callable[[], int]) -> bool:
    """Print one line with both rates and one with their ratio and its bar; return whether it is reached.

    A machine is quicker at one moment than at another, so short runs take turns, and the ratio is the median of
    theirs, run by run.
    """
    pairs = [(rate(ours), rate(theirs)) for _run in range(RUNS)]
    ratio, bar = median(our / their for our, their in pairs), BARS[peer]
    own, other = (median(rates) for rates in zip(*pairs, strict=True))
    print(f"{name}: {own:,.0f} per second; {peer}: {other:,.0f} per second")
    print(f"ratio {name}/{peer} {ratio:.2f} (bar {bar})")
    return ratio >= bar


def main() -> None:
    """Measure and print; fail where a bar is not reached. Play comes first, before records fill the memory."""
    rng = Random(3)
    reached = [
        compare("random-play", "dominoes", lambda: random_rounds(BOOKS, rng), lambda: random_dominoes(rng)),
        compare(
            "train-random-play",
            "random-play",
            lambda: random_rounds(TRAIN_BOOKS, rng),
            lambda: random_rounds(BOOKS, rng),
        ),
    ]
    reached += [
        ten_thousand_rounds("feet", BOOKS, rng),
        ten_thousand_rounds("trains", TRAIN_BOOKS, rng),
    ]
    kept, trains, text = records(Random(1)), train_records(Random(1)), games(Random(2))
    reached += [
        compare("replay", "python-chess", lambda: replayed(kept), lambda: read_pgn(text)),
        compare("train-replay", "replay", lambda: replayed(trains), lambda: replayed(kept)),
        hidden_hands(Random(4)),
    ]
    if not all(reached):
        raise SystemExit("below the bar")


if __name__ == "__main__":
    main()
