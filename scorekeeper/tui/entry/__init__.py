"""Entering hands: a round line by line, a whole sheet cell by cell, and the tile pad."""
