"""Tiles in a photo: finds them and reads what they show. Knows tiles and sets, and nothing of games or rules.

A picture is looked at in a process of its own, with limits, and is never kept or written to the disk. Without the
extra `photo` (OpenCV), which only that process loads, there is one sentence that says how to install it.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.photo.file_names import *
    from scorekeeper.photo.reading import *
    from scorekeeper.photo.seen import *
else:
    __all__, __getattr__ = lazy(
        __name__,
        file_names="photo_file",
        reading="MOST_BYTES can_read_photos frame_tiles read_photo read_tiles",
        seen="SeenPhoto SeenTile",
    )
