"""Where a server is: ``HOST``, ``HOST:PORT``, ``[IPv6]:PORT``, or the join line of a host."""

from __future__ import annotations

import re
import sys
from ipaddress import AddressValueError, IPv6Address
from typing import Final, NamedTuple

from cardtui_client.i18n import _

DEFAULT_PORT: Final = 8782
"""The keys for TRUC on a telephone."""

PORT_VARIABLE: Final = "CARDTUI_PORT"
"""Names the usual port of this machine, where it is not everybody's."""

_JOIN: Final = re.compile(r"^(?:cardtui\s+)?(?:connect|spectate)\s+", re.IGNORECASE)
_HOST: Final = re.compile(r"(?!-)[\w.-]{1,253}")


_OWN: Final = ("localhost", "127.0.0.1", "::1")

_DOOR: Final = "127.0.87.82" if sys.platform in ("linux", "win32") else "::1"
"""Where every server proves to clients on its own machine who it is, at the same port."""


class BadAddress(ValueError):
    """A text that names no server; the sentence says what to type instead."""


class Address(NamedTuple):
    """A server's host and port."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def is_own(self) -> bool:
        """Whether it is where servers listen for their own machine."""
        return self.host in _OWN

    @property
    def door(self) -> Address:
        """Where a server of this machine answers our client, over TLS."""
        return Address(_DOOR, self.port)


def parse_address(text: str) -> Address:
    """Read an address as people type it, or paste it with the command before it.

    >>> str(parse_address("cardtui connect 192.168.1.5"))
    '192.168.1.5:8782'

    Raises:
        BadAddress: it names no host, or no port.
    """
    text = _JOIN.sub("", text.strip())
    if not text:
        raise BadAddress(_("Type the name or the number of a machine, such as 192.168.1.5."))
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")) or not _is_ipv6(host):
            raise _no_ipv6(text)
        return Address(host, _port(rest.removeprefix(":")) if rest else DEFAULT_PORT)
    if _is_ipv6(text):
        return Address(text, DEFAULT_PORT)
    host, colon, port = text.partition(":")
    if ":" in port:
        raise _no_ipv6(text)
    if not _HOST.fullmatch(host):
        raise BadAddress(
            _("“{host}” is not the name of a machine; type something like 192.168.1.5.", host=host)
        )
    return Address(host, _port(port) if colon else DEFAULT_PORT)


def _no_ipv6(text: str) -> BadAddress:
    return BadAddress(_("“{text}” is no IPv6 address; write it like [fe80::1]:8782.", text=text))


def _is_ipv6(text: str) -> bool:
    try:
        IPv6Address(text)
    except AddressValueError:
        return False
    return True


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 65535):
        raise BadAddress(_("“{text}” is no port; ports are numbers from 1 to 65535.", text=text))
    return int(text)
