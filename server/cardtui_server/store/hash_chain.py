"""The chain of hashes over a log: each row's is made of itself and of the row's before it."""

from __future__ import annotations

import hashlib


def seed(table: str) -> bytes:
    """Return the hash that stands before the first row of a table's log."""
    return hashlib.sha256(table.encode()).digest()


def link(chain: bytes, seq: int, body: bytes) -> bytes:
    """Return the hash of a row, given that of the row before it."""
    return hashlib.sha256(chain + seq.to_bytes(8, "big") + body).digest()
