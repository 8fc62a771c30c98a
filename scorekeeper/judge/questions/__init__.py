"""The questions that the judge answers, by the word that names each in a file, in the order in which they are put.

A question is a value here: the facts it asks for, the function that answers it, and what it can turn on.
"""

from collections.abc import Mapping

from scorekeeper.judge.facts import FACTS, AskedFact, asking, never
from scorekeeper.judge.kinds import ENDED
from scorekeeper.judge.questions import calls, misplay, rounds, starter, turns
from scorekeeper.judge.situation import Answer, Question, Situation
from scorekeeper.rules import Rules, double_is_held, key_types, row_for_table, value_of, value_word


def _first_turn_differs(rules: Rules) -> bool:
    """Whether a first turn has rules of its own, or a public train or the end of the round has to wait for it."""
    trains = rules.trains
    waits = trains.public_start in ("after-first-turn", "after-all-first-turns")
    waits = waits or rules.ending.first_turn == "all-finish-first-turn"
    here = (trains.first_turn, trains.first_turn_place, trains.first_turn_double)
    return rules.layout.owned_ends and (waits or here != ("one", "any-open", "as-usual"))


def _doubles_are_given_up(rules: Rules) -> bool:
    """Whether a double is given up once all tiles of its number are laid."""
    return rules.foot.uncloseable != "exhaust"


def _started_by(name: str, *words: str) -> AskedFact:
    """Return that a fact is asked for where one of these words says who begins."""
    return AskedFact(
        FACTS[name],
        under=lambda rules: rules.start.first_starter in words,
        later=lambda rules: rules.start.later_starter in words,
    )


_PLAYER = asking("player", needed=True)
_FIRST_TURN = asking("first_turn", under=_first_turn_differs)
_TABLE = asking("foot", "toes", "ends", "trains", "open_doubles", *_FIRST_TURN)
"""The facts of the table that most questions ask for; each layout has some of them."""
_DRAWN = AskedFact(FACTS["tile"]._replace(fills="drawn_tile"), needed=True)
_GIVEN_UP = asking("laid", under=_doubles_are_given_up)
_DIES = AskedFact(FACTS["laid"]._replace(layout="trains"), under=_doubles_are_given_up)
_DRAWING = asking(*_PLAYER, "hand", *_TABLE, "yard", "laid_now", "drew")
_PLAYER_AND_TILE = asking("player", "tile", needed=True)
_LAYING = asking(*_PLAYER_AND_TILE, "on", "on_train", *_TABLE, "laid_now", "hand", "drawn")
_SELDOM = asking("yard", "hands", under=never)
_REST = asking("trains", "foot", "ends", *_SELDOM, under=never)
_WHOSE = AskedFact(FACTS["player"], needed=True, when=lambda is_yes: is_yes("blocked"))
_OTHERS = AskedFact(FACTS["hands"], when=lambda is_yes: is_yes("blocked"))
_COUNTED = AskedFact(FACTS["hand"]._replace(key="hand"), needed=True)
_ENDED = AskedFact(FACTS["blocked"]._replace(kind=ENDED, key="ended", flag="ended"))
_LAST_AND_MARKERS = (
    *asking("tile", under=lambda rules: rules.scoring.out_on_double == "doubled"),
    *asking("trains", under=lambda rules: rules.scoring.marker != 0),
)
"""What can add to the points of a hand beside its tiles."""

_ENDS, _MOVES = frozenset({"ends"}), frozenset({"ends", "yard"})

_ALL = (
    Question(
        "play",
        turns.may_lay,
        asking(*_LAYING, *asking("drew", under=never), "played", *_GIVEN_UP, *_SELDOM),
        turns_on=_ENDS,
        assumes=True,
        lays=True,
    ),
    Question("draw", turns.may_draw_now, (*_DRAWING, _DIES), turns_on=_MOVES, assumes=True),
    Question("pass", turns.may_end, asking(*_DRAWING, _DIES, "drawn_tile"), turns_on=_MOVES, assumes=True),
    Question(
        "keep",
        turns.may_keep,
        asking(*_PLAYER, _DRAWN, *_TABLE, "laid_now", *asking("yard", "hand", under=never)),
        assumes=True,
    ),
    Question(
        "closed",
        rounds.is_closed,
        asking(*asking("double", needed=True), "on_double", "open_doubles", "laid", *_REST),
        turns_on=frozenset({"suit"}),
        yes_and_no=("closed", "open"),
    ),
    Question(
        "round-over",
        rounds.is_over,
        asking(*_PLAYER, *_TABLE, "yard", "laid_now", "laid", "hands"),
        turns_on=_MOVES | {"suit"},
        yes_and_no=("over", "goes-on"),
    ),
    Question(
        "starting-double",
        rounds.starting_double,
        (
            *asking("held", "yard_has", under=double_is_held),
            *asking("earlier", under=lambda rules: rules.start.next_double != "schedule"),
        ),
        before_start=True,
        counts=("rounds",),
    ),
    Question(
        "starter",
        starter.who_begins,
        (
            *asking("began", under=never),
            _started_by("began_last", "rotate-left"),
            _started_by("out_last", "previous-winner"),
            _started_by("blocked", "previous-winner"),
            _started_by("draws", "high-draw", "highest-engine-tile"),
            _started_by("totals", "lowest-total"),
        ),
        before_start=True,
        counts=("rounds",),
    ),
    Question(
        "chickenlittle",
        calls.forgotten_call,
        (
            *_PLAYER,
            *asking("events", under=lambda rules: rules.little.mode == "penalty"),
            *asking("hands", "yard", under=never),
        ),
        check=calls.check_events,
    ),
    Question(
        "score",
        rounds.hand_score,
        (_COUNTED, _WHOSE, _ENDED, _OTHERS, *_LAST_AND_MARKERS),
        counts=("scoring",),
        check=rounds.check_hand,
    ),
    Question(
        "misplay",
        misplay.misplayed,
        (
            AskedFact(FACTS["events"], needed=True, when=lambda is_yes: not is_yes("on_start")),
            *asking("on_start", "turn", "ends", "foot", "toes", "trains", "open_doubles"),
            *asking(*_FIRST_TURN, "hands", "yard", *asking("laid", under=never)),
        ),
        assumes=True,
        check=misplay.check_events,
    ),
    Question(
        "options",
        turns.all_options,
        asking(*_DRAWING, "drawn_tile", "played", *_GIVEN_UP),
        turns_on=_MOVES,
        assumes=True,
        before_start=True,
    ),
    Question(
        "who-won",
        rounds.who_won,
        (
            *asking("out", "blocked", "hands"),
            *asking("foot", under=lambda rules: rules.scoring.open_foot != 0),
            *_LAST_AND_MARKERS,
        ),
        names_hands=True,
        counts=("scoring", "winning"),
        check=rounds.check_ending,
    ),
    Question(
        "marker",
        turns.is_marked,
        (
            *asking(*_PLAYER, "events", "trains", "open_doubles", *_FIRST_TURN, "laid_now"),
            *asking("hands", under=lambda rules: rules.trains.marker_on == "own-blocked"),
            *asking("yard", "laid", under=never),
        ),
        layout="trains",
        yes_and_no=("open", "closed"),
    ),
    Question(
        "cover",
        turns.to_cover,
        (
            *asking(*_PLAYER, "open_doubles", *_FIRST_TURN, "laid_now"),
            *asking("trains", under=lambda rules: rules.trains.elsewhere == "own-started"),
            _DIES,
            *_SELDOM,
        ),
        layout="trains",
        turns_on=_ENDS,
    ),
)
QUESTIONS: Mapping[str, Question] = {question.ask: question for question in _ALL}


def find_question(ask: str) -> Question | None:
    """Return the question of this name; a rule's key asks what the rule book says there, and needs no facts."""
    return Question(ask, _what_book_says, (), states=ask) if ask in key_types() else QUESTIONS.get(ask)


def _what_book_says(situation: Situation, rules: Rules) -> Answer:
    """Answer the value of a rule at this table."""
    key = situation.question.states
    value = row_for_table(key, value_of(rules, key), situation.set_size, len(situation.players))
    return Answer("legal", key, value_word(value))
