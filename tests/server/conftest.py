"""A lobby with the doors of a test, which is stopped after it."""

from collections.abc import AsyncIterator

import pytest

from tests.support.playing import House


@pytest.fixture
async def house() -> AsyncIterator[House]:
    house = House()
    yield house
    await house.stop()
