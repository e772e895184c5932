"""Knocking, na boa and cutting the line at Cacheta where the scenarios say nothing more."""

from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.cards import FRENCH
from cardtui_engine.choices import ChoiceKind
from cardtui_engine.domains import Cards
from cardtui_engine.events import (
    Acted,
    Burned,
    CardsShown,
    ContestOpened,
    HandEnded,
    MatchEnded,
    PlayerOut,
    PointsScored,
)
from cardtui_engine.families.rummy.cards.play import Phase
from cardtui_engine.games.cacheta import bot
from cardtui_engine.games.cacheta.bot import CachetaBot
from cardtui_engine.games.cacheta.melds import trumps_of
from cardtui_engine.games.cacheta.points import game_points, ranking, victory_points
from cardtui_engine.games.cacheta.rules import Cacheta
from cardtui_engine.games.cacheta.state import State
from cardtui_engine.outcome import Ending
from cardtui_engine.plain import cards_in
from cardtui_engine.refusals import BadSetup, Code
from tests.engine.rummy.table import JUNK, READY, WAITS, Table, all_cards, codes, meld_codes

ALSO_WAITS = ["AD", "2D", "3D", "7S", "8S", "9S", "KS", "KH", "4C"]


def table(*hands: list[str], options: dict[str, Any] | None = None, **setup: Any) -> Table:
    setup = {"hands": list(hands) or list(JUNK), "flip": "9C", **setup}
    return Table(Cacheta(), len(setup["hands"]), options or {}, setup)


def discarded(card: str, *hands: list[str], good: tuple[int, ...] = (), **setup: Any) -> Table:
    """Return the table after those had declared, and seat 0 drew that card and threw it."""
    game = table(*hands, stock=[card], **setup)
    for seat in good:
        game.act(seat, "good_one")
    return game.draw(0).act(0, "discard", card=card)


@pytest.mark.clause("CA-03")
@pytest.mark.parametrize(
    ("flip", "trumps"),
    [("8C", ["9C", "9S"]), ("KH", ["AD", "AH"]), ("AS", ["2C", "2S"]), ("9D", ["TD", "TH"])],
)
def test_trumps_are_the_next_rank_in_the_flips_colour(flip: str, trumps: list[str]) -> None:
    assert codes(trumps_of(FRENCH.card(flip))) == trumps


@pytest.mark.clause("CA-02", "CA-22")
def test_of_the_discards_only_the_top_is_seen_and_how_many_there_are() -> None:
    game = table(discards=["7D", "KD"])
    public = game.view(None).game
    assert (codes([public.top]), public.pile) == (["KD"], 2)
    assert "7D" not in cards_in(game.view(0), FRENCH)
    assert codes([public.flip]) == ["9C"]
    assert public.stock == 104 - 27 - 2 - 1
    assert all_cards(game.state.play, FRENCH.card("9C")) == sorted(game.rules.pack)


@pytest.mark.clause("CA-22")
def test_a_buried_discard_is_only_in_what_is_remembered_of_throws() -> None:
    game = table(stock=["KD", "TD"], discards=["7D"])
    game.draw(0).act(0, "discard", card="KD").draw(1).act(1, "discard", card="TD")
    public = game.view(2).game
    assert (codes([public.top]), public.pile) == (["TD"], 3)
    assert [codes(each.thrown) for each in public.shown] == [["KD"], ["TD"], []]
    assert cards_in(public, FRENCH) == {"9C", "TD", *codes(public.trumps)}
    assert game.facts["discards"] == ["7D", "KD", "TD"]


@pytest.mark.clause("CA-30", "CA-31")
def test_the_knock_that_is_offered_names_its_price_and_what_can_be_thrown() -> None:
    game = table(READY, *JUNK[1:], stock=["4S"]).draw(0)
    knock = game.choice(0, "knock")
    assert knock is not None
    thrown = knock.domain(Cards)
    assert (codes(thrown.cards), thrown.optional) == (["AS", "4S"], True)
    assert (knock.kind, knock.price, thrown.price) == (ChoiceKind.TAKES, 2, 1)
    own = game.own(0)
    assert own.ten
    assert own.throws == thrown.cards
    nine = table(WAITS, *JUNK[1:], stock=["KD"]).draw(0).choice(0, "knock")
    assert nine is not None
    assert (codes(nine.domain(Cards).cards), nine.price) == (["TD"], 1)
    assert nine.domain(Cards).price is None


@pytest.mark.clause("CA-30")
def test_melds_say_their_form_themselves() -> None:
    nine = [["AS", "2S", "3S"], ["7H", "8H", "9H"], ["KS", "KH", "KC"]]
    game = table(READY, *JUNK[1:], stock=["4S"]).draw(0).act(0, "knock", melds=nine)
    assert game.facts["last"]["cards"] == 9
    ten = [["AS", "2S", "3S", "4S"], *nine[1:]]
    game = table(READY, *JUNK[1:], stock=["4S"]).draw(0).act(0, "knock", melds=ten)
    assert game.facts["last"]["cards"] == 10


@pytest.mark.clause("CA-12", "CA-14")
def test_the_melds_a_seat_is_told_use_its_trumps() -> None:
    game = table(["5H", "5C", "TS", "AS", "2S", "TC", "QD", "KD", "TS"], *JUNK[1:])
    assert sorted(map(len, meld_codes(game.own(0).melds))) == [3, 3, 3]
    assert codes(game.own(0).outs)  # a ready hand waits for any card


@pytest.mark.clause("CA-31", "CA-32")
def test_a_knock_tells_who_lost_what_and_who_is_out() -> None:
    game = table(READY, *JUNK[1:], stock=["4S"], scores=[3, 1, 5]).draw(0).act(0, "knock")
    shown = FRENCH.cards(["2S", "3S", "4S", "AS", "7H", "8H", "9H", "KC", "KH", "KS"])
    assert game.events[1:] == (
        CardsShown(0, shown),
        PointsScored(1, -1),
        PointsScored(2, -2),
        HandEnded((0,), "knock"),
        PlayerOut(1),
    )


@pytest.mark.clause("CA-32", "CA-52")
def test_the_end_of_the_match_tells_the_tournament_points() -> None:
    game = table(READY, JUNK[1], stock=["4D"], scores=[3, 1]).draw(0)
    assert game.view(None).game.vp == ()
    game.act(0, "knock")
    assert game.events[-1] == MatchEnded((0,), Ending.LAST)
    public = game.view(None).game
    assert (public.vp, public.gp) == ((5, 3), (2, 1))
    assert game.view(None).common.winners == (0,)


@pytest.mark.clause("CA-40")
def test_na_boa_is_anybodys_with_nine_cards_and_interrupts_nobody() -> None:
    game = table(JUNK[0], JUNK[1], WAITS)
    assert [choice.verb for choice in game.rules.legal(game.state, 2)] == ["good_one"]
    assert game.facts["may_act"] == []
    assert game.act(2, "good_one").events == (Acted(2, Action("good_one")),)
    assert game.view(0).game.good == (2,)


@pytest.mark.clause("CA-40")
def test_na_boa_is_refused_twice_with_ten_and_to_who_is_not_in() -> None:
    game = table(WAITS, JUNK[1], [], JUNK[2], scores=[3, 3, 0, 3], stock=["7D"])
    assert game.code(2, "good_one") is Code.NOT_ALLOWED
    assert game.code(1, "good_one") is Code.NOT_ALLOWED
    game.act(0, "good_one")
    assert game.code(0, "good_one") is Code.NOT_ALLOWED
    assert table(WAITS, *JUNK[1:], stock=["7D"]).draw(0).code(0, "good_one") is Code.NOT_ALLOWED


@pytest.mark.clause("CA-40")
def test_a_card_counts_although_both_copies_lie_open() -> None:
    # Both kings that would do are gone: the one is the flip, the others lie in the pile.
    hand = ["AS", "2S", "3S", "7H", "8H", "9H", "KS", "KH", "4D"]
    game = table(hand, *JUNK[1:], flip="KC", discards=["KC", "KD", "KD"])
    assert {"KC", "KD"} <= set(codes(game.own(0).outs))
    assert game.choice(0, "good_one") is not None


@pytest.mark.clause("CA-40")
def test_nothing_is_declared_during_a_contest() -> None:
    ready = ["4H", "5H", "6H", "TD", "JD", "QD", "4C", "5C", "6C"]
    game = discarded("KD", JUNK[0], JUNK[1], WAITS, ALSO_WAITS, ready, good=(2, 3))
    assert game.choice(4, "good_one") is not None
    game.act(3, "cut")
    assert game.choice(4, "good_one") is None
    assert game.code(4, "good_one") is Code.WRONG_PHASE


@pytest.mark.clause("CA-41", "CA-42")
def test_a_ready_hand_may_cut_any_card_and_throw_it() -> None:
    game = discarded("6D", JUNK[0], JUNK[1], READY, good=(2,))
    cut = game.choice(2, "cut")
    assert cut is not None
    assert (codes(cut.domain(Cards).cards), cut.price) == (["6D"], 1)
    game.act(2, "cut", discard="6D")
    assert game.facts["last"]["cards"] == 9


@pytest.mark.clause("CA-43")
def test_a_cut_that_burns_costs_nothing_else_and_is_told_to_all() -> None:
    game = discarded("7D", JUNK[0], JUNK[1], WAITS, good=(2,))
    cut = game.choice(2, "cut")
    assert cut is not None
    assert (cut.kind, cut.price) == (ChoiceKind.BURNS, None)
    assert (cut.domain(Cards).size(), cut.domain(Cards).optional) == (10, True)
    before = game.state.play
    game.act(2, "cut", discard="KS")
    assert Burned(2) in game.seen(None)
    assert game.state.play == before
    assert game.code(2, "cut") is Code.NOT_ALLOWED


@pytest.mark.clause("CA-43")
def test_after_a_burn_the_next_in_line_may_still_cut() -> None:
    waits_for_seven = ["AD", "2D", "3D", "8D", "9D", "KD", "KS", "KH", "4C"]
    game = discarded("7D", JUNK[0], JUNK[1], WAITS, waits_for_seven, good=(2, 3))
    game.act(2, "cut")
    assert game.facts["may_act"] == [3]
    game.act(3, "cut")
    assert game.facts["last"]["winners"] == [3]


@pytest.mark.clause("CA-43")
def test_the_seat_whose_turn_it_is_may_burn_and_then_draws() -> None:
    game = discarded("7D", JUNK[0], WAITS, JUNK[2], good=(1,)).act(1, "cut")
    assert (game.facts["to_act"], game.facts["burned"]) == ([1], [1])
    assert [choice.verb for choice in game.rules.legal(game.state, 1)] == ["draw"]


@pytest.mark.clause("CA-43")
def test_a_cut_badly_declared_is_refused_and_burns_nobody() -> None:
    game = discarded("KD", JUNK[0], JUNK[1], WAITS, good=(2,))
    melds = [["AS", "2S", "3S"], ["7H", "8H", "9H"], ["KS", "KH", "TD"]]
    assert game.code(2, "cut", melds=melds) is Code.BAD_MELD
    assert game.code(2, "cut", discard="AS") is Code.BAD_MELD
    assert game.code(2, "cut", discard="QC") is Code.NO_SUCH_CARD
    assert game.facts["burned"] == []


@pytest.mark.clause("CA-41")
def test_only_who_may_cut_does() -> None:
    game = discarded("KD", WAITS, JUNK[1], JUNK[2], good=(0,))
    assert game.code(0, "cut") is Code.NOT_ALLOWED
    assert game.code(1, "cut") is Code.NOT_ALLOWED
    game.draw(1)
    assert game.code(0, "cut") is Code.WRONG_PHASE
    fresh = table(WAITS, *JUNK[1:]).act(0, "good_one")
    assert fresh.code(0, "cut") is Code.NOT_ALLOWED


@pytest.mark.clause("CA-44")
def test_the_right_passes_on_and_tells_nobody_what_was_declared() -> None:
    third = ["4H", "5H", "6H", "6C", "6D", "6S", "JD", "QD", "3C"]
    game = discarded("KD", JUNK[0], WAITS, ALSO_WAITS, third, good=(1, 2, 3))
    game.act(3, "cut", discard="3C")
    assert game.seen(None) == [Acted(3, Action("cut")), ContestOpened(1, 3)]
    game.act(1, "waive")
    assert game.events[-1] == ContestOpened(2, 3)
    assert game.view(None).game.claimant == 3
    assert game.code(3, "cut") is Code.NOT_YOUR_TURN
    game.act(2, "waive")
    assert game.facts["last"]["melds"] == [
        ["4H", "5H", "6H"],
        ["6C", "6D", "6S"],
        ["JD", "KD", "QD"],
    ]


@pytest.mark.clause("CA-44")
def test_the_waiting_cut_keeps_the_form_it_was_declared_in() -> None:
    game = discarded("KD", JUNK[0], JUNK[1], ALSO_WAITS, READY, good=(2, 3))
    game.act(3, "cut", discard="KC").act(2, "waive")
    assert game.facts["last"]["cards"] == 9
    again = discarded("KD", JUNK[0], JUNK[1], ALSO_WAITS, READY, good=(2, 3))
    again.act(3, "cut").act(2, "waive")
    assert again.facts["last"]["cards"] == 10


def ended(
    scores: tuple[int, ...], out: tuple[tuple[int, ...], ...], rounds: tuple[int, ...]
) -> State:
    rules = Cacheta()
    state = rules.start(rules.options({}, len(scores)), len(scores), 0)
    return state._replace(phase=Phase.OVER, scores=scores, eliminated=out, rounds=rounds)


@pytest.mark.clause("CA-50", "CA-52")
@pytest.mark.parametrize(
    ("scores", "out", "points"),
    [
        ((3, 0), ((1,),), (5, 3)),
        ((0, 0, 4), ((1,), (0,)), (3, 2, 5)),
        ((0, 0, 4, 0), ((1,), (0,), (3,)), (2, 0, 5, 3)),
        ((1, 0, 0, 0), ((1, 2, 3),), (5, 2, 2, 2)),
        ((4, 4, 2), (), (3, 3, 2)),
        ((4, 2, 2, 1), (), (5, 2, 2, 0)),
        ((4, 4, 4, 1), (), (3, 3, 3, 0)),
        ((5, 3, 1, 1), (), (5, 3, 1, 1)),
        ((5, 3, 0, 0), ((2, 3),), (5, 3, 1, 1)),
        ((2, 1, 1, 0, 0, 0, 0, 0), ((7,), (3, 4, 5, 6)), (5, 2, 2, 0, 0, 0, 0, 0)),
    ],
)
def test_victory_points(
    scores: tuple[int, ...], out: tuple[tuple[int, ...], ...], points: tuple[int, ...]
) -> None:
    assert victory_points(ended(scores, out, (1,) * len(scores))) == points


@pytest.mark.clause("CA-51")
@pytest.mark.parametrize(
    ("scores", "rounds", "points"),
    [
        ((3, 0), (4, 4), (5, 4)),  # alone: the rounds plus one, whatever is left
        ((3, 2, 0), (4, 4, 2), (7, 6, 2)),  # several left: the rounds plus the points
    ],
)
def test_game_points(
    scores: tuple[int, ...], rounds: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert game_points(ended(scores, (), rounds)) == points


@pytest.mark.clause("CA-50", "CA-51", "CA-52")
def test_the_ranking_goes_by_victory_points_then_by_game_points_then_by_seat() -> None:
    one_fell_last = ended((0, 0, 4, 0), ((1,), (0,), (3,)), (5, 3, 9, 7))
    assert ranking(one_fell_last) == (2, 3, 0, 1)
    level = ended((1, 0, 0, 0), ((1, 2, 3),), (6, 4, 5, 4))
    assert ranking(level) == (0, 2, 1, 3)


@pytest.mark.clause("CA-51")
def test_in_a_position_that_is_set_up_who_is_in_has_played_every_round_so_far() -> None:
    hands = [READY, ["2C", "5C", "8C", "JC", "3D", "6D", "9D", "QD", "4H"], []]
    setup = {"hands": hands, "scores": [4, 1, 0], "hand": 6, "flip": "9C", "stock": ["4D"]}
    game = Table(Cacheta(), 3, {}, setup).draw(0).act(0, "knock")
    assert game.facts["over"] == {"winners": [0], "vp": [5, 3, 2], "gp": [7, 6, 0]}
    waiting = Table(Cacheta(), 3, {}, {"scores": [4, 1, 0], "hand": 6})
    assert waiting.state.rounds == (5, 5, 0)
    assert waiting.deal().state.rounds == (6, 6, 0)


FOLD = {"fold": True}


@pytest.mark.clause("CA-60", "CA-61")
def test_each_in_turn_stays_or_leaves_and_only_that() -> None:
    game = table(*JUNK, options=FOLD)
    assert game.state.phase is Phase.STAYING
    assert [choice.verb for choice in Cacheta().legal(game.state, 0)] == ["stay", "fold"]
    assert Cacheta().legal(game.state, 1) == ()
    game.act(0, "fold")
    assert game.events[-1] == PointsScored(0, -1)
    assert game.state.scores[0] == 9
    assert Cacheta().turn(game.state).to_act == (1,)


@pytest.mark.clause("CA-61", "CA-62")
def test_who_has_left_is_passed_over_and_pays_no_more_when_the_others_lose() -> None:
    game = table(READY, *JUNK[1:3], options=FOLD, stock=["KD"])
    game.act(0, "stay")
    game.act(1, "fold")
    game.act(2, "stay")
    assert game.state.play.order == (0, 2)
    knock = game.draw(0).choice(0, "knock")
    assert knock is not None
    assert knock.price == 3
    game.act(0, "knock")
    assert game.state.scores == (10, 9, 7)


@pytest.mark.clause("CA-61")
def test_the_last_one_left_wins_at_once_and_shows_nothing() -> None:
    game = table(*JUNK[:2], options=FOLD)
    game.act(0, "fold")
    assert [event for event in game.events if isinstance(event, CardsShown)] == []
    assert HandEnded((1,), "folds") in game.events
    last = Cacheta().view(game.state, None).game.last
    assert last is not None
    assert (last.reason, last.cards, last.melds, last.lost) == ("folds", 0, (), 0)


@pytest.mark.clause("CA-63")
@pytest.mark.parametrize(
    "setup",
    [{"begin": "play"}, {"discards": ["2C"]}, {"folded": [2]}],
    ids=["begin", "pile", "one"],
)
def test_such_a_position_is_past_it(setup: dict[str, Any]) -> None:
    assert table(*JUNK[:3], options=FOLD, **setup).state.phase is Phase.DRAW


@pytest.mark.parametrize(
    ("options", "setup", "why"),
    [
        ({}, {"folded": [0]}, "nobody leaves"),
        (FOLD, {"folded": [0, 1]}, "last one left"),
        (FOLD, {"begin": "betting"}, "begin"),
        ({"wild": "none"}, {"flip": "9C"}, "no card is turned up"),
    ],
)
def test_a_setup_that_cannot_be_is_refused(
    options: dict[str, Any], setup: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadSetup, match=why):
        table(*JUNK[:3], options=options, **setup)


@pytest.mark.clause("CA-04")
@pytest.mark.parametrize(
    ("flip", "trumps"), [("8C", ["9C"]), ("KH", ["AH"]), ("AS", ["2S"]), ("9D", ["TD"])]
)
def test_trumps_may_be_of_the_flips_suit_alone(flip: str, trumps: list[str]) -> None:
    assert codes(trumps_of(FRENCH.card(flip), suit_alone=True)) == trumps


def test_bots_stay_with_what_is_nearly_ready_and_leave_with_nothing() -> None:
    options = Cacheta().options(FOLD, 4)
    bot = CachetaBot(options, 4, Level.HARD)
    said = []
    for hand in (READY, ["2S", "4H", "6C", "8D", "TS", "QH", "2C", "5D", "KC"]):
        rivals = [["3S", "5H", "7C", "9D", "JS", "KH", "3C", "6D", "AC"], *JUNK[1:3]]
        game = table(hand, *rivals, options=FOLD, flip="9C")
        said.append(bot.decide(Cacheta().seat_view(game.state, 0), Bits(7)))
    assert said == [Action("stay"), Action("fold")]


def test_who_stays_is_told_that_those_asked_later_often_fold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options = Cacheta().options(FOLD, 4)
    rivals = [["3S", "5H", "7C", "9D", "JS", "KH", "3C", "6D", "AC"], *JUNK[1:3]]
    nearly = ["2S", "3S", "4S", "7H", "8H", "9H", "JC", "QC", "5D"]
    view = Cacheta().seat_view(table(nearly, *rivals, options=FOLD, flip="9C").state, 0)
    told = CachetaBot(options, 4, Level.HARD).advise(view, Bits(7))
    reckoned = tuple(bot._UNASKED * number for number in range(4))
    monkeypatch.setattr(bot, "_TOLD_UNASKED", reckoned)
    decided = CachetaBot(options, 4, Level.HARD).advise(view, Bits(7))
    assert told.action == decided.action == Action("stay")
    assert told.numbers[1] == decided.numbers[1] == 3 / 8
    assert told.numbers[0] > decided.numbers[0] >= 3 / 8
