"""What each seat sees, and which events it gets."""

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import FRENCH, UNKNOWN
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Numbers, Words
from cardtui_engine.events import (
    Acted,
    CardsDealt,
    CardsShown,
    Fouled,
    HandEnded,
    PointsScored,
    TrickEnded,
)
from cardtui_engine.families.truco.view import PlayedCard, SpokenCall
from cardtui_engine.library.simulate import next_pack
from cardtui_engine.plain import cards_in
from tests.engine.truco_brasileiro.table import (
    FOUR,
    RULES,
    act,
    codes,
    cut_pack,
    position,
    random_choice,
)

TWO_LEFT = (("4C", "6H"), ("5D", "JS"), ("KD", "5H"), ("6D", "4D"))


@pytest.mark.clause("TB-22")
def test_a_card_played_face_down_is_told_to_its_owner_alone() -> None:
    state = position(TWO_LEFT, tricks=[1], leader=1)
    state, events = act(state, 1, "play", card="5D", face_down=True)
    [told] = events
    assert RULES.seen(told, 1) == told
    for viewer in (None, 0, 2, 3):
        hidden = Acted(1, Action("play", card=UNKNOWN, face_down=True))
        assert RULES.seen(told, viewer) == hidden
        assert RULES.view(state, viewer).game.trick == (PlayedCard(1, UNKNOWN),)
    for seat in range(4):
        own = RULES.seat_view(state, seat).own
        assert own.game.face_down == (codes("5D") if seat == 1 else ())


@pytest.mark.clause("TB-46")
def test_the_view_says_when_a_trick_decides_the_hand() -> None:
    def decides(*verbs: str, **options: str) -> bool:
        state = position(options=options)
        for seat, verb in enumerate(verbs):
            state, _ = act(state, seat, verb)
        told: bool = RULES.view(state, None).game.decides
        return told

    assert not decides()
    assert not decides("truco")
    assert decides("truco", "accept")
    assert not decides("truco", "accept", accepted_decides="hand")


@pytest.mark.clause("TB-22")
def test_a_card_played_face_up_is_told_to_all() -> None:
    state = position(TWO_LEFT, tricks=[1], leader=1)
    _, [told] = act(state, 1, "play", card="5D", face_down=False)
    assert all(RULES.seen(told, viewer) is told for viewer in (None, 0, 1, 2, 3))


@pytest.mark.clause("TB-22")
def test_who_may_hide_a_card_is_told_so() -> None:
    for state, who in ((position(), []), (position(TWO_LEFT, tricks=[1], leader=1), [1])):
        assert who == [
            seat for seat in range(4) if any(each.face_down for each in RULES.actions(state, seat))
        ]


@pytest.mark.clause("TB-10")
def test_only_the_mao_has_seen_what_it_passed() -> None:
    state = cut_pack("3D", "3H", "3S")
    state, events = act(state, 0, "pass")
    views = [RULES.view(state, seat).own for seat in range(4)]
    seen = [own.game.partner for own in views if own is not None]
    assert seen == [codes("3D", "3H", "3S"), (), (), ()]
    dealt = [RULES.seen(event, 2) for event in events if isinstance(event, CardsDealt)]
    assert dealt == [CardsDealt(2, codes("3D", "3H", "3S")), CardsDealt(0, (UNKNOWN,) * 3)]
    assert RULES.view(state, None).game.served


@pytest.mark.clause("TB-08", "TB-10")
def test_rejected_cards_are_shown() -> None:
    _, events = act(cut_pack("3D", "3H", "3S"), 0, "reject")
    assert CardsShown(0, codes("3D", "3H", "3S")) in events


@pytest.mark.clause("TB-06")
def test_cards_are_dealt_in_the_order_of_the_sheet() -> None:
    _, events = act(cut_pack(), 0, "keep")
    assert [event.seat for event in events if isinstance(event, CardsDealt)] == [1, 2, 3]


@pytest.mark.clause("TB-54", "TB-53")
def test_in_an_iron_hand_not_even_the_owner_is_told_its_cards() -> None:
    state = RULES.setup(RULES.options({}, 4), 4, {"dealer": 3, "scores": [11, 11]})
    state, _ = RULES.deal(state, next_pack(RULES, state, Bits(3)))
    state, events = act(state, 2, "cut", at=[9], **{"from": "top"})
    for seat in range(4):
        assert RULES.view(state, seat).common.cards == (3, 3, 3, 3)
        assert cards_in(RULES.view(state, seat), FRENCH) == set()
        assert all(not cards_in(RULES.seen(event, seat), FRENCH) for event in events)
    turned = state.cards.hands[0][0]
    state, events = act(state, 0, "turn_up")
    assert CardsShown(0, (turned,)) in events
    assert RULES.view(state, None).game.trick == (PlayedCard(0, turned),)


@pytest.mark.clause("TB-60")
def test_a_foul_is_told_as_what_was_done_and_what_it_cost() -> None:
    state = position(options={"fouls": "penalise"})
    after, events = act(state, 2, "show", card="5S")
    shown = Action("show", card=codes("5S")[0])
    assert events == (Acted(2, shown), Fouled(2), CardsShown(2, codes("5S")), PointsScored(1, 1))
    again, _ = act(after, 2, "show", card="5S")
    assert again.game.shown == after.game.shown == (PlayedCard(2, codes("5S")[0]),)
    assert again.scores == (0, 2)


@pytest.mark.clause("TB-61")
def test_who_has_nothing_loses_nothing() -> None:
    state = position(options={"fouls": "penalise"}, scores=[0, 10])
    state, _ = act(state, 0, "show", card="3S")
    state, events = act(state, 0, "show", card="3S")
    assert state.scores == (0, 11)
    assert not [event for event in events if isinstance(event, PointsScored)]


@pytest.mark.clause("TB-63")
def test_signals_are_no_part_of_the_rules() -> None:
    assert "say" not in RULES.verbs
    assert not {"signal", "wink", "gesture"} & set(RULES.verbs)


@pytest.mark.clause("TB-31", "TB-32")
def test_the_choices_say_what_they_play_for() -> None:
    state, _ = act(position(), 0, "truco")
    state, _ = act(state, 1, "raise")
    assert RULES.legal(state, 0) == (
        Choice("accept", price=6),
        Choice("run", price=3, kind=ChoiceKind.GIVES_UP),
        Choice("raise", price=9),
    )
    game = RULES.view(state, None).game
    assert (game.stake, game.proposed, game.raiser) == (1, 6, 1)
    assert game.spoken == (SpokenCall(0, "truco", 3), SpokenCall(1, "raise", 6))


@pytest.mark.clause("TB-04")
def test_the_cut_is_offered_with_its_numbers_and_words() -> None:
    state = RULES.start(RULES.options({}, 4), 4, 3)
    state, _ = RULES.deal(state, RULES.pack)
    assert RULES.legal(state, 2) == (
        Choice("cut", (Numbers("at", 1, 39, most=3), Words("source", ("top", "bottom")))),
    )
    assert RULES.legal(state, 0) == ()


@pytest.mark.clause("TB-24", "TB-25")
def test_a_tied_trick_is_told_with_its_next_leader() -> None:
    hands = (("3D", "2D"), ("3S", "2S"), ("4S", "4H"), ("6S", "6H"))
    state = position(hands, tricks=["tie"], leader=1)
    assert RULES.view(state, None).game.winning is None
    for seat, card in ((1, "3S"), (2, "4S"), (3, "6S")):
        state, _ = act(state, seat, "play", card=card)
        assert RULES.view(state, None).game.winning == 1
    state, events = act(state, 0, "play", card="3D")
    assert TrickEnded(None, None, 1) in events
    state, _ = act(state, 1, "play", card="2S")
    state, _ = act(state, 2, "play", card="4H")
    state, _ = act(state, 3, "play", card="6H")
    state, events = act(state, 0, "play", card="2D")
    assert HandEnded((), "drawn") in events


@pytest.mark.clause("TB-11")
def test_the_deal_goes_round_and_fouls_are_remembered() -> None:
    state = position(options={"fouls": "penalise"})
    state, _ = act(state, 1, "show", card="KS")
    foul = state.game.last_foul
    assert foul is not None
    for number in range(2, 7):
        turn = RULES.turn(state)
        bits = Bits(number)
        while not turn.wants_pack:
            state, _ = RULES.apply(
                state, turn.to_act[0], random_choice(state, turn.to_act[0], bits)
            )
            turn = RULES.turn(state)
            if turn.over:
                return
        assert (state.hand, state.dealer) == (number - 1, (number + 1) % 4)
        state, _ = RULES.deal(state, next_pack(RULES, state, bits))
        assert state.game.last_foul == foul


def test_hands_are_in_the_order_dealt() -> None:
    for seat in range(4):
        own = RULES.seat_view(position(), seat).own
        assert own.hand == codes(*FOUR[seat])
