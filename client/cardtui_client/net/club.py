"""The calls of a club, by name: reports and appeals, and what the operator does about people."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from functools import cached_property
from typing import cast

import grpc

from cardtui.v1 import club_service_pb2, club_service_pb2_grpc
from cardtui_client.net.call_errors import Unintelligible, failure
from cardtui_client.net.services import ServiceCalls


class ClubCalls(ServiceCalls):
    """The calls of a club."""

    @cached_property
    def _club(self) -> club_service_pb2_grpc.ClubServiceAsyncStub:
        return club_service_pb2_grpc.ClubServiceStub(self._checked.for_stubs)

    async def report_talk(self, table: str, name: str, why: str) -> None:
        """Report what somebody has said at a table."""
        request = club_service_pb2.ReportTalkRequest(table=table, name=name, why=why)
        await self._call(self._club.ReportTalk, request)

    async def appeal(self, words: str) -> None:
        """Say why a ban or a mute is wrong."""
        await self._call(self._club.Appeal, club_service_pb2.AppealRequest(words=words))

    async def reports(self) -> club_service_pb2.ListReportsResponse:
        """Ask, as the operator, which reports there are."""
        request = club_service_pb2.ListReportsRequest()
        return await self._call(self._club.ListReports, request, harmless=True)

    async def read_report(
        self, number: int, *, settle: bool = False
    ) -> club_service_pb2.ReadReportResponse:
        """Ask, as the operator, for a report with its talk; with ``settle`` be done with it."""
        request = club_service_pb2.ReadReportRequest(number=number, settle=settle)
        return await self._call(self._club.ReadReport, request, harmless=True)

    async def restrict(
        self, request: club_service_pb2.RestrictRequest
    ) -> club_service_pb2.RestrictResponse:
        """Mute or ban somebody, as the operator."""
        return await self._call(self._club.Restrict, request)

    async def lift(self, who: str) -> None:
        """Let somebody come and talk again, as the operator."""
        await self._call(self._club.Lift, club_service_pb2.LiftRequest(who=who))

    async def restrictions(self) -> club_service_pb2.ListRestrictionsResponse:
        """Ask, as the operator, who is banned or muted."""
        request = club_service_pb2.ListRestrictionsRequest()
        return await self._call(self._club.ListRestrictions, request, harmless=True)

    async def club_log(self) -> AsyncGenerator[str]:
        """Ask, as the operator, who did what; yield whole lines of JSON."""
        request = club_service_pb2.ReadClubLogRequest()
        stream = self._club.ReadClubLog(request, metadata=self._metadata(), timeout=self._timeout)
        try:
            async for piece in cast(
                "AsyncIterator[club_service_pb2.ReadClubLogResponse | None]", stream
            ):
                if piece is None:
                    raise Unintelligible(self.address)
                yield piece.lines
        except grpc.RpcError as error:
            raise failure(error, self.address) from error
        finally:
            stream.cancel()
