"""Count the processor time until something is to be seen, beside a bare Textual app with one line;
at most how many times as much it may be: `GOALS`.

The first frame of the home screen, that of ``cardtui play``, and the table that this shows: once
by a process that has to start its server, and once by another one that finds it running. Then, of
that server, the first frame on the way there, its lobby, and a table that is watched. They are
those of the installed program, on a pseudo-terminal of 80×24, in turns with the bare app. The time
of the server, which is another process, does not count.

    python -m bench.starts [--starts N]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Final

from bench.reporting import at_most, report
from bench.watched import Watched
from cardtui_client.net.discovery import running_servers

PROGRAM = str(Path(sys.executable).with_name("cardtui"))

HOME_TEXT = b"Truco paulista"
OPENING_TEXT = b"Shuffling"
TABLE_TEXT = b"worth 1"
CONNECTING_TEXT = b"Connecting"
LOBBY_TEXT = b"Quick match"
WATCHED_TEXT = b"You are watching"
BARE_TEXT = b"number"

GAME = "truco-argentino"

GOALS: Final = {
    "first frame of the home screen": 1.4,
    "first frame of cardtui play": 1.3,
    "a table shown": 2.6,
    "the same, with a window open already": 2.6,
    "first frame on the way to a server": 1.3,
    "a lobby shown": 2.5,
    "a table shown by cardtui spectate": 2.8,
}
"""What is shown, and how many bare first frames it may take."""


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
    """Return the ms to the bare line, and to what `GOALS` names."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as before:
        started: list[Watched] = []

        def shown(awaited: bytes, *arguments: str, data: str = folder) -> float:
            started.append(Watched(*arguments, env=environment(data)))
            started[-1].until(awaited)
            return 1e3 * started[-1].processor()

        def end(stays: int = 0) -> None:
            while len(started) > stays:  # what is measured is alone, but for a server's own window
                started.pop().end()

        try:
            line = shown(BARE_TEXT, sys.executable, "-m", "bench.apps", "bare")
            home = shown(HOME_TEXT, PROGRAM, "connect")
            end()
            # Its table is not watched.
            first = shown(OPENING_TEXT, PROGRAM, "play", GAME, data=before)
            end()
            table = shown(TABLE_TEXT, PROGRAM, "play", GAME, "--new")
            (server,) = running_servers(Path(folder))
            way = shown(CONNECTING_TEXT, PROGRAM, "connect", server.address)
            end(1)
            lobby = shown(LOBBY_TEXT, PROGRAM, "connect", server.address)
            end(1)
            watched = shown(WATCHED_TEXT, PROGRAM, "spectate")
            end(1)
            beside = shown(TABLE_TEXT, PROGRAM, "play", GAME, "--new")
        finally:
            end()
    return line, home, first, table, beside, way, lobby, watched


def main() -> None:
    parser = argparse.ArgumentParser(description="Count what it takes until something is seen.")
    parser.add_argument("--starts", type=int, default=7, help="fresh processes of each")
    args = parser.parse_args()
    line, *shown = zip(*[round_of() for _ in range(args.starts)], strict=True)
    against = "against the first frame of a bare app, processor time"
    for (what, most), times in zip(GOALS.items(), shown, strict=True):
        report(f"{what}, {against}", times, line, unit="ms", goal=at_most(most))


if __name__ == "__main__":
    main()
