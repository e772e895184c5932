"""Sessions of restless fingers by the hundred: `python -m tests.fingers --sessions 500`."""

import argparse
import asyncio
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.fingers.crowd import busy
from tests.fingers.fingers import run_all
from tests.fingers.hands import session


async def main() -> int:
    """Run them, print how they went, and return how many went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=500, help="how many")
    parser.add_argument("--first", type=int, default=1, help="the first one's seed")
    parser.add_argument("--strokes", type=int, default=30, help="the most strokes of one")
    parser.add_argument("--at-once", type=int, default=4, help="how many side by side")
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.sessions)
    began, done, failed = time.monotonic(), 0, list[int]()
    with tempfile.TemporaryDirectory(prefix="fingers-") as folder:
        async with busy() as crowd:
            sessions = (session(seed, chosen.strokes) for seed in seeds)
            async for outcome in run_all(sessions, crowd, Path(folder), chosen.at_once):
                done += 1
                if outcome.faults:
                    failed.append(outcome.session.seed)
                    print(f"\n{outcome}", flush=True)
    seconds = time.monotonic() - began
    used = [resource.getrusage(each) for each in (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)]
    theirs, ours = (each.ru_utime + each.ru_stime for each in used)
    print(f"{done} sessions in {seconds:.0f} s, {len(failed)} failed: {sorted(failed)}")
    print(
        f"processor: {theirs:.0f} s for the sessions, {ours:.0f} s for the server and the fingers"
    )
    return len(failed)


# Under nohup the clients would ignore it until they hear it themselves.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

if __name__ == "__main__":
    sys.exit(asyncio.run(main()) > 0)
