"""Rulings on disputes: a verdict, the reason from the facts that are known, and the rule that it rests on.

Takes a round that was written down, or a situation with one question, and answers under one rule book
or all. Reads no file, shows nothing, and knows no rule itself: it asks `engine` and `rules`.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.judge.comparison import (
        BookRuling,
        RulingGroup,
        UnaskedBook,
        UnplayableBook,
        group_by_answer,
        rule_on,
        under_every_book,
    )
    from scorekeeper.judge.contradictions import find_contradictions
    from scorekeeper.judge.draft import (
        UNNAMED,
        Draft,
        FormLine,
        Given,
        described_facts,
        draft_faults,
        draft_of,
        facts_unasked,
        form_lines,
        line_hint,
        line_label,
        missing_facts,
        position_of,
        situation_of,
        still_holding,
        with_name,
        with_names,
    )
    from scorekeeper.judge.drawing import sketch
    from scorekeeper.judge.explain import (
        RULING_MARKS,
        alternatives,
        basis_sentence,
        follows,
        rule_sentence,
        ruling_headline,
        ruling_sentence,
        ruling_tone,
        settling_fact,
    )
    from scorekeeper.judge.facts import FACTS
    from scorekeeper.judge.kinds import Around, Deed, Foot, LaidNow, OpenOn, TrainTold, deed_word
    from scorekeeper.judge.questions import QUESTIONS
    from scorekeeper.judge.ruling import PrintedRuling, RecordOrSituation, Ruling, with_house
    from scorekeeper.judge.situation import UNKNOWN, Question, Situation
else:
    __all__, __getattr__ = lazy(
        __name__,
        comparison=(
            "BookRuling RulingGroup UnaskedBook UnplayableBook group_by_answer rule_on under_every_book"
        ),
        contradictions="find_contradictions",
        draft=(
            "UNNAMED Draft FormLine Given described_facts draft_faults draft_of facts_unasked form_lines line_hint "
            "line_label missing_facts position_of situation_of still_holding with_name with_names"
        ),
        drawing="sketch",
        explain=(
            "RULING_MARKS alternatives basis_sentence follows rule_sentence ruling_headline ruling_sentence "
            "ruling_tone settling_fact"
        ),
        facts="FACTS",
        kinds="Around Deed Foot LaidNow OpenOn TrainTold deed_word",
        questions="QUESTIONS",
        ruling="PrintedRuling RecordOrSituation Ruling with_house",
        situation="UNKNOWN Question Situation",
    )
