"""A program on a pseudo-terminal of 80×24: all that it sends there, and what it takes."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import socket
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

from bench.machine import busy

SIZE = (80, 24)
QUIET_SECONDS = 0.06
"""Seconds without a byte after which a change has been sent."""

TIMEOUT_SECONDS = 30.0
"""Seconds for which something is awaited that is to be shown."""

ALTERNATE_SCREEN = b"\x1b[?1049h"


class Watched:
    """A program on a pseudo-terminal, all of whose bytes are counted."""

    def __init__(self, *arguments: str, env: dict[str, str] | None = None) -> None:
        ours, theirs = socket.socketpair()
        self.began = time.perf_counter()
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
        self.process = subprocess.Popen(
            arguments,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            pass_fds=[theirs.fileno()],
            env={
                **os.environ,
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "BENCH_CONTROL": str(theirs.fileno()),
                **(env or {}),
            },
        )
        os.close(slave)
        theirs.close()
        self.control = ours
        self.sent = 0

    def until(self, awaited: bytes) -> float:
        """Wait for those bytes; return the seconds since the program was started.

        Raises:
            TimeoutError: they have not come for `TIMEOUT_SECONDS` seconds.
        """
        shown, end = b"", time.perf_counter() + TIMEOUT_SECONDS
        while awaited not in shown:
            if not select.select([self.master], [], [], max(0, end - time.perf_counter()))[0]:
                raise TimeoutError(f"{awaited!r} is not shown, but {shown[-2000:]!r}")
            shown += os.read(self.master, 65536)
        return time.perf_counter() - self.began

    def read(self, quiet: float = QUIET_SECONDS) -> tuple[int, float, float]:
        """Return how many bytes come until it is quiet, and when the first and the last came."""
        count, first, last = 0, 0.0, 0.0
        while select.select([self.master], [], [], quiet)[0]:
            came = len(os.read(self.master, 65536))
            last = time.perf_counter()
            first = first or last
            count += came
        self.sent += count
        return count, first, last

    def ask(self, words: str) -> dict[str, Any]:
        """Ask the other process, and return its answer."""
        self.control.send(words.encode())
        told: dict[str, Any] = json.loads(self.control.recv(65536).splitlines()[-1])
        return told

    def processor(self) -> float:
        """Return the seconds of processor time that it has taken, to the microsecond."""
        return busy(self.process.pid)

    def memory(self) -> float:
        """Return the MiB of memory that it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return float(status.partition("VmRSS:")[2].split()[0]) / 1024

    def drain(self, seconds: float) -> int:
        """Read what it sends for so long; return how many bytes that is."""
        count, end = 0, time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self.master], [], [], left)[0]:
                count += len(os.read(self.master, 65536))
        self.sent += count
        return count

    def end(self) -> None:
        self.control.close()
        self.process.terminate()
        while True:
            try:
                if not os.read(self.master, 65536):
                    break
            except OSError:
                break
        self.process.wait(10)
        os.close(self.master)


def app(*words: str) -> Watched:
    """Return one of the programs of `bench.apps`, once it has drawn itself."""
    watched = Watched(sys.executable, "-m", "bench.apps", *words)
    watched.until(ALTERNATE_SCREEN)
    watched.read(1.0)
    return watched
