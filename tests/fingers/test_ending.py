"""The end of the client comes in time, and gives the terminal back, also where it is forced."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.leftovers import ENTER_SCREEN, leftovers
from tests.support.programs import PROGRAM, environment
from tests.support.terminal import opened

_IN_PYTHON = "threading.Event().wait()"
_IN_C = "[ctypes.CDLL(None).pthread_mutex_lock(mutex) for _ in range(2)]"
"""What no signal interrupts, so that Python comes to none of its handlers."""

_HANGS = """
import ctypes, sys, threading, tty
from cardtui_client.tui.ending import Ending

mutex = ctypes.create_string_buffer(64)
with Ending(lambda worked: 5, seconds=0.1) as ending:
    tty.setraw(0)
    sys.stderr.write("\\x1b[?1049h\\x1b[?1000h\\x1b[?1003h\\x1b[?1006h\\x1b[?2004h\\x1b[?25l\\x1b[>9u")
    sys.stderr.write("taken")
    sys.stderr.flush()
    HANG
"""

_WAITS = """
import threading
import cardtui_client.tui.app, cardtui_client.tui.ending
from cardtui_client.commands.front_end import open_screens
from cardtui_client.hosting.own_server import OwnServer
from cardtui_client.settings import read_settings
from cardtui_client.tui.launch import AtHome

class Short(cardtui_client.tui.ending.Ending):
    def __init__(self, late):
        super().__init__(late, seconds=0.1)
        Short.made = self

class Slow(OwnServer):
    def stop(self, *within):
        threading.Event().wait(0.3)
        print("waited", all(each <= 0.1 for each in within))

cardtui_client.tui.ending.Ending = Short
cardtui_client.tui.app.run_client = lambda app: Short.made.begin() or 0
settings = read_settings()
open_screens(settings, AtHome(), Slow(settings.data_folder()))
"""


@pytest.mark.nightly
def test_waiting_for_ones_own_server_is_no_late_end(tmp_path: Path) -> None:
    environ = environment(tmp_path, "Ana")
    done = subprocess.run(
        [sys.executable, "-c", _WAITS],
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("waited True\n", "")
    assert list(tmp_path.rglob("late-*")) == []


@pytest.mark.parametrize("hang", [_IN_PYTHON, _IN_C], ids=["python", "c"])
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP])
async def test_a_program_that_hangs_is_ended_and_the_terminal_given_back(
    sign: signal.Signals, hang: str
) -> None:
    python = Path(sys.executable)
    source = _HANGS.replace("HANG", hang)
    async with opened("-c", source, env=dict(os.environ), program=python) as terminal:
        assert await terminal.until(lambda shown: b"taken" in shown)
        assert leftovers(bytes(terminal.shown))
        assert not terminal.is_set_as_before
        terminal.told(sign)
        assert await terminal.ended(5)
        assert terminal.code == 5
        assert leftovers(bytes(terminal.shown)) == []
        assert terminal.is_set_as_before


_CRASHES = """
import os
import cardtui_client.tui.app
from cardtui_client.commands.main import main

def fail(self):
    os.write(1, b"said by a library")
    os.write(2, b"said by another")
    raise ZeroDivisionError
cardtui_client.tui.app.CardtuiApp.action_quit = fail
main()
"""


async def test_a_crash_leaves_the_terminal_as_it_was_and_is_told_there(tmp_path: Path) -> None:
    python = Path(sys.executable)
    env = environment(tmp_path, "Ana")
    async with opened("-c", _CRASHES, env=env, program=python) as terminal:
        assert await terminal.until(lambda shown: b"Truco paulista" in shown)
        terminal.type(b"\x11")
        assert await terminal.ended(10)
        assert terminal.code == 70
        shown = bytes(terminal.shown)
        assert leftovers(shown) == []
        assert terminal.is_set_as_before
        assert b"something went wrong inside cardtui" in shown[shown.index(b"?1049l") :]
        assert b"said by" not in shown
    assert (tmp_path / "Ana" / "client.log").read_text() == "said by a librarysaid by another"


_ENDS = """
import sys
from cardtui_client.tui.ending import Ending

with Ending(lambda worked: 5) as ending:
    ending.begin()
print("ended", flush=True)
input()
sys.exit(3)
"""


async def test_who_is_ending_already_is_not_killed_by_a_signal() -> None:
    python = Path(sys.executable)
    async with opened("-c", _ENDS, env=dict(os.environ), program=python) as terminal:
        assert await terminal.until(lambda shown: b"ended" in shown)
        terminal.told(signal.SIGTERM)
        terminal.type(b"\n")
        assert await terminal.ended(5)
        assert terminal.code == 3


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_before_the_first_screen_stands_leaves_the_terminal_as_it_was(
    sign: signal.Signals, tmp_path: Path
) -> None:
    async with opened("connect", env=environment(tmp_path, "Ana")) as terminal:
        assert await terminal.until(lambda shown: ENTER_SCREEN in shown)
        terminal.told(sign)
        assert await terminal.ended(2)
        assert terminal.code == 0
        assert leftovers(bytes(terminal.shown)) == []
        assert terminal.is_set_as_before


def test_a_client_whose_terminal_has_gone_ends_without_a_signal(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    # In a session of its own, it hears of no terminal's end.
    with subprocess.Popen(
        [PROGRAM, "connect"],
        env=environment(tmp_path, "Ana"),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    ) as client:
        os.close(theirs)
        shown = b""
        while ENTER_SCREEN not in shown:
            shown += os.read(ours, 4096)
        os.close(ours)
        client.wait(30)


def test_what_is_left_behind_is_told_by_the_last_word_on_it() -> None:
    cleared = b"\x1b[2J\x1b[999H\x1b[<u"
    assert leftovers(b"\x1b[?1049h\x1b[?25lA" + cleared + b"\x1b[?1049l\x1b[?25h") == []
    for left in (b"A", cleared + b"A"):
        [picture] = leftovers(b"\x1b[?1049h" + left + b"\x1b[?1049l")
        assert picture == "a picture stays where there is no other screen"
    assert leftovers(b"\x1b[?1049h\x1b[?25l\x1b[?25h") == ["?1049h"]
    assert leftovers(b"\x1b[?1000;1006h\x1b[?1000l") == ["?1006h"]
    assert leftovers(b"\x1b[>9u") == ["the keyboard's modes are pushed 1 times"]
    assert leftovers(b"\x1b[>9u\x1b[<u") == []
    assert leftovers(b"\x1b[22;2t\x1b]2;cardtui\x07") == ["the title is kept 1 times"]
    assert leftovers(b"\x1b[22;2t\x1b]2;cardtui\x07\x1b]2;\x07\x1b[23;2t") == []
