"""A worker: one process of a server of several, as its parent (`workers.py`) has begun it.

It serves as any server does. What its parent keeps it uses over a socket, whose number is its
argument; when that ends, so does the worker, at once.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress

from cardtui_server.__main__ import run, stop_on_signals
from cardtui_server.app import RunningServer, serve
from cardtui_server.failures import StartError
from cardtui_server.lobby.cluster import Cluster
from cardtui_server.ports.bus import Beat
from cardtui_server.ports.clock import SystemClock
from cardtui_server.server_log import passed_on
from cardtui_server.settings import Reload
from cardtui_server.store.parent import Link, ParentBus, ParentStore
from cardtui_server.table.restart import Notice
from cardtui_server.workers import Begin, Doors, Logged, Measure, Measured, Ready, Stop, Unable


class Worker:
    """A server that is one of several."""

    def __init__(self) -> None:
        self._link = Link()
        self._begin: asyncio.Future[Begin] = asyncio.get_running_loop().create_future()
        self._doors: Doors | None = None
        self._anew: Reload | None = None
        self._notice = Notice(None)
        self._stop: Stop | None = None
        self._cluster: Cluster | None = None
        self._server: RunningServer | None = None
        self._stopping: list[asyncio.Task[None]] = []

    async def work(self, number: int) -> None:
        """Serve until told to stop.

        Args:
            number: of the socket to the parent.
        """
        self._link.ended = lambda: os._exit(1)
        self._link.take(Begin, self._begin.set_result)
        self._link.take(Doors, self._tell_doors)
        self._link.take(Stop, self._end)
        self._link.take(Measure, self._measure)
        self._link.take(Reload, self._reload)
        self._link.take(Notice, self._tell_restart)
        await self._link.attach(socket.socket(fileno=number))
        begin = await self._begin
        store, clock = ParentStore(self._link), SystemClock()
        others = [Beat(*each) for each in begin.others]
        self._cluster = Cluster(begin.own, ParentBus(self._link), clock, others, complete=True)
        loop = asyncio.get_running_loop()

        def write(level: str, event: str, values: Mapping[str, object]) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._link.send, Logged(level, event, values))

        try:
            self._server = await serve(
                begin.settings,
                clock=clock,
                store=store,
                cluster=self._cluster,
                operator=begin.operator,
                restart=self._link.send,
                log=passed_on(write),
            )
        except StartError as error:
            self._link.send(Unable(error))
            self._link.close()
            return
        stop_on_signals(self._server)
        self._tell_doors(self._doors or begin.doors)
        if self._anew is not None:
            self._server.reload(self._anew)
        self._server.tell_restart(self._notice)
        self._server.moved = self._tell
        self._tell()
        if self._stop is not None:
            self._end(self._stop)
        await self._server.wait()
        await self._server.stop()

    def _tell(self) -> None:
        assert self._server is not None
        server = self._server
        self._link.send(Ready(tuple(server.lan), dict(server.damaged), server.unannounced))

    def _tell_doors(self, doors: Doors) -> None:
        self._doors = doors
        if self._server is not None:
            self._server.tell_web_port(doors.web_port)
            self._server.tell_ssh(doors.ssh_port, doors.ssh_key)

    def _tell_restart(self, notice: Notice) -> None:
        self._notice = notice
        if self._server is not None:
            self._server.tell_restart(notice)

    def _reload(self, anew: Reload) -> None:
        self._anew = anew
        if self._server is not None:
            self._server.reload(anew)

    def _measure(self, _: Measure) -> None:
        if self._server is not None:
            self._link.send(Measured(self._server.metrics))

    def _end(self, stop: Stop) -> None:
        self._stop = stop
        if self._server is not None and self._cluster is not None:
            self._cluster.ends()
            stopping = self._server.stop(stop.grace)
            self._stopping.append(asyncio.get_running_loop().create_task(stopping))


async def _work(number: int) -> None:
    await Worker().work(number)


if __name__ == "__main__":
    run(_work(int(sys.argv[1])))
