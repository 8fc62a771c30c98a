"""Who is who over many games: one person's several spellings, and names that were merged.

The user merges names; this is stored beside the games, and no game is ever changed.
"""

from collections.abc import Iterable, Mapping

import msgspec

from scorekeeper.errors import Ambiguous, Impossible, NotFound, nearest
from scorekeeper.game import name_key, typed_name
from scorekeeper.history.summary import Summary
from scorekeeper.text import _, folded, join_or


class Past(msgspec.Struct, frozen=True, gc=False):
    """A stored game, and who sat in its seats after names are merged."""

    id: str
    summary: Summary
    people: tuple[str, ...]


def person_of(name: str, same: Mapping[str, str]) -> str:
    """Return the name of the person that a name stands for.

    `same` has the merged names: the person by the `name_key` of a name.
    """
    seen = {name_key(name)}
    while (meant := same.get(name_key(name))) is not None and name_key(meant) not in seen:
        name = meant
        seen.add(name_key(name))
    return name


def past_games(kept: Iterable[tuple[str, Summary]], same: Mapping[str, str]) -> tuple[Past, ...]:
    """Sort games by date, the latest first; those given first began last.

    A person has the name of the latest game. Two players of one game are never one person.
    """
    games = sorted(kept, key=lambda one: one[1].date, reverse=True)
    names = dict.fromkeys(seat.player for _id, text in games for seat in text.seats)
    shown: dict[str, str] = {}
    for name in names:
        shown.setdefault(name_key(name), name)
    found = {name: shown.get(name_key(meant := person_of(name, same)), meant) for name in names}
    past = []
    for game_id, text in games:
        people = tuple(found[seat.player] for seat in text.seats)
        if len(set(people)) < len(people):
            people = tuple(
                shown[name_key(seat.player)] if people.count(name) > 1 else name
                for seat, name in zip(text.seats, people, strict=True)
            )
        past.append(Past(game_id, text, people))
    return tuple(past)


def merge_people(name: str, into: str, games: Iterable[Past], same: Mapping[str, str]) -> tuple[str, str]:
    """Return the key of a name and the name of the person it will stand for, spelled as in the games.

    Nobody needs to have played under the person's name. Raises NotFound if nobody has the first name, Impossible if
    the two are already one or played against each other, Malformed for an invalid name.
    """
    found = tuple(games)
    name, into = find_person(person_of(name, same), found), person_of(into, same)
    seated = (one for one in everyone_seated(found) if name_key(one) == name_key(into))
    into = next(seated, None) or typed_name(into)
    if name_key(name) == name_key(into):
        raise Impossible(_("{name} and {other} are one player already.", name=name, other=into))
    for one in found:
        if {name_key(name), name_key(into)} <= {name_key(other) for other in one.people}:
            raise Impossible(
                _(
                    "{name} and {other} played against each other on {date}, so they are two people.",
                    name=name,
                    other=into,
                    date=one.summary.date,
                )
            )
    return name_key(name), into


def find_person(name: str, games: Iterable[Past]) -> str:
    """Return a player's name as shown. Raises NotFound with the nearest name, Ambiguous with all that fit."""
    people = everyone_seated(games)
    for compared in (name_key, folded):
        found = [one for one in people if compared(one) == compared(name_key(name))]
        if len(found) == 1:
            return found[0]
        if found:
            raise Ambiguous(
                _(
                    "“{name}” could be {names}; type the name as it is written.",
                    name=name,
                    names=join_or(found),
                )
            )
    if not people:
        raise NotFound(_("Nobody has played a game that is counted here."))
    raise NotFound(_("No player is called “{name}”; {hint}", name=name, hint=nearest(name, people)))


def everyone_seated(games: Iterable[Past]) -> tuple[str, ...]:
    """Return everybody who played in these games, those of the first game first."""
    return tuple(dict.fromkeys(name for one in games for name in one.people))
