"""Time how long the results of many matches take to be counted anew from their logs.

A few matches of each game are played by bots; their logs then stand under as many names as there
are to be matches. Told are seconds of wall clock, which the person at the command line waits for.
Its processes load this module as they would load the program's: so it loads little itself.

    python -m bench.recounting [--rounds N] [--matches N]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from typing import Final

from bench.reporting import at_most, report
from cardtui_server.store.recovery.recount import recount

_MATCHES: Final = 500
_GOAL_SECONDS: Final = 5.0
"""Seconds for so many matches."""


async def measured(rounds: int, matches: int) -> None:
    """Count some matches anew, and report how long it took."""
    from bench.played_logs import filled

    seconds = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cardtui.db"
        entries = await filled(path, matches)
        for _ in range(rounds):
            began = time.perf_counter()
            counted = await recount(path)
            seconds.append(time.perf_counter() - began)
            assert counted == (matches, ())
    what = f"{matches:,} matches counted anew ({entries:,} entries)"
    goal = at_most(_GOAL_SECONDS, alone=True) if matches >= _MATCHES else None
    report(what, seconds, unit="s", goal=goal)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--matches", type=int, default=_MATCHES)
    args = parser.parse_args()
    asyncio.run(measured(args.rounds, args.matches))


if __name__ == "__main__":
    main()
