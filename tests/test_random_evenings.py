"""Whatever happens in an evening, the stored game agrees with a simple model."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.random_evenings import ACTIONS, Table, main

FORMS = st.tuples(st.integers(0, 2**32), st.lists(st.sampled_from(ACTIONS), min_size=200, max_size=200))


@given(FORMS)
@settings(max_examples=6, suppress_health_check=list(HealthCheck))
def test_random_actions_against_the_model(
    tmp_path_factory: pytest.TempPathFactory, form: tuple[int, list[str]]
) -> None:
    """After each of 200 actions, restarts among them, points, totals and who is missing are the model's."""
    seed, actions = form
    table = Table(tmp_path_factory.mktemp("evening"), Random(seed))
    for action in actions:
        table.act(action)
    table.close()


@pytest.mark.full
def test_two_thousand_evenings(capsys: pytest.CaptureFixture[str]) -> None:
    """No evening of 2,000 differs from the model at any step."""
    main(2000, 200)
    assert "refused" in capsys.readouterr().out
