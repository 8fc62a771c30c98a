"""What an action of a screen is, its keys and their names, and where to find the actions of every screen.

A screen declares its own actions in `ACTIONS`, beside the methods `action_<name>`; bindings, footer, command
palette and help come from there. Keys are letters, digits, F-keys, arrows, enter and escape. Nothing here
translates: whoever shows a label or a help does.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from textual.binding import Binding, BindingType

from scorekeeper.text import N_, pgettext


class ScreenAction(NamedTuple):
    """Something a person can do on a screen."""

    name: str
    keys: str
    """Keys as Textual names them, separated by commas."""
    label: str
    """A word or two for the footer, marked with N_; translated where it is shown."""
    help: str
    """A sentence, marked with N_; translated where it is shown."""
    shown: bool = True
    """Whether the footer shows it; palette and help show all."""
    ahead: bool = False
    """Whether it comes before the widget with the focus, so that nothing typed ahead can overtake it."""


EVERYWHERE = (
    ScreenAction("help", "f1", N_("Help"), N_("Everything you can do on this screen, key by key.")),
    ScreenAction("command_palette", "f2,ctrl+p", N_("More"), N_("Search everything you can do."), False),
    ScreenAction(
        "quit", "ctrl+q,f10", N_("Quit"), N_("Leave; everything you entered is already saved."), False
    ),
)
"""The actions of all screens."""

ANYWHERE = "everywhere"
"""What the settings and the documentation call all screens together."""

SCREENS: Mapping[str, str] = {
    "home": "home.home.Home",
    "new": "home.new_game.NewGame",
    "table": "table.table.TableScreen",
    "entry": "entry.round.EntryScreen",
    "keying": "entry.sheet.KeySheet",
    "judge": "judge.questions.Judge",
    "dispute": "judge.form.JudgeForm",
    "ruling": "judge.ruling.RulingScreen",
    "comparison": "judge.ruling.Comparison",
    "books": "rules.library.RuleBooksScreen",
    "history": "history.games.History",
    "player": "history.player.PlayerScreen",
    "against": "history.player.Against",
    "compare": "rules.compare.CompareScreen",
    "editor": "rules.editor.Editor",
    "rules": "rules.in_force.RulesInForce",
    "company": "table.roster.RosterScreen",
    "chart": "table.chart.Chart",
    "log": "table.log.LogScreen",
    "scoreboard": "table.scoreboard.Scoreboard",
    "reveal": "table.reveal.Reveal",
    "share": "table.share.ShareScreen",
    "result": "table.result.ResultScreen",
    "print": "printing.print.Print",
    "help": "home.help.Help",
    "ask": "widgets.dialogs.Dialog",
}
"""The class of every screen, by the name that the settings use; names only, so that nothing is loaded."""


def actions_of(place: str) -> tuple[ScreenAction, ...]:
    """Return the actions of a screen, or with `everywhere` those of all screens; loads that screen."""
    if place == ANYWHERE:
        return EVERYWHERE
    module, _dot, name = SCREENS[place].rpartition(".")
    actions: tuple[ScreenAction, ...] = getattr(import_module(f"scorekeeper.tui.{module}"), name).ACTIONS
    return actions


def all_actions() -> dict[str, tuple[ScreenAction, ...]]:
    """Return the actions of every screen, those of all screens first; loads every screen."""
    return {place: actions_of(place) for place in (ANYWHERE, *SCREENS)}


def bindings(place: str, actions: Sequence[ScreenAction]) -> list[BindingType]:
    """Return the key bindings of actions, each with the id `place.name`; their words are not translated yet.

    The app itself does those of all screens, also where a question must repeat them because it covers the app's.
    """
    doer = "app." if place == ANYWHERE else ""
    return [
        Binding(
            action.keys,
            doer + action.name,
            action.label,
            show=action.shown,
            priority=action.ahead,
            tooltip=action.help,
            id=f"{place}.{action.name}",
        )
        for action in actions
    ]


def key_name(key: str) -> str:
    """Return a key's name as the keyboard shows it.

    >>> key_name("ctrl+q"), key_name("f5"), key_name("escape"), key_name("pageup"), key_name("n")
    ('Ctrl+Q', 'F5', 'Esc', 'Page Up', 'n')
    """
    if len(key) == 1:
        return key
    names = _caps()
    return "+".join(names.get(part, part.capitalize()) for part in key.split("+"))


def _caps() -> dict[str, str]:
    """Return what stands on the keys that have a word."""
    return {
        "ctrl": pgettext("key", "Ctrl"),
        "shift": pgettext("key", "Shift"),
        "alt": pgettext("key", "Alt"),
        "enter": pgettext("key", "Enter"),
        "escape": pgettext("key", "Esc"),
        "tab": pgettext("key", "Tab"),
        "space": pgettext("key", "Space"),
        "backspace": pgettext("key", "Backspace"),
        "delete": pgettext("key", "Delete"),
        "insert": pgettext("key", "Insert"),
        "home": pgettext("key", "Home"),
        "end": pgettext("key", "End"),
        "pageup": pgettext("key", "Page Up"),
        "pagedown": pgettext("key", "Page Down"),
        "up": pgettext("key", "Up"),
        "down": pgettext("key", "Down"),
        "left": pgettext("key", "Left"),
        "right": pgettext("key", "Right"),
    }


def key_names(keys: str) -> tuple[str, ...]:
    """Return the names of keys that are separated by commas.

    >>> key_names("ctrl+q,f10")
    ('Ctrl+Q', 'F10')
    """
    return tuple(map(key_name, keys.split(",")))
