"""The note that a running server leaves in the user's data folder, so that others can find it."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import platformdirs


class Note(NamedTuple):
    """A server that runs on this machine.

    Attributes:
        address: where it listens.
        pid: of its process.
        sha256: of its certificate, in hexadecimal.
    """

    address: str
    pid: int
    sha256: str


def folder() -> Path:
    """Return the user's data folder; ``CARDTUI_DATA`` may name another one."""
    named = os.environ.get("CARDTUI_DATA")
    return Path(named) if named else Path(platformdirs.user_data_dir("cardtui", appauthor=False))


def write(address: str, pid: int, fingerprint: bytes) -> None:
    """Leave the note of a server; several may run, each with a note named after its process id."""
    place = folder() / "running"
    place.mkdir(parents=True, exist_ok=True)
    passing = place / f".{pid}.new"
    note = Note(address, pid, fingerprint.hex())
    passing.write_text(json.dumps(note._asdict()), "utf-8")
    passing.replace(place / f"{pid}.json")


def remove() -> None:
    """Remove this process's note. One that stays is forgotten later, since its process is gone."""
    with suppress(OSError):
        (folder() / "running" / f"{os.getpid()}.json").unlink()


def running() -> list[Note]:
    """Return the running servers, and forget the notes of those that have ended."""
    found = []
    for path in sorted((folder() / "running").glob("*.json")):
        try:
            data = json.loads(path.read_text("utf-8"))
            note = Note(str(data["address"]), int(data["pid"]), str(data["sha256"]))
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if _alive(note.pid):
            found.append(note)
        else:
            path.unlink(missing_ok=True)
    return found


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
