"""What each seat sees, which events it gets, and which choices it has."""

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import FRENCH, UNKNOWN
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Range
from cardtui_engine.events import (
    Acted,
    CardsDealt,
    CardsShown,
    Fouled,
    GameEnded,
    HandEnded,
    MatchEnded,
    PhaseBegan,
    PointsScored,
)
from cardtui_engine.families.truco.view import PlayedCard, SpokenCall
from cardtui_engine.outcome import Ending
from cardtui_engine.plain import cards_in
from tests.engine.truco_paulista.table import FOUR, RULES, act, codes, dealt, position

SIX = (*FOUR, ("AS", "AD", "AC"), ("2H", "2D", "2C"))
TWO_LEFT = (("4C", "6H"), ("6C", "JS"), ("KD", "7H"), ("6D", "4D"))


@pytest.mark.clause("TP-08")
def test_cards_are_dealt_from_the_mao_on_and_the_vira_is_shown() -> None:
    state, events = dealt(Bits(3))
    _, *deals, turned = events
    assert [each.seat for each in deals if isinstance(each, CardsDealt)] == [0, 1, 2, 3]
    flip = RULES.view(state, None).game.flip
    assert flip is not None
    assert turned == CardsShown(3, (flip,))
    assert all(RULES.seen(turned, viewer) == turned for viewer in (None, 0, 1, 2, 3))
    assert flip not in {card for hand in state.dealt for card in hand}


@pytest.mark.clause("TP-22")
def test_a_card_played_face_down_is_told_to_its_owner_alone_for_the_hand() -> None:
    state = position(TWO_LEFT, tricks=[1], leader=1)
    state, [told] = act(state, 1, "play", card="6C", face_down=True)
    assert RULES.seen(told, 1) == told
    for viewer in (None, 0, 2, 3):
        hidden = Acted(1, Action("play", card=UNKNOWN, face_down=True))
        assert RULES.seen(told, viewer) == hidden
        assert RULES.view(state, viewer).game.trick == (PlayedCard(1, UNKNOWN),)
    for seat, card in ((2, "KD"), (3, "4D"), (0, "6H")):
        state, _ = act(state, seat, "play", card=card)
    own = [RULES.seat_view(state, seat).own.game.face_down for seat in range(4)]
    assert own == [(), codes("6C"), (), ()]


@pytest.mark.clause("TP-41")
def test_partners_at_eleven_see_each_others_cards_however_many_they_are() -> None:
    state = position(SIX, scores=[11, 4])
    seen = RULES.seat_view(state, 2).own.game.partners
    shown = [*zip([0] * 3, codes(*SIX[0]), strict=True), *zip([4] * 3, codes(*SIX[4]), strict=True)]
    assert seen == tuple([PlayedCard(*each) for each in shown])
    assert RULES.seat_view(state, 1).own.game.partners == ()
    two = position(FOUR[:2], scores=[11, 4])
    assert RULES.seat_view(two, 0).own.game.partners == ()


@pytest.mark.clause("TP-45")
def test_in_an_iron_hand_not_even_the_owner_is_told_its_cards() -> None:
    state, events = dealt(Bits(3), scores=(11, 11))
    assert PhaseBegan("iron") in events
    flip = {
        FRENCH.code(card)
        for event in events
        if isinstance(event, CardsShown)
        for card in event.cards
    }
    for seat in range(4):
        assert RULES.view(state, seat).common.cards == (3, 3, 3, 3)
        assert cards_in(RULES.view(state, seat), FRENCH) == flip
        for event in events:
            assert cards_in(RULES.seen(event, seat), FRENCH) <= flip
    turned = state.cards.hands[0][0]
    state, events = act(state, 0, "turn_up")
    assert CardsShown(0, (turned,)) in events


@pytest.mark.clause("TP-07")
def test_the_cut_is_offered_with_its_numbers() -> None:
    for options, most in (({}, 39), ({"deck": "clean"}, 23)):
        state = RULES.start(RULES.options(options, 4), 4, 3)
        state, _ = RULES.deal(state, RULES.pack_of(state))
        assert RULES.legal(state, 2) == (Choice("cut", (Range("at", 1, most),)), Choice("tap"))
        assert RULES.legal(state, 0) == ()


@pytest.mark.clause("TP-31", "TP-32", "TP-50")
@pytest.mark.parametrize(("stakes", "prices"), [("paulista", (6, 3, 9)), ("mineiro", (6, 4, 10))])
def test_the_choices_say_what_they_play_for(stakes: str, prices: tuple[int, int, int]) -> None:
    state, _ = act(position(options={"stakes": stakes}), 0, "truco")
    state, _ = act(state, 1, "raise")
    accept, run, higher = prices
    assert RULES.legal(state, 0) == (
        Choice("accept", price=accept),
        Choice("run", price=run, kind=ChoiceKind.GIVES_UP),
        Choice("raise", price=higher),
    )
    game = RULES.view(state, None).game
    assert (game.proposed, game.raiser) == (accept, 1)
    assert game.spoken == (SpokenCall(0, "truco", run), SpokenCall(1, "raise", accept))


@pytest.mark.clause("TP-42", "TP-51")
@pytest.mark.parametrize(("stakes", "run", "plays"), [("paulista", 1, 3), ("mineiro", 2, 4)])
@pytest.mark.parametrize("score", [10, 11])
def test_a_side_at_eleven_is_told_its_prices(stakes: str, run: int, plays: int, score: int) -> None:
    state = position(scores=[score, 4], options={"stakes": stakes})
    offered = RULES.legal(state, 0)
    if score == 10 and stakes == "paulista":
        assert RULES.verbs_legal(state, 0) == {"play", "truco"}
    else:
        assert [(each.verb, each.price) for each in offered] == [("run", run), ("play_on", plays)]


@pytest.mark.clause("TP-44", "TP-60")
def test_a_foul_is_told_as_what_was_done_and_what_it_cost() -> None:
    state = position(options={"raise_while_eleven": "game"}, scores=[11, 4], begin="play")
    state, events = act(state, 0, "truco")
    assert events == (
        Acted(0, Action("truco")),
        Fouled(0),
        PointsScored(1, 8),
        HandEnded((1, 3), "foul"),
        MatchEnded((1, 3), Ending.POINTS),
    )
    assert RULES.view(state, None).game.spoken == (SpokenCall(0, "truco", None),)


@pytest.mark.clause("TP-44", "TP-46")
def test_in_a_seen_iron_hand_a_truco_may_lose_it_at_its_stake() -> None:
    options = {"iron": "seen", "raise_while_eleven": "hand", "best_of": 3}
    state = position(options=options, scores=[11, 11])
    assert RULES.turn(state).phase == "play"
    assert "truco" not in RULES.verbs_legal(state, 0)
    state, events = act(state, 0, "truco")
    assert events[1:3] == (Fouled(0), PointsScored(1, 1))
    assert events[-1] == GameEnded(1)
    assert (state.scores, state.games) == ((0, 0), (0, 1))


@pytest.mark.clause("TP-61", "TP-62")
def test_a_game_that_is_won_is_told_and_the_match_goes_on() -> None:
    state = position(options={"best_of": 3}, scores=[11, 0], begin="play")
    for seat, card in enumerate(("3S", "KS", "7S", "4S")):
        state, _ = act(state, seat, "play", card=card)
    for seat, card in enumerate(("2S", "JD", "6S")):
        state, _ = act(state, seat, "play", card=card)
    state, events = act(state, 3, "play", card="6D")
    assert events[-2:] == (HandEnded((0, 2), "tricks"), GameEnded(0))
    view = RULES.view(state, None)
    assert (view.common.scores, view.game.games, view.game.best_of) == ((0, 0), (1, 0), 3)
    assert view.game.last is not None
    assert view.game.last.game == 0
    assert view.common.winners == ()


@pytest.mark.clause("TP-63")
def test_signals_are_no_part_of_the_rules() -> None:
    assert not {"say", "signal", "wink", "gesture"} & set(RULES.verbs)
