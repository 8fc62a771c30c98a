"""What a line means while it is being typed, and what is wrong or odd about it. Knows no widget."""

from collections.abc import Callable
from typing import NamedTuple

from rich.text import Text

from scorekeeper.errors import Position, ScorekeeperError
from scorekeeper.game import Game, Out, Round, RoundScored, SitsOut, WentOut, parse_entry, score_entry
from scorekeeper.session import ASKED_BY_SCREENS, Review, review_change
from scorekeeper.text import _
from scorekeeper.tiles import show_tiles
from scorekeeper.tui.entry.lines import ending_in_words, marker_charge, meaning
from scorekeeper.tui.entry.tile_pad import could_become, tiles_left


class Meaning(NamedTuple):
    """What stands beside a line; its level is `wrong`, `odd` or nothing. `at` are the typed letters at fault."""

    text: Text | str
    level: str = ""
    at: Position | None = None


def preview(
    game: Game, played: Round, player: str | None, typed: str, parse: Callable[[], RoundScored]
) -> Meaning:
    """Return what a line would mean if it were kept as it is; `player` is None for the blocked line."""
    try:
        if player is not None:
            half = could_become(typed, tiles_left(game, played, player), game.set_size)
            if half is not None:
                return Meaning(Text(show_tiles(half) or _("no such tile is left"), style="dim"))
        change = parse()
        found = review_change(game, change, unless=ASKED_BY_SCREENS)
        if player is None:
            means = _ending_means(played, change)
        else:
            charge = marker_charge(game.rules_of(played.number), found.after.round(played.number), player)
            means = _hand_means(game, change, typed) + charge
        return _with_findings(found, means)
    except ScorekeeperError as error:
        return Meaning(Text(str(error), style="dim italic"), at=error.at)


def _ending_means(played: Round, what: RoundScored) -> Text:
    if what.out_on_double is True:
        return Text(_("{name} went out with a double", name=played.out))
    return ending_in_words(what.ending)


def _hand_means(game: Game, what: RoundScored, typed: str) -> Text:
    if isinstance(what.ending, Out):
        return Text(_("went out"), style="bold")
    entry = parse_entry(typed, game.set_size)
    if isinstance(entry, SitsOut):
        return Text(_("sits out"), style="bold")
    if entry is None or isinstance(entry, WentOut):
        return Text(_("not yet"), style="dim")
    return meaning(score_entry(entry, game.rules_of(what.round)))


def _with_findings(found: Review, means: Text) -> Meaning:
    sentences = [*(one.message for one in found.errors), *found.unusual]
    if not sentences:
        return Meaning(means)
    first = Text(sentences[0])
    return Meaning(Text("  ").join([means, first]) if means else first, "wrong" if found.errors else "odd")
