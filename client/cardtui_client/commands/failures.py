"""How commands fail: a sentence and an exit code, or a report file for a fault of our own."""

from __future__ import annotations

import faulthandler
import os
import sys
import tempfile
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

import click

from cardtui_client.i18n import _, mark

CHECK_FAILED: Final = 1
USAGE: Final = 2
CRASHED: Final = 70
PIPE_CLOSED: Final = 141


class Failed(click.ClickException):
    """A command could not do what it was asked; the sentence says what to do about it."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the sentence to standard error."""
        click.echo(f"cardtui: {self.message}", file=file or sys.stderr)


_REASONS: Final = (
    mark("Permission denied"),
    mark("No such file or directory"),
    mark("Not a directory"),
    mark("Is a directory"),
    mark("File exists"),
    mark("No space left on device"),
    mark("Read-only file system"),
)
"""What the system says most often, for the catalogues: its own words are English."""


def reason(error: OSError) -> str:
    """Return what the system says went wrong, in the reader's language if it is well known."""
    return _(error.strerror or str(error))


def unwritable(path: object, error: OSError, code: int) -> Failed:
    """Return the failure of a command that could not write there."""
    sentence = _(
        "{path} cannot be written ({error}); choose another folder with --data.",
        path=path,
        error=reason(error),
    )
    return Failed(sentence, code)


def report_crash(error: Exception) -> str:
    """Write a report of a fault in cardtui, and return what to tell the person.

    The report holds the traceback and the error's own message, but no values of variables.
    """
    from cardtui_client.commands.version import version_text

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
    for folder in (_reports_folder(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder / name
            _write_private(path, text)
        except OSError:
            continue
        return (
            f"cardtui: something went wrong inside cardtui itself ({type(error).__name__}). "
            f"A report is in {path}; please send it to whoever gave you cardtui."
        )
    return (
        f"cardtui: something went wrong inside cardtui itself ({type(error).__name__}), "
        "and no report could be written."
    )


def _write_private(path: Path, text: str) -> None:
    """Write a file that nobody else can read, in place of what is there under its name."""
    path.unlink(missing_ok=True)  # who has it open, or a link under that name, gets nothing
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
        return Path(tempfile.gettempdir())
