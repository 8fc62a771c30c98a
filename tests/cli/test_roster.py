"""The commands about the people at the table, and about the end of the game."""

from collections.abc import Callable

import pytest

from tests.conftest import Ran

Cli = Callable[..., Ran]


@pytest.mark.parametrize(
    ("answer", "status", "said"), [("y", 0, ""), ("n", 2, "Nothing was saved; choose another name.")]
)
def test_a_terminal_asks_about_names_that_look_alike(
    answer: str, status: int, said: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who can be asked is asked, and Yes alone begins the game."""
    asked = list[str]()
    monkeypatch.setattr("scorekeeper.cli.common.in_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", lambda question, **_options: asked.append(question) or answer)
    ran = cli("new", "--players", "Zoe,Zoë")
    assert asked == ["“Zoë” and “Zoe” look alike. Use both? [y/N]"]
    assert (ran.status, said in ran.err) == (status, True)
    assert len(cli("games").out.splitlines()) == (status == 0)


@pytest.mark.parametrize(("typed", "status"), [("Sí", 0), ("y", 0), ("", 2)])
def test_the_question_is_answered_in_spanish(
    cli: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, typed: str, status: int
) -> None:
    """The prompt shows the letters of the language, takes its words and the English ones, and asks again in it."""
    asked, answers = list[str](), iter(["quizá", typed])
    monkeypatch.setattr("scorekeeper.cli.common.in_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", lambda question, **_options: asked.append(question) or next(answers))
    ran = cli("--lang", "es", "new", "--players", "Zoe,Zoë")
    assert (asked[1].endswith(" [s/N]"), ran.status) == (True, status)
    assert "Responde s para sí o n para no." in ran.err
