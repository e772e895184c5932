"""The fields of messages, found by the engine's names for classes and fields."""

from __future__ import annotations

import re
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from cardtui_engine.plain import field_types


def part(field: FieldDescriptor) -> Descriptor:
    """Return the type of a field that holds a message."""
    assert field.message_type is not None
    return field.message_type


def fields_of(cls: type, message: Descriptor) -> list[tuple[FieldDescriptor, Any]]:
    """Return a message's fields in the order of the class's, with the class's annotations."""
    return [(message.fields_by_name[name], hint) for name, hint in field_types(cls).items()]


def snake_case(name: str) -> str:
    """Return a class's name as a field's name: ``hand_ended`` for ``HandEnded``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
