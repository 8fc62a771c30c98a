"""The parts of the documentation that are generated from the code: commands, keys, rule books.

A page marks such a part with `<!-- made: NAME -->` and `<!-- end -->`, and `tools.pages` fills it in. All texts come
from the code itself, so nothing here repeats a command, a key or a rule.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import click

from scorekeeper.cli import GROUPS, load_command, scorekeeper
from scorekeeper.cli.language import OPTION as LANGUAGE
from scorekeeper.formats import BASE_BOOK
from scorekeeper.rules.dealing import book_players, deal
from scorekeeper.rules.describe import BASIS_MARKS
from scorekeeper.rules.rulebook import RuleBook, key_choices, value_of
from scorekeeper.text import _
from scorekeeper.tiles import set_name
from scorekeeper.tui.base.actions import ACTIONS, ScreenAction, key_names
from tools import book_pages
from tools import evenings as evening_figures
from tools.book_pages import SHELF, WORDS

PART = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

SCREENS = {
    "everywhere": "On every screen",
    "home": "The home screen",
    "new": "New game",
    "table": "The table",
    "keying": "Entering a whole sheet",
    "entry": "Entering a round",
    "scoreboard": "The scoreboard",
    "share": "Phones",
    "result": "Standing and result",
    "company": "Who is at the table",
    "chart": "Points behind the leader",
    "log": "The log",
    "rules": "The rules in force",
    "print": "Print",
    "import": "Import",
    "history": "History",
    "player": "A player's history",
    "against": "Two players",
    "event": "Club night",
    "roster": "Who comes to a club night",
    "judge": "Asking the judge",
    "dispute": "The facts of a dispute",
    "ruling": "The ruling",
    "comparison": "What other rule books say",
    "books": "Rule books",
    "compare": "Rule books compared",
    "editor": "Writing a house book",
    "simulation": "What rules do to an evening",
    "ask": "A question in a window",
    "help": "Help",
}
"""The heading of each screen, in the order in which people meet them."""

CHOOSING_TRAINS = (
    "start.source",
    "trains.first_turn",
    "trains.public_start",
    "foot.lock",
    "foot.again",
    "ending.double_out",
    "scoring.double_blank",
)
"""The rules that tables argue about most where players have trains, besides the size of the hand."""

CHOOSING = (
    "start.source",
    "turn.drawn_tile",
    "foot.uncloseable",
    "scoring.double_blank",
    "scoring.blank_half",
    "little.mode",
)
"""The rules that tables argue about most, besides the toes of the starting double and the size of the hand."""

USUAL = 4
"""The number of players for which books are compared, or the nearest that a book allows."""


def filled(page: str) -> str:
    """Return a page with its generated parts up to date."""
    return PART.sub(lambda part: f"{part[1]}\n{PARTS[part[2]]()}\n\n{part[3]}", page)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def commands() -> str:
    """Return every command with its options."""
    return "\n\n".join(_command(ctx) for names in GROUPS.values() for name in names for ctx in in_group(name))


def in_group(name: str) -> Iterator[click.Context]:
    """Yield the contexts of a command, or of those in it."""
    root = click.Context(scorekeeper, info_name="scorekeeper")
    ctx = click.Context(load_command(name), info_name=name, parent=root)
    if not isinstance(ctx.command, click.Group):
        yield ctx
        return
    for inner in ctx.command.list_commands(ctx):
        yield click.Context(ctx.command.commands[inner], info_name=inner, parent=ctx)


def usage(ctx: click.Context) -> str:
    """Return a command as it is typed, without its options."""
    arguments = [piece for piece in ctx.command.collect_usage_pieces(ctx) if piece != "[OPTIONS]"]
    return " ".join([ctx.command_path, *arguments])


def options(ctx: click.Context) -> list[tuple[str, str]]:
    """Return the options of a command, each as it is typed and with what it does."""
    return [
        _option(parameter)
        for parameter in ctx.command.params
        if isinstance(parameter, click.Option) and LANGUAGE not in parameter.opts and not parameter.hidden
    ]


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help text, each in one line."""
    return [" ".join(part.split()) for part in text.split("\n\n")]


def example(ctx: click.Context) -> str:
    """Return the example of a command."""
    return (ctx.command.epilog or "").removeprefix("Example: ")


def _command(ctx: click.Context) -> str:
    parts = [f"## `{usage(ctx)}`", *paragraphs(ctx.command.help or "")]
    if offered := options(ctx):
        parts.append(table(("option", "what it does"), ((f"`{names}`", text) for names, text in offered)))
    return "\n\n".join([*parts, f"For example `{example(ctx)}`."])


def _option(option: click.Option) -> tuple[str, str]:
    value = "" if option.is_flag else f" {_value(option)}"
    usual = f" Default: {option.default}." if option.show_default else ""
    return f"{', '.join(option.opts)}{value}", f"{option.help}{usual}"


def _value(option: click.Option) -> str:
    """Return the placeholder for the value of an option."""
    return option.metavar or "|".join(map(str, option.type.choices))


def keys() -> str:
    """Return every screen with its keys."""
    return "\n\n".join(
        f"## {SCREENS[screen]}\n\n<!-- keys: {screen} -->\n\n{_keys(screen, actions)}"
        for screen, actions in in_order(ACTIONS).items()
    )


def in_order(actions: Mapping[str, tuple[ScreenAction, ...]]) -> dict[str, tuple[ScreenAction, ...]]:
    """Return screens in the order in which people meet them."""
    return {screen: actions[screen] for screen in SCREENS if screen in actions} | dict(actions)


def _keys(screen: str, actions: Iterable[ScreenAction]) -> str:
    rows = [
        (_spelt(action), _(action.label), _(action.help), f"`{screen}.{action.name}`") for action in actions
    ]
    return table(("key", "label", "what it does", "name in the settings"), rows)


def _spelt(action: ScreenAction) -> str:
    return " or ".join(f"`{name}`" for name in key_names(action.keys))


def books() -> str:
    """Return every rule book in a few lines, game by game."""
    return "\n\n".join(
        part for game, group in book_pages.by_game().items() for part in [f"### {game}", *map(_book, group)]
    )


def _book(book: RuleBook) -> str:
    parts = [f"#### [{book.title}](books/{book.id}.md)", f"`{book.id}`. {book.summary}", book.peculiar]
    return "\n\n".join([*parts, *(f"Source: {source}" for source in book.sources)])


def choosing() -> str:
    """Return what each book of feet says on the rules in `CHOOSING`, and what the words mean."""
    rule_books = [SHELF.book(name) for name in SHELF.same_game(BASE_BOOK)]
    return _compared(rule_books, ["Tiles per player", "Toes of the start"], CHOOSING)


def choosing_trains() -> str:
    """Return what each book of trains says on the rules in `CHOOSING_TRAINS`, and what the words mean."""
    rule_books = [SHELF.book(name) for name in SHELF.ids() if SHELF.book(name).rules.layout.owned_ends]
    return _compared(rule_books, ["Tiles per player"], CHOOSING_TRAINS)


def _compared(rule_books: Sequence[RuleBook], dealt: list[str], keys: Sequence[str]) -> str:
    words = WORDS.under(rule_books[0].rules).keys
    rows = [[f"`{book.id}`", *_dealt(book)[: len(dealt)], *_said(book, keys)] for book in rule_books]
    compared = table(["rule book", *dealt, *(words[key].name for key in keys)], rows)
    return "\n\n".join([compared, *(_meaning(key, rule_books) for key in keys)])


def _dealt(book: RuleBook) -> tuple[str, str]:
    """Return the tiles of each player at the usual table, and the toes of the starting double."""
    size = book.rules.set.default
    least, most = book_players(book.rules, size)
    players = max(least, min(most, USUAL))
    dealt = deal(book.rules, size, players)
    return f"{dealt.hand} ({players} at {set_name(size)})", str(dealt.toes)


def _said(book: RuleBook, keys: Iterable[str]) -> list[str]:
    return [f"{value_of(book.rules, key)} {BASIS_MARKS[book.basis(key)]}".strip() for key in keys]


def _meaning(key: str, rule_books: Sequence[RuleBook]) -> str:
    """Return a rule's question, and what each word in its column means."""
    spoken = WORDS.under(rule_books[0].rules)
    values = {value_of(book.rules, key) for book in rule_books}
    words = [word for word in key_choices(key) if word in values]
    meanings = [f"- `{word}`: {' '.join(spoken.sentences(key, word))}" for word in words]
    return "\n".join(
        [f"**{spoken.keys[key].name}** (`{key}`). {spoken.keys[key].question}", "", *meanings]
    ).strip()


def evenings() -> str:
    """Return what an evening is like under each rule book, as ranges over the ways of playing."""
    return table(["rule book", *evening_figures.COLUMNS.values()], evening_figures.rows())


PARTS: dict[str, Callable[[], str]] = {
    "commands": commands,
    "keys": keys,
    "books": books,
    "choosing": choosing,
    "choosing_trains": choosing_trains,
    "evenings": evenings,
}
"""Every part by its name."""
