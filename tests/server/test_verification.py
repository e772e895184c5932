"""Whoever lies about a match is found out, in every game."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cardtui_engine.library.record_reading import read
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Act, Entry, Origin, Pack, Record, RecordError, replay
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_server.table.verification import Kind, verify
from tests.server.fair_matches import played
from tests.server.playing import House

SHORT = Path(__file__).parents[2] / "docs" / "verify.py"

every_game = pytest.mark.parametrize("game", game_ids())

_honest: dict[str, str] = {}


async def honest(game: str) -> Record:
    if game not in _honest:
        _honest[game] = await played(game)
    return read(_honest[game])


def origin(record: Record) -> Origin:
    assert record.origin is not None
    return record.origin


def short(record: Record, folder: Path) -> list[str]:
    """Return what the verifier of the documents says of a record."""
    file = folder / "match.txt"
    file.write_text(write(record), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-I", SHORT, file], capture_output=True, text=True, check=True
    )
    return [line.strip() for line in run.stdout.splitlines()[1:]]


def kinds(record: Record) -> set[Kind]:
    return {each.kind for each in verify(record).findings if each.is_fault}


def places(record: Record, kind: type[Entry]) -> list[int]:
    return [place for place, each in enumerate(record.entries) if isinstance(each, kind)]


def with_entry(record: Record, place: int, *entries: Entry) -> Record:
    """Return a record with other entries instead of one; what follows keeps its numbers."""
    entries = (*record.entries[:place], *entries, *record.entries[place + 1 :])
    numbers = list(origin(record).numbers)
    if len(entries) < len(record.entries):
        del numbers[place + 1]
    return replace(record, entries=entries, origin=replace(origin(record), numbers=tuple(numbers)))


def stacked(record: Record) -> Record:
    place = places(record, Pack)[-1]
    pack = record.entries[place]
    assert isinstance(pack, Pack)
    cards = (*pack.cards[-1:], *pack.cards[1:-1], *pack.cards[:1])
    return with_entry(record, place, pack._replace(cards=cards))


def skipped(record: Record) -> Record:
    return with_entry(record, places(record, Act)[len(record.entries) // 3])


def without_pack(record: Record) -> Record:
    return with_entry(record, places(record, Pack)[0])


def another_secret(record: Record) -> Record:
    return replace(record, origin=replace(origin(record), secret=bytes(64)))


def another_commitment(record: Record) -> Record:
    return another_secret(replace(record, origin=replace(origin(record), commitment=bytes(64))))


def other_bits(record: Record) -> Record:
    reveals = (bytes(32), *origin(record).reveals[1:])
    return replace(record, origin=replace(origin(record), reveals=reveals))


def another_act(record: Record) -> Record:
    """Return a record in which a bot does something else that is legal."""
    rules = get_rules(record.game)
    steps = list(replay(record))
    for place in places(record, Act):
        entry = record.entries[place]
        assert isinstance(entry, Act)
        if not entry.seat:
            continue  # nobody can say what a person would have done
        others = [each.first() for each in rules.legal(steps[place].state, entry.seat)]
        for other in others:
            if other not in (entry.action, None):
                return with_entry(record, place, entry._replace(action=other))
    raise AssertionError("no bot had a choice")


def another_dealer(record: Record) -> Record:
    return replace(record, dealer=(record.dealer + 1) % record.seats)


@every_game
async def test_an_honest_match_holds(game: str, tmp_path: Path) -> None:
    record = await honest(game)
    assert verify(record).findings == ()
    assert short(record, tmp_path) == ["ok"]
    rules = get_rules(game)
    *_, last = replay(record)
    outcome = rules.outcome(last.state)
    assert verify(record).winners == (() if outcome is None else tuple(outcome.winners))


@every_game
@pytest.mark.parametrize(
    ("lie", "found"),
    [
        (stacked, Kind.PACK),
        (skipped, None),
        (without_pack, None),
        (another_secret, Kind.SERVER_COMMITMENT),
        (another_commitment, Kind.SERVER_COMMITMENT),
        (other_bits, Kind.SEAT_COMMITMENT),
        (another_act, Kind.BOT),
        (another_dealer, Kind.DEALER),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
async def test_a_lie_is_found_out(
    game: str, lie: Callable[[Record], Record], found: Kind | None, tmp_path: Path
) -> None:
    told = lie(await honest(game))
    assert kinds(told)
    assert found is None or found in kinds(told)
    if lie in (stacked, without_pack, another_secret, another_commitment, other_bits):
        assert short(told, tmp_path) != ["ok"]


@every_game
async def test_a_server_that_stacks_a_pack_is_found_out(game: str, tmp_path: Path) -> None:
    house = House(seed=5)
    pack = get_rules(game).pack
    house.dealer.exchanged = (pack[0], pack[-1])
    record = read(await played(game, house))
    assert kinds(record) == {Kind.PACK}
    assert "pack 1 is not the one that the key gives" in short(record, tmp_path)[0]


async def test_a_seat_that_did_not_reveal_is_named(tmp_path: Path) -> None:
    record = read(await played("cacho", reveals=False))
    (note,) = verify(record).findings
    assert (note.kind, note.seat, note.is_fault) == (Kind.NOT_REVEALED, 0, False)
    assert short(record, tmp_path) == ["ok"]


async def test_a_record_that_proves_nothing_does_not_hold() -> None:
    record = await honest("cacho")
    assert kinds(replace(record, origin=None)) == {Kind.NO_ORIGIN}
    assert kinds(replace(record, origin=replace(origin(record), secret=b""))) == {Kind.UNREVEALED}


async def test_a_bot_that_does_not_exist_has_done_nothing() -> None:
    record = await honest("cacho")
    sittings = tuple(
        each._replace(level=99) if each.level else each for each in origin(record).sittings
    )
    assert kinds(replace(record, origin=replace(origin(record), sittings=sittings))) == {Kind.BOT}


def test_the_short_verifier_is_short() -> None:
    assert len(SHORT.read_text(encoding="utf-8").splitlines()) <= 60


@every_game
async def test_whatever_a_record_says_it_is_refused_or_judged(game: str) -> None:
    lines = write(await honest(game)).split("\n")
    luck = random.Random(game)
    odd = ["", "0", "-1", "9" * 18, "absent", '"x"', "99", "true", "JS", "ff" * 64]
    refused = judged = 0
    for _ in range(40):
        told = lines.copy()
        place = luck.randrange(1, len(told) - 1)
        match luck.randrange(4):
            case 0:
                words = told[place].split(" ")
                words[luck.randrange(len(words))] = luck.choice(odd)
                told[place] = " ".join(words)
            case 1:
                del told[place]
            case 2:
                told.insert(place, luck.choice(told))
            case _:
                other = luck.randrange(1, len(told) - 1)
                told[place], told[other] = told[other], told[place]
        try:
            record = read("\n".join(told))
        except RecordError as error:
            assert error.reason
            refused += 1
        else:
            verify(record)
            judged += 1
    assert refused
    assert judged
