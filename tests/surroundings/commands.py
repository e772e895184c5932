"""Every command with a line that can be run anywhere (`LINES`), how it is run (`run`), and how long
it may take (`SECONDS`).
"""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from secrets import token_hex
from typing import Final, NamedTuple

import click

from cardtui_client.commands.main import cli

PROGRAM: Final = Path(sys.executable).with_name("cardtui")
SECONDS: Final = 150.0


class Line(NamedTuple):
    """A line to run a command with.

    Attributes:
        words: what follows the command's name.
        code: the exit code where all is well.
        unkept: the same where nothing can be written into the data folder.
        homeless: the same where there is no data folder, as the account has no home.
        until: what a command that does not end by itself says, before it is interrupted.
    """

    words: str = ""
    code: int = 0
    unkept: int = 0
    homeless: int = 0
    until: str = ""


LINES: Final[Mapping[str, Line]] = {
    "play": Line("cacho --plain", 0, 3, 2),
    "learn": Line("", 0, 0, 2),
    "host": Line("--port 0 --plain", 0, 3, 2, "Ctrl-C"),
    "connect": Line("{server} --plain", 0, 0, 2),
    "spectate": Line("{server} --plain", 1, 1, 2),
    "web": Line("--connect {server} --port 0", 0, 0, 2, "Ctrl-C"),
    "tables": Line("--at {server}", 0, 0, 2),
    "tables close": Line("nothing", 3, 3, 2),
    "restart": Line("", 3, 3, 2),
    "club reports": Line("", 3, 3, 2),
    "club ban": Line("Ana Insults --hours 1", 3, 3, 2),
    "club mute": Line("Ana Insults --for-ever", 3, 3, 2),
    "club lift": Line("Ana", 3, 3, 2),
    "club bans": Line("", 3, 3, 2),
    "club log": Line("", 3, 3, 2),
    "club evening": Line("", 0, 1, 2),
    "tournament": Line("--at {server}", 0, 0, 2),
    **{
        f"tournament {each}": Line(f"{words} --at {{server}}", 1, 1, 2)
        for each, words in {
            "show": "Cup",
            "enter": "Cup",
            "leave": "Cup",
            "play": "Cup --plain",
            "begin": "Cup",
            "pair": "Cup Ana,Bia",
            "correct": "Cup 1 2 0 --reason Typo",
            "pause": "Cup",
            "end-round": "Cup",
            "time": "Cup 1 60",
            "announce": "Cup Hello",
            "hand-on": "Cup Ana",
            "remove": "Cup Ana",
            "end": "Cup",
        }.items()
    },
    "tournament new": Line("{unheard} cacho --clock 30 --at {server}", 0, 0, 2),
    "cluster check": Line("--cluster nats://127.0.0.1:1", 3, 3, 3),
    "cluster status": Line("", 3, 3, 2),
    "cluster drain": Line("", 3, 3, 2),
    "cluster move": Line("Mesa nowhere:1", 3, 3, 2),
    "cluster import": Line("--cluster nats://127.0.0.1:1", 1, 1, 2),
    "cluster export": Line("{data}/copies --cluster nats://127.0.0.1:1", 1, 1, 1),
    "account code": Line("--at {server} --name Ana", 0, 0, 2),
    "account appeal": Line("sorry --at {server} --name Ana", 1, 1, 2),
    "account devices": Line("--at {server} --name Ana", 0, 0, 2),
    "account use": Line("aaaaa-bbbbb --at {server}", 3, 3, 2),
    "account recover": Line("Ana", 3, 3, 2),
    "account export": Line("Ana", 3, 3, 2),
    "account erase": Line("Ana --yes", 3, 3, 2),
    "replay": Line("{record} --plain", 0, 0, 0),
    "lab": Line("{scenarios}", 1, 1, 1),
    "results": Line("--at {server}", 0, 0, 2),
    "records": Line("", 0, 0, 2),
    "records show": Line("1", 0, 0, 2),
    "records evening": Line("", 0, 0, 2),
    "records export": Line("1 --to {data}/copies", 0, 1, 2),
    "records path": Line("1", 0, 0, 2),
    "records share": Line("1", 0, 0, 2),
    "verify": Line("{record}", 1, 1, 1),
    "demo": Line("truco-brasileiro --seed 1", 0, 0, 0),
    "arena": Line("cacho easy easy --matches 2 --seed 1", 0, 0, 0),
    "bot": Line("Robo --connect {server} -- false", 130, 130, 2, "waits to be invited"),
    "rules": Line("cacho", 0, 0, 0),
    "conform": Line("{scenarios}", 0, 0, 0),
    "games": Line("", 0, 0, 0),
    "games check": Line("cacho --seeds 1", 0, 0, 0),
    "games new": Line("Cacho", 2, 2, 2),
    "backup": Line("{data}/copy.db", 0, 1, 2),
    "restore": Line("{record}", 1, 1, 2),
    "recover": Line("", 0, 1, 2),
    "doctor": Line("", 0, 1, 1),
    "config path": Line("", 0, 0, 2),
    "config set": Line("theme light", 0, 0, 2),
    "config show": Line("", 0, 0, 0),
    "config edit": Line("", 2, 2, 2),
    "config keys": Line("", 0, 0, 0),
    "config limits": Line("", 0, 0, 0),
    "completion": Line("bash", 0, 0, 0),
}


KEEPING: Final = [name for name, line in LINES.items() if line.homeless == 2]
"""The commands that use the data folder."""

OTHERS: Final = [name for name in LINES if name not in KEEPING]


def names(group: click.Group = cli, before: str = "") -> list[str]:
    """Return the names of all commands that do something by themselves."""
    found = []
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        whole = f"{before} {name}".strip()
        if not isinstance(command, click.Group):
            found.append(whole)
            continue
        if command.invoke_without_command:
            found.append(whole)
        found += names(command, whole)
    return found


def run(
    name: str,
    *,
    env: Mapping[str, str],
    inside: Sequence[str | Path] = (),
    places: Mapping[str, object],
) -> tuple[int, str]:
    """Run a command's line; return its exit code, and what it said.

    Args:
        name: of the command.
        env: all of its environment.
        inside: what it is run by: programs that replace themselves by it.
        places: what stands in the line for names in braces.
    """
    line = LINES[name]
    process = subprocess.Popen(
        [
            *inside,
            PROGRAM,
            *name.split(),
            *line.words.format(**places, unheard=token_hex(4)).split(),
        ],
        env=dict(env),
        cwd=str(places["here"]),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    assert process.stdout is not None
    guard = threading.Timer(SECONDS, process.kill)
    guard.start()
    try:
        said = []
        for each in process.stdout:
            said.append(each)
            if line.until and re.search(line.until, each):
                process.send_signal(signal.SIGINT)
        return process.wait(), "".join(said)
    finally:
        guard.cancel()
        process.kill()
        process.wait()


def on_a_terminal(
    arguments: Sequence[str], *, env: Mapping[str, str], here: Path
) -> tuple[int, str]:
    """Run a command on a terminal of 80 by 24, and quit; return its exit code and what it drew."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    process = subprocess.Popen(
        [PROGRAM, *arguments],
        env=dict(env),
        cwd=here,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    guard = threading.Timer(SECONDS, process.kill)
    guard.start()
    drawn = bytearray()
    try:
        while True:
            # Whatever asks first whether to quit is told so again once nothing more comes.
            if not select.select([ours], [], [], 1.0)[0]:
                os.write(ours, b"\x11")
                continue
            try:
                drawn += os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
        return process.wait(), drawn.decode(errors="replace")
    finally:
        guard.cancel()
        process.kill()
        process.wait()
        os.close(ours)


def plain_environment(here: Path) -> dict[str, str]:
    """Return an environment in which nothing is odd; what is kept is kept in that folder."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(here / "home"),
        "LANG": "C.UTF-8",
        "TMPDIR": str(here),
        "CARDTUI_DATA": str(here / "data"),
        "CARDTUI_DISCOVERY": "false",
        "CARDTUI_PORT": "0",
    }
