"""What bots of all games do in fixed positions, as one hash for each game: `make decisions`.

The positions come from matches that are played at random, so that they stay the same whatever bots
do. Each level decides in each of them, in the manners of all characters by turns.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardtui_engine.bits import Bits
from cardtui_engine.bots import BOTS_VERSION, Level
from cardtui_engine.library.action_text import action_text
from cardtui_engine.library.registry import game_ids, get_bot_maker, get_rules
from cardtui_engine.library.simulate import next_pack
from cardtui_engine.rules import AnyRules
from cardtui_server.characters import Character, manner_of

FILE = Path(__file__).parent / "data" / "bot-decisions.json"

_POSITIONS = 40
_APART = 7
"""How many acts lie between two positions, so that all parts of a hand are met."""

_OTHERS = (
    "bots decide otherwise than before ({games}). If that is meant, raise BOTS_VERSION in"
    " engine/cardtui_engine/bots.py, then: make decisions. If no release has this number yet, it"
    " may stay: make decisions ARGS=--unreleased"
)


def changed(now: dict[str, Any]) -> str:
    """Return a sentence about games whose bots decide otherwise than is kept; ``""`` for none."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    names = [each for each in sorted({*now, *kept}) if now.get(each) != kept.get(each)]
    return _OTHERS.format(games=", ".join(names)) if names else ""


def decisions() -> dict[str, Any]:
    """Return the version of the bots, and by game a hash of what they do."""
    return {"version": BOTS_VERSION, **{game: _hash(game) for game in game_ids()}}


def _hash(game: str) -> str:
    rules = get_rules(game)
    at_tables = {rules.seats[0], 4} & set(rules.seats)
    told = "\n".join([line for seats in sorted(at_tables) for line in _lines(rules, seats)])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _lines(rules: AnyRules, seats: int) -> Iterator[str]:
    options = rules.options({}, seats)
    make = get_bot_maker(rules.id)
    manners = [0, *Character]
    for number, state in enumerate(_positions(rules, options, seats)):
        for seat in rules.turn(state).to_act:
            manner = manner_of(manners[number % len(manners)])
            for level in Level:
                bot = make(options, seats, level, manner)
                action = bot.decide(rules.seat_view(state, seat), Bits(number))
                yield f"{number} {seat} {level:d} {action and action_text(action, rules)}"


def _positions(rules: AnyRules, options: Any, seats: int) -> Iterator[Any]:
    bits, acts, found = Bits(seats), 0, 0
    state = rules.start(options, seats, 0)
    while found < _POSITIONS:
        turn = rules.turn(state)
        if turn.over:
            state = rules.start(options, seats, bits.below(seats))
        elif turn.wants_pack:
            state, _ = rules.deal(state, next_pack(rules, state, bits))
        else:
            if acts % _APART == 0:
                found += 1
                yield state
            acts += 1
            seat = turn.to_act[0]
            choices = rules.legal(state, seat)
            state, _ = rules.apply(state, seat, choices[bits.below(len(choices))].sample(bits))


def renew(*, unreleased: bool) -> str:
    """Keep what bots do now; return why not if their version should be raised before.

    Args:
        unreleased: whether no release has the version of now yet.
    """
    now = decisions()
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    if (others := changed(now)) and now["version"] == kept["version"] and not unreleased:
        return others
    FILE.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
    return ""


if __name__ == "__main__":
    sys.exit(renew(unreleased="--unreleased" in sys.argv[1:]) or None)
