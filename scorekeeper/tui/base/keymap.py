"""The person's own keys: checks what the settings give to actions.

Leaves out what cannot work, with a sentence that explains why; so every action keeps a key. Loads only the
screens whose keys the settings change.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from textual.keys import Keys

from scorekeeper.errors import nearest
from scorekeeper.text import _, escaped
from scorekeeper.tui.base.actions import ANYWHERE, SCREENS, actions_of, key_name

PLACES = (ANYWHERE, *SCREENS)
"""Every name that may follow `keys.` in the settings."""

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
                faults.append(
                    _(
                        "keys.{screen}.{action} in the settings is left out: {fault}",
                        screen=screen,
                        action=action,
                        fault=fault,
                    )
                )
            else:
                keys[f"{screen}.{action}"] = wanted
    return KeyMap(keys, tuple(faults))


def shown_key(chosen: Mapping[str, Mapping[str, str]], screen: str, action: str) -> str:
    """Return the name of the key that does an action; of several the first. `chosen` is what the settings say.

    >>> shown_key({}, "everywhere", "quit"), shown_key({"everywhere": {"quit": "f12"}}, "everywhere", "quit")
    ('Ctrl+Q', 'F12')
    """
    usual = next(one.keys for one in actions_of(screen) if one.name == action)
    return key_name(key_map(chosen).keys.get(f"{screen}.{action}", usual).split(",")[0])


def _fault(screen: str, action: str, pressed: str, keys: Mapping[str, str]) -> str:
    """Return what is wrong with the keys for an action; empty where nothing is."""
    if screen not in PLACES:
        return _("There is no such screen; {hint}", hint=nearest(screen, PLACES))
    names = [one.name for one in actions_of(screen)]
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
    for place in PLACES if screen == ANYWHERE else (screen, ANYWHERE):
        for one in actions_of(place):
            if (place, one.name) != (screen, action):
                yield f"{place}.{one.name}", keys.get(f"{place}.{one.name}", one.keys)


def is_key(name: str) -> bool:
    """Whether there is a key of that name.

    >>> [is_key(name) for name in ("z", "f9", "ctrl+z", "escape", "hyper+z", "eskape", "")]
    [True, True, True, True, False, False, False]
    """
    *modifiers, key = name.split("+")
    return MODIFIERS.issuperset(modifiers) and (key in KNOWN or (len(key) == 1 and key.isprintable()))
