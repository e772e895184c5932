"""The bits that one gives for the shuffles of matches, and what became of them (`Fate`).

One commits to new ones for each match. They are revealed once, and only after the server has
committed to its secret: nobody can choose theirs by them then. Whoever has revealed theirs knows
it, so that a server which leaves them out all the same is found out: at the table, in the record
of the match, and after a restart of the client.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtui.v1 import shuffle_pb2
from cardtui_client.json_file import JsonFile, texts
from cardtui_client.model.shuffle_check import Broken

_FILE: Final = "bits.json"
_BYTES: Final = 32
_MOST: Final = 64
"""Bits for more matches than one is about to begin; the oldest of them are not asked for again."""

_MOST_MATCHES: Final = 1000
"""Of so many matches, the latest, it is known what became of the bits for them."""

OWN_LATE: Final = "own_late"
"""What a record has where one's bits did not count because one never got to reveal them."""


_Data = dict[str, dict[str, Any]]
"""What a file has: bits by their commitments, and matches by their names."""


class Fate(IntEnum):
    """What has become of one's bits for a match; each comes after the one before."""

    GIVEN = 1
    """The server has taken the commitment."""

    ASKED = 2
    """The server has told everybody the commitment."""

    SENT = 3
    """The client has sent the bits, before it was told that the match had begun."""

    CONFIRMED = 4
    """The server has told that they came."""


class _Match(NamedTuple):
    """What is known of a match.

    Attributes:
        own: one's commitment for it, in hexadecimal digits.
        fate: what has become of the bits.
        broken: how the server has broken its word in it.
    """

    own: str
    fate: Fate = Fate.GIVEN
    broken: tuple[Broken, ...] = ()


class GivenBits:
    """The bits that one person has committed to.

    With a folder they are in a file there, too, so that a client that is started again can still
    reveal them; without one, they are lost with it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        path = None if folder is None else folder / _FILE
        self._file = None if path is None else JsonFile(path, _parsed, _nothing)
        self._kept: dict[str, bytes] = {}
        self._matches: dict[str, _Match] = {}
        self._shown: dict[str, tuple[str, int, bytes]] = {}
        self._announced: dict[str, int] = {}

    def commit(self) -> bytes:
        """Draw new bits, keep them, and return the commitment to them."""
        bits = secrets.token_bytes(_BYTES)
        commitment = hashlib.sha256(b"cardtui seat\0" + bits).digest()
        self._read()
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
        self._read()
        changed = self._drop_given(table)
        name = _name(table, after + 1)
        if commitment and name not in self._matches:
            self._matches[name] = _Match(commitment.hex())
            changed = True
        if changed:
            self._write()

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
            confirmed = _fits(seat.bits, own)
            self._reach(table, shuffle.match, own, Fate.CONFIRMED if confirmed else Fate.ASKED)
            if shuffle.begun:
                self._forget(own)
            elif not seat.bits and self._shown.setdefault(own, place) == place:
                return bits
        return b""

    def sent(self, table: str, shuffle: shuffle_pb2.Shuffle, *, confirmed: bool = False) -> bool:
        """Note that the bits that a match waited for have been sent; return whether that is news.

        Args:
            table: the table.
            shuffle: the shuffle for which they were `wanted`.
            confirmed: whether the server has answered that they came.
        """
        for seat in shuffle.seats:
            own = seat.commitment.hex()
            if self._shown.get(own) == (table, shuffle.match, shuffle.commitment):
                fate = Fate.CONFIRMED if confirmed else Fate.SENT
                if self._reach(table, shuffle.match, own, fate):
                    self._write()
                    return True
        return False

    def not_sent(self, table: str, match: int) -> None:
        """Note that they could not be sent after all."""
        self._read()
        known = self._matches.get(_name(table, match))
        if known is not None and known.fate is Fate.SENT:
            self._matches[_name(table, match)] = known._replace(fate=Fate.ASKED)
            self._write()

    def left_out(
        self, table: str, shuffle: shuffle_pb2.Shuffle, *, seated: bool
    ) -> Sequence[Broken]:
        """Return how a match goes without what its server has taken from this person.

        It may have other bits of theirs: another program of the same person may have given them.
        What was found before, by an earlier run of the client too, is found again.
        """
        self._announced[table] = max(self.announced(table), shuffle.match)
        self._read()
        if not shuffle.match:  # it does not say which match it is
            given = [each for each in self._of(table) if self._matches[each].fate is Fate.GIVEN]
            for each in given if seated else ():
                self.note(table, int(each.rpartition(" ")[2]), [Broken.LEFT_OUT])
            return (Broken.LEFT_OUT,) if seated and given else ()
        name = _name(table, shuffle.match)
        if self._drop_given(table, before=shuffle.match, and_this=not seated):
            self._write()
        for seat in shuffle.seats:
            own = seat.commitment.hex()
            if own and self._is_own(name, own):
                confirmed = _fits(seat.bits, own)
                self._reach(table, shuffle.match, own, Fate.CONFIRMED if confirmed else Fate.ASKED)
        known = self._matches.get(name)
        if known is None:
            return ()
        found = _missed(known, [(seat.commitment, seat.bits) for seat in shuffle.seats])
        # Until it begins they may still come; what `wanted` was told may be later than this.
        if found is not None and (shuffle.begun or found is Broken.LEFT_OUT):
            self.note(table, shuffle.match, [found])
        return self.broken(table, shuffle.match)

    def note(self, table: str, match: int, broken: Sequence[Broken]) -> None:
        """Keep how a server has broken its word in a match, so that nothing calls it fair later."""
        self._read()
        name = _name(table, match)
        known = self._matches.get(name, _Match(""))
        new = tuple(each for each in dict.fromkeys(broken) if each not in known.broken)
        if new:
            self._matches[name] = known._replace(broken=(*known.broken, *new))
            self._write()

    def broken(self, table: str, match: int) -> tuple[Broken, ...]:
        """Return how a server has broken its word in a match, as far as this person knows."""
        self._read()
        known = self._matches.get(_name(table, match))
        return () if known is None else known.broken

    def found_in(self, table: str, match: int, given: Sequence[tuple[bytes, bytes]]) -> list[str]:
        """Return what is to be said of one's bits where a record tells of a match.

        Args:
            table: the table.
            match: the number of the match.
            given: by seat, the commitment and the bits that the record has; ``b""`` for none.

        Returns:
            The kind of each thing to be said: a `Broken`, or `OWN_LATE`.
        """
        found: list[str] = [*self.broken(table, match)]
        known = self._matches.get(_name(table, match))
        if known is None or not known.own or known.fate is Fate.GIVEN:
            return found
        missed = _missed(known, given)
        if missed is not None:
            return [*dict.fromkeys([missed, *found])]
        late = any(each.hex() == known.own and not bits for each, bits in given)
        return [*found, OWN_LATE] if late else found

    def _is_own(self, name: str, commitment: str) -> bool:
        known = self._matches.get(name)
        return (known is not None and known.own == commitment) or commitment in self._kept

    def _reach(self, table: str, match: int, own: str, fate: Fate) -> bool:
        """Note how far one's bits have come; return whether that is news."""
        name = _name(table, match)
        known = self._matches.get(name, _Match(own))
        if known.fate >= fate or (known.fate > Fate.GIVEN and known.own != own):
            return False
        self._matches[name] = known._replace(own=own, fate=fate)
        return True

    def _drop_given(self, table: str, before: int | None = None, *, and_this: bool = False) -> bool:
        """Forget commitments for matches that were never told; return whether there were any.

        Args:
            table: the table.
            before: for matches before this one; by default for any.
            and_this: for this one, too.
        """
        gone = [
            name
            for name in self._of(table)
            if self._matches[name].fate is Fate.GIVEN
            and not self._matches[name].broken
            and (before is None or int(name.rpartition(" ")[2]) < before + and_this)
        ]
        for name in gone:
            del self._matches[name]
        return bool(gone)

    def _of(self, table: str) -> list[str]:
        return [name for name in self._matches if name.rpartition(" ")[0] == table]

    def _bits(self, commitment: str) -> bytes | None:
        if commitment and commitment not in self._kept:
            self._read()
        return self._kept.get(commitment)

    def _forget(self, commitment: str) -> None:
        self._read()
        del self._kept[commitment]
        self._shown.pop(commitment, None)
        self._write()

    def _write(self) -> None:
        """Write what is kept, with what `_read` has found of other programs of this person.

        Where nothing can be written, it lasts as long as this program.
        """
        self._kept = dict([*self._kept.items()][-_MOST:])
        self._matches = dict([*self._matches.items()][-_MOST_MATCHES:])
        data: _Data = {
            "bits": {name: bits.hex() for name, bits in self._kept.items()},
            "matches": self._matches,
        }
        if self._file is not None:
            self._file.keep(lambda _known: data)

    def _read(self) -> None:
        """Take in what the file has."""
        if self._file is None:
            return
        data = self._file.read()
        kept = {name: bytes.fromhex(bits) for name, bits in data["bits"].items()}
        self._kept = {**kept, **self._kept}
        matches: dict[str, _Match] = dict(data["matches"])
        for name, known in self._matches.items():
            if known.fate is not Fate.GIVEN or known.broken:
                matches[name] = _together(matches.get(name), known)
        self._matches = matches


def _name(table: str, match: int) -> str:
    return f"{table} {match}"


def _fits(bits: bytes, commitment: str) -> bool:
    return bool(bits) and hashlib.sha256(b"cardtui seat\0" + bits).hexdigest() == commitment


def _missed(known: _Match, given: Sequence[tuple[bytes, bytes]]) -> Broken | None:
    """Return how a match goes without one's bits, given what it has of each seat."""
    bits = next((bits for each, bits in given if known.own and each.hex() == known.own), None)
    if bits is None:
        return Broken.LEFT_OUT if known.own else None
    if known.fate < Fate.SENT or _fits(bits, known.own):
        return None
    return Broken.TAKEN_BACK if known.fate is Fate.CONFIRMED else Broken.SWALLOWED


def _nothing() -> _Data:
    return {"bits": {}, "matches": {}}


def _parsed(data: Any) -> _Data:
    """Return what a file has.

    Raises:
        ValueError: it has another form.
    """
    try:
        if data.keys() != _nothing().keys():
            raise ValueError("it has another form")
        bits = texts(data["bits"])
        for each in bits.values():
            bytes.fromhex(each)
        matches = {name: _match(name, told) for name, told in data["matches"].items()}
    except (TypeError, AttributeError) as error:
        raise ValueError("it has another form") from error
    return {"bits": bits, "matches": matches}


def _match(name: str, told: Any) -> _Match:
    own, fate, broken = told
    table, _, match = name.rpartition(" ")
    if not (table and match.isdecimal() and isinstance(own, str)):
        raise ValueError("it has another form")
    return _Match(own, Fate(fate), tuple(map(Broken, broken)))


def _together(one: _Match | None, other: _Match) -> _Match:
    """Return what two programs know of a match."""
    if one is None:
        return other
    broken = tuple(dict.fromkeys([*one.broken, *other.broken]))
    return _Match(other.own or one.own, max(one.fate, other.fate), broken)
