"""Programs of the tests: short ones, as sources for ``python -c``."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from cardtui_engine.library.bot_lines import LONGEST_ANSWER, Clock
from cardtui_studio.bot_process import Process, ProgramPlayer

FIRST = """
import sys
may = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "may":
        may.append(rest)
    elif word == "go":
        {answer}
        may = []
"""
"""Reads what it is told; what it answers is filled in."""

GOOD = "print(rest.split()[0], may[0], flush=True)"


def answering(answer: str) -> list[str]:
    """Return the command of a program that answers so."""
    return [sys.executable, "-c", FIRST.format(answer=answer)]


def started(command: list[str], log: Path | None = None) -> Callable[[], Process]:
    """Return what starts a program."""
    return lambda: Process(command, log, LONGEST_ANSWER)


PATIENT: Final = Clock(5000, 5000)


def player(command: list[str], clock: Clock = PATIENT, log: Path | None = None) -> ProgramPlayer:
    """Return a program as a player."""
    return ProgramPlayer(started(command, log), clock)
