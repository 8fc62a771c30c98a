"""All facts that a dispute can turn on, by their names."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.judge import facts, train_facts
from scorekeeper.judge.facts import Around, Fact

FACTS: Mapping[str, Fact] = {
    fact.name: fact
    for module in (facts, train_facts)
    for fact in vars(module).values()
    if isinstance(fact, Fact)
}


def parse_fact(name: str, text: str, around: Around) -> Any:
    """Parse the text of a fact. Raises Malformed that describes what would be right."""
    return FACTS[name].parse(text, around)


def show_fact(name: str, text: str, around: Around) -> str:
    """Return a fact in words, as it was understood; empty where the text itself is all there is to show."""
    return FACTS[name].show(text, around)
