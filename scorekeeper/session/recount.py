"""Counts a game by other rules than its own. Stores nothing."""

from collections.abc import Iterable

from msgspec.structs import replace

from scorekeeper.errors import Impossible
from scorekeeper.game import Game, Round, check_round
from scorekeeper.rules import amend_periods, deal, with_changes
from scorekeeper.session.library import book_and_rules, check_length, parse_house
from scorekeeper.text import _


def under_other_rules(game: Game, book_id: str | None, house: Iterable[str]) -> Game:
    """Return the game, counted by other rules.

    A rule book applies as written, to all rounds, without the changes that the table made before or during
    the game. Raises Impossible if a game in progress has a set or players that those rules do not allow, or if
    an entry lacks a fact that they need.
    """
    if book_id is None:
        changes = parse_house(house)
        if not changes:
            return game
        other = replace(
            game,
            rules=with_changes(game.rules, changes),
            earlier=amend_periods(game.earlier, game.rules, changes, 0, True),
            house={**game.house, **changes},
        )
        check_length(changes, other.rules)
    else:
        book, changes = book_and_rules(book_id, house)
        other = replace(game, rules=book.rules, earlier=(), book=book.id, house=changes)
    if not game.over:
        deal(other.rules, other.set_size, len(other.at_table))
    for played in other.rounds:
        _check_countable(other, played)
    return other


def _check_countable(game: Game, played: Round) -> None:
    try:
        check_round(game, played)
    except Impossible as error:
        raise Impossible(_("Round {double}-{double}, {fault}", double=played.double, fault=error)) from None
