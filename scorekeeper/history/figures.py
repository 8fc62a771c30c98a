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


def player_portrait(record: PlayerRecord) -> tuple[tuple[str, str], ...]:
    """Return the facts about a player, as pairs of label and text."""
    facts = asdict(record) | {
        "share": show_share(record.wins, record.finished),
        "won": record.rounds_won,
        "first": show_period(record.first),
    }
    best = _("{points}, leaving out the rounds without points", points=record.best_round)
    wins = _("{wins} of {finished} finished games, {share}", **facts)
    if record.shared:
        wins = ngettext(
            "{wins} of {finished} finished games, {share}; {shared} of them shared",
            "{wins} of {finished} finished games, {share}; {shared} of them shared",
            record.shared,
            **facts,
        )
    return (
        (
            _("Games"),
            ngettext(
                "{games}, the first on {first}; {finished} finished",
                "{games}, the first on {first}; {finished} finished",
                record.games,
                **facts,
            ),
        ),
        (_("Wins"), wins),
        (_("Rounds"), _("{rounds}, {won} won", **facts)),
        (_("Average"), _("{average} points per round", average=show_average(record.average))),
        (_("Best game"), feat(record.best_game)),
        (_("Worst game"), feat(record.worst_game)),
        (_("Best round"), NOTHING if record.best_round is None else best),
        (_("Worst round"), show_number(record.worst_round)),
    )


def feat(game: Feat | None) -> str:
    """Return a best or worst game in words: its points, and which game it was."""
    if game is None:
        return NOTHING
    facts = {"points": game.points, "title": game.title or _("Untitled"), "date": show_period(game.date)}
    return _("{points}  {title}, {date}", **facts)


def show_periods(periods: Sequence[Period], width: int) -> tuple[tuple[str, str, str], ...]:
    """Return a player's points per round over time, as rows of period, bar and figures.

    Only the latest periods are shown, in order of time.
    """
    latest = [period for period in periods if period.average is not None][-MOST_BARS:]
    most = max((period.average or 0.0 for period in latest), default=0.0)
    rows = []
    for period in latest:
        figures = ngettext(
            "{average}  {count} game, {wins} won",
            "{average}  {count} games, {wins} won",
            period.games,
            average=show_average(period.average),
            wins=period.wins,
        )
        bar = show_bar(period.average or 0.0, most, width)
        rows.append((show_period(period.since, period.unit), bar, figures))
    return tuple(rows)


def show_faced(pair: Faced) -> str:
    """Return how two players did against each other, in a sentence or two."""
    over = pair.ahead + pair.behind + pair.level
    facts = asdict(pair) | {"over": over}
    sentences = [
        ngettext(
            "{player} and {other} sat in {games} game together.",
            "{player} and {other} sat in {games} games together.",
            pair.games,
            **facts,
        )
    ]
    if over == 1:
        sentence = N_("In the one that was finished they were level.")
        if not pair.level:
            sentence = N_("In the one that was finished {first} was ahead.")
        sentences.append(_(sentence, first=pair.player if pair.ahead else pair.other))
    elif over:
        outcomes = [
            _("{player} was ahead in {count}", player=pair.player, count=pair.ahead) if pair.ahead else "",
            _("{player} was ahead in {count}", player=pair.other, count=pair.behind) if pair.behind else "",
            _("they were level in {count}", count=pair.level) if pair.level else "",
        ]
        listed = join_and([*filter(None, outcomes)])
        sentences.append(_("Of {over} finished games {outcomes}.", over=over, outcomes=listed))
    return " ".join(sentences)


def game_outcome(game: Past) -> str:
    """Return who won a game, or how far it has got and who is ahead."""
    summary = game.summary
    if summary.finished:
        return _("{names} won with {points}", names=join_and(first_of(game)), points=summary.seats[0].total)
    if not summary.rounds:
        begun = any(seat.rounds for seat in summary.seats)
        return _("first round begun") if begun else pgettext("a game", "not begun")
    if summary.hidden:
        return _("totals are hidden until the end")
    return _("{names} ahead with {points}", names=join_and(first_of(game)), points=summary.ahead_with)


def outcome_with_others(game: Past) -> str:
    """Return how a game ended, and who else played."""
    others = [name for name in game.people if name not in first_of(game)]
    if not others:
        return game_outcome(game)
    return _("{outcome} · {players}", outcome=game_outcome(game), players=join_with_commas(others))


def first_of(game: Past) -> list[str]:
    """Return who won, or who is ahead; nobody if the outcome names nobody."""
    summary = game.summary
    seats = zip(game.people, summary.seats, strict=True)
    if summary.finished:
        return [name for name, seat in seats if seat.rank == 1]
    return [name for name, seat in seats if seat.player in summary.ahead and not summary.hidden]


def rounds_played_of(game: Past) -> str:
    """Return how many rounds of a game were played."""
    summary = game.summary
    if summary.finished:
        return pgettext("a game", "finished")
    if summary.rounds_total is None:
        return ngettext("{count} round", "{count} rounds", summary.rounds)
    return _("{played} of {total}", played=summary.rounds, total=summary.rounds_total)
