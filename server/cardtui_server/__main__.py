"""Runs a table server by itself: ``python -m cardtui_server --port 0 --data DIR``, with its options
(`_parser`). Which signals end it, and that a second one ends it at once: `stop_on_signals`. The
command for people is `client/cardtui_client/commands/host.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from cardtui_server.app import RunningServer, serve
from cardtui_server.failures import StartError
from cardtui_server.garbage import look_for_garbage
from cardtui_server.limits import Limits
from cardtui_server.server_log import printed
from cardtui_server.settings import DEFAULT_PORT, GRACE_SECONDS, Settings, cluster_settings
from cardtui_server.table.pace import THINKING_SECONDS

if TYPE_CHECKING:
    from cardtui_server.workers import RunningWorkers

_SWITCH_SECONDS: Final = 0.0002
"""Seconds after which a thread that computes gives way to the loop. While a hard bot thinks, an act
would wait for Python's 5 ms several times: with each step until it is written down."""


def main() -> int:
    """Run until told to stop; return the exit code."""
    arguments = _parser().parse_args()
    try:
        run(_serve(_settings(arguments), arguments.workers))
    except StartError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _settings(arguments: argparse.Namespace) -> Settings:
    cluster = None
    if arguments.cluster is not None:
        cluster = cluster_settings(arguments.cluster, replicas=arguments.replicas)
    return Settings(
        port=arguments.port,
        data=arguments.data,
        thinking=arguments.thinking,
        note=arguments.note,
        limits=Limits.open() if arguments.unlimited else Limits(),
        cluster=cluster,
    )


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine on the fastest event loop available, and look for garbage at rest."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        import uvloop
    except ImportError:  # uvloop does not exist on Windows
        asyncio.run(_run(work))
    else:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_run(work))


async def _run(work: Coroutine[Any, Any, None]) -> None:
    garbage = asyncio.create_task(look_for_garbage())
    try:
        await work
    finally:
        garbage.cancel()


async def _serve(settings: Settings, workers: int) -> None:
    server: RunningServer | RunningWorkers
    if workers > 1:
        from cardtui_server.workers import serve_workers

        server = await serve_workers(settings, workers, log=printed())
    else:
        server = await serve(settings, log=printed())
    stop_on_signals(server)
    if server.outdated is not None:
        print(server.outdated, file=sys.stderr)
    print(f"ready {server.address}", flush=True)
    await server.wait()
    await server.stop()


class Stoppable(Protocol):
    """A server, in one process or several."""

    async def stop(self, grace: float = GRACE_SECONDS) -> None:
        """Stop it; a grace of 0 ends at once what an earlier call waits for."""


def stop_on_signals(server: Stoppable) -> None:
    """Stop the server on SIGTERM, SIGINT and SIGHUP; a second one ends it at once.

    A server that was started to ignore one of them (``nohup``) goes on ignoring it.
    """
    loop = asyncio.get_running_loop()
    stopping: list[asyncio.Task[None]] = []

    def on_signal() -> None:
        stopping.append(loop.create_task(server.stop(grace=0 if stopping else GRACE_SECONDS)))

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, on_signal)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m cardtui_server", description=__doc__)
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="0 for any free port")
    parser.add_argument("--data", type=Path, help="the data folder; without one, in memory only")
    parser.add_argument(
        "--thinking", type=float, default=THINKING_SECONDS, help="seconds that bots take"
    )
    parser.add_argument(
        "--unlimited", action="store_true", help="let programs play as fast as they can"
    )
    parser.add_argument("--cluster", help="take part in the cluster on these NATS servers")
    parser.add_argument("--replicas", type=int, default=3, help="on how many of them all is kept")
    parser.add_argument("--workers", type=int, default=1, help="in how many processes; with --data")
    parser.add_argument("--note", action="store_true", help="let others on this machine find it")
    return parser


if __name__ == "__main__":
    sys.exit(main())
