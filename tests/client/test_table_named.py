"""Which table or seat is meant by what a person types."""

from types import SimpleNamespace
from typing import cast

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.command_line.errors import Failed
from cardtui_client.commands.lookup import find_table
from cardtui_client.lines.requests import seat_named
from cardtui_client.model.table_summary import tables_named
from cardtui_client.net.connection import Connection

TABLES = [
    tables_pb2.Table(id="wshpk4", name="Ana"),
    tables_pb2.Table(id="q7", name="Anabel's kitchen"),
    tables_pb2.Table(id="r2", name="Bia"),
]


def server(*seated_at: str, refusing: str = "") -> Connection:
    """A session on a server with the three tables."""
    tables = [tables_pb2.Table.FromString(each.SerializeToString()) for each in TABLES]
    for table in tables:
        table.watching.refused = table.id == refusing

    async def list_tables() -> object:
        return SimpleNamespace(tables=tables)

    return cast("Connection", SimpleNamespace(list_tables=list_tables, seated_at=set(seated_at)))


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("ana", ["wshpk4"]),
        ("ANAB", ["q7"]),
        ("an", ["wshpk4", "q7"]),
        ("wsh", ["wshpk4"]),
        ("R2", ["r2"]),
        ("Caio", []),
        ("", []),
    ],
)
def test_a_whole_name_comes_before_a_beginning(text: str, ids: list[str]) -> None:
    assert [table.id for table in tables_named(text, TABLES)] == ids


async def test_a_beginning_that_fits_one_table_is_enough_but_not_to_close_it() -> None:
    assert (await find_table(server(), "bi")).id == "r2"
    with pytest.raises(Failed, match=r"Several tables begin with “an”.*“Ana” .*“Anabel"):
        await find_table(server(), "an")
    with pytest.raises(Failed, match="There is no table “bi” there"):
        await find_table(server(), "bi", exactly=True)
    assert (await find_table(server(), "BIA", exactly=True)).id == "r2"


async def test_who_wants_to_watch_prefers_a_table_of_others() -> None:
    assert (await find_table(server("r2"), None)).id == "r2"
    watched = await find_table(server("q7", "r2"), None, seat=False)
    assert watched.id == "wshpk4"
    watched = await find_table(server("q7", refusing="r2"), None, seat=False)
    assert watched.id == "wshpk4"
    with pytest.raises(Failed, match="There are several tables"):
        await find_table(server("r2"), None, seat=False)


SEATS = [
    tables_pb2.Seat(seat=0, name="Ana María"),
    tables_pb2.Seat(seat=1, name="Alba", bot=tables_pb2.BOT_LEVEL_EASY),
    tables_pb2.Seat(seat=2),
    tables_pb2.Seat(seat=3, name="2"),
    tables_pb2.Seat(seat=4, name="7"),
]


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("1", 0),
        (" 02 ", 1),
        ("ana maría", 0),
        ("ALBA", 1),
        ("3", 2),
        ("2", 1),  # a number is that of a seat before it is a name
        ("7", 4),
        ("", None),
        ("0", None),
        ("6", None),
        ("999999999999999999", None),
        ("ana", None),
        ("-1", None),
        ("²", None),
    ],
)
def test_a_seat_is_named_by_its_number_or_by_who_sits_there(text: str, seat: int | None) -> None:
    named = seat_named(text, SEATS)
    assert (None if named is None else named.seat) == seat


def test_only_the_seats_that_may_be_meant_are_found() -> None:
    people = [seat for seat in SEATS if seat.name and not seat.bot]
    assert seat_named("alba", people) is None
    assert seat_named("3", people) is None
    twins = [tables_pb2.Seat(seat=seat, name="Ana") for seat in range(2)]
    assert seat_named("ana", twins) is None
