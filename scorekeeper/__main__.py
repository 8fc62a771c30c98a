"""The door of the program: `scorekeeper` and `python -m scorekeeper` both come in here.

Nothing heavy is imported before garbage is looked for less often: most of what a command makes lives as
long as it does, and looking through it while modules load takes a twentieth of the time.

Ctrl+C ends the program without a word at every moment. While modules load, and once the command is done, there is
nothing to put in order, and it ends at once; in between `KeyboardInterrupt` lets a command put things in order.
"""

import gc
import sys

OBJECTS = 50_000
"""So many more objects than before, and Python looks for garbage; usually 700."""

INTERRUPTED = 130


def main() -> None:
    """Run the command `scorekeeper`, and end the process with its status."""
    try:
        status = _run()
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


def _run() -> int:
    import signal  # takes a moment, in which somebody may press Ctrl+C

    gc.set_threshold(OBJECTS)
    raising = signal.default_int_handler
    heard = signal.getsignal(signal.SIGINT) is raising  # a job in the background does not hear it
    if heard:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from scorekeeper import cli

    sys.unraisablehook = _interrupt_again
    try:
        if heard:
            signal.signal(signal.SIGINT, raising)
        return cli.main()
    finally:
        if heard:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        gc.freeze()  # the end needs not look through what ends anyway


def _interrupt_again(lost: "sys.UnraisableHookArgs") -> None:
    """Raise a KeyboardInterrupt anew that came where Python could only have dropped it, as while an object ends."""
    import signal

    if lost.exc_type is KeyboardInterrupt:
        signal.raise_signal(signal.SIGINT)
    else:
        sys.__unraisablehook__(lost)


if __name__ == "__main__":
    main()
