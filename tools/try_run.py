"""Starts the app in a terminal as a stranger does, and leaves it by a key: `python tools/try_run.py make run`.

It needs nothing but Python; on Windows also the package `pywinpty`, since Python itself makes no terminals there.
"""

import os
import shutil
import sys
import tempfile
from threading import Thread

PATIENCE = 900
"""Seconds for the set-up and the first screen, on a slow machine too."""
FIRST_SCREEN = "Press Enter to start the first one"
QUIT = "\x11"  # Ctrl+Q


def try_run(terminal: "Terminal | WindowsTerminal") -> int:
    """Read until the first screen is there, then press the key that leaves; return the exit status."""
    screen = ""
    while FIRST_SCREEN not in screen:
        text = terminal.read()
        if not text:
            print(
                f"\nThe first screen did not come; the command ended with {terminal.end()}.", file=sys.stderr
            )
            return 1
        print(text, end="", flush=True)
        screen += text
    terminal.write(QUIT)
    while text := terminal.read():
        print(text, end="", flush=True)
    return terminal.end()


class Terminal:
    """A pseudo-terminal, and a command in it."""

    def __init__(self, command: list[str]) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.child, self.master = pty.fork()
        if not self.child:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.execvp(command[0], command)

    def read(self) -> str:
        """Return what is written next; nothing once the command has ended."""
        try:
            return os.read(self.master, 65536).decode(errors="replace")
        except OSError:
            return ""

    def write(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    def end(self) -> int:
        """Wait for the end of the command, and return its exit status."""
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


class WindowsTerminal:
    """The same on Windows."""

    def __init__(self, command: list[str]) -> None:
        from winpty import PtyProcess

        self.process = PtyProcess.spawn([shutil.which(command[0]) or command[0], *command[1:]])

    def read(self) -> str:
        """Return what is written next; nothing once the command has ended."""
        try:
            return str(self.process.read(65536))
        except EOFError:
            return ""

    def write(self, keys: str) -> None:
        """Press keys."""
        self.process.write(keys)

    def end(self) -> int:
        """Wait for the end of the command, and return its exit status."""
        return int(self.process.wait())


def main(command: list[str]) -> int:
    """Try a command with an empty home; return its exit status, or 1 where nothing comes in time."""
    statuses = list[int]()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        os.environ |= {"SCOREKEEPER_HOME": home, "TERM": "xterm-256color"}
        terminal = (WindowsTerminal if os.name == "nt" else Terminal)(command)
        trial = Thread(target=lambda: statuses.append(try_run(terminal)), daemon=True)
        trial.start()
        trial.join(PATIENCE)
    if not statuses:
        print(f"\nNothing came within {PATIENCE} seconds.", file=sys.stderr)
    return statuses[0] if statuses else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
