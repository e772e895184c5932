"""A bot against another, each pack dealt twice, with the sides changed over: `score`, `wilson`.

With four and six seats, a side of such bots plays against a side of the others.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from cardtui_engine import Bits, Level, get_bot_maker, get_rules
from cardtui_engine.bots import Bot
from cardtui_engine.options import OptionValue


class Setting(NamedTuple):
    """What is played."""

    game: str
    options: Mapping[str, OptionValue]
    seats: int


def setting_of(game: str, preset: str, seats: int, **more: OptionValue) -> Setting:
    """Return what is played by a preset's rules, but for those options."""
    rules = get_rules(game)
    values = next(each.values for each in rules.presets if each.name == preset)
    return Setting(game, rules.options({**values, **more}, seats), seats)


def bot_named(name: str, setting: Setting) -> Bot:
    """Return a bot of a level, or of a class: ``module:Class``."""
    game, options, seats = setting
    if name.upper() in Level.__members__:
        return get_bot_maker(game)(options, seats, Level[name.upper()])
    module, made = name.split(":")
    bot: Bot = getattr(import_module(module), made)(options, seats, Level.HARD)
    return bot


def played(setting: Setting, players: Sequence[Bot], pack: int) -> tuple[int, list[int], int]:
    """Play a match; return the winning side, the scores, and the number of hands."""
    rules, hands = get_rules(setting.game), 0
    bits = [Bits(pack * len(players) + seat) for seat in range(len(players))]
    state = rules.start(setting.options, len(players), pack % len(players))
    while not (turn := rules.turn(state)).over:
        if turn.wants_pack:
            cards = list(rules.pack_of(state))
            Bits(pack * 1_000 + hands).shuffle(cards)
            state, _ = rules.deal(state, cards)
            hands += 1
            continue
        for seat in turn.asked:
            action = players[seat].decide(rules.seat_view(state, seat), bits[seat])
            if action is not None:
                state, _ = rules.apply(state, seat, action)
                break
    common = rules.view(state, None).common
    return common.winners[0] & 1, list(common.scores), hands


class Score(NamedTuple):
    """What a bot has won in matches: of how many, and points a hand."""

    won: int
    matches: int
    points: float


def score(setting: Setting, bot: Bot, other: Bot, matches: int, first: int = 0) -> Score:
    """Have a bot play another, each pack from both sides, from that pack on."""
    won = points = hands = 0
    for number in range(matches):
        side = number & 1
        players = [bot if seat & 1 == side else other for seat in range(setting.seats)]
        winner, scores, took = played(setting, players, first + number // 2)
        won += winner == side
        points += scores[side] - scores[1 - side]
        hands += took
    return Score(won, matches, points / hands)


def wilson(won: float, of: int) -> tuple[float, float]:
    """Return the bounds of 95 % for a part, which pay no heed to packs that are the same."""
    z = 1.96
    middle = (won + z * z / (2 * of)) / (1 + z * z / of)
    off = z / (1 + z * z / of) * math.sqrt(won * (1 - won) / of + z * z / (4 * of * of))
    return middle - off, middle + off


def tell(
    name: str, setting: Setting, bot: Bot, other: Bot, *, matches: int, first: int = 0
) -> None:
    """Play, and print a line: what the bot wins, with its bounds, and points a hand."""
    began = time.process_time()
    won, _, points = score(setting, bot, other, matches, first)
    low, high = wilson(won / matches, matches)
    took = (time.process_time() - began) / matches
    print(
        f"{setting.game} {setting.seats} against {name:36} wins {won / matches:6.1%} "
        f"[{low:.1%}, {high:.1%}] of {matches}; {points:+.3f} a hand; {took:.2f} s a match",
        flush=True,
    )
