"""``cardtui restart`` has everybody told that the server restarts."""

import asyncio

import pytest

from cardtui.v1 import tables_pb2
from tests.cli.conftest import Cardtui
from tests.support.calling import Caller


async def _told(address: str) -> tables_pb2.Presence:
    caller = await Caller.of(address, "Ana")
    table = (await caller.create(seat=0)).id
    found = (await caller.view(table)).presence
    await caller.close()
    return found


def test_who_is_at_a_table_is_told_until_it_is_cancelled(cardtui: Cardtui, address: str) -> None:
    result = cardtui("restart", "--in", "20m", "A new release.")
    assert (result.code, result.err) == (0, "")
    assert result.out == "Everybody is told: the server stops in 20m.\n"
    said = asyncio.run(_told(address)).notice.sentence
    assert said == "A new release. The server restarts in 20 min."
    assert cardtui("restart", "--in", "2h").code == 0
    assert asyncio.run(_told(address)).notice.arguments["left"] == "120 min"
    result = cardtui("restart", "--cancel")
    assert (result.code, result.out) == (0, "The server does not restart, after all.\n")
    assert not asyncio.run(_told(address)).HasField("notice")


@pytest.mark.parametrize(
    ("time", "code", "said"),
    [
        ("soon", 2, "--in takes a time, such as 30s, 10m or 2h."),
        ("-5m", 2, "--in takes a time"),
        ("10d", 2, "--in takes a time"),
        ("25h", 1, "A restart is announced at most a day before."),
    ],
)
def test_what_is_no_time_for_it_is_told(
    cardtui: Cardtui, address: str, time: str, code: int, said: str
) -> None:
    assert address
    result = cardtui("restart", f"--in={time}")
    assert (result.code, result.out) == (code, "")
    assert said in result.err


def test_where_no_server_runs_nobody_is_told(cardtui: Cardtui) -> None:
    result = cardtui("restart")
    assert (result.code, result.out) == (3, "")
    assert "No server runs in the data folder" in result.err
