"""Records of matches at which everybody gave bits for the shuffle: `honest`, or `played`
otherwise.
"""

import random

from cardtui_engine.bits import Bits
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import Record
from cardtui_engine.library.registry import get_rules
from cardtui_engine.options import OptionValue
from cardtui_server.fairness.commitments import seat_commitment
from cardtui_server.match.requests import Close, Reveal, Start
from cardtui_server.match.state import Life
from tests.support.playing import House, act, brief, quiet

MINE = bytes(range(32))

MOST_ACTS = 40
"""After so many acts of the person the table is closed."""

_honest: dict[str, str] = {}


async def honest(game: str) -> Record:
    """Return the record of a match in which nobody lied."""
    return read(await honest_text(game))


async def honest_text(game: str) -> str:
    """Return it as it is written; each game is played once."""
    if game not in _honest:
        _honest[game] = await played(game)
    return _honest[game]


async def played(
    game: str, house: House | None = None, *, reveals: bool = True, **options: OptionValue
) -> str:
    """Return the record of a match of a person who plays at random with three bots, or one."""
    house, luck = house or House(seed=5), random.Random(game)
    seats = 4 if 4 in (rules := get_rules(game)).seats else rules.seats[0]
    table = await house.table(
        game, seats, people=1, start=False, options={**brief(game), **options}
    )
    await table.ask(Start("p0", commitment=seat_commitment(MINE)))
    await quiet()
    if reveals:
        await table.ask(Reveal("p0", MINE))
    else:
        house.clock.advance(10)
    await quiet()
    acts = 0
    while table.state.life is Life.PLAYING:
        if table.state.turn and 0 in table.state.turn.to_act:
            choice = luck.choice(table.state.rules.legal(table.state.game, 0))
            await act(table, 0, choice.sample(Bits(luck.getrandbits(64))))
            acts += 1
        else:
            house.clock.advance(0.05)
        await quiet()
        if acts == MOST_ACTS and table.state.life is Life.PLAYING:
            await table.ask(Close("p0"))
            await quiet()
    text = await house.lobby.records.text(table.id, 1, "p0")
    await house.stop()
    return text
