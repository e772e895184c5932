"""The door for ssh beside a server: starts the process that listens, and another one after
`_RESTART_SECONDS` if it dies.

It is a process of its own, so that nothing that strangers send to it slows a table. It ends
when we do: it reads from us till then.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtui_client.command_line.errors import Failed
from cardtui_client.exit_codes import NO_SERVER
from cardtui_client.i18n import _, language
from cardtui_server.rpc.addresses import AddressRules

_RESTART_SECONDS: Final = 1.0
_LOOK_EVERY: Final = 1.0
_ENDS_WITHIN: Final = 10.0


class Opened(NamedTuple):
    """Where the door is.

    Attributes:
        port: where it listens.
        fingerprint: of its key, as ssh shows it.
    """

    port: int
    fingerprint: str


@asynccontextmanager
async def beside(
    line: str, lan: Callable[[], Sequence[str]], data: Path, port: int, rules: AddressRules
) -> AsyncGenerator[Opened]:
    """Let people come by ssh for as long as the block lasts.

    Args:
        line: where the server is, for this machine.
        lan: returns its addresses for other machines, which may change.
        data: the folder of the key, in which each visitor gets a folder.
        port: where to listen; 0 for any free port.
        rules: which addresses may come.

    Raises:
        Failed: the port cannot be had.
    """
    wanted = {
        "line": line,
        "data": str(data),
        "port": port,
        "allow": " ".join(map(str, rules.allow)),
        "deny": " ".join(map(str, rules.deny)),
        "language": language(),
    }
    opened: asyncio.Future[Opened] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(_keep_open(wanted, lan, opened))
    try:
        either: list[asyncio.Future[Any]] = [task, opened]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not opened.done():
            await task  # it has failed
        yield opened.result()
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, Failed):
            await task


async def _keep_open(
    wanted: dict[str, Any], lan: Callable[[], Sequence[str]], opened: asyncio.Future[Opened]
) -> None:
    """Run the process, and another one when it has died.

    Raises:
        Failed: it cannot listen at first.
    """
    while True:
        try:
            async with _process() as process:
                wanted["lan"] = [*lan()]
                found = await _opened(process, wanted)
                wanted["port"] = found.port
                if not opened.done():
                    opened.set_result(found)
                await _follow(process, wanted["lan"], lan)
        except Failed:
            if not opened.done():
                raise
        await asyncio.sleep(_RESTART_SECONDS)


async def _follow(process: Process, told: list[str], lan: Callable[[], Sequence[str]]) -> None:
    """Tell the process of new addresses until it ends."""
    assert process.stdin is not None
    while process.returncode is None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_EVERY):
                await process.wait()
        if (now := [*lan()]) != told:
            told = now
            process.stdin.write(json.dumps(now).encode() + b"\n")


@asynccontextmanager
async def _process() -> AsyncGenerator[Process]:
    """Start the process; it has ended when the block has."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "cardtui_ssh"),
        stdin=PIPE,
        stdout=PIPE,
        start_new_session=True,  # Ctrl-C is for us
    )
    assert process.stdin is not None
    try:
        yield process
    finally:
        process.stdin.close()
        try:
            async with asyncio.timeout(_ENDS_WITHIN):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


async def _opened(process: Process, wanted: Mapping[str, Any]) -> Opened:
    """Tell the process what is wanted; return what it has opened.

    Raises:
        Failed: it says why it has not, or it says nothing.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(wanted).encode() + b"\n")
    said = await process.stdout.readline()
    if not said:
        raise Failed(_("The door for ssh did not open."), NO_SERVER)
    found = json.loads(said)
    if "failed" in found:
        raise Failed(found["failed"], NO_SERVER)
    return Opened(**found)
