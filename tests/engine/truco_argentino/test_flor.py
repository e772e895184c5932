"""Flor beyond what scenarios show: who may know of one, what bots make of it, what is counted."""

from itertools import combinations

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.cards import SPANISH
from cardtui_engine.events import CardsShown, FlorSettled, PointsScored, ScoreReason
from cardtui_engine.games.truco_argentino.bot.deciding import TrucoArgentinoBot
from cardtui_engine.games.truco_argentino.bot.knowledge import knowledge_of, worlds_of
from cardtui_engine.games.truco_argentino.cards import STRENGTH, flor_number, is_flor
from cardtui_engine.games.truco_argentino.options import terms_of
from cardtui_engine.games.truco_argentino.state import State
from cardtui_engine.games.truco_argentino.talk import calls_in
from cardtui_engine.games.truco_argentino.tricks import Hand
from cardtui_engine.hidden import cards_in_view, redrawn
from cardtui_engine.refusals import Code, IllegalAction
from tests.engine.truco_argentino.table import RULES, act, after, codes, position, shuffled

ON = {"flor": "obligatory"}
LOW, MIDDLE, HIGH = ("10O", "11O", "1O"), ("4E", "5E", "1E"), ("7C", "6C", "5C")
NONE, PLAIN = ("5B", "4C", "1C"), ("2B", "3B", "12E")


def table(*hands: tuple[str, ...], **options: object) -> State:
    return position(*hands, options={**ON, **options})


def bot(level: Level, seats: int = 2) -> TrucoArgentinoBot:
    return TrucoArgentinoBot(RULES.options(ON, seats), seats, level)


@pytest.mark.clause("TA-80")
@pytest.mark.parametrize(
    ("cards", "number"),
    [(("5E", "6E", "7E"), 38), (("10C", "11C", "12C"), 20), (("1B", "12B", "3B"), 24)],
)
def test_what_a_flor_makes(cards: tuple[str, ...], number: int) -> None:
    assert is_flor(codes(*cards))
    assert flor_number(codes(*cards)) == number
    assert RULES.seat_view(table(cards, NONE), 0).own.game.flor == number


@pytest.mark.clause("TA-80")
def test_two_cards_and_a_third_are_none() -> None:
    assert not is_flor(codes("5E", "6E", "7B"))
    assert not is_flor(codes("5E", "6E"))
    assert RULES.seat_view(table(NONE, HIGH), 0).own.game.flor is None
    without = position(HIGH, NONE)
    assert RULES.seat_view(without, 0).own.game.flor is None


@pytest.mark.clause("TA-81")
@pytest.mark.parametrize("script", [[], [(0, "play", "5B")]], ids=["at first", "after a card"])
def test_until_it_is_announced_others_see_what_they_would_see_without_it(
    script: list[tuple[int, str, str]],
) -> None:
    holder, other = (
        after(table(NONE, PLAIN, theirs, ("7O", "3E", "11B")), *script)
        for theirs in (HIGH, ("7C", "6C", "4B"))
    )
    assert RULES.legal(holder, 2) != RULES.legal(other, 2)
    assert RULES.turn(holder) == RULES.turn(other)
    for viewer in (None, 0, 1, 3):
        assert RULES.view(holder, viewer) == RULES.view(other, viewer)


@pytest.mark.clause("TA-82")
def test_who_is_passed_over_has_none_and_who_must_announce_has_one() -> None:
    asked = after(table(NONE, PLAIN, MIDDLE, HIGH), (0, "envido"))
    hands = {redrawn_hands(asked, 0, seed) for seed in range(40)}
    assert len(hands) > 1
    for hand in hands:
        assert not is_flor(hand[1])
        assert is_flor(hand[2])


@pytest.mark.slow
@pytest.mark.clause("TA-81", "TA-83", "TA-86")
def test_a_world_holds_to_what_was_announced_played_and_won() -> None:
    won = after(table(LOW, NONE, PLAIN, HIGH), (0, "flor"), (3, "quiero"))
    for seed in range(40):
        hands = redrawn_hands(won, 1, seed)
        assert is_flor(hands[0])
        assert flor_number(hands[0]) <= 38
        assert flor_number(hands[3]) == 38
        assert not is_flor(hands[2])


@pytest.mark.clause("TA-82", "TA-86", "TA-87")
def test_who_folds_before_announcing_may_have_had_a_higher_one_than_the_winner() -> None:
    state = table(HIGH, MIDDLE, LOW, NONE)
    won = after(state, (3, "envido"), (0, "resign"), (1, "flor"), (2, "quiero"))
    assert is_flor(won.deal.dealt[0])
    assert all(fits(cards) for cards, fits in RULES.said(won, 3))


def redrawn_hands(state: State, viewer: int, seed: int) -> tuple[Hand, ...]:
    known = cards_in_view(RULES.view(state, viewer))
    again = redrawn(state, RULES.pack, known, RULES.said(state, viewer), Bits(seed))
    return again.deal.dealt


@pytest.mark.clause("TA-88", "TA-89")
def test_it_is_shown_before_its_points_and_these_come_before_the_others() -> None:
    state = after(table(MIDDLE, HIGH), (0, "flor"), (1, "contraflor"), (0, "quiero"))
    assert state.scores == (0, 0)
    assert RULES.view(state, None).game.pending == (0, 6)
    _, events = act(state, 0, "resign")
    assert [event for event in events if isinstance(event, (CardsShown, PointsScored))] == [
        CardsShown(1, codes("5C", "6C", "7C")),
        PointsScored(1, 6, ScoreReason.FLOR),
        PointsScored(1, 1),
    ]


@pytest.mark.clause("TA-86")
def test_the_flor_is_compared_while_its_bet_waits_and_no_envido_is_any_more() -> None:
    begun = table(MIDDLE, NONE, HIGH, LOW)
    assert RULES.contests(begun) == {}
    assert set(RULES.contests(table(NONE, PLAIN))) == {"envido"}
    waits = after(begun, (0, "flor"))
    flores = RULES.contests(waits)["flor"]
    assert sorted(range(4), key=lambda seat: -flores[seat]) == [2, 0, 3, 1]
    settled, events = act(waits, 3, "quiero")
    assert FlorSettled(0, 4, 2, flor_number(codes(*HIGH))) in events
    assert RULES.contests(settled) == {}
    assert RULES.contests(after(table(MIDDLE, NONE), (0, "flor"))) == {}
    tied = RULES.contests(after(table(LOW, ("10E", "11E", "1E")), (0, "flor")))["flor"]
    assert tied[0] > tied[1]  # the mano's of two equal ones


@pytest.mark.clause("TA-84", "TA-85")
def test_what_is_announced_of_a_flor_alone_and_of_one_declined() -> None:
    _, events = act(table(MIDDLE, NONE), 0, "flor")
    assert events[-1] == FlorSettled(0, 3)
    _, events = act(after(table(MIDDLE, HIGH), (0, "flor")), 1, "no_quiero")
    assert events[-1] == FlorSettled(0, 3)


@pytest.mark.clause("TA-46", "TA-85")
def test_al_resto_is_worth_what_a_falta_envido_is_to_who_wins_it() -> None:
    state = position(MIDDLE, HIGH, scores=[6, 10], options={**ON, "falta": "halves"})
    state = after(state, (0, "flor"), (1, "contraflor_al_resto"), (0, "quiero"), (0, "resign"))
    assert state.scores == (6, 10 + 5 + 1)


@pytest.mark.clause("TA-87")
def test_a_flor_not_yet_told_counts_before_the_match_is_won_by_the_truco() -> None:
    options = {**ON, "scoring": "as_called"}
    state = position(NONE, HIGH, scores=[0, 27], options=options)
    over = after(state, (0, "resign"))
    assert (over.scores, over.phase) == ((0, 30), "over")
    assert over.last is not None
    assert over.last.reason == "flor"


@pytest.mark.clause("TA-81", "TA-83", "TA-85")
@pytest.mark.parametrize(
    ("script", "seat", "verb", "code", "clause"),
    [
        ([], 0, "envido", Code.NOT_ALLOWED, "TA-81"),
        ([], 1, "contraflor", Code.WRONG_PHASE, "TA-10"),
        ([(0, "flor"), (1, "quiero")], 1, "flor", Code.NOT_ALLOWED, "TA-83"),
        ([(0, "flor")], 1, "truco", Code.NOT_ALLOWED, "TA-82"),
        ([(0, "flor")], 0, "contraflor", Code.NOT_YOUR_TURN, "TA-85"),
        ([(0, "flor"), (1, "contraflor")], 0, "contraflor", Code.NOT_ALLOWED, "TA-85"),
        ([(0, "flor"), (1, "quiero"), (0, "truco")], 1, "contraflor", Code.NOT_ALLOWED, "TA-85"),
    ],
)
def test_why_something_is_refused(
    script: list[tuple[int, str]], seat: int, verb: str, code: Code, clause: str
) -> None:
    state = after(table(MIDDLE, HIGH), *script)
    with pytest.raises(IllegalAction) as refused:
        act(state, seat, verb)
    assert (refused.value.code, refused.value.clause) == (code, clause)


@pytest.mark.clause("TA-70", "TA-89")
def test_words_of_flor_in_the_talk() -> None:
    assert calls_in("¡Con flor quiero!", flor=True) == ("quiero",)
    assert calls_in("Con flor me achico", flor=True) == ("no_quiero",)
    assert calls_in("contra-flor al resto", flor=True) == ("contraflor_al_resto",)
    assert calls_in("Contraflor", flor=True) == ("contraflor",)
    assert calls_in("con flor me achico") == ()
    state = after(table(MIDDLE, HIGH), (0, "flor"), (1, "say", "quiero contraflor"))
    assert RULES.view(state, None).game.call == "contraflor"


@pytest.mark.parametrize("level", Level)
def test_bots_announce_it_in_turn_and_when_they_are_asked(level: Level) -> None:
    for state in (table(HIGH, NONE), after(table(HIGH, NONE), (1, "truco"))):
        assert decided(state, 0, level) == "flor"


@pytest.mark.parametrize("level", Level)
def test_bots_accept_with_a_high_one_and_decline_with_a_low_one(level: Level) -> None:
    low, high = (after(table(MIDDLE, theirs), (0, "flor")) for theirs in (LOW, HIGH))
    assert [decided(low, 1, level, seed) for seed in range(20)].count("no_quiero") >= 14
    assert [decided(high, 1, level, seed) for seed in range(20)].count("no_quiero") == 0


def test_a_hard_bot_bets_more_on_the_highest() -> None:
    state = after(table(MIDDLE, ("7C", "6C", "5C")), (0, "flor"))
    assert decided(state, 1, Level.HARD) in ("contraflor", "contraflor_al_resto")
    state = position(MIDDLE, ("7C", "6C", "5C"), scores=[29, 0], options=ON)
    assert decided(after(state, (0, "flor")), 1, Level.HARD) != "no_quiero"


def decided(state: State, seat: int, level: Level, seed: int = 1) -> str:
    action = bot(level, state.terms.seats).decide(RULES.seat_view(state, seat), Bits(seed))
    assert action is not None
    assert RULES.accepts(state, seat, action)
    return action.verb


def test_a_bot_takes_who_announced_for_three_of_a_suit() -> None:
    state = after(table(HIGH, MIDDLE), (0, "flor"), (1, "quiero"), (0, "play", "5C"))
    knowledge = knowledge_of(RULES.seat_view(state, 0))
    suits = [[card for card in RULES.pack if SPANISH.code(card)[-1] == suit] for suit in "EBOC"]
    flores = {
        tuple(sorted(STRENGTH[card] for card in cards))
        for suit in suits
        for cards in combinations(suit, 3)
    }
    for world in worlds_of(knowledge, terms_of(RULES.options(ON, 2), 2), 50, Bits(3)):
        assert tuple(world.hands[1]) in flores


def test_an_answer_to_a_flor_is_none_to_a_truco_in_what_bots_remember() -> None:
    script = [(0, "truco"), (1, "flor"), (0, "quiero"), (1, "no_quiero")]
    state = after(table(PLAIN, MIDDLE, LOW, NONE), *script)
    first, second, *_ = state.habits
    assert (first.truco_asked, first.asked) == (0, 0)
    assert (second.truco_asked, second.truco_wanted) == (1, 0)


@pytest.mark.parametrize("seed", range(3))
def test_matches_with_flor_are_played_to_their_end(seed: int) -> None:
    seats = (2, 4, 6)[seed]
    options = RULES.options({**ON, "target": 9, "falta": "match"}, seats)
    bots = [TrucoArgentinoBot(options, seats, [*Level][seat % 3]) for seat in range(seats)]
    chance, bits = Bits(seed), Bits(seed + 9)
    state = RULES.start(options, seats, 0)
    for _ in range(3000):
        turn = RULES.turn(state)
        if turn.over:
            break
        if turn.wants_pack:
            state, _ = RULES.deal(state, tuple(shuffled(chance)))
            continue
        seat = turn.to_act[0]
        action = bots[seat].decide(RULES.seat_view(state, seat), bits) or Action("resign")
        state, _ = RULES.apply(state, seat, action)
    assert RULES.turn(state).over
