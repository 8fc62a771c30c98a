"""A round played tile by tile under any rule book.

Knows whose turn it is, what may be laid where, what must be drawn and when a round is over, with hands
known or unknown; `verify` says why not, `can` whether, `do` does it. Draws no random number, keeps no
score of a game, and words no ruling.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.engine.actions import *
    from scorekeeper.engine.base_state import *
    from scorekeeper.engine.bits import *
    from scorekeeper.engine.chickenlittle import *
    from scorekeeper.engine.explorer import *
    from scorekeeper.engine.feet import *
    from scorekeeper.engine.hands import *
    from scorekeeper.engine.notation import *
    from scorekeeper.engine.opening import *
    from scorekeeper.engine.play import *
    from scorekeeper.engine.reasons import *
    from scorekeeper.engine.result import *
    from scorekeeper.engine.setup import *
    from scorekeeper.engine.state import *
    from scorekeeper.engine.trains import *
    from scorekeeper.engine.turns import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        actions="IN_TURN MARKING Action LayingPlace Train challenge draw_tile lay_tile little number_of_train "
        "pass_turn train_of_number train_word",
        base_state="Outcome",
        chickenlittle="TILES_AND_TURN TILES_OWED",
        explorer="explore",
        feet="FeetTable feet_of",
        bits="BIT DOUBLES tiles_of",
        hands="HeldHand Hidden Later Showing",
        notation="actions_at named_first parse_action parse_train show_action split_mark write_action",
        opening="Opening find_start",
        play="do options options_on_turn verify",
        reasons="Reason Refusal TrainFact reason_clause reason_sentence train_in_words word_refusals",
        result="RoundResult played_round round_result",
        setup="Dealt Setup check_hands check_table why_not_ruled_on",
        state="State begin_round begun state_of_table",
        trains="OpenDouble TrainsTable doubles_to_cover owed_double trains_of",
        turns="fits",
    )
