"""The channel to a server: checks each answer before it is believed, and limits its `Workload`.
How long lists, texts and rule sheets of a server may be: `_LONGEST_LIST`, `_LONGEST_TEXT`,
`_MOST_SHEET_LETTERS`; what part of the time it may keep us busy: `_WORK_SHARE`; after how long
without an answer to a ping it counts as lost: `_LONE_SERVER_PINGS`, `_CLUSTER_PINGS`.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import Any, Final, cast

import grpc
import grpc.aio
from google.protobuf.message import DecodeError, Message

from cardtui.v1 import (
    club_service_pb2,
    host_service_pb2,
    lobby_service_pb2,
    session_service_pb2,
    table_service_pb2,
    tables_pb2,
    tournament_service_pb2,
)
from cardtui_client.limits import LONGEST_ID, MOST_OPTIONS, MOST_SEATS
from cardtui_client.net.call_errors import Unreachable, failure, unreachable_sentence
from cardtui_client.net.trust import Found

_WORK_SHARE: Final = 0.25
"""The share of the time that a server may keep us busy, in the long run."""

_WORK_AT_ONCE_SECONDS: Final = 4.0
"""Seconds of work that may come at once: a long list, or a match that bots play at full speed."""

_TURN_SECONDS: Final = 0.02
"""Seconds of work after which others have their turn: keys, and drawing."""

_LEAST_COST_SECONDS: Final = 0.001
"""What any message costs at least, in seconds: receiving it is work that we cannot measure."""

_SMALL_BYTES: Final = 1024
"""A message of at most this many bytes needs no closer look."""

_MOST_PARTS: Final = 50_000
_LONGEST_TEXT: Final = 4096
_LONGEST_LIST: Final = 256
_LONG_LISTS: Final = {
    **dict.fromkeys(("frames", "gone", "tables"), 4096),
    **dict.fromkeys(("people", "reports", "restrictions"), 1024),
    **dict.fromkeys(("players", "standings", "fixtures", "byes", "open_rounds"), 4096),
}
"""Lists that grow with the number of tables or players, or with how long you were away."""

_MOST_SHEET_LETTERS: Final = 40_000
_LONG_TEXTS: Final = {"markdown": _MOST_SHEET_LETTERS + 1, "lines": 48_000}
"""Texts that may be longer: a rule sheet, and lines of JSON."""
_MOST_SHEET_LINES: Final = 600
_MOST_SHEET_CELLS: Final = 1000

_MOST_GAMES: Final = 64
_TOKEN: Final = re.compile(r"[!-~]{1,512}")
"""What may stand in the metadata of a call."""
_CODE: Final = re.compile(r"[0-9A-Za-z-]{1,32}")
"""What people can type, and a shell takes as one plain word."""

_Kind = tables_pb2.OptionKind
_VALUE_FIELDS: Final[Mapping[int, Collection[str]]] = {
    _Kind.OPTION_KIND_FLAG: ("flag",),
    _Kind.OPTION_KIND_NUMBER: ("number",),
    _Kind.OPTION_KIND_CHOICE: ("choice",),
    _Kind.OPTION_KIND_TEXT: ("text",),
    _Kind.OPTION_KIND_NUMBER_BY_SEAT: ("number", "by_seat"),
}


class Workload:
    """The work that one server has made, and how long to rest before taking more from it.

    While we rest nothing is read, so that the server is held up by its own messages instead
    of filling our memory.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._done = 0.0
        self._turn = 0.0
        self._at = now()

    def add_message(self, seconds: float) -> None:
        """Note how many seconds of the processor it took to read a message."""
        self.add(seconds)
        self._done += max(0.0, _LEAST_COST_SECONDS - seconds)

    def add(self, seconds: float) -> None:
        """Note how many seconds of the processor it took to take a message in."""
        now = self._now()
        self._done = max(0.0, self._done - (now - self._at) * _WORK_SHARE) + seconds
        self._at = now
        self._turn += seconds

    @contextmanager
    def working(self) -> Generator[None]:
        """Count what is done inside, which must not await: the work of others would count, too."""
        began = time.thread_time()
        try:
            yield
        finally:
            self.add(time.thread_time() - began)

    def take_turn(self) -> float:
        """Return how many seconds to leave to others now: as many as have been worked since."""
        if self._turn < _TURN_SECONDS:
            return 0.0
        turn, self._turn = self._turn, 0.0
        return turn

    def take_rest(self) -> float:
        """Return how many seconds to wait before the next message is taken."""
        self.add(0)
        return max(0.0, self._done - _WORK_AT_ONCE_SECONDS) / _WORK_SHARE


def is_plausible(answer: Message, size: int) -> bool:
    """Tell whether an answer of that many bytes may be believed."""
    shows_table = "table" in answer.DESCRIPTOR.fields_by_name
    check = _ANSWER_CHECKS.get(type(answer), _has_table if shows_table else None)
    return check is not None and (size <= _SMALL_BYTES or _is_bounded(answer)) and check(answer)


def _is_bounded(answer: Message) -> bool:
    """Tell whether every list and text in it is short enough, and so is the whole."""
    waiting: list[Message] = [answer]
    parts = 0
    while waiting:
        for field, value in waiting.pop().ListFields():
            if field.is_repeated:
                parts += len(value)
                if len(value) > _LONG_LISTS.get(field.name, _LONGEST_LIST):
                    return False
                values: Iterable[Any] = value
                if isinstance(value, Mapping):
                    values = (*value.keys(), *value.values())
            else:
                parts += 1
                values = (value,)
            if parts > _MOST_PARTS:
                return False
            for each in values:
                if isinstance(each, Message):
                    waiting.append(each)
                elif isinstance(each, str) and len(each) > _LONG_TEXTS.get(
                    field.name, _LONGEST_TEXT
                ):
                    return False
    return True


# --- what each answer is there for ---------------------------------------------------------


def _is_id(text: str) -> bool:
    return 0 < len(text) <= LONGEST_ID


def _are_ids(texts: Collection[str]) -> bool:
    return len(set(texts)) == len(texts) and all(map(_is_id, texts))


def _is_table(table: tables_pb2.Table) -> bool:
    return _is_id(table.id) and len(table.seats) <= MOST_SEATS


def _is_person(person: club_service_pb2.Person) -> bool:
    return _is_id(person.player) and bool(person.name)


def _has_accounts(answer: lobby_service_pb2.ListBotAccountsResponse) -> bool:
    return all(_is_id(each.player) and each.name for each in answer.accounts)


def _has_table(answer: Any) -> bool:
    return _is_table(answer.table)


def _has_tables(answer: Any) -> bool:
    return all(map(_is_table, answer.tables))


def _is_game(game: tables_pb2.Game) -> bool:
    options = {spec.name: spec for spec in game.options}
    return (
        0 < len(game.seats) <= MOST_SEATS
        and all(1 < seats <= MOST_SEATS for seats in game.seats)
        and len(game.options) <= MOST_OPTIONS
        and _are_ids([spec.name for spec in game.options])
        and _are_ids([preset.name for preset in game.presets])
        and all(_fits(spec, spec.default) for spec in game.options)
        and all(
            _fits(options[name], value)
            for preset in game.presets
            for name, value in preset.options.items()
            if name in options
        )
    )


def _fits(spec: tables_pb2.OptionSpec, value: tables_pb2.OptionValue) -> bool:
    """Tell whether a value is of the kind that its option takes; a newer kind takes any."""
    named = value.WhichOneof("value")
    if spec.kind not in _VALUE_FIELDS:
        return named is not None
    if spec.kind == _Kind.OPTION_KIND_CHOICE and value.choice not in spec.choices:
        return False
    return named in _VALUE_FIELDS[spec.kind]


def _has_games(answer: lobby_service_pb2.ListGamesResponse) -> bool:
    games = answer.games
    return (
        0 < len(games) <= _MOST_GAMES
        and _are_ids([game.id for game in games])
        and all(map(_is_game, games))
    )


def _has_sheet(answer: lobby_service_pb2.GetRulesResponse) -> bool:
    """Tell whether there is a sheet, and one that can be laid out before your eyes."""
    sheet = answer.markdown
    return (
        0 < len(sheet) <= _MOST_SHEET_LETTERS
        and len(sheet.splitlines()) <= _MOST_SHEET_LINES
        and sheet.count("|") <= _MOST_SHEET_CELLS
    )


def _has_token(answer: Any) -> bool:
    return _TOKEN.fullmatch(answer.token) is not None


def _has_code(answer: Any) -> bool:
    return _CODE.fullmatch(answer.code) is not None


def _has_devices(answer: session_service_pb2.ListDevicesResponse) -> bool:
    return (
        _are_ids([each.id for each in answer.devices])
        and sum(each.this for each in answer.devices) == 1
    )


def _has_frames(answer: Any) -> bool:
    return all(map(_is_frame, answer.frames))


def _is_frame(frame: table_service_pb2.Frame) -> bool:
    match frame.WhichOneof("frame"):
        case "snapshot":
            return _is_table(frame.snapshot.table)
        case "update":
            update = frame.update
            return update.seq > 0 and (not update.HasField("table") or _is_table(update.table))
        case _:  # what a newer server adds is not for us
            return True


def _has_rankings(answer: Any) -> bool:
    return all(_is_id(each.game) for each in answer.rankings)


def _has_person(answer: Any) -> bool:
    return bool(answer.name) and all(_is_id(each.game) for each in answer.games)


def _is_tournament(told: tournament_service_pb2.Tournament) -> bool:
    """Tell whether it has an id, and names nobody who is not in it."""
    places = range(1, len(told.players) + 1)
    return (
        _is_id(told.id)
        and all(
            0 < len(each.players) <= MOST_SEATS
            and all(place == 0 or place in places for place in each.players)
            and len(each.scores) in (0, len(each.players))
            for each in told.fixtures
        )
        and all(place in places for each in told.byes for place in each.players)
        and all(place in places for each in told.standings for place in each.players)
    )


def _has_tournament(answer: Any) -> bool:
    return _is_tournament(answer.tournament)


def _has_tournaments(answer: tournament_service_pb2.ListTournamentsResponse) -> bool:
    return all(map(_is_tournament, answer.tournaments))


_ANSWER_CHECKS: Final[Mapping[type[Message], Callable[[Any], bool]]] = {
    session_service_pb2.OpenSessionResponse: _has_token,
    session_service_pb2.CreateAccountCodeResponse: _has_code,
    session_service_pb2.UseAccountCodeResponse: _has_token,
    session_service_pb2.RecoverAccountResponse: _has_code,
    session_service_pb2.ListDevicesResponse: _has_devices,
    session_service_pb2.EndDeviceResponse: lambda _: True,
    session_service_pb2.AnnounceRestartResponse: lambda _: True,
    session_service_pb2.ExportPersonResponse: lambda answer: answer.lines.endswith("\n"),
    session_service_pb2.ErasePersonResponse: lambda _: True,
    session_service_pb2.GetServerResponse: lambda answer: bool(answer.version),
    lobby_service_pb2.ListGamesResponse: _has_games,
    lobby_service_pb2.GetRulesResponse: _has_sheet,
    lobby_service_pb2.ListTablesResponse: _has_tables,
    lobby_service_pb2.WatchTablesResponse: _has_tables,
    lobby_service_pb2.ListBotAccountsResponse: _has_accounts,
    lobby_service_pb2.GetPersonResponse: _has_person,
    lobby_service_pb2.GetRankingResponse: _has_rankings,
    lobby_service_pb2.CloseTableResponse: lambda _answer: True,  # it has nothing to carry
    lobby_service_pb2.GetClusterResponse: lambda answer: bool(answer.servers),
    lobby_service_pb2.DrainResponse: lambda _answer: True,
    lobby_service_pb2.MoveTableResponse: lambda _answer: True,
    host_service_pb2.AnnounceResponse: lambda _answer: True,  # it has nothing to carry
    table_service_pb2.PlayResponse: _has_frames,
    table_service_pb2.WatchResponse: _has_frames,
    table_service_pb2.GetHistoryResponse: _has_frames,
    table_service_pb2.ActResponse: lambda answer: answer.HasField("reply"),
    table_service_pb2.GetViewResponse: lambda answer: _is_table(answer.snapshot.table),
    table_service_pb2.GetRecordResponse: lambda answer: 0 < len(answer.text) <= answer.size,
    table_service_pb2.SayResponse: lambda _answer: True,  # what a team says apart has no number
    table_service_pb2.PreviewTalkResponse: lambda _answer: True,
    table_service_pb2.AdviseResponse: lambda answer: bool(answer.reason),
    table_service_pb2.PauseResponse: lambda _answer: True,  # no and nothing look the same
    table_service_pb2.SitInResponse: lambda _answer: True,
    table_service_pb2.RevealResponse: lambda _answer: True,  # they have nothing to carry
    table_service_pb2.SignResponse: lambda answer: len(answer.signature) <= 256,
    table_service_pb2.LookResponse: lambda _answer: True,
    table_service_pb2.SignalResponse: lambda _answer: True,
    club_service_pb2.SetRelationResponse: lambda answer: _is_person(answer.person),
    club_service_pb2.TellFriendResponse: lambda _answer: True,
    club_service_pb2.FollowPeopleResponse: lambda answer: all(map(_is_person, answer.people)),
    club_service_pb2.ReportTalkResponse: lambda _answer: True,  # they have nothing to carry
    club_service_pb2.AppealResponse: lambda _answer: True,
    club_service_pb2.LiftResponse: lambda _answer: True,
    club_service_pb2.ListReportsResponse: lambda answer: all(
        each.number for each in answer.reports
    ),
    club_service_pb2.ReadReportResponse: lambda answer: bool(answer.report.number),
    club_service_pb2.RestrictResponse: lambda answer: bool(answer.restrictions),
    club_service_pb2.ListRestrictionsResponse: lambda answer: all(
        each.number for each in answer.restrictions
    ),
    club_service_pb2.ReadClubLogResponse: lambda answer: answer.lines.endswith("\n"),
    tournament_service_pb2.CreateTournamentResponse: _has_tournament,
    tournament_service_pb2.ListTournamentsResponse: _has_tournaments,
    tournament_service_pb2.FollowTournamentResponse: _has_tournament,
    tournament_service_pb2.EnterTournamentResponse: _has_tournament,
    tournament_service_pb2.LeaveTournamentResponse: _has_tournament,
    tournament_service_pb2.DirectTournamentResponse: _has_tournament,
}
"""How answers are checked; any other has a table, and is good if that is one."""


_CHANNEL_OPTIONS: Final = (
    ("grpc.max_receive_message_length", 1 << 20),
    ("grpc.max_metadata_size", 16 << 10),
    # Bandwidth does not matter here, and probing for it doubles the packets of a move.
    ("grpc.http2.bdp_probe", 0),
    # We retry ourselves, with the same request ids; gRPC must not do so as well.
    ("grpc.enable_retries", 0),
    # gRPC's own backoff grows to two minutes: a server that is back would go unnoticed.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    # This is no backoff: it is how long a connection may take to be made. On a link of a second
    # each way it takes two.
    ("grpc.min_reconnect_backoff_ms", 5000),
    ("grpc.use_local_subchannel_pool", 1),
    # A connection on which nothing passes any more, as after a change of networks, would be used
    # for as long as the system keeps sending again: a quarter of an hour. Who only watches
    # sends no data, and is heard to be there by pings.
    ("grpc.http2.max_pings_without_data", 0),
    # A table on the LAN is not reached through a web proxy.
    ("grpc.enable_http_proxy", 0),
)


def _pings(after: int, lost: int) -> tuple[tuple[str, int], ...]:
    """Return the options that have a connection pinged during a call.

    Args:
        after: milliseconds of silence before a ping; servers take offence at less than 1000.
        lost: milliseconds without an answer after which the connection is given up.
    """
    return (
        ("grpc.keepalive_time_ms", after),
        ("grpc.keepalive_timeout_ms", lost),
        (
            "grpc.http2.ping_timeout_ms",
            lost,
        ),  # by itself the former is not heeded: it would be 60 s
    )


_LONE_SERVER_PINGS: Final = _pings(15_000, 5_000)
_CLUSTER_PINGS: Final = _pings(1_500, 1_500)
"""Where there is another server to go to, one that has vanished is noticed within 3 seconds."""

_CERTIFICATE_NAME: Final = ("grpc.ssl_target_name_override", "cardtui")
"""The name in the certificate of every server, whatever its address."""


def open_channel(server: Found, *, among_others: bool = False) -> grpc.aio.Channel:
    """Return a channel to a server; it connects when it is first used.

    Each time that it connects again, the server has to prove again who it is.

    Args:
        server: where it is, and what it proves itself with.
        among_others: whether others could go on for it, so that it is soon missed.
    """
    # The one certificate that is taken: with another there is no connection.
    credentials = grpc.ssl_channel_credentials(server.certificate.encode("ascii"))
    at = str(server.at or server.address)
    pings = _CLUSTER_PINGS if among_others else _LONE_SERVER_PINGS
    return grpc.aio.secure_channel(
        at, credentials, options=(*_CHANNEL_OPTIONS, *pings, _CERTIFICATE_NAME)
    )


async def until_ready(channel: grpc.aio.Channel, server: Found, seconds: float) -> None:
    """Wait until the server is there, but not if its machine refuses at once.

    Raises:
        Unreachable: nobody answers, or nobody listens at that port, or TLS is refused.
    """
    told = Unreachable(unreachable_sentence(str(server.address)))
    try:
        async with asyncio.timeout(seconds):
            state = channel.get_state(try_to_connect=True)
            while state is not grpc.ChannelConnectivity.READY:
                if state is grpc.ChannelConnectivity.TRANSIENT_FAILURE:
                    told = await _why_not(channel, server) or told
                    break
                await channel.wait_for_state_change(state)
                state = channel.get_state(try_to_connect=True)
            else:
                return
    except TimeoutError:
        pass
    raise told


async def _why_not(channel: grpc.aio.Channel, server: Found) -> Unreachable | None:
    """Return why there is no connection, which gRPC tells nobody but who calls something."""
    check: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
        "/grpc.health.v1.Health/Check"
    )
    try:
        await check(b"")
    except grpc.aio.AioRpcError as error:
        told = failure(error, str(server.address))
        return told if isinstance(told, Unreachable) else None
    return None


class CheckedChannel:
    """A channel for stubs, whose answers are messages to be believed, or ``None``.

    It has as much of a channel as stubs ask for.

    Attributes:
        channel: where calls go from now on; stubs that were made before call there, too.
    """

    def __init__(self, channel: grpc.aio.Channel, workload: Workload) -> None:
        self.channel = channel
        self._workload = workload

    @property
    def for_stubs(self) -> grpc.aio.Channel:
        """This channel, as stubs want it."""
        return cast("grpc.aio.Channel", self)

    def unary_unary(self, method: str, **more: Any) -> Any:
        """See `grpc.aio.Channel.unary_unary`."""
        return self._calling("unary_unary", method, **more)

    def unary_stream(self, method: str, **more: Any) -> Any:
        """See `grpc.aio.Channel.unary_stream`."""
        return self._calling("unary_stream", method, **more)

    def stream_stream(self, method: str, **more: Any) -> Any:
        """See `grpc.aio.Channel.stream_stream`."""
        return self._calling("stream_stream", method, **more)

    def _calling(self, kind: str, method: str, **more: Any) -> Callable[..., Any]:
        """Return what calls a method over the channel of that moment."""
        named = self._with_reader(**more)

        def call(*args: Any, **kwargs: Any) -> Any:
            return getattr(self.channel, kind)(method, **named)(*args, **kwargs)

        return call

    def _with_reader(
        self, *, response_deserializer: Callable[[bytes], Message], **more: Any
    ) -> dict[str, Any]:
        def read(data: bytes) -> Message | None:
            began = time.thread_time()
            try:
                return _believed(response_deserializer, data)
            finally:
                self._workload.add_message(time.thread_time() - began)

        return {"response_deserializer": read, **more}


def _believed(decode: Callable[[bytes], Message], data: bytes) -> Message | None:
    try:
        answer = decode(data)
    except (DecodeError, TypeError, ValueError):  # no bytes at all are no answer, either
        return None
    answer.DiscardUnknownFields()
    if not is_plausible(answer, len(data)):
        return None
    if answer.ByteSize() < len(data) // 2:
        # What was discarded would stay in memory for as long as any part is kept.
        return type(answer).FromString(answer.SerializeToString())
    return answer
