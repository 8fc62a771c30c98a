"""The questions that the judge answers, by the word that names each in a file, in the order in which they are put.

A question is one class, in `plays`, `rounds` or `events`: its fields, the facts it asks for, how it is answered. Here
it is only listed.
"""

from collections.abc import Mapping

from scorekeeper.judge.events import ForgottenCall, Misplay
from scorekeeper.judge.plays import DrawNow, EndTurn, Keep, Play
from scorekeeper.judge.rounds import Closed, HandScore, RoundOver, Starter, StartingDouble
from scorekeeper.judge.situation import Question

QUESTIONS: Mapping[str, type[Question]] = {
    kind.ask: kind
    for kind in (
        *(Play, DrawNow, EndTurn, Keep),
        *(Closed, RoundOver, StartingDouble, Starter),
        *(ForgottenCall, HandScore, Misplay),
    )
}
