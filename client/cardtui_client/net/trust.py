"""Finds a server and checks its certificate before anything is said to it (`find`), or why not.
It decides when you are asked about a server that is new, and when one of this machine is let in
unasked. What is remembered of servers is in `net/known_servers.py`.

Servers prove who they are on their own machine, too, where any account may listen at their port.
gRPC does not tell a wrong certificate from a server that is away. So the certificate is fetched
first and compared, and then it is the only one that gRPC takes.
"""

from __future__ import annotations

import asyncio
import hashlib
import socket
import ssl
from ipaddress import IPv6Address
from typing import NamedTuple

from cardtui_client.i18n import _
from cardtui_client.net.address import Address, JoinLine, pin_of
from cardtui_client.net.call_errors import Unreachable, unreachable_sentence
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
                "The server at {address} is new to you; its pin is {pin}. If the person who runs it"
                " sees the same pin, connect with the whole join line, or with --trust.",
                address=address,
                pin=pin,
            )
        )


class Found(NamedTuple):
    """A server that is the one meant.

    Attributes:
        address: where people say that it is.
        certificate: what it proves itself with, as PEM.
        at: where it showed it, if that is elsewhere.
        new: whether nothing vouches for it. It is on this machine then, and may be told a name but
            no secret.
    """

    address: Address
    certificate: str
    at: Address | None = None
    new: bool = False

    @property
    def identity(self) -> str:
        """What tokens of this server are kept under."""
        return _fingerprint(self.certificate).hex()

    @property
    def pin(self) -> str:
        """The pin of its certificate."""
        return pin_of(_fingerprint(self.certificate))

    def remember(self, known: KnownServers | None) -> None:
        """Have it known from now on, if anything can be kept; a new one as let in unasked."""
        if known:
            known.keep(self.address, self.identity, vouched=not self.new)


async def find(
    line: JoinLine, known: KnownServers | None, seconds: float, *, secret: bool = False
) -> Found:
    """Find the server of a join line or of an address, and see that it is the one meant.

    On this machine one that is new is taken for the one that is meant, unless it is to be told a
    secret. Once it has let one in it has to be the same at each visit, and is still new: that it
    was there first vouches for nothing.

    Args:
        line: how to reach it.
        known: the servers trusted before. One of a line with a pin becomes known, but not by
            hearsay.
        seconds: how long it may take.
        secret: whether it is to be told what others may not hear, such as a password.

    Raises:
        UnknownServer: nothing vouches for it.
        Untrusted: it is another one.
        Unreachable: nobody answers there, or not over TLS.
    """
    found = await look_at(line, seconds)
    kept = known.get(found.address) if known else ""
    if kept and kept != found.identity and not line.vouched:
        raise Untrusted(
            _(
                "The server at {address} has another certificate than before. If the person who"
                " runs it made a new one, ask for the new join line, or type:"
                " cardtui connect --forget {address}",
                address=found.address,
            )
        )
    # A server that is known may be at another address than before.
    if not line.vouched and not (known and found.pin in known.acquaintances().pins):
        if secret or not found.address.is_own:
            raise UnknownServer(found.address, found.pin)
        return found._replace(new=True)
    found.remember(known)
    return found


async def look_at(line: JoinLine, seconds: float) -> Found:
    """Find what answers there, known or not, but only the right one if the line has a pin.

    Raises:
        Untrusted: it is another one than the pin says.
        Unreachable: nobody answers there, or not over TLS.
    """
    if line.pin:
        return await _with_pin(line, seconds)
    return await _shown_at(line.addresses[0], seconds)


async def fetch_certificate(address: Address, seconds: float, at: Address | None = None) -> str:
    """Return the certificate that a server shows, as PEM; whether it is its own is not known yet.

    Args:
        seconds: how long it may take.
        at: where it listens for us, if that is elsewhere.

    Raises:
        Unreachable: nobody answers there, or not over TLS.
        Untrusted: what answers on this machine does not show that it is a table server.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    # Compared by the caller; and gRPC, with this certificate alone, sees that the key is there.
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    try:
        async with asyncio.timeout(seconds):
            _reader, writer = await asyncio.open_connection(*(at or address), ssl=context)
    except (OSError, UnicodeError) as error:
        raise _unreached(address, error) from error
    shown = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.transport.abort()
    return ssl.DER_cert_to_PEM_cert(shown)


def _unreached(address: Address, error: OSError | UnicodeError) -> Unreachable | Untrusted:
    """Return what to say of an address at which no certificate was shown."""
    if isinstance(error, (ConnectionRefusedError, ConnectionResetError, ssl.SSLEOFError)):
        return Unreachable(unreachable_sentence(str(address)))
    if isinstance(error, ssl.SSLError):
        return _without_tls(address)
    if isinstance(error, (socket.gaierror, UnicodeError)):
        if address.host.replace(".", "").isdecimal():
            return Unreachable(_("{host} is no address of a machine.", host=address.host))
        return Unreachable(
            _(
                "No machine is called “{host}” here; type its address in numbers.",
                host=address.host,
            )
        )
    if address.is_own:
        return Unreachable(unreachable_sentence(str(address)))
    if _needs_interface(address):
        return Unreachable(
            _(
                "{address} means nothing without one of your own interfaces: write it after"
                " the address, like [fe80::1%eth0]:8782.",
                address=address,
            )
        )
    return Unreachable(
        _(
            "{address} does not answer. Is that machine on, in the same network, and does"
            " its firewall let you in?",
            address=address,
        )
    )


def _without_tls(address: Address) -> Unreachable | Untrusted:
    """Return what to say of something that answers, but not over TLS."""
    if address.is_own:
        return Untrusted(
            _(
                "What answers at {address} does not show that it is a table server, so nothing"
                " was sent to it. Another account of this machine may have taken the port: ask"
                " the person who runs the server.",
                address=address,
            )
        )
    return Unreachable(
        _(
            "What answers at {address} does not encrypt, and other machines are reached over"
            " TLS only. Was the server started with cardtui host --lan?",
            address=address,
        )
    )


async def _shown_at(address: Address, seconds: float) -> Found:
    """Return what shows a certificate there; on this machine at the door of servers first.

    Raises:
        Unreachable: nothing does.
    """
    if not address.is_own:
        return Found(address, await fetch_certificate(address, seconds))
    if address.host == "localhost":
        # One server, one identity: it listens at this address, and ::1 may be somebody else's.
        address = address._replace(host="127.0.0.1")
    try:
        shown = await fetch_certificate(address, seconds, address.door)
        return Found(address, shown, address.door)
    except Unreachable as error:
        if not isinstance(error.__cause__, ConnectionRefusedError):
            raise
    # Servers of this machine listen there. What a tunnel brings here is at the address itself.
    return Found(address, await fetch_certificate(address, seconds))


def _needs_interface(address: Address) -> bool:
    """Tell whether it is an address of one link, and does not say of which."""
    try:
        found = IPv6Address(address.host)
    except ValueError:
        return False
    return found.is_link_local and not found.scope_id


def _on_own_interfaces(address: Address) -> list[Address]:
    """Return where an address may be that needs the name of an interface."""
    if not _needs_interface(address):
        return [address]
    import ifaddr  # few addresses are like that

    names = [
        each.name
        for each in ifaddr.get_adapters()
        if any(ip.is_IPv6 and ip.ip[0].startswith("fe80:") for ip in each.ips)
    ]
    return [address._replace(host=f"{address.host}%{name}") for name in names] or [address]


async def _with_pin(line: JoinLine, seconds: float) -> Found:
    """Return where the server of the pin answers; asks all addresses at once."""

    async def ask(address: Address) -> Found | Unreachable:
        try:
            return await _shown_at(address, seconds)
        except Unreachable as error:
            return error

    others: list[Address] = []
    failed: list[Unreachable] = []
    places = [each for address in line.addresses for each in _on_own_interfaces(address)]
    asking = [asyncio.create_task(ask(address)) for address in places]
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
            "What answers at {address} is not the server of this join line. Ask the person who runs"
            " it for the line as it is now; if it is the same, somebody is intercepting you: do not"
            " connect.",
            address=others[0],
        )
    )


def _fingerprint(certificate: str) -> bytes:
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest()
