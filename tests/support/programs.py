"""Real programs on pipes (`Program`): started, listened to line by line, answered (`Script`),
ended. How long a test waits for one: `SECONDS`.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("cardtui")
SECONDS = 60.0

Answer = Callable[[str], str | None]


class Program:
    """A `cardtui` command; what it prints is read as it comes."""

    def __init__(
        self,
        *arguments: str,
        env: Mapping[str, str],
        answer: Answer | None = None,
        program: str | Path = PROGRAM,
    ) -> None:
        self.lines: list[str] = []
        self._answer = answer
        self._heard = threading.Condition()
        self._ended = False
        self._process = subprocess.Popen(
            [program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
            env=dict(env),
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def wait_for(self, pattern: str, *, after: int = 0) -> int:
        """Wait for a line that the pattern is found in; return the number of the next one."""
        wanted = re.compile(pattern)
        until = time.monotonic() + SECONDS
        at = after
        with self._heard:
            while True:
                for number in range(at, len(self.lines)):
                    if wanted.search(self.lines[number]):
                        return number + 1
                at = len(self.lines)
                left = until - time.monotonic()
                if left <= 0 or (self._ended and at == len(self.lines)):
                    raise AssertionError(f"no line has {pattern!r} in:\n{self.text}")
                self._heard.wait(left)

    def close_input(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def wait(self) -> int:
        """Return the exit code."""
        code = self._process.wait(SECONDS)
        self._reader.join(SECONDS)
        return code

    def end(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join(SECONDS)
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with suppress(BrokenPipeError):  # what was typed last found no reader
                stream.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            text = line.rstrip("\n")
            with self._heard:
                self.lines.append(text)
                self._heard.notify_all()
            reply = self._answer(text) if self._answer else None
            if reply is not None:
                try:
                    self.type(reply)
                except (BrokenPipeError, ValueError):
                    break  # it has ended, or is being ended
        with self._heard:
            self._ended = True
            self._heard.notify_all()


class Script:
    """Plays by wishes: takes the first of them that something offered begins with.

    A wish that ends in a number is typed as it stands. Between hands it presses Enter, so
    that the next begins at once. Instead of what begins with `hold_at` it types nothing,
    but keeps the reply in `kept`, until `go_on`.
    """

    _LAST = ("fold", "cut", "bet", "call")
    """What the lists of our games end with."""

    def __init__(self, *wishes: str, hold_at: str = "") -> None:
        self.wishes = wishes
        self.kept: list[str] = []
        self._hold_at = hold_at
        self._offers: dict[str, str] | None = None
        self._lock = threading.Lock()  # lines are read in another thread

    def __call__(self, line: str) -> str | None:
        if line.startswith(("Score: ", "Chips: ")):
            return ""
        if line.startswith("It is your turn"):
            self._offers = {}
        offer = re.match(r"(\d+)\) (.*)", line)
        if self._offers is None or offer is None:
            return None
        self._offers[offer[2]] = offer[1]
        if not offer[2].startswith(self._LAST):
            return None
        offers, self._offers = self._offers, None
        for wish in self.wishes:
            for text, number in offers.items():
                if text.startswith(wish.rstrip("0123456789")):
                    return self._take(text, wish if wish[-1].isdigit() else number)
        return None

    def _take(self, text: str, reply: str) -> str | None:
        with self._lock:
            if self._hold_at and text.startswith(self._hold_at):
                self.kept.append(reply)
                return None
        return reply

    def go_on(self, program: Program) -> None:
        with self._lock:
            self._hold_at = ""
        for reply in self.kept:
            program.type(reply)


class Taker:
    """Takes the first thing that is offered, in any game, and lets the next hand begin at once."""

    def __init__(self) -> None:
        self._asked = False

    def __call__(self, line: str) -> str | None:
        if line.startswith("It is your turn"):
            self._asked = True
        elif self._asked and line.startswith("1) "):
            self._asked = False
            return "1"
        elif line.startswith(("Score: ", "Chips: ", "Points: ")):
            return ""
        return None


class Held:
    """Answers as another would; while it holds, it types nothing, but keeps the last reply."""

    def __init__(self, answer: Answer, *, holds: bool = True) -> None:
        self._answer = answer
        self._holds = holds
        self._until = ""
        self._kept: str | None = None
        self._lock = threading.Lock()  # lines are read in another thread

    def __call__(self, line: str) -> str | None:
        with self._lock:
            reply = self._answer(line)
            if self._until and self._until in line:
                self._holds, self._until = True, ""
            if not self._holds or reply is None:
                return reply
            self._kept = reply
            return None

    def hold(self) -> None:
        with self._lock:
            self._holds = True

    def go_on(self, program: Program, *, until: str = "") -> None:
        """Answer, until a line has that text."""
        with self._lock:
            self._until = until
            self._holds, kept, self._kept = False, self._kept, None
        if kept is not None:
            program.type(kept)


def environment(folder: Path, name: str) -> dict[str, str]:
    """Return an environment in which nothing of this machine's own is seen or touched."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("CARDTUI_")}
    for size in ("COLUMNS", "LINES"):  # of another terminal; tests side by side are given them
        kept.pop(size, None)
    return {
        **kept,
        "LANG": "C.UTF-8",
        "LANGUAGE": "",
        "LC_ALL": "",
        "CARDTUI_CONFIG": str(folder / f"{name}.toml"),
        "CARDTUI_DATA": str(folder / name),
        "CARDTUI_DISCOVERY": "false",
        "CARDTUI_NAME": name,
        "CARDTUI_PORT": "0",  # somebody may listen at the usual one
        "PYTHONWARNINGS": "error",
        "TEXTUAL_ANIMATIONS": "none",  # what is awaited on a screen comes in one piece
    }
