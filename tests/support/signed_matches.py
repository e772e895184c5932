"""Matches between people who sign each hand (`match`, `played`), at a server that signs, and their
records.
"""

import random
from collections.abc import Sequence
from functools import cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardtui_engine.bits import Bits
from cardtui_server.fairness.commitments import seat_commitment
from cardtui_server.fairness.signatures import OVER, HandEnd, Signer, message
from cardtui_server.match.requests import Close, Reveal, SetReady, SignHead
from cardtui_server.match.state import Life
from cardtui_server.network.certificate import make_certificate
from cardtui_server.table.actor import Table
from tests.support.playing import House, act, quiet

PEOPLE = {f"p{n}": Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in range(2)}
GIVEN = {
    player: bytes([n + 1]) * 32 + key.public_key().public_bytes_raw()
    for n, (player, key) in enumerate(PEOPLE.items())
}


@cache
def signer(number: int) -> Signer:
    """Return the signer of a server; each number has its own."""
    del number
    return Signer(make_certificate().key)


SIGNS = ("p0", "p1")

_played: dict[object, str] = {}


async def match(house: House, table: Table, signs: Sequence[str], *, close: bool = False) -> str:
    """Play a match in which those players sign each hand; return its record."""
    number, luck = table.state.match + 1, random.Random(1)
    for player, given in GIVEN.items():
        ready = SetReady(player, ready=True, commitment=seat_commitment(given))
        await table.ask(ready)
    await quiet()
    for player, given in GIVEN.items():
        await table.ask(Reveal(player, given))
    await quiet()
    signed: tuple[HandEnd, ...] = ()
    while table.state.life is Life.PLAYING or table.state.ends[-1:] != signed:
        if table.state.ends[-1:] != signed:
            signed = table.state.ends[-1:]
            await sign(table, signs)
            if close and len(table.state.ends) > 1:
                await table.ask(Close("p0"))
                break
        turn = table.state.turn
        if table.state.life is Life.PLAYING and turn and turn.to_act:
            seat = turn.to_act[0]
            choice = luck.choice(table.state.rules.legal(table.state.game, seat))
            await act(table, seat, choice.sample(Bits(luck.getrandbits(64))))
        else:
            house.clock.advance(0.05)
        await quiet()
    return await house.lobby.records.text(table.id, number, "p0")


async def sign(table: Table, players: Sequence[str]) -> None:
    """Have players sign the latest end of a hand."""
    (hand, head), seats = table.state.ends[-1], table.state.players()
    for player in players:
        text = message(table.id, table.state.match, hand or OVER, seats[player], head)
        made = PEOPLE[player].sign(text)
        await table.ask(SignHead(player, table.state.match, hand, head, made))


async def played(signs: Sequence[str] = SIGNS, *, matches: int = 1, close: bool = False) -> str:
    """Return the record of the last of some matches at a table; the same is played once."""
    which = (*signs, matches, close)
    if which not in _played:
        _played[which] = await _play(signs, matches, close=close)
    return _played[which]


async def _play(signs: Sequence[str], matches: int, *, close: bool) -> str:
    house = House(seed=3, signer=signer(0))
    table = await house.table("cacho", 2, start=False, options={"hands": 3})
    text = ""
    for _ in range(matches):
        text = await match(house, table, signs, close=close)
    await house.stop()
    return text
