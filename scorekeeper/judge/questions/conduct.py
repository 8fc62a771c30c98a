"""What is done about something wrong, by the rules of conduct, once the engine has found that it was wrong."""

from typing import Any, NamedTuple

from scorekeeper.engine import IN_TURN, MARKING, Action, Reason
from scorekeeper.judge.situation import Answer, Situation
from scorekeeper.rules import Rules
from scorekeeper.tiles import Tile

STANDS = "stands"


class Act(NamedTuple):
    """The disputed action, and what happened before and after it."""

    before: tuple[Action, ...]
    disputed: Action
    after: tuple[Action, ...]

    @property
    def drew(self) -> bool:
        """Whether its player drew before it."""
        return any((action.seat, action.kind) == (self.disputed.seat, "draw") for action in self.before)

    def since(self, situation: Situation) -> Reason | None:
        """Return what another player has done since; None where nobody acted."""
        others = [
            action for action in self.after if action.kind in IN_TURN and action.seat != self.disputed.seat
        ]
        if not others:
            return None
        telling = next((action for action in others if action.kind == "lay"), others[0])
        facts = {"by": situation.name(telling.seat), "laid": telling.tile}
        return Reason("conduct.misplay", "laid-since" if telling.kind == "lay" else "acted-since", facts)


def put_right(situation: Situation, rules: Rules, act: Act, judged: Answer) -> Answer:
    """Return what is done about an action that was wrong, by the rule of conduct that is about it.

    `judged` says why it was, what can be done in its place, and by whom: nobody where the round is over.
    """
    why, kind, since, conduct = judged.reason, act.disputed.kind, act.since(situation), rules.conduct
    assert why is not None
    offered = judged if since is None else judged._replace(instead=(), perhaps=None, also=())
    if kind == "lay":
        back = _tile_back(situation, conduct.misplay, act, judged.seat)
        since = None if conduct.misplay == "exposed" else since
        answer = _undone("conduct.misplay", conduct.misplay, kind, offered, since, back)
    elif why.key == "turn.must_play" or (kind == "pass" and why.key == "turn.drawn_tile"):
        drew, trains = kind == "draw", rules.layout.owned_ends
        if why.id in ("able", "able-several"):
            offered = offered._replace(reason=Reason("turn.must_play", "was-able", why.facts))
        back = Reason("conduct.able_pass", "take-back" if drew else "marked" if trains else "in-time", {})
        answer = _undone("conduct.able_pass", conduct.able_pass, kind, offered, since, back)
    elif kind == "draw" or why.id == "drew-more":
        extra = "last" if why.key == "turn.draws" else kind
        answer = _undone("conduct.overdraw", conduct.overdraw, extra, offered, None)
    elif why.key == "turn.draws":
        return draw_forgotten(situation, rules, act)
    else:
        shows, usual = Reason("trains.marker_on", "marker-shows", {}), Reason("conduct.misplay", "usual", {})
        phrase, also = (kind, shows) if kind in MARKING else ("wrong", usual)
        return Answer("no-rule", why.key, reason=why, seat=act.disputed.seat, also=(also,), phrase=phrase)
    return answer._replace(seat=act.disputed.seat)


def draw_forgotten(situation: Situation, rules: Rules, act: Act) -> Answer:
    """Return whether a draw that was due before a pass is still made."""
    key, word, reason, since = "conduct.forgot_draw", rules.conduct.forgot_draw, None, act.since(situation)
    if word == "until-next-action":
        word, reason = ("lost", since) if since else (word, Reason("conduct.forgot_draw", "in-time", {}))
    return Answer("legal", key, word, reason, act.disputed.seat, also=(key,))


def began_wrongly(
    situation: Situation, rules: Rules, seat: int | None, double: Tile, later: tuple[Action, ...], why: Reason
) -> Answer:
    """Return what becomes of a wrong starting double."""
    others = any(action.seat != seat and action.kind in IN_TURN for action in later)
    since = Reason("conduct.misplay", "start-too-late" if others else "start-long-ago", {"tile": double})
    back = Reason("conduct.misplay", "start-taken-back", {"tile": double})
    late = others or situation.lies_besides(double) or seat is None
    kind, word = "start" if seat is None else "lay", rules.conduct.misplay
    wrong = Answer("illegal", why.key, reason=why, seat=seat)
    return _undone("conduct.misplay", word, kind, wrong, since if late else None, back)


def _undone(key: str, word: str, kind: str, wrong: Answer, since: Reason | None, *back: Reason) -> Answer:
    """Return what becomes of a wrong action by the word of a rule: it stands, or is taken back while it can be."""
    why: Any = wrong.reason
    answer = Answer("legal", key, word, why, wrong.seat, also=(key,), phrase=kind)
    if word in (STANDS, "keep"):
        return answer._replace(phrase=f"{kind}-agreed")
    if since is not None:
        return answer._replace(answer=STANDS, reason=since, also=(_as_it_was(why), key))
    also = (*back, *wrong.also, *answer.also)
    return answer._replace(also=also, instead=wrong.instead, perhaps=wrong.perhaps)


def _tile_back(situation: Situation, word: str, act: Act, due: int | None) -> Reason:
    """Return where a wrong tile goes, and whose turn it is then."""
    facts = {"player": situation.name(act.disputed.seat), "tile": act.disputed.tile}
    if word == "exposed":
        return Reason("conduct.misplay", "exposed", facts)
    if due is None:
        return Reason("conduct.misplay", "take-back-over", facts)
    if due != act.disputed.seat:
        return Reason("conduct.misplay", "take-back-out-of-turn", facts)
    return Reason("conduct.misplay", "take-back-before-next-action", facts)


def _as_it_was(why: Reason) -> Reason:
    """Return why an action was wrong, told of the past where the table has changed since."""
    if why.id == "not-on-turn":
        return Reason("turn.plays", "was-not-on-turn", why.facts)
    if why.id in ("fits-nowhere", "no-match-train"):
        trains = why.id == "no-match-train"
        return Reason("conduct.misplay", "was-no-match-train" if trains else "was-fits-nowhere", why.facts)
    if why.id in ("bare", "incomplete"):
        return Reason(why.key, "was-bare" if why.id == "bare" else "was-incomplete", why.facts)
    return why
