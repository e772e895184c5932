"""What tests of a running table do and ask, and a log whose writes wait (`GatedLog`)."""

import asyncio
import random
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cardtui.v1 import errors_pb2, table_service_pb2
from cardtui_client.faces.arguments import plainest
from cardtui_client.net.address import line_to
from cardtui_client.net.connection import Connection
from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.choices import ChoiceKind
from cardtui_server import operator_file
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import SetReady
from cardtui_server.match.state import Life
from cardtui_server.ports.peers import Place
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from cardtui_server.table.subscription import Subscription
from cardtui_server.wire.values import REASONS
from tests.support.calling import BOUND, Stream
from tests.support.playing import House, act, any_action, quiet

TAP = Action("tap")


class GatedLog(MemoryStore):
    """A log whose writes wait until the test lets them through."""

    def __init__(self) -> None:
        super().__init__()
        self.interceptor = asyncio.Event()
        self.interceptor.set()
        self.appends = 0
        self.refusals = 0

    async def append(self, table: str, expected: int, rows: Sequence[bytes], **named: Any) -> None:
        self.appends += 1
        self.refusals += self.full
        await self.interceptor.wait()
        await super().append(table, expected, rows, **named)


def reason(refused: pytest.ExceptionInfo[Refused]) -> str:
    return errors_pb2.Reason.Name(REASONS[refused.value.reason])


@contextmanager
def refuses(why: str) -> Generator[None]:
    """Expect what is asked for to be refused for that reason."""
    with pytest.raises(Refused) as refused:
        yield
    assert reason(refused) == why


def life(table: Table) -> Life:
    return table.state.life


def waiting(table: Table) -> int:
    """Return a seat whose turn it is."""
    assert table.state.turn is not None
    return table.state.turn.to_act[0]


async def ready(table: Table, *seats: int) -> None:
    for seat in seats:
        await table.ask(SetReady(player=f"p{seat}", ready=True))
    await quiet()


async def end_hand(table: Table) -> None:
    """Play until a hand has ended and the next waits."""
    luck = random.Random(4)
    hand = table.state.tally.hand
    while table.state.life is Life.PLAYING and not table.state.resting:
        await act(table, *any_action(table, luck))
        await quiet()
    assert table.state.tally.hand == hand


async def one_act(house: House, table: Table) -> None:
    """Have a person whose turn it is do anything that gives nothing up, or a bot act."""
    state = table.state
    if awaited := state.awaited():
        choices = state.rules.legal(state.game, awaited[0])
        mild = [each for each in choices if each.kind is not ChoiceKind.GIVES_UP] or choices
        luck = random.Random(state.seq)
        await act(table, awaited[0], luck.choice(mild).sample(Bits(luck.getrandbits(64))))
    await house.passes(0.1)


class Known:
    """Which servers a server takes for alive."""

    def __init__(self, server: str) -> None:
        self.own = Place(server, f"{server}:1")
        self.alive = {"one", "two"}

    def is_there(self, server: str) -> bool:
        return server in self.alive


def is_gone(house: House, server: str) -> None:
    """Have a house take another server for gone."""
    assert isinstance(house.peers, Known)
    house.peers.alive.discard(server)


END = table_service_pb2.EndReason


def end_of(subscription: Subscription) -> int:
    """Return why a stream ends, once it has told all it owes."""
    response = table_service_pb2.PlayResponse()
    while not subscription.done:
        response = table_service_pb2.PlayResponse.FromString(subscription.take())
    return response.frames[-1].end.reason


async def operator_of(data: Path) -> Connection:
    """Return the operator's connection to the server of a data folder."""
    found = operator_file.read(data)
    assert found is not None
    line = line_to(found.address, found.sha256)
    return await Connection.as_operator(line, found.token, timeout=BOUND)


async def play_some(streams: list[Stream], luck: random.Random, actions: int) -> None:
    """Play so many actions at random."""
    for _ in range(actions):
        await streams[0].until(lambda: streams[0].view.to_act)
        (seat, *_) = streams[0].view.to_act
        stream = streams[seat]
        await stream.reach(streams[0].seq)
        choices = {each.action.WhichOneof("action"): each for each in stream.own.choices}
        # Neither may the match end too soon.
        choice = choices[luck.choice([v for v in choices if v not in {"resign", "falta_envido"}])]
        reply = await stream.act(plainest(choice), expected=stream.position)
        assert not reply.HasField("refusal"), reply
        for each in streams:
            await each.reach(reply.seq)
