"""`scorekeeper keep`: an evening line by line, without a screen, for screen readers, slow lines and pipes.

What is asked next follows from the game alone, so a command may come at every question and change anything. Each
line is stored at once, through the session.
"""

import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

import click

from scorekeeper.cli import COMMANDS, UNKNOWN, fault_of, load_command
from scorekeeper.cli.amend import say_change
from scorekeeper.cli.common import (
    by_option,
    complete_game,
    names_file,
    open_kept,
    say_which,
    store,
    take_stdin,
)
from scorekeeper.cli.output import complain, printable, say
from scorekeeper.errors import Impossible, Malformed, ScorekeeperError, Unanswered, Unavailable
from scorekeeper.game import (
    OUT,
    Game,
    Round,
    RoundScored,
    parse_names,
    standings_so_far,
    starter_words,
    understood,
)
from scorekeeper.reading import answered, split_words
from scorekeeper.session import (
    Review,
    counts_last_tile,
    holding_double_blank,
    may_hide_double_blank,
    parse_line,
    review_change,
)
from scorekeeper.text import _, folded, join_and, join_or, join_with_commas

OTHERS = {"standing": "standings", "help": "help", "quit": "quit"}
ELSEWHERE = {"completion", "delete", "demo", "import", "keep", "key", "new", "restore", "share", "store"}
INSIDE = {**{name: name for name in COMMANDS if name not in ELSEWHERE}, **OTHERS}
"""The commands that may come at any question, by what is typed; those that take a game are given the open one."""


class Prompt(NamedTuple):
    """What is asked, and what becomes of the answer, which raises ScorekeeperError if it is none."""

    text: str
    answer: Callable[[str], None]


class SpokenEvening:
    """An open game, and what is still to be asked about it."""

    def __init__(self, game: str, by: str | None) -> None:
        self._session = open_kept(game, by)
        self._later: list[str] = []
        """Who is asked after the others, once for each time that Enter alone was typed."""
        self._announced = 0
        """The round that was announced last."""
        self._closed = 0
        """The round that was closed last here."""
        self._due: Iterator[Prompt] = iter(())
        """What is still to be asked about that round."""
        self._pending: Prompt | None = None
        """The question that is asked until it has an answer, where it does not follow from the game."""

    @property
    def game(self) -> Game:
        """The state of the open game."""
        return self._session.game

    def prompt(self) -> Prompt:
        """Return what is to be asked now."""
        if came := self._session.look_again():
            say(came)
        self._pending = self._pending or next(self._due, None)
        played = self.game.open_round
        if self._pending is not None:
            return self._pending
        if played is None:
            return Prompt(_("No round is left to enter. A command, help, or quit:"), lambda _typed: None)
        number, double = played.number, played.double
        if number != self._announced:
            self._announced, self._later = number, []
            say(_("Round {number}, {double}-{double}.", number=number, double=double))
            say(_("{sentence}.", sentence=starter_words(self.game, number)))
        if not (lacking := self.game.lacks(played)):
            return self._how_it_ended(played)
        player = min(lacking, key=self._later.count)
        return Prompt(_("{name}:", name=player), lambda typed: self._take_hand(played, player, typed))

    def _take_hand(self, played: Round, player: str, typed: str) -> None:
        """Store a hand: of the player who was asked, or of another as in `Ben=23`."""
        named, equals, hand = typed.partition("=")
        if equals and named.strip():
            player, typed = self.game.player(named.strip()), hand.strip()
        if not typed:
            self._later.append(player)
            return
        line = None if answered(typed) == "b" else player
        if line and (hand := understood(typed, self.game.set_size)) and hand != OUT:
            say(_("Understood: {hand}.", hand=hand))
        self._keep(parse_line(self.game, played.number, line, typed), typed)

    def _how_it_ended(self, played: Round) -> Prompt:
        def answer(typed: str) -> None:
            if folded(typed) in map(folded, self.game.players):
                self._keep(parse_line(self.game, played.number, self.game.player(typed), OUT))
            elif typed:
                self._keep(parse_line(self.game, played.number, None, typed))

        text = _("Was the round blocked? b, or who went out:")
        if self.game.rules_of(played.number).layout.open_foot:
            text = _("Which double was short of toes? 4, b if not known, or who went out:")
        return Prompt(text, answer)

    def _about_closed(self, number: int) -> Iterator[Prompt]:
        """Yield what is asked once a round is closed, then say where everybody stands."""
        out = self.game.round(number).out
        if out is not None and counts_last_tile(self.game, number):
            text = _("Was {name}'s last tile a double? d if it was, else Enter:", name=out)

            def tell_last_tile(typed: str) -> None:
                self._keep(parse_line(self.game, number, None, typed))
                if not typed:
                    self._session.announcements.note(no_last_double=number)

            yield Prompt(text, tell_last_tile)
        if self.game.rules_of(number).scoring.marker:
            text = _("Whose train had a marker? Names with commas, or Enter for nobody:")

            def mark(typed: str) -> None:
                names = [self.game.player(name) for name in parse_names(typed)]
                if names:
                    self._keep(RoundScored(round=number, marked=tuple(names)))

            yield Prompt(text, mark)
        if holders := may_hide_double_blank(self.game, self.game.round(number)):
            text = _("Who had 0-0? {names}, or Enter for nobody:", names=join_or(holders))
            yield Prompt(text, lambda typed: self._hold_double_blank(number, typed))
        if not self.game.hides_totals:
            table = standings_so_far(self.game)
            totals = join_and([f"{place.player} {place.total}" for place in table.standings])
            say(_("Totals after round {number}: {totals}.", number=number, totals=totals))
            say(*filter(None, [table.explanation]))

    def _hold_double_blank(self, number: int, typed: str) -> None:
        if not typed:
            self._session.announcements.note(no_double_blank=number)
        elif (player := self.game.player(typed)) in may_hide_double_blank(self.game, self.game.round(number)):
            self._keep(holding_double_blank(self.game.round(number), player))
        else:
            raise Impossible(_("{name}'s hand cannot have held 0-0.", name=player))

    def _keep(self, change: RoundScored, typed: str = "") -> None:
        """Store a change. What is unusual about it is asked in a terminal, and reported in a pipe."""
        found = review_change(self.game, change, typed=typed)
        if found.errors:
            raise Impossible(found.sentence(found.errors[0]))
        if not found.unusual or not sys.stdin.isatty():
            complain(*found.unusual)
            self._store(found)
            return

        def answer(typed: str) -> None:
            yes, _space, why = typed.partition(" ")
            if answered(yes) == "y":
                self._store(found.decided(self._session.by, why.strip() or None))

        say(*found.unusual)
        self._pending = Prompt(_("Keep it? y, with a reason if you like; Enter asks again:"), answer)

    def _store(self, review: Review) -> None:
        number, before = review.change.round, self.game
        was_closed = self._is_closed(number)
        self._session.keep_review(review)
        say_change(self._session, before)
        if not was_closed and self._is_closed(number):
            self._closed, self._due = number, self._about_closed(number)

    def _is_closed(self, number: int) -> bool:
        return any(played.number == number and self.game.is_closed(played) for played in self.game.rounds)

    def take(self, prompt: Prompt, typed: str) -> None:
        """Take what was typed: a command or the answer. Raises ScorekeeperError, ClickException."""
        if words := self._command(typed):
            self._run(*words)
            self._session.open(self._session.kept.id)
            if not self._is_closed(self._closed):
                self._pending, self._due = None, iter(())
            return
        prompt.answer(typed)
        if self._pending is prompt:
            self._pending = None

    def _command(self, typed: str) -> list[str]:
        """Return the words of a command, none for an answer. Raises Malformed for one that cannot be read."""
        first = typed.removeprefix("/").partition(" ")[0].casefold()
        named = {folded(name.partition(" ")[0]) for name in self.game.players}
        if not typed.startswith("/") and (first not in INSIDE or folded(first) in named):
            return []
        if first not in INSIDE:
            raise Malformed(_("There is no command “{name}” here; type help.", name=first))
        return [INSIDE[first], *split_words(typed.removeprefix("/"))[1:]]

    def _run(self, name: str, *words: str) -> None:
        if name == "quit":
            raise EOFError
        if name == "help":
            say(
                _(
                    "A hand: 23, 12+7+4 or its tiles, 6-4 0-0; o: went out; -: sits out; Enter: ask again later."
                ),
                _("Ben=23 is Ben's hand, whoever is asked; b: the round was blocked."),
                _("A command is typed without the game, as in: round --double 9 Ben=23 --reason again"),
                _("--help after a command lists what it takes. Type / before it if a player has its name."),
                _("Commands: {names}.", names=join_with_commas(list(INSIDE))),
            )
            return
        command, game_id = load_command(name), self._session.kept.id
        fields = [parameter.name for parameter in command.params]
        if fields[0] == "game":
            words = (game_id, *words)
        elif "game" in fields and words and not names_file(words[0]):
            words = (*words, "--game", game_id)
        _run_command(command, *words)


def ask(question: str) -> str:
    """Ask, and return what was typed. Raises EOFError at the end of the input."""
    if sys.stdin.isatty():
        return input(f"{printable(question)} ").strip()
    say(question)
    return input().strip()


def _run_command(command: click.Command, *words: str) -> None:
    ctx = click.get_current_context().find_root()
    command.main([*words], prog_name=command.name, standalone_mode=False, parent=ctx)


@click.command("keep", epilog="scorekeeper keep last")
@click.argument("game", required=False, shell_complete=complete_game)
@by_option
def keep(game: str | None, by: str | None) -> int:
    """Keep a game line by line, without a screen: it asks for each hand and saves each line at once.

    Without GAME it is the latest game that is not over, or a new one. At every question you can type a
    command, such as `standing`, `undo`, `judge`, `call`, `log`, `leave` or `help`.
    """
    if sys.__stdin__ is None:  # it was closed when the program was started
        raise Unavailable(_("There is no standard input to read."))
    take_stdin()
    found = game or next((one.id for one in store().list() if not one.complete), None)
    if found is not None and game is None:
        say_which(found)
    evening = None if found is None else SpokenEvening(found, by)
    refused = 0  # the exit status of a pipe: 1 where a line was refused
    while True:
        prompt = None if evening is None else evening.prompt()
        try:
            if evening is None or prompt is None:
                players = ask(_("Who plays? Names in seating order, separated by commas:"))
                book = ask(_("Which rule book? Its id, or Enter for the usual one:"))
                _run_command(load_command("new"), "--players", players, *(("--rules", book) if book else ()))
                evening = SpokenEvening("last", by)
            else:
                evening.take(prompt, ask(prompt.text))
        except EOFError:
            break
        except (ScorekeeperError, click.ClickException) as error:
            refused = UNKNOWN if isinstance(error, Unanswered) else refused or 1
            complain(fault_of(error))
    return 0 if sys.stdin.isatty() else refused
