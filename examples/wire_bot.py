"""A bot that knows no rules: it plays any game of a server from the choices that it gets.

    python examples/wire_bot.py 127.0.0.1:8782 cacheta

Without an address it plays a little of every game at a server of its own. It plays as fast as it
can: other servers refuse most of its acts, unless they were started with --profile open.
"""

import asyncio
import sys
from random import Random
from typing import Any

import grpc

from cardtui.v1 import (
    actions_pb2,
    errors_pb2,
    lobby_service_pb2,
    table_service_pb2,
    tables_pb2,
    views_pb2,
)
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.lobby_service_pb2_grpc import LobbyServiceStub
from cardtui.v1.session_service_pb2 import OpenSessionRequest
from cardtui.v1.session_service_pb2_grpc import SessionServiceStub
from cardtui.v1.table_service_pb2_grpc import TableServiceStub
from cardtui_engine import game_ids


def action_of(choice: actions_pb2.Choice, luck: Random) -> actions_pb2.Action:
    """Return an action of the choice, drawn at random."""
    action = actions_pb2.Action()
    action.CopyFrom(choice.action)
    part: Any = getattr(action, action.WhichOneof("action") or "")
    for argument in choice.arguments:
        if argument.optional and luck.random() < 0.5:
            continue
        match argument.WhichOneof("domain"):
            case "cards" if argument.cards.cards:
                setattr(part, argument.name, luck.choice(argument.cards.cards))
            case "range":
                number = luck.randint(argument.range.low, argument.range.high)
                setattr(part, argument.name, number)
            case "numbers":
                several = argument.numbers
                for _ in range(luck.randint(1, several.most)):
                    getattr(part, argument.name).append(luck.randint(several.low, several.high))
            case "values":
                setattr(part, argument.name, luck.choice(argument.values.values))
            case "flag":
                setattr(part, argument.name, True)
            case _:
                pass  # melds: the server lays them
    return action


def fold(known: Any, changes: Any, numbers: Any) -> None:
    """Replace the fields that changed; what is not set among the changes is cleared."""
    for number in numbers:
        if field := known.DESCRIPTOR.fields_by_number.get(number):
            known.ClearField(field.name)
    known.MergeFrom(changes)


async def play(address: str, game: str, most: int, luck: Random) -> list[str]:
    """Play so many acts of a match against the server's bots; return why any was refused."""
    refused: list[str] = []
    async with grpc.aio.insecure_channel(address) as channel:
        opened = await SessionServiceStub(channel).OpenSession(OpenSessionRequest(name="Nobody"))
        metadata = (("authorization", f"Bearer {opened.token}"),)
        lobby = LobbyServiceStub(channel)
        known = await lobby.ListGames(lobby_service_pb2.ListGamesRequest(), metadata=metadata)
        wanted = lobby_service_pb2.CreateTableRequest(
            game=game,
            seats=next(each.seats[0] for each in known.games if each.id == game),
            seat=0,
            bots=tables_pb2.BOT_LEVEL_EASY,
            pause_milliseconds=0,
            thinking_milliseconds=0,
            window_milliseconds=0,
        )
        table = (await lobby.CreateTable(wanted, metadata=metadata)).table
        ready = lobby_service_pb2.SetReadyRequest(table=table.id, ready=True)
        await lobby.SetReady(ready, metadata=metadata)
        stream = TableServiceStub(channel).Play(metadata=metadata)
        join = table_service_pb2.PlayJoin(table=table.id)
        await stream.write(table_service_pb2.PlayRequest(join=join))
        view, own, position, acted = views_pb2.PublicView(), views_pb2.OwnView(), 0, 0
        async for response in stream:
            for frame in response.frames:
                match frame.WhichOneof("frame"):
                    case "snapshot":
                        view, own = frame.snapshot.view, frame.snapshot.own
                        position = frame.snapshot.position
                    case "update":
                        update = frame.update
                        position = update.position
                        part = view.WhichOneof("game")
                        if part and update.changed_game:
                            fold(
                                getattr(view, part),
                                getattr(update.view, part),
                                update.changed_game,
                            )
                            update.view.ClearField(part)
                        fold(view, update.view, update.changed)
                        fold(own, update.own, update.changed_own)
                    case "reply" if frame.reply.HasField("refusal"):
                        acted = 0
                        if frame.reply.refusal.reason != errors_pb2.REASON_STALE:
                            refused.append(frame.reply.refusal.sentence)
                    case _:
                        pass
            if view.phase == Phase.PHASE_OVER or not most:
                break
            if own.seat in view.to_act and own.choices and acted != position:
                acted, most = position, most - 1
                action = action_of(luck.choice(own.choices), luck)
                act = table_service_pb2.PlayAct(
                    action=action, expected=position, request_id=str(most)
                )
                await stream.write(table_service_pb2.PlayRequest(act=act))
        stream.cancel()
    return refused


async def main(address: str = "", *games: str) -> None:
    """Play at a server, or at one of its own."""
    server = None
    if not address:
        from cardtui_server.app import serve
        from cardtui_server.limits import Limits
        from cardtui_server.settings import Settings

        server = await serve(Settings(port=0, limits=Limits.open()))
        address = server.address
    for game in games or game_ids():
        refused = await play(address, game, 40, Random(game))  # noqa: S311 - no secret hangs on it
        print(f"{game}: {len(refused)} acts refused", *sorted({*refused}), sep="\n  ")
    if server is not None:
        await server.stop(grace=0)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
