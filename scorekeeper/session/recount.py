"""A game as it would stand under other rules than its own. Nothing of it is stored."""

from collections.abc import Iterable

from msgspec.structs import replace

from scorekeeper.errors import Impossible
from scorekeeper.game import Game, Round, check_round
from scorekeeper.rules import amend_periods, deal, with_changes
from scorekeeper.session.library import book_and_rules, check_length, parse_house
from scorekeeper.text import _


def under_other_rules(game: Game, book_id: str | None, house: Iterable[str]) -> Game:
    """Return the game as it would stand under other rules.

    A rule book is taken as it is written, for all rounds: the changes that the table made to its own,
    before the game or on the way, are left out.
    Raises Impossible if the game goes on and its set and players could not play by those rules, or an
    entry does not say what they need.
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
