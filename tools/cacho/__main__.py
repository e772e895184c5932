"""Solves Cacho for two seats, and writes what was found as a module of the engine.

`make cacho-table`: all stacks of `STACKS`, in some minutes of a processor. There is no chance in
it, so it takes no seed: the same machine writes the same bytes again.
"""

from __future__ import annotations

import sys
from base64 import b85encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Final
from zlib import compress

from cardtui_engine.games.cacho import solved
from tools.cacho.cards import Cards, read_cards
from tools.cacho.solver import Game

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

MODULE: Final = Path(solved.__file__).with_name("table.py")
_WIDTH: Final = 92


def solve(cards: Cards, stack: int, *, check: bool, rounds: int = ROUNDS) -> bytes:
    """Return the table of one stack: first of the elder, then of the younger."""
    found = b""
    for elder in (True, False):
        game = Game(cards, stack, elder=elder, check=check)
        game.learn(rounds)
        found += game.written()
    return found


def _module(tables: Mapping[tuple[bool, int], str], digest: str) -> Iterator[str]:
    """Yield the lines of the module."""
    yield '"""The solved table, packed. Written by `make cacho-table`; no hand changes it."""'
    yield ""
    yield "from __future__ import annotations"
    yield ""
    yield "from collections.abc import Mapping"
    yield "from typing import Final"
    yield ""
    yield f'SHA256: Final = "{digest}"'
    yield '"""What the unpacked tables come to, one after the other."""'
    yield ""
    yield "TABLES: Final[Mapping[tuple[bool, int], str]] = {"
    for (check, stack), text in tables.items():
        yield f"    ({check}, {stack}): ("
        for start in range(0, len(text), _WIDTH):
            yield f'        "{text[start : start + _WIDTH]}"'
        yield "    ),"
    yield "}"
    yield '"""By whether a pass may be a check, and by stack: base 85 of what zlib packed."""'


def main() -> None:
    """Solve all stacks, and write the module."""
    cards = read_cards()
    tables: dict[tuple[bool, int], str] = {}
    digest = sha256()
    for check, stacks in STACKS.items():
        for stack in stacks:
            begun = process_time()
            data = solve(cards, stack, check=check)
            digest.update(data)
            tables[check, stack] = b85encode(compress(data, 9)).decode("ascii")
            print(
                f"check {check}, stack {stack}: {len(tables[check, stack])} characters,"
                f" {process_time() - begun:.0f} s",
                file=sys.stderr,
                flush=True,
            )
    MODULE.write_text("\n".join(_module(tables, digest.hexdigest())) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
