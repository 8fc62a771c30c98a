"""One open game: an entry is reviewed, applied and stored in one step.

Every entry reaches the store through here, from the app, the command line and phones. Two people may enter into one
game at the same time: the slower entry is reviewed again on top of the faster one, unless the two conflict.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec.structs import replace

from scorekeeper.errors import Impossible, ScorekeeperError, Unanswered, Unavailable
from scorekeeper.formats import shipped_wording
from scorekeeper.game import (
    EntryCell,
    Event,
    EventKind,
    Game,
    PlayerJoined,
    PlayerRenamed,
    Redone,
    Round,
    RoundScored,
    Sentence,
    Started,
    Undone,
    apply_event,
    caught_up,
    check_new_change,
    describe_events,
    held_entry,
    is_back,
    name_key,
    player_colours,
    player_marks,
)
from scorekeeper.session.table_answers import AnswersFile
from scorekeeper.storage import KeptGame, Overtaken, Store, restored_sentence
from scorekeeper.text import _, escaped, ngettext

if TYPE_CHECKING:  # loaded with the first entry, since an undo needs no review
    from scorekeeper.session.review import Review

TRIES = 20
"""How often an entry is reviewed again after others were faster."""

MOST_DESCRIBED = 3
"""The most changes by others that are described one by one."""


class Rejected(Impossible):
    """An impossible entry; `round` is the number of the round it was meant for."""

    def __init__(self, message: str, number: int) -> None:
        super().__init__(message)
        self.round = number


class Session:
    """A game as one person sees it: `by` is the person, `kept` the version that they saw last."""

    def __init__(self, store: Store, clock: Callable[[], datetime], by: str | None = None) -> None:
        self.store = store
        self.by = by
        self.now = clock
        self._kept: KeptGame | None = None
        self.came = ""
        """What others did before the last entry or look, in sentences."""
        self._unanswered: dict[str | None, tuple[Sequence[EventKind], datetime]] = {}
        """What each person sent last, if the answer was lost, and when: sent again, it is the same."""

    @property
    def kept(self) -> KeptGame:
        """The open game."""
        assert self._kept is not None, "a game must be opened first"
        return self._kept

    @property
    def last_kept(self) -> KeptGame | None:
        """The open game, or the last open one; None before the first."""
        return self._kept

    @property
    def game(self) -> Game:
        """The state of the open game."""
        return self.kept.game

    def open(self, game_id: str) -> None:
        """Open a stored game by its full id."""
        self._kept = self.store.game(game_id)

    def start(self, started: Started) -> None:
        """Store a new game and open it."""
        self._kept = self.store.create(started, self.now(), self.by)

    def keep(
        self, *changes: EventKind, overrule: str | None = None, review: "Review | None" = None
    ) -> "list[Review]":
        """Review, apply and store changes in one step, all of them or none; return the reviews with warnings left.

        With `overrule`, their warnings are stored as overruled for that reason. The `review` of an only change is
        made again only if others were faster. What somebody else entered just the same meanwhile is not stored twice,
        nor what is made again after Unanswered.
        Raises Rejected for an impossible entry, Impossible if it concerns what somebody else changed first, and
        ScorekeeperError for any other refusal; the open game is then up to date.
        """
        self.came = ""
        lost, then = self._unanswered.get(self.by, (None, None))
        sent = then if lost == changes else None  # when the same was sent before, if the answer was lost
        at = sent or self.now()
        pending: Sequence[EventKind] = () if self._has(sent) else [*map(self._with_colour, changes)]
        known = len(self.kept.log.events)
        for _try in range(TRIES):
            try:
                entries, games, warned = self._reviewed(pending, overrule, review)
            except ScorekeeperError as error:
                if not self.came:
                    raise
                raise Impossible(
                    _("{came} Your change was not saved: {fault}", came=self.came, fault=error)
                ) from None
            try:
                if pending:
                    before = self.game
                    self._kept = self.store.append(self.kept, entries, at, self.by, games)
                    self._ask_again(before)
            except Unanswered:
                self._unanswered[self.by] = changes, at
                raise
            except Unavailable as error:
                unknown = _(
                    "{fault} It is still not known whether what you sent before was saved.", fault=error
                )
                raise (error if sent is None else Unanswered(unknown)) from None
            except Overtaken as overtaken:
                self._kept = overtaken.kept
                came = self.kept.log.events[known:] if overtaken.came else ()
                self.came = self._describe(came) or str(overtaken)
                left = () if self._has(sent) else self._caught_up(pending, overtaken.came)
                if left is None:
                    break
                pending = left
            else:
                self._unanswered.pop(self.by, None)
                return warned
        raise Impossible(
            _("{came} Your change was not saved; make it again if it is still right.", came=self.came)
        )

    def keep_elsewhere(self, game_id: str, change: EventKind) -> None:
        """Store a change of a game that may be another than the open one. Raises as `keep`."""
        session = self
        if self._kept is None or self._kept.id != game_id:
            session = Session(self.store, self.now, self.by)
            session.open(game_id)
        session.keep(change)

    def keep_review(self, review: "Review") -> None:
        """Store an entry that was reviewed, as `keep` does."""
        self.keep(review.change, review=review)

    def _with_colour(self, change: EventKind) -> EventKind:
        """Return a change in which somebody new brings the colour of earlier games."""
        if not isinstance(change, PlayerJoined) or is_back(change, self.game):
            return change
        seated = {name_key(name): mark.place for name, mark in player_marks(self.game).items()}
        players = [*self.game.players, change.player]
        known = {**seated, **self.store.colours([change.player]), **seated}
        return replace(change, colour=player_colours(players, known)[change.player])

    def _ask_again(self, before: Game) -> None:
        """Withdraw what was answered last with no if the hands of that round, or who went out, have changed."""
        answers, rounds = self.answers.read(), (before.rounds, self.game.rounds)

        def standing(answered: int, part: Callable[[Round], object]) -> int:
            same = [True, *(part(one) == part(other) for one, other in zip(*rounds, strict=False))]
            return answered if answered < len(same) and same[answered] else answered - 1

        hands = standing(answers.no_double_blank, lambda played: list(played.entries.values()))
        last = standing(
            answers.no_last_double, lambda played: [name == played.out for name in played.entries]
        )
        if (hands, last) != (answers.no_double_blank, answers.no_last_double):
            with suppress(Unavailable):
                self.answers.note(no_double_blank=hands, no_last_double=last)

    def _has(self, sent: datetime | None) -> bool:
        """Whether what this person sent at a moment is in the game."""
        return any(event.at == sent and event.by == self.by for event in self.kept.log.events)

    def _caught_up(self, changes: Sequence[EventKind], came: Sequence[Event]) -> Sequence[EventKind] | None:
        """Return what is left to be stored of changes after those of others; None if it concerns one of these."""
        if not came:
            return None  # a backup was restored
        steps = self.kept.log.steps[-len(came) :]
        others = [event.what for event in came]
        missing = [change for change in changes if not (change in others and self._stands(change))]
        outcomes = [caught_up(change, zip(came, steps, strict=True)) for change in missing]
        left = [change for change in outcomes if change is not None]
        return left if len(left) == len(outcomes) else None

    def is_made(self, change: EventKind, after: Game | None = None) -> bool:
        """Whether the stored game is as a change would make it, which is `after`, if that is known.

        Raises ScorekeeperError if it cannot be read.
        """
        made = self._stands(change) if after is None else after.rounds == self.game.rounds
        return made and not self.store.changed(self.kept)

    def _stands(self, entry: EventKind) -> bool:
        """Whether the game is as an entry would make it."""
        with suppress(ScorekeeperError):
            return isinstance(entry, RoundScored) and apply_event(entry, self.game).rounds == self.game.rounds
        return False

    def _reviewed(
        self, changes: Sequence[EventKind], overrule: str | None, review: "Review | None"
    ) -> "tuple[list[EventKind], list[Game], list[Review]]":
        """Return changes as they are stored, the game after each of them, if known, and the reviews with warnings.

        Each is reviewed after those before it. Raises ScorekeeperError for one that is impossible.
        """
        game, stored, games, warned = self.game, list[EventKind](), list[Game](), list["Review"]()
        for change in changes:
            if isinstance(change, Undone | Redone):
                return [*changes], [], []  # the store finds what they change, and what follows them
            if isinstance(change, RoundScored):
                entry = accepted(game, change, review)
                if overrule is not None:
                    entry = entry.decided(self.by, overrule)
                elif entry.warnings:
                    warned.append(entry)
                change, game = entry.change, entry.after
            else:
                after = apply_event(change, game)
                check_new_change(change, game)
                game = after
            stored.append(change)
            games.append(game)
        return stored, games, warned

    def look_again(self) -> str:
        """Take over what others added, and return it in sentences, if there is anything.

        Raises NotFound if the game was deleted meanwhile.
        """
        self.came = ""
        if self.store.changed(self.kept):
            known = self.kept
            self.open(known.id)
            came = self.kept.events_since(known)
            self.came = restored_sentence() if came is None else self._describe(came)
        return self.came

    def _describe(self, came: Sequence[Event]) -> str:
        """Return what others did, in sentences; if it was a lot, only how much."""
        if not came:
            return ""
        if len(came) > MOST_DESCRIBED:
            return ngettext(
                "Another window made {count} change to this game.",
                "Another window made {count} changes to this game.",
                len(came),
            )
        who = {} if all(event.by for event in came) else self.elsewhere()
        return told_by(describe_events(self.kept.log, shipped_wording, len(came), who), who)

    def elsewhere(self) -> Mapping[int, str]:
        """Return who entered what came from other computers, by number; nobody where that cannot be read now.

        What was done is shown all the same: the open game has it already.
        """
        try:
            return self.store.elsewhere(self.kept.id)
        except Unavailable:
            return {}

    def last_sentence(self) -> str:
        """Return what the last change was."""
        return describe_events(self.kept.log, shipped_wording, 1, self.elsewhere())[0].sentence

    @property
    def answers(self) -> AnswersFile:
        """What the table answered about the open game."""
        return AnswersFile(self.store.place, self.kept.id)

    def changed_by(self, number: int, player: str | None) -> str | None:
        """Return who changed a player's hand in a round last, or with None how it ended; None if nobody says."""
        log = self.kept.log
        for event, step in zip(reversed(log.events), reversed(log.steps), strict=True):
            if not isinstance(step.what, PlayerRenamed) and (
                _part(step.before, number, player) != _part(step.after, number, player)
            ):
                return self.elsewhere().get(event.number) if event.by is None else escaped(event.by)
        return None


def told_by(lines: Iterable[Sentence], who: Mapping[int, str]) -> str:
    """Return what others did, each with who did it: the log says that, or `who` by the number of the change."""
    said = []
    for by, some in groupby(lines, key=lambda one: one.by or who.get(one.number)):
        sentences = " ".join(one.sentence for one in some)
        if by is None:
            said.append(_("Another window: {sentences}", sentences=sentences))
        else:
            said.append(_("{name}: {sentences}", name=by, sentences=sentences))
    return " ".join(said)


def accepted(game: Game, change: RoundScored, known: "Review | None" = None) -> "Review":
    """Return the review of an entry, the `known` one if it is of this game. Raises Rejected if it is impossible."""
    from scorekeeper.session.review import review_change

    try:
        if known is None or known.before is not game:
            known = review_change(game, change, unless=())
    except Impossible as error:
        raise Rejected(str(error), change.round) from None
    if known.errors:
        raise Rejected(known.sentence(known.errors[0]), change.round)
    return known


def _part(game: Game, number: int, player: str | None) -> object:
    if number > len(game.rounds):
        return None
    if player is None:
        return game.round(number).ending, game.round(number).out_on_double
    return held_entry(game, EntryCell(number, player))
