"""The questions that the judge answers, by the word that names each in a file, in the order in which they are put.

A question is one class, in one of these modules: its fields, the facts it asks for, how it is answered.
A new question is such a class and its place in this list.
"""

from collections.abc import Mapping

from scorekeeper.judge.questions.choices import Options
from scorekeeper.judge.questions.events import ForgottenCall
from scorekeeper.judge.questions.misplay import Misplay
from scorekeeper.judge.questions.plays import DrawNow, EndTurn, Keep, Play
from scorekeeper.judge.questions.rounds import Closed, HandScore, RoundOver, StartingDouble
from scorekeeper.judge.questions.starter import Starter
from scorekeeper.judge.questions.trains import Cover, Marker
from scorekeeper.judge.questions.winner import RoundWinner
from scorekeeper.judge.situation import Question

QUESTIONS: Mapping[str, type[Question]] = {
    kind.ask: kind
    for kind in (
        *(Play, DrawNow, EndTurn, Keep),
        *(Closed, RoundOver, StartingDouble, Starter),
        *(ForgottenCall, HandScore, Misplay),
        *(Options, RoundWinner),
        *(Marker, Cover),
    )
}
