"""A hostile or newer server can send anything: it is drawn, and it stays in its place."""

import re
from random import Random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import given
from hypothesis import strategies as st

from cardtui.v1 import table_service_pb2
from cardtui_client.games.arguments import span_of
from cardtui_client.games.buttons import buttons
from cardtui_client.games.keys import Keys
from cardtui_client.games.prompt import prompt
from cardtui_client.games.staging import stage
from cardtui_client.model.table import TableModel
from cardtui_client.scene.bar import Amount
from cardtui_client.scene.shows import Fresh
from cardtui_client.scene.zones import CardZone
from cardtui_client.text import cell_width
from cardtui_client.tui.paint.actions import paint_amount, paint_buttons
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.hand import Pointed, paint_hand
from cardtui_client.tui.themes import DEFAULTS
from cardtui_client.tui.widgets.bars import paint_top
from cardtui_client.tui.widgets.palette import palette_of

PALETTE = palette_of(DEFAULTS, dark=True, four_colours=True)
WORDS = (
    "", "deal", "over", "cut", "play", "answer", "envido", "show", "first", "third", "\x1b[1m",
    "betting", "matching", "draw", "discard", "contest", "stock", "discards",
)  # fmt: skip


def filled(kind: type[Message], chance: Random, depth: int = 4) -> Any:
    """Return a message of that kind with whatever the wire can carry."""
    message = kind()
    fields: list[Any] = list(kind.DESCRIPTOR.fields)
    chance.shuffle(fields)  # of a oneof the last one stays
    for field in fields:
        if chance.random() < 0.1:
            continue
        if field.message_type is not None:
            if depth == 0 or field.message_type.GetOptions().map_entry:
                continue
            inner = GetMessageClass(field.message_type)
            if field.is_repeated:
                several = [filled(inner, chance, depth - 1) for _ in range(chance.randrange(5))]
                getattr(message, field.name).extend(several)
            else:
                getattr(message, field.name).CopyFrom(filled(inner, chance, depth - 1))
        elif field.is_repeated:
            values = [_value(field, chance) for _ in range(chance.randrange(7))]
            getattr(message, field.name).extend(values)
        else:
            setattr(message, field.name, _value(field, chance))
    return message


def _value(field: FieldDescriptor, chance: Random) -> Any:
    if field.enum_type is not None:
        return chance.choice([*field.enum_type.values_by_number, 999])
    match field.type:
        case FieldDescriptor.TYPE_STRING:
            return chance.choice(WORDS)
        case FieldDescriptor.TYPE_BOOL:
            return chance.random() < 0.5
        case FieldDescriptor.TYPE_INT32 | FieldDescriptor.TYPE_SINT32 | FieldDescriptor.TYPE_SINT64:
            return chance.choice([-(2**31), -1, 0, 1, 2, 5, 40, 2**31 - 1])
        case FieldDescriptor.TYPE_BYTES:
            return b"x"
        case _:
            return chance.choice([0, 1, 2, 3, 5, 7, 100, 2**32 - 1])


@given(
    st.randoms(use_true_random=False),
    st.sampled_from([(80, 11), (67, 24), (30, 5), (1, 1), (0, 0)]),
)
def test_whatever_a_server_sends_is_drawn_and_nothing_else(
    chance: Random, size: tuple[int, int]
) -> None:
    snapshot = filled(table_service_pb2.Snapshot, chance)
    model = TableModel()
    model.fold(table_service_pb2.Frame(snapshot=snapshot))
    scene = stage(model, Fresh(frozenset({0, 1}), frozenset({1}), frozenset({0})))
    prompt(model)
    for board in (Canvas(*size, PALETTE), Canvas(size[0], max(size[1] - 2, 0), PALETTE)):
        paint_felt(board, scene, frozenset({0}))
        whole(board)
        paint_hand(board, scene, Pointed(0, CardZone(1)), fresh=True)
        whole(board)
        paint_top(board, scene.top, "")
        whole(board)
    bar = Canvas(size[0], 2, PALETTE)
    paint_buttons(bar, buttons(model, Keys({}), host=True, seen=0))
    whole(bar)
    for choice in model.choices():
        low, high, _most = span_of(choice)
        amount = Amount("Bet", low, high, low)
        paint_amount(Canvas(size[0], 2, PALETTE), amount, ())


def whole(board: Canvas) -> None:
    for y in range(board.height):
        text = board.row_text(y)
        assert cell_width(text) == board.width
        assert not re.search(r"[\x00-\x1f\x7f-\x9f]", text)
        assert "".join(segment.text for segment in board.segments(y)) == text
