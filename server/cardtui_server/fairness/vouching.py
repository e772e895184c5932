"""Who vouches for a record (`vouchers`): which signatures in it are right, and which are false."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cardtui_engine.library.records import Origin, Vouch
from cardtui_server.fairness.commitments import key_given
from cardtui_server.fairness.signatures import (
    SERVER,
    message,
    signed_by_player,
    signed_by_server,
)


class Voucher(NamedTuple):
    """The server, or a person who sat there.

    Attributes:
        seat: the person's seat; ``None`` for the server.
        name: the person's name.
        key: their public key; ``b""`` for one who does not sign.
        when: what they signed last: the number of a hand, ``over`` or ``closed``; ``""`` for
            nothing.
    """

    seat: int | None
    name: str
    key: bytes
    when: str


def unbound_keys(origin: Origin) -> Iterator[int]:
    """Yield the seats whose first key nobody has revealed, so that no commitment is to it."""
    revealed = {key_given(bits) for bits in origin.reveals}
    for each in origin.sittings:
        if not each.after and each.key and each.key not in revealed:
            yield each.seat


def vouchers(
    origin: Origin, ends: Mapping[str, Sequence[bytes]]
) -> tuple[list[Voucher], list[Vouch]]:
    """Return who signs, with what they signed, and the signatures that are false.

    Args:
        origin: of the record.
        ends: by the number of the hand, the heads of the chain between its end and the next hand;
            under ``over`` or ``closed`` the last one.
    """
    people = {(each.seat, each.name, each.key): "" for each in origin.sittings if not each.level}
    found: list[Voucher] = []
    false: list[Vouch] = []
    for vouch in origin.vouches:
        heads = ends.get(vouch.when, ())
        by = SERVER if vouch.seat is None else vouch.seat
        texts = [message(origin.table, origin.match, vouch.when, by, head) for head in heads]
        signers = [who for who in people if who[0] == vouch.seat and _signed(who[2], vouch, texts)]
        if vouch.seat is None and not found and _signed(vouch.key, vouch, texts):
            found.append(Voucher(None, "", vouch.key, vouch.when))
        elif signers and not people[signers[0]]:  # the latest signature of each stands alone
            people[signers[0]] = vouch.when
        else:
            false.append(vouch)
    return [*found, *(Voucher(*who, when) for who, when in people.items())], false


def _signed(key: bytes, vouch: Vouch, texts: Sequence[bytes]) -> bool:
    """Tell whether a signature is over one of those texts, by that key."""
    signed = signed_by_server if vouch.seat is None else signed_by_player
    return bool(key) and any(signed(key, text, vouch.signature) for text in texts)
