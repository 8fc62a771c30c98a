"""What an action of a screen is, the keys that do it, and where to find the actions of every screen.

`actions.toml` lists the actions of every screen, which has a method `action_<name>` for each; bindings, footer,
command palette and help come from there. Keys are letters, digits, F-keys, arrows, enter and escape. A key of the
person's own that cannot work is left out with a sentence that explains why, so every action keeps a key.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from textual.binding import Binding, BindingType
from textual.keys import Keys

from scorekeeper.errors import nearest
from scorekeeper.system import read_toml
from scorekeeper.text import N_, Language, _, escaped, language, pgettext


class ScreenAction(NamedTuple):
    """Something a person can do on a screen."""

    name: str
    keys: str
    """Keys as Textual names them, separated by commas."""
    label: str
    """A word or two for the footer, translated where it is shown."""
    help: str
    """A sentence, translated where it is shown."""
    shown: bool = True
    """Whether the footer shows it; palette and help show all."""
    ahead: bool = False
    """Whether it comes before the widget with the focus, so that nothing typed ahead can overtake it."""
    about: str = ""
    """The question of the judge whose words find it too, beside its own label and sentence."""
    words: str = ""
    """More words by which people look for it, with commas between, translated where they are sought."""


ANYWHERE = "everywhere"
"""What the settings and the documentation call all screens together."""

ACTIONS: Mapping[str, tuple[ScreenAction, ...]] = {
    screen: tuple(ScreenAction(name, **action) for name, action in actions.items())
    for screen, actions in read_toml(Path(__file__).with_name("actions.toml")).items()
}
"""The actions of every screen by the name that the settings use, those of all screens first."""

EVERYWHERE = ACTIONS[ANYWHERE]
"""The actions of all screens."""


def bindings(screen: str, actions: Sequence[ScreenAction], *, ahead: bool = False) -> list[BindingType]:
    """Return the key bindings of actions, each with the id `screen.name`; their words are not translated yet.

    With `ahead` all of them come before the widget with the focus. The app itself does those of all screens, also
    where a question must repeat them because it covers the app's.
    """
    doer = "app." if screen == ANYWHERE else ""
    return [
        Binding(
            action.keys,
            doer + action.name,
            action.label,
            show=action.shown,
            priority=ahead or action.ahead,
            tooltip=action.help,
            id=f"{screen}.{action.name}",
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
    names = _caps(language())
    return "+".join(names.get(part, part.capitalize()) for part in key.split("+"))


@cache
def _caps(_language: Language) -> dict[str, str]:
    """Return what stands on the keys that have a word, in the language in use."""
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


KNOWN = frozenset(key.value for key in Keys)
MODIFIERS = frozenset(["ctrl", "shift", "alt"])


class KeyMap(NamedTuple):
    """Keys by the id of the action, and a sentence for each that was left out."""

    keys: dict[str, str]
    faults: tuple[str, ...]


def key_map(chosen: Mapping[str, Mapping[str, str]]) -> KeyMap:
    """Return the keys that the settings give to actions, by screen and action."""
    keys: dict[str, str] = {}
    faults = []
    for screen, rows in chosen.items():
        for action, pressed in rows.items():
            wanted = ",".join(key.strip() for key in pressed.split(","))
            fault = _fault(screen, action, wanted, keys)
            if fault:
                sentence = N_("keys.{screen}.{action} in the settings is left out: {fault}")
                faults.append(_(sentence, screen=screen, action=action, fault=fault))
            else:
                keys[f"{screen}.{action}"] = wanted
    return KeyMap(keys, tuple(faults))


def shown_key(chosen: Mapping[str, Mapping[str, str]], screen: str, action: str) -> str:
    """Return the name of the key that does an action; of several the first. `chosen` is what the settings say.

    >>> shown_key({}, "everywhere", "quit"), shown_key({"everywhere": {"quit": "f11"}}, "everywhere", "quit")
    ('Ctrl+Q', 'F11')
    """
    usual = next(offer.keys for offer in ACTIONS[screen] if offer.name == action)
    return key_name(key_map(chosen).keys.get(f"{screen}.{action}", usual).split(",")[0])


def _fault(screen: str, action: str, pressed: str, keys: Mapping[str, str]) -> str:
    """Return what is wrong with the keys for an action; empty where nothing is."""
    if screen not in ACTIONS:
        return _("There is no such screen; {hint}", hint=nearest(screen, ACTIONS))
    names = [offer.name for offer in ACTIONS[screen]]
    if action not in names:
        return _("There is no such action; {hint}", hint=nearest(action, names))
    for key in pressed.split(","):
        if not is_key(key):
            return _("There is no key “{key}”; keys are named like z, f9, ctrl+z.", key=escaped(key))
        for other, taken in _beside(screen, action, keys):
            if key in taken.split(","):
                return _("The key {key} does {action} there.", key=key, action=other)
    return ""


def _beside(screen: str, action: str, keys: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the id and the keys of every action that can be done where this one can."""
    for scope in ACTIONS if screen == ANYWHERE else (screen, ANYWHERE):
        for neighbour in ACTIONS[scope]:
            if (scope, neighbour.name) != (screen, action):
                yield f"{scope}.{neighbour.name}", keys.get(f"{scope}.{neighbour.name}", neighbour.keys)


def is_key(name: str) -> bool:
    """Whether there is a key of that name.

    >>> [is_key(name) for name in ("z", "f9", "ctrl+z", "escape", "hyper+z", "eskape", "")]
    [True, True, True, True, False, False, False]
    """
    *modifiers, key = name.split("+")
    return MODIFIERS.issuperset(modifiers) and (key in KNOWN or (len(key) == 1 and key.isprintable()))
