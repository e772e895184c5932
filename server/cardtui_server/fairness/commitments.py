"""Commitments: how the server's secret and the bits of all seats become a match's key
(`match_key`, and `shared_key` for several tables). A seat gives `BITS_BYTES`, and a public key of
`KEY_BYTES` if its player signs (in the client: `client/cardtui_client/net/given_bits.py`); what
counts for the absent: `absent_bits`.

The server commits to its secret, and each seat to bits of its own, before anybody reveals anything.
Then the seats reveal theirs. The key follows from the secret and all bits, so it is nobody's
choice: a side that would choose has committed before. The secret stays hidden until the match is
over.

A hash or an HMAC is taken of a label with a zero byte after it, and then of what is committed to.
Where it holds for one match, the table's id and the match's number come between, and of a bot its
seat, each with a zero byte after it, too. The commitment of a seat names no match: who asks for a
quick match knows none. It needs none, for its bits are used once.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

BITS_BYTES: Final = 32
"""The length of the bits of a seat, and of its commitment."""

KEY_BYTES: Final = 32
"""The length of the public key that may follow the bits."""


def server_commitment(table: str, match: int, secret: bytes) -> bytes:
    """Return the server's commitment to its secret for a match."""
    return hashlib.sha512(_message("server", table, match) + secret).digest()


def seat_commitment(bits: bytes) -> bytes:
    """Return the commitment of a seat to its bits."""
    return hashlib.sha256(_message("seat") + bits).digest()


def key_given(bits: bytes) -> bytes:
    """Return the public key that a seat has revealed with its bits; ``b""`` for none."""
    return bits[BITS_BYTES:]


def bot_bits(table: str, match: int, seat: int, secret: bytes) -> bytes:
    """Return the bits of a bot, which follow from the server's secret."""
    return hmac.digest(secret, _message("bot", table, match, seat), "sha512")[:BITS_BYTES]


def absent_bits(commitment: bytes) -> bytes:
    """Return what stands for the bits of a seat that has not revealed them.

    Args:
        commitment: the commitment of the seat; ``b""`` if it gave none.
    """
    return hashlib.sha256(_message("absent") + commitment).digest()


def match_key(table: str, match: int, secret: bytes, bits: Sequence[bytes]) -> bytes:
    """Return the key from which all chance of a match follows.

    Args:
        bits: the bits of each seat, 32 bytes each, in the order of the seats when they committed.
    """
    mac = hmac.new(secret, _message("key", table, match), "sha512")
    for given in bits:
        mac.update(given)
    return mac.digest()


def shared_key(secret: bytes, bits: Sequence[bytes]) -> bytes:
    """Return the key of all matches that are played with the same packs at several tables.

    Args:
        bits: the bits of each seat of these tables, in any order.
    """
    mac = hmac.new(secret, _message("shared key"), "sha512")
    for given in sorted(bits):
        mac.update(given)
    return mac.digest()


def _message(label: str, *parts: str | int) -> bytes:
    return "".join([f"{part}\0" for part in (f"cardtui {label}", *parts)]).encode()
