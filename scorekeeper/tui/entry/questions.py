"""Questions about a round that is being entered: why a correction, and who had 0-0."""

from collections.abc import Sequence

from scorekeeper.checks import Finding
from scorekeeper.game import Game, Round
from scorekeeper.text import _
from scorekeeper.tui.entry.lines import EntryLine, spoken
from scorekeeper.tui.widgets.dialogs import AskLine, Choose, Unforeseen


def again_keeps(sentence: str, key: str) -> str:
    """Return what is unusual about an entry, and which key keeps it all the same."""
    return _("{sentence} Press {key} again to keep it.", sentence=sentence, key=key)


def discard_and_leave(name: str) -> str:
    """Return the question whether what was typed for somebody may be lost with the app."""
    return _("What you typed for {name} is not saved. Leave and discard it?", name=name)


class AskReason(AskLine):
    """Asks why a line is corrected."""

    def __init__(self, line: EntryLine) -> None:
        question = _(
            "{name}: {before} becomes {after}. Why? (for the log; may be empty)",
            name=line.about,
            before=spoken(line.kept),
            after=spoken(line.typed),
        )
        super().__init__(question, _("for example: counted again"))


class AskWhy(AskLine):
    """Asks why an entry stands against a warning."""

    def __init__(self, found: Sequence[Finding]) -> None:
        super().__init__(
            _(
                "{warnings} Why keep it anyway? (for the log; may be empty)",
                warnings=" ".join(one.message for one in found),
            )
        )


class WhoHadDoubleBlank(Unforeseen, Choose):
    """Asks whose counted hand held 0-0; answers with nothing where nobody did."""

    def __init__(self, game: Game, played: Round, holders: Sequence[str]) -> None:
        self.holders = holders
        """Whose hands may have held it when this was asked."""
        self.settled = ""
        """What another window did meanwhile that settles it, in sentences."""
        points = game.rules_of(played.number).scoring.double_blank
        totals = game.points[played.number - 1]
        counted = [
            (
                name,
                _(
                    "{name}: {before} becomes {after}",
                    name=name,
                    before=totals[name],
                    after=totals[name] + points,
                ),
            )
            for name in holders
        ]
        question = _("Who had 0-0? It counts {points} on top of what was entered.", points=points)
        super().__init__(question, [("", _("Nobody, or it is already counted")), *counted])
