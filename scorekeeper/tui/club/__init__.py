"""Club night: the host's screen of an event over many tables, and its roster."""
