"""Rulings on disputes: a verdict, the reason from the facts that are known, and the rule that it rests on.

Takes a round that was written down, or a situation with one question, and answers under one rule book
or all. Reads no file, shows nothing, and knows no rule itself: it asks `engine` and `rules`.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.judge.contradictions import *
    from scorekeeper.judge.draft import *
    from scorekeeper.judge.explain import *
    from scorekeeper.judge.facts import *
    from scorekeeper.judge.judging import *
    from scorekeeper.judge.kinds import *
    from scorekeeper.judge.picture import *
    from scorekeeper.judge.questions import *
    from scorekeeper.judge.ruling import *
    from scorekeeper.judge.situation import *
    from scorekeeper.judge.told import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        contradictions="find_contradictions",
        draft=(
            "TABLE_FACTS UNNAMED Draft FormLine Given described_facts draft_faults draft_of facts_unasked form_lines "
            "line_hint line_label missing_facts position_of situation_of still_holding with_name with_names"
        ),
        facts="FACTS Fact always",
        picture="sketch",
        explain=(
            "RULING_MARKS alternatives basis_sentence follows rule_sentence ruling_headline ruling_sentence "
            "ruling_tone settling_fact"
        ),
        kinds="MOST_TILES FactKind check_count check_number deed_word train_number",
        questions="QUESTIONS find_question",
        judging="rule_on under_every_book",
        ruling="BookRuling PrintedRuling RecordOrSituation Ruling UnaskedBook UnplayableBook group_by_answer",
        situation="UNKNOWN UNTOLD Question Situation",
        told="Deed FactContext Foot TrainTold",
    )
