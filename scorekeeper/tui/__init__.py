"""The app, for the end of the table. Nothing outside this package imports Textual."""
