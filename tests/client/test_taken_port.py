"""A server of this machine ends during a visit, and another account takes its port."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cardtui_client.net.call_errors import Unreachable
from cardtui_client.net.connection import Connection
from tests.support.calling import SWIFT, running
from tests.support.lasting_port import lasting_port
from tests.support.squatter import KINDS, squatting


@pytest.mark.slow
@pytest.mark.parametrize("kind", [each for each in KINDS if each != "relay"])
async def test_a_visit_goes_on_with_the_server_alone_that_it_began_at(
    kind: str, tmp_path: Path
) -> None:
    settings = replace(SWIFT, port=lasting_port(), data=tmp_path)
    async with running(settings):
        ana = await Connection.open(f"localhost:{settings.port}", "Ana", timeout=5)
    with squatting(kind, settings.port) as heard:
        for _attempt in range(2):
            with pytest.raises(Unreachable, match=f":{settings.port}"):
                await ana.list_tables()
        assert ana.token.encode() not in b"\n".join(heard)
    async with running(settings):
        token = ana.token
        assert not (await ana.list_tables()).tables
        assert ana.token == token
        await ana.close()
