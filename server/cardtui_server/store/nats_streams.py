"""The streams in which a cluster keeps its tables (`STREAMS`), how they are made (`config_of`),
with which faults of them a server does not start, and the oldest NATS that it takes
(`LEAST_VERSION`).

A server does not start on streams that would lose what was acknowledged, or that are another
cluster's, nor on servers older than `LEAST_VERSION`: each sentence says what to do.
"""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from cardtui_server.ports.log_store import MOST_APPENDED_BYTES, KeptCopy, KeptStream, StoreError
from cardtui_server.store.nats_connection import (
    ANSWER_SECONDS,
    NATS_ERRORS,
    NO_STREAM,
    Connection,
    Refusal,
)

LEAST_VERSION: Final = (2, 14)
"""The oldest NATS server that may be used: it has the repairs after Jepsen's test of 2.12."""

LOG_STREAM: Final = "cardtui-log"
BESIDE_STREAM: Final = "cardtui-beside"
PLAYERS_STREAM: Final = "cardtui-players"

TRIAL_SUBJECT: Final = "cardtui.try"
"""The subject of what is written only to see whether anything can be."""

_CLUSTER_KEY: Final = "cardtui-cluster"
"""Under which key a stream says whose it is."""

_LEAST_PAYLOAD_BYTES: Final = MOST_APPENDED_BYTES * 2
_TRIES: Final = 20
_SILENT_NANOSECONDS: Final = 3_000_000_000
"""Nanoseconds after which a server counts as away of which its leader hears once a second."""

_NOT_CLUSTERED: Final = 10074
_NO_PEERS: Final = 10005
_IN_USE: Final = 10058


class Stream(NamedTuple):
    """A stream: its name, the subjects in it, and whether it has only their last messages."""

    name: str
    subjects: tuple[str, ...]
    latest_only: bool = False


STREAMS: Final = (
    Stream(LOG_STREAM, ("cardtui.log.*", "cardtui.results.>", TRIAL_SUBJECT)),
    Stream(BESIDE_STREAM, ("cardtui.beside.*.*",), latest_only=True),
    Stream(PLAYERS_STREAM, ("cardtui.player.*", "cardtui.known.*.*.*.*"), latest_only=True),
)


def config_of(stream: Stream, name: str, replicas: int) -> dict[str, Any]:
    """Return how a stream is made."""
    return {
        "name": stream.name,
        "subjects": list(stream.subjects),
        "storage": "file",
        "retention": "limits",
        "discard": "new",
        "num_replicas": replicas,
        "max_age": 0,
        "max_msgs_per_subject": 1 if stream.latest_only else -1,
        "allow_atomic": True,
        "allow_direct": True,
        "allow_rollup_hdrs": True,
        "allow_msg_ttl": True,
        "metadata": {_CLUSTER_KEY: name},
    }


async def check_servers(connection: Connection) -> None:
    """Refuse servers that are too old, or take too little.

    Raises:
        StoreError: they are such servers.
    """
    if connection.version < LEAST_VERSION:
        raise StoreError(
            "The NATS server at {urls} is version {found}, which may lose what it has acknowledged:"
            " update it to {least} or newer.",
            urls=connection.shown,
            found=".".join(map(str, connection.version)),
            least=".".join(map(str, LEAST_VERSION)),
        )
    if connection.most_bytes < _LEAST_PAYLOAD_BYTES:
        raise StoreError(
            "The NATS server at {urls} takes messages of {found} bytes at most: set max_payload to"
            " {least} or more.",
            urls=connection.shown,
            found=connection.most_bytes,
            least=_LEAST_PAYLOAD_BYTES,
        )


async def check_sync(monitors: Sequence[str]) -> None:
    """Refuse servers that do not wait for their disk.

    Args:
        monitors: the addresses at which they tell their settings: ``http://HOST:PORT``.

    Raises:
        StoreError: one does not wait, or does not tell.
    """
    for monitor in monitors:
        try:
            found = await asyncio.to_thread(_settings, monitor)
        except (OSError, ValueError) as error:
            raise StoreError(
                "The NATS server does not tell its settings at {monitor} ({error}): set its"
                " http_port, or correct the address.",
                monitor=monitor,
                error=error,
            ) from error
        if not found.get("sync_always"):
            raise StoreError(
                "The NATS server at {monitor} would lose acknowledged moves in a power cut: set"
                " “sync_interval: always” in the jetstream part of its configuration, and restart"
                " it.",
                monitor=monitor,
            )


def _settings(monitor: str) -> Mapping[str, Any]:
    with urllib.request.urlopen(f"{monitor.rstrip('/')}/varz", timeout=ANSWER_SECONDS) as answer:  # noqa: S310 - what the host has typed
        found = json.loads(answer.read())
    return dict(found["jetstream"].get("config") or {}) if isinstance(found, dict) else {}


async def ensure_streams(connection: Connection, name: str, replicas: int) -> None:
    """Make the streams that are not there, and refuse those that are not as they must be.

    Raises:
        StoreError: they cannot be made, or must not be used.
    """
    for stream in STREAMS:
        wanted = config_of(stream, name, replicas)
        for fault in _faults(wanted, await _patiently(connection, wanted, _made)):
            raise fault


async def faults(
    connection: Connection, name: str, replicas: int, monitors: Sequence[str]
) -> tuple[list[StoreError], bool]:
    """Look at all that counts for a start of a server, and change nothing.

    Returns:
        What is wrong, and whether there is any stream of cardtui.
    """
    found: list[StoreError] = []
    checks = (check_servers(connection), *(check_sync((each,)) for each in monitors))
    for check in checks:
        try:
            await check
        except StoreError as error:
            found.append(error)
    missing: list[StoreError] = []
    away: dict[str, StoreError] = {}
    for stream in STREAMS:
        wanted = config_of(stream, name, replicas)
        try:
            settings = await _patiently(connection, wanted, _settings_of, tries=1)
        except StoreError as error:
            found.append(error)
            continue
        if settings is None:
            missing.append(StoreError(_STREAM_MISSING, stream=stream.name))
            continue
        found += _faults(wanted, settings)
        for copy in (await kept_stream(connection, stream.name)).copies:
            if copy.offline:
                away[copy.machine] = StoreError(_SERVER_AWAY, machine=copy.machine)
            elif not copy.current:
                found.append(StoreError(_SERVER_LAGS, machine=copy.machine, stream=stream.name))
    empty = len(missing) == len(STREAMS)  # no server has started yet
    return [*found, *([] if empty else missing), *away.values()], not empty


_STREAM_MISSING: Final = (
    "The stream {stream} is not there: restore it from a backup; without one, start a server, which"
    " makes it anew and empty."
)
_SERVER_AWAY: Final = "The NATS server {machine} is away: start it."
_SERVER_LAGS: Final = (
    "The NATS server {machine} does not have all of the stream {stream} yet: wait until it has,"
    " before you stop another one."
)


async def kept_stream(connection: Connection, name: str) -> KeptStream:
    """Return which machines keep a stream, and how far they are."""
    try:
        found = (await connection.api(f"STREAM.INFO.{name}")).get("cluster") or {}
    except NATS_ERRORS as error:
        return KeptStream(name, trouble=str(error))
    copies = []
    for each in found.get("replicas") or ():
        offline = "offline" in each or each.get("active", 0) > _SILENT_NANOSECONDS
        current = bool(each.get("current")) and not offline
        copies.append(KeptCopy(each["name"], current, each.get("lag", 0), offline))
    return KeptStream(name, found.get("leader", ""), tuple(copies))


_T = TypeVar("_T")


async def _patiently(
    connection: Connection,
    wanted: Mapping[str, Any],
    ask: Callable[[Connection, Mapping[str, Any]], Awaitable[_T]],
    tries: int = _TRIES,
) -> _T:
    """Return what is asked of a stream; while its cluster chooses a leader, ask again."""
    trouble: Exception | None = None
    for _ in range(tries):
        try:
            return await ask(connection, wanted)
        except NATS_ERRORS as error:
            trouble = error
            if isinstance(error, Refusal) and error.code in (_NOT_CLUSTERED, _NO_PEERS):
                raise StoreError(
                    "There are fewer than {replicas} NATS servers for the stream {stream}: start"
                    " them all, as one cluster.",
                    replicas=wanted["num_replicas"],
                    stream=wanted["name"],
                ) from error
        await asyncio.sleep(0.25)
    raise StoreError(
        "The stream {stream} cannot be used now ({error}): make sure that most of the NATS servers"
        " at {urls} run, with a jetstream part in their configuration, and try again.",
        stream=wanted["name"],
        error=trouble,
        urls=connection.shown,
    )


async def _settings_of(
    connection: Connection, wanted: Mapping[str, Any]
) -> Mapping[str, Any] | None:
    """Return a stream's settings; ``None`` if there is no such stream."""
    try:
        return dict((await connection.api(f"STREAM.INFO.{wanted['name']}"))["config"])
    except Refusal as refusal:
        if refusal.code != NO_STREAM:
            raise
        return None


async def _made(connection: Connection, wanted: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a stream's settings; make it if it is not there."""
    stream = wanted["name"]
    found = await _settings_of(connection, wanted)
    if found is None:
        try:
            return dict((await connection.api(f"STREAM.CREATE.{stream}", wanted))["config"])
        except Refusal as refused:
            if refused.code != _IN_USE:  # another server has made it in this moment
                raise
            found = (await connection.api(f"STREAM.INFO.{stream}"))["config"]
    return dict(found)


def _faults(wanted: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[StoreError]:
    """Yield what is not as it must be in a stream's settings."""
    stream = wanted["name"]
    name = wanted["metadata"][_CLUSTER_KEY]
    owner = (found.get("metadata") or {}).get(_CLUSTER_KEY)
    if owner != name:
        yield StoreError(
            "The stream {stream} belongs to {owner}, not to the cluster “{name}”: correct the name"
            " of the cluster, or use other NATS servers, or another account there.",
            stream=stream,
            owner=f"the cluster “{owner}”" if owner else "no cluster of cardtui",
            name=name,
        )
        return
    if found["num_replicas"] < wanted["num_replicas"]:
        yield StoreError(
            "The stream {stream} has {found} replicas, not {wanted}: run “nats stream edit {stream}"
            " --replicas {wanted}” once so many NATS servers run.",
            stream=stream,
            found=found["num_replicas"],
            wanted=wanted["num_replicas"],
        )
    for setting, remedy in _REMEDIES.items():
        if found.get(setting) != wanted[setting]:
            yield StoreError(
                "The stream {stream} has {setting} {found}, and would lose what was acknowledged:"
                " {remedy}.",
                stream=stream,
                setting=setting,
                found=json.dumps(found.get(setting)),
                remedy=remedy.format(stream=stream, wanted=wanted[setting]),
            )


_MAKE_ANEW: Final = "back it up, delete it, and start this server to make it as it must be"
_EDIT_COMMAND: Final = "run “nats stream edit {stream} "
_REMEDIES: Final = {
    "discard": _EDIT_COMMAND + "--discard new”",
    "max_age": _EDIT_COMMAND + "--max-age 0”",
    "max_msgs_per_subject": _EDIT_COMMAND + "--max-msgs-per-subject {wanted}”",
    "storage": _MAKE_ANEW,
    "retention": _MAKE_ANEW,
    "subjects": _MAKE_ANEW,
    "allow_atomic": _EDIT_COMMAND + "--allow-batch”",
    "allow_direct": _EDIT_COMMAND + "--allow-direct”",
    "allow_rollup_hdrs": _EDIT_COMMAND + "--allow-rollup”",
    "allow_msg_ttl": _EDIT_COMMAND + "--allow-msg-ttl”",
}
"""What to do about a setting that is not as it must be."""
