"""scorekeeper: the companion for people who play Chickenfoot or Mexican Train with real dominoes.

What this module lists is for Python programs: to play a round, count a hand, keep a game, settle a dispute. The page
`docs/python.md` shows each. It loads nothing before one of its names is used.
"""

from scorekeeper.lazy_imports import lazy

TYPE_CHECKING = False  # mypy takes it for true; to import it from typing would take longer than all of this

if TYPE_CHECKING:
    from scorekeeper.engine import (
        Action,
        Dealt,
        Reason,
        Refusal,
        RoundResult,
        Setup,
        State,
        Train,
        begin_round,
        challenge,
        draw_tile,
        lay_tile,
        little,
        parse_action,
        pass_turn,
        round_result,
        show_action,
    )
    from scorekeeper.errors import Impossible, Malformed, NotFound, ScorekeeperError, Unavailable
    from scorekeeper.game import Game, Standing, Standings, standings, standings_so_far
    from scorekeeper.judge import Ruling
    from scorekeeper.rules import RuleBook, Rules, Score, ScorePart
    from scorekeeper.session import (
        Rejected,
        count_hand,
        enter_round,
        load_game,
        new_game,
        rule_book,
        rule_books,
        save_game,
        settle,
    )
    from scorekeeper.simulate import POLICIES
    from scorekeeper.tiles import SET_SIZES, Tile, full_set, parse_tiles, show_tiles
else:
    __all__, __getattr__ = lazy(
        __name__,
        engine=(
            "Action Dealt Reason Refusal RoundResult Setup State Train begin_round challenge draw_tile lay_tile "
            "little parse_action pass_turn round_result show_action"
        ),
        errors="Impossible Malformed NotFound ScorekeeperError Unavailable",
        game="Game Standing Standings standings standings_so_far",
        judge="Ruling",
        rules="RuleBook Rules Score ScorePart",
        session=("Rejected count_hand enter_round load_game new_game rule_book rule_books save_game settle"),
        simulate="POLICIES",
        tiles="SET_SIZES Tile full_set parse_tiles show_tiles",
    )

    def __dir__() -> list[str]:
        return __all__
