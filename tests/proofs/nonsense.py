"""Requests that nobody would make: fields at random, at their bounds, too large; bytes that lie."""

import math
import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from cardtui_engine.library.registry import game_ids

_WORDS: Final = (
    "", "Ana", "Eva", "cacho", "truco-argentino", "cacheta", "target", "fuente", "es", "xx",
    "\x1b]0;x\x07", "[/nope]", "[@click=app.quit]x[/]", "\u202e\u200b", "A\u0301\u0301\u0301",
    "../../etc/passwd", "%s%n", "'; DROP TABLE logs; --", "\0", "x" * 65, "x" * 4_000, "𝔘𝔫𝔦" * 90,
)  # fmt: skip
_BOUNDS: Final = {
    FieldDescriptor.CPPTYPE_INT32: (-(1 << 31), -1, (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(1 << 63), -1, (1 << 63) - 1),
    FieldDescriptor.CPPTYPE_UINT32: (60_001, 1 << 31, (1 << 32) - 1),
    FieldDescriptor.CPPTYPE_UINT64: (1 << 32, (1 << 63) - 1, (1 << 64) - 1),
    FieldDescriptor.CPPTYPE_DOUBLE: (-1.5, 1e300, math.nan),
    FieldDescriptor.CPPTYPE_ENUM: (-1, 99, (1 << 31) - 1),
}
_DEEPEST: Final = 6
_VARINT: Final = b"\xff" * 10


class Nonsense:
    """Makes requests; the same seed makes the same ones.

    Attributes:
        tables: the ids of the tables that there are; most fields that want one get one of them.
        tokens: tokens that mean something.
    """

    def __init__(self, luck: random.Random) -> None:
        self.tables: Sequence[str] = ()
        self.tokens: Sequence[str] = ()
        self._luck = luck
        self._fillers: dict[str, list[Callable[[Any], None]]] = {}
        self._last = b"\x0a\x03abc"

    def message(self, kind: type[Message]) -> Message:
        """Return a message whose fields mean little."""
        made = kind()
        self._fill(made, 0)
        return made

    def request(self, kind: type[Message]) -> bytes:
        """Return the bytes of a request of that kind, or bytes that are none."""
        luck = self._luck
        dice = luck.random()
        if dice < 0.04:
            return luck.randbytes(luck.randrange(60))
        made = self.message(kind).SerializeToString()
        if dice < 0.65:
            self._last = made or self._last
            return made
        if dice < 0.72:
            return made + self._last  # another message behind it: several fields of one oneof
        if dice < 0.75:
            return made + made
        if dice < 0.77:
            return made + bytes([8 * luck.randrange(1, 16)]) + _VARINT
        if dice < 0.79:
            return made[: luck.randrange(len(made) + 1)]
        if dice < 0.80:
            return made + luck.randbytes(16_000)
        spoiled = bytearray(made or self._last)
        for _ in range(luck.randrange(1, 4)):
            spoiled[luck.randrange(len(spoiled))] = luck.randrange(256)
        return bytes(spoiled)

    def _fill(self, made: Any, depth: int) -> None:
        descriptor: Descriptor = made.DESCRIPTOR
        fillers = self._fillers.get(descriptor.full_name)
        if fillers is None:
            fillers = [self._filler(field) for field in descriptor.fields]
            self._fillers[descriptor.full_name] = fillers
        luck = self._luck
        few = len(fillers) > 12  # a verb of many, a field of many
        for fill in luck.sample(fillers, luck.randrange(3)) if few else fillers:
            if few or luck.random() < 0.75:
                fill((made, depth))

    def _filler(self, field: FieldDescriptor) -> Callable[[Any], None]:
        """Return what fills a field of a message, at some depth."""
        name, luck = field.name, self._luck
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            return self._filler_of_map(field)
        if field.message_type is not None:

            def fill_message(into: Any) -> None:
                made, depth = into
                if depth >= _DEEPEST:
                    return
                if field.is_repeated:
                    for _ in range(luck.choice((0, 1, 1, 2, 40))):
                        self._fill(getattr(made, name).add(), depth + 1)
                else:
                    getattr(made, name).SetInParent()
                    self._fill(getattr(made, name), depth + 1)

            return fill_message
        value = self._value_of(field)
        if field.is_repeated:

            def fill_list(into: Any) -> None:
                getattr(into[0], name).extend(value() for _ in range(luck.choice((0, 1, 3, 300))))

            return fill_list
        return lambda into: setattr(into[0], name, value())

    def _filler_of_map(self, field: FieldDescriptor) -> Callable[[Any], None]:
        assert field.message_type is not None
        kind = field.message_type.fields_by_name["value"].message_type
        assert kind is not None
        values = GetMessageClass(kind)

        def fill(into: Any) -> None:
            for _ in range(self._luck.randrange(3)):
                value = values()
                self._fill(value, into[1] + 1)
                getattr(into[0], field.name)[self._word()].CopyFrom(value)

        return fill

    def _value_of(self, field: FieldDescriptor) -> Callable[[], Any]:
        luck, kind = self._luck, field.cpp_type
        if field.type == FieldDescriptor.TYPE_BYTES:
            return lambda: luck.randbytes(luck.choice((0, 1, 31, 32, 33, 4096)))
        if kind == FieldDescriptor.CPPTYPE_STRING:
            return {"table": self._table, "game": self._game}.get(field.name, self._word)
        if kind == FieldDescriptor.CPPTYPE_BOOL:
            return lambda: luck.random() < 0.5
        bounds, small = _BOUNDS[kind], 60 if kind == FieldDescriptor.CPPTYPE_ENUM else 9

        def number() -> float:
            return luck.choice(bounds) if luck.random() < 0.15 else luck.randrange(small)

        return number

    def _table(self) -> str:
        if self.tables and self._luck.random() < 0.85:
            return self._luck.choice(self.tables)
        return self._word()

    def _game(self) -> str:
        return self._luck.choice(game_ids()) if self._luck.random() < 0.7 else self._word()

    def _word(self) -> str:
        if self.tokens and self._luck.random() < 0.1:
            return self._luck.choice(self.tokens)
        return self._luck.choice(_WORDS)
