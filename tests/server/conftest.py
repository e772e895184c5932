"""A lobby with the doors of a test, which is stopped after it."""

from collections.abc import AsyncIterator

import pytest

from tests.support.playing import House


@pytest.fixture(autouse=True)
async def _no_house_is_left() -> AsyncIterator[None]:
    """Stop all houses that a test has made, whatever became of it."""
    House.made.clear()  # those of tests elsewhere, which ended with their own loops
    yield
    while House.made:
        await House.made.pop().stop()


@pytest.fixture
async def house() -> House:
    return House()
