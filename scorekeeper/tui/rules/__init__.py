"""The screens on which rules are read, compared, changed and written."""
