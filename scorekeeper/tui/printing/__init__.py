"""The screen that prints sheets, and its picture of the page."""
