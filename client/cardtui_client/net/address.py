"""Where a server is: its `Address`; the `JoinLine` that others type, or scan as a QR code.
The usual ports: `DEFAULT_PORT` (the same number is in `server/cardtui_server/settings.py`),
`SSH_PORT`; how many addresses a line has: `MOST_ADDRESSES`; how long its pin is: `_HASH_BITS`.

    cardtui connect 192.168.1.7,10.0.0.7:8782/ECR0G-WFM9G-B8WZ4-MKQZH

The line has the server's addresses and the pin of its certificate: it tells the right server from
one that only answers at its address.
"""

from __future__ import annotations

import re
import socket
import sys
from ipaddress import AddressValueError, IPv6Address
from typing import Final, NamedTuple

from cardtui_client.i18n import _
from cardtui_client.limits import TABLE_NAME_CELLS

DEFAULT_PORT: Final = 8782
"""The keys for TRUC on a telephone."""

SSH_PORT: Final = 8783
"""Where people come by ssh, if nothing else is said."""

PORT_VARIABLE: Final = "CARDTUI_PORT"
"""Names the usual port of this machine, where it is not everybody's."""

_COMMAND_PREFIX: Final = re.compile(r"^(?:cardtui\s+)?(?:connect|spectate)\s+", re.IGNORECASE)
_HOST: Final = re.compile(r"(?!-)[\w.-]{1,253}")


_LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "::1")

DOOR_HOST: Final = "127.0.87.82" if sys.platform in ("linux", "win32") else "::1"
"""Where every server proves to clients on its own machine who it is, at the same port."""

_SCHEME: Final = "cardtui://"

_HEARSAY_MARK: Final = "~"

_CODE_FLAG: Final = "--code"

MOST_ADDRESSES: Final = 3
"""How many a join line has at most: a longer one is a burden to type."""

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's thirty-two: without the letters that look like others."""

_LOOK_ALIKES: Final = str.maketrans("OIL", "011", "- ")

_HASH_BITS: Final = 90
"""How much of the SHA-256 is in a pin; `docs/lan.md` says why that is enough."""

_CHECK_BITS: Final = 10
"""How much of a pin only shows that it was copied well."""

_PIN_LENGTH: Final = (_HASH_BITS + _CHECK_BITS) // 5
_GROUP_LENGTH: Final = 5

_BORDER_SQUARES: Final = 2
"""Half of what the standard asks for; telephones read it, and it leaves room for words."""

_HALF_BLOCKS: Final = {
    (False, False): "█",
    (False, True): "▀",
    (True, False): "▄",
    (True, True): " ",
}
"""By whether the upper and the lower square are dark: light is drawn, dark is left out."""


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
        return self.host in _LOCAL_HOSTS

    @property
    def door(self) -> Address:
        """Where a server of this machine answers our client, over TLS."""
        return Address(DOOR_HOST, self.port)


def parse_address(text: str) -> Address:
    """Read an address as people type it, or paste it with the command before it.

    >>> str(parse_address("cardtui connect 192.168.1.5"))
    '192.168.1.5:8782'

    Raises:
        BadAddress: it names no host, or no port.
    """
    text = _COMMAND_PREFIX.sub("", text.strip())
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
    return BadAddress(
        _("“{text}” is not an IPv6 address; write it like [fe80::1]:8782.", text=text)
    )


def _is_ipv6(text: str) -> bool:
    try:
        IPv6Address(text)
    except AddressValueError:
        return False
    return True


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 65535):
        raise BadAddress(_("“{text}” is not a port; ports are numbers from 1 to 65535.", text=text))
    return int(text)


class JoinLine(NamedTuple):
    """How to reach a server.

    Attributes:
        addresses: where it may answer; at least one.
        pin: of its certificate; empty if the line has none.
        hearsay: whether the pin was only heard in the network: what answers must have it, but
            nobody has vouched for it. It stands behind a ``~`` then.
    """

    addresses: tuple[Address, ...]
    pin: str = ""
    hearsay: bool = False

    def __str__(self) -> str:
        if not self.pin:
            return self.where
        return f"{self.where}/{_HEARSAY_MARK if self.hearsay else ''}{self.pin}"

    @property
    def where(self) -> str:
        """Its addresses alone; the port of the last one is that of all that name none."""
        *others, last = self.addresses
        hosts = [
            str(each).rpartition(":")[0] if each.port == last.port else str(each) for each in others
        ]
        return ",".join([*hosts, str(last)])

    @property
    def vouched(self) -> bool:
        """Whether its pin comes from the server's host."""
        return bool(self.pin) and not self.hearsay

    def trusting(self, pin: str) -> JoinLine:
        """Return the line to the same place with a pin that the person trusts, if it is one."""
        return JoinLine(self.addresses, pin) if pin else self

    @property
    def command(self) -> str:
        """The command to type on another machine, where interfaces have other names."""
        hosts = (each._replace(host=each.host.partition("%")[0]) for each in self.addresses)
        return f"cardtui connect {self._replace(addresses=tuple(hosts))}"


class Ways(NamedTuple):
    """How people come to a server who have no cardtui; ``""`` where they cannot.

    Attributes:
        page: where browsers find it.
        ssh: what leads there by ssh, with a name that is to be replaced.
        fingerprint: of the key that ssh shows them.
    """

    page: str = ""
    ssh: str = ""
    fingerprint: str = ""


NO_WAYS: Final = Ways()


def page_at(address: Address, port: int) -> str:
    """Return where browsers find the page of a server; it listens at the same addresses."""
    return f"https://{address._replace(host=address.host.partition('%')[0], port=port)}/"


def ssh_at(address: Address, port: int) -> str:
    """Return what leads to a server by ssh, with a name that is to be replaced."""
    return f"ssh -p {port} ana@{address.host.partition('%')[0]}"


def split_code(text: str) -> tuple[str, str]:
    """Part an invitation to a private table into the join line and the table's code.

    >>> split_code("cardtui connect 192.168.1.7 --code wshpk4")
    ('cardtui connect 192.168.1.7', 'wshpk4')
    >>> split_code("192.168.1.7")
    ('192.168.1.7', '')
    """
    line, _code, code = text.partition(_CODE_FLAG)
    return line.strip(), code.strip(" =")


def invitation(command: str, code: str) -> str:
    """Return the command that leads to a private table; ``split_code`` parts it again.

    Args:
        command: of the join line.
        code: of the table; ``""`` for one that is not private.
    """
    return f"{command} {_CODE_FLAG} {code}" if code else command


def invites(text: str) -> bool:
    """Tell whether somebody was given this line to come to them, as its pin shows."""
    try:
        return parse_join_line(text).vouched
    except BadAddress:
        return False


def names_machine(text: str) -> bool:
    """Tell whether a text is a join line, or an address that this machine can find."""
    try:
        address = parse_join_line(text).addresses[0]
    except BadAddress:
        return False
    if any(sign in text for sign in ".:/"):
        return True
    try:
        socket.getaddrinfo(address.host, address.port)
    except OSError:
        return False
    return True


def parse_join_line(text: str) -> JoinLine:
    """Read a join line, or a mere address, as people type it or paste it.

    >>> str(parse_join_line("cardtui connect 192.168.1.7,10.0.0.7:9000"))
    '192.168.1.7,10.0.0.7:9000'
    >>> [each.port for each in parse_join_line("alpha:9001,beta,gamma:9000").addresses]
    [9001, 9000, 9000]

    Raises:
        BadAddress: it names no server, or its pin was not copied well.
    """
    text = text.strip().removeprefix(_SCHEME)
    where, slash, pin = text.partition("#" if "#" in text else "/")
    *others, last = where.split(",")
    at = parse_address(last)
    found = [(parse_address(each), _names_port(each)) for each in others]
    addresses = (*(each if named else each._replace(port=at.port) for each, named in found), at)
    heard = pin.removeprefix(_HEARSAY_MARK)
    return JoinLine(addresses, read_pin(heard) if slash else "", hearsay=heard != pin)


def _names_port(text: str) -> bool:
    return not _is_ipv6(text.strip()) and ":" in text.rpartition("]")[2]


def line_to(address: str, sha256: str) -> str:
    """Return the line to a server of this machine that says where it is, and its certificate.

    Args:
        sha256: of its certificate, in hexadecimal; ``""`` if it did not say.
    """
    return f"{address}/{pin_of(bytes.fromhex(sha256))}" if sha256 else address


def pin_of(fingerprint: bytes) -> str:
    """Return the pin of a certificate."""
    kept = int.from_bytes(fingerprint) >> (len(fingerprint) * 8 - _HASH_BITS)
    number = kept << _CHECK_BITS | _check(kept)
    letters = [_ALPHABET[number >> 5 * place & 31] for place in reversed(range(_PIN_LENGTH))]
    return "-".join(
        "".join(letters[begin : begin + _GROUP_LENGTH])
        for begin in range(0, _PIN_LENGTH, _GROUP_LENGTH)
    )


def read_pin(text: str) -> str:
    """Return a pin as `pin_of` writes it.

    Raises:
        BadAddress: this is none.
    """
    letters = text.strip().upper().translate(_LOOK_ALIKES)
    if len(letters) == _PIN_LENGTH and set(letters) <= set(_ALPHABET):
        number = 0
        for letter in letters:
            number = number << 5 | _ALPHABET.index(letter)
        kept = number >> _CHECK_BITS
        if number & ((1 << _CHECK_BITS) - 1) == _check(kept):
            return pin_of((kept << (256 - _HASH_BITS)).to_bytes(32))
    raise BadAddress(
        _(
            "“{text}” is not a pin, or has a wrong letter: copy the whole join line once more.",
            text=text,
        )
    )


def _check(kept: int) -> int:
    # Loaded here: OpenSSL takes 2 ms, and the first screen knows of join lines.
    import hashlib

    digest = hashlib.sha256(b"cardtui pin" + kept.to_bytes((_HASH_BITS + 7) // 8)).digest()
    return int.from_bytes(digest[:2]) >> (16 - _CHECK_BITS)


def table_code(typed: str) -> str:
    """Return the code of a private table, however it was typed.

    >>> table_code(" WSH-pk4 ")
    'wshpk4'
    """
    return "".join(each for each in typed.lower() if each.isalnum())[:TABLE_NAME_CELLS]


def qr_lines(text: str) -> list[str]:
    """Return the code of a text, to be shown in white on black."""
    import segno  # a tenth of the start, which only showing a code should pay

    code = segno.make_qr(text, error="l", boost_error=False)
    rows = [[bool(square) for square in row] for row in code.matrix_iter(border=_BORDER_SQUARES)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return [
        "".join(_HALF_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
