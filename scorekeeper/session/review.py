"""Parses what is typed into a change, and reviews the change before it is stored.

A review has the errors that a change would cause, which cannot be stored, and the warnings, which the table may
overrule with a name and a reason. Nothing here decides for the table, and nothing is stored.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from scorekeeper.checks import Finding, round_findings
from scorekeeper.errors import Impossible, Malformed, Position, at_place
from scorekeeper.game import (
    Blocked,
    Ending,
    Entry,
    Game,
    Out,
    Overruled,
    Pips,
    Round,
    RoundScored,
    RulesChanged,
    WentOut,
    apply_event,
    cell_change,
    holds_double_blank,
    means_out,
    next_starter,
    parse_entry,
    says_out,
)
from scorekeeper.reading import Around, Unclear, answered, read
from scorekeeper.session.table_answers import TableAnswers
from scorekeeper.text import N_, _, folded, join_and, language, pgettext

BLOCKED = "b"
ALWAYS_COUNTED, MIND_NOT = "+", "="
"""The answers of a table that counts 0-0 itself, and of one that does not mind who had it; nobody is called so."""
DOUBLE = "d"
"""What is typed for how a round ended where the last tile was a double."""

ASKED_BY_SCREENS = frozenset({"D1", "D12"})
"""Findings that a screen turns into questions: who went out, which double was short of toes."""


def hands_of(game: Game, typed: Iterable[tuple[str, str]]) -> tuple[dict[str, Entry | None], list[str]]:
    """Return what is entered for each player, and who went out. Raises Malformed that names the player."""
    entries: dict[str, Entry | None] = {}
    out: list[str] = []
    for player, text in typed:
        if player in entries or player in out:
            raise Malformed(_("{name} is entered twice.", name=player))
        with at_place(player):
            entry = parse_entry(text, game.set_size)
        if isinstance(entry, WentOut):
            out.append(player)
        else:
            entries[player] = entry
    return entries, out


def ending_of(out: Sequence[str], blocked: bool, open_foot: int | None) -> Ending | None:
    """Return how a round ended, if that is said. Raises Impossible for more than one ending."""
    if len(out) > 1:
        raise Impossible(_("Only one player can go out in a round, not {names}.", names=join_and(out)))
    if out and blocked:
        raise Impossible(_("A round ends blocked or because {name} went out, not both.", name=out[0]))
    if blocked:
        return Blocked(open_foot)
    return Out(out[0]) if out else None


def parse_ending(game: Game, number: int, typed: str) -> RoundScored:
    """Parse the line for how a round ended into a change. Raises Malformed."""
    word, out = typed.casefold(), game.round(number).out
    if out is not None and counts_last_tile(game, number) and (not word or answered(word, "last") == DOUBLE):
        return RoundScored(round=number, out_on_double=bool(word))
    if out is not None and word:
        raise Malformed(_("{name} went out, so the round was not blocked.", name=out))
    if not word:
        return RoundScored(round=number) if out else RoundScored(round=number, ending=None)
    if answered(word) == BLOCKED:
        return RoundScored(round=number, ending=Blocked())
    if not game.rules_of(number).layout.open_foot:
        raise Malformed(
            _("Type {blocked} if nobody could play.", blocked=BLOCKED), at=Position(1, len(typed))
        )
    double = read("round", word, Around(game.set_size, language=language().codes[-1])).said
    if not double:
        raise Malformed(
            _(
                "Type the double that was short of toes, such as 4, or {blocked} if not known.",
                blocked=BLOCKED,
            ),
            at=Position(1, len(typed)),
        )
    return RoundScored(round=number, ending=Blocked(int(double)))


def ending_words(played: Round) -> str:
    """Return how a round ended, in a few words."""
    if played.out is not None:
        sentence = N_("{name} went out with a double") if played.out_on_double else N_("{name} went out")
        return _(sentence, name=played.out)
    if not played.blocked:
        return _("not known yet")
    if played.open_foot is None:
        return pgettext("a round", "blocked")
    return _("blocked, {foot}-{foot} short of toes", foot=played.open_foot)


def counts_last_tile(game: Game, number: int) -> bool:
    """Whether the hands of a round count differently where somebody went out with a double."""
    return game.rules_of(number).scoring.out_on_double != "plain"


def marking(played: Round, player: str) -> RoundScored:
    """Return the change that puts the marker on a player's train, or takes it off."""
    others = tuple(name for name in played.marked if name != player)
    return RoundScored(round=played.number, marked=others if player in played.marked else (*others, player))


def parse_line(game: Game, number: int, player: str | None, typed: str) -> RoundScored:
    """Parse a line of a round into a change; `player` is None for the line for a blocked round.

    Raises Malformed.
    """
    if player is None:
        return parse_ending(game, number, typed)
    played, entry = game.round(number), parse_entry(typed, game.set_size)
    return cell_change(played, player, WentOut() if means_out(game, played, entry) else entry)


def parse_agreed(
    game: Game, number: int, player: str | None, typed: str, answers: TableAnswers
) -> RoundScored:
    """Parse a line as `parse_line`; numbers that can be pips or tiles are what the table has agreed on."""
    try:
        return parse_line(game, number, player, typed)
    except Unclear as unclear:
        if not (meaning := answers.meant(unclear.choices)):
            raise
        return parse_line(game, number, player, meaning)


class Review(msgspec.Struct, frozen=True):
    """A change, and what the table should know before it is stored: the game `before` it and `after` it."""

    change: RoundScored
    before: Game
    after: Game
    errors: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    overtaken: str | None
    """A sentence about what somebody else entered there meanwhile."""
    replaces: str | None
    """A sentence about the ending that the change replaces."""
    blanks: str | None
    """A question about the blanks in a hand, if the entry does not say."""
    corrects: bool
    """Whether the round was complete before, so that the change needs a reason; naming its open foot needs none."""

    @property
    def unusual(self) -> tuple[str, ...]:
        """Everything unusual, in sentences; the table can keep the change all the same."""
        remarks = (self.overtaken, self.replaces, self.blanks)
        return (*filter(None, remarks), *(finding.message for finding in self.warnings))

    def sentence(self, finding: Finding) -> str:
        """Return a finding's sentence, with the round if it is about another one."""
        if finding.round == self.change.round:
            return finding.message
        return _(
            "Round {double}-{double}: {message}",
            double=self.after.round(finding.round).double,
            message=finding.message,
        )

    def decided(self, by: str | None = None, why: str | None = None, reason: str | None = None) -> "Review":
        """Return the review of what the table decided: the warnings of its round overruled, a reason to correct."""
        change = overrule(self.change, self.warnings, by, why)
        if reason:
            change = replace(change, reason=reason)
        return (
            self
            if change == self.change
            else replace(self, change=change, after=apply_event(change, self.before))
        )


def review_change(
    game: Game,
    change: RoundScored,
    *,
    typed: str = "",
    overtaken: str | None = None,
    unless: Collection[str] = ASKED_BY_SCREENS,
) -> Review:
    """Review a change before it is stored.

    `typed` is the text of a hand, which shows whether to ask for blanks; `overtaken` is a sentence about what
    somebody else entered there meanwhile; `unless` are the facts whose warnings are left out.
    Raises ScorekeeperError if the change is impossible.
    """
    after = apply_event(change, game)
    findings = tuple(_new_findings(game, after, change))
    played = game.round(change.round)
    return Review(
        change=change,
        before=game,
        after=after,
        errors=tuple(finding for finding in findings if finding.level == "error"),
        warnings=tuple(
            finding for finding in findings if finding.level != "error" and finding.fact not in unless
        ),
        overtaken=overtaken,
        replaces=_replaces(played, change),
        blanks=_blanks_left_out(game, change, typed) if typed else None,
        corrects=game.is_closed(played) and not _names_foot(played, change),
    )


def _names_foot(played: Round, change: RoundScored) -> bool:
    """Whether the change only says which double lacked toes in a blocked round, which nobody had said."""
    return played.ending == Blocked() and change == RoundScored(round=played.number, ending=change.ending)


def _new_findings(game: Game, after: Game, change: RoundScored) -> Iterator[Finding]:
    """Yield the findings that the change would add.

    If it changes the starting double of the round, later rounds are checked too.
    """
    began = game.round(change.round).began_with != after.round(change.round).began_with
    for number in range(change.round, (len(after.rounds) if began else change.round) + 1):
        findings = round_findings(after, after.round(number))
        known = round_findings(game, game.round(number)) if findings else ()
        yield from (finding for finding in findings if finding not in known)


def overrule(
    change: RoundScored, findings: Collection[Finding], by: str | None = None, why: str | None = None
) -> RoundScored:
    """Return the change with the warnings of its round marked as overruled."""
    kept = tuple(
        Overruled(finding.fact, finding.player, finding.message, by, why)
        for finding in findings
        if finding.level == "warning" and finding.round == change.round
    )
    return replace(change, overruled=(*change.overruled, *kept))


def _replaces(played: Round, change: RoundScored) -> str | None:
    """Return a sentence about the ending that this one replaces; None if it replaces none."""
    if not isinstance(change.ending, Out):
        return None
    player = change.ending.player
    if played.blocked:
        return _("The round was marked as blocked; now {name} went out.", name=player)
    if played.out not in (None, player):
        return _(
            "{other} was marked as out. If it was {name}, {other}'s hand is missing and has to be entered.",
            other=played.out,
            name=player,
        )
    return None


def _blanks_left_out(game: Game, change: RoundScored, typed: str) -> str | None:
    """Return what to ask about a counted hand if the rules charge for blanks, or None."""
    scoring = game.rules_of(change.round).scoring
    counted = [entry for entry in change.entries.values() if isinstance(entry, Pips) and entry.count]
    if not counted or "b" in typed.casefold():
        return None
    if scoring.blank_tile is not None:
        return _(
            "A tile with one blank counts {points} here: was one among them? Then type the tiles.",
            points=scoring.blank_tile,
        )
    if scoring.blank_half:
        return _(
            "Each tile with one blank counts {points} more: how many were there? For two type {typed}.",
            points=scoring.blank_half,
            typed=f"{typed} b2",
        )
    return None


def may_hide_double_blank(game: Game, played: Round) -> tuple[str, ...]:
    """Return the players whose counted hands may have held 0-0; nobody if that is known or 0-0 is free."""
    named = any(map(holds_double_blank, played.hands.values()))
    if named or 0 in (played.open_foot, played.began_with, game.rules_of(played.number).scoring.double_blank):
        return ()
    return tuple(name for name in game.players if isinstance(played.entries.get(name), Pips))


def lacks_starter(game: Game, answers: TableAnswers) -> Round | None:
    """Return the first round, once it has a hand, if later starts go on from a person whom nobody has named."""
    begun = len(game.rounds) == 1 and bool(game.rounds[0].hands or game.rounds[0].ending)
    asks = begun and game.rules.start.later_starter == "rotate-left" and next_starter(game, 1) is None
    return game.rounds[0] if asks and not answers.no_starter else None


def names_from(game: Game, number: int, letters: str) -> list[str]:
    """Return the players of a round whose names begin with these letters."""
    return [name for name in game.dealt_in(number) if folded(name).startswith(folded(letters))]


def parse_starter(game: Game, number: int, typed: str) -> RoundScored:
    """Return the change that says who began a round, by the first letters of the name. Raises Malformed."""
    names = names_from(game, number, typed)
    if len(names) == 1 and not says_out(typed):
        return RoundScored(round=number, began=names[0])
    sentence = (
        N_("Type one more letter of the name of who began.") if names else N_("No name starts with that.")
    )
    raise Malformed(_(sentence), at=Position(1, len(typed)))


def lacks_ending(game: Game) -> Round | None:
    """Return the round at the table if every hand is in and nobody has said how it ended."""
    played = game.open_round
    return None if played is None or game.missing_in(played) else played


def lacks_last_tile(game: Game, played: Round, answers: TableAnswers) -> bool:
    """Whether somebody went out in a round, and nobody has said if it was with a double, where that counts."""
    known = played.out is None or played.out_on_double or played.number <= answers.no_last_double
    return not known and counts_last_tile(game, played.number)


ASKED = {
    "began": N_("Round {number}: who began?"),
    "ending": N_("Round {number}: who went out, or was it blocked?"),
    "last-tile": N_("Round {number}: was the last tile a double?"),
    "double-blank": N_("Round {number}: who had 0-0?"),
}
"""What is asked of a round, in this order."""


def unsaid(game: Game, answers: TableAnswers) -> dict[str, Round]:
    """Return what somebody at the table should still say, and of which round; of 0-0 until the next has a hand."""
    ending, closed = lacks_ending(game), game.correctable
    last = closed if closed is not None and lacks_last_tile(game, closed, answers) else None
    blank = ending or closed
    if blank is not None and (
        answers.settles_double_blank(blank.number) or not may_hide_double_blank(game, blank)
    ):
        blank = None
    rounds = zip(ASKED, (lacks_starter(game, answers), ending, last, blank), strict=True)
    return {question: played for question, played in rounds if played is not None}


def open_questions(game: Game, answers: TableAnswers) -> tuple[str, ...]:
    """Return what somebody at the table should still say of a round; nothing once the result is known."""
    if game.over and answers.places is None:
        return ()
    return tuple(
        _(ASKED[question], number=played.number) for question, played in unsaid(game, answers).items()
    )


def double_blank_question(game: Game, played: Round) -> tuple[str, dict[str, str]]:
    """Return the question who had 0-0, and what to choose from: nobody, by no name, or a name.

    While totals are hidden nobody's points are told.
    """
    points, totals = game.rules_of(played.number).scoring.double_blank, game.points[played.number - 1]
    choices = {"": _("Nobody, or it is already counted")}
    for name in may_hide_double_blank(game, played):
        before = totals[name]
        changed = _("{name}: {before} becomes {after}", name=name, before=before, after=before + points)
        choices[name] = name if game.hides_totals else changed
    choices[ALWAYS_COUNTED] = _("It is always counted already: ask no more")
    choices[MIND_NOT] = _("We do not mind: 0-0 counts nothing from now on")
    return _("Who had 0-0? It counts {points} on top of what was entered.", points=points), choices


def not_minding() -> RulesChanged:
    """Return the change of a table that does not mind who had 0-0, and is asked no more."""
    return RulesChanged(changes={"scoring.double_blank": 0})


def holding_double_blank(played: Round, player: str) -> RoundScored:
    """Return the change that adds 0-0 to a player's counted hand."""
    entry = played.entries[player]
    assert isinstance(entry, Pips)
    return RoundScored(round=played.number, entries={player: replace(entry, double_blank=True)})
