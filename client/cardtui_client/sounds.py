"""Sounds that the program makes itself: `Sound` is the set, `_NOTES` what each is made of.
How loud: `_LOUDEST_SAMPLE`; which programs play them: `_PLAYER_COMMANDS`; where there are none:
`_REMOTE_VARIABLES`. Which is heard when is in `tui/table/picture.py`; sound or bell:
`tui/table/telling.py`.

A program of the machine plays them (`_PLAYER_COMMANDS`), beside everything else. Where none can, or
the person sits elsewhere (`_REMOTE_VARIABLES`), there are none, and the caller is told so.
"""

from __future__ import annotations

import atexit
import io
import math
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, NamedTuple

from cardtui_client.settings import Settings

_PLAYER_COMMANDS: Final = (
    ("paplay",),
    ("pw-play",),
    ("aplay", "-q"),
    ("afplay",),
    ("play", "-q"),
    ("ffplay", "-nodisp", "-autoexit", "-loglevel", "quiet"),
)
"""The programs that play a file, the best first, with their flags."""

_REMOTE_VARIABLES: Final = ("SSH_CONNECTION", "SSH_TTY", "TEXTUAL_DRIVER")
"""Variables that are set where the person sits at another machine."""

_SAMPLE_RATE: Final = 22_050
_LOUDEST_SAMPLE: Final = 9_000
_PLAYING_SECONDS: Final = 5.0
"""Seconds after which a program that still plays is stopped."""


class Sound(Enum):
    """A sound, by the name of its file."""

    TURN = "turn"
    CARD = "card"
    CALL = "call"
    WON = "won"
    LOST = "lost"


class Note(NamedTuple):
    """A tone: its pitch in hertz, 0 for a rustle; when it begins and how long it takes."""

    pitch: float
    begins: float
    seconds: float


_NOTES: Final[Mapping[Sound, Sequence[Note]]] = {
    Sound.TURN: (Note(660, 0, 0.12), Note(880, 0.1, 0.18)),
    Sound.CARD: (Note(0, 0, 0.06),),
    Sound.CALL: (Note(392, 0, 0.16), Note(494, 0, 0.16), Note(587, 0.12, 0.22)),
    Sound.WON: (Note(523, 0, 0.16), Note(659, 0.13, 0.16), Note(784, 0.26, 0.4)),
    Sound.LOST: (Note(440, 0, 0.2), Note(349, 0.17, 0.4)),
}


def wav(sound: Sound) -> bytes:
    """Return a sound as a file has it."""
    import wave

    notes = _NOTES[sound]
    samples = [0.0] * int(_SAMPLE_RATE * max(each.begins + each.seconds for each in notes))
    for note in notes:
        _add(samples, note)
    levels = (int(_LOUDEST_SAMPLE * max(-1.0, min(sample, 1.0))) for sample in samples)
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_SAMPLE_RATE)
        file.writeframes(b"".join(level.to_bytes(2, "little", signed=True) for level in levels))
    return data.getvalue()


def _add(samples: list[float], note: Note) -> None:
    """Add a tone that fades away, with its octave; or a rustle."""
    first, length = int(note.begins * _SAMPLE_RATE), int(note.seconds * _SAMPLE_RATE)
    noise = 1
    for at in range(min(length, len(samples) - first)):
        turn = 2 * math.pi * note.pitch * at / _SAMPLE_RATE
        tone = 0.6 * math.sin(turn) + 0.2 * math.sin(2 * turn)
        if not note.pitch:
            noise = (noise * 1_103_515_245 + 12_345) & 0x7FFFFFFF
            tone = noise / 0x3FFFFFFF - 1
        samples[first + at] += math.exp(-5 * at / length) * tone


Play = Callable[[Path], None]
"""Plays a file, and returns once it has been played."""


def player(env: Mapping[str, str] | None = None) -> Play | None:
    """Return what plays a file where the person sits; ``None`` if nothing can."""
    if any((os.environ if env is None else env).get(each) for each in _REMOTE_VARIABLES):
        return None
    if sys.platform == "win32":
        return _play_on_windows
    command = next((each for each in _PLAYER_COMMANDS if shutil.which(each[0])), None)
    return None if command is None else lambda path: _run([*command, str(path)])


def _play_on_windows(path: Path) -> None:
    if sys.platform == "win32":
        import winsound

        with suppress(RuntimeError):
            winsound.PlaySound(str(path), winsound.SND_FILENAME)


def _run(command: Sequence[str]) -> None:
    with suppress(subprocess.SubprocessError):
        subprocess.run(  # noqa: S603 - one of the programs above, without a shell
            command,
            check=False,
            timeout=_PLAYING_SECONDS,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@cache
def _folder() -> Path:
    """Return a folder for the files of this run, which goes with it."""
    folder = Path(mkdtemp(prefix="cardtui-sounds-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def _file(sound: Sound) -> Path:
    """Return a sound's file, written at its first use."""
    path = _folder() / f"{sound.value}.wav"
    path.write_bytes(wav(sound))
    return path


class Sounds:
    """Plays sounds for somebody who wants them, one after the other."""

    def __init__(self, settings: Settings, find: Callable[[], Play | None] = player) -> None:
        """Begin in silence.

        Args:
            find: finds what plays a file; asked once, at the first sound.
        """
        self._settings = settings
        self._find = cache(find)
        self._next: Sound | None = None
        self._playing: threading.Thread | None = None

    def play(self, sound: Sound) -> bool:
        """Play a sound soon; return whether sounds are wanted, and can be played here.

        Of those that come while one is played only one waits: the first that is not a card's.
        """
        if not self._settings.sounds or self._settings.kiosk or self._find() is None:
            return False
        if self._next in (None, Sound.CARD):
            self._next = sound
        if self._playing is None or not self._playing.is_alive():
            self._playing = threading.Thread(target=self._play_all, daemon=True)
            self._playing.start()
        return True

    def _play_all(self) -> None:
        play = self._find()
        while play is not None and (sound := self._next) is not None:
            self._next = None
            with suppress(OSError):
                play(_file(sound))
