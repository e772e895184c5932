"""Solves Cacho for two seats: `STACKS` names the stacks, `ROUNDS` how often both seats learn.

`make tables` runs it, in ten minutes of a processor. There is no chance in it, so it takes no seed:
the same bytes are made again.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from struct import pack
from time import process_time
from typing import Final

from cardtui_engine.games.cacho.bot import solved
from tools.cacho.cards import Cards, read_cards
from tools.cacho.solver import Game

STACKS: Final[Mapping[bool, tuple[int, ...]]] = {
    False: (
        *range(3, 13),
        *(14, 17, 20, 24, 29, 35, 42, 50, 60, 72, 86, 100),
        *(140, 205, 300),
    ),
    True: (*range(3, 9), *(10, 13, 17, 22, 28, 37, 50, 70, 100)),
}
"""The stacks that are solved: without a check in the third round, and with it (CC-17)."""

ROUNDS: Final = {False: 300, True: 200}
DEEP_STACK: Final = 100
DEEP_ROUNDS: Final = 400
"""How often both seats learn, without a check and with it; and above a stack of `DEEP_STACK`."""


def solve(cards: Cards, stack: int, *, check: bool) -> bytes:
    """Return the table of one stack: first of the elder, then of the younger."""
    found = b""
    for elder in (True, False):
        game = Game(cards, stack, elder=elder, check=check)
        game.learn(ROUNDS[check] if stack <= DEEP_STACK else DEEP_ROUNDS)
        found += game.written()
    return found


def packed(tables: Mapping[tuple[bool, int], bytes]) -> bytes:
    """Return the file that holds these tables, as `solved.unpacked` reads it."""
    entries = [pack(solved.ENTRY_FORMAT, *key, len(data)) for key, data in tables.items()]
    return b"".join((pack(solved.COUNT_FORMAT, len(tables)), *entries, *tables.values()))


def table() -> bytes:
    """Return the file, all stacks solved anew."""
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
    return packed(tables)
