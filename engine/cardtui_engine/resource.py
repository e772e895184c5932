"""Reads the files of numbers that bots play by, each of which must have the hash that is known;
what is said if one is missing or damaged (`DamagedError`).

A file NAME.bin lies beside the module that reads it; what is in it, that module says. A tool writes
both the file and the hash in the module (`tools/written.py`).
"""

from __future__ import annotations

from hashlib import sha256


class DamagedError(Exception):
    """A file of the engine is missing or has changed: the installation is damaged."""


def read(package: str, name: str, digest: str) -> bytes:
    """Return what is in a file of a package.

    Args:
        digest: the SHA-256 that its bytes must have, in hexadecimal.

    Raises:
        DamagedError: the file is not there, or holds something else.
    """
    from importlib.resources import files  # loads much: not before it is needed

    place = f"{package.replace('.', '/')}/{name}"
    try:
        data = files(package).joinpath(name).read_bytes()
    except OSError as error:
        raise DamagedError(f"{place} cannot be read ({error}): install cardtui anew") from error
    if sha256(data).hexdigest() != digest:
        raise DamagedError(f"{place} is damaged: install cardtui anew")
    return data
