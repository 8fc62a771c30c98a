"""The table on every phone and on the big screen: a small server on the home network, and its pages.

Entries go through `session`, as those of the app and the command line do. Nothing outside the commands and the screen
that share a table may import this package: it takes longer to load than they all do.
"""

from typing import TYPE_CHECKING

from scorekeeper.lazy_imports import lazy

if TYPE_CHECKING:
    from scorekeeper.web.club import *
    from scorekeeper.web.devices import *
    from scorekeeper.web.host import *
else:
    __all__, __getattr__ = lazy(__name__, club="ClubHost", devices="Device device_name", host="Host qr_text")
