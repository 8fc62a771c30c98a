"""What a table agrees on before a game where the rule book leaves it open: each value, and the ruling under it."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from scorekeeper.judge.ruling import Ruling, needed
from scorekeeper.rules import RuleBook, Value, Wording, plain_value, value_of, with_changes
from scorekeeper.text import N_, _

LEFT_OPEN = "agree"
"""The value of a rule under which the table agrees only when it happens."""


class Agreement(NamedTuple):
    """A rule on which the table could have agreed, with the ruling under each value."""

    book: RuleBook
    wording: Wording
    key: str
    values: tuple[Value, ...]
    """First the one that counts if nothing was agreed."""
    rulings: tuple[Ruling, ...]

    @property
    def decides(self) -> bool:
        """Whether the rulings differ by it; it may be anything where the book offers no values."""
        unknown = not self.book.choices[self.key] and self.rulings[0].rule == self.key
        return unknown or len({ruling.decision for ruling in self.rulings}) > 1

    def dependence(self) -> Ruling:
        """Return that it depends on what the table agreed, with the outcome of each value."""
        left = _("The rule book leaves this to the table, which agrees on it before the game.")
        offered = self.book.choices[self.key]
        outcomes = tuple(zip(self._conditions(), self.rulings, strict=True)) if offered else ()
        need = _("what the table agreed on “{rule}”", rule=self.wording.keys[self.key].name)
        needs = tuple(dict.fromkeys((need, *(other for ruling in self.rulings for other in ruling.needs))))
        first = _("It depends on {facts}.", facts=needed(needs))
        return replace(
            self.rulings[0],
            verdict="depends",
            answer=None,
            player=None,
            rule=self.key,
            value=[plain_value(value) for value in offered or self.values],
            basis=self.book.basis(self.key),
            reason=" ".join((first, left, *(_outcome(condition, ruling) for condition, ruling in outcomes))),
            instead=(),
            needs=needs,
            because="",
            outcomes=outcomes,
            besides="" if outcomes else left,
        )

    def _conditions(self) -> Iterator[str]:
        """Yield each value as a condition: a number, or else the rule that it makes, quoted."""
        for value in self.values:
            shown = str(plain_value(value))
            if isinstance(value, str | bool):
                sentences = " ".join(self.wording.sentences(self.key, value))
                shown = _("“{rule}”", rule=sentences.removesuffix("."))
            condition = _("With {value}", value=shown)
            usual = value == value_of(self.book.rules, self.key)
            yield _("{condition} (or if nothing was agreed)", condition=condition) if usual else condition

    def either_way(self) -> Ruling:
        """Return the ruling that is the same whatever the table agreed, with all that is not."""
        first, *others = self.rulings
        if all((ruling.because, ruling.besides) == (first.because, first.besides) for ruling in others):
            return first

        def with_each(reasons: Iterable[str]) -> str:
            pairs = zip(self._conditions(), reasons, strict=True)
            return " ".join(
                _("{condition}: {answer}", condition=when, answer=why) for when, why in pairs if why
            )

        reason = with_each(ruling.after_colon for ruling in self.rulings)
        besides, because = with_each(ruling.besides for ruling in self.rulings), first.because
        if any(ruling.because != because for ruling in others):
            because, besides = "", reason
        return replace(first, reason=reason, because=because, besides=besides, result=None)

    def without_open_points(self, ruling: Ruling) -> Ruling:
        """Return the ruling without the points that differ by what the table agreed on."""
        if ruling.result is None:
            return ruling
        points = dict(ruling.result.points)
        sentences = [ruling.reason]
        for player, counted in ruling.result.points.items():
            totals = [variant.result.points[player] for variant in self.rulings if variant.result is not None]
            if any(total != counted for total in totals):
                del points[player]
                counts = N_("With {value} {player} counts {points}.")
                pairs = zip(map(plain_value, self.values), totals, strict=True)
                sentences += [_(counts, value=value, player=player, points=total) for value, total in pairs]
        result = replace(ruling.result, points=points)
        return replace(ruling, result=result, reason=" ".join(sentences))


def agreement(book: RuleBook, wording: Wording, key: str, judge: Callable[[RuleBook], Ruling]) -> Agreement:
    """Return a rule that a book leaves to the table, judged under each value on which that could have agreed."""
    usual = value_of(book.rules, key)
    offered = sorted(book.choices[key] or (usual,), key=lambda value: value != usual)
    values, left = tuple(value for value in offered if value != LEFT_OPEN), book.to_agree - {key}
    agreed = (replace(book, rules=with_changes(book.rules, {key: value}), to_agree=left) for value in values)
    return Agreement(book, wording, key, values, tuple(map(judge, agreed)))


def _outcome(condition: str, ruling: Ruling) -> str:
    """Return what the ruling is with one of the values."""
    if ruling.answer is None:
        return _("{condition}: {answer}", condition=condition, answer=ruling.after_colon)
    facts = {"answer": ruling.answer, "reason": ruling.after_colon}
    return _("{condition} the answer is {answer}: {reason}", condition=condition, **facts)
