"""Runs Typst on a template: here if all files come with the program, else in a process with limits.

A template or an emblem of the user's own may come from anywhere. Its process gets no network, and so much memory and
time as sheets never need. Nothing here knows what is on a sheet.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from scorekeeper.errors import Malformed
from scorekeeper.system import Format
from scorekeeper.text import _, join_with_commas

SECONDS = 30
"""How long a sheet with files of the user's own may take; the slowest takes two."""

MEMORY = 4 * 2**30
"""Bytes that such a sheet may ask for, where the system can limit them."""

_NOWHERE = "http://127.0.0.1:0"
"""A proxy that nothing can listen at."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """What Typst needs: the template, the shared parts, the data for it, the marks to ask for."""

    template: Path
    packages: Path
    data: str
    system_fonts: bool
    form: Format
    pixels_per_inch: float
    standards: Sequence[Literal["ua-1"]]
    marks: Sequence[str]


class Compiled(msgspec.Struct, frozen=True, tag=True):
    """The pages, and the numbers that stand at each mark."""

    pages: Sequence[bytes]
    marked: Sequence[Sequence[float]]


class Fault(msgspec.Struct, frozen=True, tag=True):
    """What Typst says is wrong with a template."""

    message: str
    hints: Sequence[str]
    diagnostic: str


def compile_here(job: Job) -> Compiled | Fault:
    """Run Typst in this process. It reads only the template's folder and the shared parts."""
    from typst import Compiler, TypstError

    try:
        compiler = Compiler(
            job.template,
            root=job.template.parent,
            package_path=job.packages,
            ignore_system_fonts=not job.system_fonts,
            sys_inputs={"data": job.data},
        )
        pages = compiler.compile(format=job.form, ppi=job.pixels_per_inch, pdf_standards=list(job.standards))
        marked = [
            msgspec.json.decode(compiler.query(mark, field="value"), type=list[float]) for mark in job.marks
        ]
    except TypstError as error:
        return Fault(error.message, error.hints, error.diagnostic)
    return Compiled(pages if isinstance(pages, list) else [pages or b""], marked)


def compile_apart(job: Job, own: Sequence[Path]) -> Compiled | Fault:
    """Run Typst in a process of its own. Raises Malformed that names `own`, the files, if they ask for too much."""
    import subprocess  # both take longer to load than some sheets to print
    from tempfile import gettempdir

    package = str(Path(__file__).parents[2])
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), _NOWHERE)
    limits = proxies | {name.upper(): proxy for name, proxy in proxies.items()} | {
        "no_proxy": "", "NO_PROXY": "", "MALLOC_ARENA_MAX": "2", "PYTHONPATH": package
    }  # fmt: skip
    try:
        ran = subprocess.run(
            [sys.executable, "-P", "-m", __name__],
            input=msgspec.msgpack.encode(job, enc_hook=str),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=os.environ | limits, cwd=gettempdir(), timeout=SECONDS, check=True,
        )  # fmt: skip
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        raise Malformed(
            _("This was stopped, because it asked for more memory or time than a sheet needs."),
            join_with_commas([str(path) for path in own]),
        ) from None
    return msgspec.msgpack.decode(ran.stdout, type=Compiled | Fault)


def _serve() -> None:
    """Do the job that stands on standard input, within limits, and write what came of it."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Job, dec_hook=lambda kind, text: kind(text))
    sys.stdout.buffer.write(msgspec.msgpack.encode(compile_here(job)))


if __name__ == "__main__":
    _serve()
