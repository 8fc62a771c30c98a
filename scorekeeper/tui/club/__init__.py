"""Club night: the host's screen of a club night, and its roster."""
