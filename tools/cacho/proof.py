"""Says what the best reply gains against Cacho's bot at the hard level, by stack.

python -m tools.cacho.proof [STACK ...] [--check]. Without stacks, all stacks of the table: some
minutes. The numbers are chips a hand of two: *forced* where both have put in the first chip, *free*
where both enter or pass on the first card.
"""

from __future__ import annotations

import argparse
from typing import Final

from cardtui_engine.games.cacho.bot.solved import stacks
from tools.cacho.cards import read_cards
from tools.cacho.reply import best_reply

_LEAST_CHIPS: Final = 3
"""With fewer chips nobody is dealt in (CC-03)."""


def main() -> None:
    """Print a line for each stack."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "stacks", nargs="*", type=int, metavar="STACK", help="chips before the hand"
    )
    parser.add_argument("--check", action="store_true", help="a pass may be a check (CC-17)")
    args = parser.parse_args()
    if any(stack < _LEAST_CHIPS for stack in args.stacks):
        parser.error(f"a hand takes {_LEAST_CHIPS} chips at least")
    cards = read_cards()
    row = "  ".join([f"{'elder':>7} {'younger':>7} {'mean':>6}"] * 2)
    print(f"stack  {'forced, as':23} free, as\n       {row}")
    for stack in args.stacks or stacks(check=args.check):
        gains = [best_reply(cards, stack, check=args.check, free=free) for free in (False, True)]
        told = "  ".join(
            [f"{each.as_elder:7.3f} {each.as_younger:7.3f} {each.mean:6.3f}" for each in gains]
        )
        print(f"{stack:5}  {told}", flush=True)


if __name__ == "__main__":
    main()
