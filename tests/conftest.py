"""What tests share: the shipped rule books."""

import pytest

from scorekeeper import folders
from scorekeeper.packs import Shelf


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    """Return the shipped rule books."""
    return Shelf(folders.shipped("rules"))
