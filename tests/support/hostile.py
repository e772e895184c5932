"""Whatever a hostile or newer server can send (`filled`), and what is drawn of it (`whole`)."""

import re
from random import Random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from cardtui_client.text import cell_width
from cardtui_client.tui.paint.canvas import Canvas

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


def whole(board: Canvas) -> None:
    for y in range(board.height):
        text = board.row_text(y)
        assert cell_width(text) == board.width
        assert not re.search(r"[\x00-\x1f\x7f-\x9f]", text)
        assert "".join(segment.text for segment in board.segments(y)) == text
