"""What restless fingers do, from a number: where to begin, keys, clicks, window sizes (`_SIZES`),
how to end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Final

from cardtui_client.faces.table_actions import ACTION_OF
from cardtui_client.scene.commands import Bare
from tests.fingers.crowd import GAMES
from tests.support.terminal import Size

ESCAPE: Final = b"\x1b"
ENTER: Final = b"\r"
QUIT: Final = b"\x11"

_ARROWS: Final = (b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D")
_MOVES: Final = (*_ARROWS, b"j", b"k", b"\t", b"\x1b[Z", b" ", b"\x1b[5~", b"\x1b[6~")
_GOING: Final = (ENTER, ENTER, ENTER, ESCAPE, ESCAPE)
_OPENING: Final = (b"?", b"?", b"\x1bOP", b"\x1bOQ", b"\x1bOR", b"\x10", b"r", b"n", b"w", b"s")
_PLAYING: Final = tuple(bytes([key]) for key in b"1234567890qtefbvcpxoghlaydmiu/.+-")
_SENDING: Final = (b"\x13", b"ana\r", b"q")

_SIZES: Final = ((80, 24), (80, 24), (100, 30), (130, 40), (60, 18))
"""The last is too small for a table."""


class Beginning(Enum):
    """Where a session begins."""

    HOME = "home"
    FIRST_START = "first start"
    LOBBY = "lobby"
    PLAYER = "player"
    SPECTATOR = "spectator"
    ALONE = "alone"


class Ending(Enum):
    """How a session is to end."""

    QUIT = "Ctrl-Q"
    TERMINATE = "SIGTERM"
    HANG_UP = "SIGHUP"


@dataclass(frozen=True, slots=True)
class Stroke:
    """One thing that fingers do.

    Attributes:
        wait: seconds before it.
        keys: what is typed, or clicked.
        size: the size that the window is given instead.
    """

    wait: float
    keys: bytes = b""
    size: Size | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """All that is done in one session.

    Attributes:
        seed: what it was made from,
        most: with at most so many strokes.
        beginning: where it begins.
        game: what is played, where that is chosen.
        strokes: what the fingers do.
        wait: seconds from the last stroke to the end.
        early: whether it ends before the first screen stands, strokes or no.
        ending: how it ends.
    """

    seed: int
    most: int
    beginning: Beginning
    game: str
    strokes: Sequence[Stroke]
    wait: float
    early: bool
    ending: Ending


def session(seed: int, strokes: int) -> Session:
    """Return the session of that number, with at most so many strokes."""
    chance = Random(seed)
    beginning = chance.choices(list(Beginning), (3, 1, 6, 5, 3, 1))[0]
    quick = chance.random() < 0.4
    done = [
        _stroke(chance, chance.uniform(0.05, 0.12 if quick else 0.7))
        for _number in range(chance.randint(0, strokes))
    ]
    if beginning is Beginning.PLAYER:
        done.insert(0, Stroke(0.3, ACTION_OF[Bare.READY].key.encode()))
    told = seed % 2 == 0
    return Session(
        seed,
        strokes,
        beginning,
        chance.choice(list(GAMES)),
        tuple(done),
        chance.uniform(0, 0.5),
        told and chance.random() < 0.15,
        (Ending.HANG_UP if chance.random() < 0.2 else Ending.TERMINATE) if told else Ending.QUIT,
    )


def _stroke(chance: Random, wait: float) -> Stroke:
    kind = chance.random()
    if kind < 0.05:
        return Stroke(wait, size=chance.choice(_SIZES))
    if kind < 0.20:
        return Stroke(wait, _click(chance))
    several = (_MOVES, _GOING, _OPENING, _PLAYING, _SENDING)
    return Stroke(wait, chance.choice(chance.choices(several, (25, 30, 20, 20, 5))[0]))


def _click(chance: Random) -> bytes:
    x, y = chance.randint(1, 80), chance.randint(1, 24)
    if chance.random() < 0.2:
        return b"\x1b[<%d;%d;%dM" % (chance.choice((64, 65)), x, y)  # the wheel
    return b"\x1b[<0;%d;%dM\x1b[<0;%d;%dm" % (x, y, x, y)
