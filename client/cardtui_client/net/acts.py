"""Acts under way: each has its own id, and waits for the reply that carries it."""

from __future__ import annotations

import asyncio
import secrets
from typing import NamedTuple

from cardtui.v1 import actions_pb2, table_service_pb2
from cardtui_client.net.call_errors import Refused, Unreachable


class _Pending(NamedTuple):
    request: table_service_pb2.PlayAct
    reply: asyncio.Future[table_service_pb2.ActReply]


class ActsUnderWay:
    """The acts that have no answer yet, however many streams they are sent over."""

    def __init__(self) -> None:
        self._pending: dict[str, _Pending] = {}
        # Ids must be unique for the seat, also across its programs and machines.
        self._prefix = secrets.token_hex(6)
        self._made = 0

    def new(
        self, action: actions_pb2.Action, expected: int | None, request_id: str | None
    ) -> table_service_pb2.PlayAct:
        """Return the act as it is sent, with a new id if it has none."""
        if request_id is None:
            self._made += 1
            request_id = f"{self._prefix}-{self._made}"
        return table_service_pb2.PlayAct(action=action, expected=expected, request_id=request_id)

    def begin(
        self, request: table_service_pb2.PlayAct
    ) -> asyncio.Future[table_service_pb2.ActReply]:
        """Return what will be the reply; `end` must follow."""
        reply = asyncio.get_running_loop().create_future()
        self._pending[request.request_id] = _Pending(request, reply)
        return reply

    def end(self, request: table_service_pb2.PlayAct) -> None:
        """Stop waiting for that reply."""
        self._pending.pop(request.request_id, None)

    def unanswered(self) -> list[table_service_pb2.PlayAct]:
        """Return what a new stream must send again."""
        return [pending.request for pending in self._pending.values()]

    def answer(self, reply: table_service_pb2.ActReply) -> None:
        """Give a reply to the act that it is for."""
        pending = self._pending.get(reply.request_id)
        if pending is not None and not pending.reply.done():
            pending.reply.set_result(reply)

    def give_up(self, error: Refused | Unreachable) -> None:
        """Tell every act that no reply will come."""
        for pending in self._pending.values():
            if not pending.reply.done():
                pending.reply.set_exception(error)
