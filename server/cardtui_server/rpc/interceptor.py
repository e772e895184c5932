"""The one interceptor: refuses calls whose token is unknown, and those that no policy allows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextvars import ContextVar
from typing import Any, Final

import grpc
from structlog.typing import FilteringBoundLogger

from cardtui_server.lobby.sessions import Sessions
from cardtui_server.match.refusals import BROKEN, GOING_DOWN, RETRY, Reason, Refused
from cardtui_server.rpc.access import POLICIES, Policy
from cardtui_server.rpc.caller import Caller, address_of, is_loopback
from cardtui_server.rpc.limits import Limiter
from cardtui_server.rpc.status import abort
from cardtui_server.rpc.streams import Context, Lost, send

_CALLER: ContextVar[Caller] = ContextVar("caller")

_STRANGER: Final = "This server does not know you: give your name first (OpenSession)."


def caller() -> Caller:
    """Return who is calling; only while an RPC is handled."""
    return _CALLER.get()


class Interceptor(grpc.aio.ServerInterceptor):
    """Stands in front of every RPC."""

    def __init__(self, sessions: Sessions, limiter: Limiter, log: FilteringBoundLogger) -> None:
        self._sessions = sessions
        self._limiter = limiter
        self._log = log
        self.open = True
        """Whether the server takes requests; false while it shuts down."""

    async def intercept_service(
        self,
        continuation: Callable[[Any], Awaitable[Any]],
        handler_call_details: Any,
    ) -> Any:
        """See `grpc.aio.ServerInterceptor`."""
        handler = await continuation(handler_call_details)
        if handler is None:
            return None
        policy = POLICIES.get(handler_call_details.method)
        token = _bearer(handler_call_details.invocation_metadata)

        async def enter(context: Context) -> Caller:
            return self._admit(policy, token, address_of(context.peer()))

        if handler.unary_unary:
            return grpc.unary_unary_rpc_method_handler(
                self._unary(handler.unary_unary, enter),
                handler.request_deserializer,
                handler.response_serializer,
            )
        make, behaviour = (
            (grpc.unary_stream_rpc_method_handler, handler.unary_stream)
            if handler.unary_stream
            else (grpc.stream_stream_rpc_method_handler, handler.stream_stream)
        )
        return make(
            self._stream(behaviour, enter),
            handler.request_deserializer,
            handler.response_serializer,
        )

    def _unary(
        self, behaviour: Any, enter: Callable[[Context], Awaitable[Caller]]
    ) -> Callable[[Any, Context], Awaitable[Any]]:
        async def call(request: Any, context: Context) -> Any:
            try:
                _CALLER.set(await enter(context))
                return await behaviour(request, context)
            except Refused as refused:
                await self._end(context, refused)
            except grpc.aio.AbortError:
                raise
            except Exception as error:  # noqa: BLE001 - whatever goes wrong, the caller gets an answer
                self._log.error("request failed", exc_info=error)
                await self._end(context, Refused(Reason.INTERNAL, BROKEN))

        return call

    def _stream(
        self, behaviour: Any, enter: Callable[[Context], Awaitable[Caller]]
    ) -> Callable[[Any, Context], Awaitable[None]]:
        async def call(request: Any, context: Context) -> None:
            counted: Caller | None = None
            try:
                who = await enter(context)
                _CALLER.set(who)
                self._limiter.open_stream(who.address, limited=who.limited)
                counted = who
                if who.id:
                    self._sessions.came(who.id)
                result = behaviour(request, context)
                if isinstance(result, AsyncIterator):
                    async for each in result:
                        await send(context, each)
                else:
                    await result
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
                await self._end(context, Refused(Reason.INTERNAL, BROKEN))
            finally:
                if counted is not None:
                    self._limiter.close_stream(counted.address)
                    if counted.id:
                        self._sessions.left(counted.id)

        return call

    async def _end(self, context: Context, refused: Refused) -> None:
        """End a call with a refusal, if the caller is still there."""
        try:
            await abort(context, refused)
        except grpc.aio.AbortError:
            raise
        except Exception as error:  # noqa: BLE001 - a lost connection is not an error
            self._log.debug("nobody to be told", exc_info=error)

    def _admit(self, policy: Policy | None, token: str, address: str) -> Caller:
        """Return who is calling, if the policy admits them.

        Raises:
            Refused: the policy does not admit them.
        """
        if policy is None:
            raise Refused(Reason.NOT_ALLOWED, "Nobody may ask for this here.")
        if not self.open and policy.token:
            raise Refused(Reason.SHUTTING_DOWN, GOING_DOWN, retry=RETRY)
        limited = self._limiter.limits.loopback or not is_loopback(address)
        player = self._sessions.find(token)
        if player is not None:
            return Caller(player.id, player.name, address, limited)
        if policy.token:
            self._limiter.stranger(address, limited=limited)
            raise Refused(Reason.BAD_TOKEN, _STRANGER)
        return Caller("", "", address, limited)


def _bearer(metadata: Any) -> str:
    """Return the token in the metadata ``authorization: Bearer TOKEN``; ``""`` if it has none."""
    for key, value in metadata or ():
        if key == "authorization" and isinstance(value, str):
            kind, _, token = value.partition(" ")
            if kind.lower() == "bearer":
                return token.strip()
    return ""
