"""Time verifying: a match of bots with everything in its record, from its file to a verdict.

It is processor time, as others may work on the machine. Beside it stands the size of the record.

    python -m bench.verifying [--rounds N]
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from typing import Final

from bench.reporting import at_most, report
from cardtui_engine import Bits, Level, get_bot_maker, get_rules
from cardtui_engine.bots import BOTS_VERSION
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.record_writing import agreed_lines, bots_line, sitting_line, write
from cardtui_engine.library.records import Act, BotsOf, Entry, Origin, Pack, Record, Sitting
from cardtui_engine.library.registry import game_ids
from cardtui_server.fairness.chain import first_head, head_after, head_with
from cardtui_server.fairness.commitments import server_commitment
from cardtui_server.fairness.packs import bot_seed, first_dealer, riffled, shuffled
from cardtui_server.fairness.verification import Kind, verify

TABLE: Final = "k7mnpq"
SECRET: Final = bytes(range(64))
"""Always the same matches."""

MOST_ACTS: Final = 1000
"""Where a match is longer, the table is closed: so long has no evening."""


def record_of(game: str) -> str:
    """Return the record of a match of hard bots, which decide by the bits of their table."""
    rules = get_rules(game)
    seats = 4 if 4 in rules.seats else rules.seats[0]
    options = rules.options({}, seats)
    dealer = first_dealer(shuffled, SECRET, seats)
    bot = get_bot_maker(game)(options, seats, Level.HARD)
    state, entries, packs = rules.start(options, seats, dealer), list[Entry](), 0
    moves = 0
    commitment = server_commitment(TABLE, 1, SECRET)
    sittings = tuple([Sitting(0, seat, f"Bot {seat}", Level.HARD) for seat in range(seats)])
    origin = Origin(
        TABLE,
        1,
        "2026-11-24T20:15:00Z",
        sittings=sittings,
        secret=SECRET,
        commitment=commitment,
        bots=(BotsOf(0, BOTS_VERSION),),
    )
    names = tuple([each.name for each in sittings])
    agreed = Record(game, seats, options, dealer, names, origin=origin)
    lines = [*agreed_lines(agreed), *map(sitting_line, sittings), bots_line(BOTS_VERSION)]
    head = head_with(first_head(commitment, ()), lines)
    while not (turn := rules.turn(state)).over and len(entries) < MOST_ACTS:
        before = state
        if turn.chance is not None:
            packs += 1
            lain = tuple(turn.chance.gathered or ())
            cards = (
                riffled(SECRET, packs, lain)
                if lain
                else shuffled(SECRET, packs, rules.pack_of(state))
            )
            entries.append(Pack(cards, lain))
            state, events = rules.deal(state, cards)
            head = head_after(head, events, rules)
        else:
            for seat in (*turn.may_declare, *turn.to_act, *turn.may_act):
                bits = Bits(bot_seed(SECRET, seat, moves))
                action = bot.decide(rules.seat_view(state, seat), bits)
                if action is not None:
                    entries.append(Act(seat, action))
                    state, events = rules.apply(state, seat, action)
                    head = head_after(head, events, rules)
                    break
            else:
                raise AssertionError("no bot acts")
        moves += state != before
    origin = replace(origin, chain=head, closed=not turn.over)
    return write(replace(agreed, entries=tuple(entries), origin=origin))


def verified(text: str) -> float:
    """Return the seconds that it takes to read and to verify a record."""
    began = time.process_time()
    verdict = verify(read(text))
    spent = time.process_time() - began
    assert [each.kind for each in verdict.findings] == [Kind.NOBODY_GAVE], verdict.findings[:3]
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description="Time verifying.")
    parser.add_argument("--rounds", type=int, default=3, help="times that each record is verified")
    args = parser.parse_args()
    for game in game_ids():
        text = record_of(game)
        entries = len(read(text).entries)
        spent = [verified(text) for _ in range(args.rounds)]
        note = f"{len(text.encode()) / entries:.0f} bytes a line"
        report(
            f"{game}: a record of {entries} packs and acts, verified",
            spent,
            unit="s",
            goal=at_most(1, alone=True),
            note=note,
        )


if __name__ == "__main__":
    main()
