"""The sheet of a game: the points of every player in every round, and the totals.

The box of a player who was away, or sat out, says so. It has a total if a latecomer was given points, or if the
player was at the table, so that every column of totals adds up. Nothing here knows paper.
"""

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise

from scorekeeper.dates import show_day
from scorekeeper.game import (
    Game,
    Round,
    Standings,
    complete_rounds_only,
    explain_places,
    holds_double_blank,
    next_starter,
    standings,
    standings_so_far,
    stays_of,
)
from scorekeeper.rules import Wording
from scorekeeper.sheets.content import (
    Row,
    Sheet,
    SheetCell,
    SheetPlace,
    SheetSeat,
    doubles_are_known,
    facts,
    half_time,
    kept_rulings,
    of_game,
    rounds_in_words,
)
from scorekeeper.sheets.small_print import Terms, chapters, small_print
from scorekeeper.text import N_, _, join_with_commas, ngettext

Corrected = Collection[tuple[int, str]]
"""The corrected entries, as pairs of round number and player."""


def rows_of(game: Game, corrected: Corrected) -> tuple[Row, ...]:
    """Return a row for every round that is or will be played, with a box for everybody who ever played."""
    ahead = () if game.over else game.ahead
    to_come = (Round(number, double) for number, double in enumerate(ahead, len(game.rounds) + 1))
    rows = []
    for played in (*game.rounds, *to_come):
        due = doubles_are_known(game.rules_of(played.number))
        begun = played.began_with if due or played.started_with is not None or played.entries else None
        rows.append(
            Row(
                number=played.number,
                double=played.double if due else begun,
                began_with=begun,
                blocked=played.blocked,
                cells=tuple(_cell(game, played, name, corrected) for name in game.players),
                starter=next_starter(game, played.number) or "",
                out=played.out or "",
            )
        )
    return tuple(rows)


def _cell(game: Game, played: Round, name: str, corrected: Corrected) -> SheetCell | None:
    number, begun = played.number, played.number <= len(game.rounds)
    total = game.total(name, number)
    if name not in game.players_of(number):
        changed = begun and total != game.total(name, number - 1)
        return SheetCell(None, total if changed else None, away=True)
    if name in played.sits_out:
        return SheetCell(None, total, away=True, corrected=(number, name) in corrected)
    if not begun or name not in game.points[number - 1]:
        return None
    return SheetCell(
        points=game.points[number - 1][name],
        total=total,
        out=played.out == name,
        little=any(call.player == name and call.caught for call in played.calls),
        called=any(call.player == name and not call.caught for call in played.calls),
        corrected=(number, name) in corrected,
        double_blank=name in played.hands and holds_double_blank(played.hands[name]),
        marked=name in played.marked,
    )


def filled_sheet(
    game: Game,
    book: str,
    *,
    wording: Wording | None = None,
    corrected: Corrected = (),
    dealt: Mapping[int, int] | None = None,
    otherwise: bool = False,
) -> Sheet:
    """Return the sheet of a game; missing entries stay empty, to be filled in by hand.

    `dealt` has the number of players, by round, of deals that somebody did not play to the end. `otherwise` means
    that the game is counted by other rules than the table's; the sheet then says that it does not show the result.
    """
    rows = rows_of(game, frozenset(corrected))
    placed = standings(game) if game.rounds else None
    now = standings_so_far(game) if game.rounds else None
    half = half_time(len(rows))
    noted = [*_comings_and_goings(game), *_about_rounds(game)]
    notes = tuple(sentence for _number, sentence in sorted(noted, key=lambda note: note[0]))
    terms = terms_of(game, book, dealt)
    return Sheet(
        **of_game(game.rules, wording),
        title=game.title,
        date=show_day(game.date),
        day=game.date.isoformat(),
        table=str(game.club.table) if game.club else "",
        event_round=str(game.club.sitting) if game.club else "",
        set=game.set_size,
        facts=facts(game.set_size, len(game.players), _length(game)),
        book=book,
        players=tuple(_seat(game, name, half, placed) for name in game.players),
        rounds=rows,
        half=half,
        finished=game.over,
        finished_early=_length(game) if game.cut_short else "",
        result=readable(" ".join(_result(game, now, otherwise)), game.players),
        places=_places(complete_rounds_only(game), now),
        notes=notes,
        small_print=small_print(terms, notes, wording),
        chapters=chapters(terms, wording),
        rulings=kept_rulings(game),
    )


def terms_of(game: Game, book: str, dealt: Mapping[int, int] | None = None) -> Terms:
    """Return the current terms of a game, under this title of its rule book; `dealt` as for `filled_sheet`."""
    last, dealt = len(game.rounds) + (not game.over), dealt or {}
    counts = [dealt.get(number, len(game.players_of(number))) for number in range(1, last + 1)]
    later = tuple(
        (number, now) for number, (before, now) in enumerate(pairwise(counts), start=2) if now != before
    )
    return Terms(book, game.rules, game.set_size, counts[0], game.house, game.earlier, later)


def _seat(game: Game, name: str, half: int | None, placed: Standings | None) -> SheetSeat:
    if placed is None:
        return SheetSeat(name)
    place = next(place for place in placed.standings if place.player == name)
    over = game.over or game.finished
    rounds = [played for played in game.rounds[:half] if name in game.players_of(played.number)]
    missing = not rounds or any(name in game.missing_in(played) for played in rounds)
    at_half = None if half is None or len(game.rounds) < half or missing else game.total(name, half)
    return SheetSeat(
        name=name,
        half=at_half,
        total=place.total if over else None,
        rank=place.rank if over else None,
        rounds_won=place.rounds_won,
        left=place.left is not None,
    )


def _length(game: Game) -> str:
    """Return how many rounds the game has, or how many of them were played where it was finished early."""
    total = game.rounds_total
    if not game.cut_short:
        return "" if total is None else rounds_in_words(total)
    if total is None:
        return rounds_in_words(game.rounds_played)
    return ngettext(
        "{played} of {total} round",
        "{played} of {total} rounds",
        total,
        played=game.rounds_played,
        total=total,
    )


def _result(game: Game, placed: Standings | None, otherwise: bool) -> Iterator[str]:
    """Yield who won, or where everybody stands, and what decided that and every tie."""
    if otherwise:
        yield _("Counted by other rules than this table's: this is not the official result.")
    if placed is None:
        return
    if not placed.winners and placed.rounds_total is not None and placed.rounds_played:
        stayed = N_("{player} {total}")
        left = N_("{player} {total} (left before round {number})")
        places = [
            _(
                stayed if place.left is None else left,
                player=place.player,
                total=place.total,
                number=place.left,
            )
            for place in placed.standings
        ]
        yield ngettext(
            "After {played} of {total} round: {places}.",
            "After {played} of {total} rounds: {places}.",
            placed.rounds_total,
            played=placed.rounds_played,
            total=placed.rounds_total,
            places=join_with_commas(places),
        )
    if explained := explain_places(game, placed):
        yield explained


def readable(sentence: str, names: Iterable[str]) -> str:
    """Isolate right-to-left names, so that a number beside them stays in its place."""
    for name in names:
        if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name):
            sentence = sentence.replace(name, f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}")
    return sentence


def _places(shown: Game, placed: Standings | None) -> tuple[SheetPlace, ...]:
    """Return the places after the complete rounds, which `shown` has alone; nothing before the first one."""
    if placed is None or not placed.rounds_played:
        return ()
    best = placed.standings[0].total
    return tuple(
        SheetPlace(
            rank=place.rank,
            player=place.player,
            total=place.total,
            rounds_won=place.rounds_won,
            behind=place.total - best if place.left is None else None,
            decided_by=placed.reason(place),
            left="" if place.left is None else _("left before round {number}", number=place.left),
            course=_course(shown, place.player),
        )
        for place in placed.standings
    )


def _course(shown: Game, name: str) -> tuple[tuple[int, int], ...]:
    """Return a player's totals after the rounds that changed them, as pairs of round and total."""
    before = stays_of(shown.stays, name)[0].joined - 1
    changes = (
        played.number
        for played in shown.rounds[before:]
        if name in shown.players_of(played.number)
        or shown.total(name, played.number) != shown.total(name, played.number - 1)
    )
    complete = [number for number in changes if not shown.missing_in(shown.rounds[number - 1])]
    last = len(shown.rounds)
    return tuple((number, shown.total(name, number)) for number in (before, *complete) if number <= last)


def _about_rounds(game: Game) -> Iterator[tuple[int, str]]:
    """Yield sentences about the rounds, each with the round's number."""
    for played in game.rounds:
        number = played.number
        if played.began_with != played.double and doubles_are_known(game.rules_of(played.number)):
            sentence = _(
                "Round {number} was to begin with {wanted}-{wanted}; {real}-{real} began it.",
                number=number,
                wanted=played.double,
                real=played.began_with,
            )
            yield number, sentence
        for name in played.sits_out:
            yield number, _("{name} sat out round {number}.", name=name, number=number)
        if played.note:
            yield number, _("Round {number}: {note}", number=number, note=played.note)


def _comings_and_goings(game: Game) -> Iterator[tuple[int, str]]:
    """Yield sentences about latecomers and the points given to them, and about players who left or came back.

    Each comes with the number of its round.
    """
    for name in game.players:
        for index, stay in enumerate(stays_of(game.stays, name)):
            joined, left = stay.joined, stay.left
            facts = {"name": name, "number": joined, "points": stay.points}
            if index or joined > 1:
                came = (
                    (
                        N_("{name} came back in round {number}."),
                        N_("{name} came back in round {number}, with {points} more."),
                    )
                    if index
                    else (
                        N_("{name} joined in round {number}."),
                        N_("{name} joined in round {number}, with {points}."),
                    )
                )
                yield joined, _(came[stay.points != 0], **facts)
            elif stay.points:
                sentence = ngettext(
                    "{name} was given {points} point.",
                    "{name} was given {points} points.",
                    stay.points,
                    **facts,
                )
                yield joined, sentence
            if left is not None:
                yield left, _("{name} left before round {number}.", name=name, number=left)
