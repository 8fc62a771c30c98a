"""What Python programs find in `import scorekeeper`: rounds that keep to the rules, sentences for what does not."""

from copy import copy
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import scorekeeper
from scorekeeper import (
    Action,
    Dealt,
    Impossible,
    Malformed,
    Refusal,
    RuleBook,
    ScorekeeperError,
    Setup,
    State,
    Tile,
    Train,
    begin_round,
    challenge,
    count_hand,
    draw_tile,
    enter_round,
    full_set,
    lay_tile,
    load_game,
    new_game,
    parse_action,
    parse_tiles,
    pass_turn,
    round_result,
    rule_book,
    rule_books,
    save_game,
    settle,
    standings,
)
from scorekeeper.engine.actions import START
from scorekeeper.engine.bits import tiles_of
from scorekeeper.text import spoken
from tests.conftest import cases
from tests.processes import python
from tests.pseudo import PSEUDO, uncovered, wrap_rules
from tests.random_player import all_listed
from tests.tables import midway  # noqa: F401, for a case

HEAVY = {"textual", "rich", "typst", "sqlite3", "click", "msgspec", "asyncio", "tomli", "typing"}
OFFERED = {name: getattr(scorekeeper, name) for name in scorekeeper.__all__}
NAMES = ("Ana", "Ben", "Cy", "Dot", "Eli")
BOOKS = [book for book in rule_books() if book.rules.layout.name == "feet"]
few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
tables = {
    "book": st.sampled_from(BOOKS),
    "size": st.sampled_from([6, 9, 12]),
    "players": st.integers(2, 5),
    "seed": st.integers(0, 2**32),
}


def dealt(book: RuleBook, size: int, players: int, rng: Random) -> State:
    """Deal a round; rejects what cannot be dealt."""
    try:
        return State.deal(book, NAMES[:players], rng.shuffle, set_size=size, double=rng.randrange(size + 1))
    except Impossible:
        assume(False)
        raise


def stands(state: State, action: Action) -> bool:
    """Whether an action stands."""
    try:
        return state.verify(action) == ()
    except (Refusal, Malformed):
        return False


def test_the_package_loads_nothing_by_itself() -> None:
    """`import scorekeeper` loads no library and no module of its own but the one that loads others."""
    source = "import sys; before = set(sys.modules); import scorekeeper; print(*set(sys.modules) - before)"
    ran = python("-S", "-c", source)
    loaded = set(ran.stdout.split())
    assert not loaded & HEAVY
    assert {name for name in loaded if "scorekeeper" in name} == {"scorekeeper", "scorekeeper.lazy_imports"}


ROOT = Path(scorekeeper.__path__[0]).parent


@few
@given(**tables)
def test_random_play_loses_no_tile_and_ends(book: RuleBook, size: int, players: int, seed: int) -> None:
    """Hands, yard and table are the whole set after every action, until a round is over and nothing is legal."""
    rng = Random(seed)
    state = dealt(book, size, players, rng)
    while state.outcome is None:
        held = [tile for hand in state.hands for tile in hand.known]
        assert sorted([*held, *state.pile, *tiles_of(state.table.lying)]) == sorted(full_set(size))
        assert len(state.pile) == state.table.yard
        state.do(rng.choice(all_listed(state)))
        assert len(state.history) < 5000
    assert all_listed(state) == []


@few
@given(**tables)
def test_legal_actions_are_those_that_stand(book: RuleBook, size: int, players: int, seed: int) -> None:
    """Every action that is listed stands; no lay, draw or pass stands that is not listed (one turn in eight)."""
    rng = Random(seed)
    state = dealt(book, size, players, rng)
    for step in range(seed % 8, seed % 8 + 60):
        listed = all_listed(state)
        assert all(stands(state, action) for action in listed)
        if step % 8 == 0:
            found = {one for one in _every_action(state) if stands(state, one)}
            assert found == {one for one in listed if one.kind in ("lay", "draw", "pass")}
        if state.outcome is not None:
            break
        state.do(rng.choice(listed))


def _every_action(state: State) -> list[Action]:
    """Return all lays, draws and passes of all seats but those that only say what has happened already.

    Each tile on both its numbers and, which never stands, on another one.
    """
    found = []
    for seat in range(state.seats):
        lays = [
            lay_tile(seat, tile, on)
            for tile in full_set(state.setup.set_size)
            for on in ({*tile, (tile[0] + 1) % (state.setup.set_size + 1)} if state.started else (None,))
        ]
        found += [one for one in lays if one.tile != (state.table.double, state.table.double)]
        found += [draw_tile(seat), *([] if state.ended_by_draw == seat else [pass_turn(seat)])]
    return found


def test_an_action_can_be_asked_about_without_being_done() -> None:
    """`can` says whether, for what is listed and what is not."""
    state = State.deal(rule_book("classic"), ["Ana", "Ben"], Random(7).shuffle, set_size=6)
    assert (state.can(state.legal_actions()[0]), state.can(draw_tile(0)), state.can(pass_turn(1))) == (
        True,
        False,
        False,
    )


@few
@given(**tables)
def test_a_copy_goes_its_own_way(book: RuleBook, size: int, players: int, seed: int) -> None:
    """What happens to a copy leaves the state as it was, and both can be played on alike."""
    rng = Random(seed)
    state = dealt(book, size, players, rng)
    for _step in range(rng.randrange(60)):
        if state.outcome is None:
            state.do(rng.choice(all_listed(state)))
    before, listed = repr(state), all_listed(state)
    twin, luck = copy(state) if seed % 2 else state.copy(), Random(seed)
    while twin.outcome is None:
        twin.do(luck.choice(all_listed(twin)))
    assert (repr(state), all_listed(state)) == (before, listed)
    luck = Random(seed)
    while state.outcome is None:
        state.do(luck.choice(all_listed(state)))
    assert (repr(state), state.history, state.pile) == (repr(twin), twin.history, twin.pile)


@few
@given(
    book=st.sampled_from(rule_books()), size=tables["size"], players=tables["players"], seed=tables["seed"]
)
def test_what_is_written_is_read_again(book: RuleBook, size: int, players: int, seed: int) -> None:
    """Every action and every position of a random round, of chicken feet or of trains."""
    rng = Random(seed)
    state = dealt(book, size, players, rng)
    while state.outcome is None:
        listed = all_listed(state)
        assert [state.parse(str(action)) for action in listed] == listed
        if rng.random() < 0.1:
            twin = State.at(book, state.position)
            assert (repr(twin), twin.history, twin.pile) == (repr(state), state.history, state.pile)
            assert (twin.position, all_listed(twin)) == (state.position, listed)
        state.do(rng.choice(listed))
    assert State.at(book, state.position).result == state.result


@few
@given(
    book=st.sampled_from(rule_books()), size=tables["size"], players=tables["players"], seed=tables["seed"]
)
def test_what_is_pushed_is_taken_back(book: RuleBook, size: int, players: int, seed: int) -> None:
    """After `pop` a round is what it was before `push`, however many actions were pushed."""
    rng = Random(seed)
    state = dealt(book, size, players, rng)
    while state.outcome is None:
        before, pushed = (repr(state), state.position, all_listed(state)), []
        while state.outcome is None and len(pushed) < rng.randrange(5):
            pushed.append(rng.choice(all_listed(state)))
            state.push(pushed[-1])
            assert _as_listed(state.history[-1]) == pushed[-1]
        while pushed:
            assert _as_listed(state.pop()) == pushed.pop()
        assert (repr(state), state.position, all_listed(state)) == before
        state.do(rng.choice(before[2]))


def _as_listed(action: Action) -> Action:
    """Return a draw without its tile, which nobody knew."""
    return draw_tile(action.seat) if action.kind == "draw" else action


def test_what_is_listed_before_a_push_is_listed_after_the_pop() -> None:
    """Whether `legal_actions` was asked before, in between, or not."""
    state = State.deal(rule_book("classic"), NAMES[:2], Random(1).shuffle, set_size=6)
    first = state.legal_actions()
    state.push(first[0])
    second = state.legal_actions()
    assert state.pop() == first[0]
    assert (state.legal_actions(), second == first) == (first, False)


def test_a_refused_action_is_not_pushed() -> None:
    """There is nothing to take back then."""
    state = _two_hands("9-6", "9-5")
    with pytest.raises(Refusal):
        state.push(draw_tile(1))
    with pytest.raises(Impossible, match="Nothing was pushed"):
        state.pop()


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("0 9-4 on 9-9", lay_tile(0, Tile(9, 4), Tile(9, 9))),
        ("1 9-4 on start", lay_tile(1, Tile(9, 4), START)),
        ("0 9-4 on 4", lay_tile(0, Tile(9, 4), 4)),
        ("0 9-4 on train 1", lay_tile(0, Tile(9, 4), Train(1))),
        ("0 9-4 on public 2", lay_tile(0, Tile(9, 4), Train(number=2))),
        ("0 draw 9-4", Action(0, "draw", Tile(9, 4))),
        ("1 marks", Action(1, "marks")),
        ("1 challenges 0", challenge(1, 0)),
    ],
)
def test_an_action_is_written_by_seats(text: str, action: Action) -> None:
    """`str` names the seat, and a place as a tile, a number or a train."""
    assert (str(action), _two_hands("9-6", "9-5").parse(text)) == (text, action)


def test_a_position_keeps_what_is_hidden() -> None:
    """Hidden tiles, a hand that nobody counted and a yard that nobody saw are hidden in the text as well."""
    state = _two_hands("9-6 3?", "9-5", yard=20)
    state.do(lay_tile(0, Tile(9, 6)))
    twin = State.at(state.rules, state.position)
    assert (repr(twin), twin.position) == (repr(state), state.position)
    hands = Dealt((Tile(9, 6),), None), Dealt()
    uncounted = begin_round(Setup(state.rules, 9, NAMES[:2], 9, hands, yard=20, starter=0))
    assert '"9-6 ?",""' in uncounted.position
    assert State.at(uncounted.rules, uncounted.position).setup.hands == uncounted.setup.hands


@pytest.mark.parametrize("named", [None, -1, 0])
def test_a_drawn_tile_comes_from_the_yard(named: int | None) -> None:
    """A draw takes the next tile of the yard that was dealt, or the one that it names."""
    state = State.deal(rule_book("classic"), NAMES[:2], Random(1).shuffle, set_size=6)
    while draw_tile(state.turn) not in all_listed(state):
        state.do(all_listed(state)[0])
    seat, left = state.turn, state.table.yard
    tile = state.pile[-1 if named is None else named]
    state.do(draw_tile(seat, None if named is None else tile))
    assert tile in state.hands[seat].known
    assert tile not in state.pile
    assert (state.table.yard, len(state.pile)) == (left - 1, left - 1)
    assert state.pile


def test_the_repr_shows_the_table() -> None:
    """What Python shows of a state is the table: yard, start, open foot, ends, hands, whose turn it is."""
    state = _two_hands("9-6 6-6 5-4", "9-5 3?")
    assert repr(state).splitlines() == [
        "Round 9-9, 20 tiles in the yard",
        "Start: 9-9 with 0 of 2 toes",
        "Open ends: none",
        "Ana: 9-6 6-6 5-4",
        "Ben: 9-5 3 hidden",
        "Ana to play",
    ]
    for action in (lay_tile(0, Tile(6, 9)), lay_tile(1, Tile(9, 5)), lay_tile(0, Tile(6, 6))):
        state.do(action)
    assert repr(state).splitlines()[1:4] == [
        "Start: 9-9 with 2 of 2 toes",
        "Open foot: 6-6 with 0 of 3 toes",
        "Open ends: 5",
    ]


def _two_hands(*hands: str, yard: int = 20, **changes: Any) -> State:
    """Begin a round of two whose first tiles are these; `3?` are three that nobody knows."""
    book = rule_book("classic", {"start.toes": {"any": "per-player"}})
    held = [Dealt(parse_tiles(text.split(" 3?")[0], 18), 3 if "?" in text else 0) for text in hands]
    fields = {"players": NAMES[: len(held)], "set_size": 9, "double": 9, "starter": 0, **changes}
    return begin_round(Setup(rules=book.rules, hands=tuple(held), yard=yard, **fields))


@pytest.mark.parametrize("case", cases("refused_calls"), ids=lambda case: case["tried"])
def test_what_cannot_be_is_refused_in_a_sentence(case: dict[str, str]) -> None:
    """Whatever a program tries that no table can do, nothing is done, and the sentence says what would be right."""
    two = _two_hands("9-6 5-4", "9-5")
    with pytest.raises((ScorekeeperError, Refusal)) as caught:
        eval(case["tried"], OFFERED | globals() | {"two": two})
    assert case["said"] in str(caught.value)
    assert two.history == []


def _setup_of(tile: Tile) -> Setup:
    """Return the setup of a round of two, of whose tiles one is known."""
    return Setup(rule_book().rules, 9, NAMES[:2], 9, (Dealt((tile,)), Dealt()), 20, starter=0)


def _deal(players: list[str] | tuple[str, ...] = NAMES[:3], **fields: Any) -> State:
    return State.deal(rule_book("classic"), players, Random(1).shuffle, **fields)


@pytest.mark.parametrize("turn", ["toe-first", "double-is-turn"])
def test_a_double_that_lies_there_is_nobodys_whole_turn_unless_the_rules_say_so(turn: str) -> None:
    """Whoever names the starting double that was laid out is told about a whole turn only where it is one."""
    book = rule_book("classic", {"start.turn": turn})
    state = State.deal(book, NAMES[:3], Random(3).shuffle, set_size=6)
    double, toe = Tile(6, 6), Tile(6, 5)
    state.do(lay_tile(2, double))
    with pytest.raises(Refusal) as caught:
        state.do(lay_tile(2, toe))
    assert (caught.value.rule, str(caught.value)) == {
        "toe-first": ("turn.plays", "It is Ana's turn, not Cy's."),
        "double-is-turn": ("start.turn", "Laying 6-6 was Cy's whole turn; Ben lays the first toe."),
    }[turn]


def test_actions_are_read_with_any_sequence_of_names() -> None:
    """The names of the players may be a list."""
    assert parse_action("Ben 6-4 on 9-6", ["Ana", "Ben"], 9) == lay_tile(1, Tile(6, 4), Tile(9, 6))


def test_books_are_found_by_their_ids() -> None:
    """Where a rule book is asked for, its id does as well."""
    book = rule_book("hastings")
    assert count_hand("6-5 0-0", "hastings") == count_hand("6-5 0-0", book)
    assert new_game("hastings", ["Ana", "Ben"]) == new_game(book, ["Ana", "Ben"])
    dispute = ROOT / "tests/situations/settled/draws-until-a-tile-fits.toml"
    assert settle(dispute, "hastings") == settle(dispute, book)


def test_pips_may_be_a_number() -> None:
    """A count of pips is the same as a number and as text, as in a round."""
    assert count_hand(23, rule_book()) == count_hand("23", rule_book())
    assert count_hand(23, rule_book()).total == 23


def test_books_and_games_show_themselves_briefly() -> None:
    """What Python shows of a book is its id, of a game its name and how far it has got."""
    game = new_game("classic", ["Ana", "Ben"], set_size=6, title="Friday")
    assert repr(rule_book("hastings")) == "<RuleBook hastings>"
    assert repr(enter_round(game, {"Ana": "out", "Ben": 7})) == "<Game Friday: 1 of 7 rounds>"


def test_a_game_without_a_title_shows_its_day_and_what_is_open() -> None:
    """Where no title is given the day stands for it; where a total ends the game nobody knows the rounds."""
    book = rule_book("classic", {"rounds.length": "target-score", "rounds.target": 100})
    game = new_game(book, ["Ana", "Ben"], day=date(2026, 11, 20))
    assert repr(game) == "<Game 2026-11-20: 0 of ? rounds>"


def test_a_refusal_is_its_sentence_and_names_its_rule() -> None:
    """`str` of a refusal says in a sentence why not, and its rule has a key."""
    with pytest.raises(Refusal) as caught:
        _two_hands("9-6 5-4", "9-5").do(lay_tile(0, Tile(5, 4)))
    assert caught.value.rule == "start.toes"
    assert (
        str(caught.value)
        == "The starting double 9-9 has none of its 2 toes yet, and until it has them all, nothing is laid elsewhere."
    )


def test_a_refusal_speaks_the_language_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence is put together when it is asked for, in the language in use then."""
    wrap_rules(monkeypatch)
    with pytest.raises(Refusal) as caught:
        _two_hands("9-6 5-4", "9-5").do(lay_tile(0, Tile(5, 4)))
    with spoken(PSEUDO):
        assert uncovered(str(caught.value)) == []
    assert (
        str(caught.value)
        == "The starting double 9-9 has none of its 2 toes yet, and until it has them all, nothing is laid elsewhere."
    )


def test_hands_count_as_the_round_counts_them() -> None:
    """What a hand counts at the end of a round is what it counts when it is written down."""
    book, rng = rule_book("hastings"), Random(5)
    state = State.deal(book, NAMES[:3], rng.shuffle, set_size=9)
    while state.outcome is None:
        state.do(rng.choice(all_listed(state)))
    result = round_result(state)
    assert {
        name: count_hand(hand, book).total for name, hand in result.hands.items() if name != result.out
    } == {name: points for name, points in result.points.items() if name != result.out}


def test_a_saved_game_is_the_same_when_loaded(tmp_path: Path) -> None:
    """A game file holds the whole game, the table's own rules among it."""
    game = new_game(rule_book("classic", {"scoring.double_blank": 25}), NAMES[:3], set_size=6, title="Friday")
    game = enter_round(game, {"Ana": "5-0 0-0", "Ben": 4, "Cy": 12}, open_foot=3)
    save_game(game, tmp_path / "friday.toml")
    assert load_game(tmp_path / "friday.toml") == game
    assert game.total("Ana") == 30


def test_a_round_can_be_corrected() -> None:
    """A round of a number is entered again; the next to be entered stays the next."""
    game = enter_round(new_game(rule_book(), NAMES[:2]), {"Ana": "out", "Ben": 7})
    game = enter_round(game, {"Ben": 9}, number=1)
    assert [place.total for place in standings(game).standings] == [0, 9]
    assert len(game.rounds) == 1


def test_the_day_of_a_game_is_a_date() -> None:
    """A moment counts for its date."""
    moment = datetime(2026, 11, 20, 20, 15, tzinfo=UTC)
    assert new_game("classic", NAMES[:2], day=moment).date == date(2026, 11, 20)


def test_a_game_of_which_all_is_entered_takes_no_next_round() -> None:
    """Once every round is entered, one has to be named to correct it."""
    game = new_game(rule_book(), NAMES[:2], set_size=6)
    while game.current is not None:
        game = enter_round(game, {"Ana": "out", "Ben": 4})
    with pytest.raises(Impossible, match="Every round of this game is entered; say which one to correct"):
        enter_round(game, {"Ana": "out", "Ben": 4})


def test_a_dispute_in_a_file_is_settled_like_its_tables(tmp_path: Path) -> None:
    """A path and what stands in the file have the same ruling."""
    import tomli

    text = (ROOT / "tests/situations/settled/draws-until-a-tile-fits.toml").read_text(encoding="utf-8")
    (tmp_path / "dispute.toml").write_text(text, encoding="utf-8")
    assert settle(tmp_path / "dispute.toml") == settle(tomli.loads(text))
