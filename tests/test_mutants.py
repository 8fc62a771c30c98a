"""The mutants of `make mutants`: each is a module that can be loaded, with one change."""

from functools import cache

import pytest

pytest.importorskip("resource", reason="mutants are run in forked processes")

from tools import mutants

SCORING = "scorekeeper/rules/scoring.py"


@cache
def every() -> list[mutants.Mutant]:
    """Return all mutants there are, as seed 1 draws them."""
    return mutants.drawn(1, 100_000)


def test_every_mutant_is_another_module() -> None:
    """A mutant compiles, is unlike the module and unlike its other mutants, and shows what it changes."""
    original = compile(mutants.parsed(SCORING), mutants.ROOT / SCORING, "exec")
    found = mutants.mutants(SCORING)
    codes = {mutants.mutated(mutant) for mutant in found}
    assert len(codes) == len(found) > 40
    assert original not in codes
    assert all(mutant.before != mutant.after for mutant in found)


def test_a_seed_draws_the_same_mutants() -> None:
    """Whoever names a seed tries the same mutants; another seed, others, of all modules."""
    first, again, other = (mutants.drawn(seed, 60, "checks") for seed in (1, 1, 2))
    assert first == again != other
    assert {mutant.file for mutant in every()} == set(mutants.SUBJECTS)


def test_a_package_has_every_module_changed() -> None:
    """Whoever names a package tries mutants of its modules alone, and of each that does anything."""
    files = {mutant.file for mutant in mutants.drawn(1, 100_000, "engine")}
    modules = {
        path for path in (mutants.ROOT / "scorekeeper/engine").rglob("*.py") if path.name != "__init__.py"
    }
    assert {mutants.ROOT / file for file in files} == modules


def test_what_is_called_equivalent_exists() -> None:
    """Every listed mutant is one that can be drawn, and has a reason."""
    found = {(one.file, one.function, one.before, one.after) for one in every()}
    assert mutants.reasons().keys() <= found
    assert all(mutants.reasons().values())


def test_the_tests_that_are_to_notice_exist() -> None:
    """A test that is not there would fail, and so seem to notice every mutant."""
    named = {*mutants.CORE_TESTS, *(test for tests in mutants.SUBJECTS.values() for test in tests)}
    assert [path for path in sorted(named) if not (mutants.ROOT / path).exists()] == []


def test_a_report_counts_the_survivors() -> None:
    """A survivor is printed with its place and change, an equivalent one with the reason, both as survivors."""
    listed, why = next(iter(mutants.reasons().items()))
    other = mutants.mutants(SCORING)[0]
    equivalent = next(
        one for one in mutants.mutants(listed[0]) if one.before == listed[2] and one.after == listed[3]
    )
    assert mutants.report([other, equivalent], 200).splitlines() == [
        f"survived  {other}",
        f"equivalent  {equivalent}",
        f"    {why}",
        "198 of 200 died: 99.0%",
    ]
