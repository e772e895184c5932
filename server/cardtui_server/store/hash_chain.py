"""The chain of hashes over a log: each row's hash is made from the row and the hash before it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any


def seed(table: str) -> bytes:
    """Return the hash that precedes the first row of a table's log."""
    return hashlib.sha256(table.encode()).digest()


def link(chain: bytes, seq: int, body: bytes) -> bytes:
    """Return the hash of a row, given the hash of the row before it."""
    return hashlib.sha256(chain + seq.to_bytes(8, "big") + body).digest()


def first_broken(table: str, rows: Iterable[Any], after: int = 0, chain: bytes = b"") -> int:
    """Return the number of the first row that is missing or not as written; 0 if there is none.

    Args:
        table: the table's id.
        rows: number, body and hash of each.
        after: the number of the row before them.
        chain: that row's hash; not needed at the beginning of a log.
    """
    chain = chain or seed(table)
    for number, (seq, body, kept) in enumerate(rows, after + 1):
        if seq != number or type(body) is not bytes or link(chain, number, body) != kept:
            return number
        chain = kept
    return 0
