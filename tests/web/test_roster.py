"""Who sits at the table is changed on the keeper's phone, with the choices that the app offers."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from scorekeeper.game import Finished, PlayerLeft, PlayerRenamed, TotalsHidden
from scorekeeper.session import AnswersFile
from tests.conftest import by_cases
from tests.web.table import Table, at_keyboard, open_table, said


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Return a game after its first round, which Dot left with 60 and Ana won."""
    async with open_table(tmp_path) as table:
        await table.enter(Ana="o", Ben="20", Carla="40", Dot="60")
        await table.at_keyboard(PlayerLeft(player="Dot"))
        await table.enter(2, Ana="o", Ben="9", Carla="3")
        yield table


async def test_the_page_shows_who_sits_there_and_who_left(table: Table) -> None:
    """Everybody at the table can leave, everybody who left can come back, and there is room for a new name."""
    page = said(await table.phone("keeper").get("/keeper/players"))
    sits = "Sits out round 3 Leaves …"
    assert f"A Ana 0 {sits} B Ben 29 {sits} C Carla 43 {sits}" in page
    assert "Gone home D Dot 60 · left before round 2 Comes back … Somebody new Join" in page


async def test_somebody_new_begins_with_what_the_table_chooses(table: Table) -> None:
    """The choices are the app's; the chosen one is stored, with who entered it."""
    keeper = table.phone("keeper")
    page = await keeper.get("/keeper/join?name=Eve")
    assert (
        "Eve plays from round 3 on, and begins with: Nothing: 0 The average of the table up to round 2: 24 "
        "The highest total of the table up to round 2: 43 Another number" in said(page)
    )
    assert 'value="zero" checked' in page.text
    answer = await keeper.post("/keeper/join", name="Eve", begins="highest", points="")
    assert (answer.status_code, answer.headers["location"]) == (303, "/keeper/players")
    assert (table.shared.game.at_table[-1], table.shared.game.total("Eve")) == ("Eve", 43)
    assert table.shared.kept.log.events[-1].by == "the keeper's phone"
    assert "Eve 43 · since round 3" in said(await keeper.get("/keeper/players"))


@by_cases
async def test_an_arrival_that_is_sent_again_seats_once(
    table: Table, name: str, begins: str, points: str
) -> None:
    """The second answer is that of the first, in the middle of a round too; another form is refused."""
    await table.enter(3, Ana="7")
    keeper, before = table.phone("keeper"), len(table.shared.kept.log.events)
    for _time in range(2):
        answer = await keeper.post("/keeper/join", name=name, begins=begins, points=points)
        assert (answer.status_code, answer.headers["location"]) == (303, "/keeper/players")
    assert len(table.shared.kept.log.events) == before + 1
    assert (await keeper.post("/keeper/join", name=name, begins="average")).status_code == 422


async def test_a_form_whose_choices_have_changed_seats_nobody(table: Table) -> None:
    """The page shows what there is to choose from now; sent from there, it counts."""
    keeper, offered = table.phone("keeper"), re.compile('name="offered" value="([^"]+)"')
    await table.enter(3, Ana="7")
    (shown,) = offered.findall((await keeper.get("/keeper/join?name=Eve")).text)
    await table.enter(3, Ben="o", Carla="8")
    sent = {"name": "Eve", "begins": "average"}
    refused = await keeper.post("/keeper/join", **sent, offered=shown)
    assert refused.status_code == 422
    assert "look again" in said(refused)
    assert "The average of the table up to round 3: 29" in said(refused)
    (shown,) = offered.findall(refused.text)
    assert (await keeper.post("/keeper/join", **sent, offered=shown)).status_code == 303
    assert table.shared.game.total("Eve") == 29


async def test_who_left_again_or_has_another_name_is_not_there_since_a_form(table: Table) -> None:
    """A form that seated somebody once seats whoever comes with that name later."""
    keeper, sent = table.phone("keeper"), {"name": "Eve", "begins": "given", "points": "50"}
    await keeper.post("/keeper/join", **sent)
    await table.at_keyboard(PlayerRenamed("Eve", "Eva"))
    assert (await keeper.post("/keeper/join", **sent)).status_code == 303
    assert table.shared.game.at_table[-2:] == ("Eva", "Eve")
    await table.enter(3, Ana="o", Ben="9", Carla="3", Eva="4", Eve="5")
    await table.at_keyboard(PlayerLeft(player="Eve"))
    await table.enter(4, Ana="o", Ben="9", Carla="3", Eva="4")
    assert (await keeper.post("/keeper/join", **{**sent, "points": "70"})).status_code == 303
    assert table.shared.game.at_table[-2:] == ("Eva", "Eve")


@by_cases
async def test_what_somebody_begins_with_is_refused_and_kept(
    table: Table, begins: str, points: str, why: str
) -> None:
    """What cannot be is explained on the form, where what was chosen and typed still stands; nothing is stored."""
    before = len(table.shared.kept.log.events)
    answer = await table.phone("keeper").post("/keeper/join", name="Eve", begins=begins, points=points)
    assert (answer.status_code, why in said(answer)) == (422, True)
    assert f'name="points" value="{points}"' in answer.text
    if begins in ("given", "zero"):
        assert f'value="{begins}" checked' in answer.text
    assert len(table.shared.kept.log.events) == before


@by_cases
async def test_a_name_that_cannot_be_is_shown_again(table: Table, name: str, why: str) -> None:
    """The page with the seats says why, and the name still stands in its field."""
    keeper = table.phone("keeper")
    answer = await keeper.get(f"/keeper/join?{urlencode({'name': name})}")
    assert answer.status_code == 422
    assert (why in said(answer), f'name="name" value="{name}"' in answer.text) == (True, True)
    assert (await keeper.post("/keeper/join", name=name, begins="zero")).status_code in (409, 422)
    assert table.shared.game.players == ("Ana", "Ben", "Carla", "Dot")


async def test_a_name_that_looks_like_another_is_asked_about(table: Table) -> None:
    """The likeness is told with the choices; only a form that has shown it seats the player."""
    keeper, name = table.phone("keeper"), "Вen"
    page = await keeper.get(f"/keeper/join?{urlencode({'name': name})}")
    assert ('class="questions"' in page.text, f'name="sure" value="{name}"' in page.text) == (True, True)
    asked = await keeper.post("/keeper/join", name=name, begins="zero")
    assert (asked.status_code, 'class="questions"' in asked.text) == (422, True)
    assert (await keeper.post("/keeper/join", name=name, begins="zero", sure=name)).status_code == 303
    assert table.shared.game.at_table[-1] == name


async def test_somebody_leaves_after_a_question(table: Table) -> None:
    """A link asks; its button lets the player leave with all points, and a second press changes nothing."""
    keeper = table.phone("keeper")
    assert "Does Ben leave the game? The points stay in the table." in said(
        await keeper.get("/keeper/leave?name=Ben")
    )
    assert (await keeper.post("/keeper/leave", name="Ben")).headers["location"] == "/keeper/players"
    assert (table.shared.game.at_table, table.shared.game.total("Ben")) == (("Ana", "Carla"), 29)
    assert (await keeper.post("/keeper/leave", name="Ben")).headers["location"] == "/keeper/players"
    assert table.shared.game.at_table == ("Ana", "Carla")
    assert (await keeper.get("/keeper/leave?name=Ben")).status_code == 409


async def test_hidden_totals_stay_hidden_from_the_keeper_too(table: Table) -> None:
    """While totals are hidden, neither the seats nor the choices show points."""
    await table.at_keyboard(TotalsHidden())
    keeper = table.phone("keeper")
    seats, choices = await keeper.get("/keeper/players"), await keeper.get("/keeper/join?name=Dot")
    assert "Dot left before round 2" in said(seats)
    assert "As before Another number" in said(choices)
    assert not {"29", "43", "60"} & {*said(seats).split(), *said(choices).split()}


async def test_the_keepers_pages_name_no_points_while_the_places_are_covered(table: Table) -> None:
    """Neither the seats nor the rounds say who won before the last place is shown."""
    keeper = table.phone("keeper")
    assert "29" in said(await keeper.get("/keeper/players"))
    await table.at_keyboard(Finished())
    assert table.shared.covered
    assert not {"29", "43", "60"} & {*said(await keeper.get("/keeper/players")).split()}
    assert not re.search(r'<td class="number">\d', (await keeper.get("/keeper/rounds")).text)


async def test_somebody_sits_out_the_round_that_is_due_and_plays_it_after_all(table: Table) -> None:
    """The button says which round it is; who has a hand in it has none, nor its points, and who left neither."""
    keeper = table.phone("keeper")
    assert "B Ben 29 Sits out round 3 Leaves … C Carla" in said(await keeper.get("/keeper/players"))
    answer = await keeper.post("/keeper/sits-out", round="3", name="Ben")
    assert (answer.status_code, answer.headers["location"]) == (303, "/keeper/players")
    assert table.shared.game.round(3).sits_out == ("Ben",)
    assert table.shared.kept.log.events[-1].by == "the keeper's phone"
    page = said(await keeper.get("/keeper/players"))
    assert "Ben 29 · sits out this round Plays round 3 after all Leaves …" in page
    assert "Still to come: Ana and Carla" in said(await keeper.get("/keeper"))
    await keeper.post("/keeper/sits-out", round="3", name="Ben", plays="1")
    assert table.shared.game.round(3).sits_out == ()
    await table.enter(3, Ana="7")
    assert "Ana 0 Leaves …" in said(await keeper.get("/keeper/players"))


async def test_a_break_that_is_sent_again_is_stored_once(table: Table) -> None:
    """The second answer is that of the first, and one undo takes the break back."""
    keeper = table.phone("keeper")
    for plays in {}, {"plays": "1"}:
        before = len(table.shared.kept.log.events)
        for _time in range(2):
            answer = await keeper.post("/keeper/sits-out", round="3", name="Ben", **plays)
            assert (answer.status_code, answer.headers["location"]) == (303, "/keeper/players")
        assert len(table.shared.kept.log.events) == before + 1


@by_cases
async def test_a_break_that_cannot_be_is_told(
    table: Table, number: str, name: str, status: int, words: str
) -> None:
    """No hand is lost by it, and no other round changes."""
    await table.enter(3, Ana="7")
    before = table.shared.game
    answer = await table.phone("keeper").post("/keeper/sits-out", round=number, name=name)
    assert (answer.status_code, words in said(answer)) == (status, True)
    assert table.shared.game == before


async def test_the_seats_of_a_finished_game_show_the_totals_of_the_result(table: Table) -> None:
    """A round that lacks a hand counts nowhere once the game is finished."""
    await table.enter(3, Ben="9")
    at_keyboard(table.games, table.game_id, lambda one: one.keep(Finished()))
    at_keyboard(
        table.games, table.game_id, lambda one: AnswersFile(table.games, one.kept.id).note(places=None)
    )
    await table.shared.look()
    assert "Ben 29" in said(await table.phone("keeper").get("/keeper/players"))
