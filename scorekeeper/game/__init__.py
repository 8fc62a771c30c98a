"""What happened in one game, and where it stands.

A game is the list of its events; rounds, totals, places and sentences about them are functions of it.
Judges nothing (`checks` and `judge` do), reads no clock and opens no file: times and names come in as
arguments.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.game.apply import *
    from scorekeeper.game.badges import *
    from scorekeeper.game.events import *
    from scorekeeper.game.game import *
    from scorekeeper.game.keying import *
    from scorekeeper.game.limits import *
    from scorekeeper.game.log import *
    from scorekeeper.game.names import *
    from scorekeeper.game.narrative import *
    from scorekeeper.game.notation import *
    from scorekeeper.game.progress import *
    from scorekeeper.game.ranking import *
    from scorekeeper.game.roster import *
    from scorekeeper.game.round import *
    from scorekeeper.game.sample import *
    from scorekeeper.game.seating import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        apply="apply_event check_new_change penalties_due start_game",
        badges="ON_DARK ON_LIGHT PlayerMark player_colours player_letters player_marks",
        events=(
            "CallMade Change ColourChosen DayChanged EventKind Finished PenaltyServed PlayerJoined PlayerLeft "
            "PlayerRenamed Redone Reopened RoundCleared RoundScored RulesChanged RulingKept SeatsChanged Started "
            "TieDrawn TotalsHidden Undone shared_fields"
        ),
        game="Game next_starter round_scores starter_words told_starter",
        keying=(
            "HAS_LEFT CellValue NOT_ENTERED as_points cell_change first_empty_cell held_entry keyed_change "
            "keyed_round keying_order means_out rising_steps seem_running sheet_corrections show_held "
            "takeover_change without_entries"
        ),
        limits="check_entry check_round check_sitting_out in_two_hands tiles_elsewhere tiles_left",
        log=(
            "Before Event GameLog begin_game called_now caught_up check_numbers corrected_cells dealt_counts "
            "replay_events undo_or_redo values_before"
        ),
        names=(
            "Lookalike clean_players clean_title file_name find_player lookalikes name_key "
            "parse_names parse_players split_names typed_name typed_players"
        ),
        narrative="Sentence describe_backwards describe_events naming_round",
        notation=(
            "OUT SITS_OUT WentOut could_become not_a_tile numbers_added parse_entry parse_hand says_out "
            "says_sits_out show_entry tiles_typed understood"
        ),
        progress="Progress RoundPoints game_progress half_entered points_behind running_totals",
        ranking=(
            "Standing Standings TieBreaker complete_rounds_only ended_early explain_places fewer_rounds"
            " standings standings_so_far"
        ),
        roster="beginnings is_back joined_with new_deal new_lookalikes player_in_round seat_notes",
        round=(
            "Blocked Call Ending Entry EntryCell Hand KeptRuling Out Overruled Pips Points Round SitsOut "
            "TileEntry holds_double_blank score_entry score_round"
        ),
        sample="SAMPLE_BOOK sample_game",
        seating="Begins NightTable SeatTurn Stay Stays ended_stays rounds_reseated stays_of",
    )
