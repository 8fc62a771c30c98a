"""The screens on past games and their players."""
