"""A server in this process alone: deals are played there, and matches go on from a position.
Which terms a table has no use for where a deal is played: `_UNUSED_TERMS`.

``cardtui play GAME DEAL`` plays the packs that others are dealt, too, alone against bots. Nobody
else hears of it, and nothing of it is kept: it ends when you leave the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.table_options import TableOptions, table_request
from cardtui_client.deals.deal import Deal, deal_named
from cardtui_client.exit_codes import USAGE
from cardtui_client.faces.terms import TERMS
from cardtui_client.i18n import _
from cardtui_client.net.connection import Connection
from cardtui_engine.cards import Card
from cardtui_engine.library.records import Act, Entry, Pack, Record, TopUp
from cardtui_engine.library.registry import get_rules
from cardtui_engine.rules import FirstDealer
from cardtui_server.app import RunningServer, serve
from cardtui_server.match.entries import Acted, Packed, ToppedUp
from cardtui_server.match.requests import BeginAt
from cardtui_server.ports.dealer import SystemDealer
from cardtui_server.settings import Settings as ServerSettings
from cardtui_server.wire.values import read_option, write_option

_UNUSED_TERMS = ("partners", "dealer", "buyins", "rated", "private")
"""The terms that are of no use at a table at which a deal is played."""


class PlayedOn:
    """A match that goes on otherwise than it did, against bots.

    Attributes:
        server: the server in this process.
        connection: the person's session there.
        table: the id of its table.
    """

    def __init__(self, server: RunningServer, connection: Connection, table: str) -> None:
        self.connection = connection
        self.table = table
        self.server = server

    @classmethod
    async def begin(
        cls,
        record: Record,
        entries: int,
        *,
        seat: int,
        name: str,
        level: tables_pb2.BotLevel.ValueType,
        same_packs: bool,
    ) -> PlayedOn:
        """Begin it at a position of a match.

        Args:
            entries: how many of its entries have been played.
            level: of the bots.
            same_packs: whether the packs that follow are those of the record, as far as they go.

        Raises:
            StartError: this machine does not let a server start.
            Refused: the server lets no such table be made.
        """
        later = [each.cards for each in record.entries if isinstance(each, Pack)]
        dealer = _SamePacks(later) if same_packs else SystemDealer()
        begin = BeginAt(record.dealer, tuple(_entries(record.entries[:entries])))
        return await cls._begin(dealer, name, _request(record, seat, level), begin)

    @classmethod
    async def deal(
        cls, key: bytes, dealer: int, name: str, request: lobby_service_pb2.CreateTableRequest
    ) -> PlayedOn:
        """Begin a match whose packs follow from a key.

        Args:
            request: what the table is to be like.

        Raises:
            StartError: this machine does not let a server start.
            Refused: the server lets no such table be made.
        """
        return await cls._begin(_SameKey(key), name, request, BeginAt(dealer, ()))

    @classmethod
    async def _begin(
        cls,
        dealer: SystemDealer,
        name: str,
        request: lobby_service_pb2.CreateTableRequest,
        begin: BeginAt,
    ) -> PlayedOn:
        server = await serve(ServerSettings(port=0), dealer=dealer)
        try:
            connection = await Connection.open(server.address, name)
            connection.for_now = True
            table = (await connection.create_table(request)).table.id
            await server.tables[table].ask(begin)
        except BaseException:
            await server.stop(grace=0)
            raise
        return cls(server, connection, table)

    async def close(self) -> None:
        """End it, and forget it."""
        await self.connection.close()
        await self.server.stop(grace=0)


class _SamePacks(SystemDealer):
    """Deals the packs of a match again, and then any."""

    def __init__(self, packs: Sequence[tuple[Card, ...]]) -> None:
        self._packs = packs

    def pack(self, key: bytes, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return the pack of that number, if it was one of these cards."""
        if 0 < number <= len(self._packs) and sorted(self._packs[number - 1]) == sorted(cards):
            return self._packs[number - 1]
        return super().pack(key, number, cards)


class _SameKey(SystemDealer):
    """Gives the first match a key that is known, and the others one of their own."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def secret(self) -> bytes:
        """Return the key once."""
        key, self._key = self._key, b""
        return key or super().secret()


def _request(
    record: Record, seat: int, level: tables_pb2.BotLevel.ValueType
) -> lobby_service_pb2.CreateTableRequest:
    """Return the request for a table by the rules of the match, with bots in all other seats."""
    kinds = {spec.name: spec.kind for spec in get_rules(record.game).specs}
    return lobby_service_pb2.CreateTableRequest(
        game=record.game,
        seats=record.seats,
        options={name: write_option(each, kinds[name]) for name, each in record.options.items()},
        seat=seat,
        bots=level,
        first_dealer=tables_pb2.FirstDealer.ValueType(FirstDealer.LOT),
    )


def _entries(played: Sequence[Entry]) -> Iterator[Packed | Acted | ToppedUp]:
    """Yield what was played, as the log of a table has it."""
    packs = 0
    for entry in played:
        match entry:
            case Pack(cards):
                packs += 1
                yield Packed(packs, cards)
            case Act(seat, action):
                yield Acted(seat, action, "")
            case TopUp(seat, chips):
                yield ToppedUp(seat, chips)


class DealTable:
    """See `cardtui_client.tui.launch.DealtTable`.

    Attributes:
        deal: what is played there.
        request: what the table is to be like, by the rules of the deal.
        played: the match, once it has begun.
    """

    def __init__(self, deal: Deal, request: lobby_service_pb2.CreateTableRequest) -> None:
        """Begin nothing yet."""
        self.deal = deal
        self.request = request
        self.played: PlayedOn | None = None

    async def begin(self, name: str) -> tuple[Connection, str]:
        """Begin the match."""
        deal = self.deal
        self.played = await PlayedOn.deal(deal.key, deal.dealer, name, self.request)
        return self.played.connection, self.played.table

    async def close(self) -> None:
        """End it, if it has begun."""
        played, self.played = self.played, None
        if played is not None:
            await played.close()


def table_of(text: str, game: str, wanted: TableOptions, bots: str) -> DealTable:
    """Return the table of the deal that a text names.

    Raises:
        Failed: it names none, or the table is wanted otherwise.
    """
    for term in TERMS:
        if term.flag is not None and term.name in _UNUSED_TERMS and term.name in wanted.terms:
            refuse_with_deal(f"--{term.flag.name}")
    request = table_request(game, wanted, bots=bots)
    rules = get_rules(game)
    presets = {each.name: each.values for each in rules.presets}
    changed = {name: read_option(value) for name, value in request.options.items()}
    options = rules.options({**presets.get(request.preset, {}), **changed}, request.seats)
    deal = deal_named(text, rules, request.seats, options)
    request.seat = deal.seat
    request.first_dealer = tables_pb2.FIRST_DEALER_LOT  # the deal says who deals
    return DealTable(deal, request)


def refuse_with_deal(option: str) -> None:
    """Refuse an option that asks for others, or for another table.

    Raises:
        Failed: always.
    """
    sentence = _("A deal is played alone, against bots: leave {option} out.", option=option)
    raise Failed(sentence, USAGE)
