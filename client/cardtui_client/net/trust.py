"""Which server is meant, and whether what answers is that one, before anything is said to it.

gRPC does not tell a wrong certificate from a server that is away. So the certificate is fetched
first and compared, and then it is the only one that gRPC takes.
"""

from __future__ import annotations

import asyncio
import hashlib
import socket
import ssl
from typing import NamedTuple

from cardtui_client.i18n import _
from cardtui_client.net.address import Address
from cardtui_client.net.call_errors import Unreachable, unreachable_sentence
from cardtui_client.net.join_line import JoinLine, pin_of
from cardtui_client.net.known_servers import KnownServers


class Untrusted(Unreachable):
    """Something answers, but it may not be the server that is meant."""


class UnknownServer(Untrusted):
    """A server that no line and no earlier visit vouches for.

    Attributes:
        address: where it is.
        pin: of its certificate.
    """

    def __init__(self, address: Address, pin: str) -> None:
        self.address = address
        self.pin = pin
        super().__init__(
            _(
                "The server at {address} is new to you; its pin is {pin}. If whoever runs it sees"
                " the same pin, connect with the whole join line, or with --trust.",
                address=address,
                pin=pin,
            )
        )


class Found(NamedTuple):
    """A server that is the one meant.

    Attributes:
        address: where it answers.
        certificate: what it proves itself with, as PEM; empty on this machine.
    """

    address: Address
    certificate: str = ""

    @property
    def identity(self) -> str:
        """What tokens of this server are kept under."""
        return _fingerprint(self.certificate).hex() if self.certificate else str(self.address)

    @property
    def pin(self) -> str:
        """The pin of its certificate; empty on this machine."""
        return pin_of(_fingerprint(self.certificate)) if self.certificate else ""


async def find(line: JoinLine, known: KnownServers | None, seconds: float) -> Found:
    """Find the server of a join line or of an address, and see that it is the one meant.

    Args:
        line: how to reach it.
        known: the servers trusted before. One of a line with a pin becomes known, but not by
            hearsay.
        seconds: how long it may take.

    Raises:
        UnknownServer: nothing vouches for it.
        Untrusted: it is another one.
        Unreachable: nobody answers there, or not over TLS.
        OSError: the server cannot be remembered.
    """
    found = await look_at(line, seconds)
    if not found.certificate:
        return found
    fingerprint = _fingerprint(found.certificate)
    kept = known.get(found.address) if known else ""
    vouched = line.pin and not line.hearsay
    if not vouched and not kept:
        raise UnknownServer(found.address, found.pin)
    if not vouched and kept != fingerprint.hex():
        raise Untrusted(
            _(
                "The server at {address} has another certificate than before. If whoever runs it"
                " made a new one, ask for the new join line, or type:"
                " cardtui connect --forget {address}",
                address=found.address,
            )
        )
    if known and kept != fingerprint.hex():
        known.keep(found.address, fingerprint.hex())
    return found


async def look_at(line: JoinLine, seconds: float) -> Found:
    """Find what answers there, known or not, but only the right one if the line has a pin.

    Raises:
        Untrusted: it is another one than the pin says.
        Unreachable: nobody answers there, or not over TLS.
    """
    first = line.addresses[0]
    if line.pin:
        return await _with_pin(line, seconds)
    if first.host == "localhost":
        # One server, one identity: it listens at this address, and ::1 may be somebody else's.
        first = first._replace(host="127.0.0.1")
    return Found(first, "" if first.is_own else await fetch_certificate(first, seconds))


async def fetch_certificate(address: Address, seconds: float) -> str:
    """Return the certificate that a server shows, as PEM; whether it is its own is not known yet.

    Raises:
        Unreachable: nobody answers there, or not over TLS.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    # Compared by the caller; and gRPC, with this certificate alone, sees that the key is there.
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    try:
        async with asyncio.timeout(seconds):
            _reader, writer = await asyncio.open_connection(address.host, address.port, ssl=context)
    except (ConnectionRefusedError, ConnectionResetError, ssl.SSLEOFError) as error:
        raise Unreachable(unreachable_sentence(str(address))) from error
    except ssl.SSLError as error:
        raise Unreachable(
            _(
                "What answers at {address} does not encrypt, and other machines are reached over"
                " TLS only. Was the server started with cardtui host --lan?",
                address=address,
            )
        ) from error
    except (socket.gaierror, UnicodeError) as error:
        raise Unreachable(
            _(
                "No machine is called “{host}” here; type its address in numbers.",
                host=address.host,
            )
        ) from error
    except (TimeoutError, OSError) as error:
        raise Unreachable(
            _(
                "{address} does not answer. Is that machine on, in the same network, and does"
                " its firewall let you in?",
                address=address,
            )
        ) from error
    shown = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.transport.abort()
    return ssl.DER_cert_to_PEM_cert(shown)


async def encrypts(address: Address, seconds: float) -> bool:
    """Tell whether what answers there speaks TLS."""
    try:
        await fetch_certificate(address, seconds)
    except Unreachable:
        return False
    return True


async def _with_pin(line: JoinLine, seconds: float) -> Found:
    """Return where the server of the pin answers; asks all addresses at once."""

    async def ask(address: Address) -> Found | Unreachable:
        try:
            return Found(address, await fetch_certificate(address, seconds))
        except Unreachable as error:
            return error

    others: list[Address] = []
    failed: list[Unreachable] = []
    asking = [asyncio.create_task(ask(address)) for address in line.addresses]
    try:
        for each in asyncio.as_completed(asking):
            shown = await each
            if isinstance(shown, Unreachable):
                failed.append(shown)
            elif shown.pin == line.pin:
                return shown
            else:
                others.append(shown.address)
    finally:
        for task in asking:
            task.cancel()
    if not others:
        raise failed[0]
    if line.hearsay:
        raise Untrusted(
            _(
                "What answers at {address} is not the server that was announced: ask its host for"
                " the join line.",
                address=others[0],
            )
        )
    raise Untrusted(
        _(
            "What answers at {address} is not the server of this join line. Ask whoever runs it"
            " for the line as it is now; if it is the same, somebody is intercepting you: do not"
            " connect.",
            address=others[0],
        )
    )


def _fingerprint(certificate: str) -> bytes:
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest()
