"""What every game tells: kinds apart, views and events, and how a match ended."""

from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any, get_args

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.events import ChipsBet, Event, PlayerOut
from cardtui_engine.library import records
from cardtui_engine.library.random_play import random_match, random_options
from cardtui_engine.library.record_reading import read as read_record
from cardtui_engine.library.records import Entry as RecordEntry
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.outcome import Ending, outcome_of
from cardtui_server.match.entries import Entry
from cardtui_server.match.events import TableEvent

LIMIT = 300


def with_field(name: str) -> list[str]:
    """Return the games whose public part has that field."""
    found: list[str] = []
    for game in game_ids():
        rules = get_rules(game)
        seats = rules.seats[0]
        state = rules.start(rules.options({}, seats), seats, 0)
        if name in rules.view(state, None).game._fields:
            found.append(game)
    return found


@pytest.mark.parametrize("game", with_field("caller"))
def test_a_call_that_waits_is_the_last_word_of_its_caller_whom_the_others_answer(game: str) -> None:
    rules, bits = get_rules(game), Bits(3)
    seats = rules.seats[-1]
    called = 0
    for step in random_match(rules, seats, bits, random_options(rules, seats, bits), LIMIT):
        common, public, _own = rules.view(step.state, None)
        assert (public.caller is None) == (public.proposed is None)
        if public.caller is not None and common.phase == "answer":
            called += 1
            assert {seat & 1 for seat in common.to_act} == {1 - (public.caller & 1)}
    assert called


@pytest.mark.parametrize("game", with_field("out"))
def test_who_is_out_stays_out_and_gets_no_cards(game: str) -> None:
    rules, bits = get_rules(game), Bits(4)
    seats = rules.seats[1]
    out: set[int] = set()
    for step in random_match(rules, seats, bits, random_options(rules, seats, bits)):
        common, public, _own = rules.view(step.state, None)
        gone = {event.seat for event in step.events if isinstance(event, PlayerOut)}
        assert gone <= {*public.out} - out
        assert out <= {*public.out}
        out = {*public.out}
        assert not any(common.cards[seat] for seat in out)


@pytest.mark.parametrize("game", with_field("bets"))
def test_an_event_says_whether_a_bet_raised_another(game: str) -> None:
    rules, bits = get_rules(game), Bits(5)
    seats = rules.seats[-1]
    for step in random_match(rules, seats, bits, random_options(rules, seats, bits), LIMIT):
        top = max(rules.view(step.before, None).game.bets)
        for event in step.events:
            if isinstance(event, ChipsBet):
                assert event.raised == (event.to > top > 0)


UNIONS = [
    pytest.param(get_args(Event) + get_args(TableEvent), id="events"),
    pytest.param(get_args(RecordEntry), id="entries of records"),
    pytest.param(get_args(Entry), id="entries of logs"),
]


def made_of(cls: Callable[..., Any], items: tuple[object, ...]) -> Any:
    """A value with the first of those items in its fields, whatever their types."""
    return cls(*items[: len(signature(cls).parameters)])


@pytest.mark.parametrize("classes", UNIONS)
def test_values_of_different_classes_are_unequal_and_hash_apart(
    classes: tuple[Callable[..., Any], ...],
) -> None:
    items = tuple([object()] * 20)
    values = [made_of(cls, items) for cls in classes]
    assert len(set(values)) == len({hash(value) for value in values}) == len(classes)
    for at, value in enumerate(values):
        assert [other for other in values if value == other] == [value]
        assert [other for other in values if value != other] == [*values[:at], *values[at + 1 :]]
        assert value != tuple(value)
        assert tuple(value) != value


@pytest.mark.parametrize("classes", UNIONS)
def test_values_of_one_class_are_equal_if_their_fields_are(
    classes: tuple[Callable[..., Any], ...],
) -> None:
    items, others = tuple([object()] * 20), tuple([object()] * 20)
    for cls in classes:
        value, again = made_of(cls, items), made_of(cls, items)
        assert value == again
        assert not value != again  # noqa: SIM202 - tuples have a `!=` of their own
        assert hash(value) == hash(again)
        if value:
            assert value != made_of(cls, others)


TRANSCRIPTS = sorted(Path(__file__).parent.glob("transcripts/*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_match_has_an_outcome_once_it_is_over_and_not_before(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    rules = get_rules(record.game)
    *before, last = records.replay(record)
    assert {rules.outcome(step.state) for step in before} == {None}
    outcome = rules.outcome(last.state)
    assert outcome is not None
    assert outcome.winners == rules.view(last.state, None).common.winners
    assert sum(outcome.returns) == 0
    assert {seat for seat, each in enumerate(outcome.returns) if each > 0} == {*outcome.winners}
    limit = record.options.get("hands") or record.options.get("rounds")
    if rules.teams:
        assert outcome.reason is Ending.POINTS
    elif limit != rules.view(last.state, None).common.hand:
        assert outcome.reason is Ending.LAST
    else:
        assert outcome.reason in (Ending.LIMIT, Ending.LAST)


def test_both_ends_of_a_match_that_bankrupts_or_a_limit_ends_occur() -> None:
    reasons: set[Ending] = set()
    for path in TRANSCRIPTS:
        record = read_record(path.read_text(encoding="utf-8"))
        *_, last = records.replay(record)
        outcome = get_rules(record.game).outcome(last.state)
        assert outcome is not None
        reasons.add(outcome.reason)
    assert reasons == {*Ending}


def test_those_who_are_level_share_what_the_others_staked() -> None:
    assert outcome_of((0, 2), 4, Ending.POINTS).returns == (1, -1, 1, -1)
    assert outcome_of((1, 2), 3, Ending.LIMIT).returns == (-1, 0.5, 0.5)
    assert outcome_of((0, 1), 2, Ending.LIMIT).returns == (0, 0)
