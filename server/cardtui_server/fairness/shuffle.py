"""A shuffle as a value: what each seat gave, whose bits are `missing`, what everybody may know of
it. When a match waits for bits is decided in `match/commands/shuffle.py`, the key in
`commitments.py`.

Where people gave bits, the shuffle begins with what everybody has committed to; the match begins
once they have revealed it, or their time is over. Where nobody did, the key is the server's secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardtui_server.fairness.commitments import absent_bits


class SeatBits(NamedTuple):
    """What a seat gave for a shuffle.

    Attributes:
        commitment: its commitment; ``b""`` if it gave none.
        bits: what it has revealed; ``b""`` if it has not.
    """

    commitment: bytes = b""
    bits: bytes = b""

    @property
    def missing(self) -> bool:
        """Whether it has yet to reveal what it committed to."""
        return bool(self.commitment) and not self.bits

    @property
    def used(self) -> bytes:
        """The bits that count in the key: those revealed, or what stands for them."""
        return self.bits or absent_bits(self.commitment)


class Shuffle(NamedTuple):
    """The shuffle of a match.

    Attributes:
        match: the number of the match.
        secret: the server's secret.
        commitment: the server's commitment to it.
        seats: by seat, as players sat when it began, what each gave; where several tables play the
            same packs, those of the others come after them.
        begun: whether the match has begun: what is missing by then counts no more.
        shown: whether everybody may know the secret, because the match is over.
        grammar: the grammar of the match's record, once it has begun: what its chain is over.
        own: how many seats the table itself has.
        late: the seats that may reveal nothing any more.
    """

    match: int
    secret: bytes
    commitment: bytes
    seats: tuple[SeatBits, ...]
    begun: bool = False
    shown: bool = False
    grammar: int = 0
    own: int = 0
    late: frozenset[int] = frozenset()

    @property
    def shared(self) -> bool:
        """Whether several tables play the packs of this shuffle."""
        return len(self.seats) > self.own

    @property
    def joint(self) -> bool:
        """Whether anybody but the server gave bits."""
        return any(each.commitment for each in self.seats)


class SeenShuffle(NamedTuple):
    """A shuffle as everybody may know it: ``secret`` is ``b""`` until the match is over."""

    match: int
    commitment: bytes
    seats: tuple[SeatBits, ...]
    begun: bool
    secret: bytes
    grammar: int


def seen_shuffle(shuffle: Shuffle | None) -> SeenShuffle | None:
    """Return what everybody may know of a shuffle; ``None`` before the server has committed."""
    if shuffle is None or not shuffle.commitment:
        return None
    match, secret, commitment, seats, begun, shown, grammar, *_ = shuffle
    return SeenShuffle(match, commitment, seats, begun, secret if shown else b"", grammar)


def committed(
    match: int, secret: bytes, commitment: bytes, *by_seat: Sequence[bytes], seats: int
) -> Shuffle:
    """Return the shuffle that begins, with what everybody at a table has committed to."""
    given = tuple([SeatBits(*each) for each in zip(*by_seat, strict=True)])
    if len(given) < seats:
        raise ValueError("not every seat has been asked")
    return Shuffle(match, secret, commitment, given, own=seats)


def begun(
    found: Shuffle | None,
    match: int,
    secret: bytes,
    commitment: bytes,
    *,
    seats: int,
    grammar: int,
) -> Shuffle | None:
    """Return the shuffle of a match that begins; ``None`` without commitments."""
    if found is not None and not found.begun:
        return found._replace(begun=True, grammar=grammar)
    if not commitment:
        return None
    none = (SeatBits(),) * seats
    return Shuffle(match, secret, commitment, none, begun=True, grammar=grammar, own=seats)


def shown(shuffle: Shuffle | None) -> Shuffle | None:
    """Return a shuffle once its match is over, when everybody may know all of it."""
    return None if shuffle is None else shuffle._replace(shown=True)


def missing(shuffle: Shuffle | None) -> list[int]:
    """Return the table's own seats whose bits a match that is about to begin still waits for."""
    if shuffle is None or shuffle.begun:
        return []
    return [seat for seat in unrevealed(shuffle) if seat not in shuffle.late]


def unrevealed(shuffle: Shuffle | None) -> list[int]:
    """Return the table's own seats that have not revealed what they committed to."""
    seats = () if shuffle is None else shuffle.seats[: shuffle.own]
    return [seat for seat, each in enumerate(seats) if each.missing]


def with_bits(shuffle: Shuffle | None, seat: int, bits: bytes) -> Shuffle:
    """Return a shuffle once a seat has revealed its bits; ``b""`` if it may do so no more."""
    if shuffle is None or shuffle.begun or not shuffle.seats[seat].missing:
        raise ValueError("nobody waits for these bits")
    if not bits:
        return shuffle._replace(late=shuffle.late | {seat})
    given = list(shuffle.seats)
    given[seat] = given[seat]._replace(bits=bits)
    return shuffle._replace(seats=tuple(given))
