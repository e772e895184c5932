"""Solves Cacho for two seats, for which stacks (`STACKS`) and how long (`ROUNDS`), for the engine.

`make cacho-table`: all stacks of `STACKS`, in some minutes of a processor. There is no chance in
it, so it takes no seed: the same machine writes the same bytes again.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from struct import pack
from time import process_time
from typing import Final

from cardtui_engine.games.cacho.bot import solved
from tools.cacho.cards import Cards, read_cards
from tools.cacho.solver import Game
from tools.written import write

STACKS: Final[Mapping[bool, tuple[int, ...]]] = {
    False: (
        *range(3, 13),
        *(14, 17, 20, 24, 29, 35, 42, 50, 60, 72, 86, 100),
    ),
    True: (*range(3, 9), *(10, 13, 17, 22, 28, 37, 50, 70, 100)),
}
"""The stacks that are solved: without a check in the third round, and with it (CC-17)."""

ROUNDS: Final = 300
"""How often both seats learn."""

READER: Final = Path(solved.__file__).with_name("solved.py")


def solve(cards: Cards, stack: int, *, check: bool, rounds: int = ROUNDS) -> bytes:
    """Return the table of one stack: first of the elder, then of the younger."""
    found = b""
    for elder in (True, False):
        game = Game(cards, stack, elder=elder, check=check)
        game.learn(rounds)
        found += game.written()
    return found


def packed(tables: Mapping[tuple[bool, int], bytes]) -> bytes:
    """Return the file that holds these tables, as `solved.unpacked` reads it."""
    entries = [pack(solved.ENTRY, *key, len(data)) for key, data in tables.items()]
    return b"".join((pack(solved.COUNTED, len(tables)), *entries, *tables.values()))


def main() -> None:
    """Solve all stacks, and write the file."""
    cards = read_cards()
    tables: dict[tuple[bool, int], bytes] = {}
    for check, stacks in STACKS.items():
        for stack in stacks:
            begun = process_time()
            tables[check, stack] = solve(cards, stack, check=check)
            print(
                f"check {check}, stack {stack}: {len(tables[check, stack])} bytes,"
                f" {process_time() - begun:.0f} s",
                file=sys.stderr,
                flush=True,
            )
    write(packed(tables), READER)


if __name__ == "__main__":
    main()
