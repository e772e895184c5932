"""A program that plays any game at random, by the bots' line protocol (docs/bots.md).

cardtui arena cacho 'python examples/bots/random_bot.py' easy
"""

import random
import sys

luck = random.Random(7)  # noqa: S311 - no secret hangs on it
may: list[str] = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "may":
        may.append(rest)
    elif word == "go":
        # Random rummy would never end: go out whenever it is possible.
        out = [each for each in may if each.split()[0] in ("go_out", "bater", "knock", "claim")]
        print(rest.split()[0], luck.choice(out or may), flush=True)
        may.clear()
    elif word == "quit":
        break
