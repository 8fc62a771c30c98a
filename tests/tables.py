"""Rounds in the middle, for tests: a table told in numbers, hands as files write them."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from scorekeeper.engine.feet import FeetTable
from scorekeeper.engine.notation import parse_action
from scorekeeper.engine.play import do, verify
from scorekeeper.engine.reasons import Reason, Refusal, reason_sentence
from scorekeeper.engine.setup import Dealt, Setup
from scorekeeper.engine.state import State, begin_round, state_of_table
from scorekeeper.errors import Malformed
from scorekeeper.formats.rule_words import wording
from scorekeeper.rules.dealing import start_toes, yard_reserve
from scorekeeper.rules.rulebook import read_changes, with_changes
from scorekeeper.rules.schema import Rules
from scorekeeper.tiles import full_set, parse_tiles
from tests.conftest import CLASSIC, SHELF, SHIPPED

WORDS = wording(SHIPPED)
NAMES = ("Ana", "Ben", "Cy", "Dot", "Eli")


def rules(**changes: Any) -> Rules:
    """Return the base rules with changes, written `start__toes=6`."""
    return with_changes(
        CLASSIC, read_changes({key.replace("__", "."): value for key, value in changes.items()})
    )


def hand(text: str, highest: int = 9) -> Dealt:
    """Read `9-4 6-1 3?`: known tiles and how many are hidden; `*` where nobody knows how many."""
    words = text.split()
    hidden = sum(int(word[:-1] or 1) for word in words if word.endswith("?"))
    known = parse_tiles(" ".join(word for word in words if word[-1] not in "?*"), highest)
    return Dealt(known, None if "*" in words else hidden)


def dealt(
    own: Rules, *hands: str, yard: int | None = None, double: int = 9, set_size: int = 9, starter: int = -1
) -> State:
    """Return a round as it begins; what is in no hand is in the yard."""
    held = tuple(hand(text, set_size) for text in hands)
    players = NAMES[: len(held)]
    if yard is None:
        laid = 0 if own.start.source == "held" else 1
        yard = len(full_set(set_size)) - laid - sum(len(each.known) + (each.hidden or 0) for each in held)
    return begin_round(
        Setup(own, set_size, players, double, held, yard, yard_reserve(own, len(held)), starter),
    )


def midway(
    own: Rules,
    *hands: str,
    ends: Sequence[int] = (),
    foot: tuple[int, int] | None = None,
    toes: int = 8,
    laid: str = "",
    yard: int = 20,
) -> State:
    """Return a round in the middle, Ana to move."""
    held = tuple(hand(text) for text in hands)
    count = len(held)
    seen = parse_tiles(laid, 9)
    setup = Setup(own, 9, NAMES[:count], 9, held, yard, yard_reserve(own, count))
    table = FeetTable(setup, start_toes(own, 9, count), seen)
    table.recall(9, toes, foot, ends)
    return state_of_table(setup, table, 0)


def ruled(state: State, text: str) -> str:
    """Return `legal`, `depends: key id` or `key id` for an action in text; each reason fills its sentence."""
    try:
        needs = verify(state, parse_action(text, state.setup.players, state.setup.set_size))
    except Refusal as refusal:
        return _named(refusal.reason)
    except Malformed as error:
        return f"malformed: {error}"
    return f"depends: {_named(needs[0])}" if needs else "legal"


def _named(reason: Reason) -> str:
    """Return the key and the id of a reason, whose sentence leaves nothing open."""
    assert "{" not in reason_sentence(WORDS, reason)
    return f"{reason.key} {reason.id}"


def after(state: State, *texts: str) -> State:
    """Do some actions and return the round."""
    for text in texts:
        do(state, parse_action(text, state.setup.players, state.setup.set_size))
    return state


def books_of(case: Mapping[str, Any], base: Mapping[str, Any] = MappingProxyType({})) -> Iterator[Rules]:
    """Yield the rules under which a case is played: those of shipped books, or changes of the classic ones."""
    if "books" in case:
        yield from (SHELF.book(book).rules for book in case["books"])
    else:
        for changes in case.get("each", [{}]):
            all_of = (read_changes(table) for table in (base, case.get("rules", {}), changes))
            yield with_changes(CLASSIC, {key: value for table in all_of for key, value in table.items()})


def play(case: Mapping[str, Any], own: Rules) -> State:
    """Play the script of a case: `Ana pass` is done, and of `Ana pass: legal` the ruling is compared."""
    told = {name: case[name] for name in ("ends", "foot", "toes", "laid", "yard") if name in case}
    hands = case["hands"]
    state = dealt(own, *hands, **case["deal"]) if "deal" in case else midway(own, *hands, **told)
    for line in case["script"]:
        action, asked, ruling = line.partition(": ")
        if asked:
            assert (action, ruled(state, action)) == (action, ruling)
        else:
            after(state, action)
    return state


def ending(state: State) -> str:
    """Return how a round ended, by which rule, and the double short of toes; nothing while it goes on."""
    if (outcome := state.outcome) is None:
        return ""
    foot = () if outcome.open_foot is None else (f"{outcome.open_foot}-{outcome.open_foot}",)
    return " ".join((outcome.ended, outcome.rule, *foot))
