"""Signatures under the course of a match: what exactly is signed (`message`), how each is checked,
and which keys of players are too weak to count (`is_weak`). When a player may sign is decided in
`match/commands/signing.py`.

The server signs with the key of its certificate (`Signer`), a player with a key of their own, whose
hash is in the commitment of their seat. The client's side is
`client/cardtui_client/net/signing.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec

OVER: Final = "over"
"""What is signed instead of a hand's number once the match is over."""

CLOSED: Final = "closed"
"""What is signed instead of a hand's number once the table was closed before the end."""

SERVER: Final = "server"
"""Who signs, if no player does."""


class HandEnd(NamedTuple):
    """The head of the chain when a hand ended; ``hand`` is 0 for the end of the match."""

    hand: int
    head: bytes


class HeadSignature(NamedTuple):
    """A player's signature at the end of a hand; ``hand`` is 0 for the end of the match."""

    seat: int
    hand: int
    signature: bytes


def message(table: str, match: int, when: int | str, who: int | str, head: bytes) -> bytes:
    r"""Return what is signed.

    Args:
        when: the number of the hand that ended, `OVER` or `CLOSED`.
        who: the seat of the player who signs, or `SERVER`: so who reveals the key of somebody else
            has no signature.

    >>> message("k7mnpq", 3, 7, 0, b"head")
    b'cardtui signed\x00k7mnpq\x003\x007\x000\x00head'
    """
    return f"cardtui signed\0{table}\0{match}\0{when}\0{who}\0".encode() + head


class Signer:
    """Signs with the private key of a certificate, given as PEM.

    Attributes:
        loaded: whether `load` was called, which takes a moment: do so in a thread.
    """

    def __init__(self, pem: bytes) -> None:
        self.loaded = False
        self._pem = pem

    def load(self) -> None:
        """Load what signs, and what checks the signatures of players."""
        _ = self.public
        self.loaded = True

    @cached_property
    def _key(self) -> ec.EllipticCurvePrivateKey | None:
        """The key; ``None`` for one of a kind with which this server does not sign."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        key = load_pem_private_key(self._pem, None)
        if isinstance(key, ec.EllipticCurvePrivateKey) and key.curve.name == "secp256r1":
            return key
        return None

    @cached_property
    def public(self) -> bytes:
        """The public key as a compressed point; ``b""`` where this server does not sign."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        key = self._key
        if key is None:
            return b""
        return key.public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint)

    def sign(self, text: bytes) -> bytes:
        """Return the signature of a message; ``b""`` where this server does not sign."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec

        return b"" if self._key is None else self._key.sign(text, ec.ECDSA(hashes.SHA256()))


_PRIME: Final = (1 << 255) - 19
_OF_ORDER_8: Final = 0x5FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_WEAK_POINTS: Final = (
    *(0, 1, _OF_ORDER_8, _PRIME - _OF_ORDER_8),
    *(_PRIME - 1, _PRIME, _PRIME + 1),
)
"""The y of the Ed25519 points of small order: under such a key anybody can sign anything."""


def is_weak(key: bytes) -> bool:
    """Tell whether a player's key is one under which anybody could sign."""
    return int.from_bytes(key, "little") & ((1 << 255) - 1) in _WEAK_POINTS


def signed_by_player(key: bytes, text: bytes, signature: bytes) -> bool:
    """Tell whether a player's key signed a message; nobody signs by a weak one."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    return not is_weak(key) and _holds(
        lambda: Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    )


def signed_by_server(key: bytes, text: bytes, signature: bytes) -> bool:
    """Tell whether the key of a server's certificate signed a message."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec

    def check() -> None:
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
        public.verify(signature, text, ec.ECDSA(hashes.SHA256()))

    return _holds(check)


def _holds(check: Callable[[], None]) -> bool:
    from cryptography.exceptions import InvalidSignature

    try:
        check()
    except (InvalidSignature, ValueError):
        return False
    return True
