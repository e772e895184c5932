"""What a record says, as text: a `HEADER`, what was agreed, then a line for each pack and action.

The grammar is told in docs/records.md. `HEADER` names its version::

    cardtui-record 1
    game cacho
    seats 2
    option hands 1
    dealer 1
    player 0 "Ana"
    player 1 "Beto"
    pack 6S 5S 4S …
    0 bet
    1 bet
    …
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from cardtui_engine.cards import Card
from cardtui_engine.library.action_text import action_text
from cardtui_engine.library.records import Act, Entry, Origin, Pack, Record, TopUp
from cardtui_engine.library.registry import get_rules, package_of
from cardtui_engine.rules import AnyRules

HEADER: Final = "cardtui-record 1"
"""The first line of a text, which says the grammar of the rest."""

NONE: Final = "absent"
"""What stands where a seat gave nothing."""


def write(record: Record) -> str:
    """Return the record as text."""
    rules = get_rules(record.game)
    origin = record.origin
    lines = [HEADER]
    brought = package_of(record.game)
    if package := record.package or " ".join(filter(None, brought[:2] if brought.version else ())):
        lines.append(f"package {package}")
    lines += [f"game {record.game}", f"seats {record.seats}"]
    defaults = {spec.name: spec.default for spec in rules.specs}
    lines += [
        f"option {name} {json.dumps(value, ensure_ascii=False)}"
        for name, value in record.options.items()
        if value != defaults[name]
    ]
    lines.append(f"dealer {record.dealer}")
    if origin is None:
        lines += [_player(seat, name) for seat, name in enumerate(record.players) if name]
        lines += [_entry_line(entry, rules) for entry in record.entries]
    else:
        lines += [*_before(origin), *_course(record, origin, rules), *_after(origin)]
    return "\n".join(lines) + "\n"


def _before(origin: Origin) -> Iterator[str]:
    """Say what was known when the match began."""
    yield f"table {origin.table} {origin.match}"
    yield f"began {origin.began}"
    if origin.own is not None:
        yield f"own {origin.own}"
    if origin.high_card:
        yield f"high_card {' '.join(origin.high_card)}"
    if origin.bots:
        yield f"bots {origin.bots}"
    if origin.commitment:
        yield f"commit {origin.commitment.hex()}"
    for seat, commitment in enumerate(origin.commitments):
        yield f"seat_commit {seat} {commitment.hex() or NONE}"


def _course(record: Record, origin: Origin, rules: AnyRules) -> Iterator[str]:
    """Say what happened, and who decided for the seats from when on."""
    sittings, signs = list(reversed(origin.sittings)), list(reversed(origin.signs))
    for after in range(len(record.entries) + 1):
        if after:
            yield _entry_line(record.entries[after - 1], rules)
        while sittings and sittings[-1].after == after:
            _, seat, name, level, character = sittings.pop()
            yield _player(seat, name) + (f" {level} {character}" if level else "")
        while signs and signs[-1].after == after:
            giver, gesture, lookers = signs.pop().sign
            yield " ".join(["signal", str(giver), gesture.name.lower(), *map(str, lookers)])


def _after(origin: Origin) -> Iterator[str]:
    """Say what was told once the match was over."""
    if origin.closed:
        yield "closed"
    if origin.chain:
        yield f"chain {origin.chain.hex()}"
    for seat, reveal in enumerate(origin.reveals):
        yield f"reveal {seat} {reveal.hex() or NONE}"
    if origin.secret:
        yield f"secret {origin.secret.hex()}"


def _player(seat: int, name: str) -> str:
    return f"player {seat} {json.dumps(name, ensure_ascii=False)}"


def _entry_line(entry: Entry, rules: AnyRules) -> str:
    match entry:
        case Pack(cards, gathered):
            first = f"gathered {_codes(rules, gathered)}\n" if gathered else ""
            return f"{first}pack {_codes(rules, cards)}"
        case Act(seat, action):
            return f"{seat} {action_text(action, rules)}"
        case TopUp(seat, chips):
            return f"top_up {seat} {chips}"
        case _:
            assert_never(entry)


def _codes(rules: AnyRules, cards: Sequence[Card]) -> str:
    return " ".join(map(rules.deck.code, cards))
