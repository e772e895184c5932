"""The calls of a club, by name: what you ask about friends and ignored people, your reports and
appeals, and what the operator asks about reports and bans.
After how long your client asks again for news of the people whom you know: `_RETRY_SECONDS`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from functools import cached_property
from typing import Any, Final

from cardtui.v1 import club_service_pb2, club_service_pb2_grpc
from cardtui_client.model.people import (
    Known,
    Relation,
    ignored,
    news_lines,
    private_words,
    read_known,
)
from cardtui_client.model.quick_talk import Mutes
from cardtui_client.net.call_errors import (
    Refused,
    Unreachable,
)
from cardtui_client.net.services import ServiceCalls

_RETRY_SECONDS: Final = 60.0
"""Seconds."""


async def people_news(connection: ClubCalls) -> AsyncGenerator[tuple[list[str], bool]]:
    """Yield lines to tell, and whether a friend says them, for as long as that is followed.

    There are none where others are known, or here, of whom nothing is to be told.
    """
    while True:
        before = connection.knows
        connection.related.clear()
        with suppress(Refused, Unreachable):
            async with aclosing(connection.follow_people()) as following:
                async for told in following:
                    lines = [private_words(*told)] if told else news_lines(before, connection.knows)
                    yield lines, told is not None
                    before = connection.knows
        with suppress(TimeoutError):
            async with asyncio.timeout(_RETRY_SECONDS):
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

    async def set_relation(
        self, name: str, relation: Relation, mutes: Mutes | None = None
    ) -> Known:
        """Say what somebody is to you, whose talk is hidden from then on or not; return who it is.

        Args:
            mutes: whose talk is hidden where you are.
        """
        request = club_service_pb2.SetRelationRequest(name=name, relation=relation)
        answer = await self._call(self._club.SetRelation, request, harmless=True)
        known = read_known(answer.person)
        others = tuple(each for each in self.knows if each.player != known.player)
        # Whether they are here, the stream tells, so that it is news then.
        self.knows = (*others, known._replace(here=False)) if known.relation else others
        self.related.set()
        if mutes is not None:
            mutes.people.pop(known.player, None)
            mutes.people |= ignored([known])
        return known

    async def tell_friend(self, name: str, text: str) -> None:
        """Say a line to a friend alone."""
        request = club_service_pb2.TellFriendRequest(name=name, text=text)
        await self._call(self._club.TellFriend, request)

    async def follow_people(self) -> AsyncGenerator[tuple[str, str] | None]:
        """Yield the name of a friend with what they say, and nothing once others are known.

        It ends at once where nobody is known; see `_streamed`.
        """
        request = club_service_pb2.FollowPeopleRequest()
        told = self._streamed(
            self._club.FollowPeople, request, club_service_pb2.FollowPeopleResponse
        )
        async with aclosing(told) as following:
            async for each in following:
                if each.name:
                    yield each.name, each.text
                else:
                    self.knows = tuple(map(read_known, each.people))
                    yield None

    async def known_people(self) -> tuple[Known, ...]:
        """Ask whom you know here."""
        async with aclosing(self.follow_people()) as told:
            await anext(told, None)
        return self.knows

    async def report_talk(self, table: str, name: str, why: str) -> None:
        """Report what somebody has said at a table."""
        request = club_service_pb2.ReportTalkRequest(table=table, name=name, why=why)
        await self._call(self._club.ReportTalk, request)

    async def appeal(self, words: str) -> None:
        """Say why a ban or a mute is wrong."""
        await self._call(self._club.Appeal, club_service_pb2.AppealRequest(words=words))

    async def ask_club(self, method: str, *, harmless: bool = False, **fields: Any) -> Any:
        """Ask, as the operator, for what a method of the club does; return its answer."""
        request = getattr(club_service_pb2, f"{method}Request")(**fields)
        return await self._call(getattr(self._club, method), request, harmless=harmless)

    def club_log(self) -> AsyncGenerator[club_service_pb2.ReadClubLogResponse]:
        """Ask, as the operator, who did what; yield whole lines of JSON; see `_streamed`."""
        request, kind = club_service_pb2.ReadClubLogRequest(), club_service_pb2.ReadClubLogResponse
        return self._streamed(self._club.ReadClubLog, request, kind, self._timeout)
