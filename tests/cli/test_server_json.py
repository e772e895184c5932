"""Servers and tables as JSON: the shape that docs/lines.md shows."""

import json
import re
from pathlib import Path
from typing import Any

from cardtui.v1 import session_service_pb2, tables_pb2
from cardtui_client.commands.lookup import as_json, as_text

GUIDE = (Path(__file__).parents[2] / "docs" / "lines.md").read_text(encoding="utf-8")


def test_a_server_is_told_in_the_shape_that_the_guide_shows() -> None:
    shown = re.search(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    assert shown is not None
    number, flag = tables_pb2.OptionValue(number=50), tables_pb2.OptionValue(flag=False)
    table = tables_pb2.Table(
        id="wshpk4",
        name="Rosa Azul",
        game="cacho",
        options={
            "third_round_check": flag,
            "hands": tables_pb2.OptionValue(number=5),
            "buy_in": number,
            "chip_value": tables_pb2.OptionValue(text=""),
        },
        seats=[
            tables_pb2.Seat(seat=0, name="Ana", ready=True),
            tables_pb2.Seat(seat=1, name="Beto", ready=True, bot=tables_pb2.BOT_LEVEL_EASY),
            tables_pb2.Seat(seat=2),
        ],
        state=tables_pb2.TABLE_STATE_WAITING,
        host="Ana",
        bots_yield=True,
        first_dealer=tables_pb2.FIRST_DEALER_LOT,
        clock_milliseconds=30_000,
        reserve_milliseconds=60_000,
        patience_milliseconds=120_000,
    )
    server = session_service_pb2.GetServerResponse(
        name="kitchen",
        version="0.1.0",
        people=2,
        message="",
        evening=session_service_pb2.Evening(
            name="Truco night",
            begins_milliseconds=1_795_906_800_000,
            ends_milliseconds=1_795_921_200_000,
        ),
        protocol_revision=1,
        ssh_port=8783,
        ssh_key="SHA256:COLhB6xvkdgfWNZG2KSFS1cwVUeJ0PrpwmeEo3La9Ik",
    )
    told = {"servers": [as_json("127.0.0.1:8782", server, [table])]}
    assert json.loads(shown[1]) == told
    assert list(_keys(json.loads(shown[1]))) == list(_keys(told))


def test_no_control_character_of_other_people_reaches_a_terminal() -> None:
    nasty = "\x1b]0;x\x07\x9b2J\u202e\u2028é"
    server = session_service_pb2.GetServerResponse(name=nasty)
    printed = as_text({"servers": [as_json("x:1", server, [])]})
    assert printed.isascii()
    assert not [each for each in printed if ord(each) < 32 and each != "\n"]
    assert json.loads(printed)["servers"][0]["name"] == nasty


def test_values_that_a_newer_server_has_are_told_as_numbers() -> None:
    table = tables_pb2.Table(state=tables_pb2.TABLE_STATE_PLAYING)
    table.seats.add(bot=7, team=1)
    table.silent.append(0)
    table.options["each"].by_seat.numbers.extend([1, 2])
    (told,) = as_json("x:1", session_service_pb2.GetServerResponse(), [table])["tables"]
    assert told["state"] == "playing"
    assert (told["seats"][0]["bot"], told["seats"][0]["team"]) == ("7", 2)
    assert told["options"] == {"each": [1, 2]}
    assert told["seats"][0]["silent"] is True
    assert told["clock"] is None


def _keys(value: Any) -> Any:
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _keys(each)
    elif isinstance(value, list):
        for each in value:
            yield from _keys(each)
