"""What the host of a table can ask."""

from __future__ import annotations

from functools import cached_property

from google.protobuf.message import Message

from cardtui.v1 import host_service_pb2, host_service_pb2_grpc, tables_pb2
from cardtui_client.net.service_calls import ServiceCalls


class HostCalls(ServiceCalls):
    """The calls of a table's host."""

    @cached_property
    def _host(self) -> host_service_pb2_grpc.HostServiceAsyncStub:
        return host_service_pb2_grpc.HostServiceStub(self._answering)

    async def kick(self, table: str, seat: tables_pb2.Seat) -> host_service_pb2.KickResponse:
        """Take a player's seat away."""
        request = host_service_pb2.KickRequest(table=table, seat=seat.seat, player=seat.player)
        return await self._call(self._host.Kick, request)

    async def ban(
        self, table: str, who: tables_pb2.Seat | str, *, lift: bool = False
    ) -> host_service_pb2.BanResponse:
        """Ban the player in that seat or of that name from a table, or lift the ban."""
        request = host_service_pb2.BanRequest(table=table, lift=lift)
        if isinstance(who, str):
            request.name = who
        else:
            request.seat, request.player = who.seat, who.player
        return await self._call(self._host.Ban, request)

    async def transfer_host(
        self, table: str, seat: tables_pb2.Seat
    ) -> host_service_pb2.TransferHostResponse:
        """Make the player in a seat the host."""
        request = host_service_pb2.TransferHostRequest(
            table=table, seat=seat.seat, player=seat.player
        )
        return await self._call(self._host.TransferHost, request)

    async def change_term(self, request: Message) -> None:
        """Change a term of a table, by the request of the RPC that does, named after it."""
        method = getattr(self._host, type(request).__name__.removesuffix("Request"))
        await self._call(method, request, harmless=True)

    async def announce(self, table: str, text: str) -> host_service_pb2.AnnounceResponse:
        """Say a line to everybody at a table, as its host."""
        request = host_service_pb2.AnnounceRequest(table=table, text=text)
        return await self._call(self._host.Announce, request)
