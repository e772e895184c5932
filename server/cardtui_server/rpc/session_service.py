"""The session service: names, tokens and account codes, and what this server says of itself
(`get_server`). When a newcomer needs the password (`_check`), how long before a restart it may be
announced (`_DAY_SECONDS`), the protocol's `PROTOCOL_REVISION`.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable
from functools import cache
from hmac import compare_digest
from typing import Final, Protocol

from cardtui.v1 import session_service_pb2
from cardtui_server.calendar import Calendar, Occasion
from cardtui_server.lobby.account_codes import CODE_SECONDS, MOST_SEALED_BYTES, AccountCodes
from cardtui_server.lobby.password import Password
from cardtui_server.lobby.personal_data import PersonalData
from cardtui_server.lobby.sessions import MOST_MACHINES, Sessions, device_id
from cardtui_server.lobby.tables import Lobby
from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.rpc import limited
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.rpc.parsing import decode
from cardtui_server.rpc.streams import Context, send
from cardtui_server.safe_text import TALK_CELLS, safe_text
from cardtui_server.table.restart import Notice
from cardtui_server.thread_queue import ThreadQueue

PROTOCOL_REVISION: Final = 1
"""The revision of the protocol that `GetServerResponse` gives."""

_NEEDED: Final = "New players need this server’s password."
_WRONG: Final = "That is not this server’s password."
_DAY_SECONDS: Final = 24 * 3600
_RESTART_TOO_LATE: Final = "A restart is announced at most a day before."
_DRAIN_INSTEAD: Final = (
    "A server of a cluster gives its tables to the others before it stops: nobody needs to be told."
)
_BAD_CODE: Final = (
    "That code cannot be used: it is wrong, or was used before, or is older than {minutes} minutes."
    " Have a new one made with cardtui account code."
)
_LINES_AT_ONCE: Final = 30_000
_SEALED_TOO_LONG: Final = "What is sealed for another machine has at most {most} bytes."


class EndStreams(Protocol):
    """What ends streams: `Interceptor.end_streams`."""

    def __call__(self, player: str, device: bytes = b"") -> None:
        """End the streams of a player; with a hash, only those opened with that token."""


class SessionService:
    """Serves `SessionService`.

    Attributes:
        web_port: where a page shows this server in browsers; 0 where none does.
        ssh_port: where people come by ssh; 0 where none can.
        ssh_key: the fingerprint of the key that they are shown there.
        personal: finds what is kept of one person.
        calendar: the evenings that are announced.
        ban: returns why a player, or who comes from an address, is not let in.
    """

    def __init__(
        self,
        name: str,
        lobby: Lobby,
        sessions: Sessions,
        limiter: Limiter,
        *,
        codes: AccountCodes,
        calendar: Calendar,
        end_streams: EndStreams,
        durable: bool,
        password: Password | None = None,
        is_operator: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Begin to serve.

        Args:
            name: of the server.
            lobby: knows who sits where.
            sessions: the players that the server knows.
            limiter: counts what they do.
            codes: the account codes that can be used now.
            calendar: the evenings that are announced.
            end_streams: ends the streams of a player whose tokens have become void: all, or those
                that were opened with one, whose hash it gets.
            durable: whether tables and players survive a restart.
            password: that new players need.
            is_operator: tells whether a token is that of the operator, who needs none.
        """
        self.web_port = self.ssh_port = 0
        self.ssh_key = self.message = ""
        self.restart: Callable[[Notice], None] | None = None
        self.personal: PersonalData | None = None
        self.ban: Callable[[str, str], Refused | None] = lambda _player, _origin: None
        self._name = name
        self._password = password
        self._is_operator = is_operator
        self._hashing = ThreadQueue()
        self._key = secrets.token_bytes(32)
        self._right = b""
        self._lobby = lobby
        self._sessions = sessions
        self._codes = codes
        self.calendar = calendar
        self._end_streams = end_streams
        self._limiter = limiter
        self._capabilities = [session_service_pb2.CAPABILITY_DURABLE] if durable else []

    async def open_session(
        self, request: session_service_pb2.OpenSessionRequest, who: Caller
    ) -> session_service_pb2.OpenSessionResponse:
        """Give the caller a name and a token."""
        await self._sessions.learn(request.token)
        known = self._sessions.find(request.token)
        if known is not None and (banned := self.ban(known.id, who.origin)):
            raise banned
        if known is None:
            if self._password is not None and not self._is_operator(request.token):
                await self._check(self._password, request.password, who)
            await self._limiter.turn(limited.SESSIONS, limited.ADDRESS_SESSIONS, who)
            self._limiter.count(limited.JOINS, who)
        player, token = await self._sessions.open(
            request.name, request.token, guest=request.guest, bot_account=request.bot_account
        )
        return session_service_pb2.OpenSessionResponse(
            token=token, name=player.name, tables=self._lobby.seats_of(player.id)
        )

    async def create_account_code(
        self, request: session_service_pb2.CreateAccountCodeRequest, who: Caller
    ) -> session_service_pb2.CreateAccountCodeResponse:
        """Make a code with which another machine becomes the caller."""
        self._limiter.count(limited.CODES, who)
        if len(request.sealed) > MOST_SEALED_BYTES:
            raise Refused(Reason.BAD_REQUEST, _SEALED_TOO_LONG, most=MOST_SEALED_BYTES)
        code = self._codes.make(who.id, recovers=False, sealed=request.sealed)
        return session_service_pb2.CreateAccountCodeResponse(
            code=code, seconds=CODE_SECONDS, name=who.name
        )

    async def use_account_code(
        self, request: session_service_pb2.UseAccountCodeRequest, who: Caller
    ) -> session_service_pb2.UseAccountCodeResponse:
        """Give the caller a token of the player for whom a code was made."""
        return await asyncio.shield(self._use_code(request.code, who))

    async def _use_code(
        self, typed: str, who: Caller
    ) -> session_service_pb2.UseAccountCodeResponse:
        """Use a code, all of it or none, though the caller hangs up."""
        code = self._codes.take(typed)
        if code is None:
            # Nobody finds one by trying, so that the right one may pass while others try.
            self._limiter.count(limited.TRIED_CODES, who)
            raise Refused(Reason.BAD_CODE, _BAD_CODE, minutes=CODE_SECONDS // 60)
        try:
            first = await self._sessions.is_first(code.hash, code.claim)
            opened = None
            if first:
                opened = await self._sessions.open_another(code.player, alone=code.recovers)
        except Refused:
            self._codes.put_back(code)
            raise
        if opened is None:  # it was used elsewhere, or the player was forgotten
            raise Refused(Reason.BAD_CODE, _BAD_CODE, minutes=CODE_SECONDS // 60)
        player, token = opened
        if code.recovers:
            self._end_streams(player.id)
        return session_service_pb2.UseAccountCodeResponse(
            token=token,
            name=player.name,
            tables=self._lobby.seats_of(player.id),
            sealed=code.sealed,
        )

    async def list_devices(
        self, _: session_service_pb2.ListDevicesRequest, who: Caller
    ) -> session_service_pb2.ListDevicesResponse:
        """Return the machines on which the caller is known."""
        found = await self._sessions.devices(who.id)
        began = next((each.began for each in found if each.token_hash == who.device), 0)
        return session_service_pb2.ListDevicesResponse(
            devices=[
                session_service_pb2.Device(
                    id=device_id(each),
                    began=each.began,
                    used=each.used,
                    this=each.token_hash == who.device,
                    can_end=each.began > began,
                )
                for each in found
            ],
            most=MOST_MACHINES,
        )

    async def end_device(
        self, request: session_service_pb2.EndDeviceRequest, who: Caller
    ) -> session_service_pb2.EndDeviceResponse:
        """End the caller's session on another machine, and a code that it may have made."""
        await asyncio.shield(self._end_device(who, request.id))
        return session_service_pb2.EndDeviceResponse()

    async def _end_device(self, who: Caller, device: str) -> None:
        """End a session and all that came of it, though the caller hangs up."""
        ended = await self._sessions.end_device(who.device, device)
        self._codes.forget(who.id)
        self._end_streams(who.id, ended.token_hash)

    async def recover_account(
        self, request: session_service_pb2.RecoverAccountRequest, _: Caller
    ) -> session_service_pb2.RecoverAccountResponse:
        """Make a code for a player who has lost every token."""
        player = await self._sessions.names.owner(request.name)
        return session_service_pb2.RecoverAccountResponse(
            code=self._codes.make(player.id, recovers=True), seconds=CODE_SECONDS, name=player.name
        )

    async def announce_restart(
        self, request: session_service_pb2.AnnounceRestartRequest, _: Caller
    ) -> session_service_pb2.AnnounceRestartResponse:
        """Tell everybody that the server restarts, or that it does not."""
        if self.restart is None:
            raise Refused(Reason.NOT_ALLOWED, _DRAIN_INSTEAD)
        if request.seconds > _DAY_SECONDS:
            raise Refused(Reason.BAD_REQUEST, _RESTART_TOO_LATE)
        why = safe_text(request.why, TALK_CELLS)
        self.restart(Notice(None if request.cancel else request.seconds, why))
        return session_service_pb2.AnnounceRestartResponse()

    async def export_person(self, data: bytes, context: Context) -> None:
        """Send all that is kept of a person, some lines at a time."""
        request = decode(session_service_pb2.ExportPersonRequest, data)
        assert self.personal is not None
        waiting = ""
        async for line in self.personal.lines(request.name):
            waiting += f"{line}\n"
            if len(waiting) > _LINES_AT_ONCE:
                await _send_lines(context, waiting)
                waiting = ""
        await _send_lines(context, waiting)

    async def erase_person(
        self, request: session_service_pb2.ErasePersonRequest, _: Caller
    ) -> session_service_pb2.ErasePersonResponse:
        """Erase what is kept of a person, though the caller hangs up."""
        assert self.personal is not None
        erased = await asyncio.shield(self.personal.erase(request.name))
        return session_service_pb2.ErasePersonResponse(**erased._asdict())

    @property
    def people(self) -> int:
        """How many people are connected."""
        return sum(not is_bot_account(each) for each in self._sessions.connected())

    async def get_server(
        self, _: session_service_pb2.GetServerRequest, __: Caller
    ) -> session_service_pb2.GetServerResponse:
        """Describe this server."""
        evening = self.calendar.next()
        return session_service_pb2.GetServerResponse(
            name=self._name,
            version=_version(),
            tables=len(self._lobby.public()),
            people=self.people,
            protocol_revision=PROTOCOL_REVISION,
            capabilities=self._capabilities,
            password_needed=self._password is not None,
            web_port=self.web_port,
            ssh_port=self.ssh_port,
            ssh_key=self.ssh_key,
            message=self.message,
            evening=None if evening is None else evening_message(evening),
        )

    async def _check(self, password: Password, given: str, who: Caller) -> None:
        """See that a newcomer has the password.

        Raises:
            Refused: it is missing or wrong, or there were too many attempts.
        """
        if not given:
            raise Refused(Reason.BAD_PASSWORD, _NEEDED)
        await self._limiter.turn(limited.GUESSES, limited.ADDRESS_GUESSES, who)
        if not await self._is_right(password, given):
            raise Refused(Reason.BAD_PASSWORD, _WRONG)
        self._limiter.give_back(limited.GUESSES, limited.ADDRESS_GUESSES, who)

    async def _is_right(self, password: Password, given: str) -> bool:
        """Return whether that is the password.

        Hashing takes long on purpose; it is done elsewhere, one at a time, so that a caller who
        tries many passwords takes no time from those who play. Once the right one came, a quick
        hash with a key that only this process has tells all others from it.
        """
        quick = hmac.digest(self._key, given.encode("utf-8", "surrogatepass"), "sha256")

        async def matches() -> bool:
            if not self._right:
                if not await asyncio.to_thread(password.matches, given):
                    return False
                self._right = quick
            return compare_digest(quick, self._right)

        return await self._hashing.run(matches)


async def _send_lines(context: Context, lines: str) -> None:
    await send(context, session_service_pb2.ExportPersonResponse(lines=lines).SerializeToString())


@cache
def _version() -> str:
    # Loaded when somebody asks: it takes longer than any other part of the standard library.
    from importlib.metadata import version

    return version("cardtui")


def evening_message(evening: Occasion) -> session_service_pb2.Evening:
    """Return an evening as the wire has it."""
    begins, ends = evening.begins * 1000, evening.ends * 1000
    return session_service_pb2.Evening(
        name=evening.name, begins_milliseconds=begins, ends_milliseconds=ends
    )
