"""The `Interceptor`: refuses a call that no policy or limit allows, or whose token is unknown. How
long the refusal of a call too many is held back: `_REFUSAL_SECONDS`. The policies are in
`access.py`, what is limited in `limited.py`.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextvars import ContextVar
from hmac import compare_digest
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import grpc

from cardtui_server.lobby.sessions import SHUT_OUT, Sessions
from cardtui_server.match.bot_accounts import INVITED_ONLY, is_bot_account
from cardtui_server.match.refusals import GOING_DOWN, RETRY_SECONDS, SERVER_FAILED, Reason, Refused
from cardtui_server.metrics import Metrics
from cardtui_server.rpc.access import POLICIES, Policy
from cardtui_server.rpc.addresses import AddressRules, address_of, sender_of
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.connections import Connections
from cardtui_server.rpc.limited import CALLS_OF_CONNECTION, CALLS_OF_PLAYER, CHANGES, STRANGERS
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.rpc.status import abort
from cardtui_server.rpc.streams import Context, Lost, send

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_CALLER: ContextVar[Caller] = ContextVar("caller")

_NO_SESSION: Final = "This server does not know you: give your name first (OpenSession)."
_OPERATOR_ONLY: Final = "Only the operator of this server may ask for this."
_NOT_FROM_THERE: Final = "This server takes nobody from your address: ask the person who runs it."


_REFUSAL_SECONDS: Final = 0.5
"""Seconds for which who asks for too much waits for the refusal."""

_MOST_WAITING_REFUSALS: Final = 512
"""How many wait for a refusal at a time; others get theirs at once."""


def caller() -> Caller:
    """Return who is calling; only while an RPC is handled."""
    return _CALLER.get()


class _Stream(NamedTuple):
    """A stream that is open: the hash of the token it has, and the address it comes from.

    The origin is what that counts as where it is the caller's own; otherwise ``""``.
    """

    device: bytes
    address: str
    origin: str


def _end_now(until: asyncio.Timeout) -> None:
    if not until.expired():
        until.reschedule(asyncio.get_running_loop().time())


class Interceptor(grpc.aio.ServerInterceptor):
    """Stands in front of every RPC."""

    def __init__(
        self,
        sessions: Sessions,
        limiter: Limiter,
        log: FilteringBoundLogger,
        *,
        rules: AddressRules | None = None,
        connections: Connections | None = None,
        operator: str = "",
        metrics: Metrics | None = None,
    ) -> None:
        """Begin to stand guard.

        Args:
            sessions: the players that the server knows.
            limiter: counts what they do.
            log: the logger for what goes wrong.
            rules: which addresses may call.
            connections: is told of each connection's calls.
            operator: the token of the operator; ``""`` if nobody has it.
            metrics: count what is refused.
        """
        self._sessions = sessions
        self._limiter = limiter
        self._log = log
        self.rules = rules or AddressRules()
        self._connections = connections
        self._operator = operator.encode()
        self._metrics = metrics or Metrics()
        self._open: defaultdict[str, dict[asyncio.Timeout, _Stream]] = defaultdict(dict)
        self._guarded: dict[str, Any] = {}
        self._waiting = 0
        self.ban: Callable[[str, str], Refused | None] = lambda _player, _origin: None
        """Why a player, or who comes from an address, is not let in."""
        self.open = True
        """Whether the server takes requests; false while it shuts down."""

    def end_streams(self, player: str, device: bytes = b"") -> None:
        """End the streams of a player whose tokens have become void, or only one of them.

        Args:
            device: the hash of the token that has; of all, if it is empty.
        """
        for until, stream in self._open.get(player, {}).items():
            if device in (b"", stream.device):
                _end_now(until)

    def take_rules(self, rules: AddressRules) -> None:
        """Have other addresses call from now on; the streams of those end that no longer may."""
        self.rules = rules
        for streams in self._open.values():
            for until, stream in streams.items():
                if not rules.admits(stream.address):
                    _end_now(until)

    def end_banned(self) -> None:
        """End the streams of those who are banned now."""
        for player, streams in self._open.items():
            for until, stream in streams.items():
                if self.ban(player, stream.origin):
                    _end_now(until)

    def origins_of(self, player: str) -> set[str]:
        """Return the addresses of their own from which a player is here."""
        return {each.origin for each in self._open.get(player, {}).values()} - {""}

    def players_at(self, origin: str) -> set[str]:
        """Return the ids of the players who are here from an address."""
        return {player for player in self._open if origin in self.origins_of(player)} - {""}

    def is_operator(self, token: str) -> bool:
        """Return whether the token is that of the operator."""
        given = token.encode("utf-8", "surrogatepass")
        return bool(self._operator) and compare_digest(given, self._operator)

    async def intercept_service(
        self,
        continuation: Callable[[Any], Awaitable[Any]],
        handler_call_details: Any,
    ) -> Any:
        """See `grpc.aio.ServerInterceptor`."""
        method: str = handler_call_details.method
        guarded = self._guarded.get(method)
        if guarded is None:
            handler = await continuation(handler_call_details)
            if handler is None:
                return None
            guarded = self._guarded[method] = self._guard(handler, POLICIES.get(method))
        return guarded

    def _guard(self, handler: Any, policy: Policy | None) -> Any:
        """Return a method's handler, with this gate before it."""
        if handler.unary_unary:
            return grpc.unary_unary_rpc_method_handler(
                self._unary(handler.unary_unary, policy),
                handler.request_deserializer,
                handler.response_serializer,
            )
        make, behaviour = (
            (grpc.unary_stream_rpc_method_handler, handler.unary_stream)
            if handler.unary_stream
            else (grpc.stream_stream_rpc_method_handler, handler.stream_stream)
        )
        return make(
            self._stream(behaviour, policy),
            handler.request_deserializer,
            handler.response_serializer,
        )

    def _unary(
        self, behaviour: Any, policy: Policy | None
    ) -> Callable[[Any, Context], Awaitable[Any]]:
        async def call(request: Any, context: Context) -> Any:
            peer = self._entered(context)
            try:
                _CALLER.set(await self._admitted(policy, context, peer))
                return await behaviour(request, context)
            except Refused as refused:
                await self._end(context, refused)
            except grpc.aio.AbortError:
                raise
            except Exception as error:  # noqa: BLE001 - whatever goes wrong, the caller gets an answer
                self._log.error("request failed", exc_info=error)
                await self._end(context, Refused(Reason.INTERNAL, SERVER_FAILED))
            finally:
                self._left(peer)

        return call

    def _stream(
        self, behaviour: Any, policy: Policy | None
    ) -> Callable[[Any, Context], Awaitable[None]]:
        async def call(request: Any, context: Context) -> None:
            counted: Caller | None = None
            peer = self._entered(context)
            try:
                who = await self._admitted(policy, context, peer)
                _CALLER.set(who)
                metadata = context.invocation_metadata()
                address = self.rules.origin(address_of(peer), metadata).address
                self._limiter.open_stream(who)
                counted = who
                if who.id:
                    self._sessions.came(who.id)
                await self._run(behaviour, request, context, who, address)
            except Lost:
                return
            except Refused as refused:
                await self._end(context, refused)
            except grpc.aio.AbortError:
                raise
            except Exception as error:  # noqa: BLE001 - whatever goes wrong, the caller gets an answer
                if isinstance(error, (grpc.RpcError, grpc.aio.BaseError)):  # from gRPC's services
                    return
                self._log.error("stream failed", exc_info=error)
                await self._end(context, Refused(Reason.INTERNAL, SERVER_FAILED))
            finally:
                self._left(peer)
                if counted is not None:
                    self._limiter.close_stream(counted)
                    if counted.id:
                        self._sessions.left(counted.id)

        return call

    async def _run(
        self, behaviour: Any, request: Any, context: Context, who: Caller, address: str
    ) -> None:
        """Handle a stream until it ends, or until the player or the address may no longer call.

        Raises:
            Refused: the player's tokens have become void, or nobody may call from there now.
        """
        until = asyncio.timeout(None)
        try:
            async with until:
                self._open[who.id][until] = _Stream(who.device, address, who.origin)
                result = behaviour(request, context)
                if isinstance(result, AsyncIterator):
                    async for each in result:
                        await send(context, each)
                else:
                    await result
        except TimeoutError:
            if not until.expired():
                raise
            if not self.rules.admits(address):
                raise Refused(Reason.ADDRESS, _NOT_FROM_THERE) from None
            if banned := self.ban(who.id, who.origin):
                raise banned from None
            raise Refused(Reason.BAD_TOKEN, SHUT_OUT) from None
        finally:
            self._open[who.id].pop(until, None)
            if not self._open[who.id]:
                del self._open[who.id]

    async def _end(self, context: Context, refused: Refused) -> None:
        """End a call with a refusal, if the caller is still there."""
        self._metrics.refusals[refused.reason.name] += 1
        try:
            await abort(context, refused)
        except grpc.aio.AbortError:
            raise
        except Exception as error:  # noqa: BLE001 - a lost connection is not an error
            self._log.debug("nobody to be told", exc_info=error)

    def _entered(self, context: Context) -> str:
        """Count a call that has begun; return the other end of its connection."""
        peer: str = context.peer()
        if self._connections is not None:
            self._connections.entered(peer)
        return peer

    def _left(self, peer: str) -> None:
        if self._connections is not None:
            self._connections.left(peer)

    async def _admitted(self, policy: Policy | None, context: Context, peer: str) -> Caller:
        """Return who is calling, if the policy and the limits admit them.

        Who asks for too much waits for the refusal: a connection has only so many calls at a time.

        Raises:
            Refused: they are not admitted.
        """
        metadata = context.invocation_metadata()
        await self._sessions.learn(_bearer(metadata))
        try:
            who = self._admit(policy, metadata, peer)
        except Refused as refused:
            if refused.reason is Reason.LIMIT and self._waiting < _MOST_WAITING_REFUSALS:
                self._waiting += 1
                try:
                    await asyncio.sleep(_REFUSAL_SECONDS)
                finally:
                    self._waiting -= 1
            raise
        if self._connections is not None and who.connection:
            self._connections.heard(who.connection)
        return who

    def _admit(self, policy: Policy | None, metadata: Any, peer: str) -> Caller:
        """Return who is calling, if the policy and the limits admit them.

        Raises:
            Refused: they are not admitted.
        """
        if policy is None:
            raise Refused(Reason.NOT_ALLOWED, "Nobody may ask for this here.")
        origin = self.rules.origin(address_of(peer), metadata)
        if not self.rules.admits(origin.address):
            raise Refused(Reason.ADDRESS, _NOT_FROM_THERE)
        if not self.open and policy.token:
            raise Refused(Reason.SHUTTING_DOWN, GOING_DOWN, retry=RETRY_SECONDS)
        limited = not origin.shared or (self._limiter.limits.loopback and not origin.proxied)
        token = _bearer(metadata)
        player = self._sessions.find(token)
        connection = "" if origin.proxied else peer
        who = Caller("", "", sender_of(origin.address), limited, connection)
        if player is not None:
            who = who._replace(id=player.id, name=player.name, device=player.token_hash)
        self._count(who)
        if player is None and policy.token:
            if policy.operator and self.is_operator(token):
                return who._replace(operator=True)
            self._limiter.count(STRANGERS, who)
            raise Refused(Reason.BAD_TOKEN, _NO_SESSION)
        if not policy.player:
            raise Refused(Reason.NOT_ALLOWED, _OPERATOR_ONLY)
        if not policy.banned and (banned := self.ban(who.id, who.origin)):
            raise banned
        if is_bot_account(who.id) and not policy.bots:
            raise Refused(Reason.NOT_ALLOWED, INVITED_ONLY)
        if policy.changes:
            self._limiter.count(CHANGES, who)
        return who

    def _count(self, who: Caller) -> None:
        """Count a call.

        Raises:
            Refused: there were too many.
        """
        self._limiter.count(CALLS_OF_CONNECTION, who)
        self._limiter.count(CALLS_OF_PLAYER, who)
        if self._connections is not None and who.connection:
            self._connections.belongs(who.connection, who.id)


def _bearer(metadata: Any) -> str:
    """Return the token in the metadata ``authorization: Bearer TOKEN``; ``""`` if it has none."""
    for key, value in metadata or ():
        if key == "authorization" and isinstance(value, str):
            kind, _, token = value.partition(" ")
            if kind.lower() == "bearer":
                return token.strip()
    return ""
