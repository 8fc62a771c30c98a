"""What rules do to an evening: figures that get finer while one looks at them.

The evenings are played in other processes; this screen waits for them and shows what there is.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats import shipped_wording
from scorekeeper.rules import playable
from scorekeeper.session import AppSession, playing
from scorekeeper.simulate import (
    Part,
    Plan,
    PlannedBook,
    change_sentences,
    compared,
    how_to_read,
    plot,
    simulation,
    usual_players,
)
from scorekeeper.text import N_, _
from scorekeeper.tiles import set_name
from scorekeeper.tui.base.screen import AppScreen
from scorekeeper.tui.widgets.text import HEADING, MUTED, NAME, PLAIN, TextLine, hung, page, under_bands

_MARGIN, _WIDEST, _AROUND = 6, 110, 4
"""Columns beside the text, for padding and the scroll bar; the most of the text; rows around a pane."""


class SimulationScreen(AppScreen):
    """One rule book, or several compared with the first of them."""

    TITLE = N_("What these rules do to an evening")
    place: ClassVar[str] = "simulation"
    PANES: ClassVar[Mapping[str, str]] = {"simulated": N_("Evenings")}

    def __init__(self, session: AppSession, books: Sequence[PlannedBook]) -> None:
        super().__init__(session)
        size = books[0].rules.set.default
        self._plan = Plan(tuple(books), size, usual_players(books[0].rules, size))
        self._by_players = defaultdict[int, list[Part]](list)
        """What was played, so that nothing is forgotten while others play."""
        self._refused = ""

    def body(self) -> ComposeResult:
        """Show the figures."""
        with VerticalScroll(classes="page", id="simulated"):
            yield Static(id="evenings", markup=False)

    def on_mount(self) -> None:
        """Begin to play."""
        self.query_one(VerticalScroll).focus()
        self._ask(self._plan)

    def _ask(self, plan: Plan) -> None:
        self._plan, self._refused = plan, ""
        self.run_worker(self._play(), exclusive=True)
        self.redraw()

    async def _play(self) -> None:
        """Take the evenings as they are played, and show the figures anew each time."""
        parts = self._by_players[self._plan.players]
        try:
            with playing(self._plan) as futures:
                for at, future in enumerate(futures):
                    part = await asyncio.wrap_future(future)
                    if at == len(parts):
                        parts.append(part)
                        self.redraw_if_there()
        except ScorekeeperError as error:
            self._refused = str(error)
            self.redraw_if_there()

    def redraw(self) -> None:
        """Show the figures so far."""
        super().redraw()
        panes, width = self.has_class("-panes"), self.size.width - _MARGIN
        lines = list(self._lines(width if panes else min(width, _WIDEST)))
        if panes:
            lines = _on_bands(lines, width, self.size.height - _AROUND)
        self.query_one("#evenings", Static).update(page(lines))

    def _lines(self, width: int) -> Iterator[TextLine]:
        plan, parts = self._plan, self._by_players[self._plan.players]
        done = sum(len(part[0][0]) for part in parts)
        facts = {"set_name": set_name(plan.set_size), "players": plan.players, "all": plan.evenings}
        head = _(
            "{set_name} · {players} players · {done} of {all} evenings, more to come", done=done, **facts
        )
        if done == plan.evenings:
            head = _("{set_name} · {players} players · {all} evenings in each way of playing", **facts)
        yield from hung(MUTED, "", head, width)
        if self._refused:
            yield from hung("$warning", "! ", self._refused, width)
        if not parts:
            return
        words = shipped_wording().under(plan.books[0].rules)
        result, titles = simulation(plan, parts), [book.title for book in plan.books]
        for title, book in zip(titles[1:], result.books[1:], strict=True):
            yield "", PLAIN
            yield _("{book}, compared with {other}:", book=title, other=titles[0]), HEADING
            for sentence in change_sentences(book.house, words):
                yield from hung(MUTED, "  ", sentence, width)
            for sentence in compared(result.books[0], book):
                yield from hung(PLAIN, "  ", sentence, width)
        yield "", PLAIN
        for sentence in how_to_read(plan.policies):
            yield from hung(MUTED, "", sentence, width)
        for bar, by_policy in plot(result.books, titles, width):
            yield bar, PLAIN if by_policy else NAME
            if by_policy:
                yield from hung(MUTED, "    ", by_policy, width)

    def action_players(self) -> None:
        """Let one more play, where the tiles suffice."""
        plan = self._plan
        able = set.intersection(*(set(playable(book.rules, plan.set_size)) for book in plan.books))
        more = [players for players in sorted(able) if players > plan.players]
        self._ask(plan._replace(players=(more or sorted(able) or [plan.players])[0]))


def _on_bands(lines: Sequence[TextLine], width: int, height: int) -> list[TextLine]:
    """Return lines in which every figure stands on a ground, and all of them share what is free of so many rows."""
    starts = [at for at, (_text, style) in enumerate(lines) if style == NAME]
    shown = list(lines[: starts[0]] if starts else lines)
    free = max(0, height - len(lines)) // max(1, len(starts))
    for start, end in pairwise([*starts, len(lines)]):
        shown += under_bands([*lines[start:end], *[("", PLAIN)] * free], width)
    return shown
