"""Values: what the core hands out does not change under the hands of those who hold it."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import msgspec

import scorekeeper
from scorekeeper.checks.findings import Check
from scorekeeper.rules.schema import Rules

CORE = ("rules", "game", "engine", "checks", "judge")


def values() -> Iterator[type[msgspec.Struct]]:
    """Yield every kind of value that a module of the core defines."""
    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."):
        if module.name.split(".")[1] in CORE:
            for found in vars(import_module(module.name)).values():
                if isinstance(found, type) and issubclass(found, msgspec.Struct):
                    yield found


def test_values_of_the_core_are_frozen() -> None:
    """Nothing can be put in the place of what a value of the rules, the checks or another part of the core holds."""
    found = set(values())
    assert {Rules, Check} <= found
    assert [kind for kind in found if not kind.__struct_config__.frozen] == []
