"""The chain of hashes over a log: each row's hash is made from the row and the hash before it."""

from __future__ import annotations

import hashlib


def seed(table: str) -> bytes:
    """Return the hash that precedes the first row of a table's log."""
    return hashlib.sha256(table.encode()).digest()


def link(chain: bytes, seq: int, body: bytes) -> bytes:
    """Return the hash of a row, given the hash of the row before it."""
    return hashlib.sha256(chain + seq.to_bytes(8, "big") + body).digest()
