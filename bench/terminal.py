"""Measure what a table sends to a terminal: bytes and times on a pseudo-terminal of 80×24.

A change of one card, your own key, a whole hand with and without motion, a call that is shouted,
and silence; beside a bare Textual app with one line that changes, and beside one of six widgets in
which as many cells change as with a card. The table is told a match of bots by the rules, without
a server, so that nothing else is measured. A card is measured in every game, the rest in one; at
Cacho, where no card is played, it is a bet.

    python -m bench.terminal [--game G] [--changes N] [--hands N] [--calls N] [--idle SECONDS]
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from bench.apps import SPENT_QUESTION
from bench.reporting import at_most, report
from bench.watched import Watched, app
from cardtui_engine import game_ids

SILENCE_ROUNDS = 3
"""How often silence is measured."""

STILL_SECONDS = 0.1
"""Seconds without a byte after which it is asked whether all that moved lies still."""

RIGHT, LEFT = b"\x1b[C", b"\x1b[D"


_CARD_MOVES = (("play", "Acted"), ("discard", "Acted"), ("bet", "Acted", "ChipsBet"))
"""The verb and the events of a card that is played and no more, or of a bet."""

_CALL_VERBS = (["truco"], ["retruco"], ["vale_cuatro"], ["falta_envido"], ["raise"])


class Change(NamedTuple):
    """The answer to a change, its bytes, and the ms of processor time until it is drawn."""

    told: dict[str, Any]
    bytes: int
    ms: float


def change(watched: Watched, asked: str) -> Change:
    """Have something changed."""
    before = watched.ask(SPENT_QUESTION)["spent"]
    told = watched.ask(asked)
    count, _first, _last = watched.read()
    return Change(told, count, watched.ask(SPENT_QUESTION)["spent"] - before)


def told_of_cards(games: Sequence[str], number: int) -> None:
    bare, six = app("bare"), app("six")
    for game in games:
        ours = app("still", game)
        tell_cards(
            game,
            [
                (
                    change(ours, "step"),
                    change(bare, f"line {at % 10}"),
                    change(six, f"line {at % 10}"),
                )
                for at in range(number)
            ],
        )
        ours.end()
    bare.end()
    six.end()


def tell_cards(game: str, turns: Sequence[tuple[Change, Change, Change]]) -> None:
    """Report the changes of one card alone, beside those of a line and of six widgets."""
    told = [(*each[0].told["verbs"], *each[0].told["events"]) for each in turns]
    alone = [
        each for each, of in zip(turns, told, strict=True) if of in _CARD_MOVES and each[0].bytes
    ]
    mine, one_line, as_many = zip(*alone, strict=True)
    sizes, times = [each.bytes for each in mine], [each.ms for each in mine]
    card = "a bet" if game == "cacho" else "a card that is played"
    what, note = f"{game}: {card}", f"most {max(sizes):,}"
    lines = [each.bytes for each in one_line]
    report(what, sizes, lines, unit="bytes", goal=at_most(2000, alone=True), note=note)
    spent = f"{game}: {card}, processor time, against"
    report(f"{spent} one bare line", times, [each.ms for each in one_line], unit="ms")
    six_ms = [each.ms for each in as_many]
    report(f"{spent} as many cells in six widgets", times, six_ms, unit="ms", goal=at_most(3))


def told_of_keys(game: str, number: int) -> None:
    watched = app("still", game)
    while not watched.ask("step").get("mine"):
        watched.read()
    watched.read(0.3)
    times = []
    for at in range(number):
        began = time.perf_counter()
        os.write(watched.master, LEFT if at % 2 else RIGHT)
        count, _first, last = watched.read()
        if count:
            times.append((last - began) * 1e3)
    watched.end()
    what = f"{game}: your own key, to the last byte"
    report(what, times, unit="ms", goal=at_most(10, alone=True))


def bytes_of_hands(game: str, mode: str, hands: int) -> list[int]:
    """Return the bytes of each hand of a match, each change shown to its end."""
    watched = app(mode, game)
    sums: list[int] = []
    before = 0
    while len(sums) < hands:
        told = watched.ask("step")
        if "HandStarted" in told["events"]:
            before = watched.sent
        watched.read(STILL_SECONDS)
        while not watched.ask("rests?")["rests"]:
            watched.read(STILL_SECONDS)
        watched.read(STILL_SECONDS)
        if "HandEnded" in told["events"]:
            sums.append(watched.sent - before)
    watched.end()
    return sums


def told_of_hands(game: str, hands: int) -> None:
    moving, still = (bytes_of_hands(game, mode, hands) for mode in ("moving", "still"))
    extra = [(more - less) / 1e3 for more, less in zip(moving, still, strict=True)]
    what, note = f"{game}: all motion of a hand", f"most {max(extra):.1f}"
    report(what, extra, unit="kB", goal=at_most(20, alone=True), note=note)


def told_of_shouts(game: str, calls: int) -> None:
    """Report what is sent of a call from the first byte until the table lies still again."""
    watched = app("calling", game)
    sizes: list[int] = []
    while len(sizes) < calls:
        told, before = watched.ask("step"), watched.sent
        watched.read(STILL_SECONDS)
        while not watched.ask("rests?")["rests"]:
            watched.read(STILL_SECONDS)
        watched.read(STILL_SECONDS)
        if told["verbs"] in _CALL_VERBS:
            sizes.append(watched.sent - before)
    watched.end()
    what, note = f"{game}: a call that is shouted", f"most {max(sizes):,}"
    report(what, sizes, unit="bytes", goal=at_most(5000, alone=True), note=note)


def told_of_silence(game: str, seconds: float) -> None:
    watched = app("moving", game)
    while not watched.ask("step").get("mine"):
        watched.read(0.5)
    watched.read(2.5)
    counts, shares = list[int](), list[float]()
    for _ in range(SILENCE_ROUNDS):
        before = watched.processor()
        counts.append(watched.drain(seconds))
        shares.append((watched.processor() - before) / seconds)
    watched.end()
    what = f"{game}: waiting for your turn for {seconds:.0f} s"
    report(f"{what}: bytes", counts, unit="bytes", goal=at_most(0, alone=True))
    report(f"{what}: processor time", shares, unit="%", goal=at_most(0.005, alone=True))


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what a table sends to a terminal.")
    parser.add_argument("--game", default="truco-argentino", help="which game")
    parser.add_argument("--changes", type=int, default=15, help="changes and keys")
    parser.add_argument("--hands", type=int, default=3, help="hands with and without motion")
    parser.add_argument("--calls", type=int, default=3, help="calls that are shouted")
    parser.add_argument("--idle", type=float, default=2.0, help="seconds of silence")
    args = parser.parse_args()
    told_of_cards([args.game, *(each for each in game_ids() if each != args.game)], args.changes)
    told_of_keys(args.game, args.changes)
    told_of_hands(args.game, args.hands)
    told_of_shouts(args.game, args.calls)
    told_of_silence(args.game, args.idle)


if __name__ == "__main__":
    main()
