"""The lives of a server, each forked from a process that has imported it: so many are cheap.

`python -m tests.proofs.lives` is that process. It reads `begin FOLDER` and `kill` from its standard
input, and says `ready ADDRESS`, `killed`, or `died STATUS` for a server that ended by itself.
"""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from cardtui_server.__main__ import run
from cardtui_server.app import serve
from cardtui_server.limits import Limits
from cardtui_server.server_log import printed
from cardtui_server.settings import Settings

_PATIENCE: Final = 60.0
"""Seconds after which what was waited for counts as never coming."""


class Lives:
    """The lives of a server, one after the other."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def begin(self, data: Path) -> None:
        """Begin a life on that data folder, without waiting for it."""
        await self._tell(f"begin {data}")

    async def ready(self) -> str:
        """Wait until the server is ready; return its address."""
        word, _, rest = await self._hear()
        assert word == "ready", f"{word} {rest}"
        return rest

    async def kill(self) -> None:
        """Kill the server with SIGKILL, whatever it does, and wait until it is gone."""
        await self._tell("kill")
        while (said := await self._hear())[0] == "ready":
            pass
        assert said[0] == "killed", said

    async def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        await self._process.stdin.drain()

    async def _hear(self) -> tuple[str, str, str]:
        assert self._process.stdout is not None
        async with asyncio.timeout(_PATIENCE):
            line = await self._process.stdout.readline()
        assert line, "the process that the lives are forked from is gone"
        return line.decode().strip().partition(" ")


@asynccontextmanager
async def lives(errors: Path) -> AsyncGenerator[Lives]:
    """Run the process that lives are forked from; what servers complain of goes to that file."""
    with errors.open("ab") as sink:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.proofs.lives",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=sink,
        )  # fmt: skip
    try:
        yield Lives(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()  # it ends, and its server with it
        async with asyncio.timeout(_PATIENCE):
            await process.wait()


async def _live(data: Path) -> None:
    settings = Settings(port=0, data=data, thinking=0, limits=Limits.open())
    server = await serve(settings, log=printed())
    os.write(sys.stdout.fileno(), f"ready {server.address}\n".encode())
    await server.wait()


def _begin(data: Path) -> int:
    """Fork a server. gRPC has started nothing yet, so no thread of it is lost."""
    child = os.fork()
    if not child:
        try:
            run(_live(data))
        finally:
            os._exit(1)
    return child


def main() -> None:
    """Begin and end lives as told, until nothing more is said."""
    gc.freeze()
    child = 0
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "begin":
            child = _begin(Path(rest))
            continue
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        child = 0
        was_killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        said = "killed" if was_killed else f"died {status}"
        os.write(sys.stdout.fileno(), f"{said}\n".encode())
    if child:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
