"""`cardtui account export` and `erase`: what the operator does when a person asks for it."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from cardtui.v1 import lobby_service_pb2
from cardtui_client.net.connection import Connection
from cardtui_client.net.known_servers import Tokens
from cardtui_server.store.data_folder import database_in
from tests.cli.conftest import Cardtui, Result

SAID = "the herring flies at dawn"


@asynccontextmanager
async def here(address: str, data: Path, name: str) -> AsyncGenerator[Connection]:
    async with await Connection.open(address, name, tokens=Tokens(data)) as connection:
        yield connection


async def talk_at_a_table(address: str, data: Path, *, closes: bool) -> str:
    """Have Herring make a table that Bia sits down at, and say something there."""
    async with here(address, data, "Herring") as ana, here(address, data, "Bia") as bia:
        request = lobby_service_pb2.CreateTableRequest(
            game="truco-argentino", name="Mesa", seats=2, seat=0
        )
        table: str = (await ana.create_table(request)).table.id
        await bia.join(table)
        await ana.say(table, SAID)
        if closes:
            await ana.close_table(table)
        return table


def told(result: Result) -> list[dict[str, Any]]:
    assert result.code == 0, result.err
    return [json.loads(line) for line in result.out.splitlines()]


def in_files(data: Path, text: str) -> bool:
    """Return whether any file of the database has a text, in use or not."""
    path = database_in(data)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return any(text.encode() in each.read_bytes() for each in data.glob(f"{path.name}*"))


def test_all_that_is_kept_of_a_person_is_printed_and_nothing_of_others(
    cardtui: Cardtui, address: str, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    table = asyncio.run(talk_at_a_table(address, data, closes=False))
    lines = told(cardtui("account", "export", "herring"))
    person, *others = lines
    assert (person["kind"], person["name"], len(person["machines"])) == ("person", "Herring", 1)
    assert {(each["kind"], each["log"]) for each in others} == {("table", table)}
    kinds = [next(iter(each["entry"].keys() - {"timeMilliseconds"})) for each in others]
    assert kinds == ["created", "seated", "talked"]
    assert others[-1]["entry"]["talked"]["text"] == SAID
    assert "Bia" not in json.dumps(others)
    assert SAID not in cardtui("account", "export", "Bia").out
    assert cardtui("account", "export", "Nobody").code == 1


def test_a_person_is_erased_with_all_machines_and_logs_and_nothing_is_left_in_the_files(
    cardtui: Cardtui, address: str, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    asyncio.run(talk_at_a_table(address, data, closes=True))
    assert in_files(data, SAID)
    hesitant = cardtui("account", "erase", "Herring")
    assert hesitant.code == 2
    assert "--yes" in hesitant.err
    assert told(cardtui("account", "export", "Herring"))
    done = cardtui("account", "erase", "Herring", "--yes")
    assert (done.code, done.err) == (0, "")
    assert "Herring is erased here, in 1 table and 0 tournaments." in done.out
    assert cardtui("account", "export", "Herring").code == 1
    assert not in_files(data, SAID)
    assert not in_files(data, "Herring")
    assert len(told(cardtui("account", "export", "Bia"))) == 1, "nobody else is forgotten"
    assert cardtui("backup", str(tmp_path / "copy.db")).code == 0, "what is left is whole"


def test_who_is_in_a_log_that_is_still_written_is_not_erased(
    cardtui: Cardtui, address: str, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    asyncio.run(talk_at_a_table(address, data, closes=False))
    for name in ("Herring", "Bia"):
        refused = cardtui("account", "erase", name, "--yes")
        assert refused.code == 1
        assert "a log that is still written: Mesa. Close these tables" in refused.err
        assert len(told(cardtui("account", "export", name))) > 1
    assert cardtui("tables", "close", "Mesa").code == 0
    assert cardtui("account", "erase", "Bia", "--yes").code == 0
    assert len(told(cardtui("account", "export", "Herring"))) == 1, "that log is gone for both"


def test_a_token_of_who_is_erased_is_void_and_the_name_is_free(
    cardtui: Cardtui, address: str, tmp_path: Path
) -> None:
    async def come() -> tuple[str, str]:
        async with here(address, tmp_path / "data", "Herring") as connection:
            return connection.name, connection.token

    before = asyncio.run(come())
    assert asyncio.run(come()) == before
    assert cardtui("account", "erase", "Herring", "--yes").code == 0
    name, token = asyncio.run(come())
    assert (name, token != before[1]) == ("Herring", True)
