"""`cardtui club`: reports, mutes, bans and answers, as the operator and the people see them."""

import asyncio
import json
from pathlib import Path

import pytest

from cardtui.v1 import lobby_service_pb2
from cardtui_client.net.call_errors import Refused
from cardtui_client.net.connection import Connection
from cardtui_client.net.known_servers import Tokens
from tests.cli.conftest import Cardtui


async def quarrel(address: str, data: Path) -> None:
    """Have Bia insult Ana at a table, who reports it."""
    tokens = Tokens(data)
    ana = await Connection.open(address, "Ana", tokens=tokens)
    bia = await Connection.open(address, "Bia", tokens=tokens)
    request = lobby_service_pb2.CreateTableRequest(game="cacho", name="Mesa", seats=2, seat=0)
    table = (await ana.create_table(request)).table.id
    await bia.join(table)
    await bia.say(table, "you fool")
    await ana.report_talk(table, "Bia", "She insults me.")
    await ana.say(table, "stop it")
    for each in (ana, bia):
        await each.close()


async def comes(address: str, data: Path, name: str) -> str:
    """Return what somebody is told who comes, or nothing."""
    try:
        connection = await Connection.open(address, name, tokens=Tokens(data))
    except Refused as refused:
        return str(refused)
    await connection.close()
    return ""


def test_a_report_is_read_its_author_banned_answers_and_comes_again(
    cardtui: Cardtui, address: str, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    assert cardtui("club", "reports").out == "Nobody has reported anything.\n"
    asyncio.run(quarrel(address, data))
    listed = cardtui("club", "reports")
    assert listed.code == 0
    assert listed.out.endswith("Ana reports Bia at “Mesa”: She insults me.\n")
    read = cardtui("club", "reports", "1", "--done")
    signs = [(line[0], line.rsplit("  ", 1)[1]) for line in read.out.splitlines()[1:]]
    assert signs == [(" ", "Bia: you fool"), ("+", "Ana: stop it")]
    assert read.out.splitlines()[0].endswith("(done)")
    told = json.loads(cardtui("club", "reports", "1", "--json").out)
    assert (told["name"], [each["after"] for each in told["lines"]]) == ("Bia", [False, True])
    banned = cardtui("club", "ban", "bia", "Insults.", "--for-ever")
    assert (banned.code, banned.out) == (0, "Bia is banned for good: Insults.\n")
    said = asyncio.run(comes(address, data, "Bia"))
    assert said.startswith("You are banned from this server for good. Reason: Insults.")
    answered = cardtui("account", "appeal", "I was joking.", "--name", "Bia", "--at", address)
    assert (answered.code, answered.out) == (0, "The person who runs the server can read it now.\n")
    again = cardtui("account", "appeal", "Please.", "--name", "Bia", "--at", address)
    assert (again.code, "You have answered already" in again.err) == (1, True)
    assert cardtui("club", "bans").out.splitlines()[1] == "  They answer: I was joking."
    assert json.loads(cardtui("club", "bans", "--json").out)[0]["appeal"] == "I was joking."
    assert cardtui("club", "lift", "Bia").out == "Bia may come and talk again.\n"
    assert asyncio.run(comes(address, data, "Bia")) == ""
    assert cardtui("club", "bans").out == "Nobody is banned or muted.\n"
    log = [line.split("  ", 3)[-1] for line in cardtui("club", "log").out.splitlines()]
    assert log == [
        "Ana reports Bia at “Mesa”: She insults me.",
        "the operator is done with report 1",
        "the operator bans Bia for good: Insults.",
        "answer to the ban or mute 3: I was joking.",
        "the operator lifts the ban or mute 3",
    ]
    assert len(cardtui("club", "log", "--json").out.splitlines()) == 5
    muted = cardtui("club", "mute", "Ana", "No shouting.", "--hours", "1.5")
    assert muted.out.startswith("Ana is muted until 2")
    assert asyncio.run(comes(address, data, "Ana")) == ""


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (["reports", "7"], 1, "There is no report 7"),
        (["reports", "99999999999"], 1, "There is no report 0"),
        (["reports", "--done"], 2, "Say which report"),
        (["ban", "Ana", "Why"], 2, "Say for how long: --hours 24, or --for-ever."),
        (["ban", "Ana", "Why", "--hours", "1", "--for-ever"], 2, "Say for how long"),
        (["mute", "Ana", "Why", "--hours", "0"], 2, "Say for how long"),
        (["mute", "Ana", "Why", "--hours", "nan"], 2, "Say for how long"),
        (["ban", "Ana", "Why", "--hours", "1e9"], 1, "takes a number of hours"),
        (["ban", "Zoe", "Why", "--hours", "1"], 1, "Zoe"),
        (["ban", "127.0.0.1", "Why", "--hours", "1"], 1, "is this machine itself"),
        (["mute", "10.0.0.7", "Why", "--hours", "1"], 1, "An address cannot be muted"),
        (["lift", "Zoe"], 1, "Zoe is neither banned nor muted here."),
    ],
)
def test_bad_input_is_answered_with_a_sentence(
    cardtui: Cardtui, address: str, line: list[str], code: int, said: str
) -> None:
    assert address
    result = cardtui("club", *line)
    assert (result.code, result.out) == (code, "")
    assert said in result.err


def test_an_answer_needs_words_and_a_ban(cardtui: Cardtui, address: str, tmp_path: Path) -> None:
    asyncio.run(comes(address, tmp_path / "data", "Ana"))
    for words, code, said in ((" ", 2, "Say why"), ("No.", 1, "You are neither banned nor muted")):
        result = cardtui("account", "appeal", words, "--name", "Ana", "--at", address)
        assert (result.code, said in result.err) == (code, True)


def test_where_no_server_runs_nothing_is_asked(cardtui: Cardtui) -> None:
    result = cardtui("club", "bans")
    assert (result.code, result.out) == (3, "")
    assert "No server runs in the data folder" in result.err
