"""What a process takes, and what spoils a run (`SLOW_FSYNC_MS`, `MOST_OTHER_LOAD`)."""

from __future__ import annotations

import os
import resource
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple, Self

from bench.reporting import p99

SLOW_FSYNC_MS: Final = 5.0
"""99 of 100 fsyncs take less on a disk that spoils nothing."""

MOST_OTHER_LOAD: Final = 0.2
"""How many processors others may take before a run is spoiled."""

_FSYNCS: Final = 300
_ROW: Final = bytes(4096)
_TICKS_PER_SECOND: Final = os.sysconf("SC_CLK_TCK")


class Disk(NamedTuple):
    """Milliseconds of an fsync, in the folder where the servers of a run keep their logs."""

    median: float
    p99: float

    @property
    def slow(self) -> bool:
        return self.p99 > SLOW_FSYNC_MS

    def __str__(self) -> str:
        return f"fsync {self.median:.2f} ms (median), {self.p99:.2f} ms (p99)"

    @classmethod
    def measured(cls) -> Self:
        times = []
        with tempfile.TemporaryFile() as file:
            for _ in range(_FSYNCS):
                file.write(_ROW)
                file.flush()
                began = time.perf_counter()
                os.fsync(file.fileno())
                times.append(1e3 * (time.perf_counter() - began))
        return cls(sorted(times)[_FSYNCS // 2], p99(times))


class Neighbours:
    """How many processors others take, from now on."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self._worked = _worked()
        self._own = _own()

    def share(self) -> float:
        """Return it: what all have worked but this process and its children that have ended."""
        others = (_worked() - self._worked) - (_own() - self._own)
        return max(0.0, others / (time.perf_counter() - self._began))


def busy(pid: int) -> float:
    """Return the seconds of processor time that a process has used; 0 where that is unknown."""
    try:
        # The clock of a process, as `clock_getcpuclockid` names it; `/proc` counts hundredths.
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0.0


def before(seconds: float = 2.0) -> str:
    """Look for a while who else works; return the line that tells it."""
    alone, spent = Neighbours(), _by_process()
    time.sleep(seconds)
    grown = {each: ticks - spent.get(each, ticks) for each, ticks in _by_process().items()}
    most = sorted(grown, key=grown.__getitem__, reverse=True)[:3]
    names = [
        f"{name} {grown[pid, name] / _TICKS_PER_SECOND / seconds:.0%}"
        for pid, name in most
        if grown[pid, name] >= seconds * _TICKS_PER_SECOND / 20
    ]
    who = f" ({', '.join(names)})" if names else ""
    load = os.getloadavg()[0]
    return (
        f"{os.cpu_count()} processors, load {load:.1f};"
        f" others take {alone.share():.2f} of them now{who}"
    )


def _worked() -> float:
    """Return the seconds that all processors have worked for anybody, stolen ones included."""
    user, nice, system, _idle, _waiting, irq, soft, stolen = map(
        int, Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
    )
    return (user + nice + system + irq + soft + stolen) / _TICKS_PER_SECOND


def _own() -> float:
    """Return the seconds that this process has worked, and its children that have ended."""
    return sum(
        spent.ru_utime + spent.ru_stime
        for spent in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def _by_process() -> dict[tuple[str, str], int]:
    """Return the ticks that each process has worked, by its number and name."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name, fields = (folder / "stat").read_text().split("(", 1)[1].rsplit(")", 1)
        except OSError:  # it has ended
            continue
        numbers = fields.split()
        found[folder.name, name] = int(numbers[11]) + int(numbers[12])
    return found
