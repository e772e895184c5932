"""What tests of the table share: they begin in English, and leave it so."""

from collections.abc import Iterator

import pytest

from cardtui_client import i18n


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    i18n.set_language("en")
    yield
    i18n.set_language("en")
