"""The table of the open game, and the screens that belong to it."""
