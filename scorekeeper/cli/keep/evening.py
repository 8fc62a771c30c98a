"""What `scorekeeper keep` asks, before there is a game and during one, and what becomes of each answer.

What is asked next follows from the game alone, so a command may come at every question and change anything. Each
line is stored at once, through the session.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import click

from scorekeeper.cli.common import Unchosen, names_file, settle_names, store
from scorekeeper.cli.keep.commands import OWN, command_in, help_lines, run_command, with_game
from scorekeeper.cli.keep.dialogues import Dialogue, change_rule, hear_rules, settle
from scorekeeper.cli.keep.wishes import (
    Wish,
    books_like,
    no_such_book,
    telling,
    who_had_it,
    wish_of,
    wished_game,
)
from scorekeeper.cli.output import complain, printable, say
from scorekeeper.cli.standings import spoken_standings
from scorekeeper.errors import Impossible, Malformed, ScorekeeperError
from scorekeeper.game import (
    OUT,
    SITS_OUT,
    Game,
    Round,
    RoundScored,
    explain_places,
    lookalikes,
    naming_round,
    new_deal,
    parse_names,
    round_scores,
    says_out,
    split_names,
    standings_so_far,
    starter_words,
    typed_players,
    understood,
)
from scorekeeper.reading import answered
from scorekeeper.rules import Rules
from scorekeeper.session import (
    AppSession,
    Review,
    book_and_rules,
    counts_last_tile,
    holding_double_blank,
    may_hide_double_blank,
    parse_line,
    review_change,
    shelf,
)
from scorekeeper.system import now
from scorekeeper.text import N_, _, folded, join_and, join_or, join_with_commas
from scorekeeper.tiles import set_name


class Prompt(NamedTuple):
    """What is asked, and what becomes of the answer, which raises ScorekeeperError if it is none."""

    text: str
    answer: Callable[[str], None]


def _game_facts(rules: Rules, book: str, set_size: int) -> dict[str, str]:
    """Return what tells one game from another, in words."""
    books = shelf()
    return {"game": books.played(rules), "book": books.title(book), "set_name": set_name(set_size)}


class NewEvening:
    """What is asked before there is a game."""

    def __init__(self) -> None:
        self._players = ""
        self.is_left = False
        """Whether the game has begun."""
        self.next_game = ""
        """Its id."""

    def prompt(self) -> Prompt:
        """Return what is to be asked now."""
        if not self._players:
            return Prompt(_("Who plays? Names in seating order, separated by commas:"), self._seat)
        usual, _changes = book_and_rules(None, ())
        sentence = N_(
            "Which rules? A title, and how many rounds if not all, such as {book}, 6 rounds; list to hear all "
            "titles; Enter for {game}, rules {book}, {set_name} set:"
        )
        facts = _game_facts(usual.rules, usual.id, usual.rules.set.default)
        return Prompt(_(sentence, **facts), self._start)

    def take(self, prompt: Prompt, typed: str) -> None:
        """Take what was typed. Raises ScorekeeperError, ClickException."""
        wish = wish_of(typed, ("",))
        if folded(typed) == "quit" or (wish and wish.run == "quit"):
            raise EOFError
        if folded(typed).partition(" ")[0] == "help" or (wish and wish.run == "help"):
            say(
                _("Answer each question and press Enter; quit leaves. Commands come once the game has begun.")
            )
            return
        prompt.answer(typed)

    def _seat(self, typed: str) -> None:
        players = typed_players(split_names(typed))
        settle_names(lookalikes(players), similar=False)
        self._players = ",".join(players)
        say(_("{count} players: {names}.", count=len(players), names=join_and(players)))

    def _start(self, typed: str) -> None:
        books = shelf()
        if folded(typed) == "list":
            for game, name in books.games().items():
                titles = [books.title(book) for book in books.ids() if books.book(book).game == game]
                say(_("{game}: {titles}.", game=name, titles="; ".join(titles)))
            return
        near, title, flags = books_like(typed, books), typed, dict[str, str]()
        if len(near) != 1:
            title, flags = wished_game(typed)
            near = books_like(title, books)
        if title and len(near) != 1:
            raise Malformed(no_such_book(title, near, books))
        flags |= {"--rules": near[0]} if title else {}
        words = [word for flag_and_value in flags.items() for word in flag_and_value]
        self.next_game = run_command("new", "--players", self._players, "--similar-names", *words)
        self.is_left = True


class SpokenEvening:
    """An open game, and what is still to be asked about it."""

    def __init__(self, game_id: str, by: str | None) -> None:
        self._session = AppSession(store())
        self._session.now, self._session.by = now, by
        self._session.open(game_id)
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
        self._asked: Prompt | None = None
        """What a command asks, before anything else."""
        self.is_left = False
        """Whether another game is to begin."""
        self.next_game = ""
        """The id of that game; "" where it is still to be asked for."""

    @property
    def game(self) -> Game:
        """The state of the open game."""
        return self._session.game

    def prompt(self) -> Prompt:
        """Return what is to be asked now."""
        try:
            say(*filter(None, [self._session.look_again()]))
        except ScorekeeperError as error:  # the question is asked all the same
            complain(str(error))
        if self._asked is not None:
            return self._asked
        self._pending = self._pending or next(self._due, None)
        played = self.game.open_round
        if self._pending is not None:
            return self._pending
        if played is None:
            return self._after_the_end()
        if played.number != self._announced:
            self._announced, self._later = played.number, []
            self._announce(played)
        if not (lacking := self.game.missing_in(played)):
            return self._how_it_ended(played)
        player = min(lacking, key=self._later.count)
        return Prompt(_("{name}:", name=player), lambda typed: self._take_hand(played, player, typed))

    def _after_the_end(self) -> Prompt:
        """Return what is asked once the game is over; whatever is no command is answered by who won, and why."""
        text = (
            N_("The game is over. Type standing, reopen to play on, rematch, new for another game, or quit:")
            if self.game.finished
            else N_("The game is over. Type standing, undo, rematch, new for another game, or quit:")
        )
        return Prompt(_(text), self._say_why)

    def _say_why(self, typed: str = "") -> None:
        """Say who won, and what decided that and every tie. Raises Malformed for what is no command."""
        if typed:
            raise Malformed(_("There is no command “{name}” here; type help.", name=typed))
        say(*filter(None, [explain_places(self.game, standings_so_far(self.game))]))

    def _announce(self, played: Round) -> None:
        """Say which round it is, who begins it, and what is noted of it."""
        number, total = played.number, self.game.rounds_total
        if total is None:
            say(_("Round {number}, {double}-{double}.", number=number, double=played.double))
        else:
            sentence = N_("Round {number} of {total}, {double}-{double}.")
            say(_(sentence, number=number, total=total, double=played.double))
        say(_("{sentence}.", sentence=starter_words(self.game, number)))
        noted = [_("{name} went out", name=played.out)] if played.out else []
        noted += [_("the round was blocked")] if played.blocked else []
        for name, score in round_scores(self.game, played).items():
            if name != played.out:
                noted.append(_("{name} {points}", name=name, points=score.total))
        if noted:
            say(_("So far: {hands}.", hands=join_with_commas(noted)))

    def introduce(self) -> None:
        """Say which game this is, and who plays it."""
        game = self.game
        sentence = N_("{game}, rules {book}, {set_name} set. At the table: {names}.")
        facts = _game_facts(game.rules, game.book, game.set_size)
        say(
            *filter(None, [game.title and f"{game.title}."]),
            _(sentence, **facts, names=join_and(game.at_table)),
        )
        if game.open_round is None:
            self._say_why()

    def _take_hand(self, played: Round, player: str, typed: str) -> None:
        """Store a hand: of the player who was asked, or of another as in `Ben=23`."""
        number, named, hand = telling(typed, self.game.players)
        hand = hand if number in ("", str(played.number)) else typed  # of another round, and whose?
        if not named and (name := typed.rpartition("=")[0].strip(" =")):
            self.game.player(name)
        asked, player = player, named or player
        if not hand:
            if self.game.missing_in(played) == (player,):
                say(_("Only {name}'s hand is still missing.", name=player))
            self._later.append(player)
            return
        line = None if answered(hand) == "b" else player
        foot = self.game.rules_of(played.number).layout.open_foot
        if line is None and played.ending is None and (foot or hand.casefold() == "b"):
            self._pending = self._whether_blocked(played)
            return
        if line and (heard := understood(hand, self.game.set_size)) and heard not in (OUT, SITS_OUT):
            say(_("Understood: {hand}.", hand=heard))
        self._keep(
            parse_line(self.game, played.number, line, hand), hand, names_round=player != asked or not line
        )

    def _whether_blocked(self, played: Round) -> Prompt:
        """Return what is asked where somebody says during the hands that the round was blocked."""

        def answer(typed: str) -> None:
            if typed and answered(typed) != "n":
                self._keep(parse_line(self.game, played.number, None, _as_blocked(typed)))

        if self.game.rules_of(played.number).layout.open_foot:
            text = _(
                "Blocked: which double was short of toes? Such as 4, b if not known; Enter: it was not blocked."
            )
            return Prompt(text, answer)
        return Prompt(_("Was the round blocked? b, or Enter if it was not."), answer)

    def _how_it_ended(self, played: Round) -> Prompt:
        def answer(typed: str) -> None:
            _number, named, hand = telling(typed, self.game.players)
            if folded(typed) in map(folded, self.game.players) or (named and says_out(hand)):
                self._keep(parse_line(self.game, played.number, self.game.player(named or typed), OUT))
            elif typed:
                self._keep(parse_line(self.game, played.number, None, _as_blocked(typed)))

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
                    self._session.answers.note(no_last_double=number)

            yield Prompt(text, tell_last_tile)
        if self.game.rules_of(number).scoring.marker:
            text = _("Whose train had a marker? Names with commas, or Enter for nobody:")

            def mark(typed: str) -> None:
                if named := who_had_it(typed, self.game.players):
                    names = [self.game.player(name) for name in parse_names(named, self.game.players)]
                    self._keep(RoundScored(round=number, marked=tuple(names)))

            yield Prompt(text, mark)
        asks = not self._session.answers.read().settles_double_blank(number)
        if asks and (holders := may_hide_double_blank(self.game, self.game.round(number))):
            text = _("Who had 0-0? {names}, or Enter for nobody:", names=join_or(holders))
            yield Prompt(text, lambda typed: self._hold_double_blank(number, typed))
        if not self.game.hides_totals:
            standing = " ".join(spoken_standings(standings_so_far(self.game)))
            say(_("After round {number}: {standing}", number=number, standing=standing))
            self._say_why()

    def _hold_double_blank(self, number: int, typed: str) -> None:
        holders = may_hide_double_blank(self.game, self.game.round(number))
        if not (named := who_had_it(typed, self.game.players)):
            self._session.answers.note(no_double_blank=number)
        elif (player := self.game.player(named)) in holders:
            self._keep(holding_double_blank(self.game.round(number), player))
        else:
            raise Impossible(_("{name}'s hand cannot have held 0-0.", name=player))

    def _keep(self, change: RoundScored, typed: str = "", *, names_round: bool = False) -> None:
        """Store a change. What is unusual about it is asked in a terminal, and reported in a pipe."""
        review = review_change(self.game, change, typed=typed)
        if review.errors:
            raise Impossible(review.sentence(review.errors[0]))
        if not review.unusual or not sys.stdin.isatty():
            complain(*review.unusual)
            self._store(review, names_round)
            return

        def answer(typed: str) -> None:
            yes, _space, why = typed.partition(" ")
            if answered(yes) == "y":
                self._store(review.decided(self._session.by, why.strip() or None), names_round)
            else:
                self._take_other(typed)

        say(*review.unusual)
        self._pending = Prompt(_("Keep it? y, with a reason if you like; Enter asks again:"), answer)

    def _store(self, review: Review, names_round: bool) -> None:
        number, before = review.change.round, self.game
        was_closed = self._is_closed(number)
        self._session.keep_review(review)
        sentence = self._session.last_sentence().removeprefix(naming_round(before.round(number), ""))
        if names_round:
            double = before.round(number).double
            wording = N_("Round {number}, {double}-{double}: {sentence}")
            sentence = _(wording, number=number, double=double, sentence=sentence)
        say(sentence, *filter(None, [new_deal(before, self.game)]))
        if not was_closed and self._is_closed(number):
            self._closed, self._due = number, self._about_closed(number)

    def _is_closed(self, number: int) -> bool:
        return any(played.number == number and self.game.is_closed(played) for played in self.game.rounds)

    def take(self, prompt: Prompt, typed: str) -> None:
        """Take what was typed: a command or the answer. Raises ScorekeeperError, ClickException."""
        players = self.game.at_table
        if words := command_in(typed, self.game.players):
            self._asked = None
            try:
                self._run(*words)
            except click.UsageError:
                if (
                    "--" in typed
                    or not (wish := wish_of(typed, players))
                    or wish.run.startswith(words[0] + " ")
                ):
                    raise
                self._do(wish)
            return
        number, named, hand = telling(typed, self.game.players)
        try:
            if number and named and not self._asked:  # a correction, whatever is asked
                self._run("round", number, f"{named}={hand}")
                return
            prompt.answer(typed)
        except Malformed:
            if self._asked is prompt or not (wish := wish_of(typed, players)):
                raise
            self._do(wish)
            return
        if self._pending is prompt:
            self._pending = None
        elif self._asked is prompt:
            self._asked = None

    def _do(self, wish: Wish) -> None:
        """Do what somebody wants who typed a sentence, once they are sure if it changes the game."""
        if wish.answer:
            raise Malformed(wish.answer)
        words = command_in(f"/{wish.run}", self.game.players)
        if not wish.ask:
            self._run(*words)
            return

        def answer(sure: str) -> None:
            if answered(sure) == "y":
                self._run(*words)
            else:
                self._take_other(sure)

        self._asked = Prompt(wish.ask, answer)

    def _take_other(self, typed: str) -> None:
        """Take what was typed where a yes or a no was asked for, as what is said next."""
        if typed and answered(typed) != "n":
            self._asked = self._pending = None
            self.take(self.prompt(), typed)

    def _talk(self, dialogue: Dialogue, typed: str | None = None) -> None:
        """Go on with a dialogue, whose questions come before any other."""
        self._asked = None
        try:
            question = next(dialogue) if typed is None else dialogue.send(typed)
        except StopIteration as over:
            if over.value:
                self.take(self.prompt(), over.value)
        else:
            self._asked = Prompt(question, lambda typed: self._talk(dialogue, typed))

    def _run(self, name: str, *words: str) -> None:
        """Run a command."""
        if name == "help" or {"--help", "-h"} & {*words}:
            over, whole = self.game.open_round is None, name != "help"
            for line in help_lines(*([name] if whole else words), over=over, whole=whole):
                click.echo(printable(line))  # what can be typed keeps its marks
        elif name in OWN:
            self._run_own(name)
        elif dialogue := self._dialogue(name, words):
            self._talk(dialogue)
        else:
            was_over = self.game.open_round is None
            try:
                run_command(name, *with_game(self.game, self._session.kept.id, name, words))
            except Unchosen as error:
                self._ask_choice(error, name, *words)
                return
            self._session.open(self._session.kept.id)
            if self.game.finished or not self._is_closed(self._closed):
                self._pending, self._due = None, iter(())
            if name == "finish" and not was_over:
                self._say_why()

    def _dialogue(self, name: str, words: Sequence[str]) -> Dialogue | None:
        """Return what is asked in several steps for a command that was typed without flags, as people say it."""
        text = " ".join(words)
        if name == "rules" and (not words or words[0] not in ("list", "show", "compare", "check")):
            return None if "--" in text else hear_rules(self._session, text)
        if name == "rule" and "=" not in text and "--" not in text:
            return change_rule(self._session, text)
        if name == "judge" and "--" not in text and not (words and names_file(words[0])):
            return settle(self._session, text)
        return None

    def _ask_choice(self, lacking: Unchosen, name: str, *words: str) -> None:
        """Ask what a command lacks, and run it again with the answer."""

        def answer(typed: str) -> None:
            try:
                if typed:
                    self._run(name, *words, lacking.flag, typed)
            except Malformed as fault:
                raise Malformed(fault.message) from None

        self._asked = Prompt(lacking.question, answer)

    def _run_own(self, name: str) -> None:
        """Run a command that only an evening has."""
        if name == "quit":
            raise EOFError
        if name == "where":
            self.introduce()
            played = self.game.round(self._closed) if self._pending else self.game.open_round
            self._announced = 0 if played is None else played.number
            if played is not None:
                self._announce(played)
        elif name == "delete":
            self._asked = Prompt(_("Delete this game? y, or Enter to keep it:"), self._delete)
        else:
            if name == "rematch":
                self._session.start_rematch()
                self.next_game = self._session.kept.id
            self.is_left = True

    def _delete(self, typed: str) -> None:
        """Delete the game where somebody is sure."""
        if answered(typed) == "y":
            run_command("delete", self._session.kept.id)
            self.is_left = True


def _as_blocked(typed: str) -> str:
    """Return what ends a round, where yes answers whether it was blocked."""
    return "b" if answered(typed) == "y" else typed
