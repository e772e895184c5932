"""What a record says, as text: a `HEADER`, what was agreed and which options are left out
(`agreed_lines`), a line for each pack and action, and at the end what was told after the match
(`_after`).

The grammar is told in docs/records.md. `HEADER` names its version, `GRAMMAR`::

    cardtui-record 2
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
from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from cardtui_engine.cards import Card
from cardtui_engine.library import records
from cardtui_engine.library.action_text import action_text
from cardtui_engine.library.registry import get_rules, named_package
from cardtui_engine.rules import AnyRules

HEADERS: Final = tuple([f"cardtui-record {each + 1}" for each in range(records.GRAMMAR)])
"""The first lines of texts that can be read, by their grammar."""

HEADER: Final = HEADERS[-1]
"""The first line of a text, which says the grammar of the rest."""

ABSENT_WORD: Final = "absent"
"""What stands where a seat gave nothing."""


def write(record: records.Record) -> str:
    """Return the record as text."""
    rules = get_rules(record.game)
    origin = record.origin
    lines = [HEADER if origin is None else HEADERS[origin.grammar - 1]]
    if package := record.package or named_package(record.game):
        lines.append(f"package {package}")
    lines += agreed_lines(record)
    if origin is None:
        lines += [_player(seat, name) for seat, name in enumerate(record.players) if name]
        lines += [_entry_line(entry, rules) for entry in record.entries]
    else:
        lines += [*_before(origin), *_course(record, origin, rules), *_after(origin)]
    return "\n".join(lines) + "\n"


def agreed_lines(record: records.Record) -> Iterator[str]:
    """Yield the lines that say what was agreed before the match, and who deals first.

    What a server wrote names all options, so that it says the same whatever their defaults are in
    another version; other records leave out those that have them.
    """
    yield f"game {record.game}"
    yield f"seats {record.seats}"
    origin, options = record.origin, record.options
    names: Sequence[str] = sorted(options)
    if origin is None or origin.grammar == 1:
        defaults = {spec.name: spec.default for spec in get_rules(record.game).specs}
        names = [name for name, value in options.items() if value != defaults[name]]
    elif origin.options is not None:
        names = origin.options
    for name in names:
        yield f"option {name} {json.dumps(options[name], ensure_ascii=False)}"
    yield f"dealer {record.dealer}"
    if origin is not None and origin.high_card:
        yield f"high_card {' '.join(origin.high_card)}"
    if origin is not None and origin.rated:
        yield "rated"


def sitting_line(sitting: records.Sitting) -> str:
    """Return the line that says who decides for a seat from now on."""
    _, seat, name, level, character, key = sitting
    by = f" {level} {character}" if level else f" {key.hex()}" if key else ""
    return _player(seat, name) + by


def _before(origin: records.Origin) -> Iterator[str]:
    """Say what was known when the match began."""
    yield f"table {origin.table} {origin.match}"
    yield f"began {origin.began}"
    if origin.own is not None:
        yield f"own {origin.own}"
    if origin.commitment:
        yield f"commit {origin.commitment.hex()}"
    for seat, commitment in enumerate(origin.commitments):
        yield f"seat_commit {seat} {commitment.hex() or ABSENT_WORD}"


def _course(record: records.Record, origin: records.Origin, rules: AnyRules) -> Iterator[str]:
    """Say what happened, and who decided for the seats from when on."""
    sittings, signs = list(reversed(origin.sittings)), list(reversed(origin.signs))
    versions = list(reversed(origin.bots))
    for after in range(len(record.entries) + 1):
        if after:
            yield _entry_line(record.entries[after - 1], rules)
        while sittings and sittings[-1].after == after:
            yield sitting_line(sittings.pop())
        while signs and signs[-1].after == after:
            giver, gesture, lookers = signs.pop().sign
            yield " ".join(["signal", str(giver), gesture.name.lower(), *map(str, lookers)])
        while versions and versions[-1].after == after:
            yield bots_line(versions.pop().version)


def _after(origin: records.Origin) -> Iterator[str]:
    """Say what was told once the match was over."""
    if origin.closed:
        yield "closed"
    if origin.chain:
        yield f"chain {origin.chain.hex()}"
    for who, when, signature, key in origin.vouches:
        by = f"server {key.hex()}" if who is None else f"signed {who}"
        yield f"{by} {when} {b64encode(signature).decode()}"
    for seat, reveal in enumerate(origin.reveals):
        yield f"reveal {seat} {reveal.hex() or ABSENT_WORD}"
    if origin.secret:
        yield f"secret {origin.secret.hex()}"


def bots_line(version: int) -> str:
    """Return the line that says the version of the bots that act from now on."""
    return f"bots {version}"


def _player(seat: int, name: str) -> str:
    return f"player {seat} {json.dumps(name, ensure_ascii=False)}"


def _entry_line(entry: records.Entry, rules: AnyRules) -> str:
    match entry:
        case records.Pack(cards, gathered):
            first = f"gathered {_codes(rules, gathered)}\n" if gathered else ""
            return f"{first}pack {_codes(rules, cards)}"
        case records.Act(seat, action):
            return f"{seat} {action_text(action, rules)}"
        case records.TopUp(seat, chips):
            return f"top_up {seat} {chips}"
        case _:
            assert_never(entry)


def _codes(rules: AnyRules, cards: Sequence[Card]) -> str:
    return " ".join(map(rules.deck.code, cards))
