"""A link on which every byte takes almost a second: one comes in, and is heard."""

from __future__ import annotations

import pytest

from cardtui_client.net.connection import Connection
from tests.support.calling import running
from tests.support.slow_link import slow_link

SECONDS = 0.9


@pytest.mark.slow
@pytest.mark.once
async def test_one_comes_in_over_a_link_of_almost_a_second_each_way() -> None:
    async with running() as server, slow_link(server.address, SECONDS) as address:
        ana = await Connection.open(address, "Ana")
        assert (await ana.list_games()).games
        await ana.close()
