"""The calls of a club, by name: friends, reports, appeals, and what the operator does of people.
After how long it is asked again whether anybody is known: `_AGAIN`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress
from functools import cached_property
from typing import Final, cast

import grpc

from cardtui.v1 import club_service_pb2, club_service_pb2_grpc
from cardtui_client.i18n import _
from cardtui_client.model.people import Known, Relation, read_known
from cardtui_client.net.call_errors import (
    SERVER_SILENT,
    Refused,
    Unintelligible,
    Unreachable,
    failure,
)
from cardtui_client.net.services import ServiceCalls

_AGAIN: Final = 60.0
"""Seconds."""


async def people_news(
    connection: ClubCalls,
) -> AsyncGenerator[tuple[tuple[str, str] | None, tuple[Known, ...]]]:
    """Yield what friends say, and who was known before, for as long as that is followed.

    What friends say is their name with a line, or nothing once others are known, or here.
    """
    while True:
        before = connection.knows
        connection.related.clear()
        with suppress(Refused, Unreachable):
            async with aclosing(connection.follow_people()) as following:
                async for told in following:
                    yield told, before
                    before = connection.knows
        with suppress(TimeoutError):
            async with asyncio.timeout(_AGAIN):
                await connection.related.wait()


class ClubCalls(ServiceCalls):
    """The calls of a club.

    Attributes:
        knows: whom you know here, as far as the server has told.
    """

    knows: tuple[Known, ...] = ()

    @cached_property
    def related(self) -> asyncio.Event:
        """Is set once somebody is something else to you: then there may be news to follow."""
        return asyncio.Event()

    @cached_property
    def _club(self) -> club_service_pb2_grpc.ClubServiceAsyncStub:
        return club_service_pb2_grpc.ClubServiceStub(self._checked.for_stubs)

    async def set_relation(self, name: str, relation: Relation) -> Known:
        """Say what somebody is to you; return who it is."""
        request = club_service_pb2.SetRelationRequest(name=name, relation=relation)
        answer = await self._call(self._club.SetRelation, request, harmless=True)
        known = read_known(answer.person)
        others = tuple(each for each in self.knows if each.player != known.player)
        # Whether they are here, the stream tells, so that it is news then.
        self.knows = (*others, known._replace(here=False)) if known.relation else others
        self.related.set()
        return known

    async def tell_friend(self, name: str, text: str) -> None:
        """Say a line to a friend alone."""
        request = club_service_pb2.TellFriendRequest(name=name, text=text)
        await self._call(self._club.TellFriend, request)

    async def follow_people(self) -> AsyncGenerator[tuple[str, str] | None]:
        """Yield the name of a friend with what they say, and nothing once others are known.

        It ends at once where nobody is known.

        Raises:
            Refused: the server does not tell.
            Unreachable: the connection was lost, or what the server says cannot be read.
        """
        request = club_service_pb2.FollowPeopleRequest()
        stream = self._club.FollowPeople(request, metadata=self._metadata())
        try:
            async for told in cast(
                "AsyncIterator[club_service_pb2.FollowPeopleResponse | None]", stream
            ):
                if told is None:
                    raise Unintelligible(self.address)
                if told.name:
                    yield told.name, told.text
                else:
                    self.knows = tuple(map(read_known, told.people))
                    yield None
                await asyncio.sleep(max(self.workload.take_turn(), self.workload.take_rest()))
        except grpc.RpcError as error:
            raise failure(error, self.address) from error
        finally:
            stream.cancel()

    async def known_people(self) -> tuple[Known, ...]:
        """Ask whom you know here."""
        try:
            async with asyncio.timeout(self._timeout), aclosing(self.follow_people()) as told:
                await anext(told, None)
        except TimeoutError:
            raise Unreachable(_(SERVER_SILENT)) from None
        return self.knows

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
