"""Evenings on every surface at once, at random, with a pencil beside them: nothing is wrong and nothing is lost.

A seed makes the whole evening; `EVENING=17 pytest -n 0 -m full tests/faults/test_all_at_once.py` plays one again.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import httpx
import pytest
from textual.widgets import OptionList

from scorekeeper.system.paths import HOME_VARIABLE
from scorekeeper.tui.app import ScorekeeperApp
from scorekeeper.tui.entry.lines import EntryLine
from scorekeeper.tui.entry.round import EntryScreen, WhoHadDoubleBlank
from scorekeeper.tui.table.roster import RosterScreen
from scorekeeper.tui.table.score_table import ScoreTable
from scorekeeper.tui.widgets.dialogs import Confirm, Dialog
from tests.faults.everybody import ESC, Clock, Everybody, Form, Kept
from tests.faults.pencil import BLOCKED, OUT, Page
from tests.faults.test_app_killed import Terminal, terminals
from tests.tui.conftest import _no_idling, _read_style_sheets_once
from tests.web.table import Phone, Table

__all__ = ["_no_idling", "_read_style_sheets_once", "terminals"]

PLAYERS = ("Ana", "Ben", "Cleo", "Dot")
LATECOMERS = ("Eli", "Fay", "Gus")
OTHER_NAMES = ("Mia", "Nuno", "Pia", "Quin", "Rosa")
HANDS = (
    "7", "23", "12+7+4", "41", "=60", "=15", "17+0-0", "5-0 3-2", "6-4 5-5", "4-1", "4-1 3-3", "0-0 1-1", "9-8 2-1",
    "199", "4-1 4-1", "what", OUT, OUT, OUT, "-",
)  # fmt: skip
BEGINS = ("zero", "highest", "average", "given")
YEARS = (-3000, -366, -31, -2, -1, 1, 2, 31, 366, 3000)


def cell(all_: Everybody, page: Page) -> tuple[int, str]:
    """Return a round, mostly the one that is due, and a player."""
    number = page.due if all_.rng.random() < 0.8 else all_.rng.randint(1, max(1, page.last))
    return number, all_.rng.choice(page.players)


def some_game(all_: Everybody) -> str:
    """Return a game that is not deleted, mostly the one that everybody has open."""
    there = [game for game, book in all_.books.items() if not book.deleted]
    return all_.open if all_.open in there and all_.rng.random() < 0.6 else all_.rng.choice(there)


# On the command line


async def hand_by_command(all_: Everybody) -> str:
    """Enter or correct a hand."""
    game = some_game(all_)
    (number, player), typed = cell(all_, all_.books[game].page), all_.rng.choice((*HANDS, ""))
    sure = ["--overrule", "seen"] * (all_.rng.random() < 0.5)
    ran = all_.command("round", game, f"{player}={typed}", "--round", number, *sure)
    if ran.status == 0:
        all_.saved(game, lambda page: page.enter(number, player, typed))
    return "saved" if ran.status == 0 else "refused"


async def round_by_command(all_: Everybody) -> str:
    """Enter all that a round still lacks."""
    game = some_game(all_)
    page = all_.books[game].page
    number, missing = page.due, page.missing(page.due)
    hands = {name: str(all_.rng.randint(1, 40)) for name in missing}
    how = all_.rng.choice([BLOCKED, *missing]) if missing else BLOCKED
    hands.pop(how, None)
    ending = ["--blocked"] if how == BLOCKED else ["--out", how]
    words = [f"{name}={typed}" for name, typed in hands.items()]
    ran = all_.command("round", game, *words, *ending, "--round", number, "--overrule", "seen")
    if ran.status == 0:

        def filled(page: Page) -> Page:
            for name, typed in hands.items():
                page = page.enter(number, name, typed)
            return page.end(number, how)

        all_.saved(game, filled)
    return "saved" if ran.status == 0 else "refused"


async def undo_by_command(all_: Everybody) -> str:
    """Undo or redo."""
    game, way = some_game(all_), all_.rng.choice(("undo", "undo", "redo"))
    ran = all_.command(way, game)
    if ran.status == 0:
        book = all_.books[game]
        all_.books[game] = book.undo() if way == "undo" else book.redo()
    return "saved" if ran.status == 0 else "refused"


async def company_by_command(all_: Everybody) -> str:
    """Let somebody join, mostly in the middle of a round, leave, or have another name."""
    game, rng = some_game(all_), all_.rng
    page = all_.books[game].page
    name, new, begins = rng.choice(page.players), rng.choice(OTHER_NAMES), rng.choice(BEGINS)
    comes = rng.choice([*LATECOMERS, *(who for who, _gone in page.left)])
    points = rng.randrange(99)
    score = [[], ["--score", points if begins == "given" else begins]][rng.random() < 0.8]
    way, ran, change = rng.choice([
        ("join", ("join", game, comes, *score),
         lambda page: page.join(comes, page.last + 1, begins if score else None, points)),
        ("leave", ("leave", game, name), lambda page: page.leave(name)),
        ("rename", ("rename", game, name, new), lambda page: page.rename(name, new)),
    ])  # fmt: skip
    done = all_.command(*ran)
    if done.status == 0:
        all_.saved(game, change)
    return f"{way} {'saved' if done.status == 0 else 'refused'}"


async def end_by_command(all_: Everybody) -> str:
    """Finish a game or open it again, or write a note."""
    game = some_game(all_)
    page = all_.books[game].page
    if all_.rng.random() < 0.5:
        done = all_.command("round", game, "--note", "windy", "--round", page.due)
        if done.status == 0:
            all_.saved(game, lambda page: page.note(page.due, "windy"))
    else:
        done = all_.command("reopen" if page.finished else "finish", game)
        if done.status == 0:
            all_.saved(game, lambda page: page.finish(not page.finished))
    return "saved" if done.status == 0 else "refused"


async def delete_by_command(all_: Everybody) -> str:
    """Bring back what is deleted; else delete a game."""
    deleted = [game for game, book in all_.books.items() if book.deleted]
    if not deleted and len(all_.books) == 1:
        return "the only one"
    game = all_.rng.choice(deleted or list(all_.books))
    done = all_.command("undo" if deleted else "delete", game)
    assert done.status == 0, done
    all_.books[game] = all_.books[game].hide(not deleted)
    return "brought back" if deleted else "deleted"


async def restore_by_command(all_: Everybody) -> str:
    """Restore a backup beside the running share."""
    name = all_.rng.choice([*all_.backups, all_.promised or "last"])
    name = max(all_.backups) if name == "last" else name
    if (done := all_.command("restore", name)).status:
        done = all_.command("restore", name, "--yes")
    assert done.status == 0, done
    kept = all_.backups[name]
    if kept.rows == all_.rows and "nothing was restored" in done.err:
        return "nothing to restore"
    all_.books, all_.rows = dict(kept.books), kept.rows
    promised = re.search(r"scorekeeper restore (\S+) brings", done.out)
    assert promised, done
    all_.promised = promised[1]
    return "restored"


async def refused_command(all_: Everybody) -> str:
    """Try what cannot be."""
    game = some_game(all_)
    sits = next(filter(all_.books[game].page.is_here, PLAYERS), "4")
    words = all_.rng.choice([
        ("round", game, "Nobody=4"), ("round", game, "4"), ("round", game, f"{PLAYERS[0]}=6-4 6-4"),
       ("round", game),
        ("round", game, "--round", 99, "Ana=4"), ("join", game, sits),
        ("undo", "nothing"),
               ("restore", "1999"), ("restore",), ("delete", "nothing"), ("new", "--players", "Ana,Ana"),
        ("leave", game, "4"),
    ])  # fmt: skip
    assert all_.command(*words).status or words == ("restore",)
    return "refused"


# On phones


async def open_page(all_: Everybody) -> str:
    """Open a page with a form on a phone; it is sent now or much later."""
    phone, rng = all_.rng.choice(all_.phones), all_.rng
    number, player = cell(all_, all_.books[all_.open].page)
    path, fields = rng.choice([
        ("/hand", {}), ("/hand", {}), ("/ending", {"round": number}),
        ("/keeper/hand", {"round": number, "player": player}),
        ("/keeper/hand", {"round": number, "player": player}), ("/keeper", {}), ("/keeper/leave", {"name": player}),
        ("/keeper/join", {"name": rng.choice(LATECOMERS)}),
    ])  # fmt: skip
    if path != "/hand" and not (path == "/ending" and rng.random() < 0.5):
        phone = all_.phones[0]
    if rng.random() < 0.7:
        await all_.table.shared.look()
    answer = await phone.get(str(httpx.URL(path, params=fields)))
    form = all_.form(answer, "/keeper/undo" if path == "/keeper" else path)
    if form is not None:
        all_.forms.append((phone, form))
    return f"{path} {'opened' if form else 'refused'}"


async def send_form(all_: Everybody) -> str:
    """Fill in a form that was opened before, the last one or a stale one, and send it."""
    if not all_.forms or (len(all_.forms) < 6 and all_.rng.random() < 0.3):
        await open_page(all_)
    if not all_.forms:
        return "nothing open"
    rng = all_.rng
    phone, form = all_.forms.pop(-1 if rng.random() < 0.5 else rng.randrange(len(all_.forms)))
    filled = {name: rng.choice(values) for name, values in form.choices.items()}
    if form.path.endswith("/hand"):
        filled |= {"typed": rng.choice(HANDS)} | ({"do": "out"} if rng.random() < 0.2 else {})
    if filled.get("begins") == "given":
        filled["points"] = str(rng.randrange(99))
    if form.path == "/keeper/join":
        await all_.table.shared.look()  # else nobody knows from which round on
    meanwhile = 0
    for _time in range(4):
        answer = await phone.post(form.path, **{**form.fields, **filled})
        if answer.status_code == 303:
            sent(all_, phone, form, filled)
            await double_blank(all_, phone, answer.headers["location"])
            return f"{form.path} saved"
        meanwhile += answer.status_code == 409 and "Meanwhile" in answer.text
        assert meanwhile < 2, f"refused twice with what was seen: {form.fields} {filled}"
        again = all_.form(answer, form.path)
        if again is None or rng.random() < 0.3:
            return f"{form.path} left"
        form = again
    return f"{form.path} refused"


def sent(all_: Everybody, phone: Phone, form: Form, filled: dict[str, str]) -> None:
    """Write down what a form saved."""
    game, fields = form.fields["game"], form.fields
    assert game == all_.open
    match form.path:
        case "/hand" | "/keeper/hand":
            typed = OUT if "do" in filled else filled["typed"]
            number, player = int(fields["round"]), fields["player"]
            now = all_.books[game].page
            kept = now.enter(number, player, typed) == now
            assert kept or now.written_hand(number, player, fields["held"]), (
                f"a stale form is taken: {fields} {filled}"
            )
            all_.saved(game, lambda page: page.enter(number, player, typed))
        case "/ending":
            how = filled["ending"].removeprefix("out:")
            all_.saved(game, lambda page: page.end(int(fields["round"]), how))
        case "/keeper/undo":
            all_.books[game] = all_.books[game].undo()
        case "/keeper/leave":
            all_.saved(
                game, lambda page: page.leave(fields["name"]) if page.is_here(fields["name"]) else page
            )
        case "/keeper/join":
            name, points = fields["name"], int(filled.get("points", 0))
            begins = filled.get("begins")
            all_.saved(
                game,
                lambda page: page if page.is_here(name) else page.join(name, page.last + 1, begins, points),
            )


async def double_blank(all_: Everybody, phone: Phone, address: str) -> None:
    """Say who had 0-0 if a phone is led there, or leave the question."""
    if not address.startswith("/double-blank"):
        return
    form = all_.form(await phone.get(address), "/double-blank")
    if form is None or all_.rng.random() < 0.4:
        return
    answer = all_.rng.choice(form.answers)
    done = await phone.post(form.path, **{**form.fields, "answer": answer})
    if done.status_code == 303 and answer.startswith("had:"):
        name, number = answer.removeprefix("had:"), int(form.fields["round"])
        all_.saved(all_.open, lambda page: page.enter(number, name, f"{page.entry(number, name)}+0-0"))


# In the app


async def hand_in_app(all_: Everybody) -> str:
    """Type on a line, and press Enter, an arrow or Esc; leave a question by Esc or answer it."""
    screen, rng = await all_.at_table(looks=0.6), all_.rng
    game = screen.session.game
    number, player = cell(all_, all_.books[all_.open].page)
    column = game.players.index(player) + 1 if player in game.players else 1
    screen.query_one(ScoreTable).move_cursor(row=min(number, game.last_number) - 1, column=column)
    await all_.press("enter")
    if not isinstance(entry := all_.pilot.app.screen, EntryScreen):
        return "not open"
    for _line in range(rng.randint(1, 2)):
        line = rng.choice([line for line in entry.lines.lines if line.title != "Who began?"])
        line.enter()
        typed = rng.choice(HANDS) if line.player else rng.choice(("b", "4"))
        if typed == line.kept:
            return "the same"
        await all_.press("end", "ctrl+u", *typed, rng.choice(("enter", "enter", "down", "up", "escape")))
        if not await line_saved(all_, entry, line):
            return "left"
        number, player = line.cell
        place = screen.session.game.players.index(player) if player else None
        all_.saved(all_.open, partial(with_line, number=number, place=place, typed=typed))
        await who_had_double_blank(all_, number)
        if all_.pilot.app.screen is not entry:
            break
    return "saved"


def with_line(page: Page, number: int, place: int | None, typed: str) -> Page:
    """Return the page with a line that was saved: the hand of the player at a place, or that a round was blocked."""
    how = BLOCKED if typed == "b" else f"{BLOCKED} {typed}"
    return page.end(number, how) if place is None else page.enter(number, page.players[place], typed)


async def line_saved(all_: Everybody, entry: EntryScreen, line: EntryLine) -> bool:
    """Answer what is asked of a line, or leave it by Esc; return whether the line says that it is saved."""
    for _question in range(6):
        question = all_.pilot.app.screen
        asks_again = question is entry and line.changed and line.level != "wrong"
        if isinstance(question, WhoHadDoubleBlank) or not (asks_again or isinstance(question, Dialog)):
            break
        overtaken = question is entry and not line.level  # it tells to make the change again
        if all_.rng.random() < ESC and not overtaken:
            await all_.press("escape")
            if isinstance(question, Confirm):  # what is typed is still there
                continue
            return False
        if isinstance(question, Confirm):  # discard it?
            await all_.press("y")
            return False
        await all_.press("enter")
    return line.said.plain.startswith("✓") and not line.changed


async def who_had_double_blank(all_: Everybody, number: int) -> None:
    """Say in the app who had 0-0, or leave the question by Esc."""
    question = all_.pilot.app.screen
    if isinstance(question, WhoHadDoubleBlank) and (given := await all_.answers()) and given[0]:
        name = given[0]
        all_.saved(all_.open, lambda page: page.enter(number, name, f"{page.entry(number, name)}+0-0"))


async def undo_in_app(all_: Everybody) -> str:
    """Press u or r."""
    await all_.at_table()
    key = all_.rng.choice("uur")
    await all_.press(key)
    if all_.refused:
        return "refused"
    book = all_.books[all_.open]
    all_.books[all_.open] = book.undo() if key == "u" else book.redo()
    return "saved"


async def note_in_app(all_: Everybody) -> str:
    """Write a note on the round that is due, or leave the question by Esc."""
    screen = await all_.at_table()
    screen.to_current()
    number, text = screen.marked_round, all_.rng.choice(("late", "again"))
    same = text == screen.session.game.round(number).note
    await all_.press("e")
    given = await all_.answers(text)
    if same or given is None or all_.refused:
        return "the same" if same else "left"
    all_.saved(all_.open, lambda page: page.note(number, text))
    return "saved"


async def finish_in_app(all_: Everybody) -> str:
    """Finish the game or open it again, or leave the question by Esc."""
    screen = await all_.at_table()
    finished = screen.session.game.finished
    await all_.press("f")
    if all_.refused or await all_.answers("") is None or all_.refused:
        return "left"
    all_.saved(all_.open, lambda page: page.finish(not finished))
    return "saved"


async def company_in_app(all_: Everybody) -> str:
    """Let somebody join or leave, or leave one of the questions by Esc."""
    screen, rng = await all_.at_table(looks=1), all_.rng
    await all_.press("w")
    if not isinstance(roster := all_.pilot.app.screen, RosterScreen):
        return "not open"  # the places of a game that is over come first
    way = rng.choice(("n", "n", "x"))
    name, points = rng.choice(LATECOMERS), str(rng.randrange(99))
    company = roster.query_one("#company", OptionList)
    await all_.press("home", *["down"] * rng.randrange(company.option_count))
    leaves = company.options[company.highlighted or 0].id or ""
    await all_.press(way)
    asked = isinstance(all_.pilot.app.screen, Dialog)
    gone = any(one not in screen.session.game.at_table for one in screen.session.game.players)
    given = await all_.answers(*([name, points])) if asked else None
    if given is None or all_.refused:
        return f"{way} left"
    if way == "x":
        all_.saved(all_.open, lambda page: page.leave(leaves))
        return "x saved"
    comes = given.pop(0) if gone else ""
    comes = comes or given.pop(0)
    begins = given.pop(0) if given else None
    stands = int(given.pop(0)) if given else 0
    all_.saved(all_.open, lambda page: page.join(comes, page.last + 1, begins, stands))
    return "n saved"


OPERATIONS: dict[Callable[[Everybody], Awaitable[str]], int] = {
    hand_by_command: 12, round_by_command: 5, undo_by_command: 6, company_by_command: 6, end_by_command: 3,
    delete_by_command: 2, restore_by_command: 2, refused_command: 3, open_page: 12, send_form: 22,
    hand_in_app: 16, undo_in_app: 5, note_in_app: 2, finish_in_app: 2, company_in_app: 6,
}  # fmt: skip
"""What somebody may do, and how often it is done."""


@asynccontextmanager
async def evening(
    home: Path, seed: int, monkeypatch: pytest.MonkeyPatch, *, processes: bool = False
) -> AsyncIterator[Everybody]:
    """Begin an evening: three games, the first one shared with phones and open in the app."""
    clock = Clock(datetime(2026, 11, 20, 20, tzinfo=UTC))
    for place in ("system.clock", "web.shared_table", "session.app_session"):
        monkeypatch.setattr(f"scorekeeper.{place}.datetime", clock)
    monkeypatch.setattr("scorekeeper.tui.base.screen.LOOK_EVERY", 1e6)
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    all_ = Everybody(home, seed, clock, processes=processes)
    for house in ("scoring.double_blank=25", "scoring.double_blank=50", "scoring.double_blank=30"):
        all_.new_game("--players", ",".join(PLAYERS), "--house", house, "--rounds", "6")
    app = ScorekeeperApp(home / "games.db", all_.open)
    async with Table(home, home / "games.db", all_.open) as all_.table:
        all_.phones = [all_.table.phone("keeper"), *(all_.table.phone("player", name) for name in PLAYERS)]
        async with app.run_test(size=(100, 40), notifications=True) as all_.pilot:
            yield all_


async def play(all_: Everybody, operations: int) -> Counter[str]:
    """Do so many things at random, and look after each that nothing is wrong or lost."""
    done = Counter[str]()
    for place in range(operations):
        jumps = all_.rng.random() < 0.07
        all_.clock.at += (
            timedelta(days=all_.rng.choice(YEARS)) if jumps else timedelta(minutes=all_.rng.randrange(9))
        )
        (operation,) = all_.rng.choices(list(OPERATIONS), list(OPERATIONS.values()))
        before = Kept(all_.books, all_.rows)
        try:
            outcome = await operation(all_)
            all_.check()
            if place % 7 == 0:
                await all_.look()
            all_.look_at_backups(before if operation is restore_by_command else Kept(all_.books, all_.rows))
        except Exception as error:
            error.add_note(f"operation {place}, {operation.__name__}; before it {dict(done)}")
            raise
        done[f"{operation.__name__}: {outcome}"] += 1
    return done


async def test_one_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty things that people do at once on every surface: all that was told as saved is there, and no more."""
    async with evening(tmp_path, 3, monkeypatch) as all_:
        done = await play(all_, 40)
    assert len(done) > 10, done


@pytest.mark.full
@pytest.mark.parametrize("seed", [int(os.environ["EVENING"])] if "EVENING" in os.environ else range(25))
async def test_evenings(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five thousand things, two hundred on each of 25 evenings; some commands run in a process of their own."""
    async with evening(tmp_path, seed, monkeypatch, processes=True) as all_:
        print(*sorted((await play(all_, 200)).items()), sep="\n")


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal here")
@pytest.mark.parametrize("seed", range(3))
def test_evenings_in_a_terminal(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminals: list[Terminal]
) -> None:
    """Hands, notes and questions left by Esc in a real terminal, with commands beside it."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    all_ = Everybody(tmp_path, seed, Clock(datetime.now(UTC)))
    game = all_.new_game("--players", ",".join(PLAYERS), "--house", "scoring.double_blank=25")
    terminals.append(terminal := Terminal(tmp_path, game))
    terminal.wait_for("Dot")
    for _time in range(30):
        page, typed = all_.books[game].page, str(all_.rng.randint(10, 40))
        number, (player, *others) = page.due, page.missing(page.due)
        way = all_.rng.choice(("hand", "hand", "hand", "odd hand", "note", "note left")) if others else "undo"
        keys, *steps = {
            "hand": ("\r", ("tiles", f"{typed}\r"), (f"✓ {typed}", "\x1b")),
            "odd hand": ("\r", ("tiles", "199"), ("takes", "\r"), ("again", "\x1b"), ("Discard", "y")),
            "undo": ("u", ("redo it", "")),
            "note": ("e", ("Note on", f"\x05\x15{typed}\r")),
            "note left": ("e", ("Note on", f"{typed}\x1b"), ("Discard", "y")),
        }[way]
        terminal.type(keys)
        for shown, keys in steps:
            terminal.wait_for(shown)
            terminal.type(keys)
        if way != "undo":
            terminal.wait_for("Home")
        if way == "undo":
            all_.books[game] = all_.books[game].undo()
        elif way == "hand":
            all_.saved(game, partial(Page.enter, number=number, player=player, typed=typed))
        elif way == "note":
            all_.saved(game, partial(Page.note, number=number, text=typed))
        all_.check()
