"""Widgets that several screens share. They know no screen."""
