"""What other rules change in an evening, in words."""

from collections.abc import Iterator, Mapping

from scorekeeper.simulate.figures import BookFigures, FigureRow, figure_rows
from scorekeeper.simulate.words import label, range_words
from scorekeeper.text import N_, _, join_with_commas

RISES: Mapping[str, str] = {
    "blocked": N_("Blocked rounds rise from {before} to {after}."),
    "turns": N_("A round gets longer: {after} turns instead of {before}."),
    "points": N_("A player's points in a round rise from {before} to {after}."),
    "leader_holds": N_("Who leads at half time wins more often: {after} instead of {before}."),
    "double_blank_cost": N_("The double blank costs the table more: {after} points a round, not {before}."),
    "decided_by_call": N_("A forgotten call decides more rounds: {after} instead of {before}."),
    "minutes": N_("An evening takes longer: {after} minutes instead of {before}."),
}
FALLS: Mapping[str, str] = {
    "blocked": N_("Blocked rounds fall from {before} to {after}."),
    "turns": N_("A round gets shorter: {after} turns instead of {before}."),
    "points": N_("A player's points in a round fall from {before} to {after}."),
    "leader_holds": N_("Who leads at half time wins less often: {after} instead of {before}."),
    "double_blank_cost": N_("The double blank costs the table less: {after} points a round, not {before}."),
    "decided_by_call": N_("A forgotten call decides fewer rounds: {after} instead of {before}."),
    "minutes": N_("An evening is shorter: {after} minutes instead of {before}."),
}
"""How each figure rises and falls, in whole sentences; those of places stand in the table alone."""


def compared(before: BookFigures, after: BookFigures) -> list[str]:
    """Return what differs, a sentence for each figure; what does not differ clearly in the last one."""
    sentences, mixed, same = list[str](), list[str](), list[str]()
    for old, new in zip(figure_rows(before.policies), figure_rows(after.policies), strict=True):
        signs = set(_signs(old, new))
        if old.name not in RISES or not (old.range[1] or new.range[1]):
            continue
        if len(signs) == 1:
            sentence = (RISES if signs == {1} else FALLS)[old.name]
            sentences.append(_(sentence, before=range_words(old), after=range_words(new)))
        else:
            (mixed if signs else same).append(label(old))
    if mixed:
        sentences.append(_("More or less, as people play: {figures}.", figures=join_with_commas(mixed)))
    if same:
        sentences.append(_("No clear difference: {figures}.", figures=join_with_commas(same)))
    return sentences


def _signs(old: FigureRow, new: FigureRow) -> Iterator[int]:
    """Yield 1 for each way of playing in which spreads do not touch and a figure rises, -1 where it falls."""
    for one, other in zip(old.figures, new.figures, strict=True):
        if abs(one.mean - other.mean) > one.spread + other.spread:
            yield 1 if one.mean < other.mean else -1
