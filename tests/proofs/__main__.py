"""The proofs with numbers that you choose: `python -m tests.proofs kills --number 1000`. How often
each is repeated otherwise: `PROOFS`.
"""

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.proofs.backups import backed_up
from tests.proofs.chaos import weather
from tests.proofs.club import night
from tests.proofs.cluster.faults import faulted
from tests.proofs.cluster.outages import OUTAGES
from tests.proofs.cluster.outages import run as outages
from tests.proofs.floods import WAYS, flooded
from tests.proofs.fuzz import fuzzed
from tests.proofs.kills import killed
from tests.proofs.late import compared as compared_late
from tests.proofs.pairs import compared
from tests.proofs.races import run as raced


class Proof(NamedTuple):
    """A proof that can be repeated.

    Attributes:
        run: proves it with a seed, so many times, in an empty folder; returns a tally.
        number: how many times in all, unless told otherwise.
        each: how many of them share a seed.
    """

    run: Callable[[int, int, Path], Coroutine[Any, Any, Any]]
    number: int
    each: int


PROOFS: Final = {
    "backups": Proof(backed_up, 1_000, 50),
    "chaos": Proof(weather, 10_000, 99),
    "club": Proof(night, 1_000, 200),
    "floods": Proof(flooded, 10 * len(WAYS), 10),
    "cluster": Proof(faulted, 2_000, 50),
    "fuzz": Proof(fuzzed, 1_000_000, 50_000),
    "kills": Proof(killed, 1_000, 50),
    "outages": Proof(outages, 10 * len(OUTAGES), len(OUTAGES)),
    "late": Proof(compared_late, 1_000, 50),
    "pairs": Proof(compared, 100_000, 5_000),
    "races": Proof(raced, 10_000, 2_000),
}


def main() -> int:
    """Repeat a proof, print what came of it, and return how many seeds went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs", description=__doc__)
    parser.add_argument("proof", choices=PROOFS)
    parser.add_argument("--number", type=int, help="how many times")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    chosen = parser.parse_args()
    proof = PROOFS[chosen.proof]
    left, seed, failed = chosen.number or proof.number, chosen.first, list[int]()
    tally: Any = None
    began = time.monotonic()
    while left > 0:
        number = min(left, proof.each)
        with tempfile.TemporaryDirectory(prefix=f"{chosen.proof}-") as folder:
            try:
                found = asyncio.run(proof.run(seed, number, Path(folder)))
            except Exception as error:  # noqa: BLE001 - the other seeds are to be tried, too
                failed.append(seed)
                print(f"seed {seed}: {type(error).__name__}: {error}")
                print(
                    f"again: python -m tests.proofs {chosen.proof} --first {seed} --number {number}"
                )
            else:
                tally = found if tally is None else tally.plus(found)
        left, seed = left - number, seed + 1
        print(f"seed {seed - 1}: {tally}", flush=True)
    used = [resource.getrusage(each) for each in (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)]
    processor = sum(each.ru_utime + each.ru_stime for each in used)
    print(
        f"{time.monotonic() - began:.0f} s, {processor:.0f} s of processor time; failed: {failed}"
    )
    return len(failed)


if __name__ == "__main__":
    sys.exit(main() > 0)
