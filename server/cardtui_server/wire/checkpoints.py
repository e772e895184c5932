"""Checkpoints and listings of tables: values pickled, and marked with what may read them.

The classes of a position are those of its game, and may change with every commit. So a checkpoint
carries a mark made from the source of all that a state is built from: with any other mark it is not
read. A listing has no position. Its mark is made from the form of its few values, and it says which
options its game had: another version in which both are the same need not replay a table to list it.
Nor is anything read whose hash is wrong. And as a database may come from somebody else, only
classes of the engine, of matches and of what these hold are ever looked up in it, and nothing is
set on what was made: it can make values, and nothing else.
"""

from __future__ import annotations

import hashlib
import inspect
import io
import pickle
import pickletools
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import EnumType
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, get_args

import cardtui_engine
from cardtui_engine.library.registry import is_game
from cardtui_engine.plain import field_types, is_record
from cardtui_server import characters, fairness, match, quick_talk
from cardtui_server.match.entries import Created
from cardtui_server.match.replay import Resumable
from cardtui_server.match.replies import ReplyCache
from cardtui_server.match.state import Asker, Life, Sitter, TableState, Tally
from cardtui_server.match.timed_rules import rules_of
from cardtui_server.match.transaction import Answered

_HASH_BYTES: Final = 32
_PICKLE_PROTOCOL: Final = 5
_PACKAGES: Final = (cardtui_engine, fairness, match)
_MODULES: Final = (characters, quick_talk)
_MODULE_PREFIXES: Final = (
    *[f"{package.__name__}." for package in _PACKAGES],
    *[module.__name__ for module in _MODULES],
)
"""Where the names of the modules begin of which classes are looked up."""


class _Listed(NamedTuple):
    """What a listing keeps of a table; ``offered`` tells what its game offers, as a hash."""

    game: str
    offered: bytes
    made: Created
    host: str
    host_name: str
    sitters: tuple[Sitter | None, ...]
    life: Life
    tally: Tally
    paused: bool
    took: Mapping[str, int]
    rated: bool
    asking: tuple[Asker, ...]


class PickledCheckpoints:
    """Makes and reads checkpoints."""

    def listing(self, state: TableState) -> bytes:
        """See `cardtui_server.match.replay.Checkpoints.listing`."""
        listed = _Listed(
            state.rules.id,
            _offered(state.rules.id),
            state.made,
            state.host,
            state.host_name,
            state.sitters,
            state.life,
            state.tally,
            state.paused,
            state.took,
            state.rated,
            state.asking,
        )
        return _written(tuple(listed), _form())

    def read_listing(self, body: bytes) -> TableState | None:
        """See `cardtui_server.match.replay.Checkpoints.read_listing`."""
        found = _read(body, _form())
        if found is None:
            return None
        listed = _Listed(*found)
        if not is_game(listed.game) or listed.offered != _offered(listed.game):
            return None
        return TableState(
            listed.made,
            rules_of(listed.game),
            listed.host,
            listed.host_name,
            listed.sitters,
            life=listed.life,
            tally=listed.tally,
            paused=listed.paused,
            took=listed.took,
            rated=listed.rated,
            asking=listed.asking,
        )

    def checkpoint(self, table: Resumable) -> bytes:
        """See `cardtui_server.match.replay.Checkpoints.checkpoint`."""
        granted = table.replies.granted.items()
        replies = [(request, player, seq) for request, (player, seq) in granted]
        return _written((_bare(table.state), replies), _source())

    def read(self, body: bytes) -> Resumable | None:
        """See `cardtui_server.match.replay.Checkpoints.read`."""
        found = _read(body, _source())
        if found is None:
            return None
        values, replies = found
        return Resumable(
            _state(values),
            ReplyCache.of_granted((id_, Answered(player, seq)) for id_, player, seq in replies),
        )


def _bare(state: TableState) -> tuple[Any, ...]:
    """Return the fields of a state, with the id of its rules."""
    return (*state._replace(rules=None, tally=None), state.rules.id, *state.tally)  # type: ignore[arg-type] # the game's id stands for its rules


def _state(values: tuple[Any, ...]) -> TableState:
    count = len(TableState._fields)
    state, (game, *tally) = TableState(*values[:count]), values[count:]
    return state._replace(rules=rules_of(game), tally=Tally(*tally))


@cache
def _offered(game: str) -> bytes:
    """Return a hash of the seats and options of a game: a table of others must be looked at."""
    rules = rules_of(game)
    return hashlib.sha256(repr((rules.seats, rules.specs)).encode()).digest()


@cache
def _form() -> bytes:
    """Return the mark of listings: other fields, or members of enums, have another one."""
    return hashlib.sha256("\n".join(_parts(_Listed)).encode()).digest()


def _parts(hint: Any) -> Iterator[str]:
    """Yield what a type of values is made of, to the last."""
    yield repr(hint)
    if isinstance(hint, EnumType):
        yield from map(repr, hint)
    if is_record(hint):
        yield from field_types(hint)
        for each in field_types(hint).values():
            yield from _parts(each)
    for each in get_args(hint):
        yield from _parts(each)


@cache
def _source() -> bytes:
    """Return the mark of checkpoints: other source, or another Python, has another one."""
    mark = hashlib.sha256(sys.version.encode())
    for module in (sys.modules[__name__], *_MODULES):
        mark.update(inspect.getsource(module).encode())
    for package in _PACKAGES:
        for folder in map(Path, package.__path__):
            for path in sorted(folder.rglob("*.py")):
                mark.update(path.relative_to(folder).as_posix().encode())
                mark.update(hashlib.sha256(path.read_bytes()).digest())
    return mark.digest()


def _written(value: object, mark: bytes) -> bytes:
    buffer = io.BytesIO()
    _Writer(buffer, _PICKLE_PROTOCOL).dump(value)
    body = buffer.getvalue()
    return mark + hashlib.sha256(body).digest() + body


def _frozen(value: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(value)


def _read(data: bytes, mark: bytes) -> Any:
    """Return what was written; ``None`` if it has another mark, or is damaged."""
    found, hash_, body = (
        data[:_HASH_BYTES],
        data[_HASH_BYTES : 2 * _HASH_BYTES],
        data[2 * _HASH_BYTES :],
    )
    if found != mark or hashlib.sha256(body).digest() != hash_:
        return None
    try:
        if pickle.BUILD in body and any(
            code.name == "BUILD" for code, _, _ in pickletools.genops(body)
        ):
            return None  # it would set attributes, perhaps of what all tables share
        return _Reader(io.BytesIO(body)).load()
    except Exception:  # noqa: BLE001 - what is made up may fail in any way: the log is the truth
        return None


@cache
def _made_of(cls: type) -> Callable[[Any], tuple[Any, ...]] | None:
    """Return what tells how a value of a class is made, if that needs more than a tuple."""
    if cls is MappingProxyType:
        return lambda value: (_frozen, (dict(value),))
    if is_dataclass(cls):
        names = [each.name for each in fields(cls)]
        return lambda value: (cls, tuple([getattr(value, name) for name in names]))
    return None


class _Writer(pickle.Pickler):
    """Writes each value as what it is made of."""

    def reducer_override(self, value: Any, /) -> Any:
        """Return how a value is made, if it needs more than its class and a tuple."""
        cls: type = type(value)
        made_of = _made_of(cls)
        return NotImplemented if made_of is None else made_of(value)


class _Reader(pickle.Unpickler):
    """Reads values, and nothing that does something."""

    def find_class(self, module: str, name: str, /) -> Any:
        """Return a class of values."""
        if (module, name) == (__name__, _frozen.__name__):
            return _frozen
        found = super().find_class(module, name) if module.startswith(_MODULE_PREFIXES) else None
        if not isinstance(found, type) or not found.__module__.startswith(_MODULE_PREFIXES):
            raise pickle.UnpicklingError(f"{module}.{name} is no class of values")
        return found
