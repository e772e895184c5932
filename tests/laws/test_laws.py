"""Laws that hold for every registered game, tried on random matches with random options."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.cards import UNKNOWN
from cardtui_engine.events import (
    CardsDealt,
    ChipsBought,
)
from cardtui_engine.library import laws, records
from cardtui_engine.library.laws import LAWS, Trial, why_broken
from cardtui_engine.library.match import Match
from cardtui_engine.library.random_play import (
    has_melds,
    random_options,
    random_pack,
)
from cardtui_engine.library.record_reading import read as read_record
from cardtui_engine.library.record_writing import write as write_record
from cardtui_engine.library.registry import game_ids, get_bot_maker, get_rules
from cardtui_engine.library.simulate import next_act
from cardtui_engine.options import OptionKind
from cardtui_engine.refusals import BadOption, BadSetup, IllegalAction
from cardtui_engine.rules import AnyRules
from tests.support.nights import by_night

# Every Python plays the matches of the transcripts; the laws hold for what is played.
pytestmark = pytest.mark.once

SEEDS = range(6)
BY_DAY = range(2)
"""The seeds that every `make test` plays; the night plays all."""
BY_NIGHT = (
    ("pif-paf", 4, 0),
    ("pif-paf", 8, 0),
    ("pif-paf-tradicional", 4, 0),
    ("pif-paf-tradicional", 8, 0),
)
"""The dearest matches: by day each of these games is played by other numbers."""

LONG = ("pif-paf", 3, 0)
"""The dearest match by day."""

IRON_HAND = ("truco-paulista", 6, 6)
"""A match in which a hand is dealt whose owners may not see it; the seeds above meet none."""


def seats_and_seeds(game: str) -> Iterator[tuple[int, int]]:
    """Every number of seats with every seed; of the long games of melds some, and one seed."""
    seats = get_rules(game).seats
    if has_melds(get_rules(game)):
        return product(sorted({seats[0], 4, seats[-1]}), range(1))
    return product(seats, SEEDS)


CASES = [*((game, *case) for game in game_ids() for case in seats_and_seeds(game)), IRON_HAND]
every_game = pytest.mark.parametrize("game", game_ids())


def start(game: str, seats: int, seed: int) -> tuple[AnyRules, Bits, dict[str, Any]]:
    rules = get_rules(game)
    bits = Bits(seed * 7919 + seats * 101 + sum(map(ord, game)))
    return rules, bits, random_options(rules, seats, bits)


ONE_SEED = (
    laws.seats_are_checked,
    laws.options_are_checked,
    laws.packs_are_checked,
    laws.malformed_first,
    laws.views_for_seats,
    laws.clauses_stand_in_the_sheet,
    laws.choices_are_complete,
    # Other tests here try these more closely.
    laws.worlds_look_alike,
    laws.bots_decide_legally,
)
"""The laws that one seed will do for."""


def matches() -> Iterator[Any]:
    """Yield the matches that laws are tried on."""
    for case in CASES:
        day = case == IRON_HAND or (case[-1] in BY_DAY and case not in BY_NIGHT)
        slow = pytest.mark.slow if case[-1] or case == LONG else ()
        yield pytest.param(*case, marks=slow if day else pytest.mark.nightly)


@pytest.mark.parametrize(("game", "seats", "seed"), [*matches()])
def test_every_game_keeps_every_law(game: str, seats: int, seed: int) -> None:
    trial = Trial(get_rules(game), seats, seed)
    held = [law for law in LAWS.values() if not seed or law not in ONE_SEED]
    broken = {law.__name__: why_broken(law, trial) for law in held}
    assert not [each for each in broken.items() if each[1]]


def test_one_of_the_matches_has_a_hand_that_its_owners_may_not_see() -> None:
    game, seats, seed = IRON_HAND
    events = [event for step in Trial(get_rules(game), seats, seed).match for event in step.events]
    assert any(UNKNOWN in event.cards for event in events if isinstance(event, CardsDealt))


@pytest.mark.parametrize("seed", [*BY_DAY, *by_night(2, 3)])
@pytest.mark.parametrize("game", [game for game in game_ids() if get_rules(game).chips_option])
def test_chips_bought_between_hands_are_all_that_comes_in_and_records_keep_them(
    game: str, seed: int
) -> None:
    rules, bits, _ = start(game, 4, seed)
    options = rules.options({rules.chips_option: 60, "hands": 4}, 4)
    state = rules.start(options, 4, 0)
    make = get_bot_maker(game)
    bots = [make(options, 4, Level.EASY) for _ in range(4)]
    entries: list[records.Entry] = []
    total, bought = 240, 0
    while not rules.turn(state).over:
        if not rules.turn(state).wants_pack:
            if not bits.below(20):
                with pytest.raises(IllegalAction):
                    rules.top_up(state, 0, 1)
            seat, action = next_act(rules, state, bots, bits)
            state, _ = rules.apply(state, seat, action)
            entries.append(records.Act(seat, action))
        elif rules.between_hands(state) and (not bought or bits.below(2)):
            seat, chips = bits.below(4), 1 + bits.below(50)
            had = rules.view(state, None).common.chips
            state, events = rules.top_up(state, seat, chips)
            assert events == (ChipsBought(seat, chips, had[seat] + chips),)
            total += chips
            bought += 1
            entries.append(records.TopUp(seat, chips))
        else:
            pack = random_pack(rules, state, bits)
            state, _ = rules.deal(state, pack)
            entries.append(records.Pack(pack))
        common = rules.view(state, None).common
        assert sum(common.chips) + common.pot == total
    assert bought
    for seat, chips in ((0, 1), (4, 1), (0, 0)):
        with pytest.raises(IllegalAction):
            rules.top_up(state, seat, chips)
    record = records.Record(game, 4, options, 0, (), tuple(entries))
    assert read_record(write_record(record)) == record
    *_, last = records.replay(record)
    assert last.state == state == Match.replayed(record).state


@pytest.mark.parametrize("game", [game for game in game_ids() if not get_rules(game).chips_option])
def test_where_nobody_has_chips_nobody_buys_any(game: str) -> None:
    rules, _, options = start(game, get_rules(game).seats[0], 1)
    begun = rules.start(options, rules.seats[0], 0)
    with pytest.raises(IllegalAction, match="not played for chips"):
        rules.top_up(begun, 0, 10)


@every_game
def test_a_pack_is_any_row_of_cards_and_no_truths(game: str) -> None:
    rules = get_rules(game)
    seats = rules.seats[0]
    state = rules.start(rules.options({}, seats), seats, 0)
    truths: Any = tuple(bool(card) if card in (0, 1) else card for card in rules.pack)
    with pytest.raises(BadSetup):
        rules.deal(state, truths)
    assert rules.deal(state, iter(rules.pack)) == rules.deal(state, rules.pack)  # type: ignore[arg-type]


@every_game
def test_options_that_there_are_not_and_numbers_out_of_range_are_refused(game: str) -> None:
    rules = get_rules(game)
    seats = rules.seats[0]
    with pytest.raises(BadOption):
        rules.options({"no such option": 1}, seats)
    for spec in rules.specs:
        wrong = {OptionKind.TEXT: "x" * 10_000, OptionKind.NUMBER_BY_SEAT: [1] * (seats + 1)}
        if spec.kind in wrong:
            with pytest.raises(BadOption):
                rules.options({spec.name: wrong[spec.kind]}, seats)
        if spec.kind is OptionKind.NUMBER:
            between = [spec.low + 1] if spec.step > 1 else []
            for number in (spec.low - 1, *between):
                with pytest.raises(BadOption):
                    rules.options({spec.name: number}, seats)


NOT_BY_DEFAULT = {"truco-brasileiro": {"won_tricks": "face_down"}}
"""What a source plays, and no table that does not ask for it (TB-27)."""


@every_game
def test_the_first_preset_is_the_source(game: str) -> None:
    rules = get_rules(game)
    assert not rules.presets or rules.presets[0].values == NOT_BY_DEFAULT.get(game, {})
