"""The first screen, a new game and the help."""
