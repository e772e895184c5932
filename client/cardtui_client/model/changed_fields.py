"""Updates name the fields that changed: how such fields are replaced in a message."""

from __future__ import annotations

from collections.abc import Iterable

from google.protobuf.message import Message


def replace_fields(target: Message, source: Message, numbers: Iterable[int]) -> None:
    """Replace those fields whole; fields that the source leaves out are cleared."""
    known = target.DESCRIPTOR.fields_by_number
    for number in numbers:
        field = known.get(number)
        if field is None:
            continue  # a newer server's field
        target.ClearField(field.name)
        value = getattr(source, field.name)
        if field.is_repeated:
            getattr(target, field.name).MergeFrom(value)
        elif field.has_presence and not source.HasField(field.name):
            continue
        elif field.message_type is not None:
            getattr(target, field.name).CopyFrom(value)
        else:
            setattr(target, field.name, value)
