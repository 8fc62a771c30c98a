"""Rulings on disputes: a verdict, the reason from the facts told, and the rule that it rests on.

Takes a round that was written down, or a situation with one question, and answers under one rule book
or all. Reads no file, shows nothing, and knows no rule itself: it asks `engine` and `rules`.
"""

from typing import TYPE_CHECKING

from scorekeeper.faces import lazy

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
        Draft,
        FormLine,
        draft_faults,
        draft_position,
        draft_tables,
        facts_told,
        form_lines,
        line_hint,
        line_label,
        missing_lines,
    )
    from scorekeeper.judge.drawing import sketch
    from scorekeeper.judge.explain import (
        RULING_MARKS,
        alternatives,
        basis_sentence,
        rule_sentence,
        ruling_headline,
        ruling_tone,
        settling_fact,
    )
    from scorekeeper.judge.facts import OF_EACH, fact_named, facts_asked, facts_unasked
    from scorekeeper.judge.redraft import draft_of
    from scorekeeper.judge.ruling import RecordOrSituation, Ruling, with_house
    from scorekeeper.judge.said import show_fact
    from scorekeeper.judge.situation import UNKNOWN, Ask, Foot, Question, Situation
    from scorekeeper.judge.telling import NONE_AT_ALL, Around, read_fact
else:
    __all__, __getattr__ = lazy(
        __name__,
        comparison=(
            "BookRuling RulingGroup UnaskedBook UnplayableBook group_by_answer rule_on under_every_book"
        ),
        contradictions="find_contradictions",
        draft=(
            "Draft FormLine draft_faults draft_position draft_tables facts_told form_lines line_hint "
            "line_label missing_lines"
        ),
        drawing="sketch",
        explain=(
            "RULING_MARKS alternatives basis_sentence rule_sentence ruling_headline ruling_tone settling_fact"
        ),
        facts="OF_EACH fact_named facts_asked facts_unasked",
        redraft="draft_of",
        ruling="RecordOrSituation Ruling with_house",
        said="show_fact",
        situation="Ask Foot Question Situation UNKNOWN",
        telling="Around NONE_AT_ALL read_fact",
    )
