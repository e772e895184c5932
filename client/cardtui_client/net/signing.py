"""Your keys for signing matches: an Ed25519 key for each account at each server (`_KEYS_FILE`).
It moves with an account code, whose second half of `HALF_LETTERS` letters the server is not told.

The private key never leaves this machine but sealed under that half: the server could otherwise
sign for you. What is signed, `signed_message` says; the server's own side of it is
`server/cardtui_server/fairness/signatures.py`.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardtui_client.i18n import mark
from cardtui_client.json_file import JsonFile, texts

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_KEYS_FILE: Final = "keys.json"
_SIGNERS_FILE: Final = "signers.json"
"""The servers whose signatures you got: by public key, where they are, and their pin."""

_MOST_SIGNERS: Final = 500
_IF_DAMAGED: Final = mark(
    "From now on you sign matches with new keys: nobody can tell that it is you."
)
_MOST_KEYS: Final = 200
_SEED_BYTES: Final = 32

SERVER: Final = "server"
"""Who signs, if no player does."""

HALF_LETTERS: Final = 10
"""How many letters of an account code the server is told, and how many it is not."""

_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_NONCE_BYTES: Final = 12
_SALT_BYTES: Final = 16
_SCRYPT_COST: Final = 1 << 15
"""How dear each guess of the second half is: a tenth of a second, and 32 MB."""


def signed_message(table: str, match: int, hand: int, who: int | str, head: bytes) -> bytes:
    r"""Return what is signed at the end of a hand, or of the match if ``hand`` is 0.

    Args:
        who: the seat of the player who signs, or `SERVER`.

    >>> signed_message("k7mnpq", 3, 0, SERVER, b"head")
    b'cardtui signed\x00k7mnpq\x003\x00over\x00server\x00head'
    """
    return f"cardtui signed\0{table}\0{match}\0{hand or 'over'}\0{who}\0".encode() + head


def halves_of(code: str) -> tuple[str, str]:
    """Return what the server is told of an account code, and what opens a key; ``""`` for nothing.

    >>> halves_of("HK4MZ-7wq2n-abcde fghjk")
    ('hk4mz7wq2n', 'abcdefghjk')
    """
    letters = "".join(each for each in code.casefold() if each.isalnum())
    return letters[:HALF_LETTERS], letters[HALF_LETTERS:]


def is_signed(certificate: bytes, message: bytes, signature: bytes) -> bool:
    """Tell whether a server signed a message, given its certificate as PEM."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509 import load_pem_x509_certificate

    try:
        key = load_pem_x509_certificate(certificate).public_key()
        if not isinstance(key, ec.EllipticCurvePublicKey):
            return False
        key.verify(signature, message, ec.ECDSA(hashes.SHA256()))
    except (InvalidSignature, ValueError):
        return False
    return True


def key_in(certificate: bytes) -> bytes:
    """Return the public key in a server's certificate, as records have it; ``b""`` for another."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from cryptography.x509 import load_pem_x509_certificate

    key = load_pem_x509_certificate(certificate).public_key()
    if not isinstance(key, ec.EllipticCurvePublicKey):
        return b""
    return key.public_bytes(Encoding.X962, PublicFormat.CompressedPoint)


class SigningKeys:
    """The keys of one person on this machine; without a folder there are none: nothing is signed.

    Loading what makes and uses them takes a moment: call `public` and `sign` in a thread.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._file = self._signers = None
        if folder is not None:
            self._signers = JsonFile(folder / _SIGNERS_FILE, texts, dict[str, str])
            self._file = JsonFile(folder / _KEYS_FILE, texts, dict[str, str], _IF_DAMAGED)

    def public(self, server: str, name: str) -> bytes:
        """Return the public key of an account, which is made now if there is none; or ``b""``."""
        seed = self._seed(server, name) or self._made(server, name)
        return _private(seed).public_key().public_bytes_raw() if seed else b""

    def sign(self, server: str, name: str, message: bytes) -> bytes:
        """Return a signature by the key of an account; ``b""`` without one."""
        seed = self._seed(server, name)
        return _private(seed).sign(message) if seed else b""

    def sealed(self, server: str, name: str) -> tuple[bytes, str]:
        """Return the key sealed for another machine, and the letters that open it."""
        seed = self._seed(server, name) or self._made(server, name)
        letters = "".join(secrets.choice(_ALPHABET) for _ in range(HALF_LETTERS))
        return (_seal(seed, letters), letters) if seed else (b"", "")

    def take(self, server: str, name: str, sealed: bytes, letters: str) -> bool:
        """Keep a key that was sealed on another machine; return whether these letters open it."""
        seed = _open(sealed, letters)
        if not seed or self._file is None:
            return False
        self._keep(server, name, seed)
        return True

    def know(self, certificate: bytes, where: str) -> None:
        """Remember where the server is that signs by the key of that certificate."""
        key = key_in(certificate).hex()

        def changed(kept: dict[str, str]) -> dict[str, str]:
            others = {each: at for each, at in kept.items() if each != key}
            return dict([*others.items(), (key, where)][-_MOST_SIGNERS:])

        if self._signers is not None and self._signers.read().get(key) != where:
            self._signers.keep(changed)

    def whose(self, key: str) -> str:
        """Return where the server is that signs by a key; ``""`` if it is not known here."""
        return "" if self._signers is None else self._signers.read().get(key, "")

    def _seed(self, server: str, name: str) -> bytes:
        kept = "" if self._file is None else self._file.read().get(_name(server, name), "")
        try:
            seed = bytes.fromhex(kept)
        except ValueError:
            return b""
        return seed if len(seed) == _SEED_BYTES else b""

    def _made(self, server: str, name: str) -> bytes:
        """Make a key; another program of this person may have made one meanwhile, which counts."""
        if self._file is None or not name:
            return b""
        self._keep(server, name, secrets.token_bytes(_SEED_BYTES), anew=False)
        return self._seed(server, name)

    def _keep(self, server: str, name: str, seed: bytes, *, anew: bool = True) -> None:
        at = _name(server, name)

        def changed(kept: dict[str, str]) -> dict[str, str]:
            before = kept.pop(at, "")
            kept[at] = seed.hex() if anew or not before else before
            return dict([*kept.items()][-_MOST_KEYS:])

        assert self._file is not None
        self._file.keep(changed)


def _name(server: str, name: str) -> str:
    return f"{name}@{server}"


def _private(seed: bytes) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed)


def _seal(seed: bytes, letters: str) -> bytes:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    salt, nonce = secrets.token_bytes(_SALT_BYTES), secrets.token_bytes(_NONCE_BYTES)
    return salt + nonce + ChaCha20Poly1305(_under(letters, salt)).encrypt(nonce, seed, None)


def _open(sealed: bytes, letters: str) -> bytes:
    """Return the key that was sealed; ``b""`` if these letters do not open it."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    salt, rest = sealed[:_SALT_BYTES], sealed[_SALT_BYTES:]
    nonce, hidden = rest[:_NONCE_BYTES], rest[_NONCE_BYTES:]
    if not (letters and hidden):
        return b""
    try:
        seed = ChaCha20Poly1305(_under(letters, salt)).decrypt(nonce, hidden, None)
    except InvalidTag:
        return b""
    return seed if len(seed) == _SEED_BYTES else b""


def _under(letters: str, salt: bytes) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=32, n=_SCRYPT_COST, r=8, p=1).derive(letters.encode())
