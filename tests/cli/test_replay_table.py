"""`cardtui replay --table` shows the match at a server's table, as far as the caller may see it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtui.v1 import lobby_service_pb2, table_service_pb2, tables_pb2
from cardtui_client.command_line.errors import Failed
from cardtui_client.net.call_errors import Unintelligible
from cardtui_client.net.connection import Connection
from cardtui_client.net.known_servers import Tokens
from cardtui_studio.match_film import seen_film
from tests.cli.conftest import Cardtui

Name = Callable[[str], None]


@pytest.fixture
def name(monkeypatch: pytest.MonkeyPatch) -> Name:
    """Under which name one comes."""
    return lambda name: monkeypatch.setenv("CARDTUI_NAME", name)


async def play_some(address: str, folder: Path, *, until_hand: int = 0) -> None:
    """Have Ana play against a bot at a table called Mesa: a short match, or until it is her turn.

    Args:
        until_hand: of that hand; 0 for all of the match.
    """
    connection = await Connection.open(address, "Ana", tokens=Tokens(folder))
    request = lobby_service_pb2.CreateTableRequest(
        game="cacho",
        seats=2,
        name="Mesa",
        seat=0,
        bots=tables_pb2.BOT_LEVEL_EASY,
        options={"hands": tables_pb2.OptionValue(number=4)},
        pause_milliseconds=0,
    )
    table = (await connection.create_table(request)).table.id
    await connection.start(table)
    for number in range(60):
        while True:
            seen = (await connection.get_view(table)).snapshot
            if seen.own.choices or seen.table.state == tables_pb2.TABLE_STATE_OVER:
                break
            await asyncio.sleep(0.01)
        if seen.view.hand == until_hand or not seen.own.choices:
            break  # she is to act, or it is over: nothing happens while the test looks
        action = seen.own.choices[0].action  # to pass, or to fold
        await connection.act(table, action, request_id=f"{number}")
    await connection.close()


@pytest.mark.slow
def test_a_match_that_goes_on_is_told_with_ones_own_eyes_alone(
    cardtui: Cardtui, address: str, tmp_path: Path, name: Name
) -> None:
    asyncio.run(play_some(address, tmp_path / "data", until_hand=2))
    name("Ana")
    told = cardtui("replay", "--at", address, "--table", "mesa")
    assert told.code == 0, told.err
    lines = told.out.splitlines()
    assert lines[:2] == ["Cacho.", "You see what Ana saw."]
    assert "Hand 2" in told.out
    assert any(line.startswith("You get ") for line in lines)
    later = cardtui("replay", "--at", address, "--from-hand", "2").out
    assert later.count("You get ") == told.out.count("You get ") - 1, "the only table is meant"
    name("")
    named = cardtui("replay", "--at", address, "--table", "mesa", "--name", "Ana")
    assert named.out == told.out
    name("Zoe")
    watched = cardtui("replay", "--at", address, "--table", "mesa").out
    assert "You" not in watched
    assert "Hand 2" in watched
    for arguments, code, sentence in (
        (("--eyes", "all"), 2, "you see only what your own seat sees"),
        (("--eyes", "Ana"), 2, "you see only what your own seat sees"),
        (("--scenario", "1.1"), 1, "what others hold is not known"),
        (("--from-hand", "40"), 2, "The match has"),
    ):
        refused = cardtui("replay", "--at", address, "--table", "mesa", *arguments)
        assert (refused.code, refused.out) == (code, "")
        assert sentence in refused.err


@pytest.mark.slow
def test_a_match_that_is_over_is_told_from_its_record_to_who_played(
    cardtui: Cardtui, address: str, tmp_path: Path, name: Name
) -> None:
    asyncio.run(play_some(address, tmp_path / "data"))
    name("Ana")
    told = cardtui("replay", "--at", address, "--table", "Mesa", "--eyes", "all").out
    assert "The match is over." in told
    assert "Ana holds" in told
    name("Zoe")
    watched = cardtui("replay", "--at", address, "--table", "Mesa").out
    assert "The match is over." in watched
    assert "do not trust" not in watched
    spectator = cardtui("replay", "--at", address, "--table", "Mesa", "--eyes", "Spectator")
    assert spectator.out == watched
    refused = cardtui("replay", "--at", address, "--table", "Mesa", "--eyes", "all")
    assert refused.code == 2
    assert "Only those who played get the record" in refused.err


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ((), 2, "Say which match: a file, a number from cardtui records, or --table NAME."),
        (("a.txt", "--table", "Mesa"), 2, "Choose one of FILE, --table and --code."),
        (("--table", "Mesa", "--code", "abc"), 2, "Choose one of FILE, --table and --code."),
        (("a.txt", "--at", "127.0.0.1"), 2, "Choose one of FILE, --table and --code."),
        (("--at", "127.0.0.1:1"), 3, "No table server answers at 127.0.0.1:1."),
    ],
)
def test_what_is_not_meant_is_said(
    cardtui: Cardtui, arguments: tuple[str, ...], code: int, sentence: str, name: Name
) -> None:
    name("Ana")
    result = cardtui("replay", *arguments)
    assert (result.code, result.out) == (code, "")
    assert sentence in result.err


def test_a_table_without_a_match_has_nothing_to_look_back_at(
    cardtui: Cardtui, address: str, name: Name
) -> None:
    async def make() -> None:
        connection = await Connection.open(address, "Ana")
        request = lobby_service_pb2.CreateTableRequest(game="cacho", seats=2, name="Mesa")
        await connection.create_table(request)
        await connection.close()

    asyncio.run(make())
    name("Zoe")
    result = cardtui("replay", "--at", address, "--table", "Mesa")
    assert (result.code, result.err) == (
        1,
        "cardtui: No match has been played at this table yet.\n",
    )


def test_what_is_no_film_is_told() -> None:
    first = table_service_pb2.Frame(snapshot=table_service_pb2.Snapshot(seq=3))
    other = table_service_pb2.Frame(update=table_service_pb2.Update(seq=7))
    with pytest.raises(Failed, match="nothing of this match yet"):
        seen_film([first], "here")
    with pytest.raises(Unintelligible, match="at here"):
        seen_film([first, other], "here")
