"""What a page does with what somebody typed: says what it counts, asks about what is unusual, stores it.

Functions of a game or a session; they know no request.
"""

from contextlib import suppress

import msgspec
from msgspec import UNSET

from scorekeeper.errors import Impossible, Malformed, ScorekeeperError
from scorekeeper.game import (
    OUT,
    Blocked,
    Ending,
    EntryCell,
    Game,
    Out,
    Pips,
    Round,
    RoundScored,
    SitsOut,
    TileEntry,
    Undone,
    WentOut,
    held_entry,
    not_a_tile,
    show_entry,
    show_held,
)
from scorekeeper.session import (
    Review,
    Session,
    TableAnswers,
    counts_last_tile,
    ending_words,
    holding_double_blank,
    lacks_ending,
    may_hide_double_blank,
    parse_agreed,
    review_change,
)
from scorekeeper.text import _, ngettext


class Typed(msgspec.Struct, frozen=True):
    """What stands in a hand's field, what is to be said about it, and whether that is a question."""

    text: str = ""
    fault: str = ""
    """Why it cannot be saved."""
    questions: tuple[str, ...] = ()
    """What is unusual about it; it is saved if the person says so."""
    ways: tuple[str, ...] = ()
    """What the text can mean, where that is more than one thing."""
    counts: str = ""
    """What the hand counts."""
    saved: bool = False
    """Whether it is the hand that is stored."""
    corrects: bool = False
    """Whether the round was complete before, so that the table will want a reason."""
    reason: str = ""
    out: bool = False
    """Whether the questions are about going out, whatever stands in the field."""
    held: str | None = None
    """The stored hand from which the form was made; None for the one of now."""
    before: str = ""
    """What was typed before something else was put into the field."""


class Chosen(msgspec.Struct, frozen=True):
    """What is chosen for the end of a round, and what is to be said about it."""

    ending: str = ""
    """`out:NAME`, `blocked`, or nothing for not known."""
    foot: str = ""
    """The double that a blocked round was short of toes at, as a number; empty if that is not known."""
    double: bool = False
    """Whether the last tile was a double."""
    marked: tuple[str, ...] = ()
    """Whose train has a marker."""
    fault: str = ""
    questions: tuple[str, ...] = ()
    held: str | None = None
    """All that was stored when the form was made; None for what is stored now."""

    @property
    def sure(self) -> str:
        """What a form sends along once its questions are answered: all that they were asked about."""
        return " ".join(filter(None, (self.ending, self.foot, "double" if self.double else "", *self.marked)))


class Changed(Impossible):
    """The stored hand, or the stored end of a round, is no longer the one from which a form was made."""


class Unusual(Exception):
    """What is unusual about an entry; whoever made it may say that it is right."""

    def __init__(self, questions: tuple[str, ...]) -> None:
        super().__init__(*questions)
        self.questions = questions


def entered(game: Game, number: int, player: str) -> Typed:
    """Return a hand as it was entered, with what it counts; nothing if it was not."""
    entry, corrects = held_entry(game, EntryCell(number, player)), game.is_closed(game.round(number))
    if entry is None:
        return Typed(corrects=corrects)
    if isinstance(entry, WentOut):
        return Typed(counts=_("Saved: {name} went out.", name=player), saved=True, corrects=corrects)
    words = _("Saved: {points}", points=_points(game, number, player, show_held(entry)))
    return Typed(show_held(entry), counts=words, saved=True, corrects=corrects)


def _points(game: Game, number: int, player: str, typed: str) -> str:
    count = game.points[number - 1].get(player)
    if count is None:
        return ""
    points = not_a_tile(typed.strip(), count, game.set_size)
    return f"{points}." if points else ngettext("{count} point.", "{count} points.", count)


def preview(game: Game, answers: TableAnswers, number: int, player: str, typed: str) -> Typed:
    """Return what a typed hand would count, or what is wrong with it, before it is saved."""
    if not typed.strip():
        return Typed(typed)
    try:
        review = _review(game, answers, number, player, typed)
    except ScorekeeperError as error:
        return Typed(typed, fault=str(error))
    if review.errors:
        return Typed(typed, fault=review.sentence(review.errors[0]))
    entry, points = review.change.entries.get(player), _points(review.after, number, player, typed)
    hand = show_entry(entry) if isinstance(entry, TileEntry | Pips) else typed
    echo = [] if not points or hand.isdecimal() or hand == typed.strip() else [hand, "="]
    remarks = " ".join([*echo, points, *_questions(review)])
    return Typed(typed, counts=remarks)


def _review(game: Game, answers: TableAnswers, number: int, player: str, typed: str) -> Review:
    return review_change(game, parse_agreed(game, number, player, typed, answers), typed=typed)


def _questions(review: Review) -> tuple[str, ...]:
    """Return what somebody is asked before an entry is stored: what is unusual, and who would sit out."""
    sitting_out = [name for name, entry in review.change.entries.items() if isinstance(entry, SitsOut)]
    return (*review.unusual, *(_("{name} sits out this round?", name=name) for name in sitting_out))


def tapped(typed: str, tile: str) -> str:
    """Return what stands in the field after a tile was tapped: with the tile, or without it if it was there.

    >>> tapped("6-4", "5-5"), tapped("6-4 5-5", "6-4"), tapped("23", "6-4")
    ('6-4 5-5', '5-5', '6-4')
    """
    words = [word for word in typed.split() if "-" in word]
    return " ".join([word for word in words if word != tile] if tile in words else [*words, tile])


def store_hand(
    session: Session, number: int, player: str, typed: str, sure: str | None, reason: str = "", *,
    held: str | None = None, is_keeper: bool = False,
) -> bool:  # fmt: skip
    """Check a hand and store it; return whether this was the last hand of the round that was missing.

    `sure` is the text whose questions the person has answered, `held` the stored hand that they saw. Raises Changed
    if that hand is another one now, Unusual if something is unusual, and ScorekeeperError if the hand cannot be
    stored.
    """
    if not typed.strip() and not is_keeper:
        raise Malformed(_("Nothing is typed yet; write what is left, or press “I went out”."))
    if not is_keeper:
        check_players_round(session.game, number)
    if held is not None:
        _check_held(session, number, player, typed, held)
    review = _review(session.game, session.answers.read(), number, player, typed)
    return _store(session, review, sure == typed, reason)


def check_players_round(game: Game, number: int) -> None:
    """Raise Impossible unless players may enter this round: it is at the table, or the one before that."""
    if number not in (played.number for played in (game.open_round, game.correctable) if played is not None):
        raise Impossible(
            _("Round {number} is over; whoever keeps score can still correct it.", number=number)
        )


def held_text(game: Game, number: int, player: str) -> str:
    """Return the hand that is stored, as it would be typed; empty if there is none."""
    return show_held(held_entry(game, EntryCell(number, player)))


def changed_words(player: str, held: str) -> str:
    """Return what to say about a hand that is stored now to somebody who saw another one."""
    if not held:
        return _("Meanwhile {name}'s hand was removed. Look again and save it if it is right.", name=player)
    if held == OUT:
        return _(
            "Meanwhile somebody saved that {name} went out. Look again and save it if it is right.",
            name=player,
        )
    return _(
        "Meanwhile {name}'s hand was saved as {hand}. Look again and save it if it is right.",
        name=player,
        hand=held,
    )


def _check_held(session: Session, number: int, player: str, typed: str, held: str) -> None:
    """Raise Changed if a hand is no longer what somebody saw; one that is sent again unchanged is not refused."""
    game = session.game
    now = held_text(game, number, player)
    if now == held:
        return
    with suppress(ScorekeeperError):
        if _review(game, session.answers.read(), number, player, typed).after.rounds == game.rounds:
            return
    raise Changed(changed_words(player, now))


def _store(session: Session, review: Review, sure: bool, reason: str = "") -> bool:
    """Store a reviewed entry, unless it changes nothing; return whether it was the last hand that was missing.

    `keep` refuses errors. Raises Unusual for what is unusual unless the person is sure.
    """
    number, before = review.change.round, session.game
    if review.after.rounds == before.rounds:
        return False
    if (questions := _questions(review)) and not review.errors and not sure:
        raise Unusual(questions)
    corrects = reason if review.corrects else None
    session.keep_review(review.decided(session.by if sure else None, reason=corrects))
    return bool(before.missing_in(before.round(number))) and not session.game.missing_in(
        session.game.round(number)
    )


def chosen_ending(played: Round) -> Chosen:
    """Return the ending of a round as its form shows it."""
    if isinstance(played.ending, Blocked):
        foot = played.ending.open_foot
        return Chosen("blocked", "" if foot is None else str(foot), marked=played.marked)
    ending = "" if played.out is None else f"out:{played.out}"
    return Chosen(ending, double=played.out_on_double, marked=played.marked)


def store_ending(
    session: Session, number: int, chosen: Chosen, sure: bool, *, is_keeper: bool = True
) -> bool:
    """Store how a round ended, and what the rules want to know besides.

    A player may say so once every hand is in and nobody has said it. Raises Changed if something else is stored now
    than when the form was made, and otherwise returns and raises as `store_hand` does.
    """
    kind, _colon, name = chosen.ending.partition(":")
    foot = chosen.foot
    if kind not in ("", "out", "blocked") or (foot and not foot.isdecimal()):
        raise Malformed(_("Choose how the round ended."))
    game, played = session.game, session.game.round(number)
    if chosen.held is not None and chosen_ending(played).sure not in (chosen.held, chosen.sure):
        raise Changed(
            _(
                "Meanwhile somebody saved how the round ended: {ending}. Look again and save it if it is right.",
                ending=ending_words(played),
            )
        )
    if played.ending is not None and chosen_ending(played).sure == chosen.sure:
        return False  # two phones said the same
    if not is_keeper and lacks_ending(game) != played:
        raise Impossible(_("Players say how a round ended once every hand is in; look again."))
    rules = game.rules_of(number)
    ending: Ending | None = None
    if kind == "out":
        ending = Out(game.player(name))
    elif kind == "blocked":
        ending = Blocked(int(foot) if foot and rules.layout.open_foot else None)
    change = RoundScored(
        round=number,
        ending=ending,
        out_on_double=chosen.double if counts_last_tile(game, number) else UNSET,
        marked=chosen.marked if rules.scoring.marker else UNSET,
    )
    return _store(session, review_change(game, change), sure)


def store_last_double(session: Session, number: int) -> None:
    """Store that the last tile was a double. Raises Impossible if players may not say so any more."""
    check_players_round(session.game, number)
    session.keep(RoundScored(round=number, out_on_double=True))


def store_double_blank(session: Session, number: int, player: str) -> None:
    """Add 0-0 to a counted hand. Raises Impossible if it was named meanwhile."""
    played = session.game.round(number)
    check_players_round(session.game, number)
    if player not in may_hide_double_blank(session.game, played):
        raise Impossible(_("Somebody entered 0-0 meanwhile; look again."))
    session.keep(holding_double_blank(played, player))


def undo(session: Session, seen: int) -> None:
    """Undo the change that somebody saw as the last one, by the number of its event.

    What the same device has just undone was sent twice, because an answer was lost.
    """
    log = session.kept.log
    event, undone = log.events[-1], log.steps[-1].number
    if isinstance(event.what, Undone) and (event.by, undone) == (session.by, seen):
        return
    if log.last_change is None:
        raise Impossible(_("There is nothing to undo."))
    if log.last_change.number != seen:
        raise Impossible(_("Somebody entered something else meanwhile, so nothing was undone; look again."))
    session.keep(Undone())
