"""The password that new players of a server need: only its scrypt hash is kept.
How long it may be (`MOST_PASSWORD_BYTES`; in the client, `client/cardtui_client/tui/dialogs.py`),
and how slow each guess is made (`SCRYPT_COST`).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from pathlib import Path
from typing import Final, NamedTuple

from cardtui_server.failures import StartError
from cardtui_server.regular_file import read_file, write_secret

HASH_FILE: Final = "password"
"""The file in the data folder, for the owner's eyes alone."""

MOST_PASSWORD_BYTES: Final = 256
"""The most bytes of a password; a longer one is never right."""

SCRYPT_COST: Final = 1 << 14
"""What scrypt calls N: with the numbers below, a quarter of a second and 16 MB for each guess."""

_SCRYPT_BLOCK: Final = 8
_SCRYPT_PARALLEL: Final = 5


class Password(NamedTuple):
    """The hash of a password."""

    cost: int
    salt: bytes
    digest: bytes

    @classmethod
    def of(cls, text: str, cost: int = SCRYPT_COST) -> Password:
        """Return the hash of a password, with a salt of its own."""
        salt = secrets.token_bytes(16)
        return cls(cost, salt, _hash(text, cost, salt))

    def matches(self, text: str) -> bool:
        """Tell whether this is the password; takes a quarter of a second on purpose."""
        return len(
            text.encode("utf-8", "surrogatepass")
        ) <= MOST_PASSWORD_BYTES and hmac.compare_digest(
            _hash(text, self.cost, self.salt), self.digest
        )


def keep_password(folder: Path, password: Password) -> None:
    """Keep a hash in the folder.

    Raises:
        OSError: the file cannot be written.
    """
    kept = f"scrypt {password.cost} {password.salt.hex()} {password.digest.hex()}\n"
    write_secret(folder / HASH_FILE, kept.encode("ascii"))


def kept_password(folder: Path) -> Password | None:
    """Return the hash kept in the folder; ``None`` if the server is open to everybody.

    Raises:
        StartError: there is one, but it cannot be read: better closed than open by mistake.
    """
    path = folder / HASH_FILE
    try:
        kind, cost, salt, digest = read_file(path).decode("ascii").split()
        if kind != "scrypt":
            raise ValueError(kind)
        return Password(int(cost), bytes.fromhex(salt), bytes.fromhex(digest))
    except (FileNotFoundError, NotADirectoryError):  # none was set
        return None
    except (OSError, ValueError) as error:
        raise StartError(
            "The server’s password in {path} cannot be read: set it again with --password, or do"
            " without one with --no-password.",
            path=path,
        ) from error


def forget_password(folder: Path) -> None:
    """Let everybody in from now on.

    Raises:
        OSError: the folder cannot be written to.
    """
    (folder / HASH_FILE).unlink(missing_ok=True)


def _hash(text: str, cost: int, salt: bytes) -> bytes:
    return hashlib.scrypt(
        text.encode("utf-8", "surrogatepass"),
        salt=salt,
        n=cost,
        r=_SCRYPT_BLOCK,
        p=_SCRYPT_PARALLEL,
    )
