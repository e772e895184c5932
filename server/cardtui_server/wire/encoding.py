"""Parts of messages as bytes: encoded once, and joined whenever they are sent.

An encoded message is its encoded fields, one after the other, so such fields may be joined to make
a message. Whatever is the same for all readers, or has not changed, is encoded only once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final

from google.protobuf.message import Message

Encode = Callable[[Any], bytes]

_KEPT_VALUES: Final = 4096
"""How many encoded values a memo keeps before it is emptied."""


class Memo(dict[Hashable, bytes]):
    """Encoded values by value; a value is encoded when it is first asked for."""

    def __init__(self, encode: Encode) -> None:
        super().__init__()
        self._encode = encode

    def __missing__(self, value: Hashable) -> bytes:
        if len(self) >= _KEPT_VALUES:
            self.clear()
        encoded = self._encode(value)
        self[value] = encoded
        return encoded


def varint(number: int) -> bytes:
    """Return a number in protobuf's variable-length form."""
    if number < 0x80:
        return bytes((number,))
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


class _Tags(dict[int, bytes]):
    """The bytes before a field's content, by the field's number."""

    def __missing__(self, field: int) -> bytes:
        tag = self[field] = varint(field << 3 | 2)
        return tag


_TAGS: Final = _Tags()
_LENGTHS: Final = tuple(varint(length) for length in range(1024))


def wrap(field: int, content: bytes) -> bytes:
    """Return encoded content as a field of the surrounding message."""
    size = len(content)
    return _TAGS[field] + (_LENGTHS[size] if size < 1024 else varint(size)) + content


def number(field: int, value: int) -> bytes:
    """Return a number as that field; empty for 0, as in proto3."""
    return varint(field << 3) + varint(value) if value else b""


def with_encoded(message: Message, field: str, contents: Iterable[bytes]) -> bytes:
    """Return an encoded message, with a field whose values are already encoded.

    >>> from cardtui.v1 import lobby_service_pb2, tables_pb2
    >>> table = tables_pb2.Table(id="t1").SerializeToString()
    >>> data = with_encoded(lobby_service_pb2.JoinTableResponse(seat=2), "table", [table])
    >>> answer = lobby_service_pb2.JoinTableResponse.FromString(data)
    >>> answer.table.id, answer.seat
    ('t1', 2)
    """
    field_number = message.DESCRIPTOR.fields_by_name[field].number
    return b"".join([wrap(field_number, content) for content in contents]) + (
        message.SerializeToString()
    )
