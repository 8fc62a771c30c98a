"""A game as somebody with a pencil keeps it beside the program: what was entered, and what it counts.

It knows nothing of the package: it reads the file that `export` writes, and counts by itself.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

OUT, BLOCKED, SITS_OUT = "o", "blocked", "-"


@dataclass(frozen=True)
class Page:
    """What stands on the sheet of one game; hands by round and player, `ended` by round."""

    players: tuple[str, ...]
    double_blank: int
    joined: frozenset[tuple[str, int, int]] = frozenset()
    """Who came late or came back: the first round, and the points that were added."""
    left: frozenset[tuple[str, int]] = frozenset()
    """Who left, and the first round without them."""
    hands: Mapping[tuple[int, str], str] = field(default_factory=dict)
    ended: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)
    finished: bool = False

    def entry(self, number: int, player: str) -> str:
        """Return what is entered for a player, as it is typed."""
        return OUT if self.ended.get(number) == player else self.hands.get((number, player), "")

    def written_hand(self, number: int, player: str, typed: str) -> bool:
        """Whether this is what is entered for a player."""
        return self.entry(number, player).lstrip("=") in (typed, written(typed))

    def enter(self, number: int, player: str, typed: str) -> "Page":
        """Return the page with a hand; who goes out has none, and whose hand is in did not go out."""
        hands, ended = {**self.hands}, {**self.ended}
        hands.pop((number, player), None)
        if typed == OUT:
            ended[number] = player
        elif ended.get(number) == player:
            del ended[number]
        if typed not in (OUT, ""):
            hands[number, player] = written(typed)
        return replace(self, hands=hands, ended=ended)

    def end(self, number: int, how: str) -> "Page":
        """Return the page with how a round ended: who went out, `blocked`, `blocked 4` by a double, or nothing."""
        if how and not how.startswith(BLOCKED):
            return self.enter(number, how, OUT)
        others = {other: ending for other, ending in self.ended.items() if other != number}
        return replace(self, ended=others | ({number: how} if how else {}))

    def note(self, number: int, text: str) -> "Page":
        """Return the page with a note on a round."""
        others = {other: note for other, note in self.notes.items() if other != number}
        return replace(self, notes=others | ({number: text} if text else {}))

    def finish(self, finished: bool) -> "Page":
        """Return the page of a game that is called over, or goes on."""
        return replace(self, finished=finished)

    def rename(self, old: str, new: str) -> "Page":
        """Return the page with another name wherever the old one stands."""

        def now(name: str) -> str:
            return new if name == old else name

        return replace(
            self,
            players=tuple(map(now, self.players)),
            joined=frozenset((now(name), *rest) for name, *rest in self.joined),
            left=frozenset((now(name), number) for name, number in self.left),
            hands={(number, now(name)): hand for (number, name), hand in self.hands.items()},
            ended={number: now(name) for number, name in self.ended.items()},
        )

    def plays(self, player: str, number: int) -> bool:
        """Whether a player is at the table in a round."""
        came = [(first, 0) for name, first, _points in self.joined if name == player]
        moves = sorted([*came, *((gone, 1) for name, gone in self.left if name == player)])
        before = [left for first, left in moves if first <= number]
        return not before[-1] if before else not moves or moves[0][1] == 1

    def is_here(self, player: str) -> bool:
        """Whether a player is at the table in the round after the last that is entered."""
        return player in self.players and self.plays(player, self.last + 1)

    def join(self, player: str, number: int, begins: str | None, given: int = 0) -> "Page":
        """Return the page with somebody who comes: with the highest, the average, given points or those of before."""
        if (player, number) in self.left:
            return replace(self, left=self.left - {(player, number)})
        own = self.total(player) if player in self.players else 0
        there = [self.total(name, self.closed) for name in self.players if self.plays(name, number)]
        average = (2 * sum(there) + len(there)) // (2 * len(there))
        stands = {"highest": max(there), "average": average, "given": given}.get(begins or "", own)
        players = self.players if player in self.players else (*self.players, player)
        came = (player, number, max(0, stands - own))
        late = {came} if number > 1 or stands > own else set()  # in the first round nobody is late
        return replace(self, players=players, joined=self.joined | late)

    def leave(self, player: str) -> "Page":
        """Return the page without a player from the first round without an entry on."""
        entered = [number for number in range(1, self.last + 1) if self.entry(number, player)]
        came = [first for name, first, _points in self.joined if name == player]
        left = max([1, *came, *(number + 1 for number in entered)])
        return replace(self, left=self.left | {(player, left)})

    @property
    def last(self) -> int:
        """The last round of which anything is entered."""
        return max((number for number in chain(self.ended, (cell[0] for cell in self.hands))), default=0)

    def missing(self, number: int) -> list[str]:
        """Return whose hand is not in."""
        return [name for name in self.players if self.plays(name, number) and not self.entry(number, name)]

    @property
    def due(self) -> int:
        """The round to enter next."""
        return next((number for number in range(1, self.last + 1) if self.missing(number)), self.last + 1)

    def points(self, number: int, player: str) -> int | None:
        """Return what a hand counts; None where there is none to count."""
        typed = self.entry(number, player)
        if typed in ("", SITS_OUT):
            return None
        return 0 if typed == OUT else counted(typed, self.double_blank)

    @property
    def whole(self) -> list[int]:
        """The rounds of which every hand is in."""
        return [number for number in range(1, self.last + 1) if not self.missing(number)]

    @property
    def closed(self) -> list[int]:
        """The rounds of which nothing more is asked: the last whole one stays open until it is told how it ended."""
        whole, begun = self.whole, max([self.last, *self.notes])
        asks = len(whole) == begun and begun not in self.ended and not self.finished
        return whole[:-1] if asks else whole

    def total(self, player: str, rounds: list[int] | None = None) -> int:
        """Return somebody's total, of these rounds alone if some are named."""
        came = sum(points for name, _first, points in self.joined if name == player)
        counting = range(1, self.last + 1) if rounds is None else rounds
        return came + sum(self.points(number, player) or 0 for number in counting)


def counted(typed: str, double_blank: int) -> int:
    """Return what a hand counts: `=60` points, `17+0-0` pips and the double blank, `23` pips, or tiles."""
    if typed.startswith("="):
        return int(typed[1:])
    tiles = re.findall(r"(\d)-(\d)", typed)
    loose = re.sub(r"\d-\d", "", typed).strip("+ ")
    pips = sum(int(number) for number in loose.split("+")) if loose else 0
    return pips + sum(double_blank if tile == ("0", "0") else int(tile[0]) + int(tile[1]) for tile in tiles)


def written(typed: str) -> str:
    """Return a hand as it stands in a file: sums added up, tiles in order."""
    if re.fullmatch(r"[\d+]+", typed):
        return str(counted(typed, 0))
    return " ".join(sorted(typed.split()))


def read_page(exported: str) -> Page:
    """Read the page from an exported game."""
    file = tomllib.loads(exported)
    hands: dict[tuple[int, str], str] = {}
    ended, notes = dict[int, str](), dict[int, str]()
    for number, played in enumerate(file.get("rounds", ()), 1):
        held = played.get("double_blank")
        pips = {name: f"{count}{'+0-0' * (name == held)}" for name, count in played.get("pips", {}).items()}
        points = {name: f"={count}" for name, count in played.get("points", {}).items()}
        rests = dict.fromkeys(played.get("sits_out", ()), SITS_OUT)
        entered = {**pips, **points, **rests, **played.get("hands", {})}
        hands |= {(number, name): written(hand) for name, hand in entered.items()}
        if "ended" in played:
            ended[number] = played.get("out") or f"{BLOCKED} {played.get('open_foot', '')}".strip()
        if "note" in played:
            notes[number] = played["note"]
    return Page(
        players=tuple(file["players"]),
        double_blank=file["rules_in_force"]["scoring"]["double_blank"],
        joined=frozenset((one["player"], one["round"], one["points"]) for one in file.get("joined", ())),
        left=frozenset((one["player"], one["round"]) for one in file.get("left", ())),
        hands=hands,
        ended=ended,
        notes=notes,
        finished=file.get("finished", False),
    )
