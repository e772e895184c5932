"""What this program is built of (``--version``: `_COMPONENTS`), and the report of a fault inside
it. What a report holds, and in which folder it is written: `report_crash`.
"""

from __future__ import annotations

import faulthandler
import os
import tempfile
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Final

_COMPONENTS: Final = ("textual", "grpcio", "protobuf", "uvloop")
_COMMAND_SECONDS: Final = 2


def version_text() -> str:
    """Return name and version, and below it the facts a report needs."""
    import platform

    parts = ", ".join(f"{name} {_version(name)}" for name in _COMPONENTS)
    commit = commit_of(Path(__file__).parents[1])
    return (
        f"cardtui {_version('cardtui')}{f' ({commit})' if commit else ''}\n"
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}\n"
        f"engine {_engine()}; protocol cardtui.v1; {parts}\n"
        f"from {Path(__file__).parents[1]}"
    )


def _engine() -> str:
    """Return which engine runs, without loading it: see ``cardtui_engine/sources.py``."""
    if find_spec("cardtui_engine__mypyc") is None:
        return "interpreted"
    forced = os.environ.get("CARDTUI_PURE", "0") not in ("", "0")
    return "interpreted, as CARDTUI_PURE asks" if forced else "compiled"


def commit_of(package: Path) -> str:
    """Return the commit that a package was built from, or that is checked out where it lies."""
    built = package / "commit.txt"  # left by hatch_build.py
    if built.exists():
        return built.read_text(encoding="ascii").strip()
    checkout = package.parents[1]
    if not (checkout / ".git").exists():
        return ""
    import subprocess

    command = ["git", "-C", str(checkout), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        return subprocess.run(  # noqa: S603 - nothing in it comes from outside
            command, capture_output=True, check=True, timeout=_COMMAND_SECONDS, text=True
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""  # no git, or not ours to read


def _version(distribution: str) -> str:
    from importlib import metadata

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "not installed"


def report_crash(error: Exception) -> str:
    """Write a report of a fault in cardtui, and return what to tell the person.

    The report holds the traceback and the error's own message, but no values of variables.
    """
    now = datetime.now(UTC)
    text = "\n".join(
        (
            f"cardtui failed at {now.isoformat(timespec='seconds')}",
            version_text(),
            "",
            "".join(traceback.format_exception(error)),
        )
    )
    name = f"crash-{now:%Y%m%d-%H%M%S}.txt"
    for place in (_reports_folder, _temporary_folder):
        try:
            folder = place()
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder / name
            _write_private(path, text)
        except OSError:
            continue
        return (
            f"cardtui: something went wrong inside cardtui itself ({type(error).__name__}). "
            f"A report is in {path}; please send it to the person who gave you cardtui."
        )
    return (
        f"cardtui: something went wrong inside cardtui itself ({type(error).__name__}), "
        "and no report could be written."
    )


def _write_private(path: Path, text: str) -> None:
    """Write a file that nobody else can read, in place of what is there under its name."""
    path.unlink(missing_ok=True)  # who has it open, or put a link there, gets nothing
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)


def report_late(worked: float) -> None:
    """Write a report of an end that had to be forced: what each thread was busy with."""
    with suppress(OSError):
        folder = _reports_folder()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"late-{datetime.now(UTC):%Y%m%d-%H%M%S}.txt"
        _write_private(path, f"cardtui was to end; it worked for {worked:.2f} s, and had not.\n\n")
        with path.open("a", encoding="utf-8") as file:
            faulthandler.dump_traceback(file)


def _reports_folder() -> Path:
    try:
        from cardtui_client.settings import read_settings

        return read_settings().data_folder() / "reports"
    except Exception:  # noqa: BLE001 - broken settings may be the very fault to report
        return _temporary_folder()


def _temporary_folder() -> Path:
    """Return the folder for what may be thrown away.

    Raises:
        OSError: nothing can be written anywhere, on a full disk, say.
    """
    return Path(tempfile.gettempdir())
