"""A seat is named in one way wherever a person types one."""

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.lines.requests import seat_named

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
