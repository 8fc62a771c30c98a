"""The door of the program: `scorekeeper` and `python -m scorekeeper` both come in here.

Nothing heavy is imported before garbage is looked for less often: most of what a command makes lives as
long as it does, and looking through it while modules load takes a twentieth of the time.
"""

import gc
import sys

OBJECTS = 50_000
"""So many more objects than before, and Python looks for garbage; usually 700."""


def main() -> None:
    """Run the command `scorekeeper`, and end the process with its status."""
    gc.set_threshold(OBJECTS)
    from scorekeeper import cli

    status = cli.main()
    gc.freeze()  # the end needs not look through what ends anyway
    sys.exit(status)


if __name__ == "__main__":
    main()
