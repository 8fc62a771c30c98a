"""`scorekeeper keep`: an evening line by line, without a screen, for screen readers, slow lines and pipes.

What is asked next follows from the game alone, so a command may come at every question and change anything. Each
line is stored at once, through the session.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import click

from scorekeeper.cli import COMMANDS, UNKNOWN, fault_of, load_command, options
from scorekeeper.cli.common import Unchosen, names_file, open_kept, settle_names, store, take_stdin
from scorekeeper.cli.dialogues import Dialogue, change_rule, hear_rules, settle
from scorekeeper.cli.output import NAME, as_spoken, complain, printable, read_aloud, say
from scorekeeper.cli.standings import spoken_standings
from scorekeeper.cli.wishes import (
    Wish,
    books_like,
    no_such_book,
    round_named,
    telling,
    who_had_it,
    wish_of,
    wished_game,
)
from scorekeeper.errors import Impossible, Malformed, ScorekeeperError, Unanswered, Unavailable
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
from scorekeeper.reading import answered, split_words
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

OWN = {"where", "help", "rematch", "new", "delete", "quit"}
"""The commands of an evening that are no commands of `scorekeeper`, or do something else there."""
ELSEWHERE = {
    "completion",
    "demo",
    "export",
    "games",
    "history",
    "import",
    "keep",
    "key",
    "players",
} | {"restore", "share", "simulate", "store"}
INSIDE = {
    "standing": "standings",
    **{name: name for name in COMMANDS if name not in ELSEWHERE | OWN},
    **{name: name for name in sorted(OWN)},
}
"""The commands that may come at any question, by what is typed; those that take a game are given the open one."""
ASKING = {
    "judge": N_("Say judge and what happened; it asks for what it needs to know."),
    "rule": N_(
        "Say rule and some words, as in rule double blank 50, or rule rounds 6; it asks what is meant."
    ),
    "rules": N_("Say rules and some words, as in rules double blank, to hear what your rules say of them."),
    "round": N_("Say round, its number, whose hand and what is right, as in round 1 Ben 23."),
}
"""What may be said of a command in place of its flags."""
FREE_TEXTS = {"--reason", "--note", "--overrule"}
"""The flags behind which everything up to the next flag is one text, so that nobody needs quotation marks."""


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
        self.started = ""
        """The id of the game, once it is there."""

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
        self.started = _run_command(
            load_command("new"), "--players", self._players, "--similar-names", *words
        )


class SpokenEvening:
    """An open game, and what is still to be asked about it."""

    def __init__(self, game: str, by: str | None) -> None:
        self._session = AppSession(store())
        self._session.now, self._session.by = now, by
        self._session.open(open_kept(game).kept.id)  # which says which one is the last
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
        self.rematch = ""
        """The id of that game where it is the rematch that the session has begun."""

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
        if not (lacking := self.game.lacks(played)):
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
            if self.game.lacks(played) == (player,):
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
                    self._session.announcements.note(no_last_double=number)

            yield Prompt(text, tell_last_tile)
        if self.game.rules_of(number).scoring.marker:
            text = _("Whose train had a marker? Names with commas, or Enter for nobody:")

            def mark(typed: str) -> None:
                if named := who_had_it(typed, self.game.players):
                    names = [self.game.player(name) for name in parse_names(named, self.game.players)]
                    self._keep(RoundScored(round=number, marked=tuple(names)))

            yield Prompt(text, mark)
        asks = not self._session.announcements.read().settles_double_blank(number)
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
            self._session.announcements.note(no_double_blank=number)
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
        if words := self._command(typed):
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
        words = self._command(f"/{wish.run}")
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

    def _command(self, typed: str) -> list[str]:
        """Return the words of a command, none for an answer. Raises Malformed for one that cannot be read."""
        line = typed.removeprefix("/").removeprefix(f"{NAME} ").lstrip()
        first, named = (
            line.partition(" ")[0].casefold(),
            {name.partition(" ")[0] for name in self.game.players},
        )
        known = first in INSIDE or first in ELSEWHERE
        if line == typed and (not known or folded(first) in map(folded, named)):
            return []
        if first not in INSIDE:
            raise Malformed(_("There is no command “{name}” here; type help.", name=first))
        return [INSIDE[first], *_whole_texts(split_words(line)[1:])]

    def _run(self, name: str, *words: str) -> None:
        """Run a command."""
        if name == "help" or {"--help", "-h"} & {*words}:
            over, whole = self.game.open_round is None, name != "help"
            for line in _help(*([name] if whole else words), over=over, whole=whole):
                click.echo(printable(line))  # what can be typed keeps its marks
        elif name in OWN:
            self._run_own(name)
        elif dialogue := self._dialogue(name, words):
            self._talk(dialogue)
        else:
            was_over = self.game.open_round is None
            try:
                _run_command(load_command(name), *self._with_game(name, words))
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
                self.rematch = self._session.kept.id
            self.is_left = True

    def _with_game(self, name: str, words: Sequence[str]) -> Sequence[str]:
        """Return the words of a command with the open game, where it takes one."""
        game_id = self._session.kept.id
        fields = [parameter.name for parameter in load_command(name).params]
        if name == "round" and words:
            words = self._of_round(words)
        if fields[0] == "game":
            named = words[:1] in (("last",), (game_id,)) and words[0] not in self.game.players
            return (game_id, *words[named:])
        if "game" in fields and not (words and names_file(words[0])):
            return (*words, "--game", game_id)
        return ("show", self.game.book) if (name, *words) == ("rules", "show") else words

    def _of_round(self, words: Sequence[str]) -> Sequence[str]:
        """Return the words of an entry with the flag of the round that is named first, and one hand as one word."""
        flag, number, rest = round_named(words)
        if not flag:
            return words
        if len(rest) > 1 and not any(word.startswith("--") or "=" in word for word in rest[1:]):
            _number, player, hand = telling(" ".join(rest), self.game.players)
            rest = [f"{player}={hand}"] if player else rest
        if flag == "--round" and 0 < int(number) <= self.game.last_number:
            double, due = self.game.round(int(number)).double, self.game.open_round
            if due is not None and int(number) > due.number:
                sentence = N_(
                    "Round {number} is still to come. That of {number}-{number} is “round double {number}”."
                )
                raise Malformed(_(sentence, number=number))
            say(_("Round {number}, {double}-{double}.", number=number, double=double))
        return (flag, number, *rest)

    def _delete(self, typed: str) -> None:
        """Delete the game where somebody is sure."""
        if answered(typed) == "y":
            _run_command(load_command("delete"), self._session.kept.id)
            self.is_left = True


def _as_blocked(typed: str) -> str:
    """Return what ends a round, where yes answers whether it was blocked."""
    return "b" if answered(typed) == "y" else typed


def _whole_texts(words: Sequence[str]) -> list[str]:
    """Return the words of a command, with those behind the flag of a free text as one.

    >>> _whole_texts(["Ben", "--reason", "it's", "late", "--by", "Ana"])
    ['Ben', '--reason', "it's late", '--by', 'Ana']
    """
    whole, free = list[str](), False
    for word in words:
        if free and not word.startswith("--") and whole[-1] not in FREE_TEXTS:
            whole[-1] = f"{whole[-1]} {word}"
        else:
            whole.append(word)
            free = word in FREE_TEXTS or (free and not word.startswith("--"))
    return whole


def _help(*words: str, over: bool, whole: bool) -> Iterator[str]:
    """Yield what can be typed; of a command that is named, what it does and an example; as a whole, its flags too."""
    name = words[0].casefold() if words else ""
    if name not in INSIDE or name in OWN:
        if over:
            yield _(
                "The game is over: standing says who won and why; undo or reopen goes back into the game."
            )
        else:
            yield _("To a name, say the hand: its points, as in 23 or 12+7+4, or its tiles, as in “6-4 0-0”.")
            yield _("went out, or o; blocked, or b; sits out, or a dash; Enter asks again later.")
            yield _("Ben 23 is Ben's hand, whoever is asked; Ben 23 in round 1 corrects an earlier one.")
        yield _(
            "Or say what you want: Dot leaves, Ines joins, who is ahead, where are we, undo that, we stop here."
        )
        yield _("judge and what happened settles a dispute, as in judge Ben drew two tiles.")
        yield _("rules and some words says what your rules say of it, as in rules double blank.")
        yield _("rule and some words changes a rule, as in rule double blank 50, or rule rounds 6.")
        yield _(
            "rematch begins a game with the same people and rules, new any other; both leave this one as it is."
        )
        yield _("delete asks, then deletes it; quit leaves, and scorekeeper keep goes on.")
        yield _("All commands: {names}.", names=join_with_commas(list(INSIDE)))
        yield _(
            "help and a command say what it does, as in help leave; where says which game and round it is."
        )
        yield _("If a player has the name of a command, type / before the command.")
        return
    command = load_command(INSIDE[name])
    paragraphs = [text.replace("\n", " ").replace("`", "") for text in (command.help or "").split("\n\n")]
    yield from paragraphs if whole else paragraphs[:1]
    if name in ASKING:
        yield _(ASKING[name])
    yield (command.epilog or "").replace(f"{NAME} ", "", 1).replace(" last", "", 1)
    if not whole:
        yield _("“{command} --help” says all that it takes.", command=name)
        return
    for option in command.params:
        if isinstance(option, click.Option) and option.help and option.name not in ("as_json", "lang"):
            value = "" if option.is_flag else option.make_metavar(click.get_current_context())
            yield f"{option.opts[0]} {value.strip('[]').replace('|', ', ')}".strip() + f": {option.help}"


def ask(question: str) -> str:
    """Ask, and return what was typed. Raises EOFError at the end of the input."""
    if sys.stdin.isatty():
        return input(f"{printable(as_spoken(question))} ").strip()
    say(question)
    return input().strip()


def _run_command(command: click.Command, *words: str) -> Any:
    ctx = click.get_current_context().find_root()
    return command.main([*words], prog_name=command.name, standalone_mode=False, parent=ctx)


@click.command("keep", epilog="scorekeeper keep last")
@click.argument("game", required=False, shell_complete=options.complete_game)
@options.by
def keep(game: str | None, by: str | None) -> int:
    """Keep a game line by line, without a screen: it asks for each hand and saves each line at once.

    Without GAME it is the latest game that is not over, or a new one. At every question you can type a
    command, such as `standing`, `undo`, `judge`, `call`, `log`, `leave` or `help`.
    """
    if sys.__stdin__ is None:  # it was closed when the program was started
        raise Unavailable(_("There is no standard input to read."))
    take_stdin()
    kept = game or next((listed.id for listed in store().list() if not listed.complete), None)
    evening = NewEvening() if kept is None else SpokenEvening(kept, by)
    read_aloud()
    if isinstance(evening, SpokenEvening):
        evening.introduce()
    say(_("At every question you can type help, or say in a sentence what you want; quit leaves."))
    refused = 0  # the exit status of a pipe: 1 where a line was refused
    while True:
        try:
            prompt = evening.prompt()
            evening.take(prompt, ask(prompt.text))
            if isinstance(evening, SpokenEvening) and evening.is_left and not evening.rematch:
                evening = NewEvening()
            elif begun := evening.rematch if isinstance(evening, SpokenEvening) else evening.started:
                evening = SpokenEvening(begun, by)
                evening.introduce()
        except EOFError:
            break
        except (ScorekeeperError, click.ClickException) as error:
            refused = UNKNOWN if isinstance(error, Unanswered) else refused or 1
            complain(fault_of(error))
    return 0 if sys.stdin.isatty() else refused
