"""What the calls of every service share: the channel, the proof of who calls, the deadline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import grpc.aio

from cardtui.v1 import errors_pb2, shuffle_pb2
from cardtui_client.net.call_errors import Refused
from cardtui_client.net.calls import Metadata, Unary, call
from cardtui_client.net.given_bits import GivenBits, Told
from cardtui_client.net.trust import Found
from cardtui_client.net.validation import checked, open_channel
from cardtui_client.net.workload import Workload
from cardtui_client.settings.kept_records import Broken

_T = TypeVar("_T")
_R = TypeVar("_R")


class ServiceCalls:
    """The base of the calls of each service of one server.

    Attributes:
        address: ``HOST:PORT``.
        token: the secret that proves who is calling.
        workload: what the server's messages have cost us.
        bits: what one gives for shuffles; ``None`` to give nothing.
        seated_at: ids of the tables at which the player holds a seat, as far as is known here.
    """

    def __init__(self, server: Found, timeout: float) -> None:
        self.address = str(server.address)
        self.token = ""
        self.workload = Workload()
        self.bits: GivenBits | None = None
        self.seated_at: set[str] = set()
        self._timeout = timeout
        self._closed = False
        self._channel = open_channel(server)
        self._answering: grpc.aio.Channel = checked(self._channel, self.workload)

    async def close(self) -> None:
        """Close the connection; seats are kept."""
        self._closed = True
        await self._channel.close()

    def _metadata(self) -> Metadata:
        """Return what proves to the server who is calling."""
        return (("authorization", f"Bearer {self.token}"),)

    def _commitment(self) -> bytes:
        """Return a new commitment for the shuffle of the next match; ``b""`` to give nothing."""
        return b"" if self.bits is None else self.bits.commit()

    def _told(self, table: str) -> Told:
        return Told() if self.bits is None else self.bits.told(table)

    def _accepted(self, table: str, commitment: bytes, before: Told) -> None:
        """Note that the server has taken a commitment, sent after that match was told."""
        if self.bits is not None:
            self.bits.accept(table, commitment, before)

    def _taken_back(self, table: str) -> None:
        """Note that no commitment of before counts there."""
        if self.bits is not None:
            self.bits.take_back(table)

    def leaves_out(
        self, table: str, shuffle: shuffle_pb2.Shuffle, *, seated: bool
    ) -> Sequence[Broken]:
        """Return how the server leaves out of a match what it has taken from this player."""
        return self.bits.left_out(table, shuffle, seated=seated) if self.bits is not None else ()

    async def _call(
        self,
        method: Unary[_T, _R],
        request: _T,
        *,
        harmless: bool = False,
        anonymous: bool = False,
    ) -> _R:
        """Call, and call again where that does no harm.

        If the server has forgotten the player meanwhile, the session is opened again first.

        Args:
            method: of a stub.
            request: what to send.
            harmless: whether it does no harm to make the call twice.
            anonymous: whether the server is not told who calls.

        Raises:
            Refused: the server refuses.
            Unreachable: nobody answers, or not with anything that can be read.
        """

        async def answer() -> _R:
            return await call(
                method,
                request,
                address=self.address,
                seconds=self._timeout,
                metadata=lambda: None if anonymous else self._metadata(),
                harmless=harmless,
                given_up=lambda: self._closed,
            )

        token = self.token
        try:
            return await answer()
        except Refused as refused:
            forgotten = refused.refusal.reason == errors_pb2.REASON_BAD_TOKEN
            if anonymous or not forgotten or not await self._renew(token):
                raise
        return await answer()

    async def _renew(self, token: str) -> bool:
        """Open the session again whose token the server does not know.

        Args:
            token: the token that was refused; there may be another one by now.

        Returns:
            Whether there is a session now.
        """
        del token
        return False
