"""Photos of hands on their way: taken from a form in memory, counted one after the other for the whole table.

A form with a file is read here, because Starlette writes files of forms to the disk. Nothing of a picture outlives
its request.
"""

import re
from asyncio import get_running_loop
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial

from scorekeeper.errors import Impossible, Malformed
from scorekeeper.photo import SeenPhoto, read_photo
from scorekeeper.text import _, ngettext
from scorekeeper.tiles import Tile

MOST_PHOTO = 20 * 2**20
"""Bytes of a photo; one of 50 megapixels from a phone has fewer. The script of the pages sends half a million."""

MOST_AT_ONCE = 8
"""Photos that are sent, wait or are counted at once: they lie in memory."""

_BOUNDARY = re.compile(r'multipart/form-data;.*boundary="?([^";]+)', re.IGNORECASE)
_NAME = re.compile(rb'name="([^"]*)"')


def parse_photo_form(body: bytes, content_type: str) -> tuple[dict[str, str], bytes]:
    r"""Return the fields of a form, and its picture; empty where there is none.

    >>> form = b'--x\r\n; name="typed"\r\n\r\n6-4\r\n--x\r\n; name="photo"\r\n\r\nJPEG\r\n--x--'
    >>> parse_photo_form(form, "multipart/form-data; boundary=x")
    ({'typed': '6-4'}, b'JPEG')
    """
    fields: dict[str, str] = {}
    picture = b""
    boundary = _BOUNDARY.match(content_type)
    for part in body.split(b"\r\n--" + boundary[1].encode()) if boundary else ():
        head, _blank, content = part.partition(b"\r\n\r\n")
        named = _NAME.search(head)
        name = named[1].decode(errors="replace") if named else ""
        if name == "photo":
            picture = content
        elif name:
            fields[name] = content.decode(errors="replace")
    return fields, picture


class PhotoLine:
    """The photos of a table: one is counted at a time, the others wait in the order in which they came."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, "photo")
        self._here = 0
        self._waiting: list[str] = []

    @contextmanager
    def room(self) -> Iterator[None]:
        """Give a photo room while it is sent and counted. Raises Impossible if there are too many."""
        if self._here >= MOST_AT_ONCE:
            raise Impossible(_("Too many photos come at once; try again in a moment."))
        self._here += 1
        try:
            yield
        finally:
            self._here -= 1

    async def read(self, device: str, picture: bytes, highest: int, elsewhere: Collection[Tile]) -> SeenPhoto:
        """Return what is seen in a photo once its turn has come. Raises ScorekeeperError if it cannot be counted."""
        if not picture:
            raise Malformed(_("Choose a photo first."))
        if len(picture) > MOST_PHOTO:
            raise Malformed(
                _("This picture has more than {most} MB; make it smaller.", most=MOST_PHOTO // 2**20)
            )
        counting = partial(read_photo, picture, highest, elsewhere)
        self._waiting.append(device)
        try:
            return await get_running_loop().run_in_executor(self._worker, copy_context().run, counting)
        finally:
            self._waiting.remove(device)

    def progress(self, device: str) -> str:
        """Return how far the photo of a device has come."""
        if device not in self._waiting:
            return _("The photo is being sent.")
        before = self._waiting.index(device)
        if not before:
            return _("The tiles are being counted.")
        return ngettext(
            "{n} other photo is counted first.", "{n} other photos are counted first.", before, n=before
        )
