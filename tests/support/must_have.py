"""Whether a test is skipped or fails where its machine lacks what it needs (`missing`), by the
variable `MUST_HAVE`.
"""

import os
from typing import NoReturn

import pytest

MUST_HAVE = "CARDTUI_MUST_HAVE"
"""The variable that names, with commas between, what may not be missing; ``.ci/run`` sets it."""


def missing(what: str, reason: str) -> NoReturn:
    """Skip the test, or fail it where what it needs may not be missing."""
    if what in os.environ.get(MUST_HAVE, "").split(","):
        pytest.fail(reason)
    pytest.skip(reason)
