"""Drawing, going out and claiming at Pif Paf where the shared scenarios say nothing more."""

from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH
from cardtui_engine.domains import Cards, Words
from cardtui_engine.events import (
    Acted,
    CardsDealt,
    CardsShown,
    CardTaken,
    ContestOpened,
    HandEnded,
    MatchEnded,
    PackRenewed,
    PlayerOut,
    PotWon,
)
from cardtui_engine.games.pif_paf.rules import PifPaf
from cardtui_engine.outcome import Ending
from cardtui_engine.plain import cards_in
from cardtui_engine.refusals import Code
from tests.engine.rummy.table import JUNK, READY, WAITS, Table, all_cards, codes, meld_codes

ALSO_WAITS = ["AD", "2D", "3D", "7S", "8S", "9S", "KS", "KH", "TC"]


def table(*hands: list[str], options: dict[str, Any] | None = None, **setup: Any) -> Table:
    setup = {"hands": list(hands) or list(JUNK), "begin": "play", **setup}
    return Table(PifPaf(), len(setup["hands"]), options or {}, setup)


def discarded(card: str, *hands: list[str], **setup: Any) -> Table:
    """Return the table after seat 0 drew that card and threw it."""
    return table(*hands, stock=[card], **setup).draw(0).act(0, "discard", card=card)


@pytest.mark.clause("PP-22")
def test_when_there_is_nothing_at_all_to_draw_the_draw_is_refused() -> None:
    game = table()
    game.state = game.state._replace(play=game.state.play._replace(stock=(), discards=()))
    assert game.code(0, "draw", source="stock") is Code.NOT_ALLOWED
    assert game.code(0, "draw", source="discards") is Code.NOT_ALLOWED


@pytest.mark.clause("PP-22")
def test_a_renewed_stock_is_told_to_all_and_closes_the_claim() -> None:
    game = table(JUNK[0], JUNK[1], WAITS, stock=["KD"]).draw(0).act(0, "discard", card="KD")
    pile = (*game.state.play.stock, *game.state.play.discards)
    game.state = game.state._replace(play=game.state.play._replace(stock=(), discards=pile))
    assert game.choice(2, "claim") is not None
    game.draw(1)
    assert PackRenewed(len(pile)) in game.seen(None)
    assert game.state.play.hands[1][-1] == pile[0]
    assert game.choice(2, "claim") is None
    assert all_cards(game.state.play) == sorted(game.rules.pack)


@pytest.mark.clause("PP-20", "PP-24")
def test_a_card_from_the_stock_is_told_to_its_owner_alone() -> None:
    game = table(stock=["7S"]).draw(0)
    (seven,) = FRENCH.cards(["7S"])
    assert CardsDealt(0, (seven,)) in game.seen(0)
    for viewer in (None, 1, 2):
        assert all("7S" not in cards_in(event, FRENCH) for event in game.seen(viewer))


@pytest.mark.clause("PP-21")
def test_everybody_sees_which_discard_is_taken() -> None:
    game = discarded("7S").draw(1, "discards")
    assert CardTaken(1, FRENCH.card("7S")) in game.seen(None)
    assert codes(game.view(1).own.hand)[-1] == "7S"  # type: ignore[union-attr]


@pytest.mark.clause("PP-22")
def test_a_position_with_discards_is_past_the_first_turn_and_nothing_is_claimed() -> None:
    game = table(WAITS, JUNK[1], JUNK[2], discards=["7D", "KD"])
    draw = game.choice(0, "draw")
    assert draw is not None
    assert draw.domain(Words).words == ("stock", "discards")
    assert game.facts["may_act"] == []
    assert game.code(1, "claim") is Code.NOT_ALLOWED


@pytest.mark.clause("PP-40", "PP-41")
def test_the_seat_is_told_what_it_melds_and_how_it_goes_out() -> None:
    game = table(READY, JUNK[1], JUNK[2], stock=["TH"]).draw(0)
    own = game.own(0)
    assert meld_codes(own.melds) == [
        ["AS", "2S", "3S"],
        ["7H", "8H", "9H", "TH"],
        ["KC", "KH", "KS"],
    ]
    assert codes(own.throws) == ["7H", "TH"]
    # Ten melded cards are no way out here: a seat always throws a card.
    assert not own.ten
    assert own.outs == ()
    go_out = game.choice(0, "go_out")
    assert go_out is not None
    assert go_out.domain(Cards) == Cards("discard", own.throws)
    assert game.code(0, "go_out") is Code.MALFORMED


@pytest.mark.clause("PP-42")
def test_the_seat_is_told_what_it_waits_for_and_that_shows_no_card() -> None:
    game = table(WAITS, JUNK[1], JUNK[2], stock=["KD"])
    assert codes(game.own(0).outs) == ["KD", "KC"]
    assert "KD" not in cards_in(game.view(0), FRENCH)
    assert game.own(1).outs == ()


@pytest.mark.clause("PP-40")
def test_going_out_shows_the_melds_and_takes_the_pot() -> None:
    game = table(READY, JUNK[1], JUNK[2], stock=["TH"], chips=[9, 9, 9]).draw(0)
    game.act(0, "go_out", discard="TH")
    shown = FRENCH.cards(["2S", "3S", "AS", "7H", "8H", "9H", "KC", "KH", "KS"])
    assert game.events[1:] == (CardsShown(0, shown), PotWon(0, 3), HandEnded((0,), "out"))
    assert game.view(None).game.last.cards == 9


@pytest.mark.clause("PP-41")
@pytest.mark.parametrize(
    ("melds", "code"),
    [
        ([], Code.BAD_MELD),
        ([[]], Code.BAD_MELD),
        ([["AS", "2S", "3S"], ["7H", "8H", "9H"], ["KS", "KH"]], Code.BAD_MELD),
        ([["AS", "2S", "3S"], ["7H", "8H", "9H"], ["KS", "KH", "KH"]], Code.BAD_MELD),
        ([["AS", "2S", "3S"], ["7H", "8H", "9H"], ["KS", "KH", "QD"]], Code.NO_SUCH_CARD),
        ([["AS", "2S", "3S"], ["7H", "8H", "9H"], ["KS", "KH", "TD"]], Code.BAD_MELD),
        ([["AS", "2S", "3S", "7H", "8H", "9H", "KS", "KH", "KD"]], Code.BAD_MELD),
    ],
)
def test_a_declaration_that_is_not_right_is_refused(melds: list[list[str]], code: Code) -> None:
    game = table(WAITS, JUNK[1], JUNK[2], stock=["KD"]).draw(0)
    before = game.facts
    assert game.code(0, "go_out", discard="TD", melds=melds) is code
    assert game.facts == before


@pytest.mark.clause("PP-42", "PP-43")
def test_a_claim_tells_nobody_else_what_it_declares() -> None:
    game = discarded("KD", JUNK[0], JUNK[1], WAITS, ALSO_WAITS)
    melds = [["AD", "2D", "3D"], ["7S", "8S", "9S"], ["KS", "KH", "KD"]]
    game.act(3, "claim", melds=melds, discard="TC")
    assert ContestOpened(2, 3) in game.events
    assert Acted(3, Action("claim")) in game.seen(None)
    assert Acted(3, Action("claim")) in game.seen(2)
    assert game.events[0] in game.seen(3)
    public = game.view(None).game
    assert (public.thrower, public.claimant) == (0, 3)


@pytest.mark.clause("PP-42")
def test_who_has_folded_claims_nothing() -> None:
    game = discarded("KD", JUNK[0], JUNK[1], WAITS, ALSO_WAITS, folded=[2])
    assert game.facts["may_act"] == [3]
    assert game.code(2, "claim") is Code.NOT_ALLOWED
    # The folded seat is not asked either.
    game.act(3, "claim")
    assert game.facts["last"]["winners"] == [3]


@pytest.mark.clause("PP-42")
def test_a_card_that_is_not_there_is_told_before_anything_else() -> None:
    game = discarded("KD", JUNK[0], JUNK[1], WAITS)
    assert game.code(0, "claim", discard="5D") is Code.NO_SUCH_CARD
    assert game.code(0, "claim") is Code.NOT_ALLOWED
    assert game.code(2, "claim", discard="5D") is Code.NO_SUCH_CARD


@pytest.mark.clause("PP-43")
def test_the_waiting_claim_stands_as_it_was_declared() -> None:
    nearer = ["5S", "6S", "7D", "8D", "9D", "KD", "KH", "KC", "2H"]
    claimant = ["AS", "2S", "3S", "7H", "8H", "9H", "QS", "QH", "QC"]
    game = discarded("4S", JUNK[0], JUNK[1], nearer, claimant).act(3, "claim", discard="AS")
    assert game.facts["to_act"] == [2]
    game.act(2, "waive")
    assert game.facts["last"]["melds"] == [
        ["2S", "3S", "4S"],
        ["7H", "8H", "9H"],
        ["QC", "QH", "QS"],
    ]


@pytest.mark.clause("PP-44")
def test_of_two_copies_one_may_be_thrown_and_the_other_melded() -> None:
    hand = ["4S", "2S", "3S", "7H", "8H", "9H", "KS", "KH", "KC"]
    game = discarded("4S", JUNK[0], JUNK[1], hand)
    claim = game.choice(2, "claim")
    assert claim is not None
    assert claim.domain(Cards) == Cards("discard", FRENCH.cards(["4S"]), optional=True)
    game.act(2, "claim", discard="4S")
    assert game.facts["last"]["winners"] == [2]


@pytest.mark.clause("PP-44")
def test_a_claim_may_name_nine_and_leave_the_tenth_to_be_thrown() -> None:
    melds = [["AS", "2S", "3S"], ["7H", "8H", "9H"], ["KS", "KH", "KD"]]
    game = discarded("KD", JUNK[0], JUNK[1], WAITS).act(2, "claim", melds=melds)
    assert game.facts["last"]["winners"] == [2]


@pytest.mark.clause("PP-44")
def test_the_claimed_card_must_be_among_the_melds_that_are_named() -> None:
    game = discarded("TD", JUNK[0], JUNK[1], READY)
    melds = [["AS", "2S", "3S"], ["7H", "8H", "9H"], ["KS", "KH", "KC"]]
    assert game.code(2, "claim", melds=melds) is Code.BAD_MELD
    assert game.code(2, "claim", melds=melds, discard="TD") is Code.BAD_MELD


@pytest.mark.clause("PP-44")
def test_ten_melded_cards_are_one_too_many_for_a_claim() -> None:
    game = discarded("TH", JUNK[0], JUNK[1], READY)
    melds = [["AS", "2S", "3S"], ["7H", "8H", "9H", "TH"], ["KS", "KH", "KC"]]
    assert game.code(2, "claim", melds=melds) is Code.BAD_MELD


@pytest.mark.clause("PP-43")
def test_only_the_seat_asked_answers_a_contest() -> None:
    game = discarded("KD", JUNK[0], JUNK[1], WAITS, ALSO_WAITS).act(3, "claim")
    assert game.code(3, "claim") is Code.NOT_YOUR_TURN
    assert game.code(1, "waive") is Code.NOT_YOUR_TURN
    assert game.code(2, "discard", card="TD") is Code.WRONG_PHASE
    assert [choice.verb for choice in game.rules.legal(game.state, 2)] == ["claim", "waive"]


@pytest.mark.clause("PP-04", "PP-45")
def test_who_cannot_pay_any_more_is_out_and_the_last_one_wins() -> None:
    game = table(READY, JUNK[1], JUNK[2], stock=["TH"], chips=[20, 4, 4], options={"ante": 5})
    game.draw(0).act(0, "go_out", discard="TH")
    assert game.events[-3:] == (PlayerOut(1), PlayerOut(2), MatchEnded((0,), Ending.LAST))
    assert game.view(None).common.winners == (0,)


@pytest.mark.clause("PP-03", "PP-45")
def test_the_winner_deals_and_speaks_last() -> None:
    game = table(READY, JUNK[1], JUNK[2], stock=["TH"]).draw(0).act(0, "go_out", discard="TH")
    game.deal()
    assert (game.facts["dealer"], game.facts["hand"], game.facts["to_act"]) == (0, 2, [1])
    assert game.state.dealt == (1, 2, 0)
