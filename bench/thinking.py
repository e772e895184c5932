"""Measure how long hard bots think: processor time of a decision, in milliseconds, by table.

Every seat is a hard bot, asked as a server asks it. Goal: 25 ms in 99 of 100 decisions. Times are
those of one thread, so that other programs disturb them little; a new process unpacks its tables
when it first needs them, and that counts, too.

    python -m bench.thinking [--table T ...] [--decisions N] [--seed S]
"""

from __future__ import annotations

import argparse
import time
from statistics import fmean, quantiles
from typing import Any, Final

from bench.manners import TABLES, Table, options_of
from cardtui_engine import Action, Bits, Level, get_bot_maker, get_rules
from cardtui_engine.library.simulate import first_act, next_pack
from cardtui_engine.views import SeatView

PLAYED_TABLES: Final = {
    **{name: TABLES[name] for name in ("argentino", "argentino-4")},
    "argentino-6": Table("truco-argentino", "tradicional", 6),
    **{name: TABLES[name] for name in ("con-flor", "con-flor-4")},
    "con-flor-6": Table("truco-argentino", "con-flor", 6),
    **{name: TABLES[name] for name in ("mesa", "denexa", "paulista", "paulista-4")},
    "paulista-6": Table("truco-paulista", "paulista", 6),
    "mineiro": TABLES["mineiro"],
    **{f"cacho-{seats}": Table("cacho", "cacho", seats) for seats in (2, 3, 4)},
    **{f"cacheta-{seats}": Table("cacheta", "mesa", seats) for seats in (2, 8)},
    **{f"pif-paf-{seats}": Table("pif-paf", "denexa", seats, 12) for seats in (3, 8)},
    **{
        f"tradicional-{seats}": Table("pif-paf-tradicional", "tradicional", seats, 12)
        for seats in (2, 8)
    },
}


def played(table: Table, decisions: int, seed: int) -> list[float]:
    """Play match after match; return how many milliseconds each decision took."""
    rules, options, bits = get_rules(table.game), options_of(table), Bits(seed)
    make, took = get_bot_maker(table.game), list[float]()
    while len(took) < decisions:
        bots = [make(options, table.seats, Level.HARD) for _ in range(table.seats)]

        def decide(seat: int, view: SeatView[Any, Any], bots: Any = bots) -> Action | None:
            begun = time.thread_time()
            action: Action | None = bots[seat].decide(view, bits)
            took.append((time.thread_time() - begun) * 1e3)
            return action

        state: Any = rules.start(options, table.seats, bits.below(table.seats))
        while not (turn := rules.turn(state)).over and len(took) < decisions:
            if turn.wants_pack:
                state, _ = rules.deal(state, next_pack(rules, state, bits))
            elif (act := first_act(rules, state, turn.asked, decide)) is not None:
                state, _ = rules.apply(state, act.seat, act.action)
    return took


def main() -> None:
    """Print a line for each table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--table", nargs="+", choices=PLAYED_TABLES, default=PLAYED_TABLES, metavar="T"
    )
    parser.add_argument("--decisions", type=int, default=3000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    args = parser.parse_args()
    print(f"{'table':15} decisions    mean     p99     max  (ms)")
    for name in args.table:
        took = played(PLAYED_TABLES[name], args.decisions, args.seed)
        row = fmean(took), quantiles(took, n=100)[-1], max(took)
        print(f"{name:15} {len(took):9}", *[f"{each:7.2f}" for each in row], flush=True)


if __name__ == "__main__":
    main()
