"""Checkpoints of tables: values pickled, and marked with the program that made them.

The classes of a position are those of its game, and may change with every commit. So a checkpoint
carries a mark made from the source of all that a state is built from: with any other mark it is not
read. Nor is one whose hash is wrong. And as a database may come from somebody else, only classes of
the engine and of matches are ever looked up in it, and nothing is set on what was made: it can make
values, and nothing else.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import pickletools
import sys
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import cardtui_engine
from cardtui_engine.library.registry import get_rules
from cardtui_server import match
from cardtui_server.match.state import TableState, Tally
from cardtui_server.match.transaction import Answered
from cardtui_server.table.checkpoints import Resumable
from cardtui_server.table.replies import ReplyCache

_HASH: Final = 32
_PROTOCOL: Final = 5
_ROOMS: Final = ("cardtui_engine.", "cardtui_server.match.")


class PickledCheckpoints:
    """Makes and reads checkpoints."""

    def listing(self, state: TableState) -> bytes:
        """See `cardtui_server.table.checkpoints.Checkpoints.listing`."""
        listed = TableState(
            state.made,
            state.rules,
            state.host,
            state.host_name,
            state.sitters,
            life=state.life,
            tally=state.tally,
            paused=state.paused,
            took=state.took,
        )
        return _written(_bare(listed))

    def read_listing(self, body: bytes) -> TableState | None:
        """See `cardtui_server.table.checkpoints.Checkpoints.read_listing`."""
        found = _read(body)
        return None if found is None else _state(found)

    def checkpoint(self, table: Resumable) -> bytes:
        """See `cardtui_server.table.checkpoints.Checkpoints.checkpoint`."""
        replies = [
            [(request, player, seq) for request, (player, seq) in granted.items()]
            for granted in table.replies.granted
        ]
        return _written((_bare(table.state), replies))

    def read(self, body: bytes) -> Resumable | None:
        """See `cardtui_server.table.checkpoints.Checkpoints.read`."""
        found = _read(body)
        if found is None:
            return None
        values, replies = found
        return Resumable(
            _state(values),
            ReplyCache.of_granted(
                *([(id_, Answered(player, seq)) for id_, player, seq in each] for each in replies)
            ),
        )


def _bare(state: TableState) -> tuple[Any, ...]:
    """Return the fields of a state, with the id of its rules."""
    return (*state._replace(rules=None, tally=None), state.rules.id, *state.tally)  # type: ignore[arg-type] # the game's id stands for its rules


def _state(values: tuple[Any, ...]) -> TableState:
    count = len(TableState._fields)
    state, (game, *tally) = TableState(*values[:count]), values[count:]
    return state._replace(rules=get_rules(game), tally=Tally(*tally))


@cache
def _mark() -> bytes:
    """Return the mark of this program: other source, or another Python, has another one."""
    mark = hashlib.sha256(sys.version.encode())
    mark.update(Path(__file__).read_bytes())
    for package in (cardtui_engine, match):
        for folder in map(Path, package.__path__):
            for path in sorted(folder.rglob("*.py")):
                mark.update(path.relative_to(folder).as_posix().encode())
                mark.update(hashlib.sha256(path.read_bytes()).digest())
    return mark.digest()


def _written(value: object) -> bytes:
    buffer = io.BytesIO()
    _Writer(buffer, _PROTOCOL).dump(value)
    body = buffer.getvalue()
    return _mark() + hashlib.sha256(body).digest() + body


def _frozen(value: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(value)


def _read(data: bytes) -> Any:
    """Return what was written; ``None`` if another program wrote it, or it is damaged."""
    mark, hash_, body = data[:_HASH], data[_HASH : 2 * _HASH], data[2 * _HASH :]
    if mark != _mark() or hashlib.sha256(body).digest() != hash_:
        return None
    try:
        if any(code.name == "BUILD" for code, _, _ in pickletools.genops(body)):
            return None  # it would set attributes, perhaps of what all tables share
        return _Reader(io.BytesIO(body)).load()
    except Exception:  # noqa: BLE001 - what is made up may fail in any way: the log is the truth
        return None


class _Writer(pickle.Pickler):
    """Writes each value as what it is made of."""

    def reducer_override(self, value: Any, /) -> Any:
        """Return how a value is made, if it needs more than its class and a tuple."""
        if isinstance(value, MappingProxyType):
            return _frozen, (dict(value),)
        if is_dataclass(value) and not isinstance(value, type):
            return type(value), tuple(getattr(value, each.name) for each in fields(value))
        return NotImplemented


class _Reader(pickle.Unpickler):
    """Reads values, and nothing that does something."""

    def find_class(self, module: str, name: str, /) -> Any:
        """Return a class of values."""
        if (module, name) == (__name__, _frozen.__name__):
            return _frozen
        found = super().find_class(module, name) if module.startswith(_ROOMS) else None
        if not isinstance(found, type) or not found.__module__.startswith(_ROOMS):
            raise pickle.UnpicklingError(f"{module}.{name} is no class of values")
        return found
