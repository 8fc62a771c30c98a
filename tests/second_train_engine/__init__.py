"""A second engine for Mexican Train, written from the rule catalogue alone, to test the program's own engine.

It knows every hand as dealt, but not the order of the yard. `differential.py` compares the two engines.
"""
