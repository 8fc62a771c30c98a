"""The game file: writes a game as text that people can read and edit, and reads it back.

The structs below are the tables of the file, with their fields in the order of writing. If an event and a game
or a round have a field of the same name, it is read and written by that name alone. So a new field needs one line
here, one in `game/events.py` and one in `game/game.py` or `game/round.py`. Each change comes with its place in the
file (rounds and calls counted from 0, as TOML tools do). Whether a change is possible is decided elsewhere.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
import tomli_w
from msgspec.structs import replace

from scorekeeper.errors import Malformed, at_place, nearest
from scorekeeper.game import (
    Begins,
    Blocked,
    Call,
    CallMade,
    Change,
    Ending,
    Entry,
    Finished,
    Game,
    GameLog,
    KeptRuling,
    Out,
    Overruled,
    Pips,
    Points,
    Round,
    RoundScored,
    RulingKept,
    SeatTurn,
    SitsOut,
    Started,
    Stay,
    Stays,
    TieDrawn,
    TileEntry,
    TotalsHidden,
    begin_game,
    check_entry,
    check_sitting_out,
    clean_players,
    clean_title,
    ended_stays,
    find_player,
    name_key,
    player_in_round,
    shared_fields,
)
from scorekeeper.rules import (
    LAST_ROUND,
    RuleBook,
    RulePeriod,
    RulePeriods,
    Rules,
    Value,
    build_rules,
    check_periods,
    key_types,
    plain_value,
    read_changes,
    rule_differences,
    rule_values,
    value_of,
    with_changes,
)
from scorekeeper.system import Source, read_at, read_table, read_text, read_toml
from scorekeeper.text import N_, _
from scorekeeper.tiles import parse_tiles, show_tiles

GAME_FORMAT = "scorekeeper-game/1"

_Seated = TypeVar("_Seated", "JoinedTable", "LeftTable", SeatTurn)

Books = Callable[[str], RuleBook]
"""Returns the rule book with this id, or raises NotFound."""


class RoundTable(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`[[rounds]]`."""

    double: int
    started_with: int | None = None
    began: str | None = None
    ended: str | None = None
    out: str | None = None
    open_foot: int | None = None
    note: str = ""
    overruled: tuple[Overruled, ...] = ()
    hands: dict[str, str] = {}
    pips: dict[str, int] = {}
    double_blank: str | None = None
    blank_halves: dict[str, int] = {}
    points: dict[str, int] = {}
    sits_out: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    out_on_double: bool = False
    calls: tuple[Call, ...] = ()
    rulings: tuple[KeptRuling, ...] = ()


def round_changes(game: Game, number: int, table: RoundTable) -> Iterator[tuple[str, Change]]:
    """Yield the changes of one `[[rounds]]`, each with its place in the file."""
    key_path = f"rounds[{number - 1}]"
    wanted = read_at(key_path, game.round, number).double
    if table.double != wanted:
        sentence = N_("Round {number} is {wanted}-{wanted} in this game's schedule, not {double}-{double}.")
        raise Malformed(_(sentence, number=number, wanted=wanted, double=table.double), f"{key_path}.double")

    def present(where: str, name: str) -> str:
        return read_at(f"{key_path}.{where}", player_in_round, game, name, number)

    scored = shared_fields(table, RoundScored) | {
        "entries": _entries(game, number, table, key_path),
        "ending": _ending(table, key_path),
        "began": None if table.began is None else present("began", table.began),
        "marked": tuple(present(f"marked[{index}]", name) for index, name in enumerate(table.marked)),
    }
    if replace(table, calls=(), rulings=()) != RoundTable(double=table.double):
        yield key_path, RoundScored(round=number, **scored)
    for index, call in enumerate(table.calls):
        yield f"{key_path}.calls[{index}]", CallMade(number, call)
    for index, ruling in enumerate(table.rulings):
        yield f"{key_path}.rulings[{index}]", RulingKept(number, ruling)


def _ending(table: RoundTable, key_path: str) -> Ending | None:
    ended = ("out", "blocked")
    if table.ended is not None and table.ended not in ended:
        sentence, hint = N_("“{word}” is not how a round ends; {hint}"), nearest(table.ended, ended)
        raise Malformed(_(sentence, word=table.ended, hint=hint), f"{key_path}.ended")
    if (table.ended == "out") != (table.out is not None):
        raise Malformed(_('`out` names who went out, and goes with ended = "out".'), f"{key_path}.out")
    if table.open_foot is not None and table.ended != "blocked":
        raise Malformed(_('`open_foot` goes with ended = "blocked".'), f"{key_path}.open_foot")
    if table.out_on_double and table.ended != "out":
        raise Malformed(_('`out_on_double` goes with ended = "out".'), f"{key_path}.out_on_double")
    if table.ended is None:
        return None
    return Blocked(table.open_foot) if table.out is None else Out(table.out)


def _entries(game: Game, number: int, table: RoundTable, key_path: str) -> dict[str, Entry]:
    """Return the entries of a round by player."""
    out = None if table.out is None else read_at(f"{key_path}.out", game.player, table.out)
    entries: dict[str, Entry] = {}
    for where, name, entry in _each_entry(game, number, table, key_path):
        player = read_at(where, game.player, name)
        if player in entries:
            raise Malformed(_("{name} is entered twice in this round.", name=player), where)
        if player == out:
            raise Malformed(_("{name} went out, so nothing can be left in that hand.", name=player), where)
        if not isinstance(entry, SitsOut):
            read_at(where, check_entry, game, number, player, entry)
        entries[player] = entry
    sit_out = [player for player, entry in entries.items() if isinstance(entry, SitsOut)]
    read_at(f"{key_path}.sits_out", check_sitting_out, game, number, sit_out)
    return entries


def _each_entry(
    game: Game, number: int, table: RoundTable, key_path: str
) -> Iterator[tuple[str, str, Entry]]:
    holder = [] if table.double_blank is None else [("double_blank", table.double_blank)]
    for key, name in [*holder, *(("blank_halves", name) for name in table.blank_halves)]:
        if not any(_same(name, counted) for counted in table.pips):
            sentence = N_("“{name}” has no pips in this round, so blanks cannot be added; {hint}")
            raise Malformed(_(sentence, name=name, hint=nearest(name, table.pips)), f"{key_path}.{key}")
    for name, text in table.hands.items():
        where = f"{key_path}.hands.{name}"
        yield where, name, TileEntry(read_at(where, parse_tiles, text, game.set_size))
    for name, count in table.pips.items():
        blanks = sum(tiles for key, tiles in table.blank_halves.items() if _same(key, name))
        yield f"{key_path}.pips.{name}", name, Pips(count, _same(table.double_blank, name), blanks)
    for name, count in table.points.items():
        yield f"{key_path}.points.{name}", name, Points(count)
    for index, name in enumerate(table.sits_out):
        where = f"{key_path}.sits_out[{index}]"
        yield where, read_at(where, player_in_round, game, name, number), SitsOut()


def _same(name: str | None, other: str) -> bool:
    """Whether two names are equal, ignoring case."""
    return name is not None and name_key(name) == name_key(other)


class JoinedTable(msgspec.Struct, kw_only=True):
    """`[[joined]]`."""

    player: str
    round: int
    points: int = 0
    begins: Begins = "given"


class LeftTable(msgspec.Struct, kw_only=True):
    """`[[left]]`."""

    player: str
    round: int


class GameTable(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The whole file."""

    format: str
    title: str = ""
    date: dt.date
    set: int
    players: tuple[str, ...]
    rules: str
    first_starter: str | None = None
    tie_draw: tuple[str, ...] = ()
    starter_before_seats: SeatTurn | None = None
    totals_hidden: bool = False
    finished: bool = False
    joined: tuple[JoinedTable, ...] = ()
    left: tuple[LeftTable, ...] = ()
    carries_rules: bool = False
    house: dict[str, Any] = {}
    rounds: tuple[RoundTable, ...] = ()
    rules_earlier: tuple[dict[str, Any], ...] = ()
    rules_in_force: dict[str, Any] | None = None


def read_game(path: Source, books: Books) -> Game:
    """Read a game file. Raises Malformed with file and key path, or Unavailable if it cannot be read."""
    return read_log(path, books, dt.datetime.min).game


def read_log(path: Source, books: Books, at: dt.datetime) -> GameLog:
    """Read a game file as events, all with the same time. Raises as `read_game`."""
    try:
        tables = read_toml(path)
    except Malformed:
        text = ""
        with suppress(Malformed):  # a picture, or a table in another encoding
            text = read_text(path)
        if path.suffix.lower() in ("", ".toml") or GAME_FORMAT in text:
            raise
        sentence = N_("This is not a game file, as export writes one; if it is a table, import it first.")
        raise Malformed(_(sentence), str(path)) from None
    with at_place(str(path)):
        return log_of(tables, books, at)


def log_of(tables: Mapping[str, Any], books: Books, at: dt.datetime) -> GameLog:
    """Return the events that a file's tables describe."""
    if tables.get("format", GAME_FORMAT) != GAME_FORMAT:
        sentence = N_("The format is “{found}”; a game says “{right}”.")
        raise Malformed(_(sentence, found=tables["format"], right=GAME_FORMAT), "format")
    table = read_table(GameTable, tables, "")
    log = read_at("set", begin_game, _started(table, books), at)
    for number, played in enumerate(table.rounds, start=1):
        for key_path, change in round_changes(log.game, number, played):
            log = read_at(key_path, log.after, change, at)
    closing: dict[str, Change] = {
        "tie_draw": TieDrawn(table.tie_draw),
        "totals_hidden": TotalsHidden(),
        "finished": Finished(),
    }
    for name, change in closing.items():
        if getattr(table, name):
            log = read_at(name, log.after, change, at)
    return log


def _started(table: GameTable, books: Books) -> Started:
    players = read_at("players", clean_players, table.players)
    house = read_at("house", read_changes, table.house)
    rules = _rules(table, house, books)
    first, turn = table.first_starter, table.starter_before_seats
    started = shared_fields(table, Started) | {
        "title": read_at("title", clean_title, table.title),
        "set_size": table.set,
        "players": players,
        "book": read_at("rules", clean_title, table.rules),
        "rules": rules,
        "house": house,
        "first_starter": None if first is None else read_at("first_starter", find_player, players, first),
        "earlier": _earlier(table.rules_earlier, rules),
        "stays": _stays(table, players),
        "turn": None if turn is None else _seated(turn, "starter_before_seats", players),
    }
    return Started(**started)


def _seated(table: _Seated, key_path: str, players: Sequence[str]) -> _Seated:
    """Return a table that names a player and a round, with the player as the game has the name."""
    if not 1 <= table.round <= LAST_ROUND:
        raise Malformed(_("There is no round {number}.", number=table.round), f"{key_path}.round")
    return replace(table, player=read_at(f"{key_path}.player", find_player, players, table.player))


def _stays(table: GameTable, players: Sequence[str]) -> Stays:
    """Return who came late or left, from these tables."""
    came = [_seated(row, f"joined[{at}]", players) for at, row in enumerate(table.joined)]
    went = [_seated(row, f"left[{at}]", players) for at, row in enumerate(table.left)]
    stays: list[Stay] = []
    for name in players:
        begun = [Stay(name, row.round, None, row.points, row.begins) for row in came if row.player == name]
        stays += read_at("left", ended_stays, name, begun, [row.round for row in went if row.player == name])
    return tuple(stays)


def _rules(table: GameTable, house: Mapping[str, Value], books: Books) -> Rules:
    """Return the rules in force in the file, or else its rule book with the house rules applied."""
    if table.rules_in_force is None:
        if table.carries_rules:
            sentence = N_("The end of the file is missing: it says that it carries [rules_in_force].")
            raise Malformed(_(sentence), "carries_rules")
        book = read_at("rules", books, table.rules)
        return read_at("house", with_changes, book.rules, house)
    in_force = read_at("rules_in_force", read_changes, table.rules_in_force)
    rules = read_at("rules_in_force", build_rules, in_force)
    for key, value in house.items():
        if value != (other := value_of(rules, key)):
            sentence = N_(
                "{value} contradicts [rules_in_force], which says {found}; change it there as well."
            )
            raise Malformed(_(sentence, value=plain_value(value), found=plain_value(other)), f"house.{key}")
    return rules


def _earlier(periods: Sequence[dict[str, Any]], rules: Rules) -> RulePeriods:
    """Return the rules of earlier rounds: the rules in force with what the file says differed."""
    rule_periods = []
    for index, table in enumerate(periods):
        key_path, until = f"rules_earlier[{index}]", table.pop("until", None)
        if type(until) is not int:
            sentence = N_(
                "A table of rules belongs here, with `until`: the number of the last round with these rules."
            )
            raise Malformed(_(sentence), key_path)
        changes = read_at(key_path, read_changes, table)
        rule_periods.append(RulePeriod(until, read_at(key_path, with_changes, rules, changes)))
    earlier = tuple(rule_periods)
    read_at("rules_earlier", check_periods, earlier)
    return earlier


def show_game(game: Game) -> str:
    """Return the text of a game file; equal games give equal text."""
    table = shared_fields(game, GameTable) | {
        "format": GAME_FORMAT,
        "set": game.set_size,
        "rules": game.book,
        "starter_before_seats": game.turn,
        "totals_hidden": game.hidden,
        "carries_rules": True,
        "house": {},
        "rounds": (),
    }
    blocks = [_lines({"format": GAME_FORMAT, "title": game.title} | _set_fields(GameTable(**table)))]
    for stay in game.stays:
        if stay.joined > 1 or stay.points:
            came = {"player": stay.player, "round": stay.joined, "points": stay.points, "begins": stay.begins}
            blocks.append("[[joined]]\n" + _lines(came))
    left = [{"player": stay.player, "round": stay.left} for stay in game.stays if stay.left is not None]
    blocks += ["[[left]]\n" + _lines(table) for table in left]
    if game.house:
        blocks.append("[house]\n" + _rule_lines(game.house))
    for played in game.rounds:
        blocks.extend(_round_blocks(played))
    for period in game.earlier:
        changed = rule_differences(period.rules, game.rules)
        blocks.append(f"[[rules_earlier]]\nuntil = {period.until}\n" + _rule_lines(changed))
    blocks.append("[rules_in_force]\n" + _lines(rule_values(game.rules)))
    return "\n".join(blocks)


def _round_blocks(played: Round) -> Iterator[str]:
    """Yield the tables of a round: itself, its calls, its overruled warnings and its rulings."""
    entries = played.hands.items()
    pips = {name: entry for name, entry in entries if isinstance(entry, Pips)}
    table = shared_fields(played, RoundTable) | {
        "hands": {name: show_tiles(entry.tiles) for name, entry in entries if isinstance(entry, TileEntry)},
        "pips": {name: entry.count for name, entry in pips.items()},
        "double_blank": next((name for name, entry in pips.items() if entry.double_blank), None),
        "blank_halves": {name: entry.blank_halves for name, entry in pips.items() if entry.blank_halves},
        "points": {name: entry.count for name, entry in entries if isinstance(entry, Points)},
        "sits_out": played.sits_out,
    }
    match played.ending:
        case Out(player):
            table |= {"ended": "out", "out": player}
        case Blocked(open_foot):
            table |= {"ended": "blocked", "open_foot": open_foot}
    fields = _set_fields(RoundTable(**table))
    below = {name: fields.pop(name, ()) for name in ("calls", "overruled", "rulings")}
    yield "[[rounds]]\n" + _lines(fields)
    for name, rows in below.items():
        for row in rows:
            yield f"[[rounds.{name}]]\n" + _lines(row)


def _set_fields(table: msgspec.Struct) -> dict[str, Any]:
    """Return the fields of a table without those that have their default, in file order."""
    return dict(msgspec.to_builtins(table, builtin_types=(dt.date,)))


def _rule_lines(changes: Mapping[str, Value]) -> str:
    """Return changed rules in the order of the schema.

    `false` removes an optional rule, since TOML has no null.
    """
    ordered = {key: changes[key] for key in key_types() if key in changes}
    return _lines({key: False if value is None else value for key, value in ordered.items()})


def _lines(table: Mapping[str, Any]) -> str:
    return "".join(f"{name} = {inline(value)}\n" for name, value in table.items())


def inline(value: Any) -> str:
    """Return a TOML value on one line."""
    if isinstance(value, Mapping):
        rows = (tomli_w.dumps({name: 0}).removesuffix("0\n") + inline(row) for name, row in value.items())
        return f"{{ {', '.join(rows)} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(inline, value))}]"
    return tomli_w.dumps({"value": value}).removeprefix("value = ").removesuffix("\n")
