"""A lobby with the doors of a test, which is stopped after it."""

from collections.abc import AsyncIterator

import pytest

from tests.support.playing import House


@pytest.fixture(autouse=True)
def _no_house_is_left(request: pytest.FixtureRequest) -> None:
    """Stop all houses that a test has made, whatever became of it; only some tests need a loop."""
    if request.node.get_closest_marker("asyncio"):
        request.getfixturevalue("_stopped")


@pytest.fixture
async def _stopped() -> AsyncIterator[None]:
    House.made.clear()  # those of tests elsewhere, which ended with their own loops
    yield
    while House.made:
        await House.made.pop().stop()


@pytest.fixture
async def house() -> House:
    return House()
