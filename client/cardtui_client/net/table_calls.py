"""What can be asked of a table: its view and streams, to act, to talk, to give signals."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import cached_property
from typing import Final, cast

import grpc
import grpc.aio

from cardtui.v1 import actions_pb2, table_service_pb2, table_service_pb2_grpc, tables_pb2
from cardtui.v1.signals_pb2 import Gesture
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.net.call_errors import Refused, Unintelligible, code_typed, failure
from cardtui_client.net.service_calls import ServiceCalls
from cardtui_client.settings.kept_records import MOST_BYTES

_Pieces = AsyncIterator[table_service_pb2.GetRecordResponse | None]
"""What is not to be believed is ``None``, whatever the stub says."""

_Told = AsyncIterator[table_service_pb2.GetHistoryResponse | None]

_MOST_FRAMES: Final = 50_000
"""The longest history that is believed; a match of 200 hands has some 6,000 updates."""

_RECORD_SECONDS: Final = 30.0
"""Seconds within which a record must have come."""


class TableCalls(ServiceCalls):
    """The calls and the streams of a table."""

    @cached_property
    def _table(self) -> table_service_pb2_grpc.TableServiceAsyncStub:
        return table_service_pb2_grpc.TableServiceStub(self._answering)

    async def act(
        self,
        table: str,
        action: actions_pb2.Action,
        *,
        request_id: str,
        expected: int | None = None,
    ) -> table_service_pb2.ActResponse:
        """Act once, without a stream; a refusal by the rules is in the reply."""
        act = table_service_pb2.PlayAct(action=action, expected=expected, request_id=request_id)
        request = table_service_pb2.ActRequest(table=table, act=act)
        return await self._call(self._table.Act, request, harmless=bool(request_id))

    async def get_view(self, table: str) -> table_service_pb2.GetViewResponse:
        """Ask for the view as it is now."""
        request = table_service_pb2.GetViewRequest(table=table)
        return await self._call(self._table.GetView, request, harmless=True)

    async def get_record(self, table: str, match: int = 0) -> str:
        """Ask for the record of a match that is over.

        Args:
            table: the table's id.
            match: the number of the match there; 0 for the last one that is over.

        Raises:
            Refused: there is none for this player.
            Unreachable: nobody answers, or not with anything that can be read.
        """
        request = table_service_pb2.GetRecordRequest(table=table, match=match)
        stream = self._table.GetRecord(request, metadata=self._metadata(), timeout=_RECORD_SECONDS)
        whole = bytearray()
        try:
            async for piece in cast("_Pieces", stream):
                if piece is None or piece.size > MOST_BYTES:
                    break
                whole += piece.text
                if len(whole) >= piece.size:
                    return whole.decode()
            raise Unintelligible(self.address)
        except grpc.RpcError as error:
            raise failure(error, self.address) from error
        except UnicodeDecodeError as error:
            raise Unintelligible(self.address) from error
        finally:
            stream.cancel()

    async def get_history(self, table: str) -> list[table_service_pb2.Frame]:
        """Ask for what one could have been told of a match since it began.

        Args:
            table: the table's id.

        Returns:
            A snapshot, and the updates that followed it.

        Raises:
            Refused: no match was played there, or one may not watch.
            Unreachable: nobody answers, or not with anything that can be read.
        """
        request = table_service_pb2.GetHistoryRequest(table=table)
        stream = self._table.GetHistory(request, metadata=self._metadata(), timeout=_RECORD_SECONDS)
        frames: list[table_service_pb2.Frame] = []
        try:
            async for piece in cast("_Told", stream):
                if piece is None or not piece.frames or len(frames) > _MOST_FRAMES:
                    break
                frames += piece.frames
                if max(frames[-1].snapshot.seq, frames[-1].update.seq) >= piece.last:
                    return frames
            raise Unintelligible(self.address)
        except grpc.RpcError as error:
            raise failure(error, self.address) from error
        finally:
            stream.cancel()

    async def find_by_code(self, code: str) -> tables_pb2.Table:
        """Return the private table with that code, to watch it.

        Raises:
            WrongCode: there is none.
            Refused: too many codes were tried.
        """
        with code_typed(code):
            return (await self.get_view(code)).snapshot.table

    async def say(
        self,
        table: str,
        text: str = "",
        *,
        team: bool = False,
        phrase: Phrase.ValueType = Phrase.PHRASE_UNSPECIFIED,
        reaction: Reaction.ValueType = Reaction.REACTION_UNSPECIFIED,
    ) -> table_service_pb2.SayResponse:
        """Say a text, a phrase or a reaction at the table; a text also to one's team alone."""
        request = table_service_pb2.SayRequest(
            table=table, text=text, team=team, phrase=phrase, reaction=reaction
        )
        return await self._call(self._table.Say, request)

    async def preview_talk(self, table: str, text: str) -> table_service_pb2.PreviewTalkResponse:
        """Ask what a line would call if one said it now."""
        request = table_service_pb2.PreviewTalkRequest(table=table, text=text)
        return await self._call(self._table.PreviewTalk, request, harmless=True)

    async def advise(self, table: str) -> table_service_pb2.AdviseResponse:
        """Ask what a strong bot would do in one's seat now."""
        request = table_service_pb2.AdviseRequest(table=table)
        return await self._call(self._table.Advise, request, harmless=True)

    async def look(self, table: str, at: int) -> table_service_pb2.LookResponse:
        """Look at a seat, to see the signals that are given there."""
        request = table_service_pb2.LookRequest(table=table, at=at)
        return await self._call(self._table.Look, request, harmless=True)

    async def signal(
        self, table: str, gesture: Gesture.ValueType
    ) -> table_service_pb2.SignalResponse:
        """Give a signal."""
        request = table_service_pb2.SignalRequest(table=table, gesture=gesture)
        return await self._call(self._table.Signal, request)

    async def pause(self, table: str, pause: bool) -> table_service_pb2.PauseResponse:
        """Ask for a pause, or for its end."""
        request = table_service_pb2.PauseRequest(table=table, pause=pause)
        return await self._call(self._table.Pause, request, harmless=True)

    async def sit_in(self, table: str, seat: int) -> table_service_pb2.SitInResponse:
        """Ask for a bot to sit in for a player who is away."""
        request = table_service_pb2.SitInRequest(table=table, seat=seat)
        return await self._call(self._table.SitIn, request, harmless=True)

    async def reveal(self, table: str, bits: bytes) -> table_service_pb2.RevealResponse:
        """Reveal the bits that one gives for a shuffle."""
        request = table_service_pb2.RevealRequest(table=table, bits=bits)
        return await self._call(self._table.Reveal, request, harmless=True)

    async def reveal_own(self, table: str) -> None:
        """Reveal what a match that is about to begin waits for; a feed does that by itself."""
        shuffle = (await self.get_view(table)).snapshot.shuffle
        if self.bits is not None and (bits := self.bits.wanted(table, shuffle)):
            try:
                await self.reveal(table, bits)
            except Refused:
                self.bits.sent(table, shuffle)
                raise
            self.bits.sent(table, shuffle, confirmed=True)

    def play_stream(
        self,
    ) -> grpc.aio.StreamStreamCall[table_service_pb2.PlayRequest, table_service_pb2.PlayResponse]:
        """Open a seat's own stream; its first message must be the join."""
        return self._table.Play(metadata=self._metadata())

    def watch_stream(
        self, request: table_service_pb2.WatchRequest
    ) -> grpc.aio.UnaryStreamCall[table_service_pb2.WatchRequest, table_service_pb2.WatchResponse]:
        """Open a spectator's stream."""
        return self._table.Watch(request, metadata=self._metadata())
