"""What another server makes of tables that it takes over: all as the log says, with all time."""

from __future__ import annotations

import asyncio
import random

from cardtui_engine.actions import Action
from cardtui_server.fairness.commitments import absent_bits, match_key, seat_commitment
from cardtui_server.match.entries import Acted, SpectatorsSet, SpectatorTalk
from cardtui_server.match.requests import ChangeTerms, Reveal, SetReady, Start
from cardtui_server.match.state import Life
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from cardtui_server.table.pace import CLAIM_WINDOW_SECONDS, LONGEST_REVEALING_SECONDS
from tests.server.at_table import Known, end_hand, is_gone, one_act
from tests.server.clocks import timing, waiting
from tests.server.rummies import IDLE, THROWER, WAITS_FOR_JD, at_a_discard, stacked
from tests.support.playing import House, act, attach, brief, play, quiet, snapshot

DRAW = Action("draw", source="stock")


async def done(house: House, table: Table) -> list[tuple[int, Action]]:
    """Return who did what, as the log says."""
    game, read = table.state.rules.id, house.env.journal.read
    found = [read(row, game).entry for row in await house.store.read(table.id)]
    return [(each.seat, each.action) for each in found if isinstance(each, Acted)]


async def with_bots(house: House) -> Table:
    """Return a match of a player and two bots, in which there were some acts."""
    table = await house.table("cacho", 3, people=1, options=brief("cacho"))
    for _ in range(4):
        await one_act(house, table)
    return table


async def to_its_end(house: House, table: Table) -> list[tuple[int, Action]]:
    while table.state.life is Life.PLAYING:
        await one_act(house, table)
    return await done(house, table)


async def test_everybody_has_their_whole_time_again_and_nothing_else_is_otherwise() -> None:
    store, alone = MemoryStore(), House(seed=1000)
    one, two = (House(store, seed, peers=Known(name)) for seed, name in [(1000, "one"), (0, "two")])
    claims = stacked(THROWER, IDLE, WAITS_FOR_JD, WAITS_FOR_JD, store=store)
    claims.peers = Known("one")
    claims.lobby = claims._lobby()
    bots, same_bots = await with_bots(one), await with_bots(alone)
    timed = await one.table(clock=30, reserve=60)
    for seat in (0, 1):
        attach(timed, seat, None)
    await one.passes(42.5)
    slow, told = waiting(timed), timed.state.position
    number = await act(timed, slow, Action("bet"), told, "a bet")
    assert timed.state.reserves[slow] < 48_000
    late = await one.table(start=False, options=brief("cacho"))
    await late.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART, 0, 60_000)))
    await late.ask(Start(player="p0"))
    await quiet()
    await play(late, random.Random(4), 3)
    resting = await one.table(pause=4)
    await end_hand(resting)
    hand = resting.state.tally.hand
    joint = await one.table(seats=3, people=2, start=False, options=brief("cacho"))
    bits = [bytes([seat + 1]) * 32 for seat in (0, 1)]
    for seat in (0, 1):
        await joint.ask(SetReady(f"p{seat}", ready=True, commitment=seat_commitment(bits[seat])))
    await joint.ask(Reveal("p0", bits[0]))
    await quiet()
    assert joint.state.shuffle is not None
    secret = joint.state.shuffle.secret
    thrown = await at_a_discard(claims)
    for house in (one, claims):
        await house.passes(2.9)
    before = await done(one, timed)

    two.clock.advance(one.clock.now() - two.clock.now())
    is_gone(two, "one")
    wanted = (bots, timed, late, resting, joint, thrown)
    taken = [await two.lobby.find(each.id) for each in wanted]
    for mine, former in zip(taken, wanted, strict=True):
        other = former.state
        assert mine.state == other._replace(hidden=mine.state.hidden, owner=mine.state.owner)
    bots, timed, late, resting, joint, thrown = taken
    await quiet()
    # A decision begins anew, with the reserve of the last action; what was granted stays granted.
    for seat in (0, 1):
        attach(timed, seat, None)
    await two.passes(0.1)
    (clock,) = timing(timed).clocks
    assert clock.act.left_milliseconds > 29_800
    assert clock.reserve.left_milliseconds == timed.state.reserves[clock.seat]
    assert await act(timed, slow, Action("bet"), told, "a bet") == number
    assert await done(two, timed) == before
    # A claim window, the pause after a hand, and the wait for bits begin anew.
    drawn = asyncio.ensure_future(act(thrown, 1, DRAW, thrown.state.position))
    await two.passes(min(CLAIM_WINDOW_SECONDS, LONGEST_REVEALING_SECONDS) - 0.2)
    assert not drawn.done()
    assert joint.state.shuffling
    await two.passes(0.2)
    await drawn
    shuffle = joint.state.shuffle
    assert shuffle is not None
    given = [bits[0], absent_bits(seat_commitment(bits[1])), shuffle.seats[2].bits]
    assert (secret, Life.PLAYING) == (shuffle.secret, joint.state.life)
    assert joint.state.key == match_key(joint.id, 1, shuffle.secret, given)
    await two.passes(0.8)
    assert resting.state.tally.hand == hand
    await two.passes(0.3)
    assert resting.state.tally.hand == hand + 1
    # Late spectators see what was played a minute ago, and nothing sooner.
    await two.passes(60 - 7.5)
    assert snapshot(late, None).seq < late.state.seq
    await two.passes(1)
    assert snapshot(late, None).seq >= late.state.seq - 1
    # Bots decide as they would have.
    assert await to_its_end(two, bots) == await to_its_end(alone, same_bots)
    for house in (one, two, claims, alone):
        await house.stop()
