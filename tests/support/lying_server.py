"""A server that lies when a test wants it, and otherwise answers every call properly (`answer_of`,
`_honest`). The lies are functions such as `huge`; a new call of the protocol needs its proper
answer here.

It runs in threads of its own, so that one serves tests with event loops and real programs.
"""

import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import repeat
from typing import Any

import grpc
from google.protobuf.descriptor import FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from cardtui.v1 import (
    actions_pb2,
    club_service_pb2,
    host_service_pb2,
    lobby_service_pb2,
    session_service_pb2,
    table_service_pb2,
    tables_pb2,
)
from tests.support.door import add_door
from tests.support.tables import snapshot_of, table

Frame = table_service_pb2.Frame
Lie = Callable[[type[Message]], Iterable[bytes]]
"""What is answered instead of a message of that kind; nothing more is said after the last."""

SERVICES = (
    session_service_pb2,
    lobby_service_pb2,
    table_service_pb2,
    host_service_pb2,
    club_service_pb2,
)
METHODS: dict[str, MethodDescriptor] = {
    method.name: method
    for module in SERVICES
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
GAME = tables_pb2.Game(id="cacho", seats=[2, 3])
TABLE = table("cacho", 2)
PERSON_GAME = lobby_service_pb2.PersonGame(game="cacho", won=1, course=[True])
RANKING = lobby_service_pb2.Ranking(
    game="cacho",
    preset="cacho",
    players=[
        lobby_service_pb2.RankedPlayer(name="Ana", rating=lobby_service_pb2.Rating(points=1600))
    ],
)


def answer_of(name: str) -> type[Message]:
    return GetMessageClass(METHODS[name].output_type)


def _honest(name: str) -> Any:
    kind: Any = answer_of(name)
    match name:
        case "OpenSession":
            return kind(token="secret", name="Ana", tables=["t1"])
        case "UseAccountCode":
            return kind(token="secret", name="Ana", tables=["t1"])
        case "CreateAccountCode" | "RecoverAccount":
            return kind(code="hk4mz-7wq2n", seconds=600, name="Ana")
        case "GetServer":
            return kind(name="kitchen", version="1")
        case "ListGames":
            return kind(games=[GAME])
        case "GetRules":
            return kind(markdown="# Cacho\n\nThree cards.")
        case "ListTables":
            return kind(tables=[TABLE])
        case "WatchTables":
            return kind(tables=[TABLE], complete=True)
        case "Play" | "Watch" | "GetHistory":
            seat = 0 if name == "Play" else None
            return kind(frames=[snapshot_of("cacho", seat=seat, cards=[3, 3])])
        case "Act":
            return kind(reply=table_service_pb2.ActReply(seq=1))
        case "GetView":
            return kind(snapshot=snapshot_of("cacho").snapshot)
        case "GetRecord":
            return kind(text=b"cardtui-record 2\n", size=17)
        case "Say":
            return kind(seq=1)
        case "ListDevices":
            return kind(devices=[session_service_pb2.Device(id="3fa9c1", this=True)])
        case "CloseTable" | "EndDevice" | "Announce" | "Look" | "Signal" | "Reveal":
            return kind()
        case "Drain" | "MoveTable" | "AnnounceRestart" | "ErasePerson":
            return kind()
        case "SetRelation":
            return kind(person=club_service_pb2.Person(player="p1", name="Bia"))
        case "FollowPeople":
            return kind(people=[club_service_pb2.Person(player="p1", name="Bia")])
        case "ReportTalk" | "Appeal" | "Lift" | "TellFriend":
            return kind()
        case "ListReports":
            return kind(reports=[club_service_pb2.Report(number=1)])
        case "ReadReport":
            return kind(report=club_service_pb2.Report(number=1))
        case "Restrict" | "ListRestrictions":
            return kind(restrictions=[club_service_pb2.Restriction(number=1)])
        case "ExportPerson" | "ReadClubLog":
            return kind(lines='{"kind": "person"}\n')
        case "GetCluster":
            server = lobby_service_pb2.ClusterServer(address="127.0.0.1:8782", tables=1)
            stream = lobby_service_pb2.ClusterStream(name="cardtui-log")
            return kind(servers=[server], streams=[stream], orphans=["t1"])
        case "Sign":
            return kind(signature=bytes(70))
        case "GetPerson":
            return kind(player="p1", name="Ana", games=[PERSON_GAME])
        case "ListBotAccounts":
            account = lobby_service_pb2.BotAccount(player="bot-p2", name="bot-Robo")
            return kind(accounts=[account])
        case "GetRanking":
            return kind(rankings=[RANKING])
        case "Advise":
            said = actions_pb2.Action(say=actions_pb2.SayAction(text="truco"))
            return kind(action=said, reason=table_service_pb2.ADVICE_REASON_ONLY, numbers=[1])
        case "PreviewTalk":
            return kind(commits=True)
        case "Pause":
            return kind(paused=True)
        case "SitIn":
            return kind(sits_in=True)
        case _:
            return kind(table=TABLE)


# --- lies of any kind ----------------------------------------------------------------------


def unreadable(_kind: type[Message]) -> Iterable[bytes]:
    return repeat(b"\xff\xff\xff\xff", 1)


def empty(_kind: type[Message]) -> Iterable[bytes]:
    return repeat(b"", 1)


def foreign(kind: type[Message]) -> Iterable[bytes]:
    """Say what belongs elsewhere: another message, unknown fields, values and members."""
    other = kind()
    for field in kind.DESCRIPTOR.fields:
        if field.enum_type is not None and not field.is_repeated:
            setattr(other, field.name, 999)
    unknown = b"\xfa\x3f\x04\x08\x01\x10\x02" + b"\xf0\x3f\x07"
    snapshot = table_service_pb2.GetViewResponse(snapshot=snapshot_of("cacho").snapshot)
    misplaced = snapshot if kind.DESCRIPTOR.name != "GetViewResponse" else _honest("ListGames")
    yield misplaced.SerializeToString() + other.SerializeToString() + unknown


def huge(_kind: type[Message]) -> Iterable[bytes]:
    return repeat(b"\xfa\x3f" + b"\x80\x80\x80\x01" + bytes(2 << 20), 1)


def padded(kind: type[Message]) -> Iterable[bytes]:
    """Say something honest with nearly a megabyte of what nobody knows behind it."""
    size = 900_000
    length = bytes([size & 127 | 128, size >> 7 & 127 | 128, size >> 14])
    yield bytes(honest_bytes(kind)) + b"\xfa\x3f" + length + bytes(size)


def many(kind: type[Message]) -> Iterable[bytes]:
    """Say something honest with lists of thousands, as large as may be received."""
    return repeat(_swollen(kind, 5000, "x"), 1)


def long(kind: type[Message]) -> Iterable[bytes]:
    """Say something honest with texts of tens of thousands of letters."""
    return repeat(_swollen(kind, 2, "[" * 50_000), 1)


def silent(_kind: type[Message]) -> Iterable[bytes]:
    return ()


def honest_bytes(kind: type[Message]) -> bytes:
    name = next(name for name in METHODS if answer_of(name) is kind)
    return bytes(_honest(name).SerializeToString())


def _swollen(kind: type[Message], count: int, text: str) -> bytes:
    message = kind.FromString(honest_bytes(kind))
    _swell(message, count, text, depth=3)
    data = message.SerializeToString()
    return data if len(data) < 1 << 20 else data[:0]


def _swell(message: Any, count: int, text: str, depth: int) -> None:
    fields: list[Any] = list(message.DESCRIPTOR.fields)
    for field in fields:
        inner = field.message_type
        if inner is not None and inner.GetOptions().map_entry:
            continue
        if field.type == FieldDescriptor.TYPE_STRING and not field.is_repeated:
            if field.name not in ("id", "token", "version"):
                setattr(message, field.name, text)
        elif field.is_repeated and inner is None:
            value = "t1" if field.type == FieldDescriptor.TYPE_STRING else 1
            getattr(message, field.name).extend([value] * count)
        elif field.is_repeated and depth:
            for _again in range(count - len(getattr(message, field.name))):
                getattr(message, field.name).add()
            for each in getattr(message, field.name)[:1]:
                _swell(each, 2, text, depth - 1)
        elif inner is not None and depth and message.HasField(field.name):
            _swell(getattr(message, field.name), count, text, depth - 1)


# --- lies of streams -----------------------------------------------------------------------


def frames(*told: Frame) -> Lie:
    """Return the lie that tells these frames, and then nothing more."""
    return lambda kind: repeat(_wrapped(kind, told), 1)


def endless(*told: Frame) -> Lie:
    """Return the lie that begins honestly, and then tells these frames again and again."""

    def lie(kind: type[Message]) -> Iterator[bytes]:
        yield honest_bytes(kind)
        yield from repeat(_wrapped(kind, told))

    return lie


def counting(kind: type[Message]) -> Iterator[bytes]:
    """Play on without end: every number once, each with a line of talk."""
    yield honest_bytes(kind)
    seq = 10
    while True:
        seq += 1
        update = table_service_pb2.Update(seq=seq, position=10)
        update.events.add().said.text = f"line {seq}"
        yield _wrapped(kind, (Frame(update=update),))


def endless_tables(kind: type[Message]) -> Iterator[bytes]:
    return repeat(honest_bytes(kind))


def _wrapped(kind: Any, told: Iterable[Frame]) -> bytes:
    return bytes(kind(frames=told).SerializeToString())


class LyingServer:
    """A server on loopback that is honest but for the lies that a test has it tell.

    Attributes:
        address: where it listens.
        asked: the calls that came, by their names.
        sent: how many messages were sent on streams.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.sent = 0
        self._lies: dict[str, Lie] = {}
        self._changed = {name: threading.Event() for name in METHODS}
        pool = ThreadPoolExecutor(64)
        self._server = grpc.server(pool, options=[("grpc.max_send_message_length", 8 << 20)])
        for name, method in METHODS.items():
            assert method.containing_service is not None
            handler = grpc.method_handlers_generic_handler(
                method.containing_service.full_name, {name: self._handler(name, method)}
            )
            self._server.add_generic_rpc_handlers((handler,))
        self.address = add_door(self._server)
        self._server.start()

    def stop(self) -> None:
        for changed in self._changed.values():
            changed.set()
        self._server.stop(None).wait()

    @contextmanager
    def telling(self, lie: Lie, *names: str) -> Generator[None]:
        """Tell that lie to who calls these; their open streams end, then and afterwards."""
        self._tell(dict.fromkeys(names, lie), names)
        yield
        self._tell({}, names)

    def _tell(self, lies: dict[str, Lie], names: Iterable[str]) -> None:
        self._lies = lies
        for name in names:
            changed, self._changed[name] = self._changed[name], threading.Event()
            changed.set()

    def _handler(self, name: str, method: MethodDescriptor) -> Any:
        def answer(_request: bytes, context: grpc.ServicerContext) -> bytes:
            return next(self._messages(name, context), b"")

        def stream(_requests: object, context: grpc.ServicerContext) -> Iterator[bytes]:
            return self._messages(name, context)

        if not method.server_streaming:
            return grpc.unary_unary_rpc_method_handler(answer)
        if not method.client_streaming:
            return grpc.unary_stream_rpc_method_handler(stream)
        return grpc.stream_stream_rpc_method_handler(stream)

    def _messages(self, name: str, context: grpc.ServicerContext) -> Iterator[bytes]:
        self.asked.append(name)
        kind, changed = answer_of(name), self._changed[name]
        lie = self._lies.get(name)
        over = threading.Event()
        context.add_callback(over.set)
        for message in repeat(honest_bytes(kind), 1) if lie is None else lie(kind):
            if over.is_set() or changed.is_set():
                return
            self.sent += 1
            yield message
        while not over.is_set() and not changed.is_set():
            over.wait(0.05)  # whichever of the two comes first
        if not over.is_set():
            context.abort(grpc.StatusCode.UNAVAILABLE, "the lie has changed")
