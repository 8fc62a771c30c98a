"""What is behind one cell of the table: the parts of the score, and what stood there before it was corrected."""

from collections.abc import Iterator, Mapping

from rich.text import Text

from scorekeeper.game import (
    EntryCell,
    Game,
    GameLog,
    PlayerRenamed,
    Round,
    RoundScored,
    SitsOut,
    round_scores,
    show_entry,
)
from scorekeeper.rules import ScorePart
from scorekeeper.text import N_, _, join_with_commas
from scorekeeper.tui.widgets.unbroken import NO_BREAK

Before = Mapping[EntryCell, tuple[str, ...]]
"""What stood in a cell before, first to last, each with the reason for which it was changed."""


def before(log: GameLog) -> Before:
    """Return what stood in every cell that was changed after it had been entered."""
    stood: dict[EntryCell, tuple[str, ...]] = {}
    for step in log.standing:
        what = step.what
        if isinstance(what, PlayerRenamed):
            names = dict(zip(step.before.players, step.after.players, strict=True))
            stood = {EntryCell(number, names[name]): values for (number, name), values in stood.items()}
        elif isinstance(what, RoundScored):
            then, now = step.before.round(what.round), step.after.round(what.round)
            for name, old in _replaced(then, now):
                value = N_("{old} ({reason})") if what.reason else "{old}"
                cell = EntryCell(what.round, name)
                stood[cell] = (*stood.get(cell, ()), _(value, old=old, reason=what.reason))
    return stood


def _replaced(then: Round, now: Round) -> Iterator[tuple[str, str]]:
    """Yield the players of whom something else was entered before, and what it was."""
    for name, entry in then.entries.items():
        if now.entries.get(name) != entry and (old := show_entry(entry)) != _hand(now, name):
            yield name, old
    if then.out is not None and then.out != now.out:
        yield then.out, _("went out")


def _hand(played: Round, name: str) -> str:
    if name == played.out:
        return _("went out")
    entry = played.entries.get(name)
    if isinstance(entry, SitsOut):
        return _("sat out")
    return "" if entry is None else show_entry(entry)


def describe_cell(game: Game, number: int, player: str, stood: Before) -> Text:
    """Return what is behind a cell, in one line."""
    played = game.round(number)
    double = f"{played.double}-{played.double}"
    text = Text.assemble((f"{double} {player}", "bold"), "  ")
    score = round_scores(game, played).get(player)
    if score is None:
        text.append(_why_empty(game, played, player), style="dim")
    elif player == played.out and len(score.lines) == 1:
        text.append(_("{points}, went out", points=score.total))
    else:
        text.append(str(score.total))
        if len(score.lines) > 1:
            text.append("  = " + " + ".join(map(_describe_line, score.lines)), style="dim")
    if earlier := stood.get(EntryCell(number, player)):
        text.append("  " + _("before: {values}", values=join_with_commas(earlier)))
    if played.note:
        text.append("  " + _("note: {note}", note=played.note), style="italic")
    return text


def _why_empty(game: Game, played: Round, player: str) -> str:
    """Return why a cell has no points."""
    if player in played.sits_out:
        return _("sat out this round")
    if player not in game.players_of(played.number):
        return _("not at the table")
    return _("not entered") if played.under_way else _("not played yet")


def _describe_line(line: ScorePart) -> str:
    if line.tile is not None:
        return f"{line.tile}{NO_BREAK}{line.points}"
    labels = {
        "little.points": N_("call {points}"),
        "scoring.open_foot": N_("open foot {points}"),
        "scoring.out_on_double": N_("out on a double {points}"),
        "scoring.marker": N_("marker {points}"),
        "scoring.blank_half": N_("blanks {points}"),
        "scoring.out": N_("out {points}"),
        "scoring.blocked": N_("lowest hand {points}"),
    }
    return _(labels.get(line.rule, "{points}"), points=line.points).replace(" ", NO_BREAK)
