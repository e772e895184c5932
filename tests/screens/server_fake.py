"""A server that answers by hand: what the screens get instead of a connection."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any, cast

import grpc
from google.protobuf.message import Message

from cardtui.v1 import (
    errors_pb2,
    lobby_service_pb2,
    session_service_pb2,
    tables_pb2,
    tournament_service_pb2,
)
from cardtui_client.model.people import Known
from cardtui_client.net.address import JoinLine, parse_join_line
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.validation import Workload
from tests.support.table_driver import no_line

Kind = tables_pb2.OptionKind
Value = tables_pb2.OptionValue


def spec(
    name: str, kind: Kind.ValueType, default: Value, words: str, clause: str = "", **more: Any
) -> tables_pb2.OptionSpec:
    return tables_pb2.OptionSpec(
        name=name, kind=kind, default=default, help=words, clause=clause, **more
    )


TRUCO = tables_pb2.Game(
    id="truco-argentino",
    seats=[2, 4, 6],
    teams=True,
    options=[
        spec(
            "target",
            Kind.OPTION_KIND_NUMBER,
            Value(number=30),
            "Points that win the match: the first half malas, the second buenas.",
            "TA-51",
            low=1,
            high=120,
        ),
        spec(
            "second_tie",
            Kind.OPTION_KIND_CHOICE,
            Value(choice="third"),
            "Second trick tied: the third takes all, or whoever won the first wins.",
            "TA-12",
            choices=["third", "first"],
        ),
        spec(
            "envido_after_truco",
            Kind.OPTION_KIND_FLAG,
            Value(flag=True),
            "Envido may still be called once a truco has been accepted.",
            "TA-31",
        ),
    ],
    presets=[
        tables_pb2.Preset(name="fuente"),
        tables_pb2.Preset(
            name="tradicional",
            options={"second_tie": Value(choice="first"), "envido_after_truco": Value(flag=False)},
            usual=True,
        ),
    ],
)

CACHO = tables_pb2.Game(
    id="cacho",
    seats=[2, 3, 4],
    clockwise=True,
    options=[
        spec(
            "buy_in",
            Kind.OPTION_KIND_NUMBER_BY_SEAT,
            Value(number=50),
            "Chips that each player starts with.",
            "CC-03",
            low=3,
            high=1_000_000,
        ),
        spec(
            "chip_value",
            Kind.OPTION_KIND_TEXT,
            Value(text=""),
            "What a chip is worth, as the table shows it.",
            high=40,
        ),
    ],
    presets=[tables_pb2.Preset(name="cacho")],
)

CACHETA = tables_pb2.Game(id="cacheta", seats=[2, 3, 4], clockwise=True, holds_draws=True)


def seat(number: int, name: str = "", bot: int = 0, ready: bool = False) -> tables_pb2.Seat:
    return tables_pb2.Seat(
        seat=number, name=name, bot=cast("tables_pb2.BotLevel.ValueType", bot), ready=ready
    )


def truco_table(key: str = "t1", **more: Any) -> tables_pb2.Table:
    """A table of four that waits for two more, with Beto as host."""
    options = {each.name: each.default for each in TRUCO.options}
    options.update(more.pop("options", {}))
    fields: dict[str, Any] = {
        "id": key,
        "name": "Kitchen table",
        "game": "truco-argentino",
        "preset": "fuente",
        "seats": [seat(0, "Beto", ready=True), seat(1, "Tina", bot=2), seat(2), seat(3)],
        "state": tables_pb2.TABLE_STATE_WAITING,
        "host": "Beto",
        "options": options,
    }
    table = tables_pb2.Table(**(fields | more))
    for each in table.seats:
        each.team = each.seat % 2
    return table


def running_table(key: str = "t2", **more: Any) -> tables_pb2.Table:
    """A table of two that is full and plays, with spectators."""
    return truco_table(
        key,
        **{
            "name": "Final",
            "preset": "",
            "seats": [seat(0, "Carla"), seat(1, "Davi")],
            "state": tables_pb2.TABLE_STATE_PLAYING,
            "scores": [12, 9],
            "hand": 7,
            "spectators": 3,
            "host": "Carla",
            "options": {"target": Value(number=15)},
        }
        | more,
    )


def cacho_table(key: str = "t3", **more: Any) -> tables_pb2.Table:
    """A table of three at cacho, one seat of them free."""
    fields: dict[str, Any] = {
        "id": key,
        "name": "Chips",
        "game": "cacho",
        "preset": "cacho",
        "seats": [seat(0, "Edu"), seat(1, "Flor", bot=1), seat(2)],
        "state": tables_pb2.TABLE_STATE_PLAYING,
        "chips": [48, 52, 50],
        "hand": 3,
        "host": "Edu",
    }
    return tables_pb2.Table(**(fields | more))


def refused(sentence: str, reason: errors_pb2.Reason.ValueType) -> Refused:
    refusal = errors_pb2.Refusal(reason=reason, template=sentence, sentence=sentence)
    return Refused(refusal, grpc.StatusCode.FAILED_PRECONDITION)


class FakeServer:
    """Answers like a server; a test says what, and sees what was asked.

    Attributes:
        games: the games there are.
        shown: the tables there are.
        asked: what was asked, in order.
        accounts: the bot accounts that are here.
        asked_for: the tables that were asked for.
        created: those of them that were made.
        opened_tables: the tables that the client went to.
        acquainted: whom you know there, once you follow people.
        private: what friends say next.
        watching: how many follow the tables now.
        in_parts: whether the list that a stream begins with is not complete.
        cups: the tournaments there are.
        cup_news: the next messages to those who follow a tournament; an error breaks the stream,
            nothing ends it.
        failing: what every call raises while it is set.
    """

    def __init__(self, *tables: tables_pb2.Table) -> None:
        self.games = [TRUCO, CACHO]
        self.shown = {table.id: table for table in tables}
        self.asked: list[Any] = []
        self.accounts: list[lobby_service_pb2.BotAccount] = []
        self.asked_for: list[lobby_service_pb2.CreateTableRequest] = []
        self.created: list[lobby_service_pb2.CreateTableRequest] = []
        self.opened_tables: list[tuple[str, bool]] = []
        self.failing: Exception | None = None
        self.address = "127.0.0.1:8782"
        self.name = "Ana"
        self.workload = Workload()
        self.for_now = False
        self.has_others = False
        self.result_line = no_line
        self.follows = False
        self.token = "secret"
        self.seated_at: set[str] = set()
        self.web_port = 0
        self.message = ""
        self.evening: session_service_pb2.Evening | None = None
        self.pin = ""
        self.sheets: dict[tuple[str, str], str] = {}
        self.closed = False
        self._changes: asyncio.Queue[
            lobby_service_pb2.WatchTablesResponse | BaseException | None
        ] = asyncio.Queue()
        self.acquainted: tuple[Known, ...] = ()
        self.knows: tuple[Known, ...] = ()
        self.related = asyncio.Event()
        self.private: asyncio.Queue[tuple[str, str] | None] = asyncio.Queue()
        self.watching = 0
        self.in_parts = False
        self.cups: list[tournament_service_pb2.Tournament] = []
        self.cup_news: asyncio.Queue[tournament_service_pb2.Tournament | BaseException | None] = (
            asyncio.Queue()
        )

    @property
    def connection(self) -> Connection:
        """Itself, in the place of a connection."""
        return cast("Connection", self)

    sits_at = Connection.sits_at
    doors = Connection.doors

    @property
    def join_line(self) -> JoinLine:
        return parse_join_line(self.address)

    line_back = join_line

    def asked_line(self) -> None:
        """Say nothing newer."""

    async def go_to_another(self) -> bool:
        return False  # there is no other server

    async def connect(self, address: str, name: str, _password: str) -> Connection:
        self._fail()
        self.address, self.name = address, name
        return self.connection

    async def probe(self, address: str) -> tuple[session_service_pb2.GetServerResponse, float]:
        self._fail()
        self.asked.append(address)
        return await self.get_server(), 0.0012

    def change(
        self, *tables: tables_pb2.Table, gone: tuple[str, ...] = (), complete: bool = True
    ) -> None:
        """Let tables change under the eyes of the lobby."""
        self._changes.put_nowait(
            lobby_service_pb2.WatchTablesResponse(tables=tables, gone=gone, complete=complete)
        )

    def lose(self, error: BaseException) -> None:
        """Break the stream of tables."""
        self._changes.put_nowait(error)

    def end_stream(self) -> None:
        """End the stream of tables in order."""
        self._changes.put_nowait(None)

    async def tables(self) -> AsyncIterator[lobby_service_pb2.WatchTablesResponse]:
        self._fail()
        self.watching += 1
        try:
            yield lobby_service_pb2.WatchTablesResponse(
                tables=self.shown.values(), complete=not self.in_parts
            )
            while (change := await self._changes.get()) is not None:
                if isinstance(change, BaseException):
                    raise change
                yield change
        finally:
            self.watching -= 1

    async def follow_people(self) -> AsyncIterator[tuple[str, str] | None]:
        self.knows = self.acquainted
        yield None
        while (told := await self.private.get()) is not None:
            yield told

    async def list_tournaments(self) -> list[tournament_service_pb2.Tournament]:
        self._fail()
        return self.cups

    async def follow_tournament(
        self, tournament: str
    ) -> AsyncIterator[tournament_service_pb2.Tournament]:
        self.asked.append(("follow", tournament))
        while (told := await self.cup_news.get()) is not None:
            if isinstance(told, BaseException):
                raise told
            yield told

    async def enter_tournament(self, tournament: str, team: str = "") -> None:
        self.asked.append(("enter", tournament, team))
        self._fail()

    async def leave_tournament(self, tournament: str, *, rest: bool = False) -> None:
        self.asked.append(("leave", tournament, rest))
        self._fail()

    async def get_server(self) -> session_service_pb2.GetServerResponse:
        self._fail()
        return session_service_pb2.GetServerResponse(
            name="Ana's living room",
            version="0.1.0",
            tables=len(self.shown),
            people=3,
            web_port=self.web_port,
            message=self.message,
            evening=self.evening,
        )

    async def list_games(self) -> lobby_service_pb2.ListGamesResponse:
        self._fail()
        return lobby_service_pb2.ListGamesResponse(games=self.games)

    async def get_rules(self, game: str, language: str) -> lobby_service_pb2.GetRulesResponse:
        self._fail()
        self.asked.append((game, language))
        return lobby_service_pb2.GetRulesResponse(markdown=self.sheets[game, language])

    async def join(
        self, table: str, seat: int | None = None, *, ask: bool = False
    ) -> lobby_service_pb2.JoinTableResponse:
        self._fail()
        self.asked.append(("join", table, seat))
        shown = self.shown[table]
        if (
            ask
            and shown.state == tables_pb2.TABLE_STATE_PLAYING
            and all(s.name for s in shown.seats)
        ):
            shown.asking.add(name=self.name, granted=shown.bots_yield)
            return lobby_service_pb2.JoinTableResponse(table=shown, asked=True)
        return lobby_service_pb2.JoinTableResponse(table=shown, seat=seat or 0)

    async def quick_match(self, game: str = "") -> lobby_service_pb2.QuickMatchResponse:
        self._fail()
        self.asked.append(("quick_match", game))
        return lobby_service_pb2.QuickMatchResponse(table=next(iter(self.shown.values())), seat=1)

    async def find_by_code(self, code: str) -> tables_pb2.Table:
        self._fail()
        self.asked.append(("found", code))
        return truco_table(code, private=True)

    async def join_by_code(
        self, code: str, seat: int | None = None
    ) -> lobby_service_pb2.JoinTableResponse:
        self._fail()
        self.asked.append(("code", code, seat))
        table = truco_table(code, private=True)
        return lobby_service_pb2.JoinTableResponse(table=table, seat=1)

    async def change_rules(
        self, table: str, preset: str, options: Mapping[str, Value]
    ) -> lobby_service_pb2.ChangeRulesResponse:
        self._fail()
        self.asked.append(("change", table, preset, dict(options)))
        return lobby_service_pb2.ChangeRulesResponse(table=self.shown[table])

    async def create_table(
        self, request: lobby_service_pb2.CreateTableRequest
    ) -> lobby_service_pb2.CreateTableResponse:
        self.asked_for.append(request)
        self._fail()
        self.created.append(request)
        return lobby_service_pb2.CreateTableResponse(table=truco_table("made"))

    async def list_tables(self) -> lobby_service_pb2.ListTablesResponse:
        self._fail()
        return lobby_service_pb2.ListTablesResponse(tables=self.shown.values())

    async def bot_accounts(self) -> list[lobby_service_pb2.BotAccount]:
        return self.accounts

    async def invite(self, table: str, account: str, seat: int | None = None) -> None:
        assert seat is None
        self.asked.append(("invite", table, account))
        self._fail()

    async def kick(self, table: str, seat: tables_pb2.Seat) -> None:
        self.asked.append(("kick", table, seat.seat))
        self._fail()

    async def get_person(self, player: str) -> lobby_service_pb2.GetPersonResponse:
        self.asked.append(("person", player))
        return lobby_service_pb2.GetPersonResponse(player=player, name=self.name)

    async def change_term(self, request: Message) -> None:
        self.asked.append(request)
        self._fail()

    async def announce(self, table: str, text: str) -> None:
        self.asked.append(("announce", table, text))
        self._fail()

    async def ban(self, table: str, who: tables_pb2.Seat | str, *, lift: bool = False) -> None:
        self.asked.append(("ban", table, who, lift))
        self._fail()

    async def transfer_host(self, table: str, seat: tables_pb2.Seat) -> None:
        self.asked.append(("host", table, seat))
        self._fail()

    def leaves_out(self, *_shuffle: object, seated: bool) -> bool:
        return False

    async def reveal_own(self, table: str) -> None:
        """Its matches wait for nobody's bits."""

    async def start(self, table: str) -> None:
        self._fail()
        self.asked.append(("start", table))

    async def close_table(self, table: str) -> None:
        self._fail()
        self.asked.append(("close", table))

    async def reopen(self) -> None:
        self._fail()
        self.asked.append("reopen")

    async def close(self) -> None:
        self.closed = True

    def _fail(self) -> None:
        if self.failing is not None:
            raise self.failing


LOST = Unreachable("No table server answers at 127.0.0.1:8782.")
