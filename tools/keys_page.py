"""Writes the page that lists every action with its keys: `make pages` runs it."""

from collections.abc import Iterator
from pathlib import Path

from scorekeeper.tui.actions import key_names
from scorekeeper.tui.keymap import SCREENS

PAGE = Path(__file__).parents[1] / "docs" / "keys.md"

HEAD = """# Keys

Every action has a name, and the settings can give it other keys (`scorekeeper where` names the file):

```toml
[keys]
table.undo = "z,f9"
```

Several keys stand apart by commas. They are named like `z`, `f9`, `ctrl+z`, `escape`, `delete`, `up`. A name that
there is not, or a key that does something else on the same screen, is left out and told when the app starts. A letter
does nothing while a line of text has the focus; there take an F-key.

| action | keys | what it does |
|---|---|---|
"""


def lines() -> Iterator[str]:
    """Yield a line for every action of every screen."""
    for screen, actions in SCREENS.items():
        for action in actions:
            yield f"| `{screen}.{action.name}` | {key_names(action)} | {action.label}: {action.help} |"


def page() -> str:
    """Return the page."""
    return HEAD + "\n".join(lines()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
