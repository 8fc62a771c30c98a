"""The call on the last tile, whatever it is named: two short questions, what the book imposes now, the reminder.

Asks nothing that the game knows. What was imposed stays with the call, so that a rule changed later does
not change it.
"""

from abc import abstractmethod

from textual import on
from textual.events import Click

from scorekeeper.checks import both_ways
from scorekeeper.formats import shipped_wording
from scorekeeper.game import Call, CallMade, Game, PenaltyServed, penalties_due
from scorekeeper.text import N_, _
from scorekeeper.tui.base.screen import AppScreen, asks
from scorekeeper.tui.widgets.dialogs import Choose, Confirm

KIND = "chickenlittle"


class CallScreen(AppScreen):
    """A screen on which it is noted who called the last tile."""

    @property
    @abstractmethod
    def marked_round(self) -> int:
        """The number of the round that a call is about, unless it is still to come."""

    def offers(self, action: str) -> bool:
        """Offer to serve a penalty while one is due."""
        return bool(penalties_due(self.session.game)) if action == "served" else super().offers(action)

    @asks
    async def action_call(self) -> None:
        """Note who called the last tile, or was caught, in the marked round."""
        made = await self._ask_call()
        both = self.session.game.round(made.round).contradicts(made.call)
        if both and not await self.ask(Confirm(both_ways(made.call.player))):
            return
        if self.change(made):
            self.tell(describe_call(self.session.game, made))
            self.redraw()

    async def _ask_call(self) -> CallMade:
        """Ask who is on the last tile, and who noticed if it was forgotten; return the call, with what rules impose.

        In the marked round where it has begun, for the last hand that is entered ends it.
        """
        game, words = self.session.game, shipped_wording()
        number = round_of(game, self.marked_round)
        double = game.round(number).began_with
        players = game.dealt_in(number)
        question = _(
            "{call}, round of {double}-{double}: who has one tile left?",
            call=words.under(game.rules_of(number)).keys["little.mode"].name,
            double=double,
        )
        player = await self.ask(Choose(question, [(name, name) for name in players]))
        others = [(name, _("{by} caught {name}", by=name, name=player)) for name in players if name != player]
        question = _("Round of {double}-{double}. Did {name} call in time?", double=double, name=player)
        by = await self.ask(Choose(question, [("", _("Yes, {name} called", name=player)), *others]))
        little = game.rules_of(number).little
        effect = (little.penalty if little.mode == "penalty" else "none") if by else None
        return CallMade(number, Call(KIND, player, by or None, effect))

    @on(Click, "#due")
    def action_served(self) -> None:
        """Note that the penalty that is due has been served, the earliest first."""
        first = penalties_due(self.session.game)[0]
        if self.change(PenaltyServed(first.round, first.place)):
            self.tell(_("Noted: {name} has served the penalty.", name=first.call.player))
            self.redraw()


def round_of(game: Game, marked: int) -> int:
    """Return the number of the round that a call is noted in: the marked one, unless it is still to come."""
    return min(marked, game.current.number if game.current else len(game.rounds))


def describe_call(game: Game, what: CallMade) -> str:
    """Return what was noted, and what the rule book imposes now."""
    rules = game.rules_of(what.round)
    call, little, words = what.call, rules.little, shipped_wording().under(rules)
    if call.caught_by is None:
        return _("Noted: {name} called.", name=call.player)
    noted = _("Noted: {name} was caught by {by}.", name=call.player, by=call.caught_by)
    if little.mode != "penalty":
        return f"{noted} {words.ruling('little.mode', little.mode, {})}"
    sentences = [noted]
    if call.effect != "none" or not little.points:
        sentences += words.sentences("little.penalty", call.effect)
    if little.points:
        sentences += words.sentences("little.points", little.points)
    return " ".join(sentences)


def penalty_reminder(call: Call, key: str) -> str:
    """Return the reminder of a penalty that is due; `key` is the name of the one that says it is served."""
    by_effect = {
        "draw-1": N_("! {name} forgot to call the last tile and draws one. Press {key} when done."),
        "draw-2": N_("! {name} forgot to call the last tile and draws two. Press {key} when done."),
        "draw-1-and-skip": N_(
            "! {name} forgot to call the last tile: in the next turn, draw one tile and do not play. "
            "Press {key} when done."
        ),
        "draw-2-and-skip": N_(
            "! {name} forgot to call the last tile: in the next turn, draw two tiles and do not play. "
            "Press {key} when done."
        ),
    }
    usual = N_("! {name} forgot to call the last tile. The penalty: {effect}. Press {key} when done.")
    return _(by_effect.get(call.effect or "", usual), name=call.player, effect=call.effect, key=key)
