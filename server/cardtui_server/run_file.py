"""The note by which other programs on this machine find a running server (`write`), and the user's
data folder, in which it lies (`folder`).
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path

import platformdirs


def folder() -> Path:
    """Return the user's data folder; ``CARDTUI_DATA`` may name another one."""
    named = os.environ.get("CARDTUI_DATA")
    return Path(named) if named else Path(platformdirs.user_data_dir("cardtui", appauthor=False))


def write(address: str, pid: int, fingerprint: bytes) -> None:
    """Leave the note of a server, named after its process; those of processes that died go."""
    place = folder() / "running"
    place.mkdir(parents=True, exist_ok=True)
    for each in place.glob("*.json"):
        if each.stem.isdecimal() and not _alive(int(each.stem)):
            with suppress(OSError):
                each.unlink()
    passing = place / f".{pid}.new"
    note = {"address": address, "pid": pid, "sha256": fingerprint.hex()}
    passing.write_text(json.dumps(note), "utf-8")
    passing.replace(place / f"{pid}.json")


def remove() -> None:
    """Remove this process's note. One that stays is forgotten later, since its process is gone."""
    with suppress(OSError):
        (folder() / "running" / f"{os.getpid()}.json").unlink()


def _alive(pid: int) -> bool:
    if sys.platform == "win32":
        return True  # asking by signal 0 would end it
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
