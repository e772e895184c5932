"""Private networks on this machine (`network`, `house`): cables, addresses, and how bad a link is
made (`worsen`).
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from tests.support.must_have import missing


class Network(NamedTuple):
    """A server's namespace, and two others that reach it over a cable each.

    Attributes:
        server: the namespace of the server, 10.77.0.1 and 10.78.0.1.
        near: 10.77.0.2.
        far: 10.78.0.2.
    """

    server: str
    near: str
    far: str

    def cable(self, *, plugged: bool) -> None:
        """Unplug the cable to the near one, or plug it in again."""
        _ip("-n", self.server, "link", "set", "lan0", "up" if plugged else "down")

    def readdress(self, before: str, after: str) -> None:
        """Give the server another address on the cable to the near one, as a router may."""
        _readdress(self.server, before, after)

    def leave(self) -> None:
        """Take all addresses of the server, as of a machine that is in no network yet."""
        for link in ("lan0", "lan1"):
            _ip("-n", self.server, "addr", "flush", "dev", link)

    def join(self, address: str) -> None:
        """Give the server an address on the cable to the near one."""
        _ip("-n", self.server, "addr", "add", *_at(address), "dev", "lan0")

    def wi_fi(self) -> None:
        """Pull the cable of the near one; give both another link, as 10.79.0.1 and 10.79.0.2."""
        self.cable(plugged=False)
        _connect(self.server, "lan2", self.near, "wlan0", "10.79.0")

    def only_ipv6(self, server: str = "", near: str = "") -> None:
        """Take the IPv4 addresses; give IPv6 ones to both ends of the cable to the near one.

        What is not given leaves only the addresses of one link each.
        """
        for name, links, given in (
            (self.server, ("lan0", "lan1"), server),
            (self.near, ("lan0",), near),
        ):
            for link in links:
                _ip("-n", name, "-4", "addr", "flush", "dev", link)
            if given:
                _ip("-n", name, "addr", "add", *_at(given), "dev", "lan0")


class House(NamedTuple):
    """A server's namespace, and others that reach it over one bridge, as at home.

    Attributes:
        server: the namespace of the server, 10.77.0.1.
        machines: the others, from 10.77.0.2 on.
    """

    server: str
    machines: tuple[str, ...]

    @property
    def host(self) -> str:
        """The address of the server."""
        return "10.77.0.1"

    @property
    def hosts(self) -> list[str]:
        """The addresses of the others."""
        return [f"10.77.0.{number + 2}" for number in range(len(self.machines))]

    def readdress(self, before: str, after: str) -> None:
        """Give the server another address, as a router may."""
        _readdress(self.server, before, after)

    def cable(self, machine: str, *, plugged: bool) -> None:
        """Unplug the cable of a machine at the bridge, or plug it in again."""
        _ip("-n", self.server, "link", "set", self._port(machine), "up" if plugged else "down")

    def wi_fi(self, machine: str) -> None:
        """Pull the cable of a machine, and give it another link to the bridge and another address.

        Its old address goes, as a network manager takes it away.
        """
        number = self.machines.index(machine)
        self.cable(machine, plugged=False)
        _ip("-n", machine, "addr", "flush", "dev", "lan0")
        _join_bridge(self.server, f"air{number}", machine, "wlan0", f"10.77.0.{number + 102}")

    def worsen(self, machine: str) -> None:
        """Make the link of a machine slow both ways, and lose a part of what passes.

        Where the kernel has no `netem`, it is as narrow as a bad mobile link, and has room for one
        large packet: what comes in a burst is lost.
        """
        ends = (machine, "lan0"), (self.server, self._port(machine))
        for namespace, link in ends:
            add = (*inside(namespace), "tc", "qdisc", "add", "dev", link, "root")
            try:
                _ip(*add, "netem", "delay", "100ms", "30ms", "loss", "3%")
            except subprocess.CalledProcessError:
                _ip(*add, "tbf", "rate", "64kbit", "burst", "1600", "limit", "2000")

    def lost(self, machine: str) -> int:
        """Return how many packets were lost on their way to a machine whose link is bad."""
        show = ("tc", "-s", "qdisc", "show", "dev", self._port(machine))
        [count] = re.findall(r"dropped (\d+)", _ip(*inside(self.server), *show))
        return int(count)

    def _port(self, machine: str) -> str:
        return f"port{self.machines.index(machine)}"


def inside(namespace: str) -> list[str]:
    """Return what comes between `ip` and a command that is to run there."""
    return ["netns", "exec", namespace]


@contextmanager
def network() -> Generator[Network]:
    """Make the three namespaces; skip the test where the machine does not allow it."""
    names = Network(*_named("server", "near", "far"))
    with _namespaces(names, lambda: _lay_cables(names)):
        yield names


@contextmanager
def house(machines: int) -> Generator[House]:
    """Make a house with so many machines beside the server; skip the test likewise."""
    server, *others = _named("server", *(f"machine{number}" for number in range(machines)))
    names = House(server, tuple(others))
    with _namespaces((server, *others), lambda: _build(names)):
        yield names


def _named(*names: str) -> list[str]:
    return [f"cardtui-{os.getpid()}-{each}" for each in names]


@contextmanager
def _namespaces(names: Sequence[str], connect: Callable[[], None]) -> Generator[None]:
    try:
        try:
            for name in names:
                _ip("netns", "add", name)
                _ip("-n", name, "link", "set", "lo", "up")
            connect()
        except (OSError, subprocess.CalledProcessError) as error:
            reason = getattr(error, "stderr", "") or error
            missing("netns", f"no network namespace can be made here: {reason}".strip())
        yield
    finally:
        if shutil.which("ip") is not None:
            for name in names:
                subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


def _lay_cables(names: Network) -> None:
    for number, other in enumerate((names.near, names.far)):
        _connect(names.server, f"lan{number}", other, "lan0", f"10.{77 + number}.0")


def _build(names: House) -> None:
    _ip("-n", names.server, "link", "add", "lan0", "type", "bridge")
    _address(names.server, "lan0", "10.77.0.1")
    for number, machine in enumerate(names.machines):
        _join_bridge(names.server, f"port{number}", machine, "lan0", f"10.77.0.{number + 2}")


def _join_bridge(server: str, port: str, machine: str, link: str, address: str) -> None:
    _plug(server, port, machine, link)
    _ip("-n", server, "link", "set", port, "master", "lan0", "up")
    _address(machine, link, address)


def _connect(server: str, here: str, other: str, there: str, network: str) -> None:
    _plug(server, here, other, there)
    _address(server, here, f"{network}.1")
    _address(other, there, f"{network}.2")


def _plug(server: str, here: str, other: str, there: str) -> None:
    peer = ["type", "veth", "peer", "name", there, "netns", other]
    _ip("-n", server, "link", "add", here, *peer)


def _address(name: str, link: str, address: str) -> None:
    _ip("-n", name, "addr", "add", _in_network(address), "dev", link)
    _ip("-n", name, "link", "set", link, "up")


def _readdress(server: str, before: str, after: str) -> None:
    _ip("-n", server, "addr", "del", _in_network(before), "dev", "lan0")
    _ip("-n", server, "addr", "add", *_at(after), "dev", "lan0")


def _in_network(address: str) -> str:
    return f"{address}/{64 if ':' in address else 24}"


def _at(address: str) -> tuple[str, ...]:
    """Return an address as it is added: at once, without asking whether others have it."""
    return (_in_network(address), *(["nodad"] if ":" in address else []))


def _ip(*arguments: str) -> str:
    return subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True).stdout
