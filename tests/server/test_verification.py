"""Verification finds every lie about a match, in every game."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cardtui_engine.library.record_reading import read
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Act, Entry, Origin, Pack, Record, RecordError, replay
from cardtui_engine.library.registry import get_rules
from cardtui_server.fairness.verification import Kind, verify
from tests.support.fair_matches import honest, played
from tests.support.nights import games_and_by_night
from tests.support.playing import House
from tests.support.short_verifier import SCRIPT, faults, run, told

every_game = pytest.mark.parametrize("game", games_and_by_night())


def origin(record: Record) -> Origin:
    assert record.origin is not None
    return record.origin


def short(record: Record) -> list[str]:
    """Return what the verifier of the documents says of a record."""
    return faults(write(record))


def kinds(record: Record) -> set[Kind]:
    return {each.kind for each in verify(record).findings if each.is_fault}


def places(record: Record, kind: type[Entry]) -> list[int]:
    return [place for place, each in enumerate(record.entries) if isinstance(each, kind)]


def with_entry(record: Record, place: int, *entries: Entry) -> Record:
    """Return a record with other entries instead of one."""
    entries = (*record.entries[:place], *entries, *record.entries[place + 1 :])
    return replace(record, entries=entries)


def cut_off(record: Record, entries: int) -> Record:
    """Return a record as if the table had been closed after so many entries, but for its chain."""
    ends = replace(
        origin(record),
        sittings=tuple([each for each in origin(record).sittings if each.after < entries]),
        closed=True,
    )
    return replace(record, entries=record.entries[:entries], origin=ends)


def stacked(record: Record) -> Record:
    place = places(record, Pack)[-1]
    pack = record.entries[place]
    assert isinstance(pack, Pack)
    cards = (*pack.cards[-1:], *pack.cards[1:-1], *pack.cards[:1])
    return with_entry(record, place, pack._replace(cards=cards))


def skipped(record: Record) -> Record:
    return with_entry(record, places(record, Act)[len(record.entries) // 3])


def added(record: Record) -> Record:
    place = places(record, Act)[-1]
    return with_entry(record, place, record.entries[place], record.entries[place])


def moved(record: Record) -> Record:
    entries = list(record.entries)
    for place in places(record, Act)[::-1]:
        if entries[place - 1] != entries[place]:
            entries[place - 1 : place + 1] = entries[place], entries[place - 1]
            return replace(record, entries=tuple(entries))
    raise AssertionError("nothing was done")


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
    return _otherwise(record, bots=True)


def another_act_of_a_person(record: Record) -> Record:
    """Return a record in which a person, whom nobody can replay, does something else."""
    return _otherwise(record, bots=False)


def another_end(record: Record) -> Record:
    """Return a record in which a person did something else, and the table was closed then."""
    lie = another_act_of_a_person(record)
    last = next(place for place, each in enumerate(lie.entries) if each != record.entries[place])
    return cut_off(lie, last + 1)


def _otherwise(record: Record, *, bots: bool) -> Record:
    rules = get_rules(record.game)
    steps = list(replay(record))
    for place in places(record, Act):
        entry = record.entries[place]
        assert isinstance(entry, Act)
        if bool(entry.seat) is not bots or entry.action.verb == "say":
            continue
        others = [each.first() for each in rules.legal(steps[place].state, entry.seat)]
        for other in others:
            if other not in (entry.action, None):
                return with_entry(record, place, entry._replace(action=other))
    raise AssertionError("nobody had a choice")


def another_dealer(record: Record) -> Record:
    return replace(record, dealer=(record.dealer + 1) % record.seats)


@pytest.mark.slow
@every_game
async def test_an_honest_match_holds(game: str, tmp_path: Path) -> None:
    record = await honest(game)
    assert verify(record).findings == ()
    file = tmp_path / "match.txt"
    file.write_text(write(record), encoding="utf-8")
    assert run(file) == (0, ["ok, but nobody signed it"])
    rules = get_rules(game)
    *_, last = replay(record)
    outcome = rules.outcome(last.state)
    assert verify(record).winners == (() if outcome is None else tuple(outcome.winners))


@pytest.mark.once
@every_game
@pytest.mark.parametrize(
    ("lie", "found"),
    [
        (stacked, Kind.PACK),
        (skipped, None),
        (added, None),
        (moved, None),
        (without_pack, None),
        (another_secret, Kind.SERVER_COMMITMENT),
        (another_commitment, Kind.SERVER_COMMITMENT),
        (other_bits, Kind.SEAT_COMMITMENT),
        (another_act, Kind.BOT),
        (another_act_of_a_person, None),
        (another_end, Kind.CHAIN),
        (another_dealer, Kind.DEALER),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
async def test_a_lie_is_found_out_by_both_verifiers(
    game: str, lie: Callable[[Record], Record], found: Kind | None
) -> None:
    record = lie(await honest(game))
    caught = kinds(record)
    assert caught
    assert found is None or found in caught
    assert short(record) or lie is another_dealer  # who deals first follows from more than packs


@every_game
async def test_the_short_verifier_finds_out_whichever_act_is_another_one(game: str) -> None:
    lines = write(await honest(game)).split("\n")
    acts = [place for place, line in enumerate(lines) if line[:1].isdigit()]
    for place in acts[:: -(-len(acts) // 8)]:
        line, after = lines[place : place + 2]
        others = (lines[other] for other in acts if told(lines[other]) != told(line))
        lies = [[], [line, line], [next(others)], ["top_up 0 1", line]]
        for lie in lies:
            assert faults("\n".join([*lines[:place], *lie, *lines[place + 1 :]]))
        if place + 1 in acts and told(after) != told(line):
            assert faults("\n".join([*lines[:place], after, line, *lines[place + 2 :]]))


@pytest.mark.slow
@every_game
async def test_a_server_that_stacks_a_pack_is_found_out(game: str) -> None:
    house = House(seed=5)
    pack = get_rules(game).pack
    house.dealer.exchanged = (pack[0], pack[-1])
    record = read(await played(game, house))
    assert kinds(record) == {Kind.PACK}
    assert "pack 1 is not the one that the key gives" in short(record)[0]


async def test_a_seat_that_did_not_reveal_is_named() -> None:
    record = read(await played("cacho", reveals=False))
    nobody, note = verify(record).findings
    assert (nobody.kind, nobody.is_fault) == (Kind.NOBODY_GAVE, False)
    assert (note.kind, note.seat, note.is_fault) == (Kind.NOT_REVEALED, 0, False)
    assert short(record) == ["note: seat 0 has not revealed what it had committed to"]


async def test_a_record_that_proves_nothing_does_not_hold() -> None:
    record = await honest("cacho")
    assert kinds(replace(record, origin=None)) == {Kind.NO_ORIGIN}
    assert kinds(replace(record, origin=replace(origin(record), secret=b""))) == {Kind.UNREVEALED}


async def test_that_nothing_binds_the_acts_of_a_record_without_a_chain_is_noted() -> None:
    record = await honest("cacho")
    record = replace(record, origin=replace(origin(record), chain=b"", bots=()))
    verdict = verify(read(write(record)))
    assert {each.kind for each in verdict.findings} == {Kind.NO_CHAIN, Kind.OTHER_BOTS}
    assert verdict.holds


async def test_a_bot_that_does_not_exist_has_done_nothing() -> None:
    record = await honest("cacho")
    sittings = tuple(
        each._replace(level=99) if each.level else each for each in origin(record).sittings
    )
    lie = replace(record, origin=replace(origin(record), sittings=sittings))
    assert kinds(lie) == {Kind.BOT, Kind.CHAIN}


async def test_the_short_verifier_passes_over_what_says_nothing() -> None:
    text = write(await honest("truco-brasileiro"))
    assert "\npack" in text
    for between in ("", "# dealt by Ana", "  "):
        assert faults(text.replace("\npack", f"\n{between}\npack")) == []


@pytest.mark.parametrize("lacking", ["secret", "commit", "reveal", "table", "chain", "game"])
async def test_the_short_verifier_says_what_is_wrong_without_a_line(
    lacking: str, tmp_path: Path
) -> None:
    lines = write(await honest("cacho")).split("\n")
    file = tmp_path / "match.txt"
    told = "\n".join(line for line in lines if line.split(" ")[0] != lacking)
    file.write_text(told, encoding="utf-8")
    code, said = run(file)
    assert code == 1
    assert said
    if lacking in ("secret", "commit", "table"):
        assert said == [f"it proves nothing, for something is missing or garbled: '{lacking}'"]


@pytest.mark.slow
def test_the_short_verifier_refuses_what_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    for data in (b"", b"\xff\xfe", b"secret x\ntable t 1\ncommit y\n", b"secret\ncommit\ntable\n"):
        file.write_bytes(data)
        code, (sentence,) = run(file)
        assert code == 1
        assert "missing or garbled" in sentence
    assert run(tmp_path / "none.txt")[0] == 1


@pytest.mark.parametrize(
    ("known", "other", "said"),
    [
        ("cardtui-record 2", "cardtui-record 1", "the grammar is not 2"),
        ("cardtui-record 2", "", "missing or garbled: 'cardtui-record'"),
        ("dealer", "dealers", "nobody knows what 'dealers' says"),
        ("\nsecret", "\ncarried 0 1\nsecret", "nobody knows what 'carried' says"),
    ],
)
async def test_the_short_verifier_refuses_what_it_does_not_know(
    known: str, other: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(write(await honest("cacho")).replace(known, other, 1), encoding="utf-8")
    code, sentences = run(file)
    assert code == 1
    assert said in sentences[0]


def test_the_short_verifier_is_short() -> None:
    assert len(SCRIPT.read_text(encoding="utf-8").splitlines()) < 100


@pytest.mark.slow
@pytest.mark.once
@every_game
async def test_whatever_a_record_says_it_is_refused_or_judged(game: str) -> None:
    lines = write(cut_off(await honest(game), 40)).split("\n")
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
