"""The driver of a terminal, which lets the app end without one, and at one that takes no output. Not for Windows."""

import os
import sys
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from scorekeeper.text import _

LOOK = 0.5
"""Seconds between two looks whether the terminal is still there."""

PATIENCE = 1.0
"""Seconds that a terminal has to take the last output."""

STAYS = 60.0
"""Seconds for the one warning. Textual counts them also while a busy computer has not drawn it yet."""


class TerminalDriver(LinuxDriver):
    """Textual's driver, mended where it would wait for ever.

    - Textual's thread for input ends at the first byte that is no UTF-8, and at a report that cannot be true. Ours
      reads on. What came with such bytes is lost, which is said once. At the end of all input, Textual's reads on.
    - Textual's thread for output ends with the terminal, and waits for one that takes nothing. Then the app waits
      for room in its short queue, and hears no signal. Ours has room, and looks whether the terminal is there.
    - Textual lets the terminal go at SIGTSTP and takes it again at SIGCONT. After SIGSTOP, which no program can see,
      it has not let it go, so it would listen for keys twice and never end.
    """

    let_go = False
    """Whether the terminal was let go since it was last taken."""
    warned = False

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self.app = app

    def end(self) -> None:
        """Let the app end, which its status tells; called in a thread, too."""
        self.app.call_later(self.app.exit, return_code=1)

    def start_application_mode(self) -> None:
        """Take the terminal."""
        self.output = SimpleQueue[str | None]()
        self.output_thread = Thread(target=self.run_output_thread, args=[self.output], daemon=True)
        self.output_thread.start()
        super().start_application_mode()  # type: ignore[no-untyped-call]

    def write(self, data: str) -> None:
        """Put text in line for the terminal."""
        self.output.put(data)

    def run_output_thread(self, output: SimpleQueue[str | None]) -> None:
        """Write until None comes or the terminal is gone; not to the file, which stays locked while it waits."""
        file = sys.__stderr__
        assert file is not None
        with suppress(OSError):
            while os.isatty(self.fileno):
                with suppress(Empty):
                    if (text := output.get(timeout=LOOK)) is None:
                        return
                    data = text.encode(file.encoding, "replace")
                    while data:
                        data = data[os.write(file.fileno(), data) :]
        self.end()

    def close(self) -> None:
        """Give the terminal some time to take what is in line."""
        self.output.put(None)
        self.output_thread.join(PATIENCE)
        super().close()

    def run_input_thread(self) -> None:
        """Read until the app lets the terminal go."""
        while True:
            try:
                super().run_input_thread()
            except OSError:  # the terminal is gone
                self.end()
            except (ArithmeticError, LookupError, ValueError):
                if not self.warned:
                    self.warned = True
                    sentence = _(
                        "The terminal sent something that is no key, and it was left out. If letters are missing, "
                        "set the terminal to UTF-8."
                    )
                    self.app.call_later(
                        self.app.notify, sentence, severity="warning", markup=False, timeout=STAYS
                    )
                continue
            return

    def suspend_application_mode(self) -> None:
        """Let the terminal go."""
        super().suspend_application_mode()
        self.let_go = True

    def resume_application_mode(self) -> None:
        """Take the terminal again, if there is one."""
        if not os.isatty(self.fileno):
            self.end()
            return
        if not self.let_go:
            super().suspend_application_mode()
        self.let_go = False
        super().resume_application_mode()
