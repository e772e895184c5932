"""Runs sessions of restless fingers, several at once, and says what went wrong in them. How long an
end may take: `LONGEST_END`.
"""

import asyncio
import json
import os
import re
import signal
import time
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Final, NamedTuple, assert_never

from tests.fingers.crowd import Crowd
from tests.fingers.hands import QUIT, Beginning, Ending, Session
from tests.support.leftovers import ENTER_SCREEN, leftovers
from tests.support.programs import environment
from tests.support.terminal import Terminal, opened, readable

LONGEST_END: Final = 2.0
_PRESSED_SHARE: Final = 0.5
_MUCH: Final = 0.9
"""Seconds of processor time that no end may take."""
_ASKED: Final = 0.5
"""Seconds after which Ctrl-Q is pressed again: in a match it asks first."""
_PRESSED: Final = 30
"""How often it is pressed: it is read after all keys before it, which may take a while."""


class Outcome(NamedTuple):
    """How a session went.

    Attributes:
        session: which.
        faults: what was wrong; none if it went well.
    """

    session: Session
    faults: tuple[str, ...]

    def __str__(self) -> str:
        about = self.session
        how = f"from {about.beginning.value} to {about.ending.value}"
        again = f"python -m tests.fingers --sessions 1 --first {about.seed} --strokes {about.most}"
        return "\n".join((f"session {about.seed}, {how}; again: {again}", *self.faults))


async def run(session: Session, crowd: Crowd, folder: Path) -> Outcome:
    """Run a session to its end; return how it went."""
    env = environment(folder, "fingers")
    env["CARDTUI_NAME"] = "" if session.beginning is Beginning.FIRST_START else f"P{session.seed}"
    _note(crowd, folder / "fingers")
    arguments = await _arguments(session, crowd)
    async with opened(*arguments, env=env) as terminal:
        entered = await _play(session, terminal)
        before, began = _stalled(), time.monotonic()
        in_time = await _end(session, terminal)
        pressed = _stalled() - before > _PRESSED_SHARE * (time.monotonic() - began)
        faults = [*_faults(session, terminal, entered=entered, in_time=in_time)]
        if faults:
            faults.append(terminal.threads())
            faults.append(f"it showed last: {readable(bytes(terminal.shown[-1500:]))[-400:]}")
    return Outcome(session, (*faults, *_reports(folder / "fingers" / "reports", pressed=pressed)))


async def run_all(
    sessions: Iterable[Session], crowd: Crowd, folder: Path, at_once: int
) -> AsyncIterator[Outcome]:
    """Run sessions, so many at once, and yield how each went."""
    waiting = iter(sessions)
    under_way: set[asyncio.Task[Outcome]] = set()
    while True:
        while len(under_way) < at_once and (session := next(waiting, None)) is not None:
            own = folder / str(session.seed)
            under_way.add(asyncio.create_task(run(session, crowd, own)))
        if not under_way:
            return
        done, under_way = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
        for each in done:
            yield each.result()


def _note(crowd: Crowd, data: Path) -> None:
    """Have the server found on the home screen."""
    (data / "running").mkdir(parents=True)
    note = json.dumps({"address": crowd.address, "pid": os.getpid()})
    (data / "running" / "crowd.json").write_text(note, encoding="utf-8")


def _reports(folder: Path, *, pressed: bool) -> Iterable[str]:
    """Return the reports of crashes, and of ends that had to be forced with no excuse.

    A machine with too much to do is an excuse. Then the program was in the middle of its work
    without having done much, or waited for another process or thread that had to wait.
    """
    for path in folder.glob("*"):
        report = path.read_text(encoding="utf-8")
        late = re.match(r"cardtui was to end; it worked for (\S+) s", report)
        if late is None or float(late[1]) > _MUCH or (_waits(report) and not pressed):
            yield report


def _stalled() -> float:
    """Return for how many seconds, so far, somebody on this machine waited for a processor."""
    try:
        told = Path("/proc/pressure/cpu").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return int(told.partition("total=")[2].split()[0]) / 1e6


def _waits(report: str) -> bool:
    """Tell whether the program's first thread, which is the last one told, waited."""
    innermost = report.rpartition("Thread 0x")[2].splitlines()[1]
    return re.search(r"(selectors|threading|queue|subprocess)\.py", innermost) is not None


async def _arguments(session: Session, crowd: Crowd) -> tuple[str, ...]:
    match session.beginning:
        case Beginning.HOME:
            return ("connect",)
        case Beginning.FIRST_START | Beginning.LOBBY:
            return ("connect", crowd.address)
        case Beginning.PLAYER:
            return ("connect", crowd.address, "--table", await crowd.seat(session.game))
        case Beginning.SPECTATOR:
            return ("spectate", crowd.address, "--table", crowd.watched(session.game))
        case Beginning.ALONE:
            return ("play", session.game)
        case _:
            assert_never(session.beginning)


async def _play(session: Session, terminal: Terminal) -> bool:
    """Do what the session does; tell whether the program had taken the terminal by then."""
    if session.early:
        await asyncio.sleep(session.wait * 2)
    else:
        await terminal.until(lambda shown: ENTER_SCREEN in shown)
        await asyncio.sleep(0.2)
        for stroke in session.strokes:
            if await terminal.ended(stroke.wait):
                break  # fingers may find the way out by themselves
            if stroke.size is not None:
                terminal.resize(stroke.size)
            terminal.type(stroke.keys)
        await asyncio.sleep(session.wait)
    return ENTER_SCREEN in terminal.shown


async def _end(session: Session, terminal: Terminal) -> bool:
    """End the program as the session does; tell whether it ended in time."""
    match session.ending:
        case Ending.TERMINATE:
            terminal.told(signal.SIGTERM)
        case Ending.HANG_UP:
            terminal.told(signal.SIGHUP)
        case Ending.QUIT:
            for _time in range(_PRESSED):
                terminal.type(QUIT)
                if await terminal.ended(_ASKED):
                    break
        case _:
            assert_never(session.ending)
    return await terminal.ended(LONGEST_END)


def _faults(session: Session, terminal: Terminal, *, entered: bool, in_time: bool) -> Iterable[str]:
    if not in_time:
        yield f"it had not ended {LONGEST_END} s after {session.ending.value}"
    elif terminal.code != 0 and (entered or session.ending is Ending.QUIT):
        yield f"it ended with {terminal.code}"
    for each in leftovers(bytes(terminal.shown)):
        yield f"it left the terminal with {each}"
    if not terminal.is_set_as_before:
        yield "it left the terminal set otherwise"
