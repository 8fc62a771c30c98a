"""The commands that may be typed at a question of `scorekeeper keep`, and what help says of them there."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

from scorekeeper.cli import COMMANDS, load_command
from scorekeeper.cli.common import names_file
from scorekeeper.cli.keep.wishes import round_named, telling
from scorekeeper.cli.output import NAME, say
from scorekeeper.errors import Malformed
from scorekeeper.game import Game
from scorekeeper.reading import split_words
from scorekeeper.text import N_, _, folded, join_with_commas

OWN = {"where", "help", "rematch", "new", "delete", "quit"}
"""The commands of an evening that are no commands of `scorekeeper`, or do something else there."""
ELSEWHERE = {"completion", "demo", "export", "games", "history", "import", "keep", "key", "players"}
ELSEWHERE |= {"restore", "share", "simulate", "store"}
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


def command_in(typed: str, players: Sequence[str]) -> list[str]:
    """Return the words of a command, none for an answer. Raises Malformed for one that cannot be read."""
    line = typed.removeprefix("/").removeprefix(f"{NAME} ").lstrip()
    first, named = line.partition(" ")[0].casefold(), {name.partition(" ")[0] for name in players}
    known = first in INSIDE or first in ELSEWHERE
    if line == typed and (not known or folded(first) in map(folded, named)):
        return []
    if first not in INSIDE:
        raise Malformed(_("There is no command “{name}” here; type help.", name=first))
    return [INSIDE[first], *_whole_texts(split_words(line)[1:])]


def with_game(game: Game, game_id: str, name: str, words: Sequence[str]) -> Sequence[str]:
    """Return the words of a command with the open game, where it takes one."""
    fields = [parameter.name for parameter in load_command(name).params]
    if name == "round" and words:
        words = _of_round(game, words)
    if fields[0] == "game":
        named = words[:1] in (("last",), (game_id,)) and words[0] not in game.players
        return (game_id, *words[named:])
    if "game" in fields and not (words and names_file(words[0])):
        return (*words, "--game", game_id)
    return ("show", game.book) if (name, *words) == ("rules", "show") else words


def _of_round(game: Game, words: Sequence[str]) -> Sequence[str]:
    """Return the words of an entry with the flag of the round that is named first, and one hand as one word."""
    flag, number, rest = round_named(words)
    if not flag:
        return words
    if len(rest) > 1 and not any(word.startswith("--") or "=" in word for word in rest[1:]):
        _number, player, hand = telling(" ".join(rest), game.players)
        rest = [f"{player}={hand}"] if player else rest
    if flag == "--round" and 0 < int(number) <= game.last_number:
        double, due = game.round(int(number)).double, game.open_round
        if due is not None and int(number) > due.number:
            sentence = N_(
                "Round {number} is still to come. That of {number}-{number} is “round double {number}”."
            )
            raise Malformed(_(sentence, number=number))
        say(_("Round {number}, {double}-{double}.", number=number, double=double))
    return (flag, number, *rest)


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


def help_lines(*words: str, over: bool, whole: bool) -> Iterator[str]:
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


def run_command(name: str, *words: str) -> Any:
    """Run a command of `scorekeeper` within this one, and return what it returns."""
    command = load_command(name)
    ctx = click.get_current_context().find_root()
    return command.main([*words], prog_name=command.name, standalone_mode=False, parent=ctx)
