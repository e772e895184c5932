"""Count the processor time until something is to be seen, beside a bare Textual app with one line.

The first frame of the home screen, that of ``cardtui play``, and the table that this shows: once
by a process that has to start its server, and once by another one that finds it running. They are
those of the installed program, on a pseudo-terminal of 80×24, in turns with the bare app. The time
of the server, which is another process, does not count.

    python -m bench.starts [--starts N]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from bench.reporting import at_most, report
from bench.watched import Watched

PROGRAM = str(Path(sys.executable).with_name("cardtui"))

HOME = b"Truco paulista"
OPENING = b"Shuffling"
TABLE = b"Them"
LINE = b"number"

GAME = "truco-argentino"


def environment(folder: str) -> dict[str, str]:
    """Return what has the program keep all it keeps in that folder, and ask nothing."""
    return {
        "CARDTUI_CONFIG": f"{folder}/c.toml",
        "CARDTUI_DATA": folder,
        "CARDTUI_DISCOVERY": "false",
        "CARDTUI_NAME": "Ana",
        "CARDTUI_ANIMATION": "false",
    }


def round_of() -> tuple[float, ...]:
    """Return ms to the bare line, home, the first frame of a table, it, and one beside it."""
    with tempfile.TemporaryDirectory() as folder:
        started: list[Watched] = []

        def shown(awaited: bytes, *arguments: str) -> float:
            started.append(Watched(*arguments, env=environment(folder)))
            started[-1].until(awaited)
            return 1e3 * started[-1].processor()

        def end() -> None:
            while started:  # what is measured is alone
                started.pop().end()

        try:
            line = shown(LINE, sys.executable, "-m", "bench.apps", "bare")
            home = shown(HOME, PROGRAM, "connect")
            end()
            first = shown(OPENING, PROGRAM, "play", GAME)
            end()
            table = shown(TABLE, PROGRAM, "play", GAME, "--new")
            return line, home, first, table, shown(TABLE, PROGRAM, "play", GAME, "--new")
        finally:
            end()


def main() -> None:
    parser = argparse.ArgumentParser(description="Count what it takes until something is seen.")
    parser.add_argument("--starts", type=int, default=7, help="fresh processes of each")
    args = parser.parse_args()
    rounds = [round_of() for _ in range(args.starts)]
    line, home, first, table, beside = zip(*rounds, strict=True)
    against = "against the first frame of a bare app, processor time"
    report(f"first frame of the home screen, {against}", home, line, unit="ms", goal=at_most(1.3))
    report(f"first frame of cardtui play, {against}", first, line, unit="ms", goal=at_most(1.3))
    report(f"a table shown, {against}", table, line, unit="ms", goal=at_most(2.6))
    report("the same, with a window open already", beside, line, unit="ms", goal=at_most(2.6))


if __name__ == "__main__":
    main()
