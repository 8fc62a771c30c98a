"""A round as everybody at the table can see it.

What a player holds is seen by nobody else, so an action is judged by what the hand must have lacked: it gives
`Barred` facts, and one of them that is false makes it illegal.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from tests.second_engine.books import Table
from tests.second_engine.layout import Layout
from tests.second_engine.notation import Move, Tile, all_tiles


class Illegal(Exception):
    """The rules do not allow the action, whatever anybody holds."""


class Unplaced(Exception):
    """The action names no place, though the places that are possible differ."""


class Barred(NamedTuple):
    """At this action, one of the players had none of these tiles.

    `drawn` limits it to the tile drawn at that action, `not_drawn` to all other tiles.
    """

    at: int
    seats: frozenset[int]
    tiles: frozenset[Tile]
    drawn: int | None = None
    not_drawn: int | None = None


@dataclass
class Due:
    """A player on one tile: who must call, has called, or has let the moment pass."""

    called: bool
    fresh: bool = True
    missed: bool = False
    caught: bool = False


@dataclass
class Round:
    """The round so far; `judge` looks at an action, `do` carries it out."""

    table: Table
    wanted: Tile
    sizes: list[int]
    yard: int
    layouts: list[Layout] = field(default_factory=list)
    turn: int | None = None
    drawn: list[int] = field(default_factory=list)
    may_pass_formally: int | None = None
    passed: set[int] = field(default_factory=set)
    due: dict[int, Due] = field(default_factory=dict)
    owes: set[int] = field(default_factory=set)
    skips: set[int] = field(default_factory=set)
    announced: int | None = None
    looked: set[int] = field(default_factory=set)
    looks_next: int | None = None
    named: bool = False
    ended: str | None = None
    out: int | None = None

    def __post_init__(self) -> None:
        if not self.table.held:
            self._lay_start(self.wanted)

    def _lay_start(self, double: Tile) -> None:
        closes = self.table.keys["foot.uncloseable"] == "closed"
        needs, highest = self.table.start_toes, self.table.highest
        self.layouts = [Layout(double, needs, highest, closes, laid=frozenset({double}))]

    def rule(self, key: str) -> object:
        """Return what the rule book says."""
        return self.table.keys.get(key)

    @property
    def drawable(self) -> int:
        """Tiles that may still be drawn."""
        return self.yard - self.table.reserve

    @property
    def everybody(self) -> frozenset[int]:
        """All seats."""
        return frozenset(range(self.table.players))

    def left_of(self, seat: int) -> int:
        """Return the seat that is next in play."""
        return (seat + 1) % self.table.players

    # What an action is judged by.

    def judge(self, at: int, move: Move) -> list[Barred]:
        """Return what hands must have lacked for the action to stand; raise if it cannot stand at all."""
        if self.ended is not None:
            raise Illegal("The round is over.")
        if move.kind == "little":
            return self._judge_little(move.seat)
        if move.kind == "challenge":
            return self._judge_challenge(move)
        if move.tile is not None and self._names_the_laid_start(move):
            return []
        if move.tile is not None and self.layouts and move.tile in self.layouts[0].laid:
            raise Illegal("The tile is on the table.")
        if move.kind == "draw" and self.drawable <= 0:
            raise Illegal("There is nothing to draw.")
        if not self.layouts:
            return self._judge_opening(at, move)
        if move.kind == "draw" and move.seat in self.owes:
            return []
        if move.kind == "pass" and move.seat == self.may_pass_formally:
            return []
        return self._judge_turn(at, move)

    def _names_the_laid_start(self, move: Move) -> bool:
        """Whether somebody only says that the starting double lies there, which is nobody's turn."""
        first = not self.table.held and not self.named and self.turn is None
        return first and move.kind == "lay" and move.tile == self.wanted and move.place is None

    def _judge_opening(self, at: int, move: Move) -> list[Barred]:
        if move.kind == "draw":
            return self._judge_search(at, move.seat)
        if move.kind == "pass" or move.tile not in self._starters() or move.place is not None:
            raise Illegal("The starting double must be laid first.")
        if self.looked:
            raise Illegal("All draw together, before anybody lays the double.")
        return [Barred(at, self.everybody, frozenset(t for t in self._starters() if t > move.tile))]

    def _starters(self) -> frozenset[Tile]:
        """Return the doubles that can start the round, the highest held of them first (G11, G13)."""
        lowest = 0 if self.table.lower_starts else self.wanted.high
        return frozenset(Tile(number, number) for number in range(lowest, self.wanted.high + 1))

    def _judge_search(self, at: int, seat: int) -> list[Barred]:
        if seat in self.looked or self.looks_next not in (None, seat):
            raise Illegal("Another player draws for the double now.")
        return [] if self.looked else [Barred(at, self.everybody, self._starters())]

    def _judge_turn(self, at: int, move: Move) -> list[Barred]:
        if self.turn not in (None, move.seat):
            raise Illegal("It is another player's turn.")
        if move.seat in self.owes and self.drawable > 0:
            raise Illegal("The penalty is drawn first.")
        if move.seat in self.skips:
            if move.kind != ("draw" if self.drawable > 0 else "pass"):
                raise Illegal("The turn is lost.")
            return []
        return {"lay": self._judge_lay, "draw": self._judge_draw, "pass": self._judge_pass}[move.kind](
            at, move
        )

    def _judge_lay(self, at: int, move: Move) -> list[Barred]:
        assert move.tile is not None
        self._layouts_after(move.tile, move.place)
        if not self.drawn:
            return []
        return [Barred(at, frozenset({move.seat}), frozenset({move.tile}), not_drawn=self.drawn[-1])]

    def _layouts_after(self, tile: Tile, place: Tile | str | None) -> list[Layout]:
        after = []
        for layout in self.layouts:
            named = layout.start if place == "start" else place
            after += [layout.after(tile, one) for one in layout.places(tile) if named in (None, one)]
        if not after:
            raise Illegal("The tile does not fit there.")
        if len({tuple(layout.shown()) for layout in after}) > 1:
            raise Unplaced(str(tile))
        return list(dict.fromkeys(after))

    def _judge_draw(self, at: int, move: Move) -> list[Barred]:
        seat = frozenset({move.seat})
        if self.drawn:
            if self.rule("turn.draws") == "one":
                raise Illegal("One draw in a turn.")
            return [Barred(at, seat, self.layouts[0].fitting(), drawn=self.drawn[-1])]
        if self.rule("turn.must_play") == "may-draw-and-pass":
            return []
        return [Barred(at, seat, self.layouts[0].fitting())]

    def _judge_pass(self, at: int, move: Move) -> list[Barred]:
        seat, fitting = frozenset({move.seat}), self.layouts[0].fitting()
        must_lay = self.rule("turn.drawn_tile") == "must-play"
        draws_on = self.drawable > 0 and self.rule("turn.draws") == "until-playable"
        if not self.drawn:
            if self.drawable > 0:
                raise Illegal("There is a tile to draw.")
            return [Barred(at, seat, fitting)]
        if draws_on and must_lay:
            raise Illegal("There is a tile to draw, or one to lay.")
        if draws_on:
            others = frozenset(all_tiles(self.table.highest)) - fitting
            return [Barred(at, seat, others, drawn=self.drawn[-1])]
        return [Barred(at, seat, fitting, drawn=self.drawn[-1])] if must_lay else []

    def _judge_little(self, seat: int) -> list[Barred]:
        with_next_to_last = self.sizes[seat] == 2 and self.turn in (None, seat)
        if self.rule("little.mode") == "penalty" and self.sizes[seat] != 1 and not with_next_to_last:
            raise Illegal("The call is for the last tile.")
        return []

    def _judge_challenge(self, move: Move) -> list[Barred]:
        assert move.whom is not None
        due = self.due.get(move.whom)
        if due is None or due.called or due.caught or move.whom == move.seat:
            raise Illegal("There is nothing to object to.")
        if not due.missed and self.rule("little.announce") not in (
            "before-called",
            "before-hand-leaves-table",
        ):
            raise Illegal("There is still time to call.")
        return []

    # What an action does.

    def do(self, at: int, move: Move) -> None:
        """Carry out an action that was judged."""
        if move.kind == "little":
            self._do_little(move.seat)
        elif move.kind == "challenge":
            assert move.whom is not None
            if not self.due[move.whom].missed or self.rule("little.challenge") != "automatic":
                self._punish(move.whom)
            self.due[move.whom].caught = True
        elif move.kind == "lay":
            self._do_lay(move)
        elif move.kind == "draw":
            self._do_draw(at, move.seat)
        else:
            self._do_pass(move.seat)
        for seat, due in self.due.items():
            due.fresh = due.fresh and seat == move.seat and move.kind == "lay"
            if not due.fresh:
                self._miss({"before-hand-leaves-table"}, only=seat)

    def _do_little(self, seat: int) -> None:
        if self.sizes[seat] == 2:
            self.announced = seat
        due = self.due.get(seat)
        if due is not None and not due.missed:
            due.called = True

    def _do_lay(self, move: Move) -> None:
        assert move.tile is not None
        opening = not self.layouts
        if opening:
            self._lay_start(move.tile)
        elif self._names_the_laid_start(move):
            self.named = True
            return
        else:
            self.layouts = self._layouts_after(move.tile, move.place)
        self.sizes[move.seat] -= 1
        self.passed = set()
        self._begin_action(move.seat)
        self._miss({"before-next-play", "before-next-turn-ends"}, all_but=move.seat)
        self._ends_by(move)
        if self.sizes[move.seat] == 1 and self.rule("little.mode") == "penalty":
            self.due[move.seat] = Due(called=self.announced == move.seat)
        self.announced = None
        if opening and self.rule("start.turn") == "toe-first":
            self.turn = move.seat
        else:
            self._end_turn(move.seat)

    def _ends_by(self, move: Move) -> None:
        assert move.tile is not None
        (layout, *_) = self.layouts
        if self.sizes[move.seat] == 0:
            self.ended, self.out = "out", move.seat
        elif self.rule("foot.uncloseable") == "ends-round" and any(
            layout.uncloseable(double, toes) for double, toes in layout.feet
        ):
            self.ended = "blocked"

    def _do_draw(self, at: int, seat: int) -> None:
        self.yard -= 1
        self.sizes[seat] += 1
        if not self.layouts:
            self._do_search(seat)
            return
        if seat in self.owes:
            self.owes.discard(seat)
            self.due.pop(seat, None)
            return
        self._begin_action(seat)
        if seat in self.skips:
            self.skips.discard(seat)
            self._end_turn(seat)
            self.may_pass_formally = seat
            return
        self.turn = seat
        self.drawn.append(at)
        if self.rule("turn.drawn_tile") == "may-not-play":
            self._end_turn(seat)
            self.may_pass_formally = seat

    def _do_search(self, seat: int) -> None:
        if self.table.looks_in_turn:
            self.looks_next = self.left_of(seat)
            return
        self.looked.add(seat)
        if self.looked == self.everybody or self.drawable <= 0:
            self.looked = set()

    def _do_pass(self, seat: int) -> None:
        if seat == self.may_pass_formally:
            self.may_pass_formally = None
            return
        proves, forced = seat not in self.skips, not self.drawn
        self._begin_action(seat)
        if not proves:
            self.skips.discard(seat)
            if self.rule("little.again") == "skip" and self.sizes[seat] == 1:
                self.due[seat] = Due(called=False)
        self._end_turn(seat)
        if proves and self.drawable <= 0:
            self.passed.add(seat)
            if self.passed == self.everybody or (forced and self.rule("yard.empty") == "round-ends"):
                self.ended = "blocked"

    def _begin_action(self, seat: int) -> None:
        """Close what lasts until this player acts in turn."""
        self.due.pop(seat, None)
        self.owes.discard(seat)
        self.may_pass_formally = None

    def _end_turn(self, seat: int) -> None:
        self.turn = self.left_of(seat)
        self.drawn = []
        if self.rule("little.announce") == "before-next-turn-ends":
            before = (seat - 1) % self.table.players
            self._miss({"before-next-turn-ends"}, all_but=seat, only=before)

    def _miss(self, windows: set[str], all_but: int | None = None, only: int | None = None) -> None:
        """Let the moment for calling pass for the players who are on one tile and silent."""
        if self.rule("little.announce") not in windows:
            return
        for seat, due in self.due.items():
            if seat == all_but or only not in (None, seat) or due.called or due.missed:
                continue
            due.missed = True
            if self.rule("little.challenge") == "automatic":
                self._punish(seat)

    def _punish(self, seat: int) -> None:
        penalty = self.rule("little.penalty")
        if penalty == "draw-1-and-skip":
            self.skips.add(seat)
        elif penalty == "draw-1" and self.drawable > 0:
            self.owes.add(seat)
