"""The figures of many games as words, numbers and bars, the same in the app and on the command line.

A bar always comes with its number; nothing is shown by length alone.
"""

from collections.abc import Sequence
from datetime import date

from msgspec.structs import asdict

from scorekeeper.dates import show_decimal, show_short_day, show_short_month
from scorekeeper.history.past import Past
from scorekeeper.history.statistics import Faced, Feat, Period, PlayerRecord
from scorekeeper.text import N_, _, join_and, join_with_commas, ngettext, pgettext

NOTHING = "·"
"""Shown if there is no number yet, as for a missing entry."""

MOST_BARS = 12


def show_average(value: float | None) -> str:
    """Return points per round.

    >>> show_average(14.25), show_average(None)
    ('14.2', '·')
    """
    return NOTHING if value is None else show_decimal(value)


def show_number(value: int | None) -> str:
    """Return a whole number, or `NOTHING` for None."""
    return NOTHING if value is None else str(value)


def show_share(part: int, whole: int) -> str:
    """Return a share in per cent.

    >>> show_share(1, 3), show_share(0, 0)
    ('33%', '·')
    """
    return _("{share}%", share=round(100 * part / whole)) if whole else NOTHING


def show_bar(value: float, most: float, width: int) -> str:
    """Return a bar for a value, `width` columns long for the largest one and never empty.

    >>> show_bar(3, 4, 2), show_bar(0, 4, 2), show_bar(4, 4, 2)
    ('━╸', '╸', '━━')
    """
    halves = max(1, round(2 * width * value / most)) if most > 0 else 1
    return "━" * (halves // 2) + "╸" * (halves % 2)


def show_period(day: date, unit: str = "day") -> str:
    """Return a date as people write it, or the year or month that begins on it.

    >>> show_period(date(2026, 11, 20)), show_period(date(2026, 1, 1), "year")
    ('20 Nov 2026', '2026')
    """
    if unit == "year":
        return str(day.year)
    return show_short_month(day) if unit == "month" else show_short_day(day)


def player_portrait(one: PlayerRecord) -> tuple[tuple[str, str], ...]:
    """Return the facts about a player, as pairs of label and text."""
    facts = asdict(one) | {
        "share": show_share(one.wins, one.finished),
        "won": one.rounds_won,
        "first": show_period(one.first),
    }
    best = _("{points}, leaving out the rounds without points", points=one.best_round)
    wins = _("{wins} of {finished} finished games, {share}", **facts)
    if one.shared:
        wins = ngettext(
            "{wins} of {finished} finished games, {share}; {shared} of them shared",
            "{wins} of {finished} finished games, {share}; {shared} of them shared",
            one.shared,
            **facts,
        )
    return (
        (
            _("Games"),
            ngettext(
                "{games}, the first on {first}; {finished} finished",
                "{games}, the first on {first}; {finished} finished",
                one.games,
                **facts,
            ),
        ),
        (_("Wins"), wins),
        (_("Rounds"), _("{rounds}, {won} won", **facts)),
        (_("Average"), _("{average} points per round", average=show_average(one.average))),
        (_("Best game"), feat(one.best_game)),
        (_("Worst game"), feat(one.worst_game)),
        (_("Best round"), NOTHING if one.best_round is None else best),
        (_("Worst round"), show_number(one.worst_round)),
    )


def feat(one: Feat | None) -> str:
    """Return a best or worst game in words: its points, and which game it was."""
    if one is None:
        return NOTHING
    facts = {"points": one.points, "title": one.title or _("Untitled"), "date": show_period(one.date)}
    return _("{points}  {title}, {date}", **facts)


def show_periods(found: Sequence[Period], width: int) -> tuple[tuple[str, str, str], ...]:
    """Return a player's points per round over time, as rows of period, bar and figures.

    Only the latest periods are shown, in order of time.
    """
    latest = [one for one in found if one.average is not None][-MOST_BARS:]
    most = max((one.average or 0.0 for one in latest), default=0.0)
    rows = []
    for one in latest:
        figures = ngettext(
            "{average}  {count} game, {wins} won",
            "{average}  {count} games, {wins} won",
            one.games,
            average=show_average(one.average),
            wins=one.wins,
        )
        rows.append((show_period(one.since, one.unit), show_bar(one.average or 0.0, most, width), figures))
    return tuple(rows)


def show_faced(one: Faced) -> str:
    """Return how two players did against each other, in a sentence or two."""
    over = one.ahead + one.behind + one.level
    facts = asdict(one) | {"over": over}
    sentences = [
        ngettext(
            "{player} and {other} sat in {games} game together.",
            "{player} and {other} sat in {games} games together.",
            one.games,
            **facts,
        )
    ]
    if over == 1:
        sentence = N_("In the one that was finished they were level.")
        if not one.level:
            sentence = N_("In the one that was finished {first} was ahead.")
        sentences.append(_(sentence, first=one.player if one.ahead else one.other))
    elif over:
        outcomes = [
            _("{player} was ahead in {count}", player=one.player, count=one.ahead) if one.ahead else "",
            _("{player} was ahead in {count}", player=one.other, count=one.behind) if one.behind else "",
            _("they were level in {count}", count=one.level) if one.level else "",
        ]
        told = join_and([*filter(None, outcomes)])
        sentences.append(_("Of {over} finished games {outcomes}.", over=over, outcomes=told))
    return " ".join(sentences)


def game_outcome(one: Past) -> str:
    """Return who won a game, or how far it has got and who is ahead."""
    found = one.summary
    if found.finished:
        return _("{names} won with {points}", names=join_and(first_of(one)), points=found.seats[0].total)
    if not found.rounds:
        begun = any(seat.rounds for seat in found.seats)
        return _("first round begun") if begun else pgettext("a game", "not begun")
    if found.hidden:
        return _("totals are hidden until the end")
    return _("{names} ahead with {points}", names=join_and(first_of(one)), points=found.ahead_with)


def outcome_with_others(one: Past) -> str:
    """Return how a game ended, and who else played."""
    others = [name for name in one.people if name not in first_of(one)]
    if not others:
        return game_outcome(one)
    return _("{outcome} · {players}", outcome=game_outcome(one), players=join_with_commas(others))


def first_of(one: Past) -> list[str]:
    """Return who won, or who is ahead; nobody if the outcome names nobody."""
    text = one.summary
    seats = zip(one.people, text.seats, strict=True)
    if text.finished:
        return [name for name, seat in seats if seat.rank == 1]
    return [name for name, seat in seats if seat.player in text.ahead and not text.hidden]


def rounds_played_of(one: Past) -> str:
    """Return how many rounds of a game were played."""
    found = one.summary
    if found.finished:
        return pgettext("a game", "finished")
    if found.rounds_total is None:
        return ngettext("{count} round", "{count} rounds", found.rounds)
    return _("{played} of {total}", played=found.rounds, total=found.rounds_total)
