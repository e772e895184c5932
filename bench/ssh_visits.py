"""Time and weigh visits by ssh: from the start of OpenSSH's client until the lobby is seen.

Visits come one after the other, each in turns with a bare Python that starts and ends, until all
are there at once, each with a key of its own, on pseudo-terminals of 80×24. Weighed is what a visit
adds: the part of its process's memory that it shares with nobody, and its share of the rest (PSS).

    python -m bench.ssh_visits [--visits N]
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.reporting import at_most, report
from bench.starts import PROGRAM, environment
from bench.watched import Watched

LOBBY_TEXT = b"No tables yet"
JOIN_LINE = re.compile(r"ssh -p (\d+) ana@(\S+)")


def ssh(folder: str, port: str, number: int) -> list[str]:
    """Return how OpenSSH comes with a key of that number."""
    key = Path(folder) / f"key{number}"
    subprocess.run(["ssh-keygen", "-qt", "ed25519", "-N", "", "-f", key], check=True)
    return [
        *("ssh", "-F", "none", "-p", port, "-i", str(key), "-o", "IdentitiesOnly=yes"),
        *("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
        *("-o", "LogLevel=ERROR", f"player{number}@127.0.0.1"),
    ]


def weights() -> Iterator[float]:
    """Yield the MB of each client that runs for a visit by ssh."""
    for each in Path("/proc").iterdir():
        try:
            if each.name.isdigit() and b"cardtui_ssh.client\0" in (each / "cmdline").read_bytes():
                rollup = (each / "smaps_rollup").read_text()
                yield int(rollup.partition("\nPss:")[2].split()[0]) / 1000
        except OSError:
            continue


def bare_python() -> float:
    """Return the seconds in which a Python starts that does nothing, and ends."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - began


def measured(folder: str, visits: int) -> tuple[list[float], list[float], list[float]]:
    """Return the seconds until each lobby was seen, those of a bare Python, and MB of visits."""
    host = subprocess.Popen(
        [PROGRAM, "host", "--port", "0", "--ssh", "--ssh-port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(folder) | {"PATH": "/usr/bin:/bin"},
    )
    started: list[Watched] = []
    try:
        assert host.stdout is not None
        found = next(line for each in host.stdout if (line := JOIN_LINE.search(each)))
        seconds, bare = list[float](), list[float]()
        for number in range(visits):
            started.append(Watched(*ssh(folder, found[1], number)))
            seconds.append(started[-1].until(LOBBY_TEXT))
            bare.append(bare_python())
        return seconds, bare, [*weights()]
    finally:
        for each in started:
            each.end()
        host.terminate()
        host.wait(20)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time and weigh visits by ssh.")
    parser.add_argument("--visits", type=int, default=20, help="how many")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seconds, bare, megabytes = measured(folder, args.visits)
    if len(megabytes) != args.visits:
        sys.exit(f"{len(megabytes)} clients run for {args.visits} visits")
    seen = "ssh started until the lobby is seen, against a bare Python"
    report(seen, seconds, bare, unit="s", goal=at_most(1.5, alone=True))
    at_once = f"memory of a visit, {args.visits} at once"
    report(at_once, megabytes, unit="MB", goal=at_most(70, alone=True))


if __name__ == "__main__":
    main()
