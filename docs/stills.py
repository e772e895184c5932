"""Copies the stills in docs/design.md, one of each game (`STILLS`), from the expected screens of
the tests.

The tests hold these against the real client, and `tests/packaging/test_docs.py` holds the
stills against them: no picture there can be of a program that is no more.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
STILLS: Final = {
    "truco-argentino": "test_table_pictures/test_the_table[second_trick-wide]",
    "truco-brasileiro": "test_table_truco_brasileiro/test_the_table[answer-wide]",
    "truco-paulista": "test_table_truco_paulista/test_the_table[raised-wide]",
    "cacheta": "test_table_rummy/test_the_table[cacheta-wide]",
    "pif-paf": "test_table_rummy/test_the_table[eight_betting-wide]",
    "pif-paf-tradicional": "test_table_rummy/test_the_table[vou-wide]",
    "cacho": "test_table_pictures/test_the_table[bets-wide]",
}
"""By game, the expected screen that shows it best."""


def expected(game: str) -> Path:
    """Return where the expected screen of a game's still lies."""
    return ROOT / "tests/screens/__snapshots__" / f"{STILLS[game]}.svg"


def still(game: str) -> Path:
    """Return where a game's still lies."""
    return ROOT / "docs/pictures" / f"{game}.svg"


def main() -> None:
    """Copy all of them."""
    for game in STILLS:
        still(game).write_bytes(expected(game).read_bytes())


if __name__ == "__main__":
    main()
