"""Time how soon something is to be seen, beside a bare Textual app with one line.

The first frame of the home screen, and the table that ``cardtui play`` shows: once by a process
that has to start its server, and once by another one that finds it running. They are those of the
installed program, on a pseudo-terminal of 80×24, in turns with the bare app.

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
TABLE = b"Them"
LINE = b"number"


def environment(folder: str) -> dict[str, str]:
    """Return what has the program keep all it keeps in that folder, and ask nothing."""
    return {
        "CARDTUI_CONFIG": f"{folder}/c.toml",
        "CARDTUI_DATA": folder,
        "CARDTUI_DISCOVERY": "false",
        "CARDTUI_NAME": "Ana",
        "CARDTUI_ANIMATION": "false",
    }


def round_of() -> tuple[float, float, float, float]:
    """Return ms to the bare line, the home screen, a first table, and one beside it."""
    with tempfile.TemporaryDirectory() as folder:
        started: list[Watched] = []

        def shown(awaited: bytes, *arguments: str) -> float:
            started.append(Watched(*arguments, env=environment(folder)))
            return 1e3 * started[-1].until(awaited)

        try:
            line = shown(LINE, sys.executable, "-m", "bench.apps", "bare")
            home = shown(HOME, PROGRAM, "connect")
            while started:  # what is measured is alone
                started.pop().end()
            table = shown(TABLE, PROGRAM, "play", "truco-argentino")
            return line, home, table, shown(TABLE, PROGRAM, "play", "truco-argentino", "--new")
        finally:
            for each in started:
                each.end()


def main() -> None:
    parser = argparse.ArgumentParser(description="Time what is seen first.")
    parser.add_argument("--starts", type=int, default=7, help="fresh processes of each")
    args = parser.parse_args()
    rounds = [round_of() for _ in range(args.starts)]
    line, home, table, beside = zip(*rounds, strict=True)
    against = "against the first frame of a bare app"
    report(f"first frame of the home screen, {against}", home, line, unit="ms", goal=at_most(1.25))
    report(f"a table shown, {against}", table, line, unit="ms", goal=at_most(1.6))
    report("the same, with a window open already", beside, line, unit="ms", goal=at_most(1.6))


if __name__ == "__main__":
    main()
