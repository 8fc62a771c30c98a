"""The pilot of these tests waits for the app, however busy the machine is."""

from itertools import chain, repeat

from textual.app import App

from tests.tui import conftest


async def test_a_slow_app_is_waited_for(app, monkeypatch) -> None:
    """What an app does over five seconds is done when the pilot goes on."""
    done = list[int]()

    def works_on(running: App[None], left: int) -> None:
        done.append(left)
        if left:
            running.call_later(works_on, running, left - 1)

    async with app().run_test() as pilot:
        monkeypatch.setattr(conftest, "monotonic", chain([0], repeat(5)).__next__)
        pilot.app.call_later(works_on, pilot.app, 9)
        await pilot.pause()
        assert done == list(range(9, -1, -1))
