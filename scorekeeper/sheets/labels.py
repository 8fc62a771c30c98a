"""The labels on printed sheets, in the language in use; templates have no words of their own."""

from scorekeeper.rules import TableLayout
from scorekeeper.text import _, pgettext


def label_words() -> dict[str, str]:
    """Return the labels of all sheets by name; `templates/README.md` lists the names."""
    return {
        "score_sheet": _("Score sheet"),
        "starter": pgettext("over who began a round", "First"),
        "ended": pgettext("over who went out, or the mark of a blocked round", "Out or B"),
        "points": pgettext("points of one round", "round"),
        "scored": pgettext("points of one round", "points"),
        "running": pgettext("running total", "total"),
        "mark_points": _("+"),
        "mark_running": _("="),
        "half_time": _("Half time"),
        "total": _("Total"),
        "place": pgettext("rank", "Place"),
        "left": pgettext("in the place of a player who left the game", "left"),
        "initials": _("Initials"),
        "date": _("Date"),
        "table": pgettext("where people sit", "Table"),
        "kept_by": _("Score kept by"),
        "agreed_by": _("Checked by"),
        "event_round": pgettext("of an event", "Round"),
        "starts_at": pgettext("time of day", "Begins at"),
        "signatures": _("Signatures"),
        "entered_by": _("Entered by"),
        "rules_card": _("The rules at this table"),
        "player": _("Player"),
        "behind": pgettext("points behind the winner", "Behind"),
        "rounds_won": _("Rounds won"),
        "ahead_by": _("Ahead by"),
        "winner": _("Winner"),
        "winners": _("Winners"),
        "leading": _("In the lead"),
        "chart": _("Every player's running total, round by round."),
        "chart_points": _("Points, the fewest on top"),
        "chart_rounds": pgettext("of a game", "Round"),
        "more": _("The rest is on the rules card."),
        "mark_little": pgettext("mark for a player caught", "c"),
        "mark_called": _("♪"),
        "mark_corrected": _("*"),
        "mark_blocked": pgettext("mark for a blocked round", "B"),
        "mark_moved": _("†"),
        "mark_away": _("–"),
        "legend_out": pgettext("what a mark means", "went out"),
        "legend_blocked": _("blocked round"),
        "legend_little": _("caught silent on the last tile"),
        "legend_called": _("called the last tile"),
        "legend_corrected": pgettext("what a mark means", "corrected"),
        "legend_moved": _("began with another double"),
        "legend_away": _("did not play"),
        "legend_double_blank": _("held 0-0"),
        "legend_marked": _("train marked at the end"),
        "legend_empty": _("an empty box is a score not entered"),
        "legend_house": _("changed at this table"),
        "mark_house": _("›"),
        "ruling": _("Ruling on a dispute"),
        "why": _("Why"),
        "would_settle": _("What would decide it"),
        "instead": _("What may be done instead"),
        "told": _("What the table said"),
        "position": _("The position"),
        "who_says": _("Who says so"),
        "otherwise": _("Other rule books say otherwise"),
    }


def game_words(name: str, layout: TableLayout) -> dict[str, str]:
    """Return the labels that depend on the game of a sheet; without its name they do without."""
    start = pgettext("the double that starts a round", "Start")
    engine = pgettext("the double that starts a round of trains", "Engine")
    return {
        "game": name or _("Score sheet"),
        "game_sheet": _("{game} score sheet", game=name) if name else _("Score sheet"),
        "result_sheet": _("{game} result", game=name) if name else _("Result"),
        "start": {"start": start, "engine": engine}[layout.starting_double],
    }
