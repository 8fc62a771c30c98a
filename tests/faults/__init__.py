"""What may befall the kept games, and the promise that holds in spite of it.

An entry that was acknowledged is never lost, a file that is wrong is never accepted in part, nothing is
written over what is damaged, and the person is told what to do. Each fault is tried a few times in every
run of the tests, and very often with `pytest -m full tests/faults`.
"""
