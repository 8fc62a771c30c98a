"""The faces of packages: they offer names without loading the modules that define them (PEP 562).

So a command loads only what it uses, although it imports from faces only. The type checker sees all of a package's
modules; what a face offers are the names that it gives here.
"""

from collections.abc import Callable
from importlib import import_module
from sys import modules


def lazy(package: str, **names: str) -> tuple[list[str], Callable[[str], object]]:
    """Return a package's `__all__` and `__getattr__`, given the names that each of its modules defines."""
    module_of = {name: module for module, held in names.items() for name in held.split()}

    def load(name: str) -> object:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{module_of[name]}"), name)
        setattr(modules[package], name, value)  # found without `__getattr__` from now on
        return value

    return sorted(module_of), load
