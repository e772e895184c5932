"""One caller's guesses and newcomers do not keep out others who share the address."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import grpc
import pytest

from cardtui.v1 import lobby_service_pb2, session_service_pb2, tables_pb2
from cardtui_server.limits import Limits
from cardtui_server.lobby.password import Password
from cardtui_server.match.refusals import Refused
from cardtui_server.rpc.caller import Caller as RpcCaller
from cardtui_server.rpc.limited import ADDRESS_GUESSES, GUESSES
from cardtui_server.rpc.limiter import Limiter
from tests.support.calling import BOUND, SWIFT, Caller, reason, refused_as, running
from tests.support.ports import FakeClock

SECRET = "truco y retruco"
HONEST = 15
LIMITS = Limits(
    address_guesses_rate=10, address_table_codes_rate=10, sessions_rate=10, sessions_burst=20
)
"""Those of a home, but for how long anybody waits."""


@asynccontextmanager
async def attack(
    address: str, guess: Callable[[Caller, int], Awaitable[object]], token: str = ""
) -> AsyncGenerator[None]:
    """Guess as fast as it can be done: nineteen at a time, and one with fresh connections."""
    same = Caller(address)
    refused = asyncio.Event()

    async def again_and_again(*, fresh: bool) -> None:
        number = 0
        while True:
            number += 1
            caller = Caller(address) if fresh else same
            caller.token = token
            try:
                await guess(caller, number)
            except grpc.aio.AioRpcError as error:
                if error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED:
                    refused.set()
            finally:
                if fresh:
                    await caller.channel.close()

    tasks = [asyncio.create_task(again_and_again(fresh=not n)) for n in range(20)]
    try:
        await asyncio.wait_for(refused.wait(), BOUND)
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await same.channel.close()


async def open_with(caller: Caller, password: str) -> None:
    request = session_service_pb2.OpenSessionRequest(name="Ana", password=password)
    opened = await caller.sessions.OpenSession(request, timeout=BOUND)
    caller.token = opened.token


async def use(caller: Caller, code: str) -> None:
    request = session_service_pb2.UseAccountCodeRequest(code=code)
    await caller.sessions.UseAccountCode(request, timeout=BOUND)


@pytest.mark.slow
async def test_right_passwords_pass_while_a_program_guesses() -> None:
    wanted = replace(SWIFT, password=Password.of(SECRET, cost=2), limits=LIMITS)
    async with (
        running(wanted) as server,
        attack(server.address, lambda caller, n: open_with(caller, f"guess {n}")),
    ):
        for _ in range(HONEST):
            honest = Caller(server.address)
            await open_with(honest, SECRET)
            await honest.channel.close()


@pytest.mark.slow
async def test_right_account_codes_pass_while_a_program_guesses() -> None:
    limits = replace(LIMITS, codes_burst=HONEST)
    async with running(replace(SWIFT, limits=limits)) as server:
        ana = await Caller.of(server.address, "Ana")
        async with attack(server.address, lambda caller, n: use(caller, f"{n:010}")):
            for _ in range(5):
                request = session_service_pb2.CreateAccountCodeRequest()
                made = await ana.call(ana.sessions.CreateAccountCode, request)
                honest = Caller(server.address)
                await use(honest, made.code)
                await honest.channel.close()
        await ana.close()


async def test_right_codes_of_tables_pass_while_a_program_guesses() -> None:
    async with running(replace(SWIFT, limits=LIMITS)) as server:
        ana, eva = [await Caller.of(server.address, name) for name in ("Ana", "Eva")]
        table = await ana.create(seat=0, private=True)
        async with attack(server.address, lambda caller, n: caller.join(f"{n:06}"), eva.token):
            for _ in range(HONEST):
                honest = await Caller.of(server.address, "Bia")
                await honest.view(table.id)
                await honest.close()
        await asyncio.gather(ana.close(), eva.close())


@pytest.mark.slow
async def test_newcomers_come_in_while_a_program_makes_players() -> None:
    async with (
        running(replace(SWIFT, limits=LIMITS)) as server,
        attack(server.address, lambda caller, n: open_with(caller, "")),
    ):
        for _ in range(HONEST):
            honest = Caller(server.address)
            await open_with(honest, "")
            await honest.channel.close()


@pytest.mark.slow
async def test_who_has_guessed_least_comes_first_and_a_right_one_costs_nothing() -> None:
    limits = Limits(address_guesses_rate=5, address_guesses_burst=1, guesses_burst=3)
    limiter = Limiter(limits, clock := FakeClock())
    eva, ana = (
        RpcCaller("", "", "10.0.0.1", limited=True, connection=each) for each in ("eva", "ana")
    )
    came: list[str] = []

    async def turn(who: RpcCaller) -> None:
        await limiter.turn(GUESSES, ADDRESS_GUESSES, who)
        came.append(who.connection)

    await turn(eva)
    waiting = [asyncio.create_task(turn(who)) for who in (eva, eva, ana)]
    await asyncio.sleep(0)
    with pytest.raises(Refused):  # her own are used up: she waits for no turn
        await turn(eva)
    assert came == ["eva"]
    clock.advance(0.25)
    await asyncio.wait_for(waiting[2], BOUND)
    assert came == ["eva", "ana"]
    limiter.give_back(GUESSES, ADDRESS_GUESSES, ana)  # hers was right: the next need not wait
    await asyncio.wait_for(waiting[0], BOUND)
    clock.advance(0.25)
    await asyncio.wait_for(waiting[1], BOUND)
    for _ in range(3):  # nor does she run out of them
        clock.advance(0.25)
        await turn(ana)
        limiter.give_back(GUESSES, ADDRESS_GUESSES, ana)


@pytest.mark.parametrize("patient", [True, False])
async def test_a_guess_that_nobody_looked_at_does_not_count(
    *, patient: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtui_server.rpc.limiter.TURN_SECONDS", 0 if patient else BOUND)
    limits = Limits(address_guesses_burst=1, address_guesses_rate=1, guesses_burst=2)
    limiter = Limiter(limits, clock := FakeClock())
    eva, ana = (
        RpcCaller("", "", "10.0.0.1", limited=True, connection=each) for each in ("eva", "ana")
    )
    await limiter.turn(GUESSES, ADDRESS_GUESSES, eva)
    for _ in range(5):
        waiting = asyncio.create_task(limiter.turn(GUESSES, ADDRESS_GUESSES, ana))
        if patient:
            with pytest.raises(Refused, match="address"):
                await waiting
        else:
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.wait([waiting])
    clock.advance(1)
    monkeypatch.setattr("cardtui_server.rpc.limiter.TURN_SECONDS", BOUND)
    await limiter.turn(GUESSES, ADDRESS_GUESSES, ana)


async def test_what_is_asked_for_at_once_stays_within_the_same_limits(tmp_path: Path) -> None:
    limits = replace(Limits.open(), seats_each=2, tables_each=3, tables=6)
    async with running(replace(SWIFT, limits=limits, data=tmp_path)) as server:
        ana, eva = [await Caller.of(server.address, name) for name in ("Ana", "Eva")]
        tables = [(await ana.create()).id for _ in range(3)]
        joined = await asyncio.gather(*map(eva.join, tables), return_exceptions=True)
        assert sum(isinstance(each, int) for each in joined) == 2
        bia = await Caller.of(server.address, "Bia")
        made = await asyncio.gather(*(bia.create() for _ in range(9)), return_exceptions=True)
        assert sum(not isinstance(each, BaseException) for each in made) == 3
        made = await asyncio.gather(*(eva.create(seat=0) for _ in range(9)), return_exceptions=True)
        assert all(isinstance(each, grpc.aio.AioRpcError) for each in made)
        await asyncio.gather(ana.close(), eva.close(), bia.close())


async def test_a_seat_that_is_asked_for_counts_as_one_that_is_held(tmp_path: Path) -> None:
    limits = replace(Limits.open(), seats_each=2)
    async with running(replace(SWIFT, limits=limits, data=tmp_path)) as server:
        ana, eva = [await Caller.of(server.address, name) for name in ("Ana", "Eva")]
        for _ in range(2):
            table = (await ana.create(seat=0)).id
            bot = lobby_service_pb2.AddBotRequest(table=table, level=tables_pb2.BOT_LEVEL_EASY)
            await ana.call(ana.lobby.AddBot, bot)
            await ana.ready(table)
            wish = lobby_service_pb2.JoinTableRequest(table=table, ask=True)
            assert (await eva.call(eva.lobby.JoinTable, wish)).asked
        with refused_as("LIMIT"):
            await eva.create(seat=0)
        await asyncio.gather(ana.close(), eva.close())


async def test_two_who_invite_the_same_program_at_once_do_not_both_get_it(tmp_path: Path) -> None:
    async with running(replace(SWIFT, data=tmp_path)) as server:
        ana, robo = Caller(server.address), Caller(server.address)
        await ana.open("Ana")
        tables = [await ana.create(seat=0) for _ in range(3)]
        request = session_service_pb2.OpenSessionRequest(name="Robo", bot_account=True)
        robo.token = (await robo.sessions.OpenSession(request, timeout=BOUND)).token
        watching = robo.lobby.WatchTables(
            lobby_service_pb2.WatchTablesRequest(), metadata=robo.metadata
        )
        await watching.read()
        listed = lobby_service_pb2.ListBotAccountsRequest()
        (account,) = (await ana.call(ana.lobby.ListBotAccounts, listed)).accounts
        invited = await asyncio.gather(
            *(
                ana.call(
                    ana.lobby.AddBot,
                    lobby_service_pb2.AddBotRequest(table=each.id, account=account.player),
                )
                for each in tables
            ),
            return_exceptions=True,
        )
        refused = [each for each in invited if isinstance(each, grpc.aio.AioRpcError)]
        assert [reason(each) for each in refused] == ["TABLE_STATE"] * 2
        watching.cancel()
        await asyncio.gather(ana.close(), robo.close())
