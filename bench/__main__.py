"""Measures everything: runs the benchmarks in order and says how long each may take (`PARTS`),
keeps their lines, writes one table.

A whole run writes the table into `bench/README.md` and the lines behind it, round by round, into
`bench/results.jsonl`; a quick one, or one of some scripts only, prints the table and keeps the
lines in `build/bench.jsonl`. What is missing, fails or takes too long is a row that says so.

    python -m bench [--quick] [SCRIPT ...]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from bench.machine import MOST_OTHER_LOAD, Disk, Neighbours, before
from bench.reporting import ROWS_FILE_VARIABLE, Row
from bench.table import table_of, write_table

ROOT: Final = Path(__file__).parents[1]
RESULTS: Final = ROOT / "bench/results.jsonl"
UNKEPT_RESULTS: Final = ROOT / "build/bench.jsonl"

FULL_SECONDS: Final = 20 * 60
QUICK_SECONDS: Final = 3 * 60

END_SECONDS: Final = 15
"""Seconds that a script has to end its servers when its time is up."""


class Part(NamedTuple):
    """A script, the seconds that it may take in a whole run, and its arguments there.

    A part that hangs takes no more than that from those after it; the last are missed least.

    Attributes:
        quick: its arguments in a quick run; ``None`` where it is left out.
    """

    script: str
    limit: int
    full: str
    quick: str | None


PARTS: Final = (
    Part("engine", 40, "--rounds 5 --slice 0.2", "--rounds 3 --slice 0.1"),
    Part("melds", 20, "", "--rounds 1 --hands 2000"),
    Part("client", 25, "--starts 5 --steps 60", None),
    Part("starts", 60, "--starts 3", "--starts 1"),
    Part("ssh_visits", 50, "", "--visits 3"),
    Part("replays", 30, "--rounds 3 --steps 40", "--rounds 1 --steps 10"),
    Part("verifying", 30, "", "--rounds 1"),
    Part("terminal", 140, "", "--hands 1 --calls 1"),
    Part("memory", 80, "", "--moves 510 --rounds 1"),
    Part("server", 75, "", "--rounds 1 --seconds 1.5"),
    Part("acts", 90, "", "--rounds 1 --seconds 1"),
    Part("peers", 70, "", "--rounds 1 --seconds 1"),
    Part("watchers", 220, "--draw", "--rounds 1 --seconds 1 --watchers 10 100"),
    Part("followers", 80, "", "--rounds 1 --seconds 1 --tables 100 --followers 20"),
    Part("among_bots", 60, "", "--rounds 1 --seconds 2 --tables 10"),
    Part("club_night", 60, "", "--rounds 1 --seconds 1 --people 40 --crowd 10"),
    Part(
        "many_tables",
        200,
        "",
        "--rounds 1 --tables 30 --busy 15 --alone 10 --seconds 2 --silence 2",
    ),
    Part("resting", 120, "", "--rounds 1 --tables 300 --long 1000"),
    Part("recounting", 60, "", "--rounds 1 --matches 200"),
    Part("attacks", 100, "", None),
    Part("shared_store", 110, "", "--rounds 1 --seconds 1 --tables 1000 --orphans 100"),
    Part("workers", 80, "", "--rounds 1 --seconds 1 --tables 4 --workers 2"),
    Part("slow_link", 90, "--acts 3", None),
    Part("cost", 90, "--draw", "--rounds 1 --seconds 1 --tables 1 10"),
    Part("research", 50, "--rounds 3 --slice 0.15", "--rounds 1 --slice 0.1"),
)


def run(part: Part, arguments: str, seconds: float, rows: Path) -> str:
    """Run a script; return what went wrong, if anything did."""
    env = {**os.environ, ROWS_FILE_VARIABLE: str(rows)}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # starts are to be those of an installed program
    command = [sys.executable, "-m", f"bench.{part.script}", *arguments.split()]
    process = subprocess.Popen(command, cwd=ROOT, env=env, start_new_session=True)
    try:
        code = process.wait(seconds)
    except subprocess.TimeoutExpired:
        return f"took longer than {seconds:.0f} s"
    finally:
        stop(process)
    return "" if code == 0 else f"failed with {code}; what it said stands in the terminal"


def stop(process: subprocess.Popen[bytes]) -> None:
    """Have a script end in order, if it has not, and after a while all that is left of it."""
    process.send_signal(signal.SIGINT)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(END_SECONDS)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def measured(parts: Sequence[Part], rows: Path, *, quick: bool) -> dict[str, float]:
    """Run the parts; return how many processors others took during each."""
    end = time.monotonic() + (QUICK_SECONDS if quick else FULL_SECONDS)
    taken = {}
    for part in parts:
        arguments = part.quick if quick else part.full
        print(f"\n== {part.script}", flush=True)
        began, neighbours = time.monotonic(), Neighbours()
        left = end - began
        if arguments is None:
            wrong = "left out of a quick run"
        elif left < 1:
            wrong = "no time was left"
        else:
            wrong = run(part, arguments, min(part.limit, left), rows)
            taken[part.script] = neighbours.share()
            print(
                f"   {time.monotonic() - began:.0f} s;"
                f" others took {taken[part.script]:.2f} processors",
                flush=True,
            )
        if wrong:
            print(f"   {wrong}", flush=True)
            with rows.open("a", encoding="utf-8") as file:
                file.write(Row(part.script, "all of it", note=wrong).to_json() + "\n")
    return taken


def told(disk: Disk, taken: dict[str, float]) -> list[str]:
    """Return what has to be known of a run: where it was, and what has spoiled it."""
    where = (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} processors ({platform.machine()}),"
        f" Python {platform.python_version()}; {disk};"
        f" others took {sum(taken.values()) / max(1, len(taken)):.2f} processors on average."
    )
    lines = [where]
    if disk.slow:
        lines.append("**Spoiled by the disk**: what waits for the log says nothing.")
    spoiled = [
        f"`{script}` {share:.1f}" for script, share in taken.items() if share > MOST_OTHER_LOAD
    ]
    if spoiled:
        lines.append(
            f"**Spoiled by others**, by the processors that they took: {', '.join(spoiled)}."
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure everything.")
    parser.add_argument(
        "--quick", action="store_true", help="in three minutes, to see that it works"
    )
    parser.add_argument("scripts", nargs="*", metavar="SCRIPT", help="only these")
    chosen = parser.parse_args()
    unknown = set(chosen.scripts) - {part.script for part in PARTS}
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    parts = [part for part in PARTS if not chosen.scripts or part.script in chosen.scripts]
    whole = not chosen.quick and parts == list(PARTS)

    disk = Disk.measured()
    print(f"{disk}\n{before()}", flush=True)
    if disk.slow:
        print("The disk is slow: what waits for the log will say nothing.", flush=True)
    UNKEPT_RESULTS.parent.mkdir(exist_ok=True)
    UNKEPT_RESULTS.unlink(missing_ok=True)
    UNKEPT_RESULTS.touch()
    facts = told(disk, measured(parts, UNKEPT_RESULTS, quick=chosen.quick))
    lines = UNKEPT_RESULTS.read_text(encoding="utf-8").splitlines()
    rows = [Row.from_json(line) for line in lines]
    print("\n" + "\n".join([*facts, "", table_of(rows)]))
    if whole:
        UNKEPT_RESULTS.replace(RESULTS)
        write_table(facts, rows)


if __name__ == "__main__":
    main()
