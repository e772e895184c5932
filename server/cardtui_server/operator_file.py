"""The operator's file, which lets a person who may read the data folder act as operator.

A server leaves it in its data folder while it runs, with a token that is made anew at each start.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from cardtui_server.regular_file import read_file

_FILE_NAME: Final = "operator.json"


_FORM_ERRORS: Final = (ValueError, KeyError, TypeError, RecursionError)
"""What reading raises of a file that holds something else."""


class Operator(NamedTuple):
    """The server of a data folder.

    Attributes:
        address: where it listens.
        token: of its operator.
        sha256: of its certificate, in hexadecimal: nobody else is shown the token.
    """

    address: str
    token: str
    sha256: str


def write(data: Path, address: str, token: str, fingerprint: bytes) -> None:
    """Leave the file, readable by its owner alone.

    Raises:
        OSError: it cannot be written.
    """
    passing = data / f".{_FILE_NAME}.{os.getpid()}"
    passing.unlink(missing_ok=True)
    with open(os.open(passing, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:  # noqa: PTH123 - a descriptor
        json.dump(Operator(address, token, fingerprint.hex())._asdict(), file)
    passing.replace(data / _FILE_NAME)


def remove(data: Path) -> None:
    """Remove the file; one that stays is of no use to anybody."""
    with suppress(OSError):
        (data / _FILE_NAME).unlink()


def read(data: Path) -> Operator | None:
    """Return what the file says; ``None`` if there is none, or one that cannot be understood.

    Raises:
        OSError: it may not be read.
    """
    try:
        found = json.loads(read_file(data / _FILE_NAME))
        return Operator(str(found["address"]), str(found["token"]), str(found["sha256"]))
    except (FileNotFoundError, NotADirectoryError, *_FORM_ERRORS):
        return None
