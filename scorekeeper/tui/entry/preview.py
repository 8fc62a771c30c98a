"""What a line means while it is being typed, and what is wrong or odd about it. Knows no widget."""

from typing import NamedTuple

from rich.text import Text

from scorekeeper.errors import Position, ScorekeeperError
from scorekeeper.game import Game, Out, Round, RoundScored, WentOut, parse_entry, score_entry
from scorekeeper.session import ending_change, hand_change, new_findings, takes_the_place
from scorekeeper.text import _
from scorekeeper.tiles import show_tiles
from scorekeeper.tui.entry.lines import ending_in_words, meaning
from scorekeeper.tui.entry.tile_pad import could_become, tiles_left


class Said(NamedTuple):
    """What stands beside a line; its level is `wrong`, `odd` or nothing. `at` are the typed letters at fault."""

    text: Text | str
    level: str = ""
    at: Position | None = None


def preview(game: Game, played: Round, player: str | None, typed: str) -> Said:
    """Return what a line would mean if it were kept as it is; `player` is None for the blocked line."""
    try:
        if player is None:
            what = ending_change(game, played.number, typed)
            means = Text("") if what.ending is None else ending_in_words(what.ending)
        else:
            half = could_become(typed, tiles_left(game, played, player), game.set_size)
            if half is not None:
                return Said(Text(show_tiles(half) or _("no such tile is left"), style="dim"))
            what = hand_change(game, played.number, player, typed)
            means = _hand_means(game, what, typed)
        return _with_findings(game, what, means)
    except ScorekeeperError as error:
        return Said(Text(str(error), style="dim italic"), at=error.at)


def _hand_means(game: Game, what: RoundScored, typed: str) -> Text:
    if isinstance(what.ending, Out):
        return Text(_("went out"), style="bold")
    entry = parse_entry(typed, game.set_size)
    if entry is None or isinstance(entry, WentOut):
        return Text(_("not yet"), style="dim")
    return meaning(score_entry(entry, game.rules_of(what.round)))


def _with_findings(game: Game, what: RoundScored, means: Text) -> Said:
    found = new_findings(game, what)
    wrong = [one.message for one in found if one.level == "error"]
    odd = [*filter(None, [takes_the_place(game.round(what.round), what)]), *(one.message for one in found)]
    if not odd:
        return Said(means)
    sentence = Text((wrong or odd)[0])
    return Said(Text("  ").join([means, sentence]) if means else sentence, "wrong" if wrong else "odd")
