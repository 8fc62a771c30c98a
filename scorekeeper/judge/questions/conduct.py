"""What becomes of an action that was wrong, by the rules of conduct, which no play can show."""

from typing import NamedTuple

from scorekeeper.engine import IN_TURN, MARKING, Action, Reason
from scorekeeper.judge.situation import Answer, Situation
from scorekeeper.rules import Rules
from scorekeeper.tiles import Tile

TAKE_BACK, STANDS = "take-back-before-next-action", "stands"


class Act(NamedTuple):
    """The disputed action, and what happened before and after it."""

    before: tuple[Action, ...]
    disputed: Action
    after: tuple[Action, ...]

    @property
    def followed_by(self) -> int | None:
        """The first other player who acted since; None where nobody did."""
        since = (each.seat for each in self.after if each.kind in IN_TURN)
        return next((seat for seat in since if seat != self.disputed.seat), None)


class Judged(NamedTuple):
    """What the engine says of an action on a table that is known: one of the first three."""

    right: Answer | None = None
    wrong: Reason | None = None
    needs: tuple[Reason, ...] = ()
    instead: tuple[str, ...] = ()
    perhaps: Reason | None = None
    due: int | None = None
    """Whose turn it is without it; None where the round is over."""
    also: tuple[Reason | str, ...] = ()
    """That a draw before it was wrong as well, and what is done about that; or why a draw or a pass comes next."""


def wrong_action(situation: Situation, rules: Rules, act: Act, judged: Judged) -> Answer:
    """Return what is done about an action that was wrong, by the rule of conduct that is about it."""
    why, kind, seat = judged.wrong, act.disputed.kind, act.disputed.seat
    assert why is not None
    if kind == "lay":
        answer = _misplayed(situation, rules, act, why, judged.due)
    elif why.key == "turn.must_play" or (kind == "pass" and why.key == "turn.drawn_tile"):
        answer = _passed_able(situation, rules, act, why)
    elif kind == "draw" or why.id == "drew-more":
        word, overdraw = rules.conduct.overdraw, "conduct.overdraw"
        answer = Answer("legal", overdraw, word, why, also=(*_broken(why), overdraw))
        if word == "keep":
            answer = Answer("legal", overdraw, word, also=(why, *_broken(why)))
    elif kind in MARKING:
        shows = Reason("trains.marker_on", "marker-shows", {})
        return Answer("no-rule", why.key, also=(why, shows), seat=seat, phrase="marker")
    else:
        facts = {"player": situation.name(seat), **why.facts}
        usual = Reason("conduct.misplay", "usual-pass" if kind == "pass" else "usual-call", facts)
        if why.key == "turn.draws":
            usual = Reason("conduct.misplay", "usual-draw", facts)
        elif judged.due is None:
            usual = Reason("conduct.misplay", "usual-over", facts)
        return Answer("no-rule", why.key, reason=why, also=(usual,), seat=seat, phrase="wrong")
    if answer.answer in (STANDS, "keep") or act.followed_by is not None:
        return answer._replace(seat=seat)
    also = tuple(sorted((*answer.also, *judged.also), key=lambda each: isinstance(each, str)))
    answer = answer._replace(needs=judged.needs, instead=judged.instead, perhaps=judged.perhaps)
    return answer._replace(seat=seat, also=also)


def _misplayed(situation: Situation, rules: Rules, act: Act, why: Reason, due: int | None) -> Answer:
    """Return what becomes of a wrong tile, and whose turn it is then."""
    key, seat = "conduct.misplay", act.disputed.seat
    word: str = rules.conduct.misplay
    facts = {**why.facts, "player": situation.name(seat), "tile": act.disputed.tile}
    if word == STANDS:
        return Answer("legal", key, word, seat=seat, also=(why, *_broken(why)))
    if word == TAKE_BACK and act.followed_by is not None:
        return _too_late(situation, act, key, why)
    if word == "exposed":
        back = Reason("conduct.misplay", "exposed", facts)
    elif due is None:
        back = Reason("conduct.misplay", "take-back-over", facts)
    elif due != seat:
        back = Reason("conduct.misplay", "take-back-out-of-turn", {**facts, "due": situation.name(due)})
    else:
        back = Reason("conduct.misplay", "take-back-before-next-action", facts)
    return _taken_back(key, word, seat, why, back)


def _passed_able(situation: Situation, rules: Rules, act: Act, why: Reason) -> Answer:
    """Return what becomes of a draw or a pass of a player who could have played."""
    key, word, seat = "conduct.able_pass", rules.conduct.able_pass, act.disputed.seat
    if word == STANDS:
        return Answer("legal", key, word, seat=seat, also=(why, *_broken(why)))
    if act.followed_by is not None:
        return _too_late(situation, act, key, why)
    passed, facts = act.disputed.kind == "pass", {"player": situation.name(seat)}
    back = Reason("conduct.able_pass", "take-back-pass" if passed else "take-back", facts)
    return _taken_back(key, word, seat, why, back)


def _too_late(situation: Situation, act: Act, key: str, why: Reason) -> Answer:
    """Return that a wrong action stands, as somebody else has acted since."""
    assert act.followed_by is not None
    laid = next((each.tile for each in act.after if (each.seat, each.kind) == (act.followed_by, "lay")), None)
    facts = {"player": situation.name(act.disputed.seat), "by": situation.name(act.followed_by), "laid": laid}
    since = Reason("conduct.misplay", "acted-since" if laid is None else "laid-since", facts)
    return Answer("legal", key, STANDS, since, act.disputed.seat, also=(_as_it_was(why), *_broken(why), key))


def _as_it_was(why: Reason) -> Reason:
    """Return why an action was wrong, told of the past where the table has changed since."""
    if why.id == "not-on-turn":
        return Reason("turn.plays", "was-not-on-turn", why.facts)
    if why.id in ("bare", "incomplete"):
        return Reason(why.key, "was-bare" if why.id == "bare" else "was-incomplete", why.facts)
    return why


def _taken_back(key: str, word: str, seat: int, why: Reason, back: Reason) -> Answer:
    """Return that a wrong action is taken back, and what follows."""
    return Answer("legal", key, word, why, seat, also=(back, *_broken(why), key))


def _broken(why: Reason) -> tuple[str, ...]:
    """Return the rule against which something was, where it was one and not the tiles themselves."""
    if why.id == "held-by":
        return ("start.source",)
    return () if why.key.startswith("conduct.") else (why.key,)


def began_wrongly(
    situation: Situation, rules: Rules, seat: int | None, double: Tile, later: tuple[Action, ...], why: Reason
) -> Answer:
    """Return what becomes of a wrong starting double."""
    key, word = "conduct.misplay", rules.conduct.misplay
    if word == STANDS:
        return Answer("legal", key, word, seat=seat, also=(why, *_broken(why)))
    others = any(action.seat != seat and action.kind in IN_TURN for action in later)
    if others or situation.lies_besides(double) or seat is None:
        since = Reason("conduct.misplay", "start-too-late" if others else "start-long-ago", {"tile": double})
        return Answer("legal", key, STANDS, since, seat, also=(why, *_broken(why), key))
    return _taken_back(key, word, seat, why, Reason("conduct.misplay", "start-taken-back", {"tile": double}))
