"""Time an honest player's acts while others attack the same server (`ATTACKS`, `GOAL_MS`).

The attackers, in a process of their own, reset stream after stream, hold connections that say
nothing or only hello, and send garbage. Two honest people come meanwhile and play at one table, at
the speed that a home's limits allow, and every second somebody new comes in. Told are the times
from an act to its acknowledgement, and from a newcomer's first packet to the session; nobody may be
refused.

    python -m bench.attacks [--rounds N] [--seconds S] [--attack NAME]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import grpc

from bench.reporting import at_most, p99, report
from cardtui.v1 import tables_pb2
from cardtui_client.faces.arguments import plainest, verb_of
from tests.support.calling import Caller, Stream
from tests.support.raw_http2 import Resetter, connect

GOAL_MS = 100
"""Milliseconds within which 99 of 100 honest acts are to be acknowledged."""

PACE_SECONDS = 0.06
"""Seconds between two honest acts: a home takes ten a second from each seat."""

MATCH_ENDING_VERBS = {"resign", "falta_envido"}


# --- the attackers -----------------------------------------------------------------------


def spin(_: int) -> None:
    """Attack nobody, but take every processor: what is as slow then is not the server's doing."""
    for _other in range((os.cpu_count() or 1) - 1):
        if not os.fork():
            break
    while True:
        pass


def reset(port: int) -> None:
    """Reset 20,000 streams on each of four connections, again and again."""
    while True:
        path = "/cardtui.v1.LobbyService/WatchTables"
        each = [Resetter(port, path, "wrong", 20_000) for _ in range(4)]
        while any(one.busy for one in each):
            time.sleep(0.1)
        for one in each:
            one.close()


def hold(port: int, count: int, opened: Callable[[int], socket.socket]) -> None:
    """Hold so many connections; those that the server closes are opened again."""
    held: list[socket.socket] = []
    while True:
        with contextlib.suppress(OSError):
            while len(held) < count:
                held.append(opened(port))
        time.sleep(0.5)
        held = [each for each in held if not ended(each)]


def ended(each: socket.socket) -> bool:
    """Return whether the server has closed a connection, and close it, too, if so."""
    each.setblocking(False)
    try:
        while each.recv(65536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    each.close()
    return True


def silent(port: int) -> None:
    """Hold 600 connections that say nothing, and 300 that only say hello."""
    hello = threading.Thread(target=hold, args=(port, 300, connect), daemon=True)
    hello.start()
    hold(port, 600, lambda port: socket.create_connection(("127.0.0.1", port)))


def garbage(port: int) -> None:
    """Send garbage over connection after connection, as fast as it goes."""
    luck = random.Random(0)
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)) as made:
            made.sendall(luck.randbytes(300))


def together(port: int) -> None:
    """Do all of it at once."""
    for each in (reset, silent):
        threading.Thread(target=each, args=(port,), daemon=True).start()
    garbage(port)


ATTACKS: dict[str, Callable[[int], None]] = {
    "spin": spin,
    "reset": reset,
    "silent": silent,
    "garbage": garbage,
    "together": together,
}

ATTACK_WORDS = {
    "alone": "nobody attacks",
    "spin": "nobody attacks, every processor taken",
    "reset": "streams opened and reset, 20,000 on each of four connections, again and again",
    "silent": "900 connections that say nothing, or only hello, opened again when closed",
    "garbage": "garbage over new connections, as fast as it goes",
    "together": "all of it together",
}
"""What honest people meet with, by what is run against them."""


# --- the honest --------------------------------------------------------------------------


class Tally:
    """What honest people met with.

    Attributes:
        acts: the milliseconds that each act took.
        comings: the milliseconds that each newcomer took.
        errors: what they were told instead.
    """

    def __init__(self) -> None:
        self.acts: list[float] = []
        self.comings: list[float] = []
        self.errors: list[str] = []


async def sit_down(address: str) -> tuple[list[Caller], list[Stream]]:
    """Have two people begin a long match."""
    callers, table = [Caller(address), Caller(address)], ""
    for seat, caller in enumerate(callers):
        await caller.open(f"P{seat}")
        if not table:
            far = {"target": tables_pb2.OptionValue(number=120)}
            table = (await caller.create(game="truco-argentino", seat=0, options=far)).id
        else:
            await caller.join(table, seat)
    streams = [caller.play(table) for caller in callers]
    for caller, stream in zip(callers, streams, strict=True):
        await stream.send()
        await caller.ready(table)
    return callers, streams


async def play(streams: list[Stream], tally: Tally, end: float) -> None:
    """Play at random until then, and note how long each act takes."""
    luck = random.Random(1)
    while time.monotonic() < end:
        await streams[0].until(lambda: streams[0].view.to_act)
        stream = streams[streams[0].view.to_act[0]]
        await stream.reach(streams[0].seq)
        mild = [each for each in stream.own.choices if verb_of(each) not in MATCH_ENDING_VERBS]
        action = plainest(luck.choice(mild))
        began = time.perf_counter()
        reply = await stream.act(action, expected=stream.position)
        tally.acts.append(1e3 * (time.perf_counter() - began))
        if reply.HasField("refusal"):
            tally.errors.append(reply.refusal.template)
            continue
        for each in streams:
            await each.reach(reply.seq)
        await asyncio.sleep(PACE_SECONDS)


async def come(address: str, tally: Tally, end: float) -> None:
    """Let somebody new come in every second until then."""
    number = 0
    while time.monotonic() < end:
        number += 1
        caller, began = Caller(address), time.perf_counter()
        try:
            await caller.open(f"New{number}")
            tally.comings.append(1e3 * (time.perf_counter() - began))
        except grpc.aio.AioRpcError as error:
            tally.errors.append(f"newcomer: {error.code().name}")
        await caller.close()
        await asyncio.sleep(1)


async def meet(address: str, tallies: Sequence[Tally], seconds: float) -> None:
    """Have honest people play and come in, in rounds of so many seconds."""
    tally = tallies[0]
    try:
        callers, streams = await sit_down(address)
        for tally in tallies:
            end = time.monotonic() + seconds
            await asyncio.gather(play(streams, tally, end), come(address, tally, end))
        for caller in callers:
            await caller.close()
    except grpc.aio.AioRpcError as error:
        tally.errors.append(f"player: {error.code().name} {error.details()}")


def measure(name: str, rounds: int, seconds: float) -> list[Tally]:
    """Run a server, attack it, and return what honest people met with."""
    tallies = [Tally() for _ in range(rounds)]
    with tempfile.TemporaryDirectory(prefix="attacks-") as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "cardtui_server", "--port", "0", "--data", folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        attacker: subprocess.Popen[Any] | None = None
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[1]
            if name in ATTACKS:
                port = address.rpartition(":")[2]
                attacker = subprocess.Popen(
                    [sys.executable, "-m", "bench.attacks", "--attack", name, "--port", port],
                    start_new_session=True,
                )
                time.sleep(2)  # it is to be under way
            asyncio.run(meet(address, tallies, seconds))
        finally:
            if attacker is not None:
                os.killpg(attacker.pid, signal.SIGKILL)
                attacker.wait()
            server.kill()
            server.wait()
    return tallies


def end_with(parent: int) -> None:
    """End an attack completely once its starter is gone, however it went."""
    while os.getppid() == parent:
        time.sleep(1)
    os.killpg(0, signal.SIGKILL)


def main() -> None:
    """Attack as the arguments say, or measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.5, help="of each round")
    parser.add_argument("--attack", choices=ATTACKS, help="one attack only")
    parser.add_argument("--port", type=int, help="attack what listens there, and do no more")
    chosen = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, max(soft, hard)), hard))
    if chosen.port:
        os.nice(19)  # another machine would take nothing from the server
        threading.Thread(target=end_with, args=[os.getppid()], daemon=True).start()
        ATTACKS[chosen.attack](chosen.port)
        return
    for name in ["alone", chosen.attack] if chosen.attack else ["alone", *ATTACKS]:
        tallies = measure(name, chosen.rounds, chosen.seconds)
        refused = ", ".join(sorted({error for each in tallies for error in each.errors}))
        note = f"refused: {refused}" if refused else "nobody refused"
        what, goal = ATTACK_WORDS[name], at_most(GOAL_MS, alone=True)
        acts = [p99(each.acts) for each in tallies if each.acts]
        report(f"{what}: p99 of honest acts", acts, unit="ms", goal=goal, note=note)
        comings = [p99(each.comings) for each in tallies if each.comings]
        report(f"{what}: p99 of newcomers", comings, unit="ms", note=note if not comings else "")


if __name__ == "__main__":
    main()
