"""Whom the gate lets in by ssh, and who counts as the same guest (`visitor`: without a key, by name
and address). How many may be there who do not play (`_MOST_STRANGERS`), and from one address
(`_MOST_STRANGERS_PER_ADDRESS`); how many guests it remembers (`_MOST_GUESTS`); how much may wait
for a caller that does not read (`_MOST_UNREAD_BYTES`).

A public key is an account, and its login name is the name at the first visit. Without a key you are
a guest; `_MOST_GUESTS` are known again by name and address when their link was lost. Nobody is
asked for a password here: the table server asks newcomers for its own. Of connections on which
nobody plays no more than `_MOST_STRANGERS` may be there: then the oldest goes of the address from
which most have come, so that a flood keeps nobody else out. From an address other than this machine
there are no more than `_MOST_STRANGERS_PER_ADDRESS` of them. A connection has one session at a
time, and may ask for `_MOST_REFUSALS` others. The host's own key is kept in the data folder
(`kept_key`).
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from pathlib import Path
from typing import Final

import asyncssh

from cardtui_client.command_line.errors import Failed
from cardtui_client.exit_codes import NO_SERVER
from cardtui_client.hosting.visitors import Arrivals, Visitors
from cardtui_client.i18n import _
from cardtui_server.regular_file import read_file, write_secret
from cardtui_server.rpc.addresses import AddressRules, is_loopback, plain_address, sender_of
from cardtui_ssh.visit import IDLE_SECONDS, Visit, Visitor

_MOST_STRANGERS: Final = 64
_MOST_STRANGERS_PER_ADDRESS: Final = 16
_MOST_REFUSALS: Final = 8
_MOST_GUESTS: Final = 200

_LOOK_EVERY: Final = 0.5
_MOST_UNREAD_BYTES: Final = 1 << 23
"""How many bytes may wait for a caller who asks and does not read."""


class Gate:
    """All who come by ssh."""

    def __init__(
        self, line: str, visitors: Visitors, rules: AddressRules, *, idle: float = IDLE_SECONDS
    ) -> None:
        """Begin with nobody.

        Args:
            line: where the server is.
            visitors: who may be here.
            rules: which addresses may come.
            idle: the seconds without a key after which a visit is ended.
        """
        self.line = line
        self.visitors = visitors
        self._rules = rules
        self.idle = idle
        self._callers: dict[Caller, str] = {}
        self._arrivals = Arrivals()
        self._guests: dict[str, None] = {}
        self._looking = asyncio.create_task(self._look())

    def caller(self) -> Caller:
        """Return what answers one connection."""
        return Caller(self)

    def came(self, caller: Caller, address: str) -> bool:
        """Note a connection; return whether it may stay."""
        sender = sender_of(address)
        if not (self._rules.admits(address) and self._may_come(sender, address)):
            return False
        self._callers[caller] = sender
        strangers = self._strangers()
        if len(strangers) > _MOST_STRANGERS:
            [(most, _count)] = Counter(strangers.values()).most_common(1)
            oldest = next(each for each, at in strangers.items() if at == most)
            self.left(oldest)
            oldest.abort()
        return True

    def _strangers(self) -> dict[Caller, str]:
        """Return those who do not play, the first of them first, with their addresses."""
        return {each: sender for each, sender in self._callers.items() if not each.plays}

    def _may_come(self, sender: str, address: str) -> bool:
        """Return whether another stranger may come from there; this machine is everybody's."""
        if is_loopback(address):
            return True
        here = Counter(self._strangers().values())[sender]
        return here < _MOST_STRANGERS_PER_ADDRESS and self._arrivals.note(sender)

    def left(self, caller: Caller) -> None:
        """Note that a connection has ended."""
        self._callers.pop(caller, None)

    def remember(self, guest: str) -> None:
        """Know a guest again after a lost link; of too many, the one longest away is forgotten."""
        self._guests.pop(guest, None)
        self._guests[guest] = None
        if len(self._guests) > _MOST_GUESTS:
            self.visitors.forget(next(iter(self._guests)))
            self._guests.pop(next(iter(self._guests)))

    async def close(self) -> None:
        """End all visits."""
        self._looking.cancel()
        visits = [task for each in self._callers if (task := each.end()) is not None]
        if visits:
            await asyncio.wait(visits)

    async def _look(self) -> None:
        """End the connections of those who ask and do not read."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            for each in [*self._callers]:
                if each.unread > _MOST_UNREAD_BYTES:
                    each.abort()


class Caller(asyncssh.SSHServer):
    """One connection: it has a session and nothing else, as `asyncssh` refuses the rest."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._address = ""
        self._name = self._key = ""
        self._visit: Visit | None = None
        self._refused = 0

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Let the connection wait its turn, or end it."""
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self._address = plain_address(peer[0]) if peer else ""
        if not self._gate.came(self, self._address):
            asyncio.get_running_loop().call_soon(conn.abort)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - its signature
        """End what the connection had."""
        self._gate.left(self)
        self.end()

    @property
    def unread(self) -> int:
        """How many bytes wait for the caller."""
        transport = self._connection._transport  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] # nothing else tells
        return 0 if transport is None else transport.get_write_buffer_size()

    @property
    def plays(self) -> bool:
        """Whether a visit has begun, and goes on."""
        return self._visit is not None and self._visit.goes_on

    def abort(self) -> None:
        """End the connection at once."""
        self._connection.abort()

    def end(self) -> asyncio.Task[None] | None:
        """End the visit; return what ends with it."""
        return None if self._visit is None else self._visit.end()

    # --- who it is -----------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        """Take the login name as the name."""
        self._name = username
        return True

    def public_key_auth_supported(self) -> bool:
        """Ask for keys first."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002 - its signature
        """Take any key: that the caller has it is proved after this, and before anything else."""
        self._key = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        """Let those in who have no key."""
        return True

    def get_kbdint_challenge(
        self,
        username: str,  # noqa: ARG002 - its signature
        lang: str,  # noqa: ARG002
        submethods: str,  # noqa: ARG002
    ) -> tuple[str, str, str, tuple[()]]:
        """Ask nothing."""
        self._key = ""
        return "", "", "", ()

    def validate_kbdint_response(self, username: str, responses: object) -> bool:  # noqa: ARG002 - its signature
        """Take what was answered to nothing."""
        self._key = ""
        return True

    def password_auth_supported(self) -> bool:
        """Let those in whose program knows passwords alone."""
        return True

    def validate_password(self, username: str, password: str) -> bool:  # noqa: ARG002 - its signature
        """Take any password, and forget it."""
        self._key = ""
        return True

    # --- what it may have ----------------------------------------------------------------

    def session_requested(self) -> Visit | bool:
        """Open a session, if there is none; end the connection that goes on asking."""
        if self._visit is not None and not self._visit.ended:
            self._refused += 1
            if self._refused > _MOST_REFUSALS:
                asyncio.get_running_loop().call_soon(self.abort)
            return False
        self._visit = Visit(
            self._gate.line,
            self._gate.visitors,
            self.visitor(),
            unread=lambda: self.unread,
            idle=self._gate.idle,
        )
        return self._visit

    def visitor(self) -> Visitor:
        """Return who this is: a key, or somebody of that name at that address.

        Many may come from this machine: each of them counts as an address of its own, and a guest
        from there is nobody who was here before.
        """
        here = is_loopback(self._address)
        guest = secrets.token_urlsafe() if here else f"{sender_of(self._address)} {self._name}"
        token = self._key or f"guest {guest}"
        if self._key or here:
            return Visitor(self._name, token, token if here else self._address, not self._key)
        self._gate.remember(token)
        return Visitor(self._name, token, self._address, guest=True, returns=True)


HOST_KEY_FILE: Final = "ssh_host_key"
"""The file in the data folder, for the owner's eyes alone."""


def kept_key(folder: Path) -> asyncssh.SSHKey:
    """Return the key in the folder; make it if there is none yet.

    Raises:
        Failed: it can be neither read nor made.
    """
    path = folder / HOST_KEY_FILE
    try:
        if not path.exists():
            write_secret(path, asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        data = read_file(path)
        path.chmod(0o600)
        return asyncssh.import_private_key(data)
    except OSError as error:
        sentence = _(
            "The key {path} can be neither read nor made ({error}): give yourself the right, or"
            " choose another data folder with --data.",
            path=path,
            error=error.strerror or error,
        )
        raise Failed(sentence, NO_SERVER) from error
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        sentence = _(
            "The key in {path} is damaged: restore the file from a backup. Or delete it: a new one"
            " is made, and ssh warns everybody who has been here.",
            path=path,
        )
        raise Failed(sentence, NO_SERVER) from error
