"""Laws that hold for every registered game, tried on random matches with random options."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count, product
from typing import Any

import pytest

from cardtui_engine.actions import Action, Kind, Param
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.events import (
    Acted,
    CardsDealt,
    CardsShown,
    CardTaken,
    ChipsBought,
    Fouled,
    GameEnded,
    MatchEnded,
    PointsScored,
)
from cardtui_engine.library import records
from cardtui_engine.library.match import Match
from cardtui_engine.library.record_reading import read as read_record
from cardtui_engine.library.record_writing import write as write_record
from cardtui_engine.library.registry import game_ids, get_bot_maker, get_rules
from cardtui_engine.library.simulate import next_act
from cardtui_engine.options import OptionKind
from cardtui_engine.plain import cards_in
from cardtui_engine.refusals import BadOption, BadSetup, Code, IllegalAction
from cardtui_engine.rules import AnyRules
from tests.support.random_play import (
    Played,
    has_melds,
    outcome_of,
    random_match,
    random_options,
    random_pack,
)

# Every Python plays the matches of the transcripts; the laws hold for what is played.
pytestmark = pytest.mark.once

SEEDS = range(6)

IRON_HAND = ("truco-paulista", 6, 6)
"""A match in which a hand is dealt whose owners may not see it; the seeds above meet none."""


def seats_and_seeds(game: str) -> Iterator[tuple[int, int]]:
    """Every number of seats with every seed; of the long games of melds some, and one seed."""
    seats = get_rules(game).seats
    if has_melds(get_rules(game)):
        return product(sorted({seats[0], 4, seats[-1]}), range(1))
    return product(seats, SEEDS)


CASES = [
    pytest.param(
        *(game, seats, seed),
        id=f"{game}-{seats}-{seed}",
        marks=pytest.mark.xdist_group(f"matches of {game} for {seats}"),
    )
    for game, seats, seed in (
        *((game, *case) for game in game_ids() for case in seats_and_seeds(game)),
        IRON_HAND,
    )
]
every_case = pytest.mark.parametrize(("game", "seats", "seed"), CASES)
every_game = pytest.mark.parametrize("game", game_ids())


def start(game: str, seats: int, seed: int) -> tuple[AnyRules, Bits, dict[str, Any]]:
    rules = get_rules(game)
    bits = Bits(seed * 7919 + seats * 101 + sum(map(ord, game)))
    return rules, bits, random_options(rules, seats, bits)


@cache
def match_of(game: str, seats: int, seed: int) -> tuple[Played, ...]:
    """Return the random match of a case, which is played once for all laws."""
    rules, bits, options = start(game, seats, seed)
    return tuple(random_match(rules, seats, bits, options, limit=3000))


def make(verb: str, values: dict[str, Any]) -> Action:
    """An action with arguments by name, of whatever type."""
    return Action(verb, **values)


def candidates(rules: AnyRules) -> Iterator[Action]:
    """Actions of the game's form, with right arguments and wrong ones, in every combination."""
    for verb in rules.verbs.values():
        if verb.offered:
            fields = [param.field for param in verb.params]
            for values in product(*[values_of(rules, param) for param in verb.params]):
                yield make(verb.name, dict(zip(fields, values, strict=True)))


def values_of(rules: AnyRules, param: Param) -> Iterable[Any]:
    """Return values to try for an argument."""
    return (*_values_of(rules, param), *(() if param.required else (None,)))


def _values_of(rules: AnyRules, param: Param) -> Iterable[Any]:
    numbers = range(-1, len(rules.pack) + 2)
    match param.kind:
        case Kind.CARD:
            return sorted(set(rules.pack))
        case Kind.WORD:
            return param.words
        case Kind.NUMBERS:
            return ((), *[(number,) for number in numbers], (1, 2, 3), (1, 2, 3, 4))
        case Kind.FLAG:
            return (True,)
        case Kind.MELDS:
            return ((), (tuple(sorted(set(rules.pack))[:3]),))
        case _:
            return numbers


def test_one_of_the_matches_has_a_hand_that_its_owners_may_not_see() -> None:
    events = [event for step in match_of(*IRON_HAND) for event in step.events]
    assert any(UNKNOWN in event.cards for event in events if isinstance(event, CardsDealt))


@every_case
def test_what_is_legal_is_accepted_and_nothing_else(game: str, seats: int, seed: int) -> None:
    rules = get_rules(game)
    everything = list(candidates(rules))
    for number, step in enumerate(match_of(game, seats, seed)[:200], seed):
        if number % 8:  # the other seeds try the positions between
            continue
        for seat in range(seats):
            for action in everything:
                try:
                    _, events = rules.apply(step.state, seat, action)
                except IllegalAction:
                    assert not rules.accepts(step.state, seat, action)
                else:
                    # TB-60, TP-44: a foul is taken without being offered.
                    assert Fouled(seat) in events or rules.accepts(step.state, seat, action)


@every_case
def test_a_refusal_changes_nothing_and_says_what_to_do(game: str, seats: int, seed: int) -> None:
    rules, bits, _ = start(game, seats, seed)
    everything = list(candidates(rules))
    refused = 0
    for step in match_of(game, seats, seed)[:120]:
        before = json.dumps(rules.facts(step.state))
        action = everything[bits.below(len(everything))]
        seat = bits.below(seats + 2) - 1
        try:
            rules.apply(step.state, seat, action)
        except IllegalAction as refusal:
            refused += 1
            assert refusal.sentence
            assert "{" not in refusal.sentence
            assert refusal.code in list(Code)
            if not 0 <= seat < seats:
                assert refusal.code in (Code.NOT_SEATED, Code.MALFORMED)
        assert json.dumps(rules.facts(step.state)) == before
    assert refused


@every_case
def test_somebody_can_act_until_the_match_is_over(game: str, seats: int, seed: int) -> None:
    rules = get_rules(game)
    last = None
    for step in match_of(game, seats, seed):
        last = step
        turn = rules.turn(step.state)
        asked = set(turn.asked)
        assert len(asked) == len(turn.asked)  # each seat once
        for seats_asked in (turn.to_act, turn.may_act, turn.may_declare):
            assert list(seats_asked) == sorted(seats_asked)
        able = {seat for seat in range(seats) if rules.legal(step.state, seat)}
        if turn.over or turn.wants_pack:
            assert not asked
            assert not able
            continue
        assert turn.to_act
        assert set(turn.to_act) <= able <= asked
        assert rules.holds_draws or not turn.holds_draw
        if not (rules.asks_blindly and turn.holds_draw):  # PP-42: their cards are not told
            assert set(turn.may_act) <= able
    assert last is not None
    assert rules.turn(last.state).over
    outcome = rules.outcome(last.state)
    assert outcome is not None
    ends = [event for event in last.events if isinstance(event, MatchEnded)]
    assert ends == [MatchEnded(outcome.winners, outcome.reason)]


@every_case
def test_no_card_is_lost_or_doubled(game: str, seats: int, seed: int) -> None:
    rules = get_rules(game)
    for step in match_of(game, seats, seed)[:1500]:
        pack = Counter(rules.deck.codes[card] for card in rules.pack_of(step.state))
        before = rules.facts(step.before)["hands"]
        after = rules.facts(step.state)["hands"]
        held = Counter(code for hand in after for code in hand)
        assert held <= pack
        dealt: dict[int, Counter[str]] = {seat: Counter() for seat in range(seats)}
        for event in step.events:
            if isinstance(event, CardsDealt):
                dealt[event.seat].update(map(rules.deck.code, event.cards))
            elif isinstance(event, CardTaken):
                dealt[event.seat][rules.deck.code(event.card)] += 1
        for seat in range(seats):
            came = Counter(after[seat]) - Counter(before[seat])
            left = Counter(before[seat]) - Counter(after[seat])
            if "??" in dealt[seat]:  # TB-54: not even its owner may know
                assert came.total() == dealt[seat].total()
            else:
                assert came <= dealt[seat]
            if left and after[seat]:
                # The card that was named, one that nobody may know, or the whole hand.
                assert step.action is not None
                assert seat == step.seat
                named = step.action.card
                if named is not None:
                    assert left == Counter([rules.deck.code(named)])
                elif UNKNOWN in rules.seat_view(step.before, seat).own.hand:
                    assert left.total() == 1
                else:
                    assert left == Counter(before[seat])


@every_case
def test_chips_balance(game: str, seats: int, seed: int) -> None:
    rules = get_rules(game)
    totals = set()
    for step in match_of(game, seats, seed)[:1500]:
        facts = rules.facts(step.state)
        if "chips" in facts:
            assert min(facts["chips"]) >= 0
            totals.add(sum(facts["chips"]) + facts["pot"])
    assert len(totals) <= 1


@pytest.mark.parametrize("seed", range(4))
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


@every_case
def test_points_scored_are_the_scores(game: str, seats: int, seed: int) -> None:
    rules, _, options = start(game, seats, seed)
    begun = rules.facts(rules.start(options, seats, 0)).get("scores", ())
    scores = Counter(dict(enumerate(begun)))
    for step in match_of(game, seats, seed)[:1500]:
        facts = rules.facts(step.state)
        if "scores" not in facts:
            return
        for event in step.events:
            if isinstance(event, PointsScored):
                scores[event.team] += event.points
            elif isinstance(event, GameEnded):
                scores.clear()
        assert [scores[side] for side in range(len(facts["scores"]))] == facts["scores"]


@every_game
def test_there_is_a_view_for_seats_and_spectators_and_nobody_else(game: str) -> None:
    rules = get_rules(game)
    seats = rules.seats[0]
    start = rules.start(rules.options({}, seats), seats, 0)
    for state in (start, rules.deal(start, rules.pack)[0]):
        assert all(rules.view(state, viewer).own for viewer in range(seats))
        assert rules.view(state, None).own is None
        for nobody in (-1, seats):
            with pytest.raises(ValueError, match="no seat"):
                rules.view(state, nobody)
            with pytest.raises(ValueError, match="no seat"):
                rules.own_view(state, nobody)


@every_case
def test_a_record_replays_to_the_same_positions(game: str, seats: int, seed: int) -> None:
    rules, bits, options = start(game, seats, seed)
    dealer = bits.below(seats)
    state = rules.start(options, seats, dealer)
    entries: list[records.Pack | records.Act] = []
    facts = []
    for _ in range(250):
        turn = rules.turn(state)
        if turn.over:
            break
        if turn.wants_pack:
            pack = records.Pack(random_pack(rules, state, bits))
            entries.append(pack)
            state, _ = rules.deal(state, pack.cards)
        else:
            able = [each for each in turn.to_act + turn.may_act if rules.legal(state, each)]
            seat = able[bits.below(len(able))]
            choices = rules.legal(state, seat)
            act = records.Act(seat, choices[bits.below(len(choices))].sample(bits))
            entries.append(act)
            state, _ = rules.apply(state, seat, act.action)
        facts.append(rules.facts(state))
    record = records.Record(game, seats, options, dealer, ("Ana",) * seats, tuple(entries))
    again = read_record(write_record(record))
    assert again == record
    assert [rules.facts(step.state) for step in records.replay(again)][1:] == facts


@every_case
def test_the_public_part_is_the_same_for_everybody(game: str, seats: int, seed: int) -> None:
    rules = get_rules(game)
    for step in match_of(game, seats, seed)[:300]:
        public = rules.view(step.state, None)
        assert public.own is None
        for seat in range(seats):
            view = rules.seat_view(step.state, seat)
            assert view[:] == rules.view(step.state, seat)
            assert view[:2] == public[:2]
            assert view.own.seat == seat
            assert view.own == rules.own_view(step.state, seat)
            assert view.own.choices == rules.legal(step.state, seat)
            hand = rules.facts(step.state)["hands"][seat]
            known = [card for card in view.own.hand if card != UNKNOWN]
            if len(known) == len(view.own.hand):
                assert rules.deck.sorted_codes(known) == hand


@every_case
def test_events_show_only_what_the_views_show(game: str, seats: int, seed: int) -> None:
    rules = get_rules(game)
    viewers = (None, *range(seats))
    before: dict[int | None, set[str]] = {viewer: set() for viewer in viewers}
    for step in match_of(game, seats, seed)[:300]:
        for viewer in viewers:
            after = cards_in(rules.view(step.state, viewer), rules.deck)
            shown = before[viewer] | after
            before[viewer] = after
            for event in step.events:
                seen = rules.seen(event, viewer)
                named = cards_in(seen, rules.deck)
                if isinstance(seen, Acted | CardsShown):
                    shown |= named
                assert named <= shown


@every_case
def test_swapping_cards_a_viewer_cannot_see_changes_nothing_there(
    game: str, seats: int, seed: int
) -> None:
    """Non-interference: same public actions and outcomes, other hidden cards, same stream."""
    rules, bits, _ = start(game, seats, seed)
    compared = 0
    for hand in _hands(match_of(game, seats, seed)[:400]):
        outcomes = [outcome_of(rules, step.state, step.events) for step in hand]
        for viewer in (None, *range(seats)):
            compared += _compare(rules, bits, hand, outcomes, viewer)
    assert compared


def _hands(match: Iterable[Played]) -> Iterator[list[Played]]:
    """The hands of a match: each the list of steps from its pack to the next one wanted."""
    hand: list[Played] = []
    for step in match:
        if step.pack is not None and hand:
            yield hand
            hand = []
        hand.append(step)
    yield hand


def _compare(
    rules: AnyRules, bits: Bits, hand: list[Played], outcomes: list[str], viewer: int | None
) -> int:
    stream = [_stream(rules, step.state, step.events, viewer) for step in hand]
    known: set[str] = set()
    for step in hand:
        known |= cards_in(rules.view(step.state, viewer), rules.deck)
        for event in step.events:
            known |= cards_in(rules.seen(event, viewer), rules.deck)
    first = hand[0]
    assert first.pack is not None
    hidden = [place for place, card in enumerate(first.pack) if rules.deck.code(card) not in known]
    # All of them; where that changes what is made public, those that lie deeper in the pack.
    for places in (hidden, hidden[len(hidden) // 2 :]):
        if len(places) > 1:
            pack = list(first.pack)
            cards = [pack[place] for place in places]
            bits.shuffle(cards)
            for place, card in zip(places, cards, strict=True):
                pack[place] = card
            if _is_alike(rules, hand, outcomes, stream, tuple(pack), viewer):
                return 1
    return 0


def _is_alike(
    rules: AnyRules,
    hand: list[Played],
    outcomes: list[str],
    stream: list[str],
    pack: tuple[Card, ...],
    viewer: Any,
) -> bool:
    """Play the hand again with another pack; ``False`` if something public turns out otherwise."""
    state, events = rules.deal(hand[0].before, pack)
    for step, outcome, expected in zip(hand, outcomes, stream, strict=True):
        if step.action is not None:
            assert step.seat is not None
            action = step.action
            if action.face_down:  # another card may be in the place of the one played unseen
                assert hand[0].pack is not None
                assert action.card is not None
                there = dict(zip(hand[0].pack, pack, strict=True))
                action = action._replace(card=there[action.card])
            try:
                state, events = rules.apply(state, step.seat, action)
            except IllegalAction:
                return False
        if outcome_of(rules, state, events) != outcome:
            return False
        assert _stream(rules, state, events, viewer) == expected
        assert _waits_of(rules, state) == _waits_of(rules, step.state)
    return True


def _stream(rules: AnyRules, state: Any, events: Any, viewer: int | None) -> str:
    return repr((rules.view(state, viewer), [rules.seen(event, viewer) for event in events]))


def _waits_of(rules: AnyRules, state: Any) -> tuple[bool, tuple[int, ...]]:
    """What a server's windows and bots' pauses hang on: it must not tell what is hidden."""
    turn = rules.turn(state)
    return turn.holds_draw, turn.may_declare


@every_game
def test_a_pack_that_is_none_is_refused(game: str) -> None:
    rules = get_rules(game)
    seats = rules.seats[0]
    state = rules.start(rules.options({}, seats), seats, 0)
    few, doubled = rules.pack[:-1], (*rules.pack[:-1], rules.pack[0])
    many, floats = (*rules.pack, Card(0)), tuple(map(float, rules.pack))
    truths = tuple(bool(card) if card in (0, 1) else card for card in rules.pack)
    codes = tuple(map(rules.deck.code, rules.pack))
    wrong: tuple[Any, ...] = (few, doubled, (), many, floats, truths, codes)
    for pack in wrong:
        with pytest.raises(BadSetup):
            rules.deal(state, pack)
    assert rules.deal(state, iter(rules.pack)) == rules.deal(state, rules.pack)  # type: ignore[arg-type]
    dealt, _ = rules.deal(state, rules.pack)
    with pytest.raises(BadSetup):
        rules.deal(dealt, rules.pack)


@every_game
def test_seats_and_dealers_out_of_range_are_refused(game: str) -> None:
    rules = get_rules(game)
    seats = rules.seats[0]
    options = rules.options({}, seats)
    for wrong in (0, 1, 9, 100):
        if wrong not in rules.seats:
            with pytest.raises(BadSetup):
                rules.start(options, wrong, 0)
    for dealer in (-1, seats):
        with pytest.raises(BadSetup):
            rules.start(options, seats, dealer)


@every_game
def test_options_take_what_they_say_and_nothing_else(game: str) -> None:
    rules = get_rules(game)
    seats = rules.seats[0]
    assert rules.options({}, seats) == {spec.name: spec.default for spec in rules.specs}
    with pytest.raises(BadOption):
        rules.options({"no such option": 1}, seats)
    wrong: dict[OptionKind, list[Any]] = {
        OptionKind.FLAG: [1, "true", None],
        OptionKind.NUMBER: [True, "3", 1.5, None],
        OptionKind.CHOICE: ["no such choice", 1, None],
        OptionKind.TEXT: [1, "x" * 10_000],
        OptionKind.NUMBER_BY_SEAT: [True, "3", [1] * (seats + 1), ["1"] * seats],
    }
    for spec in rules.specs:
        assert spec.help
        for value in wrong[spec.kind]:
            with pytest.raises(BadOption):
                rules.options({spec.name: value}, seats)
        if spec.kind is OptionKind.NUMBER:
            between = [spec.low + 1] if spec.step > 1 else []
            for number in (spec.low - 1, *between):
                with pytest.raises(BadOption):
                    rules.options({spec.name: number}, seats)


NOT_BY_DEFAULT = {"truco-brasileiro": {"won_tricks": "face_down"}}
"""What a source plays, and no table that does not ask for it (TB-27)."""


@every_game
def test_presets_are_sets_of_options_the_first_is_the_source_and_one_is_usual(game: str) -> None:
    rules = get_rules(game)
    seats = rules.seats[0]
    assert not rules.presets or rules.presets[0].values == NOT_BY_DEFAULT.get(game, {})
    assert sum(preset.usual for preset in rules.presets) == bool(rules.presets)
    for preset in rules.presets:
        assert rules.options(preset.values, seats)


@every_game
def test_malformed_actions_are_refused_before_anything_else(game: str) -> None:
    rules = get_rules(game)
    seats = rules.seats[0]
    state = rules.start(rules.options({}, seats), seats, 0)
    wrong = [Action("no such verb"), Action("")]
    for verb in rules.verbs.values():
        extra = next(
            name for name in ("points", "to", "at") if name not in {p.name for p in verb.params}
        )
        wrong.append(make(verb.name, {extra: 1, **{p.field: 0 for p in verb.params}}))
        wrong.extend(make(verb.name, {p.field: object()}) for p in verb.params)
        if any(param.required for param in verb.params):
            wrong.append(Action(verb.name))
    for action, seat in zip(wrong, count(-1)):
        with pytest.raises(IllegalAction) as caught:
            rules.apply(state, seat % (seats + 1), action)
        assert caught.value.code is Code.MALFORMED
