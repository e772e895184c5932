"""The server's certificate: made at the first start, valid for ever, kept in the data folder
(`CERTIFICATE_FILE`).
"""

from __future__ import annotations

import hashlib
import re
import ssl
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from cardtui_server.failures import Failure, StartError
from cardtui_server.regular_file import read_file, write_secret

CERTIFICATE_FILE: Final = "certificate.pem"
"""The file in the data folder: the private key, then the certificate."""

CERTIFICATE_NAME: Final = "cardtui"
"""The name in every certificate. Clients know a server by its certificate, not by a name."""

_KEY_END: Final = "-----END PRIVATE KEY-----\n"


_DATES: Final = re.compile(rb"\x17\x0d(\d{12})Z|\x18\x0f(\d{14})Z")
"""A date in a certificate: with two figures of its year, or with four.

The first two of a certificate say from when and until when it is valid.
"""


class Outdated(Failure):
    """This machine's clock says that a certificate is not valid now: others may say so, too."""


class Certificate(NamedTuple):
    """A certificate and its private key, as PEM."""

    key: bytes
    chain: bytes

    @property
    def fingerprint(self) -> bytes:
        """The SHA-256 of the certificate, by which clients know it."""
        return hashlib.sha256(ssl.PEM_cert_to_DER_cert(self.chain.decode("ascii"))).digest()

    def outdated(self, path: object, now: datetime) -> Outdated | None:
        """Return what to tell of a certificate in a file that is not valid now, if it is not."""
        begins, ends = self.valid
        if begins <= now <= ends:
            return None
        return Outdated(
            "The certificate in {path} is valid from {begins} to {ends}, but this machine’s clock"
            " says {now}: clients will refuse it. Set the clock, or delete the file: a new one is"
            " made, and everybody needs the new join line.",
            path=path,
            begins=begins.date().isoformat(),
            ends=ends.date().isoformat(),
            now=now.date().isoformat(),
        )

    @property
    def valid(self) -> tuple[datetime, datetime]:
        """From when it is valid, and until when."""
        shown = ssl.PEM_cert_to_DER_cert(self.chain.decode("ascii"))
        begins, ends, *_ = map(_date, _DATES.finditer(shown))
        return begins, ends


def _date(found: re.Match[bytes]) -> datetime:
    text = (found[2] or found[1]).decode()
    if found[1]:  # as X.509 has it, two figures of a year are those from 1950 to 2049
        text = ("19" if text >= "50" else "20") + text
    return datetime.strptime(text, "%Y%m%d%H%M%S").replace(tzinfo=UTC)


def kept_certificate(folder: Path) -> Certificate:
    """Return the certificate in the folder; make it if there is none yet.

    Raises:
        StartError: it can be neither read nor made.
    """
    path = folder / CERTIFICATE_FILE
    try:
        if not path.exists():
            made = make_certificate()
            write_secret(path, made.key + made.chain)
        return _read(path)
    except OSError as error:
        raise StartError(
            "The certificate {path} can be neither read nor made ({error}): give yourself the"
            " right, or choose another data folder with --data.",
            path=path,
            error=error.strerror or error,
        ) from error


def write_certificate(folder: Path, text: bytes) -> None:
    """Have a folder keep a certificate with its key, as `Certificate` has them, one by the other.

    Raises:
        StartError: it cannot be written.
    """
    try:
        write_secret(folder / CERTIFICATE_FILE, text)
    except OSError as error:
        raise StartError(
            "The certificate {path} cannot be written ({error}).",
            path=folder / CERTIFICATE_FILE,
            error=error,
        ) from error


def make_certificate() -> Certificate:
    """Return a new certificate: a P-256 key that signs itself, valid at every date.

    Clients compare it with the pin and ask no authority, so dates would only lock out machines
    whose clock is wrong. Those without a battery begin in 1970.
    """
    # cryptography takes a while to load, and only the first start needs it.
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, CERTIFICATE_NAME)])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(1970, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(CERTIFICATE_NAME)]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return Certificate(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
        made.public_bytes(serialization.Encoding.PEM),
    )


def _read(path: Path) -> Certificate:
    text = read_file(path).decode("ascii", "replace")
    path.chmod(0o600)
    try:
        # Without a password there would be a question for one, at the terminal.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(path, password=str)
        key, end, chain = text.partition(_KEY_END)
        certificate = Certificate((key + end).encode(), chain.encode())
        _ = certificate.valid  # fails unless it can be read
    except (ssl.SSLError, ValueError) as error:
        raise StartError(
            "The certificate in {path} is damaged: restore the file from a backup. Or delete it:"
            " a new one is made, and everybody needs the new join line.",
            path=path,
        ) from error
    return certificate
