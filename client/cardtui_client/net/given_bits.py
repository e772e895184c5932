"""The bits that one gives for the shuffles of matches, kept until they have been revealed.

One commits to new ones for each match. They are revealed once, and only after the server has
committed to its secret: nobody can choose theirs by them then.
"""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path
from typing import Any, Final

from cardtui.v1 import shuffle_pb2
from cardtui_client.json_file import JsonFile, texts

_FILE: Final = "bits.json"
_BYTES: Final = 32
_MOST: Final = 64
"""Bits for more matches than one is about to begin; the oldest of them are not asked for again."""


class GivenBits:
    """The bits that one person has committed to.

    With a folder they are in a file there, too, so that a client that is started again can still
    reveal them; without one, they are lost with it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        path = None if folder is None else folder / _FILE
        self._file = None if path is None else JsonFile(path, _parsed, dict[str, str])
        self._kept: dict[str, bytes] = {}
        self._shown: dict[str, tuple[str, int, bytes]] = {}
        self._announced: dict[str, int] = {}
        self._due: dict[str, tuple[int, bytes]] = {}

    def commit(self) -> bytes:
        """Draw new bits, keep them, and return the commitment to them."""
        bits = secrets.token_bytes(_BYTES)
        commitment = hashlib.sha256(b"cardtui seat\0" + bits).digest()
        self._kept[commitment.hex()] = bits
        self._write()
        return commitment

    def announced(self, table: str) -> int:
        """Return the number of the latest match at a table of which the server has told."""
        return self._announced.get(table, 0)

    def accept(self, table: str, commitment: bytes, after: int) -> None:
        """Note that a server has taken a commitment; ``b""`` if it has taken it back.

        Args:
            table: the table.
            commitment: what the server was sent.
            after: what `announced` was as it was sent. The commitment is for the match after that:
                none was under way as the server took it.
        """
        self._due.pop(table, None)
        if commitment:
            self._due[table] = (after + 1, commitment)

    def left_out(self, table: str, shuffle: shuffle_pb2.Shuffle, *, seated: bool) -> bool:
        """Return whether a match goes without what its server has taken from this person.

        It may have other bits of theirs: another program of the same person may have given them.
        """
        self._announced[table] = max(self.announced(table), shuffle.match)
        match, own = self._due.get(table, (0, b""))
        if not match or shuffle.match < match:
            return False
        del self._due[table]
        given = [seat.commitment for seat in shuffle.seats if seat.commitment]
        has_own = any(each == own or self._bits(each.hex()) for each in given)
        return seated and shuffle.match == match and not has_own

    def wanted(self, table: str, shuffle: shuffle_pb2.Shuffle) -> bytes:
        """Return one's own bits if a match waits for them; ``b""`` if none does.

        Bits are revealed for a single match: a server that asks for them again for another one
        gets none. Once the match has begun, they are forgotten.
        """
        if not shuffle.commitment:
            return b""
        place = (table, shuffle.match, shuffle.commitment)
        for seat in shuffle.seats:
            own = seat.commitment.hex()
            bits = self._bits(own)
            if bits is None:
                continue
            if shuffle.begun:
                self._forget(own)
            elif not seat.bits and self._shown.setdefault(own, place) == place:
                return bits
        return b""

    def _bits(self, commitment: str) -> bytes | None:
        if commitment and commitment not in self._kept:
            self._kept = {**self._read(), **self._kept}
        return self._kept.get(commitment)

    def _forget(self, commitment: str) -> None:
        del self._kept[commitment]
        self._shown.pop(commitment, None)
        self._write(without=commitment)

    def _write(self, *, without: str = "") -> None:
        """Write what is kept beside what other programs of this person keep there.

        Where nothing can be written, the bits last as long as this program.
        """

        def changed(known: dict[str, str]) -> dict[str, str]:
            newest = {**known, **{name: bits.hex() for name, bits in self._kept.items()}}
            newest.pop(without, None)
            return dict(list(newest.items())[-_MOST:])

        self._kept = dict(list(self._kept.items())[-_MOST:])
        if self._file is not None:
            self._file.keep(changed)

    def _read(self) -> dict[str, bytes]:
        """Return what the file has; nothing if there is none, or it is damaged."""
        if self._file is None:
            return {}
        return {name: bytes.fromhex(bits) for name, bits in self._file.read().items()}


def _parsed(data: Any) -> dict[str, str]:
    found = texts(data)
    for bits in found.values():
        bytes.fromhex(bits)
    return found
