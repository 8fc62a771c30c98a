"""Reasons as sentences: the rule book has the sentence, this module puts the facts into words.

Numbers of tiles and toes become number words; what an end shows becomes `a five`.
"""

from scorekeeper.errors import Reason
from scorekeeper.rules import Wording
from scorekeeper.text import in_words, join_and, join_or, number_name
from scorekeeper.tiles import Tile


def reason_sentence(wording: Wording, reason: Reason) -> str:
    """Return a reason as its sentence."""
    return wording.ruling(
        reason.key, reason.id, {name: fact_text(name, fact) for name, fact in reason.facts.items()}
    )


def fact_text(name: str, fact: object) -> str:
    """Return a fact as a sentence has it.

    `number` and `numbers` are what tiles or ends show; other integers are counts.

    >>> fact_text("toes", 4), fact_text("number", 4), fact_text("numbers", (2, 0))
    ('four', 'a four', 'a two or a blank')
    """
    if isinstance(fact, Tile):
        return str(fact)
    if isinstance(fact, int):
        return number_name(fact) if name == "number" else in_words(fact)
    if isinstance(fact, tuple):
        if name == "numbers":
            return join_or([number_name(number) for number in fact])
        return join_and([str(each) for each in fact])
    return str(fact)
