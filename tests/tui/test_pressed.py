"""What keys lead to on the screens: tables of what is pressed, and of what stands there then."""

import re
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, OptionList, Select

from scorekeeper.formats import shipped_wording
from scorekeeper.game import describe_events
from scorekeeper.system import paths
from scorekeeper.tui.entry.lines import EntryLine
from scorekeeper.tui.entry.sheet import KeySheet
from scorekeeper.tui.judge.form import FactLine
from scorekeeper.tui.widgets.moment import Moment
from tests.build import scored
from tests.conftest import CASES, cases
from tests.found import fits, record
from tests.tui.conftest import moment_lines, strips, told
from tests.tui.test_translated import plain

EVERY_CASE = [
    pytest.param(case, id=f"{path.stem}: {case['claim']}")
    for path in sorted(Path(CASES / "app").glob("*.toml"))
    for case in cases(f"app/{path.stem}")
]


@pytest.mark.parametrize("case", EVERY_CASE)
async def test_keys_lead_where_the_table_says(app, keep, home: Path, case: dict[str, Any]) -> None:
    """After each line of keys stands on the screen, in the game and in the files what the table names."""
    for name, text in case.get("files", {}).items():
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    happened = [scored(number, **hands) for number, hands in enumerate(case.get("happened", ()), 1)]
    assert sum(len(keys(step["keys"])) for step in case["steps"]) <= case.get("most_keys", 200)
    kept = keep(**case["game"], happened=happened, **case.get("house", {})) if "game" in case else None
    opened = app(None if case.get("at_home") else kept)
    async with opened.run_test(size=case.get("size", (80, 24)), notifications=True) as pilot:
        for step in case["steps"]:
            for name, value in step.get("set", {}).items():
                pilot.app.screen.query_one(name).value = value
                await pilot.pause()
            await pilot.press(*keys(step["keys"]))
            await pilot.pause()
            wanted = {name: value for name, value in step.items() if name not in ("keys", "set")}
            found = {name: SEEN[name](pilot, value) for name, value in wanted.items()}
            assert all(fits(wanted[name], found[name]) for name in wanted), (step, found)


def keys(pressed: str) -> list[str]:
    """Return the keys of a line; what stands in quotes is typed, and `up*3` is three times Up."""
    found: list[str] = []
    for typed, key, times in re.findall(r"'([^']*)'|([^\s*]+)(?:\*(\d+))?", pressed):
        found += [key] * int(times or 1) if key else typed
    return found


def lines(pilot: Pilot[None], names: dict[str, str]) -> dict[str, str]:
    """Return what stands beside the lines of these names."""
    beside = {line.title: line.said.plain for line in pilot.app.screen.query(EntryLine)}
    return {name: beside.get(name, "") for name in names}


def in_hand(pilot: Pilot[None], _wanted: object) -> str:
    """Return the line with the cursor; on a whole sheet, its cell."""
    line = pilot.app.screen.line_in_hand()
    return "{} {}".format(*line.cell) if isinstance(pilot.app.screen, KeySheet) else line.title


def parts(pilot: Pilot[None], names: dict[str, str]) -> dict[str, str]:
    """Return the words of these parts of the screen; of one that is hidden, none."""
    found = {name: pilot.app.screen.query(name).first() for name in names}
    return {name: words(part) if part.display else "" for name, part in found.items()}


def words(part: Any) -> str:
    """Return what a part of the screen says or holds."""
    if isinstance(part, Input | Select):
        return str(part.value)
    if isinstance(part, OptionList):
        return "\n".join(str(option.prompt) for option in part.options)
    if isinstance(part, DataTable):
        rows = (part.get_row_at(number) for number in range(part.row_count))
        return "\n".join("|".join(str(cell).strip() for cell in row) for row in rows)
    return "\n".join(moment_lines(part)) if isinstance(part, Moment) else plain(part.content)


def shown(pilot: Pilot[None], _wanted: object) -> str:
    """Return all the words on the screen."""
    screen = pilot.app.screen
    found = [plain(part.content) for part in screen.query("Static, Unbroken")]
    found += [str(part.render()) for part in screen.query("FactLine, Picture")]
    return " ".join(" ".join(found).split())


def facts(pilot: Pilot[None], names: dict[str, str]) -> dict[str, str]:
    """Return what is typed on these lines of a question for the judge, one after the other."""
    lines = list(pilot.app.screen.query(FactLine))
    typed = {name: [one.field.value for one in lines if one.line.name == name] for name in names}
    return {name: ", ".join(filter(None, values)) for name, values in typed.items()}


def ruling(pilot: Pilot[None], names: dict[str, str]) -> dict[str, str]:
    """Return what the ruling in front says: its verdict, its rule, its answer."""
    return {name: getattr(pilot.app.screen.ruling, name) for name in names}


def files(_pilot: Pilot[None], names: dict[str, str]) -> dict[str, str]:
    """Return what these files of the program's home hold."""
    return {name: (paths.games_file().parent / name).read_text("latin-1") for name in names}


def latest_change(pilot: Pilot[None], _wanted: object) -> str:
    """Return the latest event of the game as a sentence."""
    return describe_events(pilot.app.session.kept.log, shipped_wording, 1)[0].sentence


SEEN = {
    "screen": lambda pilot, _wanted: type(pilot.app.screen).__name__,
    "told": lambda pilot, _wanted: told(pilot.app),
    "lines": lines,
    "in_hand": in_hand,
    "titles": lambda pilot, _wanted: ", ".join(line.title for line in pilot.app.screen.query(EntryLine)),
    "typed": lambda pilot, _wanted: pilot.app.focused.value,
    "parts": parts,
    "title": lambda pilot, _wanted: pilot.app.screen.title_words().plain,
    "rounds": lambda pilot, _wanted: [record(played) for played in pilot.app.session.game.rounds],
    "totals": lambda pilot, names: {name: pilot.app.session.game.total(name) for name in names},
    "players": lambda pilot, _wanted: ", ".join(pilot.app.session.game.at_table),
    "log": latest_change,
    "shows": shown,
    "drawn": lambda pilot, _wanted: " ".join(
        " ".join(strip.text for strip in strips(pilot.app.screen)).split()
    ),
    "lacks": lambda pilot, words: "" if words in shown(pilot, words) else words,
    "facts": facts,
    "ruling": ruling,
    "files": files,
    "changes": lambda pilot, _wanted: pilot.app.screen.changed(),
    "games": lambda pilot, _wanted: len(pilot.app.session.store.list()),
    "left": lambda pilot, _wanted: pilot.app.return_code is not None,
}
"""What a step of a case can name."""
